"""A visitor's runs in a blind task: checked without its gold, and scored within the budget of their team.

Each answer about a run reveals a little of the gold. Few enough answers do not reveal it.
"""

import os
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import streamlit as st

from ordquant_core.analysis import blind
from ordquant_core.analysis.blind import AT_ONCE, BlindOutline, BlindResults, Left
from ordquant_core.errors import OrdquantError
from ordquant_core.formats import TaskRead
from ordquant_core.formats.published.source import Source
from ordquant_core.formats.task.additions import digest_of
from ordquant_core.formats.task.mistakes import Mistake, mistakes
from ordquant_core.formats.writing.runs import WRITERS, template
from ordquant_core.markup import tag
from ordquant_core.numerals import count, listed
from ordquant_core.tables.runs import official_views
from ordquant_core.tables.runs.blind_sentences import answers_left, cannot_score
from pages.shared import controls, downloads, problems, sources, task_files, tasks, write
from pages.shared.common import COMMON
from pages.shared.escaping import escape
from pages.shared.result_cache import Key, compute_once, compute_with_bar

_A_DAY = 86_400  # seconds


def choose_scale(source: Source, scale_container: tasks.Container) -> tuple[BlindOutline, str | None]:
    """Draw the choice of the scale, and return what is known of the task; stops the page if it cannot be used."""
    with problems.said(stop=True):
        found = outline_of(source)
    if not found.scales:
        return found, None
    COMMON.restrict({"scale": found.scales})
    with scale_container:
        labels = {scale: escape(scale) for scale in found.scales}
        return found, str(controls.segments(COMMON, "scale", "Scale", labels, wrap=True))


def outline_of(source: Source, scale: str | None = None) -> BlindOutline:
    """Return what participants know of a blind task. Raises `OrdquantError` for one that cannot be used."""
    return compute_once(("blind outline", _key(source), scale), lambda: blind.blind_outline(source, scale))


def _key(source: Source) -> Key:
    """Return all that decides what a blind task is: its files, and what its `task.json` says, which may change."""
    said = source.choices, source.scale, source.measures, source.primary
    return source.digest, source.title, source.gold, *said


def results(source: Source, scale: str | None) -> BlindResults:
    """Return the results of the official runs; stops the page if there are none."""
    key = ("blind results", _key(source), scale)
    with problems.said(stop=True):
        found = compute_with_bar(key, "Scoring all runs", lambda _: blind.blind_results(source, scale))
    return found


def check(source: Source, scale: str | None) -> TaskRead | None:
    """Draw where a visitor's runs are dropped and what is wrong with them; return them if nothing is."""
    tasks.add_own_runs(source)
    if not source.added:
        return None
    scales = outline_of(source).scales or (scale,)
    try:
        reads = [(one, _checked_on(source, one)) for one in scales]
    except OrdquantError as problem:
        st.error(escape(str(problem)))
        return None
    show_checked(reads)
    if all(read.runs and not read.problems for _, read in reads):
        _how_to_submit(source)
    read = dict(reads)[scale]
    if read.problems:
        with st.expander(f"All {count(len(read.problems), 'problem')}"):
            problems.table([*read.problems])
    return read if read.task is not None and read.task.runs else None


def _checked_on(source: Source, scale: str | None) -> TaskRead:
    """Check the visitor's runs on one scale."""
    key = ("blind check", _key(source), scale, digest_of(source.added))
    return task_files.check_blind_runs(key, outline_of(source, scale), source.added)


def _how_to_submit(source: Source) -> None:
    """Say where a run goes: what the publisher says, or whom to ask."""
    announced = source.announced
    ask = f"Ask {announced.contact}." if announced.contact else "Send it to the organisers of the task."
    write.paragraph(tag("b", "How to submit: "), announced.instructions or ask, id="how")


def show_checked(reads: Sequence[tuple[str | None, TaskRead]]) -> None:
    """Say on which scales nothing is missing, and in a message each what is wrong on the others."""
    ready = {scale: read for scale, read in reads if read.runs and not read.problems}
    others = [scale for scale, _ in reads if scale is not None and scale not in ready]
    names = [scale for scale in ready if scale is not None]
    if len(ready) == len(reads):
        runs, on = count(len(reads[0][1].runs), "run"), f" on scales {listed(names)}" if len(names) > 1 else ""
        write.paragraph(tag("b", "Ready to submit: "), f"{runs}, nothing is missing{on}.", id="ready")
    elif ready:
        on, missing = f"nothing is missing on {_scales(names)}", f"{_scales(others)} of the task"
        write.paragraph(tag("b", "Not complete: "), f"{on}; see below for {missing}.", id="ready")
    found: dict[Mistake, list[str]] = {}
    for scale, read in reads:
        for one in mistakes(read):
            found.setdefault(one, []).append(scale or "")
    every = [one if len(on) == len(reads) else one.on(on) for one, on in found.items()]
    list_mistakes([(one.file, one.words) for one in every])


def _scales(names: Sequence[str]) -> str:
    return f"scale{'s' * (len(names) > 1)} {listed(names)}"


def list_mistakes(found: Sequence[tuple[str, str]]) -> None:
    """Draw a line for each file and what is to be said about it."""
    if found:
        lines = [tag("li", tag("b", file), f": {words}") for file, words in found]
        write.html(tag("ul", *lines, class_="oq", id="mistakes"))


def stand(source: Source, scale: str | None, found: BlindResults) -> None:
    """Draw where a visitor's runs stand among the official ones, and the button that has new ones scored."""
    st.header("Your run", anchor=False)
    team = _team(source)
    remaining = None if team is None else _show_left(source, found, team)
    read = check(source, scale)
    if read is None or read.task is None or team is None or remaining is None:
        return
    if len(read.task.runs) > AT_ONCE:
        st.info(f"At most {AT_ONCE} runs are scored together. Remove some of your {count(len(read.task.runs), 'run')}.")
        return
    try:
        own = blind.answer(source, read, found, team, _file(source), _today(), new=False)
    except OrdquantError as problem:
        st.error(escape(str(problem)))
        return
    new = len(read.task.runs) - len(own)
    if new and (sentence := cannot_score(new, remaining)):
        st.info(escape(sentence))
    elif new and not remaining.budget.why_none:
        st.button(
            f"Score {count(new, 'run')}",
            key=f"score_own_{source.key}",
            type="primary",
            help=f"This uses {count(new, 'answer')} for good. A run that nearly equals one scored before uses none.",
            on_click=_score,
            args=(source, read, found, team),
        )
    if own:
        write.table(*official_views.own_standings(found, own), id="own_standing")
        write.note("The mean of your run is rounded coarsely, so that it reveals no single case.")


def _score(source: Source, read: TaskRead, found: BlindResults, team: str) -> None:
    with problems.said():
        blind.answer(source, read, found, team, _file(source), _today(), new=True)


def _team(source: Source) -> str | None:
    """Draw the field for the token where the task has tokens; return the team, None as long as it is not known."""
    if blind.team_of(source, "") == "":
        return ""
    label, key = "Token of your team", f"team_token_{source.key}"
    hint = "The organisers give each team a token. Runs are checked without one, and scored only with one."
    token = st.text_input(label, key=key, type="password", help=hint, max_chars=200, width=340, persist_state="session")
    team = blind.team_of(source, token)
    if team is None and token.strip():
        st.warning("No team of this task has this token. Ask the organisers for yours.")
    return team


def _show_left(source: Source, found: BlindResults, team: str) -> Left | None:
    """Say how many answers are left; None if they cannot be counted."""
    with problems.said():
        remaining = blind.left(source, found, team, _file(source), _today())
        write.paragraph(answers_left(remaining), id="answers_left")
        return remaining
    return None


def _file(source: Source) -> Path:
    return blind.answers_file(source, os.environ.get(sources.STATE))


def _today() -> int:
    """Return the number of the day, which a restart does not begin anew. A wrong clock gives no more answers in all."""
    return int(time.time() // _A_DAY)


def template_buttons(known: BlindOutline) -> None:
    """Draw the downloads of a run to fill in."""
    scales = known.scales or ((known.scale,) if known.scale else ())
    for form in ("csv", "ntcir"):
        make = partial(template, known.cases, known.classes, form, scales=scales)
        try:
            make()
        except OrdquantError:  # the format does not have these classes
            continue
        name = f"template{WRITERS[form].extension}"
        mime = "application/json" if form == "ntcir" else "text/csv"
        downloads.file_button(f"Template, {WRITERS[form].words}", make, name, mime)
