"""What the tests of file formats share: a value as a file, and the problems that are reported of a file."""

import json

import pytest

from ordquant_core.errors import InputError


def as_bytes(value):
    return json.dumps(value).encode()


def problems_of(read, data, name="file", **options):
    with pytest.raises(InputError) as caught:
        read(data, name, **options)
    return caught.value.problems
