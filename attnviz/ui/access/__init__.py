"""What assistive technology is told: the roles, values and descriptions of drawn things, and what has just changed.

Here, too: the order of Tab, the direction of the layout, and what stands still under reduced motion.
"""

from attnviz.ui.access.announcer import Announcer
from attnviz.ui.access.direction import direction_of, let_texts_run
from attnviz.ui.access.motion import reduced
from attnviz.ui.access.order import put_in_order

__all__ = ["Announcer", "direction_of", "let_texts_run", "put_in_order", "reduced"]
