"""README and documentation keep their promises: commands run, numbers come out, links and names lead somewhere."""

import json
import re
import shlex
from pathlib import Path

import pytest

from ordquant_core.__main__ import main
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


def test_the_bibtex_entries_state_what_the_references_of_the_measures_do():
    project, *entries = re.findall(r"^@\w+\{(\w+),\n(.*?)^\}", TEXTS["citing.md"], re.DOTALL | re.MULTILINE)
    assert f"version = {{{VERSION}}}" in project[1]
    assert {key for key, _ in entries} == set(re.findall(r"^\| (\w+\d{4}\w*) ", TEXTS["citing.md"], re.MULTILINE))
    for key, text in entries:
        fields = dict(re.findall(r"(\w+) += \{(.*)\},?$", text, re.MULTILINE))
        reference = REFERENCES[key]
        authors = [" ".join(reversed(name.split(", "))) for name in fields["author"].split(" and ")]
        title = fields["title"].replace("{", "").replace("}", "").replace("'", "’")
        place = fields.get("booktitle") or f"arXiv:{fields['eprint']}"
        place += ", " + fields["pages"].replace("--", "–") if "pages" in fields else ""
        assert (tuple(authors), int(fields["year"]), title, place, fields["url"]) == (
            reference.authors,
            reference.year,
            reference.title,
            reference.venue,
            reference.url,
        )


def test_the_citation_file_has_the_version_and_the_papers_of_the_page_on_citing():
    text = " ".join((ROOT / "CITATION.cff").read_text(encoding="utf-8").split())
    assert f" version: {VERSION} " in text
    cited = re.findall(r"^\| (\w+\d{4}\w*) ", TEXTS["citing.md"], re.MULTILINE)
    assert cited
    for reference in (REFERENCES[key] for key in cited):
        assert f"{reference.title} authors:" in text
        for name in reference.authors:
            given, _, family = name.rpartition(" ")
            assert f"family-names: {family} given-names: {given}" in text
        doi = reference.url.removeprefix("https://doi.org/")
        assert f": {doi}" in text or f"url: {reference.url}" in text


def test_the_changelog_begins_with_the_version():
    heads = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    number, dev, _ = VERSION.partition(".dev")
    when = "in development" if dev else r"\d{4}-\d\d-\d\d"
    assert re.fullmatch(rf"{re.escape(number)} \({when}\)", heads[0])
    dates = [head[-11:-1] for head in heads if "development" not in head]
    assert dates == sorted(dates, reverse=True)
