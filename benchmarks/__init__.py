"""Measurements of the running site: speed, faults, growth."""
