"""Charts with axes: curves, bars, spreads."""
