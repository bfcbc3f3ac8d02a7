"""The two subtasks of EVIA 2017 [sakai2017], section 3.1, as examples: what a system estimates, and what is compared.

The estimates (2, 2, 2, 2, 2) and (3, 4, 3, 0) and the gold (0, 0, 1, 4, 5) are taken from the paper's text, with 10
annotators. It gives no gold for the utterance block: ours is made up.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Subtask:
    """A subtask on a dialogue of some utterance blocks."""

    title: str
    senders: tuple[str, ...]  # of the blocks, in order
    block: int | None  # the block that is judged; None: the whole dialogue
    labels: tuple[str, ...]  # quality levels, or nugget types
    estimate: tuple[int, ...]  # annotators
    gold: tuple[int, ...]
    measures: tuple[str, ...]  # that the paper scores it by


_SENDERS = ("customer", "helpdesk", "customer", "helpdesk")
SUBTASKS = (
    Subtask(
        title="(a) Dialogue quality: per dialogue",
        senders=_SENDERS,
        block=None,
        labels=("1", "2", "3", "4", "5"),
        estimate=(2, 2, 2, 2, 2),
        gold=(0, 0, 1, 4, 5),
        measures=("RNSS", "JSD", "SNOD"),
    ),
    Subtask(
        title="(b) Nugget detection: per utterance block",
        senders=_SENDERS,
        block=0,
        labels=("CNUG0", "CNUG", "CNUG*", "CNaN"),
        estimate=(3, 4, 3, 0),
        gold=(6, 3, 0, 1),
        measures=("RNSS", "JSD"),
    ),
)
