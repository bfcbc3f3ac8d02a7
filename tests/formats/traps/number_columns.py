"""A column of numbers more, before, between and after the classes of votes, probabilities and estimates."""

from tests.formats.traps.build import CLASSES, GOLD, RUN, VOTES, table, with_column
from tests.formats.traps.trap import Read, Trap, asked, refused

COLUMNS = {"year": (2024, 2024, 2023), "length": (12, 7, 31), "mean": (0.9, -1.2, 0.0), "total": (10, 10, 10)}
PLACES = {"before": 0, "between": 2, "after": 5}
FILES = {"votes": "gold.csv", "probabilities": "gold.csv", "estimates": "run.csv"}


def _files(on, column, at):
    values = COLUMNS[column]
    gold = {
        "votes": with_column(VOTES, column, values, at),
        "probabilities": with_column(GOLD, column, values, at),
        "estimates": table(VOTES),
    }[on]
    run = with_column(RUN, column, values, at) if on == "estimates" else table(RUN)
    return {"gold.csv": gold, "run.csv": run}


def _all():
    for on, file in FILES.items():
        expected = GOLD if on == "probabilities" else VOTES
        for column in COLUMNS:
            for where, at in PLACES.items():
                named = f"a number column `{column}` {where} the classes of {on}"
                files = _files(on, column, at)
                yield Trap(
                    f"{named} is not a class silently",
                    files,
                    asked("classes", words=[file, column]),
                    instead=(refused(file, column, choices=["drop-classes"]), Read(gold=expected, notes=(column,))),
                )
                yield Trap(
                    f"{named} is none where the user names the classes",
                    files,
                    Read(gold=expected),
                    choices={"classes": CLASSES},
                )


TRAPS = tuple(_all())
