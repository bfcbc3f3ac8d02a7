"""Ids: missing, doubled, numbers, row numbers, an index column, several columns, in another place, nearly alike."""

from tests.formats.traps.build import CASES, CLASSES, GOLD, OTHER, RUN, VOTES, WORDS, bare, indexed, table, text
from tests.formats.traps.trap import Read, Trap, asked, refused

ROWS = ("1", "2", "3")
SHARES = ((0.7, 0.2, 0.1), (0.2, 0.3, 0.5), (0.1, 0.8, 0.1))
SHARES_RUN = ((0.6, 0.3, 0.1), (0.3, 0.3, 0.4), (0.2, 0.7, 0.1))
GOOD = {"gold.csv": table(VOTES), "run.csv": table(RUN)}
INDEX_ALONE = {"gold.csv": table(VOTES, ids=(0, 1, 2), key=""), "run.csv": table(RUN, ids=(0, 1, 2), key="")}
TWO_KEYS = {
    "gold.csv": text(["dialogue_id", "turn", *CLASSES], [["d1", 1, *VOTES[0]], ["d1", 2, *VOTES[1]]]).encode(),
    "run.csv": text(["dialogue_id", "turn", *CLASSES], [["d1", 2, *RUN[1]], ["d1", 1, *RUN[0]]]).encode(),
}
TURNED = text(["turn", "dialogue_id", *CLASSES], [[2, "d1", *RUN[1]], [1, "d1", *RUN[0]]]).encode()
ID_LAST = {"gold.csv": table(VOTES, at=5), "run.csv": table(RUN, at=5)}
NUMBER_LAST = {
    "gold.csv": table(VOTES, ids=(7, 5, 9), key="id", at=5),
    "run.csv": table(RUN, ids=(7, 5, 9), key="id", at=5),
}
BLURB_LAST = {"gold.csv": table(VOTES, key="blurb", at=5), "run.csv": table(RUN, key="blurb", at=5)}
MORE_KEYS = {
    "gold.csv": table(VOTES, key="topic"),
    "run.csv": text(["id", "topic", *CLASSES], [[5 + n, CASES[n], *RUN[n]] for n in range(3)]).encode(),
}
LABELLED_NUMBERS = {
    "gold.csv": table(VOTES, ids=(7, 5, 9), key="case"),
    "run.csv": table(RUN[::-1], ids=(9, 5, 7), key="case"),
}
BARE = {"gold.csv": bare(VOTES), "run.csv": bare(RUN)}
BARE_WORDS = {"gold.csv": bare(SHARES, classes=WORDS), "run.csv": bare(SHARES_RUN, classes=WORDS)}
NO_HEADER = {"gold.csv": text(GOLD[0], GOLD[1:]).encode(), "run.csv": text(RUN[0], RUN[1:]).encode()}
DOUBLED = table([*VOTES, (9, 1, 0, 0, 0)], ids=[*CASES, "D02"])

TWEET_LAST = {"gold.csv": table(VOTES, key="tweet", at=5), "run.csv": table(RUN, key="tweet", at=5)}

TRAPS = (
    Trap("the ids stand in the last column, which is called after what is judged", TWEET_LAST, Read()),
    # --- missing ---
    Trap("neither votes nor estimates have ids, the header names classes alone", BARE, asked("ids", words=["ids"])),
    Trap("no ids, and the user says so: rows are numbered from 1", BARE, Read(cases=ROWS), choices={"no_ids": True}),
    Trap("prevalences without ids do not lose their first class to the ids", BARE_WORDS, asked("ids", words=["ids"])),
    Trap(
        "prevalences without ids keep all classes on request",
        BARE_WORDS,
        Read({"run": SHARES_RUN}, SHARES, classes=WORDS, cases=ROWS),
        choices={"no_ids": True},
    ),
    Trap(
        "a table of nothing but shares, without header and ids, does not lose a class",
        NO_HEADER,
        asked("ids", words=["ids"]),
    ),
    Trap(
        "a table of nothing but shares, without header and ids, is read whole on request",
        NO_HEADER,
        Read(gold=GOLD, cases=ROWS),
        choices={"no_ids": True},
    ),
    Trap(
        "shares of three classes without header and ids do not become two classes",
        {"gold.csv": text(SHARES[0], SHARES[1:]).encode(), "run.csv": text(SHARES_RUN[0], SHARES_RUN[1:]).encode()},
        asked("ids", words=["ids"]),
    ),
    Trap(
        "the gold has no ids, the run has",
        {"gold.csv": bare(VOTES), "run.csv": table(RUN)},
        refused("run.csv", "the gold has no ids", choices=["by-position"]),
        instead=(asked("ids", words=["gold.csv"]),),
    ),
    Trap(
        "the gold has no ids, the run has, and the user says that they stand in one order",
        {"gold.csv": bare(VOTES), "run.csv": table(RUN)},
        Read(cases=ROWS, notes=("run.csv",)),
        choices={"by_position": True},
        instead=(Read(notes=("run.csv",)),),
    ),
    Trap(
        "the run has no ids, the gold has",
        {"gold.csv": table(VOTES), "run.csv": bare(RUN)},
        refused("run.csv", "no ids", choices=["by-position"]),
        instead=(asked("ids", words=["run.csv"]),),
    ),
    Trap(
        "the run has no ids, the gold has, and the user says that they stand in one order",
        {"gold.csv": table(VOTES), "run.csv": bare(RUN)},
        Read(notes=("run.csv",)),
        choices={"by_position": True},
    ),
    Trap(
        "the run has no ids and a row less than the gold, and the user says that they stand in one order",
        {"gold.csv": table(VOTES), "run.csv": bare(RUN[:2])},
        refused("run.csv"),
        choices={"by_position": True},
        instead=(asked("ids", words=["run.csv"]),),
    ),
    Trap(
        "an id is empty in one row",
        {"gold.csv": table(VOTES), "run.csv": table(RUN, ids=("D01", "", "D03"))},
        refused("run.csv", "line 3", "empty"),
    ),
    # --- doubled ---
    Trap(
        "a case of the gold stands twice with different votes",
        {"gold.csv": DOUBLED, "run.csv": table(RUN)},
        refused("gold.csv", "D02", "3", "5"),
    ),
    Trap(
        "a case of the run stands twice with the same estimates",
        {"gold.csv": table(VOTES), "run.csv": table([*RUN, RUN[0]], ids=[*CASES, "D01"])},
        refused("run.csv", "D01"),
    ),
    # --- numbers ---
    Trap("ids are numbers, and the run has them in another order", LABELLED_NUMBERS, Read(cases=("7", "5", "9"))),
    Trap(
        "the run numbers its rows from 0 where the gold has ids",
        {"gold.csv": table(VOTES), "run.csv": table(RUN, ids=(0, 1, 2))},
        refused("run.csv", "row numbers", choices=["by-position"]),
    ),
    Trap(
        "row numbers from 0 are taken by position on request",
        {"gold.csv": table(VOTES), "run.csv": table(RUN[::-1], ids=(2, 1, 0))},
        Read(notes=("row numbers", "D01")),
        choices={"by_position": True},
    ),
    Trap(
        "row numbers from 1 are taken by position on request",
        {"gold.csv": table(VOTES), "run.csv": table(RUN, ids=(1, 2, 3))},
        Read(notes=("row numbers", "D01")),
        choices={"by_position": True},
    ),
    Trap(
        "the gold numbers its rows from 0, the run from 1: most numbers are in both, and each is another case",
        {"gold.csv": table(VOTES, ids=(0, 1, 2)), "run.csv": table(RUN, ids=(1, 2, 3))},
        refused("run.csv", "0", choices=["by-position"]),
    ),
    Trap(
        "ids lost their zeros in a spreadsheet",
        {"gold.csv": table(VOTES, ids=("001", "002", "003")), "run.csv": table(RUN, ids=(1, 2, 3))},
        refused("run.csv"),
    ),
    Trap(
        "ids became decimal numbers in pandas",
        {"gold.csv": table(VOTES, ids=(101, 102, 103)), "run.csv": table(RUN, ids=("101.0", "102.0", "103.0"))},
        refused("run.csv", "101.0", "101"),
    ),
    # --- an index column ---
    Trap(
        "pandas has put its index before the ids of the run, `Unnamed: 0`",
        {"gold.csv": table(VOTES), "run.csv": indexed(RUN, "Unnamed: 0")},
        Read(notes=("numbers the rows",)),
    ),
    Trap(
        "pandas has put its index before the ids of the run, without a name",
        {"gold.csv": table(VOTES), "run.csv": indexed(RUN, "")},
        Read(notes=("run.csv",)),
    ),
    Trap(
        "pandas has put its index before the ids of the gold",
        {"gold.csv": indexed(VOTES, "Unnamed: 0"), "run.csv": table(RUN)},
        Read(notes=("numbers the rows",)),
    ),
    Trap(
        "pandas has put its index before the ids of both",
        {"gold.csv": indexed(VOTES, "Unnamed: 0"), "run.csv": indexed(RUN, "Unnamed: 0")},
        Read(notes=("numbers the rows",)),
    ),
    Trap(
        "the index is all that the run has for ids",
        {"gold.csv": table(VOTES), "run.csv": table(RUN, ids=(0, 1, 2), key="Unnamed: 0")},
        refused("run.csv", choices=["by-position"]),
        instead=(asked("ids", words=["run.csv", "Unnamed: 0"]),),
    ),
    Trap(
        "an index without a name is all that gold and run have for ids",
        INDEX_ALONE,
        Read(cases=("0", "1", "2")),
        instead=(asked("ids", words=["ids"]),),
    ),
    # --- several columns, and their places ---
    Trap("two columns make the id", TWO_KEYS, Read({"run": RUN[:2]}, VOTES[:2], cases=("d1/1", "d1/2"))),
    Trap(
        "two columns make the id, and stand in another order in the run",
        {**TWO_KEYS, "run.csv": TURNED},
        Read({"run": RUN[:2]}, VOTES[:2], cases=("d1/1", "d1/2")),
        instead=(refused("run.csv", "1/d1"), refused("run.csv", "2/d1"), asked("ids", words=["run.csv"])),
    ),
    Trap(
        "the run has a second column that is called as an id",
        MORE_KEYS,
        refused("run.csv", "5/D01"),
        instead=(asked("ids", words=["run.csv", "topic"]), Read(notes=("topic",))),
    ),
    Trap(
        "of two columns that are called as ids the user names the one that counts",
        MORE_KEYS,
        Read(),
        choices={"id_columns": ("topic",)},
    ),
    Trap("the ids stand in the last column, which says so", ID_LAST, Read()),
    Trap("the ids stand in the last column, are numbers, and it says so", NUMBER_LAST, Read(cases=("7", "5", "9"))),
    Trap(
        "the ids stand in the last column, whose name says nothing",
        BLURB_LAST,
        asked("ids", words=["gold.csv", "blurb"]),
        instead=(Read(notes=("blurb",)),),
    ),
    Trap(
        "the ids stand in the last column, which the user names", BLURB_LAST, Read(), choices={"id_columns": ("blurb",)}
    ),
    Trap(
        "the user names a column of ids that there is not",
        GOOD,
        refused("blurb", "case"),
        choices={"id_columns": ("blurb",)},
        instead=(asked("ids", words=["blurb", "case"]),),
    ),
    Trap(
        "the first column holds unique texts under a word that is none of ids",
        {"gold.csv": table(VOTES, key="utter"), "run.csv": table(RUN, key="utter")},
        Read(),
    ),
    # --- nearly alike ---
    Trap(
        "ids differ by capital letters",
        {"gold.csv": table(VOTES), "run.csv": table(RUN, ids=("d01", "d02", "d03"))},
        refused("run.csv", "d01", "D01", vain=["drop-missing", "drop-surplus"]),
    ),
    Trap(
        "one id differs by a capital letter",
        {"gold.csv": table(VOTES), "run.csv": table(RUN, ids=("D01", "d02", "D03"))},
        refused("run.csv", "D02"),
    ),
    *(
        Trap(
            f"rows below merged cells are no cases{' of their own' * (n > 0)}",
            {"gold.csv": data},
            refused("gold.csv", "line 3", "id is empty"),
        )
        for n, data in enumerate(
            (
                b"case,annotator,label\na,x,1\n,y,2\nb,x,2\n,y,1\n",
                b"dialogue,turn,1,2,3\nd1,1,1,2,7\n,2,4,6,0\nd2,3,3,3,4\n,4,1,1,8\n",
            )
        )
    ),
    Trap(
        "ids differ by a space",
        {"gold.csv": table(VOTES), "run.csv": table(RUN, ids=("D01 ", "D02 ", "D03 "))},
        refused("run.csv", "'D01 '", "differ by spaces"),
        instead=(Read(),),
    ),
    Trap(
        "two runs, one of them with other ids",
        {"gold.csv": table(VOTES), "run.csv": table(RUN), "other.csv": table(OTHER, ids=("E01", "E02", "E03"))},
        refused("other.csv", "E01"),
    ),
)
