"""What stands beside or over the frame."""
