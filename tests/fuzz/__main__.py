"""Damaged files against every reader, on new random numbers, for as long as one likes: `python -m tests.fuzz -h`.

What makes a reader fail, take longer or need more than tests/fuzz/test_other_readers.py allows is written to corpus/,
where the tests read it from then on.
"""

import argparse
import hashlib
import random
import secrets
import sys
import time
from collections.abc import Callable

from tests.fuzz import fuzz_formats
from tests.fuzz.damage import damaged, rearranged
from tests.fuzz.test_other_readers import CORPUS, SEEDS, tried

MOST_KEPT = 20  # of the inputs of one run and reader: often one fault is found many times
Reader = Callable[[bytes], None]
READERS: dict[str, tuple[Reader, list[bytes]]] = {"files": (fuzz_formats.target, fuzz_formats.SEEDS), **SEEDS}


def main() -> int:
    """Try the readers one after the other; return 1 if one failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Damaged files against the readers.")
    parser.add_argument("readers", nargs="*", metavar="READER", help="default: all of them")
    parser.add_argument("--minutes", type=float, default=30, help="for each reader (default: 30)")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    arguments = parser.parse_args()
    unknown = set(arguments.readers) - set(READERS)
    if unknown:
        parser.error(f"{', '.join(sorted(unknown))}: no reader; there are {', '.join(READERS)}")
    failed = 0
    for name in arguments.readers or READERS:
        n_tried, n_failed, slowest = _fuzz(name, 60 * arguments.minutes, random.Random(f"{name} {arguments.seed}"))
        failed += n_failed
        sys.stdout.write(f"{name}: {n_tried:,} inputs, {n_failed} failed, the slowest took {slowest:.2f} s of CPU\n")
        sys.stdout.flush()
    sys.stdout.write(f"seed {arguments.seed}\n")
    return int(failed > 0)


def _fuzz(name: str, seconds: float, chance: random.Random) -> tuple[int, int, float]:
    """Return how many inputs were tried, how many failed, and the CPU seconds of the slowest."""
    reader, seeds = READERS[name]
    end, n_tried, n_failed, slowest = time.monotonic() + seconds, 0, 0, 0.0
    while time.monotonic() < end:
        data = chance.choice(seeds)
        for _ in range(chance.choice((1, 1, 2, 4, 8))):
            data = chance.choice((damaged, rearranged))(data, chance)
        n_tried, begun = n_tried + 1, time.process_time()
        try:
            tried(reader, data)
        except Exception as reason:  # noqa: BLE001 - whatever is not a problem in words is a finding
            n_failed += 1
            if n_failed <= MOST_KEPT:
                _keep(name, data, reason)
        slowest = max(slowest, time.process_time() - begun)
    return n_tried, n_failed, slowest


def _keep(name: str, data: bytes, reason: Exception) -> None:
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / hashlib.sha256(data).hexdigest()[:12]
    file.write_bytes(data)
    sys.stdout.write(f"{name}: {type(reason).__name__}: {str(reason)[:200]} ({file.name})\n")


if __name__ == "__main__":
    sys.exit(main())
