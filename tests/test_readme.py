"""README, documentation, tutorials and types keep their promises."""

import inspect
import json
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import ordquant_core as oq
from assets.site.notebooks import cells, run
from assets.site.reference import PRIVATE, pages
from assets.site.sources import TUTORIALS
from ordquant_core.__main__ import main, parsers
from ordquant_core.glossary import list_columns
from ordquant_core.measures.registry import DEFAULT_MEASURES, MEASURES
from ordquant_core.papers.references import REFERENCES
from ordquant_core.tasks.published.description import parse_description
from ordquant_core.version import VERSION

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "assets" / "docs").glob("*.md"))]
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in PAGES}
every_page = pytest.mark.parametrize(
    "path", [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"], ids=lambda path: path.name
)
COMMANDS = [
    command
    for text in TEXTS.values()
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    for command in re.findall(r"^python (-m ordquant_core .*)$", block, re.MULTILINE)
]


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def anchors(path):
    """Return the anchors of the headings of a page, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs(command, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    code = main(shlex.split(command)[2:])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    assert len(out.splitlines()) > 1


@pytest.mark.parametrize("name", ["README.md", "library.md"])
def test_the_python_gives_the_number_it_shows(name):
    (block,) = blocks(TEXTS[name], "python")
    names = {}
    exec(block, names)
    reported = re.search(r"# (0\.\d+)$", block, re.MULTILINE)[1]
    assert float(names["oq"].MEASURES["NMD"](names["gold"], names["oq"].popularity(names["gold"]))) == pytest.approx(
        float(reported), abs=1e-12
    )


@every_page
def test_every_link_leads_to_a_file_and_to_a_heading_in_it(path):
    for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
        if not target.startswith(("http://", "https://", "mailto:")):
            file, _, anchor = target.partition("#")
            other = (path.parent / file).resolve() if file else path
            assert other.exists(), target
            assert not anchor or anchor in anchors(other), target


def test_the_readme_leads_to_every_page_of_the_documentation():
    linked = set(re.findall(r"\]\(assets/docs/([\w-]+\.md)", TEXTS["README.md"]))
    assert linked == TEXTS.keys() - {"README.md"}


@every_page
def test_every_make_target_exists(path):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"`make ([\w-]+)|^make ([\w-]+)", path.read_text(encoding="utf-8"), re.MULTILINE)):
        assert re.search(rf"^{''.join(target)}:", makefile, re.MULTILINE), target


def test_every_measure_of_the_papers_is_named_and_none_that_does_not_exist():
    table = re.findall(r"^\| .*$", TEXTS["measures.md"].partition("\n## ")[0], re.MULTILINE)
    named = set(re.findall(r"\b[A-Z][A-Z0-9_]+\b", "\n".join(table)))
    assert {*DEFAULT_MEASURES} <= named <= {*MEASURES}


def test_the_example_of_a_task_is_one():
    (block,) = blocks(TEXTS["publishing.md"], "json")
    described, problems = parse_description(block.encode(), title="")
    assert problems == []
    assert described.title == json.loads(block)["title"]


def test_the_bibtex_entries_and_the_citation_file_state_what_the_references_of_the_measures_do():
    entries = dict(re.findall(r"^@\w+\{(\w+),\n(.*?)^\}", TEXTS["citing.md"], re.DOTALL | re.MULTILINE))
    cited = " ".join((ROOT / "CITATION.cff").read_text(encoding="utf-8").split())
    assert f"version = {{{VERSION}}}" in entries.pop("ordquant")
    assert f" version: {VERSION} " in cited
    assert {*entries} == {*re.findall(r"^\| (\w+\d{4}\w*) ", TEXTS["citing.md"], re.MULTILINE)}
    for key, text in entries.items():
        one, plain = REFERENCES[key], re.sub("[{}]", "", text).replace("'", "’").replace("--", "–")
        names = [name.rpartition(" ")[::2] for name in one.authors]
        authors = " and ".join(f"{family}, {given}" for given, family in names)
        place = re.split(r", (?=\d)", one.venue.removeprefix("arXiv:"))  # and the pages
        values = {value.removesuffix(",") for value in re.findall("= (.*)", plain)}
        assert values >= {authors, one.title, f"{one.year}", one.url, *place}
        for given, family in names:
            assert f"family-names: {family} given-names: {given}" in cited
        assert f"{one.title} authors:" in cited
        assert f": {one.url.removeprefix('https://doi.org/')}" in cited


def test_the_changelog_begins_with_the_version():
    heads = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    number, dev, _ = VERSION.partition(".dev")
    when = "in development" if dev else r"\d{4}-\d\d-\d\d"
    assert re.fullmatch(rf"{re.escape(number)} \({when}\)", heads[0])
    dates = [head[-11:-1] for head in heads if "development" not in head]
    assert dates == sorted(dates, reverse=True)


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_a_tutorial_runs_has_a_title_and_no_outputs(path, own_measures_forgotten):
    assert [source for _, source, results in run(path) if results]
    kind, source = cells(path)[0]
    assert (kind, source[:2]) == ("markdown", "# ")
    text = path.read_text(encoding="utf-8")
    assert "ordquant_core." not in text  # what it imports is public
    assert '"output_type"' not in text


# --- the reference ---

REFERENCE = pages()
DOCUMENTED = "".join(REFERENCE.values())


def test_every_public_name_and_module_is_on_a_page_with_a_docstring():
    assert [name for name in oq.__all__ if DOCUMENTED.count(f":: ordquant_core.{name}\n") != 1] == []
    assert [name for name in oq.__all__ if not inspect.getdoc(getattr(oq, name))] == []
    modules = [module.name for module in pkgutil.walk_packages(oq.__path__, "ordquant_core.")]
    public = [name for name in modules if name.split(".")[1] not in PRIVATE and "._" not in name]
    assert [name for name in public if f".. automodule:: {name}\n" not in DOCUMENTED] == []


def test_every_public_function_says_what_it_raises_and_has_an_example_and_every_measure_its_formula_and_shapes():
    said = {name: inspect.getdoc(one) for name in oq.__all__ if inspect.isfunction(one := getattr(oq, name))}
    assert said
    assert [name for name, text in said.items() if not re.search(r"\b[Rr]aises?\b", text) or ">>> " not in text] == []
    measures = {name: text for name, text in said.items() if name.upper() in MEASURES}
    assert measures
    assert [name for name, text in measures.items() if ".. math::" not in text or "(..." not in text] == []


def test_every_measure_column_and_command_is_listed():
    catalogue = REFERENCE["catalogue.rst"]
    for key, one in MEASURES.items():
        assert f"\n{key}: {one.name}\n~" in catalogue
        assert f".. math:: {one.formula}\n" in catalogue
    assert [name for name in list_columns() if f" - ``{name}``\n" not in REFERENCE["columns.rst"]] == []
    assert [name for name in parsers()[1] if f"\n{name}\n---" not in REFERENCE["commands.rst"]] == []


# --- types ---

SCRIPT = """
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import ordquant_core as oq

Distributions = NDArray[np.float64]


def largest_gap(gold: Distributions, estimate: Distributions) -> Distributions:
    return np.asarray(np.abs(np.cumsum(estimate - gold, axis=-1)).max(axis=-1))


def two_vectors(gold: Distributions, estimate: Distributions) -> float:
    return float(np.abs(gold - estimate).max())


task = oq.with_baselines(oq.load_sample("breakdown-labels"))
measure = oq.register({"key": "KS", "compute": largest_gap, "symmetric": True, "formula": "", "summary": "A gap."})
scores = oq.score(task, [oq.nmd, "RNOD", assert_type(measure, oq.Measure), two_vectors])
assert_type(scores.values, Distributions)
assert_type(oq.nmd([0, 1, 2], [0.2, 0.3, 0.5]), Distributions)
results = oq.results(assert_type(task, oq.Task), ["NMD", "RNOD"], n_trials=200)
for text in (results.to_latex(alpha=0.01), results.to_markdown(primary="RNOD"), oq.methods(results, form="latex")):
    assert_type(text, str)
counts = assert_type(oq.preferences(scores, task.runs[0], "Uniform"), oq.Preferences)
print(oq.separate_runs(scores, n_trials=200, rng=np.random.default_rng(1)).to_frame(), oq.agreement(scores).to_frame())
print(oq.to_frame(counts), scores.to_frame(tidy=False).describe(), oq.kendall([1, 2, 3], [1, 3, 2]).value)
gold = oq.load_gold(oq.sample_path("breakdown-labels") / "gold.csv", choices=oq.Decisions(renormalise=True))
oq.save_figure(oq.draw_figure(task, "groups", x="NMD"), "groups.pdf")
print(oq.from_frames(gold.to_frame(), {"uniform": oq.uniform(gold.to_frame())}))
"""


def test_a_script_passes_a_strict_type_checker_unless_a_name_is_misspelt(tmp_path):
    (tmp_path / "misspelt.py").write_text(f"{SCRIPT}oq.scroe")
    call = [sys.executable, "-m", "mypy", str(tmp_path / "misspelt.py")]  # strict; with what `make lint` has found out
    said = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert 'has no attribute "scroe"' in said
    assert "Found 1 error in 1 file" in said
