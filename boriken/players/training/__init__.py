"""Training: networks that learn by playing against themselves, in compiled code."""
