"""The built library in an environment of its own: beside NumPy and pandas first, then every extra, one after another.

`python tests/installed.py WHEEL` runs with the Python of that environment, which has pip and nothing else. Each extra
is tried before it is installed, where one line must name it, and after.
"""

import json
import os
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "ordquant_core" / "samples" / "breakdown-labels"  # the files; `load_sample` reads those of the wheel
GOLD, RUN = SAMPLE / "gold.csv", SAMPLE / "runs" / "system-01.csv"
COMMAND = Path(sysconfig.get_path("scripts")) / "ordquant"
HERE = Path(sys.prefix)  # what is written
WITHOUT = """
import sys
import ordquant_core as oq
assert {"scipy", "plotly", "openpyxl"}.isdisjoint(sys.modules)
assert oq.nmd([1, 3], [2, 2]) == 0.25
"""
FRAMES = """
import ordquant_core as oq
task = oq.load_sample("breakdown-labels")
assert not oq.score(task, ("NMD",)).to_frame().empty
import pandas as pd
votes = pd.DataFrame({"item": ["i", "i", "j"], "rater": ["u", "v", "u"], "label": [1, 2, 3]})
gold = oq.from_votes(votes, item="item", annotator="rater", rating="label")
assert gold.loc["i"].tolist() == [1, 1, 0], gold
assert not oq.agreement(oq.score(task, ("NMD", "RNOD"))).to_frame().empty
"""
WORKBOOK = f"""
import sys
import pandas as pd
from ordquant_core.__main__ import main
from ordquant_core.errors import extra
with extra("formats", "Writing the workbook of this test"):
    import openpyxl, pyarrow
pd.read_csv({str(RUN)!r}).to_parquet("run.parquet")
pd.read_csv({str(GOLD)!r}).to_excel("gold.xlsx", index=False)
sys.exit(main(["score", "gold.xlsx", "run.parquet", "--measures", "NMD"]))
"""
CLUSTER = """
import sys
from ordquant_core.__main__ import main
if __name__ == "__main__":
    options = ["atlas", "--votes", "6", "--classes", "3", "--measures", "NMD", "--dask"]
    try:
        from distributed import LocalCluster
    except ModuleNotFoundError:
        sys.exit(main([*options, "tcp://127.0.0.1:1"]))
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        sys.exit(main([*options, cluster.scheduler_address]))
"""
COMPLETION = f"""
import os, subprocess, sys
asked = {{"_ARGCOMPLETE": "1", "COMP_LINE": "ordquant sc", "COMP_POINT": "11", "COMP_TYPE": "9"}}
ended = subprocess.run([{str(COMMAND)!r}], env=os.environ | asked | {{"_ARGCOMPLETE_STDOUT_FILENAME": "answer"}})
sys.exit(ended.returncode or "score" not in open("answer").read())
"""
Call = list[str]
TRIALS: dict[str, Call] = {
    "figures": [str(COMMAND), "figure", "--list"],
    "formats": [sys.executable, "-c", WORKBOOK],
    "statistics": [str(COMMAND), "plan", "--design", "--variance", "0.02"],
    "completion": [sys.executable, "-c", COMPLETION],
    "dask": [sys.executable, "-c", CLUSTER],
}
TOGETHER = "all"  # made of the others


def main(wheel: str) -> None:
    """Install the wheel, then each extra of it; end with what went wrong."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        declared = set(tomllib.load(file)["project"]["optional-dependencies"])
    if declared != {*TRIALS, TOGETHER}:
        sys.exit(f"each extra needs a trial in {Path(__file__).name}: {sorted(declared ^ {*TRIALS, TOGETHER})}")
    _install(wheel)
    _run([sys.executable, "-c", WITHOUT])
    _run([sys.executable, "-c", FRAMES])
    _run([str(COMMAND), "measure", "--gold", "0,1,2,9,8", "--estimate", "0,0,0,1,0", "--measures", "NMD,RNOD"])
    _run([str(COMMAND), "lessons", "--out", "lessons.html"])
    for name, call in TRIALS.items():
        _run(call, needs=f"ordquant[{name}]")
        _install(f"{wheel}[{name}]")
        _run(call)
        sys.stdout.write(f"ordquant[{name}]: named where it is missing, and it runs\n")
    _install(f"{wheel}[{TOGETHER}]")
    for path in sorted((ROOT / "assets" / "docs" / "tutorials").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
        with TemporaryDirectory() as folder:
            _run([sys.executable, "-c", code], folder=folder)
        sys.stdout.write(f"{path.name} runs in an empty folder\n")


def _install(what: str) -> None:
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", what]
    subprocess.run(pip, check=True)


def _run(call: Call, *, needs: str | None = None, folder: str | Path = HERE) -> None:
    """Run a call, which must succeed or, where it `needs` an extra, end with one line that names it."""
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(call, cwd=folder, env=alone, capture_output=True, text=True, check=False)
    if needs is None and done.returncode:
        sys.exit(f"{' '.join(call)[:300]}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    last = done.stderr.strip().splitlines()[-1:]
    if needs is not None and not (done.returncode and last and needs in last[0]):
        sys.exit(f"{' '.join(call)[:300]} does not name {needs}: exit code {done.returncode}\n{done.stderr[-2000:]}")


if __name__ == "__main__":
    main(sys.argv[1])
