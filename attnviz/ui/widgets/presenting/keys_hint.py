"""How a key is written beside what it does."""

from __future__ import annotations


def with_keys(words: str, keys: str) -> str:
    """The words with their key in brackets, such as "Freeze (Z)"."""
    return f"{words} ({keys})" if keys else words
