r"""The paragraph on methods of a study, ready to paste: what was computed, by which test, with which settings.

Every number is that of the results themselves. Keys of references stand in brackets, as in docstrings; they become
names and years in plain text, and `\cite` in LaTeX.
"""

from __future__ import annotations  # help() shows types as they are written

import platform
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Literal

from ordquant_core.analysis.baselines import BASELINES, baselines_among
from ordquant_core.errors import OrdquantError
from ordquant_core.findings.tasks import families
from ordquant_core.findings.words import MEANS, span
from ordquant_core.measures.measure import OWN
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, listed, setting
from ordquant_core.papers.experiments import COMPONENTS, N_VOTES, PER_COVER, PLOTTED
from ordquant_core.papers.references import REFERENCES
from ordquant_core.records import Task
from ordquant_core.reproduction.study import Settings, TaskResults
from ordquant_core.tasks.wording import is_repair
from ordquant_core.version import VERSION
from ordquant_core.writing.bibtex import CITATION, SOFTWARE, bibtex
from ordquant_core.writing.latex import in_latex
from ordquant_core.writing.provenance import library_version
from ordquant_core.writing.results import Results
from ordquant_core.writing.sigir2018 import N_CLASSES

FEWEST_FOR_INTERVALS = 4  # runs: Fisher's z needs more
_CITED = re.compile(r" \[((?:[a-z_]+\d{4}[a-z]*|ordquant)(?:, [a-z_]+\d{4}[a-z]*)*)\]")


def methods(results: Results, *, alpha: float = 0.05, form: Literal["text", "latex", "bibtex"] = "text") -> str:
    r"""Return the paragraph on methods of `oq.results`, as text, as LaTeX, or its references as BibTeX.

    Raises `OrdquantError` for another form.

    >>> import ordquant_core as oq
    >>> results = oq.results(oq.load_sample("breakdown-labels"), ["RNOD"], n_trials=100)
    >>> print(oq.methods(results, form="latex").splitlines()[1][:78])
    We studied one task: Breakdown labels (synthetic) (60 cases with 30 votes each
    """
    sentences = tuple(_on_results(results, alpha))
    if form == "bibtex":
        return bibtex(cited(sentences))
    if form not in ("text", "latex"):
        raise OrdquantError(f"A paragraph has no form {form!r}; the forms are text, latex and bibtex.")
    return plain_text(sentences) if form == "text" else latex_text(sentences)


def _on_results(results: Results, alpha: float) -> Iterator[str]:
    keys, task = results.scores.measures, results.task
    yield _studied([(task.name, task)])
    yield f"{_compared_by(keys)}."
    yield f"The score of a run is its mean over the cases of the task; means have 95% intervals ({MEANS})."
    if among := baselines_among(task):
        yield f"{_baselines(among, [task])}."
    if results.tested:
        yield _tested(results.test.n_trials, alpha)
    yield _on_software(keys, results.seed if results.tested else None)


def methods_of_study(results: Sequence[TaskResults], settings: Settings, *, figures: bool = False) -> tuple[str, ...]:
    """Return the sentences on all tables of a study, with the keys of references; `figures`: on those, too."""
    parts = (
        _on_data(results, settings),
        _on_tests(results, settings),
        _on_baselines(results, settings, figures=figures),
        _on_rankings(results, settings),
        _on_cases(results, settings),
        [_on_software(settings.measures.every, settings.seed)],
    )
    return tuple(chain.from_iterable(parts))


def _on_data(results: Sequence[TaskResults], settings: Settings) -> Iterator[str]:
    yield _studied([(result.name, result.task) for result in results])
    measures = settings.measures
    order = (
        " (DNKT is 0 where the classes are in the right order by probability, a combination with it where either part "
        "is 0)"
    )
    yield f"{_compared_by(measures.every)}{order if measures.combined else ''}."
    if measures.rankings != measures.significance:
        yield (
            f"Means and the tests of runs are those of {_labels(measures.significance)}; rankings those of "
            f"{_labels(measures.rankings)}, for consistency also of the combinations; cases and artificial "
            f"distributions those of {_labels(measures.cases)}."
        )
    primary = sorted({one.primary for one in results})
    yield (
        "The score of a run is its mean over the cases of the task. The table of means sorts the runs by "
        f"{_labels(primary)}; runs that share a letter do not differ significantly. The files as CSV have 95% "
        f"intervals of means ({MEANS})."
    )
    repairs = [f"{one.name}: {note}" for one in results for note in one.task.notes if is_repair(note)]
    if repairs:
        yield f"What was changed in the files when they were read: {'; '.join(repairs)}."


def _studied(tasks: Sequence[tuple[str, Task]]) -> str:
    described = listed([_described(name, task) for name, task in tasks])
    return f"We studied {count(len(tasks)) if len(tasks) > 1 else 'one'} task{'s' * (len(tasks) > 1)}: {described}."


def _compared_by(keys: Sequence[str]) -> str:
    return (
        f"Estimated distributions were compared with the gold distributions by {listed(_named(keys))}; smaller is "
        "better, and 0 is best"
    )


def _described(name: str, task: Task) -> str:
    votes = task.votes
    gold = "probabilities as gold" if votes is None else f"{span(votes.sum(axis=1), 'vote')} each"
    cases = f"{count(len(task.cases), 'case')} with {gold}"
    return f"{name} ({cases}, {len(task.classes)} ordered classes, {_runs([('', task)])})"


def _runs(tasks: Sequence[tuple[str, Task]]) -> str:
    """Say which runs there are, without a word on baselines where there are none."""
    return families(tasks).removesuffix(", without baselines")


def _named(keys: Sequence[str]) -> list[str]:
    """Return every measure with the keys of where it is defined and of what it comes from."""
    named = []
    for key in keys:
        measure, sources = MEASURES[key], [source for source, _ in MEASURES[key].sources]
        first = {REFERENCES[source].year for source in sources[:1]}  # later papers of the series only use it
        cited = [source for source in sources if not source.startswith("sakai") or REFERENCES[source].year in first]
        does = f": {measure.summary.rstrip('.')}" if measure.summary != key else ""
        own = f"(our own function{f', after {measure.cited}' if measure.cited else ''}{does})"
        by = own if measure.family == OWN else f"[{', '.join(cited)}]"
        named.append(f"{_labels([key])} {by}")
    return named


def _labels(keys: Sequence[str]) -> str:
    """Join the labels of measures, one's own without the word that tells them apart on a page."""
    return listed([MEASURES[key].label.removesuffix(" (own)") for key in keys])


def _on_tests(results: Sequence[TaskResults], settings: Settings) -> Iterator[str]:
    yield _tested(settings.n_trials, settings.alpha)
    ranked, tested = [(one.name, one.task) for one in results], [(one.name, one.tested) for one in results]
    if _runs(ranked) == _runs(tested):
        yield f"The runs compared were {_runs(ranked)}."
    else:
        several = "; a pair can be significant in one only" if any(len(one.task.runs) > 2 for one in results) else ""
        each = "For each task two" if len(results) > 1 else "Two"
        letters, others = (_runs(runs).replace("the runs of every task", "its runs") for runs in (ranked, tested))
        yield (
            f"{each} such tests were made: one of {letters}, for the letters in the table of means, and one of "
            f"{others}, for the tables that compare measures{several}."
        )
    pooled = ", pooled over tasks as all significant pairs out of all pairs" if len(results) > 1 else ""
    yield (
        "The tables that compare measures by this test are those of discriminative power, the share of the pairs of "
        f"runs that differ significantly [sakai2006]{pooled}; of significance overlap, the pairs that differ "
        "significantly by both of two measures out of those that do by either; and of contradictions, pairs on which "
        "two measures find significant differences in opposite directions [sakai2021lq]."
    )


def _tested(n_trials: int, alpha: float) -> str:
    return (
        "All pairs of runs were compared by the randomised Tukey HSD test [carterette2012, sakai2021lq], "
        "which controls the familywise error rate for each measure (and task) by itself; with B = "
        f"{count(n_trials)} permutations of the runs within each case, p = (k + 1) / (B + 1), where k of them "
        "have a largest difference of two means at least as large as that of the pair; p < "
        f"{setting(alpha)} is significant."
    )


def _on_baselines(results: Sequence[TaskResults], settings: Settings, *, figures: bool) -> Iterator[str]:
    total = ", for each task and in total," if len(results) > 1 else ""
    yield (
        f"{_baselines(BASELINES, [one.task for one in results])}. For "
        f"{_labels(settings.measures.significance)} we counted{total} the cases on which Popularity, Uniform, or "
        "neither has the better score."
    )
    known = [[pair for pair in pairs if set(pair) <= set(settings.measures.significance)] for pairs in PLOTTED]
    if figures and any(known):
        by = [
            f"by {_labels([pairs[0][0]])} and {'each of ' * (len(pairs) > 1)}{_others(pairs)}"
            for pairs in known
            if pairs
        ]
        yield (
            f"The figures plot by how much either is better, {', and '.join(by)}: a dot per case, with Pearson's r, "
            "its 95% interval by Fisher's z, and the number of cases on which the two measures disagree [sakai2021lq]."
        )


def _others(pairs: Sequence[tuple[str, str]]) -> str:
    return _labels([other for _, other in pairs])


def _on_rankings(results: Sequence[TaskResults], settings: Settings) -> Iterator[str]:
    several, measures = len(results) > 1, settings.measures
    interval = (
        ", with 95% intervals by Fisher's z with variance 0.437 / (n − 4) for n > 4 runs [fieller1957], which "
        "gives those of earlier work [sakai2022], there named after Long and Cliff; these are too narrow where τ is "
        "large or runs tie"
    )
    numbers = {one.agreement.n_runs for one in results}
    known, two = max(numbers) > FEWEST_FOR_INTERVALS, 2 in numbers
    of_two = "; of two runs τ is 1 or −1, and rests on one pair" if two else ""
    mean_of = "the mean of its τ with the others" if len(measures.rankings) > 2 else "its τ with the other"
    means = ", and averages over tasks are means of τ" if several else ""
    yield (
        f"The rankings of the runs ({families([(one.name, one.task) for one in results])}) by two measures were "
        f"compared by Kendall's τ, corrected for ties (τ-b) [kendall1962]{interval if known else ''}{of_two}; the "
        f"average similarity of a measure is {mean_of} [sakai2022]{means}."
    )
    if measures.combined:
        components = listed([MEASURES[key].label for key in COMPONENTS])
        yield (
            f"For M = {components}, τ is tabled between DNKT, M and DNKT·M, the harmonic mean of the two [sakai2022]."
        )
    both = [split.consistency for one in results for split in (one.half, one.small)]
    sizes = sorted({one.small.consistency.n_cases[0] for one in results})
    small = count(sizes[0]) if len(sizes) == 1 else f"{count(sizes[0])} to {count(sizes[-1])}"
    halves, sets = ([len(half.taus) for half in kind] for kind in (both[::2], both[1::2]))
    left_out = (
        "; splits on which all runs tie by some measure are left out for all measures, so that "
        f"{span(halves, 'split')} are used for halves and {span(sets, 'split')} for small sets"
        if min(*halves, *sets) < settings.n_splits
        else ""
    )
    yield (
        f"For system ranking consistency [sakai2021ecir, sakai2022], the cases of {'a' if several else 'the'} task "
        f"were split at random {count(settings.n_splits)} times into two halves, whose first {small} cases are the "
        "small sets; measures were compared by the mean of τ between their two rankings of the runs, by either set"
        f"{', and its average over tasks' * several}, with a randomised Tukey HSD test of the measures over the splits "
        f"(B = {count(settings.n_trials)}, p < {setting(settings.alpha)}), which is about splits of these cases and "
        f"not about other cases{left_out}."
    )


def _on_cases(results: Sequence[TaskResults], settings: Settings) -> Iterator[str]:
    yield (
        "τ between measures is also tabled over all pairs of artificial distributions [sakai2018] of "
        f"{count(N_VOTES)} votes, the first of a pair as gold: for {listed(list(map(count, N_CLASSES)))} classes, "
        f"{count(PER_COVER)} for each number of covered classes, each vote on one of these at random, all different "
        "where so many exist, with 95% intervals by Long and Cliff [long_cliff1997], which take pairs as independent "
        "and are too narrow, as pairs share distributions."
    )
    systems = [one.cases for one in results if one.cases is not None]
    if systems:
        first = MEASURES[systems[0].agreement.measures[0]].label
        each = "For each task" if len(results) > 1 else "For the task"
        aside = ", baselines aside," if any(baselines_among(one.task) for one in results) else ""
        yield (
            f"{each}, it is tabled over the cases of the run{aside} with the smallest mean {first}, "
            "with such intervals; for that run and the next by mean "
            f"{first} whose estimates differ, preference agreement is the share of the cases on which two measures "
            "prefer the same run, or both see a tie [sakai2018]."
        )


def _baselines(among: Iterable[str], tasks: Sequence[Task]) -> str:
    has_ties = any(((task.gold == task.gold.max(axis=1, keepdims=True)).sum(axis=1) > 1).any() for task in tasks)
    shared = ", shared equally where several are" if has_ties else ""
    does = {
        "popularity": "Popularity puts all probability on the most frequent class of the gold of each case"
        f"{shared}, and so uses the gold",
        "uniform": "Uniform gives every class the same",
    }
    these = [does[key] for key in among]
    return f"Of the baselines of earlier work [sakai2021lq], {'; '.join(these)}"


def _on_software(keys: Sequence[str], seed: int | None) -> str:
    own = [key for key in keys if MEASURES[key].family == OWN]
    everything = f"Everything but the scores by {_labels(own)}" if own else "Everything"
    drawn = "" if seed is None else f"All random draws start from seed {setting(seed)}. "
    return (
        f"{drawn}{everything} was computed with OrdQuant {VERSION} "
        f"[{SOFTWARE}] (Python {platform.python_version()}, NumPy {library_version('numpy')}, SciPy "
        f"{library_version('scipy') or 'not installed'})."
    )


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
    return "\n".join([_CITED.sub(name, " ".join(sentences)), "", "References", *lines, CITATION, ""])


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
