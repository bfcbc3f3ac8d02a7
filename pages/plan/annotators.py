"""The profiles of the annotators, where the files of the gold say who voted for what."""

import numpy as np

from ordquant_core.analysis.planning.annotators import NO_NAMES, Profiles, order_matters, profiles
from ordquant_core.analysis.planning.standing_out import StandingOut, standing_out
from ordquant_core.errors import OrdquantError
from ordquant_core.formats.annotators import read_annotations
from ordquant_core.tables.planning import results
from ordquant_core.tables.planning import sentences as say
from pages.plan.state import Pilot
from pages.shared import cached, write
from pages.shared.result_cache import compute_with_bar

# The profiles; the p-value of labels whose order in a case means nothing (None: the file names its annotators); and
# the annotators who stand out.
Described = tuple[Profiles, float | None, StandingOut]


def described(pilot: Pilot) -> Described | None:
    """Return the profiles, None where the files do not say who voted for what."""

    def compute(_: object) -> Described | None:
        try:
            given = read_annotations(pilot.current.source.load(), pilot.task, pilot.current.source.choices)
            found = None if given is None else profiles(given.annotators, given.labels, pilot.task.classes)
        except OrdquantError:  # no case has labels of two annotators, or there are too many of them
            return None
        if given is None or found is None:
            return None
        p = None if given.named else order_matters(given.labels, rng=np.random.default_rng(pilot.settings.seed))
        rng = np.random.default_rng(pilot.settings.seed)
        return found, p, standing_out(given.labels, len(pilot.task.classes), rng=rng)

    return compute_with_bar(("annotators", pilot.current.key, pilot.settings.seed), "Reading annotators", compute)


def show(pilot: Pilot) -> None:
    """Draw a row per annotator."""
    found = described(pilot)
    if found is None:
        write.muted(NO_NAMES, id="no_annotators")
        return
    write.because(say.annotators(*found), id="annotators_said")
    key = "annotators", pilot.current.key, pilot.settings.seed
    cached.write_table(key, lambda: results.annotators(found[0]), id="annotators", styles="oq-one-line")
