"""The table of refusals: what is no use to a command is one line on stderr that names it, exit code 2, no output."""

import json
import shlex

import numpy as np
import pytest

from ordquant_core.commands import elsewhere
from ordquant_core.teaching import one_file
from tests.commands.files import RUN, SAMPLES, describe, ended, of_scales, refused, table

VOTES = "case,annotator,label\n" + "".join(f"c{n},x,{n % 3}\n" for n in range(12))
FILES = {
    **{"empty.csv": "", "cut.json": "[", "short.csv": RUN.replace("z,.4,.3,.3\n", ""), "ids.txt": "x\ny\nz\n"},
    "wrong.csv": "case,a,b,c\nx,.5,.3,0\ny,1,0,0\nz,1,0,0\n",
    "votes.csv": "post,rating,status\np,1,ok\np,2,spam\nq,2,ok\n",
    **{"single.csv": VOTES, "twice.txt": "x\ny\nx\n", "codes.txt": "EY-666666-666666\n"},
    "shares.csv": "case,a,b,c\nx,.5,.25,.25\ny,.5,.25,.25\nz,.5,.25,.25\n",
    "certain.csv": table("xyz", np.eye(3).tolist()),
    **{"two.json": of_scales(votes=True), "two-run.json": of_scales()},
    **{"qrels.txt": "1 0 a 1\n1 0 b 0\n", "bm25": "1 Q0 a 1 3 x\n", "lists2": "1 Q0 a 1 3 x\n1 Q0 a 2 2 x\n"},
    **{"foreign": "9 Q0 d 2 0.5 x\n", "one-grade": "1 0 a 1\n", "subtopics.txt": "1 1 a 1\n"},
    "many.csv": "case,a,b,text\n" + "".join(f"c{n},{n % 4},{3 - n % 4},text {n}\n" for n in range(60)),
    "all.csv": "system,topic,0,1\nGOLD,t,1,3\none,t,2,2\ntwo,t,4,0\n",
}
ALL = "--layout class-columns --case topic --system system"
CLASSES = "--layout class-columns --case case"
VOTED = "--layout votes --case case --annotator annotator --label label"
NUGGETS, LISTS, SAMPLE = (f"{SAMPLES / name}" for name in ("nuggets", "ranked-lists", "breakdown-labels"))
TABLE = rf"""
                                                       -> COMMAND
scroe                                                  -> 'scroe'
score                                                  -> GOLD
score gold.csv run.csv --bogus                         -> --bogus
compare gold.csv run.csv off.csv more.csv              -> more.csv
measure --gold                                         -> --gold
score gold.csv nothing.csv                             -> nothing.csv: there is no such file
score gold.csv 'no\nthing.csv'                         -> no such file
compare nothing.csv run.csv off.csv                    -> nothing.csv: there is no such file
score baseline:uniform run.csv                         -> baseline:uniform: there is no such file
score '' run.csv                                       -> '': there is no such file
score nothing run.csv                                  -> nothing: there is no file in this folder
score gold.csv                                         -> gold.csv contains no runs; name a RUN: a file, a folder
score gold.csv gold.csv:x                              -> gold.csv:x: there is no such run
score empty.csv run.csv                                -> empty.csv: the file is empty
score gold.csv binary.csv                              -> binary.csv
score gold.csv big.csv                                 -> big.csv: the file has 286.1 MiB
score gold.csv cut.json                                -> cut.json, line 1, column 2: not JSON
score gold.csv baseline:best                           -> Unknown baseline 'baseline:best'; expected baseline:popularity, baseline:uniform or baseline:CLASS (all probability on this class); the classes are a, b and c
score gold.csv run.csv --measures NMD,XYZ              -> Unknown measure 'XYZ'; choose from NMD
score gold.csv run.csv --measures ''                   -> Unknown measure ''
score gold.csv run.csv run.csv                         -> run: two runs have this name
compare gold.csv run.csv run.csv                       -> run: two runs have this name
score gold.csv short.csv                               -> short.csv, case z: this case is missing
score gold.csv off.csv                                 -> off.csv, line 2, case x: (0.5, 0.495, 0) sums to 0.995
score gold.csv wrong.csv --repair renormalise          -> wrong.csv, line 2, case x: (0.5, 0.3, 0) sums to 0.8
score shares.csv run.csv --measures NMD,RAE            -> RAE needs the number of votes of each case
score many.csv baseline:uniform --by text              -> groups nothing: it has 60 different entries; expected 50 or fewer
score gold.csv run.csv --by topic                      -> no column 'topic' that groups its cases
score two.json two-run.json                            -> choose one: A, E
score two.json two-run.json --scale S                  -> has no scale S, but A, E; give a file with this scale, or choose the scale to read: A, E
score gold.csv run.csv --scale A                       -> gold.csv: has no scale 'A'
score all.csv                                          -> Does each value of system name a run?
score all.csv all.csv:three {ALL}                      -> there is no such run
compare all.csv all.csv all.csv:one {ALL}              -> all.csv contains 2 runs; name one of them as FILE:NAME.
compare all.csv all.csv:one all.csv:one {ALL}          -> are the same run, one
score {NUGGETS}                                        -> is a task of nuggets

measure --gold .5,.3,0,0,0 --estimate 0,0,0,0,1        -> (0.5, 0.3, 0, 0, 0) sums to 0.8
measure --gold 1,0 --estimate 1,0,0                    -> 2 classes
measure --gold a,b --estimate 1,0                      -> --gold: 'a' is not a number; give numbers, such as
measure --gold 1,0 --estimate 1,nan                    -> --estimate: 'nan' is not a number
measure --gold 1,0 --estimate 1,1_0                    -> --estimate: '1_0'
measure --gold 1, --estimate 1,0                       -> --gold: '' is not a number
measure --gold -1,2 --estimate 1,0                     -> negative number -1
measure --gold -.5,1.5 --estimate 1,0                  -> negative number -0.5
measure --gold 1 --estimate 1                          -> two or more classes
measure --gold 0,0 --estimate 1,0                      -> sums to 0
measure --gold 1e308,1e308 --estimate 1,0              -> gold
measure --gold 1,0,1 --estimate 1,1,1 --positions 1,1,2 -> must increase
measure --gold 1,0,1 --estimate 1,1,1 --positions a,1,2 -> --positions: 'a' is not a number
measure --gold 1,0 --estimate 1,1 --positions 1,2 --measures JSD -> --positions: no distances between classes are used by JSD

score gold.csv run.csv --positions 1,2,2               -> --positions: (1, 2, 2) must increase from class to class
score gold.csv run.csv --measures NVD,JSD --positions 1,2,5 -> --positions: no distances between classes are used by NVD, JSD
results gold.csv run.csv --measures JSD --positions 1,2,4 -> --positions: no distances between classes are used by JSD
score gold.csv run.csv --merge a                       -> --merge: name two or more neighbouring classes
score votes.csv baseline:uniform --label rating        -> --label needs --layout
score votes.csv baseline:uniform --where status=ok     -> --where needs --layout
score votes.csv baseline:uniform --no-vote ok          -> --no-vote needs --layout
score votes.csv baseline:uniform --mapping m.json --layout votes -> --mapping cannot be combined with --layout
score votes.csv baseline:uniform --mapping n.json      -> n.json: there is no such file
score votes.csv baseline:uniform --mapping cut.json    -> cut.json: not JSON
score votes.csv baseline:uniform --mapping '{{"layout": "votes", "cases": "x"}}' -> --mapping: there is no field cases; did you mean case?
score votes.csv baseline:uniform --mapping '{{"a.csv": {{"layout": "votes", "empty": 7}}}}' -> --mapping: a.csv: empty is '7'; expected refuse, 0 and missing
score votes.csv baseline:uniform --mapping '{{"label": "x"}}' -> --mapping: the layout is missing
score votes.csv baseline:uniform --layout vote         -> invalid choice: 'vote'
score votes.csv baseline:uniform --layout votes --case a,a -> argument --case: 'a' is named twice
score votes.csv baseline:uniform --layout votes --where status -> --where: expected COLUMN=VALUE; found 'status'
score votes.csv baseline:uniform --header 0            -> argument --header: '0' is not the number of a line
score votes.csv baseline:uniform --header 123456789    -> argument --header: '123456789' is not the number of a line
score votes.csv baseline:uniform --repair renormalize  -> there is no repair 'renormalize'; did you mean renormalise? The repairs are renormalise, percentages
score votes.csv baseline:uniform --repair latin-1      -> there is no repair 'latin-1'
score votes.csv baseline:uniform --layout votes --case post --label rating --drop status=ok --drop status=spam -> votes.csv: all rows are left out; leave fewer rows out
score votes.csv baseline:uniform --layout votes --case post --label status --no-vote ok,spam -> votes.csv: there is no vote
score votes.csv baseline:uniform --layout votes --case post --label stars -> there is no column stars: the columns are post, rating, status
score - run.csv --repair                               -> --repair

score gold.csv --by language --per-case                -> --by cannot be combined with --per-case
results gold.csv run.csv --pairs --teams teams.csv     -> --pairs cannot be combined with --teams
results gold.csv run.csv --pairs --table wide          -> --table wide is on runs, --pairs on pairs of runs
results gold.csv run.csv --teams run.csv               -> no column run
results gold.csv run.csv baseline:uniform --measures KLD -> KLD is infinite on some case
results gold.csv run.csv --measures KLD                -> A score is infinite on some case: means cannot be compared
agreement gold.csv run.csv                             -> run
consistency gold.csv run.csv                           -> run
discriminative-power gold.csv run.csv                  -> run
overlap gold.csv run.csv                               -> run
contradictions gold.csv run.csv                        -> run
information-tau gold.csv run.csv                       -> run
agreement gold.csv run.csv baseline:uniform --measures KLD,NMD -> KLD is infinite
overlap gold.csv run.csv baseline:uniform --measures KLD,NMD -> KLD is infinite
information-tau gold.csv run.csv baseline:uniform --measures KLD,NMD -> KLD is infinite
information-tau gold.csv run.csv baseline:uniform --measures NMD --given KLD -> KLD is infinite
information-tau gold.csv run.csv baseline:uniform --given EMD -> Unknown measure 'EMD'
consistency gold.csv run.csv --splits 0                -> '0' is not a whole number of at least 1
consistency gold.csv run.csv --splits 1e3              -> '1e3' is not a whole number
consistency gold.csv run.csv baseline:uniform --size 2 -> Two disjoint sets of 2 cases do not fit into 3
consistency {SAMPLE} --also {SAMPLE}                   -> --also: a task is named twice
overlap gold.csv run.csv --trials -5                   -> '-5' is not a whole number
overlap gold.csv run.csv --trials 1234567890123456     -> is not a whole number
overlap gold.csv run.csv --alpha 1                     -> '1' does not lie between 0 and 1
overlap gold.csv run.csv --alpha 0                     -> '0' does not lie between 0 and 1
overlap gold.csv run.csv --alpha x                     -> 'x' is not a number
overlap gold.csv run.csv --seed x                      -> 'x' is not a whole number of at least 0

plan                                                   -> choose --noise, --design or --split
plan gold.csv                                          -> choose --noise, --design or --split
plan --noise                                           -> name GOLD, the file of the pilot, or give --variance
plan --variance .02 --split                            -> --variance cannot be combined with --split
plan gold.csv --variance .02                           -> --variance replaces the files and --measures
plan --measures NMD --variance .02                     -> --variance replaces the files and --measures
plan --variance -1                                     -> variance must be larger than 0
plan --variance .02 --difference 0                     -> difference must be larger than 0
plan --variance .02 --difference x                     -> --difference: 'x' is not a number
plan --variance .02 --alpha 2                          -> does not lie between 0 and 1
plan gold.csv --noise --power .9                       -> --power needs --design
plan gold.csv --noise --alpha .1                       -> --alpha needs --design
plan gold.csv --noise --annotators 2,3                 -> --annotators needs --split
plan gold.csv run.csv --design --per-case              -> --per-case needs --noise
plan gold.csv --design                                 -> contains no runs
plan shares.csv --noise                                -> holds probabilities, not votes
plan single.csv --noise {VOTED}                        -> single vote
plan certain.csv --noise {CLASSES}                     -> which: --numbers counts or shares
plan gold.csv run.csv --design                         -> 1 run and 3 cases; this analysis needs 2 runs
plan gold.csv run.csv baseline:uniform --split         -> With 3 cases, what the next round needs is not known
plan {SAMPLE} --split --measures KLD                   -> KLD can be infinite
plan gold.csv run.csv --split --cases 2.5              -> --cases: 2.5 holds a number that is not whole
plan gold.csv run.csv --split --cases 2e9              -> holds a number that is not whole
plan gold.csv run.csv baseline:uniform --design --difference .1,1.5 -> --difference: 1.5 cannot be: by NMD, over 3 classes, the means of two runs differ by 1 at most

atlas --votes 3 --classes 3 --workers 0                -> --workers: '0' is not a whole number of at least 1
atlas --votes 3 --classes 3 --workers two              -> --workers: 'two' is not a whole number
atlas --votes 3 --classes 3 --workers 257              -> 257 processes are too many; use at most 256
atlas --votes 3 --classes 3 --workers 2 --dask tcp://127.0.0.1:1 -> not allowed with
atlas --votes 3 --classes 3 --dask tcp://127.0.0.1:1   -> --dask: no Dask cluster answers at tcp://127.0.0.1:1 (
atlas --votes 3 --classes 3 --dask no:::address        -> --dask: no Dask cluster answers at no:::address
atlas --votes 3 --classes 3 --a nothing                -> 'nothing'
atlas --votes 60 --classes 6                           -> 8,259,888 distributions take about … on one core; above 2,000,000, add --workers N or --dask ADDRESS
atlas --votes 600 --classes 7 --workers 2              -> the limit is 1,000,000,000. Take at most 91 votes

check --cases ids.txt run.csv                          -> --cases needs the classes of the task in their order: --classes A,B,…
check --cases none.txt --classes a,b run.csv           -> there is no such file
check --cases twice.txt --classes a,b run.csv          -> twice.txt, case x: this id occurs twice
check --cases ids.txt --classes a,a run.csv            -> --classes a,a: expected two or more different labels
check --cases ids.txt --classes a run.csv              -> two or more different labels
check --cases ids.txt --classes a,,b run.csv           -> two or more different labels
check --cases ids.txt --classes a,b,c baseline:uniform -> baseline:uniform is not a file: without the gold there are no baselines
check --cases ids.txt run.csv --nuggets                -> --cases cannot be combined with --nuggets
check --cases ids.txt run.csv --helpdesk-types a,b     -> --cases cannot be combined with --helpdesk-types
check gold.csv run.csv --customer-types a,b            -> --customer-types needs --nuggets
check gold.csv run.csv --helpdesk-types a,b            -> --helpdesk-types needs --nuggets
check --nuggets {NUGGETS} --repair drop-missing        -> --repair drop-missing does not apply to nuggets; the repairs are renormalise
check --ranked-lists qrels.txt bm25 --repair renormalise -> does not apply to ranked lists; there are no repairs
check --ranked-lists qrels.txt bm25 --classes a,b      -> --classes does not apply to ranked lists
check --nuggets {NUGGETS} --encoding latin-1           -> --encoding does not apply to nuggets
check --ranked-lists {NUGGETS}                         -> says that the kind is nuggets, not ranked lists
template                                               -> give GOLD, or --cases with --classes
template gold.csv --cases ids.txt --classes a,b        -> give either GOLD or --cases with --classes, not both

nuggets {NUGGETS} --alpha 1.5                          -> alpha is 1.5: it must lie between 0
nuggets {NUGGETS} --alpha -.1                          -> alpha is -0.1
nuggets {NUGGETS} --alpha half                         -> --alpha: 'half' is not a number
nuggets {NUGGETS} --alpha nan                          -> --alpha: 'nan' is not a number
nuggets {NUGGETS} --measures RNSS,NMD                  -> NMD is not for nugget types, which are nominal classes
nuggets {NUGGETS} --measures XYZ                       -> Unknown measure 'XYZ'
nuggets {NUGGETS} --customer-types ask                 -> The customer has 1 nugget types
nuggets {NUGGETS}/gold.json                            -> name a RUN or more, or give a folder with a task.json

rank-lists {NUGGETS}                                   -> says that the kind is nuggets, not ranked lists
rank-lists bm25 bm25                                   -> bm25
rank-lists qrels.txt qrels.txt                         -> qrels.txt
rank-lists qrels.txt nowhere                           -> nowhere: there is no such file
rank-lists qrels.txt                                   -> name a RUN or more
rank-lists qrels.txt lists2                            -> lists2, line 2, topic 1: a is listed more than once; list it once
rank-lists qrels.txt foreign bm25                      -> foreign
rank-lists qrels.txt bm25 --measures MAP               -> Unknown measure 'MAP'; choose from RIC, AP, GAP, nDCG, ERR, RBP, P@k, recall
rank-lists qrels.txt bm25 --measures RIC@5             -> RIC@5
rank-lists qrels.txt bm25 --measures 'RIC(p=0.5)'      -> RIC(p=0.5)
rank-lists qrels.txt bm25 --measures ERR-IA@10         -> ERR-IA@10 needs judgements of subtopics: --subtopics FILE
rank-lists qrels.txt bm25 --joint --difference         -> --difference: not allowed with argument --joint
rank-lists qrels.txt bm25 --joint --measures RIC       -> --joint cannot be combined with --measures
rank-lists qrels.txt bm25 --joint --subtopics subtopics.txt -> --joint cannot be combined with --subtopics
rank-lists qrels.txt bm25 --joint --largest-grade 3    -> --joint cannot be combined with --largest-grade
rank-lists qrels.txt bm25 --subtopics nowhere          -> nowhere: there is no such file
rank-lists {LISTS} --subtopics subtopics.txt           -> --subtopics: name the files of QRELS and the runs, not a folder
rank-lists qrels.txt bm25 --seed 0                     -> --seed needs --joint
rank-lists qrels.txt bm25 --given AP                   -> --given needs --information-tau
rank-lists qrels.txt bm25 --by-topic                   -> --by-topic needs --information-tau
rank-lists qrels.txt bm25 --information-tau --given MAP -> Unknown measure 'MAP'
rank-lists one-grade bm25 --joint                      -> one-grade: RIC is not defined: no topic has judged documents of two grades
rank-lists one-grade bm25 --difference                 -> one-grade: RIC is not defined: no topic has judged documents of two grades
rank-lists qrels.txt bm25 --largest-grade 0            -> '0' is not a whole number of at least 1

human-agreement                                        -> FILE
human-agreement codes.txt                              -> codes.txt, line 1: no column person
human-agreement codes.txt --pairs --figure a.svg       -> --pairs cannot be combined with --figure
human-agreement codes.txt --pairs --half-width .1      -> --pairs cannot be combined with --half-width
human-agreement codes.txt --seed 0                     -> --seed needs --pairs
human-agreement codes.txt --trials 9                   -> --trials needs --pairs
lessons gold.csv                                       -> unrecognized arguments: gold.csv
lessons --out absent/lessons.html                      -> absent/lessons.html cannot be written (there is no such folder)
score gold.csv run.csv --out absent/out                -> absent/out cannot be written (there is no such folder)
score gold.csv run.csv --plugin mine.py                -> --plugin works on the command line only
score gold.csv run.csv --plugin                        -> --plugin: no file is named; give a Python file
export gold.csv --codabench --out bundle.txt           -> --out: expected a file that ends in .zip; found bundle.txt
export gold.csv --out bundle.zip                       -> one of the arguments --codabench --tira is required
export two.json --codabench --out bundle.zip           -> two.json has the scales A, E; choose one with --scale, or --scale all
export empty.csv --tira --out bundle.zip               -> empty.csv: the file is empty
study nowhere --out tables                             -> not a folder
study nothing --out tables                             -> no task in this folder
study nothing                                          -> --out
study folder --out folder                              -> lies among the tasks of folder: name a folder elsewhere
study folder --out folder/out                          -> lies among the tasks of folder
study {SAMPLES} --out tables --measures NMD            -> name two or more
study {SAMPLES} --out tables --measures NMD,XYZ        -> Unknown measure 'XYZ'

figure nothing {SAMPLE} --out x.pdf                    -> Unknown figure 'nothing'; the figures are groups,
figure groups --out x.pdf                              -> name the task: figure NAME GOLD RUN… --out FILE
figure groups {SAMPLE}                                 -> --out: expected a file that ends in .pdf or .svg; found none
figure groups {SAMPLE} --out x.png                     -> expected a file that ends in .pdf or .svg; found x.png
figure deltas {SAMPLE} --out x.pdf --a nobody          -> no run 'nobody'
figure deltas {SAMPLE} --out x.pdf --x XYZ             -> Unknown measure 'XYZ'
figure case {SAMPLE} --out x.pdf --case-id none        -> no case 'none'
figure groups {SAMPLE} --out x.pdf --dialogue D1       -> --dialogue has no effect on the figure groups
figure agreement {SAMPLE} --out x.pdf --case-id U01    -> --case-id has no effect on the figure agreement
figure deltas {SAMPLE} --out x.pdf --nugget-alpha 0    -> --nugget-alpha has no effect on the figure deltas
figure groups {SAMPLE} --out x.pdf --from a            -> --from has no effect on the figure groups
figure groups {SAMPLE} --out x.pdf --measures NMD,JSD  -> on one measure, and 2 are named
figure atlas {SAMPLE} --out x.pdf                      -> the figure atlas is about no file; {SAMPLE} was given
figure atlas --classes a,b --out x.pdf                 -> --classes: 'a,b' is not a number of classes
figure path --out x.pdf                                -> name the gold distribution: --gold 0,1,2,9,8
figure path --gold 1,3,6 --moves a --out x.pdf         -> --moves a (or b), --from CLASS and --to CLASS go together
figure path --gold 1,3,6 --from 1 --to 2 --out x.pdf   -> go together
figure path --gold 1,3,6 --moves a --from 9 --to 1 --out x.pdf -> no class '9'
figure lists-merging {LISTS} --out x.pdf --method none -> no method 'none'
figure lists {LISTS} --out x.pdf --method Naive        -> --method has no effect on the figure lists
figure lists {SAMPLE} --out x.pdf                      -> says that the kind is quantification
figure lists one-grade bm25 --out x.pdf                -> one-grade: no topic has judged documents of two grades: RIC is not defined
figure nuggets-runs {NUGGETS} --out x.pdf --a nobody   -> no run 'nobody'
figure nuggets-dialogue {NUGGETS} --out x.pdf --dialogue none -> no dialogue 'none'
figure case {SAMPLE} --out x.pdf                       -> no-such-browser cannot be started
"""  # noqa: E501
ROWS = [row.split(" -> ") for row in TABLE.strip("\n").splitlines() if row]


@pytest.fixture
def here(folder, monkeypatch):
    for name, text in FILES.items():
        (folder / name).write_text(text)
    for name in ("nothing", "folder"):
        (folder / name).mkdir()
    (folder / "binary.csv").write_bytes(bytes(range(256)))
    with (folder / "big.csv").open("wb") as file:
        file.truncate(300_000_000)
    monkeypatch.setattr(elsewhere, "PATIENCE", 1)
    monkeypatch.setenv("BROWSER_PATH", "no-such-browser")
    return folder


@pytest.mark.parametrize(("line", "words"), ROWS, ids=[line.strip()[:70] for line, _ in ROWS])
def test_what_is_no_use_is_refused_in_one_line_that_names_it(here, line, words):
    said = refused(*(word.replace("\\n", "\n") for word in shlex.split(line)))
    assert all(part in said for part in words.strip().split(" … ")), said
    assert not {path.name for path in here.iterdir()} & {"x.pdf", "bundle.zip", "bundle.txt", "tables", "absent"}


def test_what_a_figure_needs_and_is_not_there_is_named(here, monkeypatch):
    monkeypatch.delenv("BROWSER_PATH")
    monkeypatch.setenv("PATH", "")
    assert "install Chromium or Chrome" in refused("figure", "groups", SAMPLE, "--out", "x.pdf")
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    assert "pip install 'ordquant[dask]'" in refused("atlas --votes 3 --classes 3 --dask tcp://127.0.0.1:1")


def test_an_installation_without_the_modules_of_its_lessons_says_so(here, monkeypatch):
    monkeypatch.setattr(one_file, "BROWSER", here)
    assert "The installation lacks file/file.css" in refused("lessons")


@pytest.mark.parametrize(
    ("manifest", "words"),
    [
        ("[]", "this is not a study manifest"),
        ({"tasks": []}, "this is not a study manifest"),
        ({"tasks": ["first"]}, "tasks, entry 1"),
        ({"tasks": [{"folder": "../first"}]}, "leads out of the folder"),
        ({"tasks": [{"folder": "first", "vennue": "x"}]}, "'vennue' is unknown"),
        ({"tasks": [{"folder": "first", "venue": 3}]}, "venue is not a text"),
        ({"tasks": [{"folder": "first"}, {"folder": "first"}]}, "occurs twice"),
        ({"title": 1, "tasks": [{"folder": "first"}]}, "title"),
    ],
)
def test_a_manifest_that_cannot_be_used_is_refused(here, manifest, words):
    (here / "folder" / "first").mkdir()
    (here / "folder" / "first" / "gold.csv").write_text((here / "gold.csv").read_text())
    (here / "folder" / "study.json").write_text(manifest if isinstance(manifest, str) else json.dumps(manifest))
    assert words in refused("study folder --out tables")
    assert not (here / "tables").exists()


def test_the_description_of_a_task_under_another_name_is_a_problem_of_every_command(here):
    for name in ("Task.json", "task.json.txt", "task.json~"):
        place = here / "folder"
        describe(place, gold="gold.csv")
        (place / "task.json").rename(place / name)
        (place / "gold.csv").write_text((here / "gold.csv").read_text())
        ((file, problem, action),) = [
            (row["file"], row["problem"], row["action"]) for row in ended("check folder").rows
        ]
        assert (file, problem, action) == ("folder/task.json", f"is called '{name}'", "rename it to task.json")
        assert refused("score folder baseline:uniform").startswith("error: folder/task.json: is called ")
        (place / name).unlink()
