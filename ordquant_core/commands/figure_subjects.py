"""What a figure of `figure` is about, read from the files and options of the command line: one function per kind."""

import argparse
from collections.abc import Callable
from typing import Any, NamedTuple

from ordquant_core.analysis.official import first_measure, official_measures
from ordquant_core.analysis.picture import parse_entry, parse_labels, parse_numbers, parse_positions, picture_of
from ordquant_core.analysis.retrieval import ListResults, compare_lists, score_lists
from ordquant_core.analysis.scoring import infinite_measures, score
from ordquant_core.commands.decisions import choices_of
from ordquant_core.commands.inputs import load_task
from ordquant_core.commands.options import names_in
from ordquant_core.commands.task_folder import lists_of, nugget_task, official_entries
from ordquant_core.drawing.entry import Kind, check_known
from ordquant_core.drawing.listing import FIGURES
from ordquant_core.drawing.others import (
    ON_LISTS,
    ON_NUGGETS,
    ON_PICTURE,
    ON_SPACE,
    OfLists,
    OfNuggets,
    OfPicture,
    OfSpace,
)
from ordquant_core.drawing.tasks import ON_TASK, OfTask, check_choices, subject_of
from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.findings.tasks import family
from ordquant_core.measures.registry import MAIN_MEASURES, get_measures
from ordquant_core.nuggets import NUGGET_MEASURES, ranked_runs
from ordquant_core.numerals import setting
from ordquant_core.ranked_lists.evaluator import DEFAULT
from ordquant_core.ranked_lists.fusion import METHODS
from ordquant_core.ranked_lists.measures import list_measure
from ordquant_core.spaces.gold_distributions import parse_estimator
from ordquant_core.terminal import progress, waiting, write_notes


class About(NamedTuple):
    """What a figure is about, and a note that says it."""

    subject: Any
    note: str
    more: str = ""  # on the runs that were compared


def _task(options: argparse.Namespace) -> About:
    official = official_entries(options.gold)
    keys = official_measures(official.measures, official.primary, MAIN_MEASURES)
    if options.measures is not None:
        keys = names_in(options.measures)
        get_measures(keys)
    given = [name for name in "abxy" if getattr(options, name) is not None]
    check_choices(options.name, given, [] if options.measures is None else keys)
    conditions = () if options.given is None else names_in(options.given)
    more = [*(key for key in (options.x, options.y) if key is not None), *conditions]
    if more:
        get_measures(more)
    task = load_task(options, options.runs)
    options.compared = family(task)
    with progress("Scoring", "cases") as line:
        scores = score(task, tuple(dict.fromkeys((*keys, *more))), progress=line)
    infinite = infinite_measures(scores)
    subject = subject_of(
        task,
        scores,
        a=options.a,
        b=options.b,
        x=options.x or first_measure([key for key in scores.measures if key not in infinite], official.primary),
        y=options.y,
        case=options.case,
        alpha=options.alpha,
        n_trials=options.trials,
        n_splits=options.splits,
        size=options.size,
        seed=options.seed,
        budget=options.budget or OfTask.budget,
        power=options.power or OfTask.power,
        step=options.step or OfTask.step,
        property_key=options.property or "",
        given=conditions,
    )
    chosen = dict(zip("abxy", (*subject.runs, *subject.measures), strict=True)) | {"case": subject.case}
    uses = FIGURES[options.name].uses
    parts = [f"{key.upper() if key in 'ab' else key} {text}" for key, text in chosen.items() if key in uses]
    left_out = f"; left out, as infinite on some case: {', '.join(infinite)}" if infinite else ""
    return About(subject, ", ".join(parts or subject.scores.measures), left_out)


def _nuggets(options: argparse.Namespace) -> About:
    measure = options.x or NUGGET_MEASURES[0]
    check_known("measure", (measure,), NUGGET_MEASURES)
    task = nugget_task(options.gold, options.runs, choices_of(options))
    alpha = 0.5 if options.nugget_alpha is None else options.nugget_alpha
    with waiting("Testing the runs"):
        ranking = ranked_runs(task, alpha, n_trials=options.trials, seed=options.seed)
    two = [options.a or task.runs[0], *([options.b or task.runs[1]] if len(task.runs) > 1 else [])]
    check_known("run", two, task.runs)
    runs = tuple(map(task.runs.index, two))
    if options.dialogue is None:
        worst = int(ranking.averages.scores.worst_blocks(NUGGET_MEASURES.index(measure), runs[0])[0])
        dialogue = int(task.dialogue_of[worst])
    else:
        check_known("dialogue", (options.dialogue,), task.dialogues)
        dialogue = task.dialogues.index(options.dialogue)
    subject = OfNuggets(task, ranking, measure, runs, dialogue)
    write_notes(task.notes)
    names = ", ".join(f"{letter} {name}" for letter, name in zip("AB", subject.names, strict=False))
    return About(subject, f"{names}; {measure}, alpha {setting(alpha)}; dialogue {task.dialogues[dialogue]}")


def _lists(options: argparse.Namespace) -> About:
    keys = DEFAULT if options.measures is None else names_in(options.measures)
    wanted = dict.fromkeys(("AP", *keys, *filter(None, [options.x])))
    computed = tuple(dict.fromkeys(list_measure(key).key for key in wanted if key != "RIC"))
    with progress("Reading runs", "runs") as line:
        read = lists_of(options.gold, options.runs, choices_of(options), progress=line)
    if read.collection is None:
        raise InputError(read.problems)
    collection = read.collection
    if not collection.distinguishing.any():
        raise OrdquantError(f"{options.gold}: no topic has judged documents of two grades: RIC is not defined")
    with progress("Scoring runs", "topics") as line:
        scores = score_lists(collection, computed, progress=line)
    with progress("Comparing runs", "topics") as line:
        results = ListResults(collection, scores, compare_lists(collection, progress=line))
    first, second = results.most_different_pair()
    a, b = options.a or results.runs[first], options.b or results.runs[second]
    check_known("run", (a, b), results.runs)
    method = options.method or OfLists.method
    check_known("method", (method,), tuple(METHODS))
    subject = OfLists(
        results,
        (results.runs.index(a), results.runs.index(b)),
        options.x or "AP",
        method=method,
        size=options.runs_per_set or OfLists.size,
        n_sets=options.sets or OfLists.n_sets,
        seed=options.seed,
    )
    write_notes((*collection.notes, *scores.notes))
    return About(subject, f"A {a}, B {b}; x {subject.measure}")


def _space(options: argparse.Namespace) -> About:
    if options.classes is not None and not (options.classes.isascii() and options.classes.isdecimal()):
        raise OrdquantError(f"--classes: {options.classes!r} is not a number of classes")
    x, y = options.x or "NMD", options.y or ("RNOD" if options.x != "RNOD" else "NMD")
    get_measures((x, y))
    subject = OfSpace(
        options.votes,
        None if options.classes is None else int(options.classes),
        OfSpace.a if options.a is None else parse_estimator(options.a),
        OfSpace.b if options.b is None else parse_estimator(options.b),
        (x, y),
        OfSpace.truth if options.numbers is None else parse_numbers(options.numbers, "--gold"),
        options.seeds or OfSpace.n_seeds,
    )
    return About(subject, f"A {subject.a.name}, B {subject.b.name}; x {x}, y {y}")


def _picture(options: argparse.Namespace) -> About:
    if options.numbers is None:
        raise OrdquantError("name the gold distribution: --gold 0,1,2,9,8 --a 0,0,0,1,0 --b uniform")
    key = options.x or "NMD"
    get_measures([key])
    picture = picture_of(
        None if options.classes is None else parse_labels(options.classes),
        parse_numbers(options.numbers, "--gold"),
        parse_entry(options.a or "popularity", "--a"),
        parse_entry(options.b or "uniform", "--b"),
        "",
        "",
        None if options.positions is None else parse_positions(options.positions),
    )
    moved = tuple(name for name in (options.source, options.target) if name is not None)
    if (options.moves is None and moved) or (options.moves is not None and len(moved) != 2):
        raise OrdquantError("--moves a (or b), --from CLASS and --to CLASS go together")
    check_known("class", moved, picture.classes)
    subject = OfPicture(picture, key, options.moves or "none", moved)
    return About(subject, f"A {picture.name('a')}, B {picture.name('b')}; {key}")


READERS: tuple[tuple[Kind, Callable[[argparse.Namespace], About]], ...] = (
    (ON_TASK, _task),
    (ON_NUGGETS, _nuggets),
    (ON_LISTS, _lists),
    (ON_SPACE, _space),
    (ON_PICTURE, _picture),
)


def read_subject(options: argparse.Namespace) -> About:
    """Return what the figure that the options name is about. Raises `OrdquantError` for what it cannot use."""
    (read,) = (read for kind, read in READERS if kind is FIGURES[options.name].kind)
    return read(options)
