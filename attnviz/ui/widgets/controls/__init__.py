"""What the viewer moves and presses."""
