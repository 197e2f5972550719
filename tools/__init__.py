"""What `make` needs."""
