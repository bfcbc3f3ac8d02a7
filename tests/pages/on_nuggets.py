"""A gold and a run of nuggets, as small as they come."""

CUSTOMER = {"CNUG0": 0.1, "CNUG": 0.2, "CNUG*": 0.3, "CNaN": 0.4}
HELPDESK = {"HNUG": 0.5, "HNUG*": 0.3, "HNaN": 0.2}
TURNS = [{"sender": "customer"}, {"sender": "helpdesk"}]
GOLD = [
    {"id": "p", "turns": TURNS, "annotations": [{"nugget": ["CNUG0", "HNUG"]}, {"nugget": ["CNUG", "HNaN"]}]},
    {"id": "q", "turns": TURNS[1:], "annotations": [{"nugget": ["HNUG"]}]},
]
RUN = [{"id": "p", "nugget": [CUSTOMER, HELPDESK]}, {"id": "q", "nugget": [HELPDESK]}]
