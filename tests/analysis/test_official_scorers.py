"""Our measures beside what the official scorers of shared tasks printed, each scorer run once by hand on the files.

Scorers: NTCIR-15 DialEval-1 (eval.py), LeWiDi 2025 (the organisers' functions, which participants' repositories hold,
with POT 0.9.7), SemEval-2016 Task 4 (perl, v2.x; `keys $hash` written as `keys %{$hash}` for a current perl),
LeQua 2024 (evaluate.py), DBDC3 (eval.py of the challenge, its prints written for Python 3).
The scorer of STC-3 (2018) is not public; its RSNOD averages over all classes. Each test takes the steps of a scorer
from the scores of our measures: what it averages first, what it rounds, which logarithm it takes.
"""

import json
import math
import random

import numpy as np
import pytest
from hypothesis import given

from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.tasks import Decisions, File, folder, read_bytes, read_task
from tests.formats.files import SHARED, real
from tests.strategies import pairs


def task_of(files, **options):
    """Return the task of a gold and one run."""
    read = read_task(files, gold=files[0].name, **options)
    assert read.task is not None, read.problems
    return read.task


def shared_task(gold, run, **options):
    return task_of([File(str(path), read_bytes(str(path))) for path in (SHARED / gold, SHARED / run)], **options)


def written_task(*tables):
    return task_of([File(f"{name}.csv", text.encode()) for name, text in zip(("gold", "run"), tables, strict=True)])


def scores(task, key):
    """Return the score of the run on every case."""
    return MEASURES[key](task.gold, task.estimates[0])


@real
@pytest.mark.parametrize(
    ("split", "run", "printed"),
    [
        ("dev", "AadiSanghani-v2_0710a_Paraphrase_DEV_soft", 1.79715),
        ("dev", "most_freq_baseline_par_dev_soft", 2.74715),
        ("test", "AadiSanghani-v3_0710b_Paraphrase_test_soft", 1.60517),
        ("test", "AadiSanghani-v1_0708_Paraphrase_test_soft", 3.05091),  # its ids are row numbers
    ],
)
def test_lewidi_2025(split, run, printed):
    decisions = Decisions(by_position=run.endswith("v1_0708_Paraphrase_test_soft"))
    task = shared_task(f"lewidi2025/paraphrase_{split}.json", f"lewidi2025/runs/{run}.tsv", choices=decisions)
    assert round(sum(scores(task, "MD").tolist()) / len(task.cases), 5) == printed  # not divided by L - 1


DBDC_PRINTED = [
    *(0.34, 0.428571, 0.25, 0.315789, 0.84, 0.477273, 0.608696),  # accuracy; precision, recall, F of X, and of T+X
    *(0.186203, 0.094198, 0.094817),  # JSD
    *(0.084986, 0.09188, 0.096947),  # MSE
]


@real
def test_dbdc3(tmp_path):
    """No run is public: the labels are made up, with the most probable one as the label, the first of equals."""
    draw = random.Random(5)
    gold = SHARED / "dbdc3" / "original_json"
    for file in sorted(gold.glob("*.log.json")):
        dialogue, turns = json.loads(file.read_text()), []
        for turn in dialogue["turns"]:
            if turn["speaker"] == "U" or not turn["annotations"]:
                continue
            weights = [draw.choice([0, 1, 2, 3, 5]) for _ in range(3)]
            shares = [weight / sum(weights) for weight in weights] if any(weights) else [0.25, 0.25, 0.5]
            labels = {"breakdown": "OTX"[shares.index(max(shares))]}
            labels |= {f"prob-{letter}": share for letter, share in zip("OTX", shares, strict=True)}
            turns.append({"turn-index": turn["turn-index"], "labels": [labels]})
        made = {"dialogue-id": dialogue["dialogue-id"], "turns": turns}
        (tmp_path / f"{dialogue['dialogue-id']}.labels.json").write_text(json.dumps(made))
    read = read_task([*folder(str(gold)), *folder(str(tmp_path))], gold=str(gold))
    assert read.task is not None, read.problems
    true, said = read.task.gold, read.task.estimates[0]
    labels, of_gold = said.argmax(axis=1), true.argmax(axis=1)  # of equals, the first of O, T, X
    found = [(labels == of_gold).mean()]
    broken = true[:, 1] + true[:, 2] > true[:, 0]
    for named, wanted in ((labels == 2, of_gold == 2), (labels > 0, broken)):
        right = (named & wanted).sum()
        found += [right / named.sum(), right / wanted.sum(), 2 * right / (named.sum() + wanted.sum())]
    both = [[np.add.reduceat(side, starts, axis=1) for side in (true, said)] for starts in ([0, 1, 2], [0, 1], [0, 2])]
    found += [MEASURES["JSD"](*sides).mean() for sides in both]
    found += [MEASURES["SS"](*sides).mean() / sides[0].shape[1] for sides in both]
    assert [round(float(value), 6) for value in found] == DBDC_PRINTED


@real
def test_semeval_2016_e():
    """The scorer takes the 42 rows that sum to 0.998 to 1.001 as they are, which changes no digit that it prints."""
    gold, run = "SemEval2016_task4_subtaskE_test_gold_AGGREGATED.txt", "PotTS.SubtaskE.res.official.txt"
    decisions = Decisions(renormalise=True)
    task = shared_task(f"semeval2016/{gold}", f"semeval2016/{run}", choices=decisions)
    assert f"{scores(task, 'MD').mean():.3f}" == "0.818"  # not divided by L - 1


NTCIR_PRINTED = """
mem0 A 3.2402243407460514 2.7010498800427603
mem0 E 3.304388430235214 2.827009756735591
mem3 A 3.3579833241280936 2.76705514609799
mem3 E 3.463614785702156 2.878800034335489
best181120 A 3.4133696706994114 2.8253065312899035
best181120 E 3.5142427373149356 2.9723174353550315
"""  # by NMD and RSNOD


@real
@pytest.mark.parametrize("row", NTCIR_PRINTED.strip().splitlines())
def test_ntcir_2020(row):
    run, scale, *printed = row.split()
    task = shared_task("stc3/gold_test.json", f"stc3/runs_quality/WIDM-{run}.json", scale=scale)
    found = [-math.log2(scores(task, key).mean()) for key in ("NMD", "RSNOD")]
    assert found == pytest.approx([*map(float, printed)], rel=1e-13)


@given(pair=pairs)
def test_the_rsnod_of_2018_averages_over_all_classes_and_is_rnadw(pair):
    gold, estimated = pair
    size = len(gold)
    weighted = [sum(abs(i - j) * (estimated[j] - gold[j]) ** 2 for j in range(size)) for i in range(size)]
    assert float(MEASURES["RNADW"](gold, estimated)) == pytest.approx(
        math.sqrt(sum(weighted) / size / (size - 1)), abs=1e-9
    )


TOPICS = [(4, 3), (0, 3), (3, 32), (11, 9), (35, 0), (3, 4), (26, 9), (20, 81), (4, 16), (16, 85), (6, 14), (10, 25)]
POSITIVE = (0.742, 0.84, 0.901, 1.0, 0.544, 0.013, 0.279, 0.762, 0.618, 0.132, 0.774, 0.289)


def test_semeval_2016_d_on_made_up_topics():
    """The scorers of 2016 (KLD) and 2017 (KLD, AE, RAE) print 0.549, 0.425, 2.561 for these topics."""
    gold = "topic,positive,negative\n" + "".join(f"t{n:02d},{a},{b}\n" for n, (a, b) in enumerate(TOPICS))
    run = "topic,positive,negative\n" + "".join(f"t{n:02d},{p:.3f},{1 - p:.3f}\n" for n, p in enumerate(POSITIVE))
    task = written_task(gold, run)
    votes = task.votes.sum(axis=1)
    divergence = 2 * np.arctanh(SMOOTHED["NKLD"](task.gold, task.estimates[0], votes))  # KLD smoothed, in nats
    relative = SMOOTHED["RAE"](task.gold, task.estimates[0], votes)
    found = [divergence.mean(), scores(task, "AE").mean(), relative.mean()]
    assert [round(float(value), 3) for value in found] == [0.549, 0.425, 2.561]


def made_up_samples(factor, addend, total):
    """Shares in parts of `total` over five classes for 1,000 samples, as many as the scorer asks for."""
    state = 1
    for number in range(1000):
        cells = []
        for _ in range(5):
            state = (state * factor + addend) % 2147483647
            cells.append((state % 97 + 1) ** (3 if number % 7 == 0 else 1))
        parts = [cell * total // sum(cells) for cell in cells]
        parts[cells.index(max(cells))] += total - sum(parts)
        yield f"{number},{','.join(repr(part / total) for part in parts)}\n"


def test_lequa_2024_t3_on_made_up_samples():
    """The scorer prints "MNMD: 0.16133 ~ 0.09519" and "macro-NMD: 0.24188 ~ 0.09006" for these files."""
    head = "id,0,1,2,3,4\n"
    gold, run = (head + "".join(made_up_samples(*of)) for of in ((48271, 11, 200), (16807, 5, 1000)))
    task = written_task(gold, run)
    nmd = scores(task, "NMD")
    of_case = np.digitize((task.gold * np.arange(1, 6)).sum(axis=1), np.arange(1, 6))  # by the mean of the gold
    of_group = np.array([nmd[of_case == group].mean() for group in (1, 2, 3, 4)])
    found = [nmd.mean(), nmd.std(), of_group.mean(), of_group.std()]
    assert [round(float(value), 5) for value in found] == [0.16133, 0.09519, 0.24188, 0.09006]
