"""No request goes out: Streamlit would ask a server elsewhere for this machine's public address."""

from streamlit import net_util


def install() -> None:
    """Put it in place."""
    net_util.get_external_ip = _nowhere


def _nowhere() -> None:
    """Return nothing where Streamlit would look up the public address."""
