"""The mathematics: NumPy and the standard library, never Qt."""
