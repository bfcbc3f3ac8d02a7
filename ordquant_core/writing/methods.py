r"""The paragraph on methods of a study, ready to paste: what was computed, by which test, with which settings.

Every number is that of the results themselves. Keys of references stand in brackets, as in docstrings; they become
names and years in plain text, and `\cite` in LaTeX.
"""

from __future__ import annotations  # help() shows types as they are written

import platform
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from ordquant_core.analysis.baselines import BASELINES, baselines_among
from ordquant_core.errors import OrdquantError
from ordquant_core.findings.tasks import families, family
from ordquant_core.findings.words import MEANS, span
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, listed, setting
from ordquant_core.papers.experiments import N_VOTES
from ordquant_core.papers.references import REFERENCES
from ordquant_core.records import Task
from ordquant_core.reproduction.study import Settings, TaskResults
from ordquant_core.version import VERSION
from ordquant_core.writing.bibtex import SOFTWARE, bibtex
from ordquant_core.writing.latex import in_latex
from ordquant_core.writing.provenance import library_version
from ordquant_core.writing.results import Results
from ordquant_core.writing.sigir2018 import N_CLASSES

_CITED = re.compile(r" \[((?:[a-z_]+\d{4}[a-z]*|ordquant)(?:, [a-z_]+\d{4}[a-z]*)*)\]")


def methods(results: Results, *, alpha: float = 0.05, form: Literal["text", "latex", "bibtex"] = "text") -> str:
    r"""Return the paragraph on methods of `oq.results`, as text, as LaTeX, or its references as BibTeX.

    Raises `OrdquantError` for another form.

    >>> import ordquant_core as oq
    >>> results = oq.results(oq.load_sample("breakdown-labels"), ["RNOD"], n_trials=100)
    >>> print(oq.methods(results, form="latex").splitlines()[1][:102])
    We studied 1 task of ordinal quantification: Breakdown labels (synthetic) (60 cases with 30 votes each
    """
    sentences = tuple(_on_results(results, alpha))
    if form == "bibtex":
        return bibtex(cited(sentences))
    if form not in ("text", "latex"):
        raise OrdquantError(f"A paragraph has no form {form!r}; the forms are text, latex and bibtex.")
    return plain_text(sentences) if form == "text" else latex_text(sentences)


def _on_results(results: Results, alpha: float) -> Iterator[str]:
    yield _studied([(results.task.name, results.task)])
    yield _measured(results.scores.measures)
    if among := baselines_among(results.task):
        yield _baselines(among)
    if results.tested:
        yield _tested(results.test.n_trials, results.seed, alpha)
    yield f"Means have 95% intervals ({MEANS})."
    yield _software()


def methods_of_study(results: Sequence[TaskResults], settings: Settings, *, figures: bool = False) -> tuple[str, ...]:
    """Return the sentences on all tables of a study, with the keys of references; `figures`: on those, too."""
    return tuple(_sentences(results, settings, figures=figures))


def _sentences(results: Sequence[TaskResults], settings: Settings, *, figures: bool) -> Iterator[str]:
    trials, level = count(settings.n_trials), f"α = {setting(settings.alpha)}"
    yield _studied([(result.name, result.task) for result in results])
    yield _measured(settings.measures.every)
    yield _baselines(BASELINES)
    yield _tested(settings.n_trials, settings.seed, settings.alpha)
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
    yield _software()


def _studied(tasks: Sequence[tuple[str, Task]]) -> str:
    described = listed([_described(name, task) for name, task in tasks])
    return f"We studied {count(len(tasks), 'task')} of ordinal quantification: {described}."


def _measured(keys: Sequence[str]) -> str:
    return (
        f"Estimated distributions were compared with the gold distributions by {listed(_named(keys))}; 0 is a "
        "perfect score, and smaller is better. The score of a run is its mean over the cases of the task."
    )


def _baselines(among: Iterable[str]) -> str:
    does = {
        "popularity": "Popularity puts all probability on the most frequent class of the gold of each case, shared "
        "equally where several are, and so uses the gold",
        "uniform": "Uniform gives every class the same",
    }
    these = [does[key] for key in among]
    return f"Of {'two' if len(these) == len(does) else 'the'} baselines [sakai2021lq], {'; '.join(these)}."


def _tested(n_trials: int, seed: int, alpha: float) -> str:
    return (
        "All pairs of runs of a task were compared by the randomised Tukey HSD test [carterette2012, "
        f"sakai2021lq]: for each measure by itself, it controls the familywise error rate; with B = {count(n_trials)} "
        f"permutations of the runs within each case, p = (k + 1) / (B + 1), where the largest difference was as "
        f"large as that of the pair in k of them, seed {setting(seed)}, and α = {setting(alpha)}."
    )


def _software() -> str:
    return (
        f"Everything was computed with OrdQuant {VERSION} [{SOFTWARE}] (Python {platform.python_version()}, NumPy "
        f"{library_version('numpy')}, SciPy {library_version('scipy') or 'not installed'})."
    )


def _described(name: str, task: Task) -> str:
    votes = task.votes
    gold = "probabilities as gold" if votes is None else f"{span(votes.sum(axis=1), 'vote')} each"
    cases = f"{count(len(task.cases), 'case')} with {gold}"
    runs = family(task).removesuffix(", without baselines")
    return f"{name} ({cases}, {len(task.classes)} ordered classes, {runs})"


def _named(keys: Sequence[str]) -> list[str]:
    """Return every measure with the keys of where it is defined and of what it comes from."""
    named = []
    for key in keys:
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
