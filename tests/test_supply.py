"""What is installed is what is pinned, file by file, with every licence listed; the container holds just that."""

import json
import re
import tomllib
from importlib.metadata import version
from importlib.util import find_spec

from assets.supply.generate import PINNED, listing, pinned
from tests.source_files import ROOT

HASHED = (ROOT / "requirements.txt").read_text(encoding="utf-8")
HASHED_FOR_TESTS = (ROOT / "tests" / "requirements.txt").read_text(encoding="utf-8")
PINS = pinned((ROOT / "requirements.in").read_text(encoding="utf-8"))
PINS_FOR_TESTS = pinned((ROOT / "tests" / "requirements.in").read_text(encoding="utf-8"))
ONE_SYSTEM = {"uvloop"}  # not on Windows


def hashes_in(text):
    entries = dict(zip(pinned(text), PINNED.split(text)[3::3], strict=True))
    return {name: set(re.findall(r"--hash=sha256:([0-9a-f]{64})\b", entry)) for name, entry in entries.items()}


def test_every_pinned_package_has_the_hashes_of_its_files():
    hashes = hashes_in(HASHED)
    assert pinned(HASHED) == PINS
    assert {name for name, found in hashes.items() if not found} == set()
    compiled = ("numpy", "pandas", "scipy", "pyarrow", "pillow", "rpds-py", "markupsafe")
    assert min(len(hashes[name]) for name in compiled) > 20, "the files of some system or version of Python are missing"


def test_the_tests_install_the_same_versions_and_theirs_by_hashes_too():
    assert {name for name, found in hashes_in(HASHED_FOR_TESTS).items() if not found} == set()
    assert pinned(HASHED_FOR_TESTS).items() >= (PINS | PINS_FOR_TESTS).items()
    assert hashes_in(HASHED_FOR_TESTS).items() >= hashes_in(HASHED).items()


def test_what_is_installed_here_is_what_is_pinned():
    here = {name: version(name) for name in PINS if name not in ONE_SYSTEM}
    assert here == {name: text for name, text in PINS.items() if name not in ONE_SYSTEM}


def test_the_licences_of_all_packages_are_listed_and_that_of_the_javascript_in_reports_is_reproduced():
    kept = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8")
    assert listing(kept) == kept, "make supply writes THIRD_PARTY.md"
    assert "Permission is hereby granted, free of charge" in kept
    assert "Plotly Technologies Inc." in kept


def test_what_builds_the_package_and_what_the_benchmarks_install_is_pinned():
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    bench = (ROOT / "tests" / "benchmarks" / "requirements.txt").read_text(encoding="utf-8")
    lines = [line for line in [*bench.splitlines(), *build] if line and not line.startswith(("#", "-c "))]
    assert [line for line in lines if "==" not in line and line not in PINS] == []
    both = pinned(bench).items() ^ (PINS | PINS_FOR_TESTS | pinned(HASHED_FOR_TESTS)).items()
    names = [name for name, _ in both]
    assert {name for name in names if names.count(name) > 1} == set(), "another version than the tests install"


def test_actions_are_named_by_their_commits():
    for file in (ROOT / ".github" / "workflows").iterdir():
        used = re.findall(r"uses: *(\S+)", file.read_text(encoding="utf-8"))
        assert [action for action in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action)] == [], file.name


# --- the container ---

CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
IGNORED = (ROOT / ".containerignore").read_text(encoding="utf-8")
COPIED = [words.split() for words in re.findall(r"^COPY (.+)$", CONTAINER, re.MULTILINE)]


def test_all_that_the_dashboard_needs_is_copied_and_what_is_copied_exists_and_is_sent_to_the_builder():
    copied = {source for *sources, _ in COPIED for source in sources}
    assert copied >= {"app.py", "pages", "ordquant_core", "assets", ".streamlit", "requirements.txt"}
    assert [source for source in copied if not (ROOT / source).exists()] == []
    assert {line[1:] for line in IGNORED.splitlines() if line.startswith("!")} == copied
    assert (ROOT / ".dockerignore").read_text(encoding="utf-8") == IGNORED


def test_it_starts_what_make_serve_starts_on_the_port_that_is_published():
    entry = json.loads(re.search(r"^ENTRYPOINT (.+)$", CONTAINER, re.MULTILINE)[1])
    assert entry[:2] == ["python", "-m"]
    assert find_spec(entry[2])
    assert f"-m {entry[2]} " in (ROOT / "Makefile").read_text(encoding="utf-8")
    (port,) = re.findall(r"^EXPOSE (\d+)$", CONTAINER, re.MULTILINE)
    assert f':{port}:{port}"' in COMPOSE
    assert f"--to dashboard:{port}" in COMPOSE
    assert f"127.0.0.1:{port}/_stcore/health" in COMPOSE
    assert "HEALTHCHECK" not in CONTAINER  # podman leaves it out of its images
    assert re.search(r"^PORT \?= (\d+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[1] == port


def test_its_base_is_named_by_its_digest_it_does_not_run_as_root_and_compose_takes_its_rights_away():
    for base in re.findall(r"^FROM (\S+)", CONTAINER, re.MULTILINE):
        assert re.search(r"@sha256:[0-9a-f]{64}$", base), base
    assert re.findall(r"^USER (.+)$", CONTAINER, re.MULTILINE)[-1].isdigit()
    for wish in (
        "dockerfile: Containerfile",
        "read_only: true",
        "cap_drop: [ALL]",
        "no-new-privileges:true",
        "init: true",
    ):
        assert wish in COMPOSE


def test_it_writes_nothing_that_would_have_to_belong_to_its_user_and_trusts_the_proxy_of_its_own_network():
    (mounted,) = re.findall(r"^ +- \./(.+)$", COMPOSE, re.MULTILINE)
    assert mounted.endswith(":ro")
    assert re.search(r"ORDQUANT_PROXY: (\S+)", COMPOSE)[1] == re.search(r"subnet: (\S+)", COMPOSE)[1]
