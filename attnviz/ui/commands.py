"""The one table of commands: menus, keys and the help sheet all come from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Command:
    """A thing the viewer can ask for. `id` is the name of a method of `target`; "-" is a line in the menu."""

    id: str
    title: str
    menu: str
    keys: tuple[str, ...] = ()
    checkable: bool = False
    argument: str = ""
    target: str = "window"  # or an object that the window has by this name


LINE: Final = "-"


def _line(menu: str) -> Command:
    return Command(LINE, "", menu)


COMMANDS: Final[tuple[Command, ...]] = (
    Command("open_model", "Open model…", "File", ("Ctrl+O",), target="shelf"),
    Command("open_attention", "Open attention…", "File", ("Ctrl+Shift+O",), target="shelf"),
    Command("put_model_away", "Put the model away", "File", target="shelf"),
    Command("put_attention_away", "Put the attention away", "File", target="shelf"),
    _line("File"),
    Command("save_picture", "Save this picture…", "File", ("Ctrl+S",), target="saving"),
    Command("save_numbers", "Save the numbers…", "File", ("Ctrl+Shift+S",), target="saving"),
    Command("save_summary", "Save the exit ticket by concept…", "File", target="paper"),
    Command("print_summary", "Print the exit ticket by concept…", "File", ("Ctrl+P",), target="paper"),
    Command("copy_words", "Copy the live words", "File", ("Ctrl+Shift+C",), target="saving"),
    _line("File"),
    Command("close", "Quit", "File", ("Ctrl+Q",)),
    Command("undo", "Undo", "Edit", ("Ctrl+Z",), target="store"),
    Command("redo", "Redo", "Edit", ("Ctrl+Shift+Z",), target="store"),
    _line("Edit"),
    Command("toggle_scale", "Divide by √key width on/off", "Edit", ("S",), target="store"),
    Command("toggle_causal", "Hide the future on/off", "Edit", ("C",), target="store"),
    Command("toggle_lock", "Keep the model width on/off", "Edit", ("L",), target="store"),
    Command("reseed", "Draw again with the next seed", "Edit", ("R",), target="store"),
    _line("Edit"),
    Command("reset", "Back to the lesson's settings", "Edit", ("Ctrl+R",), target="store"),
    _line("Edit"),
    Command("find", "Find on the board…", "Edit", ("Ctrl+F",), target="finding"),
    Command("find_next", "Find the next place", "Edit", ("F3",), target="finding"),
    Command("find_previous", "Find the place before", "Edit", ("Shift+F3",), target="finding"),
    Command("open_frame", "Open", "Frames", ("1",), argument="open"),
    Command("open_frame", "Why scale", "Frames", ("2",), argument="why-scale"),
    Command("open_frame", "Multi-head", "Frames", ("3",), argument="multi-head"),
    Command("open_frame", "Four steps", "Frames", ("4",), argument="four-steps"),
    Command("open_frame", "Glossary", "Frames", ("5",), argument="glossary"),
    Command("open_frame", "Check", "Frames", ("6",), argument="check"),
    _line("Frames"),
    Command("next_frame", "Next frame", "Frames", ("PgDown",)),
    Command("previous_frame", "Previous frame", "Frames", ("PgUp",)),
    Command("back", "Back to where I was", "Frames", ("Alt+Left",)),
    Command("forward", "Forward again", "Frames", ("Alt+Right",)),
    Command("toggle_deepen", "Read more about this frame", "View", ("F6",), checkable=True, target="deepen"),
    Command("toggle_map", "Map of the board", "View", ("M",), checkable=True, target="map"),
    Command("toggle_glossary", "Glossary beside the frame", "View", ("F8",), checkable=True),
    Command("toggle_numbers", "The numbers as a table", "View", ("Ctrl+D",), checkable=True),
    Command("show_contents", "Board contents", "View", ("Ctrl+Shift+D",), target="finding"),
    Command("toggle_notes", "Speaker notes", "View", ("F9",), checkable=True, target="finding"),
    _line("View"),
    Command("use_theme", "Light theme", "View", checkable=True, argument="light", target="appearance"),
    Command("use_theme", "Dark theme", "View", checkable=True, argument="dark", target="appearance"),
    Command("use_theme", "Projector theme", "View", checkable=True, argument="projector", target="appearance"),
    _line("View"),
    Command("larger", "Larger text", "View", ("Ctrl++", "Ctrl+="), target="appearance"),
    Command("smaller", "Smaller text", "View", ("Ctrl+-",), target="appearance"),
    Command("normal_size", "Normal text size", "View", ("Ctrl+0",), target="appearance"),
    _line("View"),
    Command("open_room_check", "Room check…", "View", target="room"),
    Command("toggle_motion", "Reduced motion", "View", checkable=True, target="appearance"),
    _line("View"),
    Command("full_screen", "Full screen", "View", ("F11",), checkable=True),
    Command("back_out", "Close what is open on top", "View", ("Esc",)),
    Command("start", "Start presenting, or go on", "Present", ("F5",), target="presenting"),
    Command("start_here", "Start at this frame", "Present", ("Shift+F5",), target="presenting"),
    _line("Present"),
    Command("use_audience_theme", "Audience's window: projector theme", "Present", (), True, "projector", "presenting"),
    Command("use_audience_theme", "Audience's window: light theme", "Present", (), True, "light", "presenting"),
    Command("use_audience_theme", "Audience's window: dark theme", "Present", (), True, "dark", "presenting"),
    _line("Present"),
    Command("show_keys", "Keys", "Help", ("F1", "?")),
    Command("show_about", "About attnviz", "Help"),
)

PRESENTING: Final[tuple[Command, ...]] = (
    Command("advance", "Next frame", "Present", ("PgDown", "N"), target="presenting"),
    Command("retreat", "Previous frame", "Present", ("PgUp", "P"), target="presenting"),
    Command("ask_frame", "Go to a frame by its number", "Present", ("G",), target="presenting"),
    Command("overview", "Map, for the presenter only", "Present", ("O",), target="presenting"),
    Command("black", "Black screen for the audience", "Present", ("B", ".", ";"), True, target="presenting"),
    Command("white", "White screen for the audience", "Present", ("W", ","), True, target="presenting"),
    Command("freeze", "Freeze the audience's picture", "Present", ("Z",), True, target="presenting"),
    Command("laser", "Laser pointer", "Present", ("L",), True, target="presenting"),
    Command("pause", "Stop the clock", "Present", ("T",), True, target="presenting"),
    Command("swap", "Swap the displays", "Present", ("S",), target="presenting"),
    Command("end", "End presenting", "Present", target="presenting"),
)
"""What can be asked for only while presenting. The keys belong to these then, whatever they mean at other times."""

ONLY_PRESENTING: Final[tuple[tuple[str, str], ...]] = (
    ("a number, Enter", "to that frame"),
    ("→ Space Enter, ← Backspace", "next, previous frame, unless a control or a picture has the focus"),
    ("Home", "the first frame, under the same condition"),
    ("← → ↑ ↓", "with the laser pointer on: move the spot"),
    ("Esc", "one step back: what lies on top, then the blank screen, then the presentation; F5 goes on where it was"),
)
"""Keys of presenting that are no commands of the menu, for the help sheet."""

EVERYWHERE: Final[tuple[tuple[str, str], ...]] = (
    ("Tab, Shift+Tab", "to the next or previous control or picture"),
    ("← →", "on a slider: one step (key width: half or double); in a picture: the next cell or token"),
    ("Shift+← →", "on a slider: a large step"),
    ("Home, End", "to the first or last value, cell or token"),
    ("Space, Enter", "press a button, switch a head on or off, show it alone"),
    (
        "Enter, F2, a digit",
        "on a cell of x or W in Four steps: edit it (Esc leaves it, Delete brings the seed's value back)",
    ),
    ("1 … 6, Tab, PageUp, PageDown", "on the map: choose a frame; Enter opens it"),
    ("← → ↑ ↓, +, −, 0", "on the map: move it, zoom in or out, show everything"),
    ("Enter", "on a cell that shows ? in Four steps: guess that this key wins"),
)
"""Keys that belong to what has the focus, for the help sheet."""


def presenting_rows() -> list[tuple[str, str, str]]:
    """The same of the keys while presenting."""
    rows = [(" or ".join(command.keys), command.title) for command in PRESENTING if command.keys]
    return [("While presenting", keys, title) for keys, title in (*rows, *ONLY_PRESENTING)]


def key_rows() -> list[tuple[str, str, str]]:
    """(menu, keys, title) of every command that has keys, in the order of the menus."""
    return [(c.menu, " or ".join(c.keys), c.title) for c in COMMANDS if c.keys]
