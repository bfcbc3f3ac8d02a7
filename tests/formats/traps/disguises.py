"""Disguises: what happens to the files of a good task on their way to us, one function for each."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import strategies as st

from tests.formats.traps.good import OTHER_SCALE, Draft, Good, cells_of

NAMES = ("year", "length", "mean", "total", "score", "notes", "x1", "weight", "rank", "alpha", "n")
VALUES = ("constant", "integers", "shares", "row numbers", "zeros", "texts")
MARKED = ("utf-8-sig", "utf-16", "utf-16-be")
SEPARATORS = (",", "\t", ";")
NOTES = [["Collected in May"], ["Ten annotators for each case"]]


@dataclass(slots=True)
class Work:
    """A disguise in the making."""

    draw: st.DrawFn
    good: Good
    drafts: list[Draft]  # the gold, then the runs
    how: list[str]
    more: list[Draft]
    scale: str | None = None
    answers: dict[str, Any] = field(default_factory=dict)
    answered_scale: str | None = None
    zips: str = ""  # "runs" or "task"

    def pick(self, options: Sequence):
        return options[self.draw(st.integers(0, len(options) - 1))]

    def targets(self, *, every: bool = True) -> list[Draft]:
        """Draw which files are meant: the gold, a run, all runs, or everything."""
        groups = [[self.drafts[0]], [self.drafts[1]], self.drafts[1:]]
        return self.pick([*groups, self.drafts] if every else groups)

    def say(self, drafts: Sequence[Draft], what: str) -> None:
        self.how.append(f"{', '.join(draft.path for draft in drafts)}: {what}")


def extra_column(work: Work) -> None:
    # A word among words, in gold and runs alike, may be a class: then nobody could know.
    drafts = [draft for draft in work.targets(every=work.good.numeric) if draft.form != "json"]
    if not drafts:
        return
    name, kind = work.pick(NAMES), work.pick(VALUES)
    seed = work.draw(st.integers(0, 99))
    count = len(work.good.ids)
    at = work.draw(st.integers(-1, len(work.good.classes)))
    values = {
        "constant": [str((2024, 1, 10, 3)[seed % 4])] * count,
        "integers": [str((seed + 7 * n * n) % 31) for n in range(count)],
        "shares": [str(((seed + 13 * n) % 101) / 100) for n in range(count)],
        "row numbers": [str(n + seed % 2) for n in range(count)],
        "zeros": ["0"] * count,
        "texts": [f"said {(seed + n) % 5}" for n in range(count)],
    }[kind]
    work.answers["classes"] = work.good.classes
    if at < 0:
        work.answers["id_columns"] = (drafts[0].key,)
    for draft in drafts:
        if at < 0:
            draft.front = [name, *values]
        else:
            draft.classes.insert(at, name)
            for row, value in zip(draft.rows, values, strict=True):
                row.insert(at, value)
    where = "before the ids" if at < 0 else f"before class {at + 1}" if at < len(work.good.classes) else "at the end"
    work.say(drafts, f"a column {name} of {kind} {where}")


def no_ids(work: Work) -> None:
    drafts = work.targets()
    if any("row" in one or "case" in one for one in work.how):  # then their order is not that of the good task
        return
    for draft in drafts:
        draft.ids = None
    work.answers["no_ids"] = True
    if any(draft.ids is not None for draft in work.drafts):
        work.answers["by_position"] = True
    work.say(drafts, "no ids")


def doubled_id(work: Work) -> None:
    (draft, *_) = work.targets(every=False)
    if draft.ids is None:
        return
    first, second = work.draw(st.integers(0, len(draft.ids) - 1)), work.draw(st.integers(0, len(draft.ids) - 1))
    if work.draw(st.booleans()) and first < second:
        draft.ids[second] = draft.ids[first]
        work.say([draft], f"row {second + 1} has the id of row {first + 1}")
    else:
        draft.ids.append(draft.ids[first])
        draft.rows.append(list(draft.rows[second]))
        if draft.front is not None:
            draft.front.append(draft.front[1 + first])
        work.say([draft], f"case {draft.ids[first]} once more at the end, with the numbers of row {second + 1}")


def other_scale(work: Work) -> None:
    if work.good.form != "json":
        return
    drafts = work.targets(every=False)
    scales = work.pick(((OTHER_SCALE,), (OTHER_SCALE, "A"), ("A", OTHER_SCALE)))
    for draft in drafts:
        draft.scales = scales
    work.scale = work.pick((None, "A"))
    work.answered_scale = "A"
    work.say(drafts, f"scales {', '.join(scales)} (of A are the numbers of the good task)")


def gold_among_runs(work: Work) -> None:
    gold = work.drafts[0]
    path = work.pick(("runs/gold", "copy", "best-run"))
    if work.draw(st.booleans()):
        copy = replace(gold, path=f"{path}.{gold.form}")
    else:
        rows = [cells_of(row) for row in work.good.gold]
        copy = Draft(f"{path}.csv", "case", list(work.good.ids), list(work.good.classes), rows)
    work.more.append(copy)
    work.say([copy], "a copy of the gold")


def folders(work: Work) -> None:
    how = work.pick(("teams", "teams in a zip", "runs in a zip", "everything in a zip"))
    if "teams" in how:
        for draft, team in zip(work.drafts[1:], ("teamA", "teamB", "teamC"), strict=False):
            draft.path = f"{team}/run.{draft.form}"
    work.zips = {"teams": "", "everything in a zip": "task.zip"}.get(how, "runs.zip")
    work.how.append(how)


def encoding(work: Work) -> None:
    drafts = [draft for draft in work.targets() if draft.form != "xlsx"]
    encoding = work.pick((*MARKED, "latin-1", "utf-16-le"))
    work.answers["latin_1"] = True
    for draft in drafts:
        draft.encoding = encoding
    work.say(drafts, f"in {encoding}")


def latin_1(work: Work) -> None:
    drafts = [draft for draft in work.targets() if draft.form == "csv"]
    for draft in drafts:
        draft.encoding = "latin-1"
    work.answers["latin_1"] = True
    work.say(drafts, "in Latin-1")


def marked_encoding(work: Work) -> None:
    drafts = [draft for draft in work.targets() if draft.form != "xlsx"]
    encoding = work.pick(MARKED)
    for draft in drafts:
        draft.encoding = encoding
    work.say(drafts, f"in {encoding} with its mark")


def separator(work: Work) -> None:
    drafts = [draft for draft in work.targets() if draft.form == "csv"]
    separator = work.pick(SEPARATORS[1:])
    for draft in drafts:
        draft.sep = separator
    work.say(drafts, f"columns separated by {separator!r}")


def decimal_comma(work: Work) -> None:
    drafts = [draft for draft in work.targets() if draft.form == "csv"]
    separator = work.pick((";", "\t", ","))
    for draft in drafts:
        draft.comma, draft.sep = True, separator
    work.say(drafts, f"decimal commas, columns separated by {separator!r}")


def semicolons(work: Work) -> None:
    drafts = [draft for draft in work.targets() if draft.form == "csv"]
    for draft in drafts:
        draft.comma, draft.sep = True, ";"
    work.say(drafts, "decimal commas, columns separated by semicolons")


def percentages(work: Work) -> None:
    drafts = [draft for draft in work.targets() if not draft.counted]
    for draft in drafts:
        rows = work.good.gold if draft is work.drafts[0] else work.good.runs[work.drafts.index(draft) - 1]
        percent = {share: f"{100 * float(share):.14g}" for row in rows for share in cells_of(row)}
        draft.rows = [[percent.get(cell, cell) for cell in row] for row in draft.rows]
    work.answers["percentages"] = True
    work.say(drafts, "in percent")


def further_sheet(work: Work) -> None:
    drafts = [draft for draft in work.targets() if draft.form == "xlsx"]
    before = work.draw(st.booleans())
    kind = work.pick(("notes", "table", "empty"))
    numbers = [
        ["case", *work.good.classes],
        *([case, 1, *(0 for _ in work.good.classes[1:])] for case in work.good.ids),
    ]
    if kind == "table" and drafts:
        work.answered_scale = "data"
    for draft in drafts:
        draft.sheets.append((before, kind, {"notes": NOTES, "table": numbers, "empty": []}[kind]))
    work.say(drafts, f"a sheet more {'before' if before else 'behind'} the data: {kind}")


def order_of_rows(work: Work) -> None:
    drafts = [draft for draft in work.targets() if draft.ids is not None]
    seed = work.draw(st.integers(0, 99))
    for draft in drafts:
        order = list(range(len(draft.rows)))
        random.Random(seed).shuffle(order)
        draft.ids = [(draft.ids or [])[row] for row in order]
        draft.rows = [draft.rows[row] for row in order]
        if draft.front is not None:
            draft.front = [draft.front[0], *(draft.front[1 + row] for row in order)]
    work.say(drafts, "rows in another order")


def order_of_classes(work: Work) -> None:
    (draft, *_) = work.targets(every=False)
    if draft is work.drafts[0]:
        draft = work.drafts[-1]
    order = list(range(len(draft.classes)))
    random.Random(work.draw(st.integers(0, 99))).shuffle(order)
    draft.classes = [draft.classes[place] for place in order]
    draft.rows = [[row[place] for place in order] for row in draft.rows]
    work.say([draft], f"columns in the order {', '.join(draft.classes)}")


def gzip(work: Work) -> None:
    drafts = [draft for draft in work.targets() if draft.form != "xlsx"]
    named = work.draw(st.booleans())
    for draft in drafts:
        draft.gz = True
        draft.path += ".gz" * named
    work.say(drafts, "in gzip")


# In the order in which they happen: first to what the files hold, then to how they are written and packed.
DISGUISES: tuple[Callable[[Work], None], ...] = (
    extra_column,
    percentages,
    order_of_rows,
    doubled_id,
    order_of_classes,
    no_ids,
    other_scale,
    separator,
    decimal_comma,
    encoding,
    further_sheet,
    gold_among_runs,
    folders,
    gzip,
)
HARMLESS: tuple[Callable[[Work], None], ...] = (
    order_of_rows,
    order_of_classes,
    separator,
    semicolons,
    marked_encoding,
    folders,
    gzip,
)
ANSWERED: tuple[Callable[[Work], None], ...] = (extra_column, percentages, no_ids, latin_1)
