r"""The paragraph on methods of a study, ready to paste: what was computed, by which test, with which settings.

Every number is that of the results themselves. Keys of references stand in brackets, as in docstrings; they become
names and years in plain text, and `\cite` in LaTeX.
"""

import platform
import re
from collections.abc import Iterator, Sequence

from ordquant_core.findings.tasks import families, family
from ordquant_core.findings.words import span
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, listed, setting
from ordquant_core.papers.experiments import N_VOTES
from ordquant_core.papers.references import REFERENCES
from ordquant_core.reproduction.study import Settings, TaskResults
from ordquant_core.version import VERSION
from ordquant_core.writing.bibtex import SOFTWARE
from ordquant_core.writing.latex import in_latex
from ordquant_core.writing.provenance import library_version
from ordquant_core.writing.sigir2018 import N_CLASSES

_CITED = re.compile(r" \[((?:[a-z_]+\d{4}[a-z]*|ordquant)(?:, [a-z_]+\d{4}[a-z]*)*)\]")


def methods(results: Sequence[TaskResults], settings: Settings, *, figures: bool = False) -> tuple[str, ...]:
    """Return the sentences on all tables of a study, with the keys of references; `figures`: on those, too."""
    return tuple(_sentences(results, settings, figures=figures))


def _sentences(results: Sequence[TaskResults], settings: Settings, *, figures: bool) -> Iterator[str]:
    trials, level = count(settings.n_trials), f"α = {setting(settings.alpha)}"
    tasks = listed([_described(result) for result in results])
    yield f"We studied {count(len(results), 'task')} of ordinal quantification: {tasks}."
    yield (
        f"Estimated distributions were compared with the gold distributions by {listed(_named(settings))}; 0 is a "
        "perfect score, and smaller is better. The score of a run is its mean over the cases of the task."
    )
    yield (
        "Of two baselines [sakai2021lq], Popularity puts all probability on the most frequent class of the gold of "
        "each case, shared equally where several are, and so uses the gold; Uniform gives every class the same."
    )
    yield (
        "All pairs of runs of a task were compared by the randomised Tukey HSD test [carterette2012, "
        f"sakai2021lq]: for each measure by itself, it controls the familywise error rate; with B = {trials} "
        f"permutations of the runs within each case, p = (k + 1) / (B + 1), where the largest difference was as "
        f"large as that of the pair in k of them, seed {setting(settings.seed)}, and {level}."
    )
    yield (
        "Three tables compare measures by these tests [sakai2021lq]: discriminative power, the share of the pairs of "
        "runs that differ significantly; significance overlap, the pairs that differ significantly by both of two "
        "measures out of those that do by either; and contradictions, the pairs on which two measures find significant "
        "differences in opposite directions."
    )
    ranked = families([(one.name, one.task) for one in results])
    tested = families([(one.name, one.tested) for one in results])
    others = "" if tested == ranked else f"; in these three tables, {tested}"
    yield f"The runs compared were {ranked}{others}."
    drawn = (
        " The figures plot the score of Popularity minus that of Uniform by two measures, a dot per case, with "
        "Pearson's r and its 95% interval by Fisher's z."
    )
    yield (
        "For each measure we counted the cases on which Popularity, Uniform, or neither has the better score "
        f"[sakai2021lq].{drawn if figures else ''}"
    )
    combined = (
        " The same is tabled for each combination of DNKT with a measure beside the two [sakai2022]."
        if settings.measures.combined
        else ""
    )
    yield (
        "The rankings of the runs by two measures were compared by Kendall's τ, corrected for ties (τ-b) "
        "[kendall1962], with 95% intervals by Fisher's z with variance 0.437 / (n − 4) for n runs [fieller1957, "
        "sakai2022]; the average similarity of a measure is the mean of its τ with the others, and averages over "
        f"tasks are means of τ.{combined}"
    )
    sizes = sorted({one.small.consistency.n_cases[0] for one in results})
    small = count(sizes[0]) if len(sizes) == 1 else f"{count(sizes[0])} to {count(sizes[-1])}"
    yield (
        "For system ranking consistency [sakai2022], the cases of a task were split at random "
        f"{count(settings.n_splits)} times into two halves, and into two disjoint sets of {small} cases; measures were "
        "compared by the mean of Kendall's τ between the two rankings, with a randomised Tukey HSD test over the "
        f"splits ({trials} trials, {level}), which is about splits of these cases and not about other cases."
    )
    systems = [one.cases for one in results if one.cases is not None]
    on_cases = (
        " and, for each task, over the cases of the run, baselines aside, with the smallest mean "
        f"{MEASURES[systems[0].agreement.measures[0]].label}"
        if systems
        else ""
    )
    shares = (
        " For that run and the next best one with other estimates, preference agreement is the share of the cases on "
        "which two measures prefer the same one."
        if systems
        else ""
    )
    yield (
        "Kendall's τ between measures is also tabled over pairs of artificial distributions of "
        f"{count(N_VOTES)} votes over {listed(list(map(count, N_CLASSES)))} classes{on_cases} [sakai2018], with 95% "
        f"intervals by Long and Cliff [long_cliff1997].{shares}"
    )
    yield (
        f"Everything was computed with OrdQuant {VERSION} [{SOFTWARE}] (Python {platform.python_version()}, NumPy "
        f"{library_version('numpy')}, SciPy {library_version('scipy') or 'not installed'})."
    )


def _described(result: TaskResults) -> str:
    task, votes = result.task, result.task.votes
    gold = "probabilities as gold" if votes is None else f"{span(votes.sum(axis=1), 'vote')} each"
    cases = f"{count(len(task.cases), 'case')} with {gold}"
    runs = family(task).removesuffix(", without baselines")
    return f"{result.name} ({cases}, {len(task.classes)} ordered classes, {runs})"


def _named(settings: Settings) -> list[str]:
    """Return every measure with the keys of where it is defined and of what it comes from."""
    named = []
    for key in settings.measures.every:
        measure = MEASURES[key]
        sources = [source for source, _ in measure.sources]
        cited = [source for place, source in enumerate(sources) if place == 0 or not source.startswith("sakai")]
        by = f"[{', '.join(cited)}]" if cited else f"({measure.cited or 'a measure of our own'})"
        named.append(f"{measure.label} {by}")
    return named


def cited(sentences: Sequence[str]) -> list[str]:
    """Return the keys of the references in the order of the sentences, without that of OrdQuant."""
    keys = ", ".join(_CITED.findall(" ".join(sentences))).split(", ")
    return [key for key in dict.fromkeys(keys) if key != SOFTWARE]


def plain_text(sentences: Sequence[str]) -> str:
    """Return the paragraph as text, and the references below it; a letter tells those of one author and year apart."""
    keys = cited(sentences)
    alike = [[key for key in keys if _author_and_year(key) == name] for name in map(_author_and_year, keys)]
    letters = {key: chr(97 + same.index(key)) if len(same) > 1 else "" for key, same in zip(keys, alike, strict=True)}

    def name(match: re.Match[str]) -> str:
        named = [f"{_author_and_year(key)}{letters[key]}" for key in match[1].split(", ") if key != SOFTWARE]
        return f" ({'; '.join(named)})" if named else ""

    lines = [
        f"{f'[{letters[key]}] ' if letters[key] else ''}{REFERENCES[key].citation} {REFERENCES[key].url}".strip()
        for key in keys
    ]
    return "\n".join([_CITED.sub(name, " ".join(sentences)), "", "References", *lines, ""])


def _author_and_year(key: str) -> str:
    names = [name.split()[-1] for name in REFERENCES[key].authors]
    surnames = f"{names[0]} et al." if len(names) > 2 else " and ".join(names)
    return f"{surnames} {REFERENCES[key].year}"


def latex_text(sentences: Sequence[str]) -> str:
    """Return the paragraph as LaTeX; its references are those of `bibtex`."""
    parts = _CITED.split(" ".join(sentences))
    written = [
        in_latex_within(part) if place % 2 == 0 else f"~\\cite{{{part.replace(' ', '')}}}"
        for place, part in enumerate(parts)
    ]
    return f"% the entries of \\cite are in references.bib\n{''.join(written)}\n"


def in_latex_within(text: str) -> str:
    """Return a part of a text as LaTeX prints it, with the spaces at its ends."""
    ends = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{ends[0]}{in_latex(text)}{ends[1]}"
