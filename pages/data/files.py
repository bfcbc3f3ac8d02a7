"""The files of a task: what they were recognised as, which is the gold, adding and taking away."""

import html
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from ordquant_core.errors import CHOICE_WORDS, mending
from ordquant_core.formats import File, Recognised, TaskRead
from pages.shared import sources, tasks
from pages.shared.sources import Source

UNDECIDED = ""
KINDS = (
    ("NTCIR STC-3, DialEval", "JSON", "annotators' quality labels per scale", "a distribution per case and scale"),
    ("DBDC", "JSON, a file a dialogue", "*.log.json with labels O, T, X", "*.labels.json, zipped per run"),
    ("SemEval Task 4 E", "TSV without header", "topic and a number per class", "the same"),
    ("LeWiDi 2025", "JSON, TSV", "labels of every annotator", "id and [p0, p1, …]"),
    ("LeQua, and any wide table", "CSV, TSV, Excel", "id, then a column per class", "the same"),
    ("One row a vote", "CSV, TSV, Excel", "case, annotator, label", "–"),
    ("Counts of several systems", "CSV", "rows of the system GOLD", "all other systems"),
)


def recognised_kinds() -> None:
    """Draw the list of what can be read, for a visitor who wonders what to drop."""
    rows = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in kind) + "</tr>" for kind in KINDS)
    st.html(
        '<div class="oq-scroll"><table class="oq oq-table"><thead><tr><th>format</th><th>file</th><th>gold</th>'
        f"<th>run</th></tr></thead><tbody>{rows}</tbody></table></div>"
        '<p class="oq oq-muted">A file is known by its content, its name does not matter; a run is called as its '
        "file. Cases are matched by id, classes by label.</p>"
    )


def verdict(source: Source, read: TaskRead) -> None:
    """Say in a sentence or two whether the task can be used, and as what."""
    if read.task is not None:
        runs = len(read.task.runs)
        facts = " · ".join(html.escape(part) for part in tasks.describe(read.task))
        ready = f"Ready: a gold and {runs or 'no'} run{'s' * (runs != 1)}."
        synthetic = "<b>Synthetic sample.</b> " if source.synthetic else ""
        st.html(
            f'<p class="oq oq-verdict" id="verdict">{ready}</p><p class="oq oq-because">{synthetic}{facts}.'
            f"{'' if runs else ' The baselines Popularity and Uniform can be compared on it.'}</p>"
        )
        tasks.tell_notes(read.task.notes)
        return
    count = len(read.problems)
    files = len({problem.file for problem in read.problems})
    mends = mending(read.problems)
    words = "”, “".join(CHOICE_WORDS[choice] for choice in mends)
    unmended = "Not all of them can be chosen away." if count > 1 else "No choice mends it."
    because = f"Choices that mend all of them: “{words}”." if mends else unmended
    st.html(
        f'<p class="oq oq-verdict" id="verdict">Not usable yet: {count:,} problem{"s" * (count != 1)} in {files:,} '
        f'file{"s" * (files != 1)}.</p><p class="oq oq-because">Nothing was changed. {because}</p>'
    )


def table(source: Source, read: TaskRead) -> None:
    """Draw what each file was recognised as, the choice of the gold, and the places to add and remove files."""
    st.subheader("The files", anchor=False)
    counts = Counter(problem.file for problem in read.problems)
    gold = read.gold.file if read.gold else source.gold
    read_runs = set(read.task.runs) if read.task else None
    rows = "".join(_row(found, gold, counts[found.file], read_runs) for found in read.recognised)
    known = {found.file for found in read.recognised}
    rows += "".join(
        f'<tr><td class="oq-id">{html.escape(name)}</td><td>not recognised</td><td></td><td>{count:,}</td></tr>'
        for name, count in counts.items()
        if name not in known and not any(name.startswith(f"{file}") for file in known)
    )
    st.html(
        '<div class="oq-scroll"><table class="oq oq-table oq-stack" id="files"><thead><tr><th>file</th>'
        f"<th>recognised as</th><th>used as</th><th>problems</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )
    candidates = [found.file for found in read.recognised if found.role != "run"]
    if len(candidates) > 1 or source.gold:
        _choose_gold(source, candidates, gold)
    if source.own:
        _change_files(source)


def _row(found: Recognised, gold: str | None, problems: int, read_runs: set[str] | None) -> str:
    runs = len(found.run_names)
    used = {True: "gold"}.get(found.file == gold, "run" if runs < 2 else f"{runs} runs")
    if found.role == "task":
        used = f"gold and {runs} runs"
    if found.role == "other" or (used == "run" and read_runs is not None and read_runs.isdisjoint(found.run_names)):
        used = "not used"
    return (
        f'<tr><td class="oq-id">{html.escape(found.file)}</td><td>{html.escape(found.words)}</td>'
        f'<td class="{"oq-gold" if used.startswith("gold") else ""}">{used}</td><td>{problems or ""}</td></tr>'
    )


def _choose_gold(source: Source, candidates: Sequence[str], gold: str | None) -> None:
    key = f"gold_{source.key}_{gold}"
    options = [*candidates] if gold in candidates else [UNDECIDED, *candidates]

    def chosen() -> None:
        if st.session_state[key]:
            tasks.use(replace(source, gold=st.session_state[key]))

    st.selectbox(
        "The gold",
        options,
        index=options.index(gold) if gold in options else 0,
        key=key,
        on_change=chosen,
        format_func=lambda name: name or "Choose the gold…",
    )


def _change_files(source: Source) -> None:
    held = source.load()
    gone = st.multiselect("Take files away", [file.name for file in held], key=f"gone_{source.key}", placeholder="none")
    if gone:
        rest = [file for file in held if file.name not in gone]
        st.button(f"Take away {len(gone)} of {len(held)} files", on_click=_keep_rest, args=(rest, source))
    tasks.ask_for_files(add_to=source)


def _keep_rest(rest: Sequence[File], source: Source) -> None:
    if rest:
        st.session_state["task"] = sources.keep(rest, instead_of=source.key).key
    else:
        sources.own().pop(source.key)
        st.session_state["task"] = sources.OWN
