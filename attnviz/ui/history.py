"""The frames in the order in which they were turned to, as a browser keeps its pages."""

from __future__ import annotations


class History:
    """A list of frame ids and a place in it."""

    def __init__(self) -> None:
        self._visited: list[str] = []
        self._place = -1

    def add(self, frame_id: str) -> None:
        """A frame is turned to; those gone back from are forgotten."""
        del self._visited[self._place + 1 :]
        self._visited.append(frame_id)
        self._place += 1

    def step(self, by: int) -> str | None:
        """Go back (−1) or forward (1): the frame there, None at the end."""
        if not 0 <= self._place + by < len(self._visited):
            return None
        self._place += by
        return self._visited[self._place]
