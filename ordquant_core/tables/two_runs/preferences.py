"""Tables on two runs: the preferences of every measure, and the agreement of pairs of measures."""

from collections.abc import Sequence

from ordquant_core.records import Preferences
from ordquant_core.tables.table import Table


def preference_table(
    preferences: Preferences,
    *,
    runs: tuple[str, str] | None = None,
    correlations: Sequence[Sequence[float | None]] | None = None,
) -> Table:
    """Return a row per measure: the cases on which it prefers each run, and its mean delta.

    If `runs` are given, every row names them: nothing else in a file says which runs A and B are.
    `correlations[i][j]` is Pearson's correlation of the deltas of measures i and j, None where it is not defined.
    """
    table = Table(
        {
            "measure": preferences.measures,
            "prefers_a": preferences.prefers_a,
            "prefers_b": preferences.prefers_b,
            "ties": preferences.ties,
            "mean_delta": preferences.mean_delta,
            **{
                f"pearson_{key}": [row[place] for row in correlations or ()]
                for place, key in enumerate(preferences.measures if correlations is not None else ())
            },
        }
    )
    return table if runs is None else table.beside(run_a=runs[0], run_b=runs[1])
