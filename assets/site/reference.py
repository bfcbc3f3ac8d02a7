"""The reference, as pages for Sphinx: every public name and module, and the catalogues that the registries hold."""

import inspect
import pkgutil
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

import ordquant_core
from ordquant_core.__main__ import parsers
from ordquant_core.glossary import list_columns
from ordquant_core.measures.measure import Measure
from ordquant_core.measures.registry import FAMILIES, MEASURES
from ordquant_core.numerals import setting
from ordquant_core.papers.references import REFERENCES

CLASSES = 5  # the range of a measure is given for this many
PRIVATE = {"commands", "__main__"}  # described by what `-h` says, on a page of their own


def write(folder: Path) -> None:
    """Write the pages of the reference into a folder."""
    (folder / "api").mkdir()
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")


def pages() -> dict[str, str]:
    """Return the text of every page of the reference, by its name on the site."""
    functions = [name for name in ordquant_core.__all__ if name.upper() in MEASURES]
    named = {f"api/{name}.rst": name_page(name) for name in ordquant_core.__all__ if name not in functions}
    named["api/measures.rst"] = "\n".join([heading("Measures"), *map(directive, functions)])
    rooms = {f"api/{room}.rst": room_page(room, modules) for room, modules in packages().items()}
    return {
        **named,
        **rooms,
        "api/index.rst": api_page(named, rooms),
        "catalogue.rst": measures_page(),
        "columns.rst": columns_page(),
        "commands.rst": commands_page(),
        "references.rst": references_page(),
    }


def packages() -> dict[str, list[str]]:
    """Return the public modules of the library, by the package that they are in."""
    found: dict[str, list[str]] = {}
    for module in pkgutil.walk_packages(ordquant_core.__path__, "ordquant_core."):
        parts = module.name.split(".")
        if parts[1] not in PRIVATE and not any(part.startswith("_") for part in parts):
            room = module.name if module.ispkg or len(parts) == 2 else module.name.rpartition(".")[0]
            found.setdefault(room, []).append(module.name)
    return found


def api_page(named: Iterable[str], rooms: Iterable[str]) -> str:
    """Return the page that leads to all others of the library."""
    names = "\n".join(f"   {Path(name).stem}" for name in named)
    modules = "\n".join(f"   {Path(name).name.removesuffix('.rst')}" for name in rooms)
    return f"""
{heading("The library")}
What most scripts need is in ``ordquant_core`` itself, which is imported as ``oq``; the measures share a page.
Everything else is in its modules, a page for each package.

.. automodule:: ordquant_core

.. toctree::
   :caption: Names
   :maxdepth: 1

{names}

.. toctree::
   :caption: Modules
   :maxdepth: 1

{modules}
"""


def name_page(name: str) -> str:
    """Return the page of a name of the library."""
    return f"{heading(name)}\n{directive(name)}"


def directive(name: str) -> str:
    """Return what puts the docstring of a name of the library on a page."""
    one = getattr(ordquant_core, name)
    kind = "data"
    if inspect.isclass(one):
        kind = "exception" if issubclass(one, Exception) else "class"
    elif callable(one):
        kind = "function"
    options = "   :members:\n   :show-inheritance:\n" if kind in {"class", "exception"} else ""
    options += "   :no-value:\n" if kind == "data" else ""
    return f".. auto{kind}:: ordquant_core.{name}\n{options}"


def room_page(room: str, modules: Iterable[str]) -> str:
    """Return the page of a package, with all its modules."""
    sections = []
    for module in modules:
        title = heading(module, "-") if module != room else ""
        inside = vars(import_module(module))
        own = [
            name
            for name in ordquant_core.__all__
            if (one := getattr(ordquant_core, name)) is inside.get(name)
            and (getattr(one, "__module__", "") == module or name in inside.get("__all__", ()))
        ]
        leave = f"   :exclude-members: {', '.join(own)}\n" if own else ""
        links = f"\nIn the library itself: {', '.join(map(link_to, own))}.\n" if own else ""
        sections.append(f"{title}\n.. automodule:: {module}\n   :members:\n   :show-inheritance:\n{leave}{links}")
    return "\n".join([heading(room.removeprefix("ordquant_core.")), *sections])


def measures_page() -> str:
    """Return the catalogue: every measure with what the registry knows of it."""
    sections = [
        heading("All measures"),
        "``p`` is the estimate, ``p*`` the gold, ``cp`` and ``cp*`` are their cumulative sums. "
        "0 is perfect, and smaller is better.\n",
    ]
    for family, title in FAMILIES.items():
        members = [measure for measure in MEASURES.values() if measure.family == family]
        if members:
            sections += [heading(title, "-"), *(entry(measure) for measure in members)]
    return "\n".join(sections)


def entry(measure: Measure) -> str:
    """Return a measure of the catalogue."""
    name = measure.key.casefold()
    link = link_to(name) if name in ordquant_core.__all__ else f"``oq.MEASURES['{measure.key}']``"
    best, worst = measure.bounds(CLASSES)
    scale = {
        True: "takes neighbouring classes to be equally far apart",
        False: "uses how the gold spreads over the classes as distances",
    }
    facts = [
        f"Range for {CLASSES} classes: {setting(best)} to {setting(round(worst, 4))}.",
        f"{'Symmetric' if measure.symmetric else 'Not symmetric'}.",
        *([f"It {scale[measure.equidistant]}."] if measure.equidistant is not None else []),
        *([f"The unnormalised variant of {measure.raw_of}."] if measure.raw_of else []),
        f"Defined in {sources_of(measure)}.",
    ]
    title = heading(f"{measure.key}: {measure.name}", "~")
    return f"{title}\n{measure.summary} In Python: {link}.\n\n.. math:: {measure.formula}\n\n{' '.join(facts)}\n"


def link_to(name: str) -> str:
    """Return a link to a name of the library."""
    return f":py:obj:`oq.{name} <ordquant_core.{name}>`"


def sources_of(measure: Measure) -> str:
    """Return where a measure is defined, with links to the references."""
    known = [f":ref:`{REFERENCES[key].short} <{key}>`{', ' * bool(at)}{at}" for key, at in measure.sources]
    return "; ".join([*known, measure.cited] if measure.cited else known)


def references_page() -> str:
    """Return the papers and books that measures and statistics come from."""
    return "\n".join([heading("References"), *_references()])


def _references() -> Iterator[str]:
    for reference in sorted(REFERENCES.values(), key=lambda one: (one.authors[0].split()[-1], one.year)):
        link = f" {reference.url}" if reference.url else ""
        title = heading(f"{reference.short} [{reference.key}]", "-")
        yield f".. _{reference.key}:\n\n{title}\n{reference.citation}{link}\n"


def columns_page() -> str:
    """Return every column that a table of the command line or of a download may have."""
    rows = [(f"``{name}``", str(kind), words) for name, (kind, words) in list_columns().items()]
    return f"{heading('Columns of tables')}\n{table(('column', 'kind', 'what it holds'), rows)}"


def commands_page() -> str:
    """Return the help of every command."""
    _, named = parsers()
    sections = [
        f"{heading(name, '-')}\n.. code-block:: none\n\n{indented(command.format_help())}\n"
        for name, command in named.items()
    ]
    note = "``python -m ordquant_core COMMAND``, or ``ordquant COMMAND`` where the package is installed.\n"
    return "\n".join([heading("All commands"), note, *sections])


def heading(title: str, line: str = "=") -> str:
    """Return a heading."""
    return f"{title}\n{line * max(len(title), 3)}\n"


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table."""
    lines = [f"   {'*' if n == 0 else ' '} - {cell}" for row in [heads, *rows] for n, cell in enumerate(row)]
    return ".. list-table::\n   :header-rows: 1\n\n" + "\n".join(lines) + "\n"


def indented(text: str) -> str:
    """Return a text with every line indented."""
    return "".join(f"   {line}" for line in text.splitlines(keepends=True))
