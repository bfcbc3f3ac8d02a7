"""A page whose answer gets sharper: it is drawn by what is computed so far, again and again until all is done.

The visitor sees how far it is, and can stop and go on. All work is done in the visitor's own run of the page, a portion
at a time: whoever closes the page, or changes a setting, leaves nothing running, and what was done is kept a while.
"""

import time
from collections.abc import Sequence
from concurrent.futures import CancelledError
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ordquant_core.markup import length, tag
from ordquant_core.numerals import count
from ordquant_core.statistics.progress import words_for_time
from pages.shared import links, skeleton
from pages.shared.progress_bar import SHOWN_AFTER
from pages.shared.result_cache import Key
from pages.shared.session import Item
from pages.shared.shared_work import SharedWork

Job = tuple[Key, ...]
FIRST = 1.5  # seconds until a first answer is drawn
FEW = 100  # trials that come before all else: with fewer, no p-value is small
WEIGHT = 3  # of a test by trials in sharing the time: it takes longest
REDRAWN_AFTER = 0.3  # seconds: the line says how far it is
AGAIN = (2.0, 10.0)  # seconds between two drawings, the least and the most: later answers change less
STOPPED = Item[Job | None]("sharpening_stopped", lambda: None)
SHOWN = Item[Job | None]("sharpening_shown", lambda: None)


def row() -> DeltaGenerator:
    """Draw the row for the line of `Sharpening`."""
    return st.container(horizontal=True, vertical_alignment="center", key="sharpening")


class Sharpening:
    """The line that says how far it is, drawn in a row as long as it is not all, and the work that is left."""

    def __init__(
        self, trials: Sequence[SharedWork[Any]], others: Sequence[SharedWork[Any]], row: DeltaGenerator
    ) -> None:
        self._trials, self._works = trials, (*trials, *others)
        self._job = tuple(work.key for work in self._works)
        self._row = row
        self._line: DeltaGenerator | None = None
        self._drawn: dict[Key, int] = {}  # how much of every work is in what the page shows
        if SHOWN.get() == self._job and not self.finished:
            self._draw()

    @property
    def finished(self) -> bool:
        """Return whether the answer is the last one."""
        return all(work.finished for work in self._works)

    @property
    def pauses(self) -> bool:
        """Return whether the page stays as it is: all is done, or the visitor has stopped it."""
        return self.finished or self._stopped

    @property
    def _stopped(self) -> bool:
        return STOPPED.get() == self._job

    def begin(self) -> tuple[Any, ...]:
        """Work until there is something to draw; return the answers so far, those by trials first."""
        for work in self._works:
            while not work.done:
                self._advance(work)
        left = FIRST - sum(work.spent for work in self._works)
        if left > 0 and not self._stopped:
            self._work(left)
        answers = [work.answer() for work in self._works]  # others may go on with the work while the page is drawn
        self._drawn = {work.key: done for work, (done, _) in zip(self._works, answers, strict=True)}
        if not self.finished:
            self._draw()
        elif self._line:
            links.draw_again()  # without the line
        return tuple(answer for _, answer in answers)

    def go_on(self) -> None:
        """Work for a while and draw the page again, unless all is done or the visitor has stopped it."""
        if self.pauses:
            return
        SHOWN.set(self._job)
        skeleton.give_way()
        least, most = AGAIN
        self._work(min(most, max(least, sum(work.spent for work in self._works) / 2)))
        links.draw_again()

    def _advance(self, work: SharedWork[Any]) -> None:
        try:
            work.advance()
        except CancelledError:  # while nothing was heard of this script run for so long that its work was let go
            links.draw_again()

    def _next(self) -> SharedWork[Any]:
        """Return what took least time so far, by its weight: what is short is done soon, what is long loses little."""
        few = [work for work in self._trials if not work.finished and work.done < FEW]
        left = few or [work for work in self._works if not work.finished]
        return min(left, key=lambda work: work.spent / (WEIGHT if work in self._trials else 1))

    def _work(self, seconds: float) -> None:
        """Carry on for that long, a portion at the least, and say how far it is."""
        begun = now = time.monotonic()
        due = begun + (SHOWN_AFTER if self._line is None else 0)
        while not self.finished:
            if now >= due:  # to draw is also where the script run ends if the visitor has clicked, or is gone
                self._draw()
                due = now + REDRAWN_AFTER
            self._advance(self._next())
            now = time.monotonic()
            if now - begun >= seconds:
                break

    def _draw(self) -> None:
        slowest, words = self._slowest(), self._words()
        share = 100 * slowest.done / slowest.total
        shown = tag(
            "div",
            words,
            tag("i", style=f"width:{length(share)}"),
            class_="oq oq-work",
            id="progress",
            role="progressbar",
            aria_valuemin=0,
            aria_valuemax=100,
            aria_valuenow=round(share),
            aria_label=words,
        )
        if line := skeleton.container_of_progress() or self._line:
            line.html(shown)
            return
        self._line = self._row.html(shown)  # not into an empty container: what it held before would flicker
        label, job = ("Continue", None) if self._stopped else ("Cancel", self._job)
        self._row.button(label, key=f"sharpening_{label.lower()}", on_click=STOPPED.set, args=(job,), width=110)

    def _slowest(self) -> SharedWork[Any]:
        """Return what the line is about: trials as long as there are some to come."""
        unfinished = [work for work in self._trials if not work.finished] or self._works
        return min(unfinished, key=lambda work: work.done / work.total)

    def _words(self) -> str:
        slowest = self._slowest()
        of = f"of {count(slowest.total, 'trial' if slowest in self._trials else 'resample')}"
        if self._stopped:
            return f"Stopped at {count(self._drawn.get(slowest.key, slowest.done))} {of}."
        left = sum(work.spent * (work.total - work.done) / work.done for work in self._works if work.done)
        return f"p-values from {count(slowest.done)} {of} so far; {words_for_time(left)}"
