"""A sentence as words with arcs over them."""
