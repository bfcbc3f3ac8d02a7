"""Packages besides NumPy that parts of the library need, and the extras that install them."""

from collections.abc import Iterator
from contextlib import contextmanager

from ordquant_core.errors import OrdquantError


class MissingExtraError(OrdquantError):
    """A package that this part of the library needs is not installed."""


@contextmanager
def extra(name: str, for_what: str) -> Iterator[None]:
    """Name the extra to install if an import inside this block fails.

    Raises `MissingExtraError`, which is an `OrdquantError`.
    """
    try:
        yield
    except ModuleNotFoundError as problem:
        package = (problem.name or "a package").partition(".")[0]
        if package == "ordquant_core":
            raise
        raise MissingExtraError(
            f"{for_what} needs {package}, which is not installed; install it with: pip install 'ordquant[{name}]'"
        ) from None
