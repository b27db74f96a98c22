"""Presenting: a second window for the audience, and what the presenter has instead of it."""
