"""Two training experiments in slices: each `next()` of their generators takes one short step and shows it."""
