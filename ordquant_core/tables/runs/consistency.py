"""How consistently measures rank runs, as tables."""

from ordquant_core.analysis.consistency import Consistency, Curve, Experiment, outperformed
from ordquant_core.tables.table import Table, of_rows, stacked


def consistency_table(found: Consistency) -> Table:
    """Return a row per measure: its mean tau."""
    split = "half" if found.size is None else str(found.size)
    means = zip(found.measures, found.means.tolist(), strict=True)
    return of_rows(("measure", "split", "tau"), ((key, split, mean) for key, mean in means))


def experiment_table(found: Experiment, alpha: float) -> Table:
    """Return `consistency_table` by halves and by small sets, with the measures that each one outperforms."""
    tables = []
    for sets in ("half", "small"):
        one, test = found.by(sets)
        splits, cases = (
            [" ".join(one.measures[other] for other in row) for row in outperformed(tested, alpha)]
            for tested in (test, found.over_cases(sets))
        )
        columns = {**consistency_table(one).columns, "outperforms": splits}
        tables.append(Table({**Table(columns).beside(splits=len(one.taus)).columns, "outperforms_over_cases": cases}))
    return stacked(tables)


def growth_table(found: Curve) -> Table:
    """Return a row per size of the sets and measure: the mean tau."""
    sizes = zip(found.sizes, found.means.tolist(), strict=True)
    tables = [
        Table({"measure": found.measures, "split": [str(size)] * len(means), "tau": means}) for size, means in sizes
    ]
    return stacked(tables).beside(splits=found.n_splits)
