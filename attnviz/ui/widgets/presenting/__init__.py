"""What the presenter has beside the board, and what can lie over the audience's picture."""
