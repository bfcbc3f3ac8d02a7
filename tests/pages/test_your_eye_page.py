"""Your eye: pairs are answered one after the other, the link keeps all, results and classes are what the codes say."""

import csv
import io
import random

import pytest

from ordquant_core.__main__ import main
from ordquant_core.analysis.human_agreement import human_agreement
from ordquant_core.measures.registry import MEASURES
from ordquant_core.teaching.readings import TAUGHT
from ordquant_core.teaching.your_eye import EyeSitting, Seen, eye_pairs, judgements_of, read_eye_code, write_eye_code
from pages.shared import downloads
from pages.your_eye.state import STATE
from tests.html_tables import cells_of
from tests.pages.apps import app_at, shown, verdict
from tests.pages.grammar import check_round_trip, link_of

pytestmark = pytest.mark.slow

PAGE = "pages/your_eye/page.py"
OTHER = {"show": "class", "seed": 7, "answers": EyeSitting(("a", None, *("neither",) * 22), at=5)}


@pytest.mark.parametrize("name", list(STATE))
def test_every_parameter_makes_the_round_trip(name):
    check_round_trip(PAGE, STATE, name, OTHER[name], **({"seed": "3"} if name != "seed" else {}))


def preferred(pair, key):
    """Return the estimate that a measure prefers, by its own function."""
    gold, a, b = pair.picture.gold, pair.picture.a, pair.picture.b
    delta = float(MEASURES[key](gold, a) - MEASURES[key](gold, b))
    return "a" if delta < -1e-9 else "b" if delta > 1e-9 else "neither"


def judged(app, side):
    return app.button(key=f"choose_{side}").click().run()


def test_who_sides_with_a_measure_is_told_so_and_a_reload_keeps_the_answers():
    app = app_at(PAGE, seed="7")
    sides = [preferred(pair, "RNOD") for pair in eye_pairs(7)]
    for side in sides[:10]:
        judged(app, side)
    assert link_of(app) == {"seed": "7", "answers": "1." + "".join(side[0] for side in sides[:10])}
    app = app_at(PAGE, **link_of(app))
    assert "Pair 11 of 24" in shown(app, "Pair 11")
    judged(app, "neither")
    app.button(key="go_back").click().run()
    for side in sides[10:]:
        judged(app, side)
    assert not app.exception
    assert verdict(app) == "RNOD agrees with your eye most often: 24 of 24 answers."
    code = app.code[0].value
    assert read_eye_code(code) == Seen(7, tuple(sides))
    for measures, sided, _ in cells_of(shown(app, 'id="duels"'), "duels"):
        first, second = measures.split(" and ")
        by_hand = [(preferred(pair, first), preferred(pair, second)) for pair in eye_pairs(7)]
        differ = [own for own, other in by_hand if {own, other} == {"a", "b"}]
        if "RNOD" in (first, second):
            expected = f"{len(differ)} : 0" if first == "RNOD" else f"0 : {len(differ)}"
            assert sided == expected
    table = cells_of(shown(app, 'id="judged"'), "judged")
    assert len(table) == 24
    assert all(row[2 + TAUGHT.index("RNOD")].endswith("✓") for row in table)
    (found,) = human_agreement(judgements_of([code]), ("NMD",))
    ticks = sum(row[2 + TAUGHT.index("NMD")].endswith("✓") for row in table)
    assert ticks == round(found.agreement * found.answers)


def test_before_the_answers_nothing_of_the_measures_is_shown():
    app = app_at(PAGE, seed="7")
    said = " ".join(block.value for block in app.html if "<style>" not in block.value)
    assert not [key for key in TAUGHT if key in said]


def test_nobody_who_prefers_neither_is_compared():
    app = app_at(PAGE, seed="7", answers="1." + "n" * 24)
    assert verdict(app) == "You preferred no estimate: there is nothing to compare with."


CODES = [write_eye_code(Seen(7, tuple(random.Random(person).choices("aab", k=24)))) for person in range(6)]


def test_a_measure_that_ties_on_all_that_was_answered_is_not_the_first_of_a_class():
    seeds = ((seed, at, pair) for seed in range(20) for at, pair in enumerate(eye_pairs(seed)))
    seed, tied, pair = next(one for one in seeds if preferred(one[2], TAUGHT[0]) == "neither")
    app = app_at(PAGE, show="class", seed=str(seed))
    code = write_eye_code(Seen(seed, tuple("a" if at == tied else "neither" for at in range(24))))
    app.text_area(key="eye_codes").set_value(code).run()
    assert not app.exception
    first = [key for key in TAUGHT if preferred(pair, key) == "a"]
    said = verdict(app)
    assert said.startswith("1 person agrees most often with ")
    assert said.endswith(": in 100% of the answers that count.")
    assert [key for key in TAUGHT if key in said] == first


def test_a_class_sees_what_the_command_says_of_its_codes(monkeypatch, tmp_path, capsys):
    files = {}
    monkeypatch.setattr(
        downloads, "file_button", lambda label, data, file_name, *_, **__: files.setdefault(file_name, data)
    )
    app = app_at(PAGE, show="class", seed="7")
    app.text_area(key="eye_codes").set_value("\n".join([*CODES, CODES[0], "EY-nonsense"])).run()
    assert not app.exception
    assert "1 code not counted" in " ".join(block.value for block in app.html)
    assert "1 code given more than once" in shown(app, "more than once")
    answers = tmp_path / "answers.csv"
    answers.write_bytes(files["answers.csv"]())
    main(["human-agreement", str(answers), "--measures", ",".join(TAUGHT)])
    rows = {row["measure"]: row for row in csv.DictReader(io.StringIO(capsys.readouterr().out))}
    table = cells_of(shown(app, 'id="agreement"'), "agreement")
    assert {row[0]: row[4] for row in table} == {key: row["judges_needed"] for key, row in rows.items()}
    assert {row[0]: row[1] for row in table} == {
        key: f"{100 * float(row['human_agreement']):.0f}%" for key, row in rows.items()
    }
    (tmp_path / "codes.txt").write_text("\n".join([*CODES, CODES[0]]))
    main(["human-agreement", str(tmp_path / "codes.txt"), "--measures", ",".join(TAUGHT)])
    said = capsys.readouterr()
    assert list(csv.DictReader(io.StringIO(said.out))) == list(rows.values())
    assert "1 code repeated" in said.err
