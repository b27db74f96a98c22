"""The cards of Check."""
