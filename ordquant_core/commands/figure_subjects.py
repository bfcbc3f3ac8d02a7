"""What a figure of `figure` is about, read from the files and options of the command line: one function per kind."""

import argparse
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from ordquant_core.analysis.list_results import put_together
from ordquant_core.analysis.official import first_measure, official_measures
from ordquant_core.analysis.picture import parse_entry, parse_labels, parse_numbers, parse_positions, picture_of
from ordquant_core.analysis.retrieval import score_lists
from ordquant_core.analysis.scoring import score
from ordquant_core.analysis.spaces.gold_distributions import parse_estimator
from ordquant_core.commands.all_runs import without_infinite
from ordquant_core.commands.decisions import choices_of
from ordquant_core.commands.inputs import load_task
from ordquant_core.commands.options import names_in
from ordquant_core.commands.output import progress, waiting, write_notes
from ordquant_core.commands.task_folder import lists_of, nugget_task, official_entries
from ordquant_core.drawing import lists, nuggets, pictures, spaces, tasks
from ordquant_core.drawing.entry import Entry
from ordquant_core.errors import InputError, OrdquantError, UnknownNameError
from ordquant_core.figures.nuggets import NuggetView
from ordquant_core.findings.tasks import family
from ordquant_core.measures.registry import MAIN_MEASURES, get_measures
from ordquant_core.nuggets import NUGGET_MEASURES, ranked_runs
from ordquant_core.numerals import setting
from ordquant_core.ranked_lists.evaluator import DEFAULT
from ordquant_core.ranked_lists.fusion import METHODS
from ordquant_core.ranked_lists.information import pairwise_information
from ordquant_core.ranked_lists.measures import list_measure

Name = TypeVar("Name", bound=str)


class About(NamedTuple):
    """What a figure is about, and a note that says it."""

    subject: Any
    note: str
    more: str = ""  # on the runs that were compared


class Kind(NamedTuple):
    """The figures of one kind of subject, the options that all of them take, and what reads the subject."""

    figures: Mapping[str, Entry[Any]]
    options: frozenset[str]
    read: Callable[[argparse.Namespace], About]
    of_files: bool = True


def _task(options: argparse.Namespace) -> About:
    said = official_entries(options.gold)
    keys = official_measures(said.measures, said.primary, MAIN_MEASURES)
    if options.measures is not None:
        keys = names_in(options.measures)
        get_measures(keys)
    given = [name for name in _OF_RUNS if getattr(options, name) is not None]
    tasks.check_choices(options.name, given, [] if options.measures is None else keys)
    conditions = () if options.given is None else names_in(options.given)
    more = [*(key for key in (options.x, options.y) if key is not None), *conditions]
    if more:
        get_measures(more)
    task = load_task(options, options.runs)
    options.compared = family(task)
    with progress("Scoring", "cases") as line:
        scores = score(task, tuple(dict.fromkeys((*keys, *more))), progress=line)
    scores, left_out = without_infinite(scores, options)
    one = tasks.subject_of(
        task,
        scores,
        a=options.a,
        b=options.b,
        x=options.x or first_measure(scores.measures, said.primary),
        y=options.y,
        case=options.case,
        alpha=options.alpha,
        n_trials=options.trials,
        n_splits=options.splits,
        size=options.size,
        seed=options.seed,
        budget=options.budget or tasks.Subject.budget,
        power=options.power or tasks.Subject.power,
        step=options.step or tasks.Subject.step,
        property_key=options.property or "",
        given=conditions,
    )
    about = dict(zip("abxy", (*one.runs, *one.measures), strict=True)) | {"case": one.case}
    uses = tasks.FIGURES[options.name].uses.split()
    parts = [f"{key.upper() if key in 'ab' else key} {text}" for key, text in about.items() if key in uses]
    note = ", ".join(parts or scores.measures)
    return About(one, note, left_out)


def _nuggets(options: argparse.Namespace) -> About:
    measure = _one_of("measure", options.x or NUGGET_MEASURES[0], NUGGET_MEASURES)
    task = nugget_task(options.gold, options.runs, choices_of(options))
    alpha = 0.5 if options.nugget_alpha is None else options.nugget_alpha
    with waiting("Testing the runs"):
        found = ranked_runs(task, alpha, n_trials=options.trials, seed=options.seed)
    two = [options.a or task.runs[0], *([options.b or task.runs[1]] if len(task.runs) > 1 else [])]
    runs = tuple(task.runs.index(_one_of("run", name, task.runs)) for name in two)
    if options.dialogue is None:
        worst = int(found.averages.scores.worst_blocks(NUGGET_MEASURES.index(measure), runs[0])[0])
        dialogue = int(task.dialogue_of[worst])
    else:
        dialogue = task.dialogues.index(_one_of("dialogue", options.dialogue, task.dialogues))
    one = NuggetView(task, found, measure, runs, dialogue)
    write_notes(task.notes)
    said = ", ".join(f"{letter} {name}" for letter, name in zip("AB", one.names, strict=False))
    note = f"{said}; {measure}, alpha {setting(alpha)}; dialogue {task.dialogues[dialogue]}"
    return About(one, note)


def _lists(options: argparse.Namespace) -> About:
    given = () if options.given is None else names_in(options.given)
    keys = DEFAULT if options.measures is None else names_in(options.measures)
    wanted = dict.fromkeys(("AP", *keys, *given, *filter(None, (options.x, options.y))))
    computed = tuple(dict.fromkeys(list_measure(key).key for key in wanted if key != "RIC"))
    with progress("Reading runs", "runs") as line:
        read = lists_of(options.gold, options.runs, choices_of(options), progress=line)
    if read.collection is None:
        raise InputError(read.problems)
    collection = read.collection
    if not collection.distinguishing.any():
        raise OrdquantError(f"{options.gold}: no topic has judged documents of two grades: RIC is not defined")
    with progress("Scoring runs", "steps") as line:
        scores = score_lists(collection, computed, progress=line)
    with progress("Comparing runs", "topics") as line:
        found = put_together(collection, scores, pairwise_information(collection, progress=line))
    first, second = found.most_different_pair()
    a, b = options.a or found.runs[first], options.b or found.runs[second]
    pair = found.runs.index(_one_of("run", a, found.runs)), found.runs.index(_one_of("run", b, found.runs))
    topic = found.widest_topic(*pair)
    if options.topic is not None:
        topic = found.scores.topics.index(_one_of("topic", options.topic, found.scores.topics))
    by_topic = _two(options, found.scores.measures)
    one = lists.Subject(
        found,
        pair,
        options.x or "AP",
        by_topic,
        topic,
        given=given,
        method=_one_of("method", options.method or "CombMNZ", tuple(METHODS)),
        size=options.runs_per_set or lists.Subject.size,
        n_sets=options.sets or lists.Subject.n_sets,
        seed=options.seed,
    )
    write_notes((*collection.notes, *scores.notes))
    name = found.scores.topics[topic]
    note = f"A {a}, B {b}; x {one.measure if options.x else f'{one.measure} ({by_topic[0]} by topic)'}, y {by_topic[1]}"
    return About(one, f"{note}; topic {name}")


def _two(options: argparse.Namespace, known: tuple[str, ...]) -> tuple[str, str]:
    """Return the measures that are compared topic by topic: nDCG and ERR as the page does, where none are named."""
    x = options.x or next(key for key in ("nDCG", *known) if key in known)
    return x, options.y or next(key for key in ("ERR", *known) if key in known and key != x)


def _space(options: argparse.Namespace) -> About:
    if options.classes is not None and not (options.classes.isascii() and options.classes.isdecimal()):
        raise OrdquantError(f"--classes: {options.classes!r} is not a number of classes")
    x, y = options.x or "NMD", options.y or ("RNOD" if options.x != "RNOD" else "NMD")
    get_measures((x, y))
    start = spaces.Subject()
    one = spaces.Subject(
        options.votes,
        None if options.classes is None else int(options.classes),
        start.a if options.a is None else parse_estimator(options.a),
        start.b if options.b is None else parse_estimator(options.b),
        (x, y),
        start.truth if options.numbers is None else parse_numbers(options.numbers, "--gold"),
        options.seeds or start.n_seeds,
    )
    note = f"A {one.a.name}, B {one.b.name}; x {x}, y {y}"
    return About(one, note)


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
    for name in moved:
        _one_of("class", name, picture.classes)
    one = pictures.Subject(picture, key, options.moves or "none", moved)
    note = f"A {picture.name('a')}, B {picture.name('b')}; {key}"
    return About(one, note)


def _example(options: argparse.Namespace) -> About:
    del options
    return About(None, "an example of EVIA 2017")


def _one_of(kind: str, name: Name, known: tuple[Name, ...]) -> Name:
    """Return the name, or raise `UnknownNameError` where it is not known."""
    if name not in known:
        raise UnknownNameError(f"The figure has no {kind} {name!r}; known are {', '.join(known[:12])}.")
    return name


_OF_RUNS = frozenset({"a", "b", "x", "y"})
KINDS: tuple[Kind, ...] = (
    Kind(
        tasks.FIGURES,
        frozenset({"baselines", "classes", "positions"}),
        _task,
    ),
    Kind(nuggets.FIGURES, frozenset({"a", "b", "x", "nugget_alpha", "dialogue"}), _nuggets),
    Kind(nuggets.OF_SUBTASKS, frozenset(), _example, of_files=False),
    Kind(
        lists.FIGURES,
        _OF_RUNS | {"measures", "topic", "given", "method", "sets", "runs_per_set"},
        _lists,
    ),
    Kind(spaces.FIGURES, _OF_RUNS | {"votes", "classes", "numbers", "seeds"}, _space, of_files=False),
    Kind(
        pictures.FIGURES,
        frozenset({"a", "b", "x", "numbers", "classes", "positions", "moves", "source", "target"}),
        _picture,
        of_files=False,
    ),
)
FIGURES: Mapping[str, Kind] = {name: kind for kind in KINDS for name in kind.figures}
OF_SOME = frozenset[str]().union(  # the options that some figures take, and others do not
    *(kind.options | one.options for kind in KINDS for one in kind.figures.values())
)
