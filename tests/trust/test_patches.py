"""What this project changes in other packages, and that it starts where a release has moved what it changes."""

import subprocess
import sys

import pytest
from starlette.formparsers import MultiPartParser
from streamlit.runtime import memory_media_file_storage as storage
from streamlit.runtime.media_file_storage import MediaFileKind
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol as Sockets

from ordquant_core.formats.limits import MAX_BYTES
from pages.server import patches


@pytest.fixture
def installed(monkeypatch):
    monkeypatch.setattr(storage, patches.ADDRESS, getattr(storage, patches.ADDRESS))
    monkeypatch.setattr(MultiPartParser, patches.SPOOLED, MultiPartParser.spool_max_size)
    monkeypatch.setattr(Sockets, patches.RECEIVED, Sockets.data_received)
    patches.install()


def address(data, name="scores.csv"):
    kept = storage.MemoryMediaFileStorage("/media")
    return kept.get_url(kept.load_and_get_id(data, "text/csv", MediaFileKind.DOWNLOADABLE, name))


def test_files_that_differ_in_one_byte_anywhere_have_two_addresses(installed):
    whole = bytes(3 * 2**20)
    changed = {bytes(whole[:at] + b"x" + whole[at + 1 :]) for at in (0, 2**20 + 7, 3 * 2**20 - 1)}
    assert len({address(one) for one in (whole, *changed)}) == 4
    assert address(whole) == address(whole) != address(whole, "other.csv")


def test_the_address_of_a_file_cannot_be_computed_by_another_process(installed):
    code = "from pages.server.patches import file_id_of; print(file_id_of(b'1', 'text/csv', 'scores.csv'))"
    theirs = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert theirs != patches.file_id_of(b"1", "text/csv", "scores.csv")
    assert patches.file_id_of(b"1", "text/csv", "scores.csv") in address(b"1")


def test_the_largest_upload_stays_in_memory(installed):
    assert MultiPartParser.spool_max_size > MAX_BYTES


PLACES = [(patches.STORAGE, patches.ADDRESS), (patches.PARSER, patches.SPOOLED), (patches.PARSER, "")]


@pytest.mark.parametrize(("module", "name"), PLACES)
def test_where_a_release_has_moved_a_name_the_server_starts_and_says_so(module, name, installed, monkeypatch, caplog):
    if name:
        owner = storage if module == patches.STORAGE else MultiPartParser
        monkeypatch.delattr(owner, name)
    else:
        monkeypatch.setattr(patches, "PARSER", "starlette.no_such_module")
    patches.install()
    (line,) = caplog.messages
    assert "no" in line
    assert "not supported" in line


def test_messages_of_websockets_are_received_in_time(installed):
    assert Sockets.data_received.__module__ == patches.__name__
