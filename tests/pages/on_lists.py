"""Judgements and two runs of ranked lists, as small as they come: (name, text) each."""

LISTS = [
    ("qrels", "1 0 a 1\n1 0 b 0\n1 0 c 0\n2 0 a 0\n2 0 d 1\n"),
    ("bm25", "1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n2 Q0 d 1 1 x\n"),
    ("bert", "1 Q0 b 1 3 y\n1 Q0 a 2 2 y\n2 Q0 a 1 2 y\n2 Q0 d 2 1 y\n"),
]
