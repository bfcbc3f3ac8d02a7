"""Addresses in a lecture hall: read off a screen, opened on a phone."""

from urllib.parse import urlsplit

LONGEST_LINK = 44  # characters of an address that are shown; the QR code beside it holds all of it


def shortened(address: str) -> str:
    """Return an address as it is read: without its scheme, and only its beginning.

    >>> shortened("https://ordquant.example/cases"), shortened(f"https://ordquant.example/?{'x' * 99}")[-3:]
    ('ordquant.example/cases', 'xx…')
    """
    text = address.partition("://")[2]
    return text if len(text) <= LONGEST_LINK else f"{text[: LONGEST_LINK - 1]}…"


def reaches(address: str) -> bool:
    """Return whether other machines can open an address: not one that every machine takes for itself.

    >>> reaches("https://ordquant.example/cases"), reaches("http://localhost:8501/cases")
    (True, False)
    """
    return urlsplit(address).hostname not in ("localhost", "127.0.0.1", "::1")
