"""List the licences of all that `make run` installs: `python -m assets.supply.generate THIRD_PARTY.md`.

They come from the installed packages, in the versions of requirements.in; what is not installed on this machine, since
it is for another one, keeps the line that it has.
"""

import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).parents[2]
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
LONGEST = 60  # characters of a licence's name: some packages give the text itself
HEAD = """# Third-party software

OrdQuant is under the MIT License ([LICENSE](LICENSE)). `make run` and the container install these packages, each
under its own licence, whose text is installed with it. `make supply` writes this list.

| package | version | licence |
| --- | --- | --- |
"""
REPRODUCED = "plotly"  # its JavaScript stands in every report that is downloaded
FOOT = """
## In reports

A report (HTML) contains plotly.js, which belongs to the package plotly, under this licence:

```text
{text}
```
"""


def main() -> int:
    """Write the list to the file that is named."""
    path = Path(sys.argv[1])
    path.write_text(listing(path.read_text(encoding="utf-8") if path.exists() else ""), encoding="utf-8")
    return 0


def pinned(text: str) -> dict[str, str]:
    """Return the packages that a file of requirements pins, their names in one spelling, and their versions."""
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in PINNED.findall(text)}


def listing(before: str) -> str:
    """Return the list; `before`: the one that there was."""
    rows = []
    for name, version in sorted(pinned((ROOT / "requirements.in").read_text(encoding="utf-8")).items()):
        try:
            found = distribution(name)
        except PackageNotFoundError:
            kept = re.search(rf"^\| {re.escape(name)} \| {re.escape(version)} \| .* \|$", before, re.MULTILINE)
            if kept is None:
                raise
            rows.append(kept.group())
        else:
            rows.append(f"| {name} | {version} | {licence(found)} |")
    (text,) = (file.read_text() for file in distribution(REPRODUCED).files or [] if file.name == "LICENSE.txt")
    return HEAD + "\n".join(rows) + "\n" + FOOT.format(text=text.strip())


def licence(package: Distribution) -> str:
    """Return the licence of a package, as the package itself names it."""
    facts = package.metadata
    classes = [text.rpartition(" :: ")[2] for text in facts.get_all("Classifier") or [] if text.startswith("License")]
    named = facts.get("License-Expression") or facts.get("License") or ""
    first = named.strip().partition("\n")[0].strip()
    if named.strip() == first and 0 < len(first) <= LONGEST:
        return first
    if classes:
        return ", ".join(classes)
    raise ValueError(f"{facts['Name']} does not name its licence")


if __name__ == "__main__":
    sys.exit(main())
