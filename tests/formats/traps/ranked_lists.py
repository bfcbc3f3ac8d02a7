"""Judgements and runs as they are in practice: what must be read as what, and what must be refused by its name."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass

RUN = "1 Q0 a 1 3 s\n1 Q0 x 2 2 s\n2 Q0 x 1 3 s\n2 Q0 b 2 2 s\n"  # AP of a is 1, of b 1/2 where they alone are relevant


@dataclass(frozen=True)
class Scored:
    """The files are read: the mean AP of every run, and words that notes say."""

    ap: Mapping[str, float]
    notes: tuple[str, ...] = ()
    never: tuple[str, ...] = ()  # no note says this


@dataclass(frozen=True)
class Refused:
    """Nothing is read: one problem holds all words."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class ListTrap:
    """An entry: a sentence, judgements, runs, and what must happen."""

    name: str
    qrels: bytes | str
    runs: Mapping[str, bytes | str]
    must: Scored | Refused
    qrels_name: str = "qrels.txt"

    @property
    def files(self) -> dict[str, bytes]:
        """All files by name, the judgements first."""
        every = {self.qrels_name: self.qrels, **self.runs}
        return {name: data.encode() if isinstance(data, str) else data for name, data in every.items()}


def _lines(*rows: str, sep: str = " ") -> str:
    return "".join(row.replace(" ", sep) + "\n" for row in rows)


_BOTH = "RIC is computed on 1 of 3 judged topics: the other 2 have no judged documents of two grades"
_NONE = "RIC is not defined: no topic has judged documents of two grades"
ONLY_RELEVANT = (
    ListTrap(
        "Judgements of which some topics name relevant documents only",
        "1 0 a 1\n2 0 b 1\n3 0 c 1\n3 0 d 0\n",
        {"run": f"{RUN}3 Q0 x 1 3 s\n3 Q0 y 2 2 s\n3 Q0 c 3 1 s\n"},
        Scored({"run": 11 / 18}, (_BOTH,)),
    ),
    ListTrap("Judgements that name relevant documents only", "1 0 a 1\n2 0 b 1\n2 0 c 1\n", {"run": RUN},
             Scored({"run": 0.625}, (_NONE,))),
    ListTrap(
        "Judgements of MS MARCO: one passage per query, tabs",
        "".join(f"{300 + n}\t0\t{7000 + n}\t1\n" for n in range(40)),
        {"run.tsv": "".join(f"{300 + n}\t{n}\t1\n{300 + n}\t{7000 + n}\t2\n" for n in range(40))},
        Scored({"run": 0.5}, (_NONE, "three columns, read as topic, document, rank")),
    ),
    ListTrap(
        "Graded judgements without a zero, as of MIRACL, gzip",
        gzip.compress(b"q1 Q0 en#1 2\nq1 Q0 en#2 2\nq2 Q0 en#3 1\nq2 Q0 en#4 3\n", mtime=0),
        {"sys.run": "q1 Q0 en#2 1 9 t\nq1 Q0 en#1 2 8 t\nq2 Q0 en#9 1 9 t\nq2 Q0 en#3 2 8 t\n"},
        Scored({"sys": (1 + 1 / 4) / 2}, ("RIC is computed on 1 of 2 judged topics",)),
        qrels_name="qrels.gz",
    ),
    ListTrap("A topic without a relevant document scores 0", "1 0 a 1\n1 0 z 0\n2 0 b 0\n2 0 c 0\n", {"run": RUN},
             Scored({"run": 0.5}, ("1 topic without a relevant document scores 0 (2)",))),
    ListTrap("Topics with spam alone score 0", "1 0 a 1\n2 0 b -2\n3 0 c -2\n", {"run": RUN},
             Scored({"run": 1 / 3}, ("2 topics without a relevant document score 0 (2, 3)",))),
)  # fmt: skip
_PART = "1 Q0 a 1 3 s\n9 Q0 a 1 3 s\n"
TOPICS = (
    ListTrap("A run that lacks topics and has one that is not judged", "1 0 a 1\n1 0 z 0\n2 0 b 1\n2 0 z 0\n",
             {"part": _PART, "run": RUN},
             Scored({"part": 0.5, "run": 0.75}, ("part: 1 topic not answered", "part: 1 topic not judged"))),
)  # fmt: skip
_NEAR = "q Q0 b 1 0.92226214537525 s\nq Q0 a 2 0.92226214537520 s\n"  # single precision: a tie, b is first by its id
PRECISION = (
    ListTrap("Scores that differ in the 14th digit do not tie", "q 0 a 1\n", {"run": _NEAR.replace("b", "0")},
             Scored({"run": 0.5}, never=("tie",))),
    ListTrap("Large scores that differ by one do not tie", "q 0 a 1\n",
             {"run.txt": "q\tQ0\t0\t1\t100000001\ts\nq\tQ0\ta\t2\t100000000\ts\n"}, Scored({"run": 0.5})),
    ListTrap("Scores beyond single precision do not tie", "q 0 a 1\n",
             {"run.res": "q Q0 0 1 1e300 s\nq Q0 a 2 1e200 s\n"}, Scored({"run": 0.5})),
    ListTrap("Scores below single precision do not tie", "q 0 a 1\n",
             {"run": "q Q0 0 1 2e-60 s\nq Q0 a 2 1e-60 s\n"}, Scored({"run": 0.5})),
    ListTrap("Equal scores tie: descending ids, and it is said", "q 0 a 1\n", {"run": "q Q0 0 1 2 s\nq Q0 a 2 2 s\n"},
             Scored({"run": 1.0}, ("1 tie of scores, in descending order of document ids",))),
)  # fmt: skip
COMMENTS = (
    ListTrap("A comment before the judgements", "# a comment\n1 0 a 1\n1 0 z 0\n", {"run": RUN},
             Scored({"run": 1.0}, ("1 line that begins with # left out",))),
    ListTrap("A comment that looks like a judgement", "# topics below: 2\n1 0 a 1\n1 0 z 0\n", {"run": RUN},
             Scored({"run": 1.0}, ("1 line that begins with # left out",))),
    ListTrap("Comments between the lines of a run, with tabs and Windows line ends", "1 0 a 1\n1 0 z 0\n",
             {"run.tsv": "#run by me\r\n1\tQ0\ta\t1\t3\ts\r\n  # 1 Q0 z 0 9 s\r\n1\tQ0\tz\t2\t1\ts\r\n# end"},
             Scored({"run": 1.0}, ("run.tsv: 3 lines that begin with # left out",))),
    ListTrap("A judgement that is commented out", "1 0 a 1\n#1 0 b 1\n1 0 z 0\n", {"run": RUN},
             Scored({"run": 1.0}, ("1 line that begins with # left out",))),
    ListTrap("Document ids with #", "1 0 doc#1 1\n1 0 #2 0\n", {"run": "1 Q0 #2 1 2 s\n1 Q0 doc#1 2 1 s\n"},
             Scored({"run": 0.5}, never=("#",))),
)  # fmt: skip
GRADES = (
    ListTrap("Grades written 1.0, as pandas does", "1 0 a 1.0\n1 0 b 0.0\n1 0 c 2.0\n", {"run": RUN},
             Scored({"run": 0.5})),
    ListTrap("Grades written 1. and 0.000, with tabs", "1\t0\ta\t1.\n1\t0\tb\t0.000\n", {"run": RUN},
             Scored({"run": 1.0})),
    ListTrap("Grades of NTCIR", "1 a L2\n1 b L0\n", {"run": RUN}, Scored({"run": 1.0})),
    ListTrap("A grade of one and a half", "1 0 a 1.5\n1 0 b 0\n", {"run": RUN},
             Refused(("line 1", "'1.5'", "whole number"))),
    ListTrap("A grade of one half after whole ones", "1 0 a 1.0\n1 0 b 0.0\n1 0 c 0.5\n", {"run": RUN},
             Refused(("line 3", "'0.5'", "whole number"))),
)  # fmt: skip
_SUBTOPICS = ("diversity judgements", "a grade per document")
DIVERSITY = (
    ListTrap("Judgements per subtopic", "q0 0 d0 1\nq0 1 d0 1\nq0 0 d1 1\nq0 1 d1 0\nq0 0 z 0\n",
             {"run": "q0 Q0 d0 1 3 r\nq0 Q0 d1 2 2 r\n"}, Refused(_SUBTOPICS)),
    ListTrap("Judgements per subtopic that all agree", "7 1 d0 1\n7 2 d0 1\n7 1 d1 1\n7 3 d1 1\n7 2 d2 1\n",
             {"run": "7 Q0 d0 1 3 r\n"}, Refused(_SUBTOPICS)),
    ListTrap("Many topics of judgements per subtopic, with tabs",
             "".join(f"{q}\t{s}\tclueweb-{q}-{d}\t{(q + s + d) % 2}\n" for q in range(1, 9) for d in range(5)
                     for s in range(1, 4)),
             {"run": "1 Q0 clueweb-1-0 1 3 r\n"}, Refused(_SUBTOPICS)),
    ListTrap("A header names subtopics", "topic\tsubtopic\tdocno\trelevance\n1\t1\ta\t1\n1\t2\tb\t1\n", {"run": RUN},
             Refused(("its header names subtopics", *_SUBTOPICS))),
    ListTrap("Few documents are judged for two subtopics",
             "".join(f"1 {1 + n % 3} d{n} {n % 2}\n" for n in range(12)) + "1 2 d0 1\n", {"run": "1 Q0 d1 1 2 s\n"},
             Refused(("line 13", "d0 has grade 0 in line 1 and 1 here", "second column differs"))),
    ListTrap("Every document is judged for one subtopic: it is said that the second column is not used",
             "1 1 a 1\n1 2 b 1\n1 3 c 0\n", {"run": "1 Q0 a 1 3 s\n1 Q0 c 2 2 s\n1 Q0 b 3 1 s\n"},
             Scored({"run": 5 / 6}, ("judgements of 1 topic are", "the second column, which is not used"))),
    ListTrap("Rounds are halves", "1 0.5 a 1\n1 1 b 0\n1 1.5 c 0\n", {"run": RUN},
             Scored({"run": 1.0}, never=("second column",))),
)  # fmt: skip
_BEIR = "its header names the columns; topic, document and score are query-id, corpus-id, score"
HEADERS = (
    ListTrap("Judgements of BEIR", "query-id\tcorpus-id\tscore\n1\ta\t1\n1\tz\t0\n", {"run": RUN},
             Scored({"run": 1.0}, (_BEIR,)), qrels_name="test.tsv"),
    ListTrap("A CSV of judgements, in another order, quoted", 'docid,relevance,qid\n"a",1,1\n"x, y",0,1\n',
             {"run": RUN}, Scored({"run": 1.0}, ("grade are qid, docid, relevance",)), qrels_name="qrels.csv"),
    ListTrap("TREC's own columns under a header with spaces", "query_id iter doc_id rel\n1 0 a 1\n1 0 x 0\n",
             {"run": "topic Q0 docno rank score tag\n1 Q0 x 1 3 s\n1 Q0 a 2 2 s\n"},
             Scored({"run": 0.5}, ("run: its header", "qrels.txt: its header"))),
    ListTrap("A run of PyTerrier", "1 0 a 1\n1 0 x 0\n",
             {"pt.csv": "qid,docid,docno,rank,score,query\n1,77,x,0,3.5,two words\n1,78,a,1,2.5,two words\n"},
             Scored({"pt.csv": 0.5}, ("topic, document and score are qid, docno, score",))),
    ListTrap("A run of ranks under a header", "1 0 a 1\n1 0 x 0\n", {"r.tsv": "qid\tpid\trank\n1\ta\t2\n1\tx\t1\n"},
             Scored({"r": 0.5}, ("topic, document and rank are qid, pid, rank", "the ranks decide"))),
    ListTrap("A run of MS MARCO", "1 0 a 1\n1 0 x 0\n2 0 b 1\n", {"r.tsv": "1\tx\t1\n1\ta\t2\n2\tb\t1\n"},
             Scored({"r": 0.75}, ("three columns, read as topic, document, rank",))),
    ListTrap("A run of MS MARCO with ranks from 0 and spaces", "1 0 a 1\n1 0 x 0\n", {"r": "1 x 0\n1 a 1\n"},
             Scored({"r": 0.5})),
    ListTrap("Three columns, the last of which are scores", "1 0 a 1\n1 0 x 0\n", {"r": "1 x 12\n1 a 11\n1 y 3\n"},
             Refused(("topic 1", "does not count its documents from 1: 3, 11, 12"))),
    ListTrap("Three columns, the last of which are shares", "1 0 a 1\n1 0 x 0\n", {"r": "1 x 0.9\n1 a 0.8\n"},
             Refused(("'0.9'", "is no rank", "topic, Q0, document, rank, score, tag"))),
    ListTrap("A header without grades", "qid\tdocid\trank\n1\ta\t1\n1\tb\t2\n", {"run": RUN},
             Refused(("its header names no grade", "qid, docid, rank"))),
    ListTrap("A line with a cell too few below a header", "qid,docid,rel\n1,a,1\n1,b\n", {"run": RUN},
             Refused(("line 3", "2 columns, the header has 3"))),
)  # fmt: skip
ENCODINGS = tuple(
    ListTrap(
        f"Judgements and a run in {encoding}",
        "1 0 é 1\n1 0 z 0\n".encode(encoding), {"run": "1 Q0 z 1 3.0 s\r\n1 Q0 é 2 2.0 s\r\n".encode(encoding)},
        Scored({"run": 0.5}),
    )
    for encoding in ("utf-16", "utf-32")
)  # fmt: skip
LATIN = "1 0 é 1\n1 0 z 0\n".encode("latin-1")
ENCODINGS += (
    ListTrap("BEIR's header in UTF-16", "query-id\tcorpus-id\tscore\n1\ta\t1\n1\tz\t0\n".encode("utf-16"),
             {"run": RUN}, Scored({"run": 1.0}, (_BEIR,))),
    ListTrap("Latin-1 is not guessed", LATIN, {"run": "1 Q0 é 1 3 s\n"}, Refused(("line 1", "not UTF-8 text"))),
)  # fmt: skip
TRAPS = (*ONLY_RELEVANT, *TOPICS, *PRECISION, *COMMENTS, *GRADES, *DIVERSITY, *HEADERS, *ENCODINGS)
