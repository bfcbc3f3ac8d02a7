"""The theme as browsers get it. Streamlit sends it with every re-run, and reads all its settings anew for it.

They do not change while a server runs, and reading them is a tenth of its work with many visitors.
"""

from functools import cache

from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session


def read_once() -> None:
    """Let Streamlit read the settings of each section of the theme once."""
    read = app_session._populate_theme_msg

    @cache
    def written(section: str) -> bytes:
        message = CustomThemeConfig()
        read(message, section)
        return bytes(message.SerializeToString())

    def populate(msg: CustomThemeConfig, section: str = "theme") -> None:
        if written(section):  # an empty one would still count as sent
            msg.MergeFromString(written(section))

    app_session._populate_theme_msg = populate
