"""Where the files of resources/ are: beside the package in a checkout, inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent
_PLACES: Final = (_PACKAGE / "resources", _PACKAGE.parent / "resources")  # wheel, checkout or editable install


def resource(*parts: str) -> Path:
    """Path of a shipped file or folder, such as ``resource("boards", "session11.board.toml")``.

    Raises
    ------
    FileNotFoundError
        Nothing of that name is shipped; the message names the file and the places that were looked in.
    """
    name = "/".join(parts)
    for place in _PLACES:
        path = place.joinpath(*parts)
        if path.exists():
            return path
    looked = " and ".join(str(place) for place in _PLACES)
    raise FileNotFoundError(f"attnviz is missing its file resources/{name} (looked in {looked}); install it again")


def font_files() -> tuple[Path, ...]:
    """Every bundled font file, in the order in which they should be registered (by name)."""
    return tuple(sorted(path for path in resource("fonts").iterdir() if path.suffix in {".otf", ".ttf"}))
