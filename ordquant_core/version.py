"""The version, in one place: the package, `ordquant_core.__version__` and the citation read it."""

VERSION = "0.2.0"
