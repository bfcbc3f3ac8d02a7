"""Make the synthetic nugget sample: `python -m assets.samples.generate_nuggets` writes it into ordquant_core/samples.

As in generate.py the only randomness is `Generator.random` of one seeded PCG64, and the arithmetic is limited to
+, -, *, / and square roots: the files come out the same everywhere. Gold and runs are in the official JSON of NTCIR
and hold both parts, dialogue quality and nuggets.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assets.samples.generate import UNITS, in_units

Floats = NDArray[np.float64]

FACTS = {
    "title": "Nuggets (synthetic)",
    "kind": "nuggets",
    "synthetic": True,
    "description": "Synthetic data: 15 invented annotators label the nuggets of 60 invented dialogues, and four "
    "invented systems estimate their votes.",
    "gold": "gold.json",
    "runs": ["runs/*.json"],
}
SEED = 20171205
DIALOGUES = 60
ANNOTATORS = 15
ONE_SIDED = (17, 43)  # numbers of dialogues in which the customer gets no answer
LONGEST = 7  # blocks
TYPES = {"customer": ("CNUG0", "CNUG", "CNUG*", "CNaN"), "helpdesk": ("HNUG", "HNUG*", "HNaN")}
SCALES = ("A", "E", "S")
QUALITY = ("-2", "-1", "0", "1", "2")
HABITS = {  # what annotators tend to say of a block: the first of a side, one between, the last of a long dialogue
    "customer": ((0.72, 0.1, 0.01, 0.17), (0.06, 0.56, 0.06, 0.32), (0.03, 0.37, 0.3, 0.3)),
    "helpdesk": ((0.62, 0.1, 0.28), (0.56, 0.14, 0.3), (0.42, 0.34, 0.24)),
}


@dataclass(frozen=True, slots=True)
class System:
    """How a system estimates: shares of noise and of the mean of its side's habits, and what it does to peaks."""

    customer: float  # noise on customer blocks
    helpdesk: float  # noise on helpdesk blocks
    prior: float = 0
    flat: float = 0
    mode: float = 0  # share of the mass it moves to its most probable type
    quality: float = 0.3  # noise on the dialogue quality


SYSTEMS = (
    System(customer=0.3, helpdesk=0.62, quality=0.2),  # good with customers
    System(customer=0.58, helpdesk=0.3, quality=0.4),  # good with helpdesks
    System(customer=0.45, helpdesk=0.45, prior=0.3, flat=0.1),  # cautious
    System(customer=0.4, helpdesk=0.4, mode=0.7, quality=0.6),  # too sure
)


def write(folder: Path) -> None:
    """Write gold and runs into `folder`/nuggets."""
    rng = np.random.Generator(np.random.PCG64(SEED))
    names = [f"N{number:02d}" for number in range(1, DIALOGUES + 1)]
    dialogues = [_senders(number) for number in range(1, DIALOGUES + 1)]
    truth = [[_block(rng, sides, place) for place in range(len(sides))] for sides in dialogues]
    quality = _normalised((rng.random((DIALOGUES, len(SCALES), len(QUALITY))) + 0.05) ** 2 * _peaks(rng))
    gold = [
        {
            "id": name,
            "synthetic": True,
            "turns": [{"sender": sender} for sender in sides],
            "annotations": [
                {
                    "quality": {
                        scale: int(QUALITY[_choice(rng, row)]) for scale, row in zip(SCALES, shares, strict=True)
                    },
                    "nugget": [TYPES[s][_choice(rng, row)] for s, row in zip(sides, blocks, strict=True)],
                }
                for _ in range(ANNOTATORS)
            ],
        }
        for name, sides, blocks, shares in zip(names, dialogues, truth, quality, strict=True)
    ]
    target = folder / "nuggets"
    (target / "runs").mkdir(parents=True, exist_ok=True)
    _write(target / "gold.json", gold)
    for number, system in enumerate(SYSTEMS, start=1):
        run = [
            {
                "id": name,
                "synthetic": True,
                "quality": {
                    scale: _keyed(QUALITY, _noisy(rng, row, system.quality))
                    for scale, row in zip(SCALES, shares, strict=True)
                },
                "nugget": [_keyed(TYPES[s], _estimate(rng, system, s, row)) for s, row in zip(sides, b, strict=True)],
            }
            for name, sides, b, shares in zip(names, dialogues, truth, quality, strict=True)
        ]
        _write(target / "runs" / f"system-{number:02d}.json", run)
    (target / "task.json").write_text(json.dumps(FACTS, indent=2) + "\n", encoding="utf-8", newline="\n")


def _senders(number: int) -> tuple[str, ...]:
    """Return who speaks: customer and helpdesk in turns, two to seven blocks, one where nobody answers."""
    length = 1 if number in ONE_SIDED else 2 + number % (LONGEST - 1)
    return tuple(("customer", "helpdesk")[place % 2] for place in range(length))


def _block(rng: np.random.Generator, senders: tuple[str, ...], place: int) -> Floats:
    """Draw what the annotators of one block really lean to."""
    late = place >= len(senders) - 2 and len(senders) > 3
    habit = np.array(HABITS[senders[place]][0 if place < 2 else 2 if late else 1])
    return _normalised(habit * (0.1 + 2 * rng.random(len(habit)) ** 2))


def _estimate(rng: np.random.Generator, system: System, sender: str, truth: Floats) -> Floats:
    estimate = _noisy(rng, truth, system.customer if sender == "customer" else system.helpdesk)
    habits = np.array(HABITS[sender]).sum(axis=0) / 3
    for weight, other in (
        (system.prior, habits),
        (system.flat, 1 / len(truth)),
        (system.mode, np.eye(len(truth))[estimate.argmax()]),
    ):
        estimate = (1 - weight) * estimate + weight * other
    return estimate


def _noisy(rng: np.random.Generator, truth: Floats, share: float) -> Floats:
    noise = _normalised(rng.random(len(truth)) ** 2 + 0.01)
    return (1 - share) * truth + share * noise


def _peaks(rng: np.random.Generator) -> Floats:
    """Let most dialogues have one end of the scale they lean to."""
    centre = 4 * rng.random((DIALOGUES, len(SCALES), 1))
    return 1 / (0.4 + (np.arange(len(QUALITY)) - centre) ** 2)


def _normalised(values: Floats) -> Floats:
    return np.asarray(values / values.sum(axis=-1, keepdims=True))


def _choice(rng: np.random.Generator, shares: Floats) -> int:
    return int((rng.random() >= np.cumsum(shares)[:-1]).sum())


def _keyed(keys: tuple[str, ...], shares: Floats) -> dict[str, float]:
    return {key: unit / UNITS for key, unit in zip(keys, in_units(shares[None])[0].tolist(), strict=True)}


def _write(path: Path, entries: list[dict[str, object]]) -> None:
    lines = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write(Path(__file__).resolve().parents[2] / "ordquant_core" / "samples")
