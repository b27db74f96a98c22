"""What Multi-head shows: the heads, where they come from and what they are for."""
