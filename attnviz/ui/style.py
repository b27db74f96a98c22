"""The style sheet of standard widgets, from the same tokens as everything else."""

from __future__ import annotations

import re
from pathlib import Path

from attnviz.ui.theme import Look

TEMPLATE = """
QToolTip {{ background: {card}; color: {ink}; border: 1px solid {edge}; padding: 4px; }}
QMenuBar {{ background: {ground}; color: {ink}; border-bottom: 1px solid {border}; }}
QMenuBar::item {{ padding: 4px 10px; background: transparent; }}
QMenuBar::item:selected {{ background: {chosen}; color: {ink}; }}
QMenu {{ background: {card}; color: {ink}; border: 1px solid {edge}; }}
QMenu::item {{ padding: 5px 26px; }}
QMenu::item:selected {{ background: {chosen}; color: {ink}; }}
QMenu::item:disabled {{ color: {muted}; }}
QMenu::separator {{ height: 1px; background: {border}; margin: 4px 8px; }}

QPushButton {{ background: {card}; color: {ink}; border: 1px solid {edge}; border-radius: 6px; padding: 4px 12px;
  min-height: {target}px; }}
QPushButton:hover {{ background: {chosen}; }}
QPushButton:pressed, QPushButton:checked {{ background: {ink}; color: {card}; border-color: {ink}; }}
QPushButton:focus {{ border: 2px solid {focus}; padding: 3px 11px; }}
QPushButton:checked:focus {{ border: 3px solid {focus}; padding: 2px 10px; }}
QPushButton:disabled {{ color: {muted}; border-color: {border}; }}
QPushButton[primary="true"] {{ background: {query_text}; color: {card}; border-color: {query_text}; font-weight: 600; }}
QPushButton[primary="true"]:hover {{ background: {focus}; }}
QPushButton[primary="true"]:focus {{ border: 3px solid {ink}; padding: 2px 10px; }}
QPushButton[link="true"] {{ background: transparent; border: 1px solid transparent; color: {query_text};
  padding: 1px 4px; text-align: left; text-decoration: underline; }}
QPushButton[link="true"]:hover {{ background: {chosen}; }}
QPushButton[link="true"]:focus {{ border: 2px solid {focus}; padding: 0px 3px; }}
QPushButton[rail="true"] {{ background: transparent; border: none; border-left: 4px solid transparent; border-radius: 0;
  text-align: left; padding: {rail}px 2px {rail}px 10px; color: {ink}; }}
QPushButton[rail="true"]:hover {{ background: {chosen}; }}
QPushButton[rail="true"]:checked {{ background: {chosen}; color: {query_text}; border-left: 4px solid {query};
  font-weight: 700; }}
QPushButton[rail="true"]:focus {{ border: 2px solid {focus}; border-left: 4px solid {focus}; }}

QLineEdit, QSpinBox, QDoubleSpinBox, QPlainTextEdit, QTextEdit {{ background: {card}; color: {ink};
  border: 1px solid {edge}; border-radius: 6px; padding: 2px 6px; min-height: {target}px;
  selection-background-color: {focus}; selection-color: {card}; }}
QSpinBox, QDoubleSpinBox {{ padding: 2px 2px; }}
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus {{
  border: 2px solid {focus}; padding: 1px 5px; }}
QSpinBox:focus, QDoubleSpinBox:focus {{ padding: 1px 1px; }}

QSlider {{ background: transparent; border: 2px solid transparent; border-radius: 6px; }}
QSlider:focus {{ border-color: {focus}; }}
QSlider::groove:horizontal {{ height: {groove}px; background: {edge}; border-radius: {half_groove}px; margin: 0 2px; }}
QSlider::sub-page:horizontal {{ background: {query}; border-radius: {half_groove}px; margin: 0 2px; }}
QSlider::handle:horizontal {{ background: {card}; border: {handle_line}px solid {query}; width: {handle}px;
  height: {handle}px; margin: -{overhang}px 0; border-radius: {handle_radius}px; }}
QSlider::handle:horizontal:hover {{ background: {chosen}; }}

QCheckBox {{ spacing: 7px; color: {ink}; border: 2px solid transparent; border-radius: 4px; padding: 2px; }}
QCheckBox:focus {{ border-color: {focus}; }}
QCheckBox::indicator {{ width: {box}px; height: {box}px; border: 2px solid {edge}; border-radius: 4px;
  background: {card}; }}
QCheckBox::indicator:checked {{ background: {query_text}; border-color: {query_text}; image: url("{tick}"); }}

QComboBox {{ background: {card}; color: {ink}; border: 1px solid {edge}; border-radius: 6px; padding: 2px 6px;
  min-height: {target}px; }}
QComboBox:hover {{ background: {chosen}; }}
QComboBox:focus {{ border: 2px solid {focus}; padding: 1px 5px; }}
QComboBox::drop-down {{ border: none; width: {box}px; }}
QComboBox::down-arrow {{ image: url("{down}"); width: {arrow}px; height: {arrow}px; }}
QComboBox QAbstractItemView, QListView {{ background: {card}; color: {ink}; border: 1px solid {edge};
  selection-background-color: {chosen}; selection-color: {ink}; outline: none; }}
QListView:focus {{ border: 2px solid {focus}; }}

QTabBar::tab {{ background: transparent; color: {muted}; padding: 4px 12px; border-bottom: 3px solid transparent; }}
QTabBar::tab:selected {{ color: {query_text}; border-bottom: 3px solid {query}; font-weight: 600; }}
QTabBar::tab:hover {{ background: {chosen}; }}
QTabBar:focus {{ border: 2px solid {focus}; border-radius: 4px; }}
QTabBar::tab:selected:focus {{ background: {chosen}; }}
QTabWidget::pane {{ border: none; }}

QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; border: none; }}
QScrollArea[stop="true"] {{ border: 2px solid transparent; border-radius: 4px; }}
QScrollArea[stop="true"]:focus {{ border: 2px solid {focus}; }}
QToolButton {{ border: 2px solid transparent; }}
QToolButton:focus {{ border: 2px solid {focus}; border-radius: 4px; }}
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
QScrollBar::handle {{ background: {edge}; border-radius: 4px; margin: 2px; min-height: 28px; min-width: 28px; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{ background: none;
  width: 0; height: 0; }}

QTreeView {{ background: {card}; color: {ink}; border: 1px solid {border}; selection-background-color: {chosen};
  outline: none; }}
QTreeView:focus {{ border: 2px solid {focus}; }}
QTableView {{ background: {card}; color: {ink}; gridline-color: {border}; border: 1px solid {border};
  selection-background-color: {focus}; selection-color: {card}; }}
QTableView:focus {{ border: 2px solid {focus}; }}
QHeaderView::section {{ background: {ground}; color: {ink}; border: none; border-bottom: 1px solid {edge};
  padding: 3px 8px; font-weight: 600; }}
QTableCornerButton::section {{ background: {ground}; border: none; }}

QDockWidget {{ color: {ink}; }}
QWidget#side {{ background: {card}; border-left: 1px solid {border}; }}
QWidget#strip {{ background: {card}; border-top: 1px solid {border}; }}
QWidget#rail {{ background: {card}; border-right: 1px solid {border}; }}
QMainWindow::separator {{ background: {border}; width: 3px; height: 3px; }}
QMainWindow::separator:hover {{ background: {focus}; }}
QProgressBar {{ background: {ground}; border: 1px solid {edge}; border-radius: 5px; color: {ink}; text-align: center; }}
QProgressBar::chunk {{ background: {query}; border-radius: 4px; }}
QDialog {{ background: {ground}; }}
"""


def style_sheet(look: Look, icons: Path, *, mirrored: bool = False) -> str:
    """The window's style sheet; `icons` is the folder of the check mark's and the arrow's pictures.

    `mirrored` exchanges left and right.
    """
    theme, shade = look.theme, "-dark" if look.theme.dark else ""
    handle = round(look.body * (0.9 if look.projector else 1.05))
    groove, line = max(4, look.body // 4), max(3, look.body // 6)
    overhang = (handle - groove) // 2 + line
    whole = groove + 2 * overhang  # the handle with its border; a radius of more than its half makes it a square
    template = re.sub(r"\b(left|right)\b", _other_side, TEMPLATE) if mirrored else TEMPLATE
    return template.format(
        card=theme.card, ground=theme.ground, ink=theme.ink, muted=theme.muted, border=theme.border, edge=theme.edge,
        chosen=theme.chosen, focus=theme.focus, query=theme.query, query_text=theme.query_text,
        tick=(icons / f"tick{shade}.svg").as_posix(), down=(icons / f"down{shade}.svg").as_posix(),
        arrow=round(look.body * 0.7),
        target=round(look.body * 1.3), rail=round(look.label * 0.42), groove=groove, half_groove=groove // 2,
        handle=whole - 2 * line, handle_line=line, overhang=overhang, handle_radius=whole // 2,
        box=round(look.body * 0.9),
    )  # fmt: skip


def _other_side(side: re.Match[str]) -> str:
    return "right" if side[0] == "left" else "left"
