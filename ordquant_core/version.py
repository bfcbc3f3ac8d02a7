"""The version: the package, `ordquant_core.__version__` and the citation read it here."""

VERSION = "1.0.0"
