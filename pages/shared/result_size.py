"""How much memory a result takes: its arrays above all, through records, containers and objects."""

import sys
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

import numpy as np

_MANY = 10_000  # texts of one list that are counted together
_WITHOUT_CONTENTS = frozenset({str, bytes, int, float, complex, bool, type(None)})
_SHARED = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)  # not a result's own


def measure_size(result: object) -> int:
    """Return the bytes that a result keeps alive; what it holds twice, the buffers of arrays too, counts once."""
    total, seen, level = 0, set[int](), {id(result): result}
    while level:
        seen.update(level)
        total += sum(map(sys.getsizeof, level.values()))
        below: dict[int, object] = {}
        for one in level.values():
            if isinstance(one, list | tuple) and len(one) > _MANY and set(map(type, one)) == {str}:
                total += len(one) * sys.getsizeof("") + sum(map(len, one))  # each once, as ids and documents are
            elif type(one) not in _WITHOUT_CONTENTS:  # there may be a million of these
                contents = _list_contents(one)
                below.update(zip(map(id, contents), contents, strict=True))
        level = {number: one for number, one in below.items() if number not in seen and not isinstance(one, _SHARED)}
    return total


def _list_contents(one: object) -> Collection[object]:
    """Return what an object holds. `sys.getsizeof` has counted its own bytes, and the buffer of an array it owns."""
    if isinstance(one, memoryview):  # what an array that a worker has sent rests on
        return (one.obj,)
    if isinstance(one, np.ndarray):
        return [one.base] if one.base is not None else one.ravel().tolist() if one.dtype.hasobject else ()
    if isinstance(one, Mapping):
        return [*one.keys(), *one.values(), *getattr(one, "__dict__", {}).values()]
    if isinstance(one, list | tuple | set | frozenset):
        return one
    attributes = list(vars(one).values()) if hasattr(one, "__dict__") else []
    return attributes + [getattr(one, field.name) for field in fields(one)] if is_dataclass(one) else attributes
