"""Lists of the ids of cases, for checks without a gold."""

import pytest

from ordquant_core.formats.task.outline import parse_case_ids


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_ids_are_read_in_every_encoding_that_its_first_bytes_tell(encoding):
    assert parse_case_ids("id\nx\ny\n".encode(encoding), "ids.txt") == ("x", "y")
