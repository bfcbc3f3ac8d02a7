"""The problems of files as a table."""

from collections.abc import Sequence

import pandas as pd

from ordquant_core.errors import Problem
from ordquant_core.glossary import of_rows


def problem_table(problems: Sequence[Problem]) -> pd.DataFrame:
    """Return a row per problem of files, with what to do on the command line."""
    rows = [(problem.file, problem.case, problem.seen, problem.advice) for problem in problems]
    return of_rows(("file", "case", "problem", "action"), rows)
