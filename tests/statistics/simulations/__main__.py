"""Run all simulations in full and print their outcomes as a Markdown table; exit code 1 where a claim does not hold.

`make simulate` runs it; `make simulate SIMULATE="coverage_of_means --repetitions 200"` runs one, shorter.
"""

import argparse
import sys

from tests.statistics.simulations import simulations

REPETITIONS = 2000


def main() -> int:
    """Run the simulations that the arguments name, all of them by default."""
    parser = argparse.ArgumentParser(prog="python -m tests.statistics.simulations", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="simulations (default: all)")
    parser.add_argument("--repetitions", type=int, default=REPETITIONS, help=f"default: {REPETITIONS}")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    known = dict(simulations())
    unknown = [name for name in options.names if name not in known]
    if unknown:
        parser.error(f"unknown simulation {', '.join(unknown)}; choose from {', '.join(known)}")
    faults = 0
    print("| claim | situation | value | expected | standard error |\n| --- | --- | ---: | --- | ---: |")  # noqa: T201
    for name in options.names or known:
        for one in known[name](options.repetitions, options.seed):
            faults += not one.holds
            mark = "" if one.holds else " **(does not hold)**"
            print(  # noqa: T201
                f"| {one.claim} | {one.situation} | {one.value:.4g}{mark} | {one.low:g} to {one.high:g} "
                f"| {one.error:.2g} |",
                flush=True,
            )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
