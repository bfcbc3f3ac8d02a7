"""What pages remember for all visitors: each result once, and of large kinds only a few."""

import pytest

from pages.shared import memory


@pytest.fixture
def kept(monkeypatch):
    """An empty memory of our own."""
    found = {}
    monkeypatch.setattr(memory, "_memory", lambda: found)
    return found


def test_a_result_is_computed_once_for_its_key(kept):
    asked = []

    def compute(progress):
        asked.append(1)
        return "answer"

    assert [memory.remembered(("a", 1), "", compute) for _ in range(3)] == ["answer"] * 3
    assert len(asked) == 1
    assert memory.known("a", 1)
    assert not memory.known("a", 2)


def test_of_a_kind_that_takes_much_room_only_the_latest_are_kept(kept):
    for number in range(5):
        memory.remembered(("large", number), "", lambda progress: "x", at_most=2)
        memory.remembered(("small", number), "", lambda progress: "y")
    assert [key for key in kept if key[0] == "large"] == [("large", 3), ("large", 4)]
    assert len([key for key in kept if key[0] == "small"]) == 5


def test_the_oldest_go_when_there_are_too_many(kept):
    for number in range(memory.REMEMBERED + 3):
        memory.remembered(("kind", number), "", lambda progress: "z")
    assert len(kept) == memory.REMEMBERED
    assert ("kind", 0) not in kept
