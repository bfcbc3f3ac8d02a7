"""Plan says what cannot be computed: two annotators, unanimous labels, one case, one run."""

import pytest

from tests.pages.apps import app_at

pytestmark = pytest.mark.slow

HEAD = "case,annotator,label\n"
GOLDS = {
    "two annotators": HEAD
    + "".join(f"c{n},{who},{(n + shift) % 4}\n" for n in range(6) for shift, who in enumerate("xy")),
    "unanimous labels": HEAD + "".join(f"c{n},{who},{n % 4}\n" for n in range(6) for who in "xyz"),
    "one case": HEAD + "c0,x,0\nc0,y,1\nc0,z,3\nc0,w,2\n",
}


def run(name):
    rows = "".join(f"c{n},.1,.2,.3,.4\n" if n % 2 else f"c{n},.4,.3,.2,.1\n" for n in range(6))
    return (f"{name}.csv", ("case,0,1,2,3\n" + rows).encode(), "text/csv")


@pytest.mark.parametrize("gold", GOLDS)
@pytest.mark.parametrize("runs", [0, 1, 2])
def test_plan_gives_numbers_or_says_why_there_are_none(gold, runs):
    app = app_at("pages/plan/page.py", task="own")
    files = [("gold.csv", GOLDS[gold].encode(), "text/csv")]
    some = [run(f"run{n}") for n in range(runs)]
    if gold == "one case":
        some = [(name, b"\n".join(data.split(b"\n")[:2]) + b"\n", kind) for name, data, kind in some]
    app.file_uploader(key="files_0").set_value([*files, *some]).run()
    assert not app.exception
    shown = " ".join(block.value for block in app.html)
    assert "nan" not in shown.lower().split()
    assert "Krippendorff" in shown or gold == "one case"
