"""How the project speaks: words that sounded translated, or had two meanings, do not come back.

Looked at: every string, docstring, comment and name in Python, the page's JavaScript and HTML, README and its siblings.
"""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
INSTEAD = {  # pattern, in lower case: what to say
    r"\b(measures|they|which) part\b|\bpart on\b|\bparted\b": "disagree",
    r"\bfirm(ness|er|ly)?\b|_firm\b|\bfirm_": "robust, robustness",
    r"\btold\b|\btell(s|ing)?\b|_told\b|\btold_|\btell_": "reported, shown, documented",
    r"\bmend(s|ed|ing)?\b": "fix, repair",
    r"\bchoose (all that mends|away)\b|\bchosen away\b": "fix, repair",
    r"\bmade anew\b|\bdrawn anew\b|\banew\b": "recomputed, resampled, again",
    r"\bgolds\b|golds_|_golds\b": "gold distributions",
    r"\bways to vote\b": "possible vote counts",
    r"\b(carry|carries|carrying|pieces? of) mass\b": "move probability",
    r"\braw forms?\b": "unnormalised variants",
    r"\blaws\b": "properties",
    r"\b(search(es)? )?backwards\b": "find gold distributions by score",
    r"\bwho wins\b": "preferences by measure",
    r"\btiers?\b|tiers?_|_tiers?\b": "significance groups",
    r"\bcannot tell\b": "do not differ significantly",
    r"\bon trial\b": "comparing the measures",
    r"\bmeasure (across|upwards)\b": "x-axis measure, y-axis measure",
    r"\bpeeks at\b|\bknows nothing\b": "puts all its probability on the mode; ignores the data",
    r"\bpairs of the paper\b": "measure pairs of LQ 2021, Figures 1 and 2",
    r"\bonly sees which\b": "compares only the order of the bars",
    r"\bwhat would flip\b": "how robust is this preference?",
    r"\btinted area\b": "shaded area",
    r"\bprefers, by how much\b": "preference and margin",
    r"\blooks at how far\b": "distance-aware",
    r"\bclass by class\b": "bin by bin",
    r"\bwhat is measured here\b": "terms and measures",
    r"\btake (along|away)\b|\btakes? files away\b|\bfrom card to card\b": "download, remove, browse",
    r"\bknows most of\b": "carries most information about",
    r"\bevery \d+th\b": "a sample (1 in n)",
    r"\buse the task all the same\b": "continue with repairs",
    r"\btogether with: one task\b": "also include",
    r"\bis called as its file\b": "is named after its file",
    r"\bknown by their content\b": "detected from their content",
    r"\bon your word only\b": "only on request",
    r"\brivals?\b|rivals?_|_rivals?\b|\bfight\b|\bduel\b": "estimator; compare_estimators",
    r"\b(votes|cases|rows?|dot|column|line) an? (case|class|run|measure|task|page|split|file|dialogue)\b": "per case",
    r"\bone dot a case\b": "each dot is one case",
    r"\bplaces? (for|beside|where|that)\b|\bscale_place\b": "container, index, location",
    r"\bpassed over\b": "ignored",
    r"\bwithout a word\b|\bin silence\b": "silently",
    r"\ball the same\b": "still, anyway",
    r"\bat odds\b": "disagree, contradict",
}
RENAMED = ("firm", "golds", "raw forms", "laws", "backwards", "tiers")  # the changelog says which word replaced these
EXCEPTIONS: dict[str, dict[str, str]] = {  # file: {pattern: why}
    "CHANGELOG.md": {
        pattern: "it names the word that was replaced"
        for pattern in INSTEAD
        if any(re.search(pattern, word) for word in (*RENAMED, "search backwards"))
    },
    "pages/atlas/state.py": {r"\blaws\b": "a name in links made before"},
    "pages/cases/state.py": {r"\bfirm(ness|er|ly)?\b|_firm\b|\bfirm_": "a name in links made before"},
}
CODE = [
    *(path for folder in ("ordquant_core", "pages") for path in sorted((ROOT / folder).rglob("*.py"))),
    ROOT / "app.py",
]
PROSE = [
    *sorted(ROOT.glob("*.md")),
    *(
        path
        for folder in ("pages", "assets")
        for ending in ("js", "html", "md")
        for path in (ROOT / folder).rglob(f"*.{ending}")
    ),
]


WORD, COMMENT = re.compile(r"[^\W\d]\w*"), re.compile(r"#\s.*")


def written_in(path: Path) -> list[tuple[int, str]]:
    """Return what a person reads in a file: (line, text); of Python words and comments of each line, and strings."""
    source = path.read_text(encoding="utf-8")
    lines = list(enumerate(source.splitlines(), start=1))
    if path.suffix != ".py":
        return lines
    found = [(number, word) for number, line in lines for word in WORD.findall(line)]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.append((node.lineno, " ".join(node.value.split())))
    return found + comments(lines)


def comments(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the comments on lines of Python; a tokenizer finds the same more slowly."""
    found = ((number, COMMENT.search(line)) for number, line in lines)
    return [(number, comment.group()) for number, comment in found if comment]


def alternatives(pattern: str) -> list[str]:
    """Return what stands between the bars of a pattern, those in brackets aside."""
    found, depth = [""], 0
    for char in pattern:
        depth += (char == "(") - (char == ")")
        if char == "|" and depth == 0:
            found.append("")
        else:
            found[-1] += char
    return found


# What begins with a word is looked for at the beginnings of words only: in a fifth of the time.
BOUNDARY = r"\b"
EACH = [one for pattern in INSTEAD for one in alternatives(pattern)]
AT_WORDS = re.compile(rf"\b(?:{'|'.join(one.removeprefix(BOUNDARY) for one in EACH if one.startswith(BOUNDARY))})")
ANYWHERE = re.compile("|".join(one for one in EACH if not one.startswith(BOUNDARY)))


@cache  # the same names are everywhere
def speaks(text: str) -> bool:
    """Return whether a text uses any of the words."""
    text = text.lower()
    return bool(AT_WORDS.search(text) or ANYWHERE.search(text))


def test_the_quick_search_finds_what_the_patterns_find():
    made_up = [
        "all_golds",
        "golds_of",
        "agolds_",
        "is_firm",
        "affirm",
        "tiers_",
        "_rivals",
        "a duel",
        "the dual",
        "without a word",
    ]
    texts = [*made_up, *(ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()]
    plainly = [any(re.search(pattern, text.lower()) for pattern in INSTEAD) for text in texts]
    assert plainly == [speaks(text) for text in texts]
    assert 0 < sum(plainly) < len(texts)


def test_no_text_uses_a_word_that_has_a_better_one():
    found = [
        f"{name}, line {line}: “{text[:90]}” - say: {better}"
        for path in [*CODE, *PROSE]
        for name in [path.relative_to(ROOT).as_posix()]
        for line, text in written_in(path)
        if speaks(text)
        for pattern, better in INSTEAD.items()
        if pattern not in EXCEPTIONS.get(name, {}) and re.search(pattern, text.lower())
    ]
    assert found == []


def test_every_exception_is_still_needed():
    for name, patterns in EXCEPTIONS.items():
        texts = [text for _, text in written_in(ROOT / name)]
        unused = [pattern for pattern in patterns if not any(re.search(pattern, text.lower()) for text in texts)]
        assert unused == [], name


TESTS = [path for path in sorted((ROOT / "tests").rglob("*.py")) if path != Path(__file__)]


def sentences_of(path: Path) -> list[tuple[int, str]]:
    """Return what a test file says in sentences: names of functions and classes, docstrings, comments."""
    source = path.read_text(encoding="utf-8")
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.append((node.lineno, node.name.replace("_", " ")))
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            found.append((getattr(node, "lineno", 1), " ".join((ast.get_docstring(node) or "").split())))
    return found + comments(list(enumerate(source.splitlines(), start=1)))


def test_tests_speak_as_the_project_does():
    found = [
        f"{path.relative_to(ROOT).as_posix()}, line {line}: “{text[:90]}” - say: {better}"
        for path in TESTS
        for line, text in sentences_of(path)
        if speaks(text)
        for pattern, better in INSTEAD.items()
        if re.search(pattern, text.lower())
    ]
    assert found == []
