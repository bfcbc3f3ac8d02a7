"""Nugget tasks of one dialogue, one run, equal runs, unanimous annotators, …: the entries of gold and runs."""

CUSTOMER = {"CNUG0": 0.25, "CNUG": 0.25, "CNUG*": 0.25, "CNaN": 0.25}
HELPDESK = {"HNUG": 0.5, "HNUG*": 0.25, "HNaN": 0.25}
TURNS = [{"sender": "customer"}, {"sender": "helpdesk"}]
GOLD = [
    {"id": "p", "turns": TURNS, "annotations": [{"nugget": ["CNUG0", "HNUG"]}, {"nugget": ["CNUG", "HNaN"]}]},
    {"id": "q", "turns": TURNS[1:], "annotations": [{"nugget": ["HNUG*"]}, {"nugget": ["HNUG*"]}]},
]
RUN = [{"id": "p", "nugget": [CUSTOMER, HELPDESK]}, {"id": "q", "nugget": [HELPDESK]}]
FLAT = [{"id": one["id"], "nugget": [dict.fromkeys(turn, 1 / len(turn)) for turn in one["nugget"]]} for one in RUN]
CERTAIN = [dict.fromkeys(CUSTOMER, 0) | {"CNUG": 1}, dict.fromkeys(HELPDESK, 0) | {"HNUG": 1}]
ONE_ANNOTATOR = [{**one, "annotations": one["annotations"][:1]} for one in GOLD]
UNANIMOUS = [{"id": "p", "turns": TURNS, "annotations": [{"nugget": ["CNUG", "HNUG"]}] * 3}]
ONE_BLOCK = [{"id": "q", "turns": TURNS[1:], "annotations": [{"nugget": ["HNUG"]}, {"nugget": ["HNaN"]}]}]
NUGGETS = {
    "no run": (GOLD,),
    "one run": (GOLD, RUN),
    "equal runs": (GOLD, RUN, RUN),
    "equal runs among others": (GOLD, RUN, FLAT, RUN),
    "one annotator": (ONE_ANNOTATOR, RUN, FLAT),
    "unanimous annotators": (UNANIMOUS, RUN[:1], FLAT[:1]),
    "a run equal to the gold": (UNANIMOUS, [{"id": "p", "nugget": CERTAIN}], FLAT[:1]),
    "one dialogue of one block": (ONE_BLOCK, RUN[1:], FLAT[1:]),
    "one dialogue of one block, one run": (ONE_BLOCK, RUN[1:]),
}
