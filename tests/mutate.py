"""Random mutants of the code, and the tests that let them live: `make mutate N=60`, or `make mutate N=20 MUTATE=pages`.

A mutant is one edit: a comparison, a sign, a number, a word, two arguments exchanged, an escape or a sort dropped. The
tests that run its line are run on it, quick ones first. Which these are, a run of all tests writes down once
(`build/mutate`; delete the folder after large changes). Tests in a browser see pages of another process: they are not
among them.
"""

import argparse
import ast
import copy
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from coverage.numbits import numbits_to_nums

from tests.source_files import ROOT

KEPT = ROOT / "build" / "mutate"
DATA, TIMES = KEPT / "coverage", KEPT / "times.json"
CODE = ("ordquant_core", "pages")
MOST_TESTS = 400  # on a mutant: the quickest of those that run its line
SECONDS = 300
READING = {  # tests that read the code instead of running it, or data that stand in it
    "ordquant_core/papers/examples.py": ["tests/papers/test_examples.py"],
    "ordquant_core/commands/": ["tests/golden/test_golden.py::test_helps_and_exports_say_the_same"],
    "pages/": [
        "tests/pages/test_escaping.py",
        "tests/pages/test_pages.py::test_every_word_in_the_texts_of_pages_is_known",
    ],
}
LEFT_OUT = {"escape", "sorted", "abs", "plain", "round"}  # calls of one argument that are dropped
OTHER = {
    ast.Lt: ast.GtE, ast.LtE: ast.Lt, ast.Gt: ast.LtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Div, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One edit: bytes `start` to `end` of a file become `text`."""

    path: str
    line: int
    start: int
    end: int
    text: str
    kind: str


def mutants(path: str) -> Iterator[Mutant]:
    """Yield every edit of a file."""
    source = (ROOT / path).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tree = ast.parse(source)
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)} - {
        id(node) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)
    }
    words = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    types = {id(part) for node in ast.walk(tree) for kind in _types(node) for part in ast.walk(kind)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.expr) or id(node) in inside | words | types:
            continue
        start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        for kind, changed in edits(node):
            text = ast.unparse(changed)
            atom = isinstance(changed, ast.Call | ast.Constant | ast.Name | ast.JoinedStr)
            yield Mutant(path, node.lineno, start, end, text if atom else f"({text})", kind)


def _types(node: ast.AST) -> list[ast.expr]:
    names = ("annotation", "returns")
    return [kind for name in names if (kind := getattr(node, name, None)) is not None]


def edits(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield what an expression may become, with the kind of the edit."""
    new = copy.deepcopy(node)
    match new:
        case ast.Compare(ops=[op, *_]) if type(op) in OTHER:
            new.ops[0] = OTHER[type(op)]()
            yield "comparison", new
        case ast.BinOp(op=op) if type(op) in OTHER and not isinstance(new.left, ast.JoinedStr):
            new.op = OTHER[type(op)]()
            yield "sign", new
        case ast.BoolOp(op=op):
            new.op = OTHER[type(op)]()
            yield "comparison", new
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield "sign", operand
        case ast.Constant(value=bool() as value):
            yield "number", ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield "number", ast.Constant(value + 1 if isinstance(value, int) or not value else value * 1.5)
        case ast.Constant(value=str() as value) if " " in value.strip():
            yield "word", ast.Constant(_other_word(value))
        case ast.JoinedStr(values=[*_, ast.Constant(value=str() as value)]) if " " in value.strip():
            new.values[-1] = ast.Constant(_other_word(value))
            yield "word", new
        case ast.Call(func=ast.Name(id=name), args=[only], keywords=[]) if name in LEFT_OUT:
            yield ("escape" if name in ("escape", "plain") else "sort"), only
        case ast.Call(func=ast.Name(id="min" | "max" as name)):
            new.func = ast.Name("max" if name == "min" else "min")
            yield "sign", new
        case ast.Call(args=[ast.Name() | ast.Attribute() as a, ast.Name() | ast.Attribute() as b, *_]) if ast.dump(
            a
        ) != ast.dump(b):
            new.args[:2] = [b, a]
            yield "exchanged", new
        case _:
            pass


def _other_word(text: str) -> str:
    longest = max(text.split(), key=len)
    return text.replace(longest, longest[::-1] if longest[::-1] != longest else f"{longest}x", 1)


def write_coverage(tests: list[str]) -> None:
    """Run the tests that need no browser once, and write down which lines each of them runs."""
    shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir(parents=True)
    call = [*PYTEST, "-n", "auto", "--dist", "worksteal", "-m", "not browser and not thorough", "-p", "tests.mutate"]
    call += ["--cov-context=test", "--cov-report=", *(f"--cov={room}" for room in CODE), *tests]
    subprocess.run(call, cwd=ROOT, env={**ENVIRONMENT, "COVERAGE_FILE": str(DATA)}, check=False)


def pytest_sessionfinish(session) -> None:
    """Keep how long each test took: this file is a plugin of the run that writes the coverage."""
    if not hasattr(session.config, "workerinput"):
        reports = session.config.pluginmanager.get_plugin("terminalreporter").stats.get("passed", [])
        TIMES.write_text(json.dumps({report.nodeid: report.duration for report in reports if report.when == "call"}))


THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
ENVIRONMENT = {**os.environ, **dict.fromkeys(THREADS, "1"), "CI": "1"}
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]


def tests_of(mutant: Mutant) -> set[str]:
    """Return the tests that run a line; of a line that is run by the import, all that run anything of its file."""
    lines: dict[int, set[str]] = {}
    query = (
        "select context.context, line_bits.numbits from line_bits join file on file.id = file_id "
        "join context on context.id = context_id where file.path = ? and context.context != ''"
    )
    with sqlite3.connect(DATA) as data:
        for context, bits in data.execute(query, [str(ROOT / mutant.path)]):
            for line in numbits_to_nums(bits):
                lines.setdefault(line, set()).add(context.partition("|")[0])
    return lines.get(mutant.line) or set().union(*lines.values())


def tried(mutant: Mutant, tests: list[str], place: Path) -> str:
    """Return what becomes of a mutant in a copy of the project: killed, survived, or not run by any test."""
    if not tests:
        return "no test runs it"
    file = place / mutant.path
    before = file.read_bytes()
    file.write_bytes(before[: mutant.start] + mutant.text.encode() + before[mutant.end :])
    try:
        call = [*PYTEST, "-x", "-n", "0", *tests]
        done = subprocess.run(call, cwd=place, env=ENVIRONMENT, capture_output=True, timeout=SECONDS, check=False)
        return "survived" if done.returncode == 0 else "killed"
    except subprocess.TimeoutExpired:
        return "killed (timeout)"
    finally:
        file.write_bytes(before)


def main() -> None:
    """Try mutants, and print the survivors and the rates."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("paths", nargs="*", default=CODE, help="files or folders (default: all code)")
    options.add_argument("--number", type=int, default=60)
    options.add_argument("--seed", type=int, default=random.randrange(10**6))
    options.add_argument("--tests", nargs="*", default=[], help="where tests are looked for (default: everywhere)")
    options.add_argument("--workers", type=int, default=os.cpu_count())
    given = options.parse_args()
    if not DATA.exists():
        write_coverage(given.tests)
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    tracked = listed.stdout.splitlines()
    python = [name for name in tracked if name.startswith(CODE) and name.endswith(".py") and (ROOT / name).exists()]
    paths = [name for name in python if name.startswith(tuple(given.paths))]
    rng = random.Random(given.seed)
    chosen = rng.sample(every := [mutant for path in paths for mutant in mutants(path)], min(given.number, len(every)))
    times = json.loads(TIMES.read_text())
    places: SimpleQueue[Path] = SimpleQueue()
    if (shared := ROOT.parent / "shared").exists() and not (KEPT / "shared").exists():
        (KEPT / "shared").symlink_to(shared)  # real data beside each copy, as beside the project
    for number in range(given.workers):
        place = KEPT / f"copy-{number}"
        shutil.rmtree(place, ignore_errors=True)
        for name in filter(lambda name: (ROOT / name).exists(), tracked):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place / name)
        places.put(place)

    def judge(mutant: Mutant) -> tuple[Mutant, str]:
        place = places.get()
        running = sorted(tests_of(mutant), key=lambda test: times.get(test, 9.0))
        try:
            read = [test for path, tests in READING.items() if mutant.path.startswith(path) for test in tests]
            return mutant, tried(mutant, running[:MOST_TESTS] + read, place)
        finally:
            places.put(place)

    fates: Counter[tuple[str, str]] = Counter()
    with ThreadPoolExecutor(given.workers) as threads:
        for mutant, fate in threads.map(judge, chosen):
            fates[_room(mutant.path), fate.partition(" (")[0]] += 1
            if not fate.startswith("killed"):
                old = (ROOT / mutant.path).read_bytes()[mutant.start : mutant.end].decode()
                sys.stdout.write(f"{fate}: {mutant.path}:{mutant.line} {mutant.kind}: {old} -> {mutant.text}\n")
                sys.stdout.flush()
    for room in sorted({room for room, _ in fates}):
        killed, n = fates[room, "killed"], sum(number for (of, _), number in fates.items() if of == room)
        sys.stdout.write(f"{room}: {killed} of {n} killed\n")
    killed = sum(number for (_, fate), number in fates.items() if fate == "killed")
    sys.stdout.write(f"all: {killed} of {len(chosen)} killed ({killed / len(chosen):.0%}), seed {given.seed}\n")


def _room(path: str) -> str:
    return "/".join(path.split("/")[:2]).removesuffix(".py")


if __name__ == "__main__":
    main()
