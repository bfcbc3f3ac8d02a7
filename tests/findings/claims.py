"""What a sentence must hold: its numbers, measures, runs and negations, in order, and words that tell its branch."""

import re
from collections.abc import Callable

import pytest

from ordquant_core.findings.sentence import Sentence, plain

WORDS = r"(?:(?!\d|[A-Z]{2}|\b[A-Z]\b|∞|\b(?:n/a|no|not|none|never)\b).)*"


def every_branch(*rows: tuple[Sentence | str, str]) -> Callable[[Sentence | str, str], None]:
    """Return a test of sentences, each with its claim; in a claim, "…" stands for words that may change."""

    @pytest.mark.parametrize(("sentence", "claim"), rows, ids=[claim for _, claim in rows])
    def test(sentence: Sentence | str, claim: str) -> None:
        assert re.fullmatch(WORDS.join(map(re.escape, claim.split("…"))), plain(sentence)), plain(sentence)

    return test
