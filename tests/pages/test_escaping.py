"""A text that is not ours reaches Streamlit's Markdown through `escape`: by a rule over all pages, and by what it does.

The rule follows texts from where they come to where Streamlit reads them, through names, f-strings and functions.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pages.shared.escaping import escape
from tests.source_files import PAGES, relative, tree

FIRST = (  # what reads its first argument as Markdown
    "button caption checkbox dialog download_button error expander file_uploader header info markdown multiselect "
    "number_input popover select_slider selectbox slider spinner subheader success text_area text_input title toast "
    "toggle warning"
)
MARKDOWN = dict.fromkeys(FIRST.split(), 1) | dict.fromkeys(("pills", "progress", "radio", "segmented_control"), 2)
NAMED = {"help", "label", "text", "caption", "captions"}
CONTROLS = {  # of `controls`, which takes what draws as an argument: the parameters that it reads
    **{name: {"label"} for name in ("draw", "select", "toggle", "number", "folded")},
    **{"segments": {"label", "options"}, "pills": {"label", "options"}, "sections": {"label", "titles"}},
}
ESCAPES = {"escape", "method_label", "_spoken"}  # the last leaves out all signs: tested by its example
OF_OURS = {  # functions whose words are ours whatever they are given: of numbers, measures and repairs
    "bool", "button_name", "columns", "count", "decimals", "float", "index", "int", "labels", "len", "max", "min",
    "numbers_left", "partial", "round", "score", "setting", "statements_that_fail", "time_left", "unusable",
    "votes_text",
}  # fmt: skip
KEEPS = {  # functions that return texts that they are given, or parts of them
    "capitalize", "dict", "enumerate", "get", "items", "join", "keys", "list", "listed", "lower", "map", "next",
    "partition", "removesuffix", "replace", "reversed", "sorted", "str", "strip", "tuple", "upper", "values", "zip",
}  # fmt: skip
HOLD = {"COMMON", "STATE", "TESTED"}  # what a visitor or a link has chosen
OURS = {  # why an expression is no text of a file, a link or a visitor
    "_WARNINGS.get()": "what `links.warn` was given",
    "compared.label": "of a measure",
    "compared.over": "over how many tasks",
    "compared.step": "a number",
    "preset.title": "of a page",
    "question.title()": "of the page",
    "self.params[name].noun": "a word for what a parameter says",
    "state.key('votes')": "of a control",
    "state['votes']": "numbers",
    "step.latex": "a formula of ours, with numbers",
    "view.preset.sections": "of a page",
}
Function = ast.FunctionDef


@cache
def parameters(function: Function) -> set[str]:
    of = function.args
    every = [*of.posonlyargs, *of.args, *of.kwonlyargs, of.vararg, of.kwarg]
    return {one.arg for one in every if one is not None}


@cache
def assigned(inside: ast.AST) -> dict[str, list[ast.expr]]:
    """Return what is assigned to each name; of several that are assigned at once, to each its own, or all of it."""
    found: dict[str, list[ast.expr]] = defaultdict(list)
    for node in sorted(
        ast.walk(inside), key=lambda node: isinstance(node, ast.comprehension)
    ):  # their names are their own
        match node:
            case ast.Assign(targets=targets, value=value):
                pairs = [(target, value) for target in targets]
            case ast.For(target=target, iter=ast.Tuple(elts=each)) if all(isinstance(one, ast.Tuple) for one in each):
                pairs = [(target, one) for one in each]
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                pairs = [(target, ast.Starred(value))]
            case ast.Call(func=ast.Attribute(value=ast.Name() as target, attr="append" | "extend"), args=[value]):
                pairs = [(target, value)]
            case ast.AnnAssign(target=target, value=value) | ast.NamedExpr(target=target, value=value) if value:
                pairs = [(target, value)]
            case ast.AugAssign(target=target, value=value):
                pairs = [(target, value)]
            case _:
                continue
        for target, value in pairs:
            match target, value:
                case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
                    each = zip(targets, values, strict=True)
                case ast.Tuple(elts=targets), _:
                    each = ((one, value) for one in targets)
                case _:
                    each = iter([(target, value)])
            for one, own in each:
                for name in ast.walk(one) if isinstance(one, ast.Name | ast.Tuple | ast.Starred) else ():
                    if isinstance(name, ast.Name) and not (isinstance(node, ast.comprehension) and found[name.id]):
                        found[name.id].append(own)
    return found


class Escaping:
    """Where texts go: a function that hands an argument to Markdown is itself a place where it is read."""

    def __init__(self, trees: dict[str, ast.Module]) -> None:
        self.trees = trees
        self.modules = {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in trees}
        self.functions = {
            (path, node.name): node
            for path, code in trees.items()
            for node in ast.walk(code)
            if isinstance(node, Function)
        }
        self.imported = {path: dict(self._imports(code)) for path, code in trees.items()}
        self.read: dict[tuple[str, str], set[str]] = defaultdict(set)  # parameters that become Markdown
        self.read |= {("pages/shared/controls.py", name): set(read) for name, read in CONTROLS.items()}
        self.read["pages/shared/links.py", "warn"] = {"words"}  # which are drawn later
        self.calls = [(path, *call) for path, code in trees.items() for call in self._calls(code, ())]
        before = -1
        while before != (before := sum(map(len, self.read.values()))):
            self.faults: dict[str, set[str]] = defaultdict(set)
            for path, within, call in self.calls:
                for text in self._markdown(path, call):
                    for leaf in self._leaves(path, within, text, frozenset()):
                        self._note(path, within, leaf)

    def _imports(self, code: ast.Module) -> Iterator[tuple[str, tuple[str, str]]]:
        """Yield a name with the file and the function that it stands for, "" for a module."""
        for node in ast.walk(code):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    module, function = self.modules.get(f"{node.module}.{alias.name}", ""), alias.name
                    of = (module, "") if module else (self.modules.get(node.module, node.module), function)
                    yield alias.asname or alias.name, of

    def _calls(self, node: ast.AST, within: tuple[Function, ...]) -> Iterator[tuple[tuple[Function, ...], ast.expr]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call | ast.Tuple):
                yield within, child
            yield from self._calls(child, (*within, child) if isinstance(child, Function) else within)

    def _markdown(self, path: str, node: ast.expr) -> list[ast.expr]:
        """Return the parts of a call, or of an entry of a list of downloads, that become Markdown."""
        match node:
            case ast.Tuple(elts=[label, _, ast.Constant(value=str() as file)]) if file.endswith(".csv"):
                return [label]
            case ast.Call(func=ast.Name(id="partial"), args=[called, *given], keywords=more):
                pass
            case ast.Call(func=called, args=given, keywords=more):
                pass
            case _:
                return []
        target = self._target(path, called)
        if target is not None:
            read, function = self.read[target], self.functions.get(target)
            places = [one.arg for one in function.args.args] if function else []
            in_place = [one for one, name in zip(given, places, strict=False) if name in read - {"tables"}]
            return in_place + [one.value for one in more if one.arg in (read | {"help"}) - {"tables"}]
        if isinstance(called, ast.Attribute) and called.attr in MARKDOWN:
            return given[: MARKDOWN[called.attr]] + [one.value for one in more if one.arg in NAMED]
        return []

    def _target(self, path: str, called: ast.expr) -> tuple[str, str] | None:
        """Return the function of ours that is called: its file and name."""
        match called:
            case ast.Name(id=name):
                return (path, name) if (path, name) in self.functions else self.imported[path].get(name)
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in self.imported[path]:
                file, function = self.imported[path][module]
                return None if function else (file, name)
        return None

    def _note(self, path: str, within: tuple[Function, ...], leaf: ast.expr) -> None:
        for function in reversed(within):
            if isinstance(leaf, ast.Name) and leaf.id in parameters(function):
                self.read[path, function.name].add(leaf.id)
                return
        self.faults[path].add(ast.unparse(leaf))

    def _leaves(
        self, path: str, within: tuple[Function, ...], node: ast.AST | None, seen: frozenset[str]
    ) -> Iterator[ast.expr]:
        """Yield the parts of an expression that may be texts of others."""

        def of(*nodes: ast.AST | None) -> Iterator[ast.expr]:
            return (leaf for one in nodes for leaf in self._leaves(path, within, one, seen))

        match node:
            case (
                None | ast.Constant() | ast.Compare() | ast.UnaryOp() | ast.FormattedValue(format_spec=ast.JoinedStr())
            ):
                pass
            case ast.FormattedValue(value=part) | ast.Starred(value=part) | ast.NamedExpr(value=part):
                yield from of(part)
            case ast.Lambda(body=part) | ast.ListComp(elt=part) | ast.GeneratorExp(elt=part) | ast.DictComp(value=part):
                yield from of(part)
            case ast.BinOp(left=left, right=right) | ast.IfExp(body=left, orelse=right):
                yield from of(left, right)
            case ast.JoinedStr(values=parts) | ast.BoolOp(values=parts) | ast.Dict(values=parts):
                yield from of(*parts)
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                yield from of(*parts)
            case ast.Call():
                yield from self._of_call(path, within, node, seen)
            case ast.Attribute(attr=name) if name.isupper():
                pass
            case ast.Subscript(value=whole) | ast.Attribute(value=whole):  # as good as what it is a part of
                yield from ([node] if [*of(whole)] else [])
            case ast.Name(id=name):
                if (name.isupper() and name not in HOLD) or name in seen:
                    return
                for function in reversed(within):
                    if name in assigned(function):
                        for value in assigned(function)[name]:
                            yield from self._leaves(path, within, value, seen | {name})
                        return
                    if name in parameters(function):
                        break
                else:
                    values = assigned(self.trees[path]).get(name, [])
                    for value in values:
                        yield from self._leaves(path, (), value, seen | {name})
                    if values:
                        return
                yield node
            case _:
                yield node

    def _of_call(
        self, path: str, within: tuple[Function, ...], call: ast.Call, seen: frozenset[str]
    ) -> Iterator[ast.expr]:
        """Yield what a call returns of the texts of others: of a function of ours, by what it returns."""
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        given = [*call.args, *(one.value for one in call.keywords)]
        if name in ESCAPES | OF_OURS or (name == "map" and getattr(given[0], "id", "") in ESCAPES):
            return
        if name in KEEPS:
            of = [call.func.value] if isinstance(call.func, ast.Attribute) else []
            if name == "get" and isinstance(of[0], ast.Name) and of[0].id.strip("_").isupper():
                yield call  # what a session holds
                return
            for one in [*given, *of]:
                yield from self._leaves(path, within, one, seen)
            return
        target = self._target(path, call.func)
        function = self.functions.get(target) if target else None
        if target is None or function is None or f"{name}()" in seen:
            yield call
            return
        places = [one.arg for one in function.args.args]
        by_name = dict(zip(places, call.args, strict=False)) | {one.arg: one.value for one in call.keywords}
        for node in ast.walk(function):
            if isinstance(node, ast.Return):
                for leaf in self._leaves(target[0], (function,), node.value, seen | {f"{name}()"}):
                    if isinstance(leaf, ast.Name) and leaf.id in parameters(function):
                        yield from self._leaves(path, within, by_name.get(leaf.id), seen)
                    else:
                        yield call


def faults_in(**sources: str) -> dict[str, set[str]]:
    return dict(Escaping({f"{name}.py": ast.parse(text) for name, text in sources.items()}).faults)


def test_nothing_but_words_of_ours_and_what_is_escaped_becomes_markdown():
    found = Escaping({relative(path): tree(path) for path in PAGES}).faults
    assert {path: texts - OURS.keys() for path, texts in found.items() if texts - OURS.keys()} == {}
    assert OURS.keys() - set().union(*found.values()) == set(), "no longer needed"


USES = "import streamlit as st\nfrom other import escape, named\n"
CODE = [  # a function of a page, and what of it is a fault
    ('def show(task):\n    st.error(f"no {task.name}")', {"task.name"}),
    ('def show(task):\n    st.error(f"no {escape(task.name)} {len(task.name)} {task.share:.2f}")', set()),
    ('def show(task):\n    words = task.name\n    st.button("x", help=words)', {"task.name"}),
    ('def show(task):\n    words = ""\n    words += task.name if task else "x"\n    st.title(words)', {"task.name"}),
    ('def show(task):\n    st.caption(", ".join(task.runs))', {"task.runs"}),
    ('def show(task):\n    st.radio("x", [run for run in task.runs])', {"task.runs"}),
    ('def show(task):\n    for label, act in (("x", task.run), ("y", task.go)):\n        st.button(label, act)', set()),
    ("def show(place, words):\n    place.warning(words)\ndef page(task):\n    show(st, task.name)", {"task.name"}),
    ("def page(task):\n    st.info(named(task))", {"named(task)"}),
    ('def label(name):\n    return f"of {name}"\ndef page(task):\n    st.info(label(escape(task.name)))', set()),
    ('def page():\n    st.info(STATE["task"])', {"STATE['task']"}),
    ('WORDS = {"a": "b"}\ndef page(key):\n    st.info(WORDS[key])', set()),
    ('def page(task):\n    share([(task.name, task.make, "a.csv"), ("ours", task.make, "b.csv")])', {"task.name"}),
]


@pytest.mark.parametrize(("code", "faults"), CODE)
def test_the_rule_finds_where_a_text_comes_from(code, faults):
    assert faults_in(page=USES + code).get("page.py", set()) == faults


INVISIBLE = "\u2060\u2066\u2067\u2068\u2069"


@given(st.text("*_`[]()#+.!|~$<>:-ab 1\n\\@é漢🙂\u2066", max_size=20))
@example("[x](y) $x$ :red[x] `c` <b>")
@example("# h\n1. a\n- x\n~x~ a_b_ |")
def test_no_sign_of_markdown_is_left_unescaped_and_every_text_stays_the_same_for_a_reader(text):
    written = escape(text)
    assert not re.search(r"(?<!\\)(?:\\\\)*[`*_{}\[\]()#+.!|~$<>:-]", written)
    read = re.sub(r"\\(.)", r"\1", written, flags=re.DOTALL)
    kept, before = ("".join(sign for sign in one if sign not in INVISIBLE) for one in (read, text))
    assert kept == before


@pytest.mark.parametrize("text", ["http://evil.test", "HTTPS://x.y", "www.evil.test", "a@evil.test", "x+y@a-b.co.uk"])
def test_an_address_is_broken_by_a_sign_that_nobody_sees(text):
    assert "\u2060" in escape(text)


@pytest.mark.parametrize("text", ["P@10", "nDCG@10", "http", "www", "a@b"])
def test_what_only_looks_similar_stays_as_it_is(text):
    assert "\u2060" not in escape(text)
