"""A run for a participant to fill in: the cases and classes of a task, the same probability for each class."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from ordquant_core.errors import UnknownNameError
from ordquant_core.formats.text import shown
from ordquant_core.formats.writing.runs import SCALE, WRITERS, write_run, write_scales
from ordquant_core.records import Run

FORMATS: Mapping[str, str] = MappingProxyType(  # the format of a run, by that of the gold; CSV for the others
    {"ntcir": "ntcir", "dbdc-log": "dbdc", "lewidi-gold": "lewidi", "semeval": "semeval"}
)


def template(cases: Sequence[str], classes: Sequence[str], form: str = "csv", *, scales: Sequence[str] = ()) -> bytes:
    """Return a run in the format `form`, one of WRITERS, with 1/L for each of L classes on every case.

    The file can be read as it is. `scales` is for NTCIR alone, which holds several in a file. Raises as `write_run`.

    >>> print(template(["x"], ["NB", "B"]).decode(), end="")
    case,NB,B
    x,0.5,0.5
    """
    if form not in WRITERS:
        raise UnknownNameError(f"There is no format {shown(form)}; choose from {', '.join(WRITERS)}.")
    estimates = np.full((len(cases), len(classes)), 1 / len(classes))
    run = Run("template", tuple(classes), tuple(cases), estimates)
    if form == "ntcir" and len(scales) > 1:
        write_run(run, form)  # raises for classes that the format does not have
        return write_scales(dict.fromkeys(scales, run))
    return write_run(run, form, scale=scales[0] if scales else SCALE)
