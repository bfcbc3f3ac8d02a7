"""The one list of figures: `figure`, the gallery and the tests take them from here, `draw_figure` those of a task."""

from collections.abc import Mapping

from ordquant_core.drawing.entry import Entry
from ordquant_core.drawing.others import ON_LISTS, ON_NUGGETS, ON_PICTURE, ON_SPACE
from ordquant_core.drawing.tasks import ON_TASK

KINDS = (ON_TASK, ON_NUGGETS, ON_LISTS, ON_SPACE, ON_PICTURE)
FIGURES: Mapping[str, Entry] = {name: entry for kind in KINDS for name, entry in kind.figures.items()}
