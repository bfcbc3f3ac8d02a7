"""What runs in a browser without a server: the lessons with their board, and the canvas for pictures.

`bundle` makes one module of an entry and what it imports: a page takes its script as one text, and a file that is
opened without a server cannot import at all. Each part has a scope of its own, and stands once, before the parts that
need it. It knows the few forms that our modules are written in and refuses all others.
"""

import re
from pathlib import Path

from ordquant_core.errors import OrdquantError

BROWSER = Path(__file__).parent
_IMPORT = re.compile(r'^import \{([^{}]*)\} from "(\.{1,2}/[\w./-]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|function|async function|class) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_DEFAULT = re.compile(r"^export default (?=(?:async )?function\b|class\b)", re.MULTILINE)


def bundle(entry: Path) -> str:
    """Return an ES module and all that it imports as one module. Raises `OrdquantError` where it cannot."""
    parts: dict[Path, _Part] = {}
    _collect(entry.resolve(), parts, ())
    return "\n".join(part.text for part in parts.values())


class _Part:
    """A module as a part of the bundle: its text there, and the names by which others can import from it."""

    def __init__(self, path: Path, source: str, parts: dict[Path, "_Part"], *, is_entry: bool) -> None:
        self.scope = f"${len(parts)}_{re.sub(r'[^a-zA-Z0-9]', '_', path.stem)}"
        self.exports = _EXPORT.findall(source)

        def bind_names(match: re.Match[str]) -> str:
            other = parts[(path.parent / match[2]).resolve()]
            names = [name.split() for name in match[1].split(",") if name.strip()]  # `name`, or `name as other`
            for name, *_ in names:
                if name not in other.exports:
                    raise OrdquantError(f"{path.name} imports {name} from {match[2]}, which does not export it.")
            return f"const {{ {', '.join(f'{name[0]}: {name[-1]}' for name in names)} }} = {other.scope};"

        text = _IMPORT.sub(bind_names, source)
        if not is_entry:
            text = _EXPORT.sub("", text)
            text = f"const {self.scope} = (() => {{\n{text}return {{ {', '.join(self.exports)} }};\n}})();\n"
        unknown = _OTHER.search(_DEFAULT.sub("", _EXPORT.sub("", text)) if is_entry else text)
        if unknown:
            raise OrdquantError(f"{path.name}: {unknown[0]!r} is a form that ordquant_core.browser does not know.")
        self.text = f"// {path.name}\n{text}"


def _collect(path: Path, parts: dict[Path, _Part], importers: tuple[Path, ...]) -> None:
    """Add a module to the parts, behind all that it imports."""
    if path in importers:
        raise OrdquantError(f"Circular import: {' > '.join(each.name for each in (*importers, path))}.")
    if path not in parts:
        source = path.read_text(encoding="utf-8")
        for match in _IMPORT.finditer(source):
            _collect((path.parent / match[2]).resolve(), parts, (*importers, path))
        parts[path] = _Part(path, source, parts, is_entry=not importers)
