"""What is installed is what is pinned, file by file, and every licence is listed."""

import re
import tomllib
from importlib.metadata import distributions, version

from packaging.utils import canonicalize_name

from assets.supply.generate import PINNED, listing, pinned
from tests.source_files import ROOT

HASHED = (ROOT / "requirements.txt").read_text(encoding="utf-8")
HASHED_FOR_TESTS = (ROOT / "tests" / "requirements.txt").read_text(encoding="utf-8")
PINS = pinned((ROOT / "requirements.in").read_text(encoding="utf-8"))
PINS_FOR_TESTS = pinned((ROOT / "tests" / "requirements.in").read_text(encoding="utf-8"))
HERE = {canonicalize_name(found.name) for found in distributions()}
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


def test_the_licences_of_all_packages_are_listed():
    kept = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8")
    assert listing(kept) == kept, "make supply writes THIRD_PARTY.md"


def test_the_licence_of_the_javascript_in_reports_is_reproduced():
    kept = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8")
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
