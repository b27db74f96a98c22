"""The page that says more about a frame."""
