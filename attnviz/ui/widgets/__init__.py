"""Drawing and control widgets. They know the look, never the store and never a frame."""
