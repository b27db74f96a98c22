"""The block of Four steps: its matrices, stops and arithmetic."""
