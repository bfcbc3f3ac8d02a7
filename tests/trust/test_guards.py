"""What the server refuses, keeps and forgets; each part is tried on Streamlit itself, in a process of its own."""

import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from streamlit.runtime.app_session import AppSessionState

from assets.serve import __main__ as serve
from pages.shared.guards import hosts, leavings, turns, uploads
from tests.trust.limited import run

pytestmark = pytest.mark.slow

LIMITS = {"seconds": 5, "mebibytes": 1500}
PATIENCE = 60


def test_a_foreign_origin_or_host_is_refused_and_nobody_outside_is_asked():
    found = run("tests.trust.server_child:origins", **LIMITS).answer
    assert found == {"allowed": [True, False, False, False, False, False], "url": False, "asked": []}


def test_downloads_that_differ_in_one_byte_have_two_addresses_and_stay_until_they_are_fetched():
    found = run("tests.trust.server_child:downloads", **LIMITS).answer
    assert found == {"addresses": 2, "same": True, "left": 0}


def test_a_visitor_who_prepares_many_downloads_loses_ones_own_and_nobody_elses():
    found = run("tests.trust.server_child:prepared", **LIMITS).answer
    assert found == {"alone": ["small", "large", "a18", "a19"], "huge": ["small", "large"]}


def test_what_the_last_page_of_a_visitor_held_is_let_go_when_the_visitor_has_left():
    found = run("tests.trust.server_child:leaving", **LIMITS).answer
    assert found == {"here": [1, "a file"], "left": [0, "a file"]}


def test_memory_is_given_back_soon_after_a_visitor_has_left_and_while_nobody_waits(monkeypatch):
    given, here = [], {"a": True, "b": True}
    sessions = {name: SimpleNamespace(id=name, _state=AppSessionState.APP_NOT_RUNNING) for name in here}
    storage = SimpleNamespace(_cache=SimpleNamespace(expire=lambda: given.append("expired")))
    runtime = SimpleNamespace(
        _session_mgr=SimpleNamespace(
            list_sessions=lambda: [SimpleNamespace(session=one) for one in sessions.values()], _session_storage=storage
        ),
        is_active_session=here.get,
    )
    monkeypatch.setattr(leavings, "_shed", lambda runtime, stored: None)
    monkeypatch.setattr(leavings, "give_back", lambda: given.append("memory"))
    looks = leavings._Looks()

    def gives(now):
        given.clear()
        looks.look(runtime, now)
        return given == ["expired", "memory"]

    assert not gives(100.0)
    here["a"] = False
    sessions["b"]._state = AppSessionState.APP_IS_RUNNING
    assert not gives(105.0)
    sessions["b"]._state = AppSessionState.APP_NOT_RUNNING
    assert gives(110.0)
    assert not gives(115.0)
    del sessions["a"]
    assert not gives(111.0 + leavings.QUIET - 5)
    assert gives(111.0 + leavings.QUIET)


def test_the_uploads_of_a_session_are_bounded_in_number_and_bytes():
    found = run("tests.trust.server_child:uploads", seconds=8, mebibytes=2500).answer
    assert found == {
        "large": [5, 413],
        "many": [uploads.MOST_FILES, 413],
        "replaced": [12, 200],
        "kept": [[2, 413], [5, 413]],  # beside three of the same size that pages hold, and when those are gone
    }


def test_every_run_of_a_script_has_its_turn():
    found = run("tests.trust.server_child:turns", **LIMITS).answer
    assert found == {"turns": 2, "ran": 2, "free": True}


def test_scripts_and_style_sheets_are_read_and_compressed_once_and_answered_as_before():
    found = run("tests.trust.server_child:interface", **LIMITS).answer
    assert found == {
        "plain": True,
        "packed": True,
        "encoding": ["gzip", "Accept-Encoding"],
        "smaller": True,
        "known": [304, 200],
        "part": True,
        "page": [True, "no-cache"],
        "read": 3,  # as it is, compressed, and for the one who had another version
    }


def test_elements_are_drawn_as_streamlit_draws_them_with_less_work():
    found = run("tests.trust.server_child:elements", **LIMITS).answer
    assert found == {"elements": 8, "differ": [], "texts": 2}


def test_short_scripts_run_one_after_the_other_and_a_long_one_keeps_nobody_waiting(monkeypatch):
    monkeypatch.setattr(turns, "LONG", 60.0)
    taking, inside, most = turns.Turns(), [], []

    def short(number):
        taking.take()
        inside.append(number)
        most.append(len(inside))
        time.sleep(0.01)
        inside.remove(number)
        taking.give_back()

    with ThreadPoolExecutor(8) as scripts:
        list(scripts.map(short, range(24)))
    assert most == [1] * 24

    monkeypatch.setattr(turns, "LONG", 0.05)
    taking.take()
    with ThreadPoolExecutor(1) as scripts:
        scripts.submit(short, 1).result(timeout=PATIENCE)  # while the long one goes on
        scripts.submit(taking.take).result(timeout=PATIENCE)
        taking.give_back()  # late: the turn is another's
        assert not taking._ended.is_set()
        scripts.submit(taking.give_back).result(timeout=PATIENCE)
    assert taking._ended.is_set()
    assert most == [1] * 25


def test_what_a_visitor_does_while_the_script_waits_for_its_turn_is_one_run():
    found = run("tests.trust.server_child:waiting", **LIMITS).answer
    assert found == {"run": "third", "kept": [True, False], "free": True, "then": "STOP"}


@pytest.mark.parametrize(
    ("given", "named", "expected"),
    [
        ([], "", ["localhost", "127.0.0.1", "::1"]),
        (["--server.address", "127.0.0.1"], "", ["localhost", "127.0.0.1", "::1"]),
        (["--server.address=quant.example.org"], "", ["quant.example.org", "localhost", "127.0.0.1", "::1"]),
        (["--server.address", "0.0.0.0"], "", []),
        (["--server.address", "0.0.0.0"], "quant.example.org", ["quant.example.org", "localhost", "127.0.0.1", "::1"]),
        (["--server.allowedHosts=x.org"], "y.org", ["x.org"]),
    ],
)
def test_the_hosts_that_visitors_may_use_follow_from_the_address(monkeypatch, given, named, expected):
    monkeypatch.delenv("STREAMLIT_SERVER_ADDRESS", raising=False)
    monkeypatch.setenv(hosts.HOSTS, named)
    options = hosts.options(given)
    assert [option.partition("=")[2] for option in options if "allowedHosts" in option] == expected


def test_frames_are_for_the_origins_that_the_operator_names(monkeypatch):
    monkeypatch.delenv(serve.EMBED_FROM, raising=False)
    assert "frame-ancestors 'self'" in serve.content_policy().split("; ")
    monkeypatch.setenv(serve.EMBED_FROM, "https://course.example.org, https://*.example.edu:8443")
    assert serve.content_policy().endswith(
        "frame-ancestors 'self' https://course.example.org https://*.example.edu:8443"
    )
    for wrong in ("*", "course.example.org", "https://x.org; script-src *", 'https://x.org"'):
        monkeypatch.setenv(serve.EMBED_FROM, wrong)
        with pytest.raises(serve.ServingError, match="EMBED_FROM"):
            serve.content_policy()
