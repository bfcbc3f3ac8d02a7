"""What parts of the library need besides NumPy, and which extra of the package brings it."""

from collections.abc import Iterator
from contextlib import contextmanager

from ordquant_core.errors import OrdquantError


class MissingExtraError(OrdquantError):
    """A package that this part of the library needs is not installed."""


@contextmanager
def extra(name: str, for_what: str) -> Iterator[None]:
    """Say which extra to install where an import inside this block fails.

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
