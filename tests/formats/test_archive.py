"""Archives and folders: what is in them, and the limits that keep a bomb from going off; bombs: tests/trust."""

import gzip
import io
import zipfile
import zlib
from types import SimpleNamespace

import pytest

from ordquant_core.errors import InputError
from ordquant_core.formats import archive, limits
from ordquant_core.tasks import File, folder, unpack
from tests.zips import zipped

GOLD = b"case,a,b\nx,1,3\n"
MEBIBYTE = limits.MEBIBYTE


def refusal(*files):
    unpacked = unpack([File(name, data) for name, data in files])
    assert unpacked.files == ()
    (problem,) = unpacked.problems
    return str(problem)


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
def test_small_and_large_members_of_every_kind_are_unpacked_as_zipfile_does(method):
    line = "".join(f"{number}," for number in range(20_000)).encode()
    files = [("small.csv", GOLD), ("ü/größe.csv", GOLD), ("empty.csv", b""), ("just.csv", line[:65_536])]
    data = zipped(*files, ("large.csv", line), how=method)
    with zipfile.ZipFile(io.BytesIO(data)) as made:
        expected = {f"t.zip/{name}": made.read(name) for name in made.namelist()}
    assert {file.name: file.data for file in unpack([File("t.zip", data)]).files} == expected
    assert {file.data for file in unpack([File("t.zip", b"before" + data)]).files} == {b"before" + data}  # no archive


def test_other_ways_to_compress_are_refused_before_anything_is_unpacked():
    data = zipped(("gold.csv", GOLD), how=zipfile.ZIP_LZMA)
    content = data.index(b"gold.csv") + len("gold.csv")
    for archived in (data, data[:content] + b"\xff" * 8 + data[content + 8 :]):  # damaged ones, too
        assert "t.zip/gold.csv: is compressed in a way that is not read here (method 14)" in refusal(
            ("t.zip", archived)
        )


def test_a_stream_without_sizes_in_front_is_unpacked():
    written = []  # it cannot go back: sizes follow each member
    pipe = SimpleNamespace(write=lambda data: written.append(data) or len(data), flush=lambda: None)
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("gold.csv", GOLD)
    assert unpack([File("t.zip", b"".join(written))]).files[0].data == GOLD


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b"gold.csv", b"gone.csv", "File name in directory"),  # in front of the member only
        (zlib.crc32(GOLD).to_bytes(4, "little"), b"abcd", "Bad CRC-32"),
        (b"PK\x03\x04", b"PK\x03\x07", ""),
    ],
)
def test_a_small_member_that_contradicts_the_archive_is_not_unpacked(old, new, words):
    data = zipped(("other.csv", GOLD[:-1]), ("gold.csv", GOLD))
    place = data.rindex(old) if words.startswith("Bad") else data.rindex(old, 0, data.index(b"PK\x01\x02"))
    (problem,) = unpack([File("t.zip", data[:place] + new + data[place + len(old) :])]).problems
    assert (problem.file, "cannot be unpacked" in problem.seen, words in problem.seen) == ("t.zip/gold.csv", True, True)


def test_a_folder_is_read_in_the_order_of_its_names(tmp_path, monkeypatch):
    for name in ("b.csv", "a/run.csv", ".hidden/x.csv", ".hidden.csv", "a/b/deep.csv"):
        path = tmp_path / "task" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(GOLD)
    names = [file.name for file in folder(tmp_path / "task")]
    assert names == [str(tmp_path / "task" / name) for name in ("b.csv", "a/run.csv", "a/b/deep.csv")]
    monkeypatch.chdir(tmp_path)
    assert [file.name for file in folder("task")] == ["task/b.csv", "task/a/run.csv", "task/a/b/deep.csv"]


def test_an_empty_folder_and_what_is_no_whole_archive_are_reported(tmp_path):
    """Passwords, damaged members, archives in archives: traps/archives.yaml."""
    with pytest.raises(InputError, match="there is no file in this folder"):
        folder(tmp_path)
    packed, whole = gzip.compress(GOLD, mtime=0), zipped(("gold.csv", GOLD), how=zipfile.ZIP_STORED)
    for data, words in (
        (whole[:-1], "t.zip: cannot be unpacked"),
        (packed[:-4], "cannot be unpacked as gzip (its end is missing)"),
        (packed[:10] + b"\xff" + packed[11:], "t.zip: cannot be unpacked as gzip (Error -3"),
        (packed * 2, "several gzip files follow each other"),
        (zipped((f"{'n' * 1001}.csv", GOLD)), "the name of a file in it has 1,005 characters"),
    ):
        assert words in refusal(("t.zip", data))


def test_a_member_that_unpacks_to_more_than_250_times_its_size_is_refused():
    assert "unpacks to 1,0" in refusal(("t.zip", zipped(("a.csv", bytes(2 * MEBIBYTE)))))
    assert unpack([File("t.zip", zipped(("a.csv", bytes(MEBIBYTE))))]).files  # small ones may be


def test_sizes_and_numbers_are_limited_before_anything_is_unpacked(monkeypatch, tmp_path):
    monkeypatch.setattr(archive, "MAX_BYTES", 100)
    assert "a.csv: the file has" in refusal(("t.zip", zipped(("a.csv", b"x" * 101))))
    monkeypatch.setattr(archive, "MAX_UNPACKED", 150)
    members = [(f"{n}.csv", b"x" * 60) for n in range(3)]
    assert "t.zip: the archive unpacks to" in refusal(("t.zip", zipped(*members)))
    several = [File(f"{n}.zip", zipped(member)) for n, member in enumerate(members)]
    assert [problem.file for problem in unpack(several).problems] == ["2.zip"]
    monkeypatch.setattr(archive, "MAX_MEMBERS", 2)
    assert "t.zip: the archive holds 3 files; the limit is 2" in refusal(("t.zip", zipped(*members)))
    assert [problem.file for problem in unpack(several).problems] == ["2.zip"]
    for name, data in members:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match="there are more than 2 files; the limit is 2 in all"):
        folder(tmp_path)


def test_a_size_that_is_a_lie_does_not_unpack_further():
    data = bytearray(zipped(("a.csv", bytes(MEBIBYTE))))
    place = data.index(b"PK\x01\x02") + 24  # the size in the central directory
    data[place : place + 4] = (10).to_bytes(4, "little")
    assert "cannot be unpacked" in refusal(("t.zip", bytes(data)))


def test_the_longest_line_is_found_wherever_it_stands():
    for end in (b"\n", b"\r", b"\r\n"):
        fine = end.join([b"x" * (MEBIBYTE - 10)] * 3)
        limits.check_lines(fine, "f")
        with pytest.raises(InputError, match="line 4 has more than"):
            limits.check_lines(fine + end + b"x" * (2 * MEBIBYTE), "f")
