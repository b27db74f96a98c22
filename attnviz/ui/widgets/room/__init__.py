"""The room check: what the last row can read, and how the frame looks in a lit room and to other eyes."""
