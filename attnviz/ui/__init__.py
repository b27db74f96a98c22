"""The window: state in, pictures out. No mathematics."""
