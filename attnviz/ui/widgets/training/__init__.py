"""The training laboratories."""
