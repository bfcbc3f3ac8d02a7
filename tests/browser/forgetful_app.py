"""The application as `make run` serves it, with sessions that end as soon as their connection is lost."""

import runpy

from streamlit.runtime.memory_session_storage import MemorySessionStorage

create = MemorySessionStorage.__init__


def _for_no_time(storage: MemorySessionStorage, **_: object) -> None:
    create(storage, ttl_seconds=0)


if __name__ == "__main__":
    MemorySessionStorage.__init__ = _for_no_time  # type: ignore[method-assign,assignment]
    runpy.run_module("pages.shared", run_name="__main__")
