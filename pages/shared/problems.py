"""What is wrong with files: the verdict, and the table of problems with what to do in the words of the page."""

import html
import re
from collections.abc import Callable, Sequence

import streamlit as st

from ordquant_core.errors import CHOICE_WORDS, Choice, Problem, fixing
from ordquant_core.formats import TaskRead
from pages.shared import questions

LISTED = 200
_FLAG_ASIDE = re.compile(r" \(--[^)]*\)")
_FLAG = re.compile(r"--([a-z][a-z0-9-]*)")


def verdict(read: TaskRead) -> None:
    """Say in one sentence that a task cannot be used yet, and count why."""
    st.html(f'<p class="oq oq-verdict" id="verdict">{html.escape(not_ready(read))}</p>')


def not_ready(read: TaskRead) -> str:
    """Return the sentence on a task that cannot be used yet."""
    asked, wrong = questions.open_questions(read), questions.others(read)
    files = {problem.file for problem in wrong} | {file for one in asked for file in one.files}
    counts = [_count(number, noun) for number, noun in ((len(asked), "question"), (len(wrong), "problem")) if number]
    return f"Not ready: {' and '.join(counts)} in {_count(len(files), 'file')}."


def tell(problems: Sequence[Problem], choose: Callable[[Sequence[Choice]], None]) -> None:
    """Show every problem of files that make no task; `choose` is called with the repairs that the visitor asks for."""
    files = len({problem.file for problem in problems})
    st.error(
        f"{'This file' if files == 1 else f'{files} files'} cannot be used as {'it is' if files == 1 else 'they are'}: "
        f"{_count(len(problems), 'problem')}. Nothing was changed."
    )
    table(problems)
    choices = fixing(problems)
    if choices and st.button(name(choices), type="primary", key="mend"):
        choose(choices)
        st.rerun()


def name(choices: Sequence[Choice]) -> str:
    """Return what the button that makes some choices is called.

    >>> name(["renormalise", "skip-files"])
    'Divide rows by their sum and leave out files that do not belong to the task'
    """
    words = " and ".join(CHOICE_WORDS[choice] for choice in choices)
    return words[:1].upper() + words[1:]


def what_to_do(problem: Problem) -> str:
    """Return what to do about a problem, with the controls of the page by their names.

    >>> what_to_do(Problem("a.csv", "case x", "", "correct the row", ("renormalise", "drop-faulty")))
    'correct the row, or choose “Divide rows by their sum” or “Leave out faulty cases, everywhere”'
    >>> what_to_do(Problem("a.csv", "", "", "name all 7 in their order (--classes), with --union-classes"))
    'name all 7 in their order, with “Use all classes of gold and runs”'
    """
    action = _FLAG.sub(_control, _FLAG_ASIDE.sub("", problem.action))
    if not problem.choices:
        return action
    return f"{action}, or choose {' or '.join(f'“{name([choice])}”' for choice in problem.choices)}"


def table(problems: Sequence[Problem]) -> None:
    """Draw the first problems as a table."""
    shown = problems[:LISTED]
    more = len(problems) - len(shown)
    rows = "".join(
        f"<tr><td>{html.escape(p.file)}</td><td>{html.escape(p.case)}</td><td>{html.escape(p.seen)}</td>"
        f"<td>{html.escape(what_to_do(p))}</td></tr>"
        for p in shown
    )
    st.html(
        '<div class="oq-scroll"><table class="oq oq-table oq-stack oq-words" id="problems"><thead><tr><th>file</th>'
        f"<th>where</th><th>what was found</th><th>what to do</th></tr></thead><tbody>{rows}</tbody></table></div>"
        + (f'<p class="oq oq-muted">… and {more:,} more.</p>' if more else "")
    )


def _control(flag: re.Match[str]) -> str:
    words: str | None = {str(choice): name([choice]) for choice in CHOICE_WORDS}.get(flag[1])
    return flag[0] if words is None else f"“{words}”"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"
