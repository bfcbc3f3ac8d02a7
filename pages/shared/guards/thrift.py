"""What Streamlit does again for every element of every run is done once, or not at all where it changes nothing.

A run of a script draws dozens of elements, and most are what they were: of the time of a run, a seventh went here.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from plotly import io, tools
from streamlit.components.v2.bidi_component import serialization
from streamlit.elements import html
from streamlit.runtime.state import SafeSessionState

from ordquant_core.figures.composed import Composed, Sent

STYLE = "<style"  # how a style sheet begins; there are a few
SHEETS = 64


class Seen(Mapping[str, Any]):
    """What a visitor's session holds by name. Asked for one name, it does not look at all the others."""

    def __init__(self, state: SafeSessionState) -> None:
        self._state = state

    def __getitem__(self, key: str) -> Any:
        return self._state[key]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self._state.__contains__(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def _all(self) -> dict[str, Any]:
        with self._state._lock:
            return self._state._state.filtered_state


def install() -> None:
    """Put it in place."""
    whole_to_json, whole_figure = io.to_json, tools.return_figure_from_figure_or_data
    is_style_sheet = lru_cache(SHEETS)(html._html_only_style_tags)

    def to_json(figure: Any, *arguments: Any, **options: Any) -> str:
        return figure.as_json() if isinstance(figure, Sent) else str(whole_to_json(figure, *arguments, **options))

    def figure_as_it_is(figure: Any, validate_figure: bool) -> Any:
        ours = isinstance(figure, Composed) and not figure.is_as_all_others
        return figure.sent() if ours else whole_figure(figure, validate_figure)

    io.to_json = to_json
    tools.return_figure_from_figure_or_data = figure_as_it_is
    html.clean_text = lambda text: str(text).strip()  # type: ignore[attr-defined] # no HTML of ours is indented
    html._html_only_style_tags = lambda html_content: html_content.startswith(STYLE) and is_style_sheet(html_content)
    serialization._extract_dataframes_from_dict = lambda data, arrow_blobs=None: data  # nothing of ours has data frames
    SafeSessionState.filtered_state = property(Seen)  # type: ignore[method-assign,assignment]
