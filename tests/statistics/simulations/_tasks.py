"""Scores of tasks whose cases serve as a population: the bundled ones, and real ones where they are there."""

from functools import cache

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.scoring import score
from ordquant_core.tasks import Decisions, assemble, load_gold, load_run
from tests.source_files import ROOT

SHARED = ROOT.parent / "shared" / "data"
MEASURES = ("NMD", "RNOD", "JSD", "NVD", "DNKT")


@cache
def scores_of_tasks():
    """Return scores by task, (measures, runs, cases), baselines included; runs that score all cases alike are none."""
    return {name: score(with_baselines(task), MEASURES).values for name, task in _tasks().items()}


def _tasks():
    tasks = {}
    for name in ("dialogue-quality", "breakdown-labels"):
        folder = ROOT / "ordquant_core/samples" / name
        runs = [load_run(path) for path in sorted((folder / "runs").iterdir())]
        tasks[f"sample {name}"] = assemble(load_gold(folder / "gold.csv"), runs)
    stc3 = SHARED / "stc3"
    if stc3.exists():
        for scale in "AE":
            runs = [load_run(path, scale=scale) for path in sorted((stc3 / "runs_quality").iterdir())]
            tasks[f"STC-3 {scale}"] = assemble(load_gold(stc3 / "gold_test.json", scale=scale), runs)
        folder = SHARED / "semeval2016"
        run = load_run(folder / "PotTS.SubtaskE.res.official.txt", choices=Decisions(renormalise=True))
        gold = load_gold(folder / "SemEval2016_task4_subtaskE_test_gold_AGGREGATED.txt")
        tasks["SemEval-2016 E"] = assemble(gold, [run])
        folder = SHARED / "lewidi2025"
        gold = load_gold(folder / "paraphrase_dev.json")
        tasks["LeWiDi 2025 dev"] = assemble(gold, [load_run(path) for path in sorted(folder.glob("runs/*dev*"))])
    return tasks
