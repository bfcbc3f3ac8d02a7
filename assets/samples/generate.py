"""Make the synthetic sample tasks: `python assets/samples/generate.py` writes them into ordquant_core/samples.

The only randomness is `Generator.random` of one seeded PCG64 per task, and the arithmetic is limited to +, -, *, /
and square roots, which every platform rounds alike: the files come out the same with any NumPy.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

UNITS = 10**6  # probabilities are written in millionths


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of case: how far apart the two camps of annotators may stand, and how wide each spreads."""

    share: float  # of the cases
    apart: tuple[float, float]  # distance of the camps, in classes; (0, 0) is one camp
    spread: tuple[float, float]


@dataclass(frozen=True, slots=True)
class System:
    """How one system turns what it perceives of a case into an estimate; the defaults change nothing."""

    jitter: float  # error of its perception of the centre, in classes
    shift: float = 0  # it places everything that many classes too high
    widen: float = 1  # it takes the spread to be that many times what it is
    flat: float = 0  # weight of the uniform distribution mixed in
    prior: float = 0  # weight of the average distribution of the training cases mixed in
    mode: float = 0  # share of the mass it moves to its most probable class
    drop: float = 0  # classes below this probability are set to zero
    sides: float = 0  # share of the mass of inner classes that it moves to the nearer end of the scale
    mirror: float = 0  # weight of its own estimate upside down mixed in


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that makes one sample task."""

    name: str
    title: str
    description: str
    seed: int
    classes: tuple[str, ...]
    cases: int
    prefix: str  # of the ids of the cases
    annotators: int
    middle: float  # of the centres of the cases, in classes from the middle of the scale
    reach: float  # how far the centres go from there
    kinds: tuple[Kind, ...]
    systems: tuple[System, ...]


@dataclass(frozen=True, slots=True)
class Cases:
    """The latent side of cases: two camps of annotators each, with one spread."""

    centres: Floats  # (cases, 2)
    weights: Floats  # (cases, 2)
    spreads: Floats  # (cases,)


DIALOGUE_QUALITY = Plan(
    name="dialogue-quality",
    title="Dialogue quality (synthetic)",
    description=(
        "Synthetic data: 20 invented annotators rate each of 300 invented dialogues from −2 to 2, "
        "and 18 invented systems estimate their votes."
    ),
    seed=20211101,
    classes=("-2", "-1", "0", "1", "2"),
    cases=300,
    prefix="D",
    annotators=20,
    middle=0.2,
    reach=2.1,
    kinds=(
        Kind(share=0.15, apart=(0, 0), spread=(0.15, 0.35)),  # the annotators agree
        Kind(share=0.50, apart=(0, 0), spread=(0.4, 0.9)),
        Kind(share=0.25, apart=(1.5, 3), spread=(0.3, 0.6)),  # two camps
        Kind(share=0.10, apart=(0, 0), spread=(1.4, 2.4)),  # everyone for themselves: nearly flat
    ),
    systems=(
        System(jitter=0.15),
        System(jitter=0.3),
        System(jitter=0.5),
        System(jitter=0.8),
        System(jitter=1.2),
        System(jitter=0.3, flat=0.3),  # over-smoothed
        System(jitter=0.3, widen=2.5),
        System(jitter=0.8, flat=0.6),
        System(jitter=0.3, widen=0.4),  # over-confident
        System(jitter=0.3, mode=0.5),
        System(jitter=0.3, drop=0.2),
        System(jitter=0.5, mode=1),  # only ever one class
        System(jitter=0.2, shift=1),  # one class too high
        System(jitter=0.2, shift=-0.6),  # somewhat too low
        System(jitter=0.4, prior=0.5),
        System(jitter=0, prior=1),  # the average of the training cases, whatever the case
        System(jitter=0.3, sides=0.6),  # polarised
        System(jitter=0.4, mirror=0.3),  # hedges with the scale upside down
    ),
)
BREAKDOWN_LABELS = Plan(
    name="breakdown-labels",
    title="Breakdown labels (synthetic)",
    description=(
        "Synthetic data: 30 invented annotators label each of 60 invented utterances NB, PB or B, "
        "and four invented systems estimate their votes."
    ),
    seed=20180708,
    classes=("NB", "PB", "B"),
    cases=60,
    prefix="U",
    annotators=30,
    middle=0,
    reach=1.2,
    kinds=(
        Kind(share=0.3, apart=(0, 0), spread=(0.05, 0.2)),
        Kind(share=0.4, apart=(0, 0), spread=(0.2, 0.7)),
        Kind(share=0.3, apart=(1, 2), spread=(0.3, 0.6)),
    ),
    systems=(
        System(jitter=0.2),
        System(jitter=0.4, flat=0.4),
        System(jitter=0.3, mode=0.6),
        System(jitter=0.2, shift=0.7),
    ),
)
PLANS = (DIALOGUE_QUALITY, BREAKDOWN_LABELS)


def write(folder: Path) -> None:
    """Write every sample task into its own folder under `folder`."""
    for plan in PLANS:
        _write_task(plan, folder / plan.name)


def _write_task(plan: Plan, folder: Path) -> None:
    rng = np.random.Generator(np.random.PCG64(plan.seed))
    cases, training = _draw_cases(plan, rng), _draw_cases(plan, rng)
    votes = _draw_votes(_distributions(plan, cases), plan.annotators, rng)
    prior = _distributions(plan, training).sum(axis=0) / plan.cases
    runs = {
        f"system-{number:02d}": _estimate(plan, system, cases, prior, rng)
        for number, system in enumerate(plan.systems, start=1)
    }

    (folder / "runs").mkdir(parents=True, exist_ok=True)
    _write_table(folder / "gold.csv", plan, [[str(vote) for vote in row] for row in votes.tolist()])
    for name, estimates in runs.items():
        rows = [[f"{unit // UNITS}.{unit % UNITS:06d}" for unit in row] for row in in_units(estimates).tolist()]
        _write_table(folder / "runs" / f"{name}.csv", plan, rows)
    facts = {
        "name": plan.name,
        "title": plan.title,
        "synthetic": True,
        "description": plan.description,
        "classes": plan.classes,
        "gold": "gold.csv",
        "runs": [f"runs/{name}.csv" for name in runs],
    }
    _write_text(folder / "task.json", json.dumps(facts, indent=2) + "\n")


def in_units(probabilities: Floats) -> Ints:
    """Round rows to whole millionths that sum to exactly one million: the largest remainders are rounded up."""
    exact = probabilities * UNITS
    units = np.floor(exact).astype(np.int64)
    missing = UNITS - units.sum(axis=1)
    by_remainder = np.argsort(units - exact, axis=1, kind="stable")
    for row, order, count in zip(units, by_remainder, missing, strict=True):
        row[order[:count]] += 1
    return units


def _draw_cases(plan: Plan, rng: np.random.Generator) -> Cases:
    """Draw kind, centre, spread and camps of every case."""
    limits = np.cumsum([kind.share for kind in plan.kinds])[:-1]
    kinds = [plan.kinds[index] for index in (rng.random(plan.cases)[:, None] >= limits).sum(axis=1)]
    centre = plan.middle + plan.reach * (rng.random(plan.cases) + rng.random(plan.cases) - 1)  # the middle is likelier
    apart = _between(rng, [kind.apart for kind in kinds])
    spreads = _between(rng, [kind.spread for kind in kinds])
    larger = 0.45 + 0.35 * rng.random(plan.cases)  # the camp of the higher or, as often, of the lower classes
    larger = np.where(rng.random(plan.cases) < 0.5, larger, 1 - larger)
    centres = centre[:, None] + apart[:, None] * np.array([-0.5, 0.5])
    return Cases(centres, np.stack([larger, 1 - larger], axis=1), spreads)


def _between(rng: np.random.Generator, ranges: list[tuple[float, float]]) -> Floats:
    low, high = np.array(ranges, dtype=np.float64).T
    return np.asarray(low + (high - low) * rng.random(len(ranges)))


def _distributions(plan: Plan, cases: Cases) -> Floats:
    """Cut the opinions of both camps into classes: (cases, classes). The classes are 1 wide, the outer ones open.

    Opinions follow Student's t with two degrees of freedom, whose distribution function needs a square root only.
    """
    n_classes = len(plan.classes)
    cuts = np.arange(1, n_classes) - n_classes / 2
    x = (cuts - cases.centres[:, :, None]) / cases.spreads[:, None, None]
    below = 0.5 + x / (2 * np.sqrt(2 + x * x))
    shares = np.diff(below, axis=2, prepend=0, append=1)
    return np.asarray(cases.weights[:, :1] * shares[:, 0] + cases.weights[:, 1:] * shares[:, 1])


def _draw_votes(probabilities: Floats, annotators: int, rng: np.random.Generator) -> Ints:
    """Let every annotator vote by themselves."""
    limits = np.cumsum(probabilities, axis=1)[:, None, :-1]
    choices = (rng.random((len(probabilities), annotators))[:, :, None] >= limits).sum(axis=2)
    classes = np.arange(probabilities.shape[1])
    return np.asarray((choices[:, :, None] == classes).sum(axis=1), dtype=np.int64)


def _estimate(plan: Plan, system: System, cases: Cases, prior: Floats, rng: np.random.Generator) -> Floats:
    """Return the estimates of one system for all cases."""
    error = system.jitter * (rng.random((4, plan.cases)).sum(axis=0) - 2) * np.sqrt(3.0)  # about normal, deviation 1
    centres = cases.centres + (error + system.shift)[:, None]
    estimate = _distributions(plan, Cases(centres, cases.weights, cases.spreads * system.widen))
    if system.drop:
        estimate = np.where(estimate < system.drop, 0, estimate)
        estimate = estimate / estimate.sum(axis=1, keepdims=True)
    if system.sides:
        estimate = _to_the_sides(estimate, system.sides)
    mode = np.eye(estimate.shape[1])[estimate.argmax(axis=1)]
    for weight, other in (
        (system.mode, mode),
        (system.mirror, estimate[:, ::-1]),
        (system.flat, 1 / estimate.shape[1]),
        (system.prior, prior),
    ):
        estimate = (1 - weight) * estimate + weight * other
    return estimate


def _to_the_sides(estimate: Floats, share: float) -> Floats:
    """Move a share of every inner class to the nearer end, of the middle class to both."""
    n_classes = estimate.shape[1]
    moved = estimate * share
    place = np.arange(n_classes) * 2 - (n_classes - 1)
    kept = estimate - moved
    kept[:, 0] += (moved * (place < 0)).sum(axis=1) + moved[:, place == 0].sum(axis=1) / 2
    kept[:, -1] += (moved * (place > 0)).sum(axis=1) + moved[:, place == 0].sum(axis=1) / 2
    return kept


def _write_table(path: Path, plan: Plan, rows: list[list[str]]) -> None:
    digits = len(str(plan.cases))
    lines = [",".join(("case", *plan.classes))]
    lines += [f"{plan.prefix}{number:0{digits}d},{','.join(row)}" for number, row in enumerate(rows, start=1)]
    _write_text(path, "\n".join(lines) + "\n")


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    write(Path(__file__).resolve().parents[2] / "ordquant_core" / "samples")
