"""The whole board as one picture."""
