"""A task for TIRA: the data sets and an evaluator, whose image is this library beside NumPy and pandas.

The evaluator reads the submission with the files and decisions of the task, as that of Codabench does, so its numbers
are those of `results`. TIRA calls it with the truth, a run and a folder for `evaluation.prototext`.
"""

import sys
from pathlib import Path

from ordquant_core.commands.codabench import Competition, library, reference_files, scores_of, zipped
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import get_measures

IMAGE = "python:3.12-slim"
RESULT = "evaluation.prototext"
COMMAND = "python3 /evaluator/evaluate.py $inputDataset $inputRun $outputDir"
_PROGRAM = """\
\"""Evaluate a run: python3 evaluate.py TRUTH RUN OUTPUT.\"""

import sys

from ordquant_core.commands.tira import evaluate

sys.exit(evaluate(*sys.argv[1:4]))
"""
_CONTAINER = """\
FROM {image}
RUN pip install --no-cache-dir "numpy>=1.26" "pandas>=2.2"
COPY . /evaluator
"""
_STEPS = """\
# {title}: hand-over to TIRA

1. **Evaluator.** `cd evaluator && docker build -t NAME/ordquant-evaluator . && docker push NAME/ordquant-evaluator`
2. **Try it** as TIRA runs it (`pip install tira`):

       tira-run --input-directory $PWD/truths --input-run $PWD/sample \\
           --image NAME/ordquant-evaluator --command '{command}'

   It writes `{result}` with a mean by each measure ({measures}). 0 is perfect; smaller is better.
3. **Data sets.** On tira.io, in your task, “Add a new Dataset”: `inputs` is what systems read (a run to fill in; add
   the texts or whatever they need), `truths` is the truth, which only the evaluator sees. The image of the evaluator is
   that of step 1, its command

       {command}

4. **Participants** submit one file per run in the form of `inputs`: the ids of the cases, and a number for each class.
   `sample` is a run that can be submitted as it is.
"""


def hand_over(competition: Competition) -> bytes:
    """Return a zip with what organisers give to TIRA: inputs, truths, the evaluator with its Dockerfile, the steps.

    Raises `OrdquantError` for measures that the evaluator cannot compute, as `codabench.bundle`.
    """
    labels = ", ".join(measure.label for measure in get_measures(competition.measures))
    steps = _STEPS.format(title=competition.title, command=COMMAND, result=RESULT, measures=labels)
    return zipped(
        [
            ("README.md", steps.encode()),
            *((f"truths/{name}", data) for name, data in reference_files(competition)),
            (f"inputs/{competition.sample.name}", competition.sample.data),
            (f"sample/{competition.sample.name}", competition.sample.data),
            ("evaluator/Dockerfile", _CONTAINER.format(image=competition.image).encode()),
            ("evaluator/evaluate.py", _PROGRAM.encode()),
            *((f"evaluator/{name}", data) for name, data in library()),
        ]
    )


def evaluate(truth: str, run: str, output: str) -> int:
    """Write the means of the run in one folder against the truth in another; return the exit code.

    Where the folder holds no run that can be scored, participants read why on stdout, and nothing is written.
    """
    try:
        scores = scores_of(Path(truth), Path(run))
    except OrdquantError as problem:
        sys.stdout.write(f"error: {problem}\n")
        return 1
    lines = [f'measure {{\n  key: "{key}"\n  value: "{mean!r}"\n}}\n' for key, mean in scores.items()]
    (Path(output) / RESULT).write_text("".join(lines), encoding="utf-8")
    return 0
