"""Group-fair relevance: do lists show the groups of documents as a target says, as far as they are relevant?"""

import hashlib
from dataclasses import replace
from functools import cache, partial

import streamlit as st

from ordquant_core.analysis.group_fairness import ORDINAL, Fairness, ListByRank
from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.figures.style import plain
from ordquant_core.formats import File
from ordquant_core.formats.archive import unpack
from ordquant_core.formats.published.source import SAMPLE
from ordquant_core.formats.trec.groups import ALIKE, kind_of_groups, read_attributes
from ordquant_core.markup import Row
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.ranked_lists.group_fairness import Attribute, FairLists
from ordquant_core.report import figures_of_lists as drawn
from ordquant_core.tables.ranked_lists import fairness as tables
from ordquant_core.tables.sentences import named
from pages.ranked_lists import results, state
from pages.ranked_lists.state import STATE, Shown
from pages.shared import cached, clicks, controls, downloads, holding, look, problems, sources, uploads, write
from pages.shared.escaping import escape
from pages.shared.result_cache import Key, compute_once
from pages.shared.sample_or_own import Files, Opened
from pages.shared.session import Item

HELD: Item[dict[str, dict[str, File]]] = holding.counted(Item("lists_groups", dict))  # by choice of data, by name
CHOSEN_FOR: Item[tuple[str, ...]] = Item("lists_groups_chosen_for", tuple)  # the attributes that choices are made among
KINDS = {"membership": "group memberships", "target": "target", None: "neither"}


def show(opened: Opened[Collection], shown: Shown) -> None:
    """Draw the section."""
    files = _files(opened)
    if not files:
        st.info("Upload the group memberships of the documents, and a target for each membership file.")
        return
    try:
        _scores(opened, shown, files)
    except InputError as error:
        st.error("These memberships and targets cannot be used.")
        problems.table(error.problems)
    except OrdquantError as error:
        st.error(escape(str(error)))


def _files(opened: Opened[Collection]) -> Files:
    """Draw the control for files and return what was given; the sample has some of its own."""
    data = opened.data.choice
    held = HELD.get().get(data, {})
    files, _, broken = unpack(tuple(held.values()))
    own = tuple(files)
    if not own and opened.data.choice == SAMPLE:
        own = _sample()
    with st.expander("Groups of documents", expanded=not own, icon=":material/upload_file:"):
        uploads.draw_file_drop(
            "Drop group memberships and targets together, or a zip of them",
            "lists_groups_upload",
            lambda files: _hold(data, held | {file.name: file for file in files}),
            hint="Membership files have the columns topic, document, and a share for every group; targets have one "
            f"share per line. A membership file and its target are paired by name: {ALIKE}.",
        )
        rows = [Row([name, KINDS[kind_of_groups(content)]]) for name, content in own]
        rows += [Row([problem.file, problem.seen]) for problem in broken]
        if rows:
            write.table(["file", "read as"], rows, id="group_files", scrolls=False)
        if held:
            st.button("Remove these files", key="lists_groups_remove", on_click=_hold, args=(data, {}))
    return own


def _scores(opened: Opened[Collection], shown: Shown, files: Files) -> None:
    digest = tuple((name, hashlib.sha256(data).hexdigest()) for name, data in files)
    read = compute_once(("ranked lists", "attributes", digest), lambda: read_attributes(files))
    nominal, gains = _choose(read)
    attributes = tuple(replace(attribute, nominal=attribute.name in nominal) for attribute in read)
    key: Key = (digest, tuple(nominal))
    lists = results.fair_lists(opened, key, attributes, STATE["cutoff"])
    key = (opened.key, *key, STATE["cutoff"])
    found = results.fair(key, lists, STATE["divergence"], gains)
    key = (*key, STATE["divergence"], gains)
    with st.container(border=True):
        _ranking(key, found, lists, shown)
    with st.container(border=True):
        _by_rank(key, found, lists, shown, gains)


def _choose(read: tuple[Attribute, ...]) -> tuple[list[str], tuple[float, ...] | None]:
    """Draw the settings; return the attributes whose groups have no order, and the gains, where some are given."""
    names = tuple(attribute.name for attribute in read)
    if CHOSEN_FOR.get() not in ((), names):
        STATE.reset("nominal", "attribute")
    CHOSEN_FOR.set(names)
    if STATE["nominal"] is None:
        STATE["nominal"] = [attribute.name for attribute in read if attribute.nominal]
    STATE.restrict({"nominal": names, "attribute": names})
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.select(STATE, "divergence", "Divergence, ordered groups", ORDINAL, width=170)
        options = {"placeholder": "none", "help": "Their divergence is JSD.", "width": 260}
        controls.draw(st.multiselect, STATE, "nominal", "Groups without an order", names, **options)
        controls.number(STATE, "cutoff", "Ranks", width=110)
        words = "Gains of the grades 0, 1, 2, …, separated by commas. If left empty: 2^grade − 1."
        controls.draw(st.text_input, STATE, "gains", "Gains", placeholder="2^grade − 1", help=words, width=150)
    return STATE["nominal"], state.gains_of(STATE["gains"])


def _ranking(key: Key, found: Fairness, lists: FairLists, shown: Shown) -> None:
    """Say which run has the largest group-fair relevance, above the table of runs; a click makes a run A."""
    pair = tuple(found.runs.index(run) for run in shown.names)
    write.title(tables.fairest_run(found, pair))
    make = partial(tables.fairness_rows, found, pair)
    cached.write_table(("fairness", key, pair), make, id="fairness", styles="oq-many")
    write.note(tables.EXPLAINED)
    for note in lists.notes:
        if note not in shown.results.collection.notes:
            write.note(f"{note}.")
    clicks.on_number("fairness", partial(_pick_run, found.runs, shown.results.runs))
    table = partial(tables.fairness_table, found, means=True)
    downloads.table_button("Group fairness, every topic", table, "group-fairness.csv", lists.notes)


def _by_rank(key: Key, found: Fairness, lists: FairLists, shown: Shown, gains: tuple[float, ...] | None) -> None:
    """Draw the lists of A and B on one topic, rank by rank."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        names = [attribute.name for attribute in lists.attributes]
        attribute = names.index(controls.select(STATE, "attribute", "Attribute", names, width=200))
        topics = [topic for topic, known in zip(lists.topics, lists.known[attribute], strict=True) if known]
        STATE.restrict({"group_topic": topics})
        topic = lists.topics.index(controls.select(STATE, "group_topic", "Topic", topics, width=160))
    pair = [run for run in dict.fromkeys(shown.names) if run in found.runs]
    tops = []
    for column, run in zip(st.columns(2, gap="medium"), pair, strict=False):
        listed = results.rank_by_rank(key, lists, run, topic, STATE["divergence"], gains)
        tops.append(listed)
        with column:
            _list((*key, run, topic), listed, names[attribute], shown)
    table = partial(tables.rank_tables, tops)
    downloads.table_button("Both lists, rank by rank", table, "group-fairness-ranks.csv", lists.notes)


def _list(key: Key, listed: ListByRank, attribute: str, shown: Shown) -> None:
    place = [found.attribute.name for found in listed.attributes].index(attribute)
    write.title(named(shown.results.runs, shown.pair, shown.results.runs.index(listed.run)))
    figure = look.paint(drawn.groups(listed, place))
    side, name = "ab"[shown.names.index(listed.run)], f"{listed.run}: {figure.title()}"
    look.plot(figure, f"lists_groups_{side}", f"groups-{plain([listed.run])[0]}", name=name)
    make = partial(tables.rank_rows, listed, listed.attributes[place])
    cached.write_table((f"ranks {side}", key, attribute), make, id=f"ranks_{side}", styles="oq-many")


@cache
def _sample() -> Files:
    folder = sources.SAMPLES / "ranked-lists" / "groups"
    return tuple(File(path.name, path.read_bytes()) for path in sorted(folder.iterdir()))


def _hold(data: str, files: dict[str, File]) -> None:
    HELD.set(HELD.get() | {data: files})


def _pick_run(here: tuple[str, ...], runs: tuple[str, ...], run: int) -> None:
    if run < len(here) and here[run] in runs:
        state.take_run(runs, runs.index(here[run]))
