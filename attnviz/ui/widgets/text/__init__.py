"""Words and formulas."""
