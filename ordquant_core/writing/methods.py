r"""The paragraph on methods of a study, ready to paste: what was computed, by which test, with which settings.

Every number is that of the results themselves. Keys of references stand in brackets, as in docstrings; they become
names and years in plain text, and `\cite` in LaTeX.
"""

import platform
import re
from collections.abc import Sequence

from ordquant_core.findings.tasks import families
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, listed, setting
from ordquant_core.papers.references import REFERENCES
from ordquant_core.reproduction.study import Settings, TaskResults
from ordquant_core.version import VERSION
from ordquant_core.writing.bibtex import SOFTWARE
from ordquant_core.writing.latex import in_latex
from ordquant_core.writing.provenance import library_version

_CITED = re.compile(r" \[([a-z_]+\d{4}[a-z]*|ordquant)\]")


def methods(results: Sequence[TaskResults], settings: Settings) -> tuple[str, ...]:
    """Return the sentences on the tasks, measures, tests and versions of a study, with the keys of references."""
    first, tasks = results[0], [(one.name, one.task) for one in results]
    trials, seed, level = count(first.results.test.n_trials), setting(settings.seed), setting(settings.alpha)
    alike = f"α = {level}"
    splits = count(first.half.consistency.n_splits)
    sizes = sorted({one.small.consistency.n_cases[0] for one in results})
    small = count(sizes[0]) if len(sizes) == 1 else f"{count(sizes[0])} to {count(sizes[-1])}"
    described = [
        f"{one.name} ({count(len(one.task.cases), 'case')}, {len(one.task.classes)} ordered classes, "
        f"{count(len(one.task.runs), 'run')})"
        for one in results
    ]
    return (
        f"We studied {count(len(results), 'task')} of ordinal quantification: {listed(described)}.",
        f"Estimated distributions were compared with the gold distributions by {listed(_named(settings))}; 0 is a "
        "perfect score, and smaller is better.",
        "The score of a run is its mean over the cases of the task.",
        "All pairs of runs of a task were compared by the randomised Tukey HSD test [sakai2021lq], which controls the "
        f"familywise error rate, with B = {trials} permutations of the runs within each case, p = (k + 1) / (B + 1), "
        f"seed {seed}, and {alike}; each measure was tested by itself. For the table of means, the runs compared were "
        f"{families(tasks)}.",
        "The discriminative power of a measure is the share of the pairs of runs that differ significantly by it "
        f"[sakai2021lq]; the runs compared there were {families([(one.name, one.tested) for one in results])}.",
        "The rankings of the runs by two measures were compared by Kendall's τ, corrected for ties [kendall1962], with "
        "95% intervals by Fisher's z with variance 0.437 / (n − 4) [sakai2022] and by Long and Cliff [long_cliff1997].",
        f"For system ranking consistency [sakai2022], the cases of a task were split at random {splits} times into two "
        f"halves, and into two disjoint sets of {small} cases; measures were compared by Kendall's τ between the two "
        f"rankings, with a randomised Tukey HSD test over the splits ({count(first.half.test.n_trials)} trials, "
        f"{alike}), which is about splits of these cases and not about other cases.",
        f"Everything was computed with OrdQuant {VERSION} [{SOFTWARE}] (Python {platform.python_version()}, NumPy "
        f"{library_version('numpy')}, SciPy {library_version('scipy') or 'not installed'}).",
    )


def _named(settings: Settings) -> list[str]:
    """Return every measure with the key of its source."""
    named = []
    for key in settings.measures.every:
        sources = MEASURES[key].sources
        named.append(f"{MEASURES[key].label} [{sources[0][0]}]" if sources else MEASURES[key].label)
    return named


def cited(sentences: Sequence[str]) -> list[str]:
    """Return the keys of the references in the order of the sentences, without that of OrdQuant."""
    return [key for key in dict.fromkeys(_CITED.findall(" ".join(sentences))) if key != SOFTWARE]


def plain_text(sentences: Sequence[str]) -> str:
    """Return the paragraph as text, and the references below it."""

    def name(match: re.Match[str]) -> str:
        return "" if match[1] == SOFTWARE else f" ({_surnames(match[1])} {REFERENCES[match[1]].year})"

    lines = [f"{REFERENCES[key].citation} {REFERENCES[key].url}".strip() for key in cited(sentences)]
    return "\n".join([_CITED.sub(name, " ".join(sentences)), "", "References", *lines, ""])


def _surnames(key: str) -> str:
    names = [name.split()[-1] for name in REFERENCES[key].authors]
    return f"{names[0]} et al." if len(names) > 2 else " and ".join(names)


def latex_text(sentences: Sequence[str]) -> str:
    """Return the paragraph as LaTeX; its references are those of `bibtex`."""
    parts = _CITED.split(" ".join(sentences))
    written = [in_latex_within(part) if place % 2 == 0 else f"~\\cite{{{part}}}" for place, part in enumerate(parts)]
    return f"% the entries of \\cite are in references.bib\n{''.join(written)}\n"


def in_latex_within(text: str) -> str:
    """Return a part of a text as LaTeX prints it, with the spaces at its ends."""
    ends = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{ends[0]}{in_latex(text)}{ends[1]}"
