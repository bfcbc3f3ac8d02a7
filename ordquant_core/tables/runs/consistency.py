"""How consistently measures rank runs, as tables."""

from collections.abc import Sequence

from ordquant_core.analysis.consistency import Consistency, Curve, Experiment, outperformed
from ordquant_core.statistics.resampling import TukeyHSD
from ordquant_core.tables.table import Table, of_rows, stacked

SYMBOLS = {  # which measure a symbol stands for, as the paper has it; others get letters
    **{"NMD": "†", "RNADW": "♣", "RNOD": "♥", "RNADW2": "♠", "RNOD2": "♢", "NVD": "∗", "RNSS": "⋆", "JSD": "♮"},
    **{"DNKT": "∘", "DNKT_JSD": "◯", "DNKT_NMD": "△", "DNKT_RNOD": "▽"},
}


def consistency_table(found: Consistency) -> Table:
    """Return a row per measure: its mean tau, and how far the taus of splits spread."""
    split = "half" if found.size is None else str(found.size)
    rows = zip(found.measures, found.means.tolist(), found.spread.tolist(), strict=True)
    return of_rows(("measure", "split", "tau", "tau_spread"), ((key, split, *numbers) for key, *numbers in rows))


def tested_table(found: Consistency, test: TukeyHSD, alpha: float) -> Table:
    """Return `consistency_table` with the measures that each one outperforms, and their symbols in the paper."""
    better, signs = outperformed(test, alpha), symbols(found.measures)
    names = [[found.measures[other] for other in row] for row in better]
    columns = {
        **consistency_table(found).columns,
        "outperforms": [" ".join(row) for row in names],
        "symbols": ["".join(signs[key] for key in row) for row in names],
    }
    return Table(columns).beside(splits=len(found.taus))


def symbols(measures: Sequence[str]) -> dict[str, str]:
    """Return the symbol of every measure: the one of the paper, or its number where the paper has none."""
    return {key: SYMBOLS.get(key, str(number)) for number, key in enumerate(measures, 1)}


def experiment_table(found: Experiment, alpha: float) -> Table:
    """Return `consistency_table` by halves and by small sets, with the measures that each one outperforms."""
    tables = []
    for sets in ("half", "small"):
        one, test = found.by(sets)
        better = outperformed(found.over_cases(sets), alpha)
        cases = [" ".join(one.measures[other] for other in row) for row in better]
        tables.append(Table({**tested_table(one, test, alpha).columns, "outperforms_over_cases": cases}))
    return stacked(tables)


def growth_table(found: Curve) -> Table:
    """Return a row per size of the sets and measure: the mean tau."""
    sizes = zip(found.sizes, found.means.tolist(), strict=True)
    tables = [
        Table({"measure": found.measures, "split": [str(size)] * len(means), "tau": means}) for size, means in sizes
    ]
    return stacked(tables).beside(splits=found.n_splits)
