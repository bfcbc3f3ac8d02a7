"""How much memory a result takes: its arrays above all, through records, containers and objects."""

import sys
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

import numpy as np

_MANY = 10_000  # texts of one list that are counted together
_PLAIN = frozenset({str, bytes, int, float, complex, bool, type(None)})
_SHARED = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)  # not a result's own


def size_of(result: object) -> int:
    """Return the bytes that a result keeps alive; what it holds twice, the buffers of arrays too, counts once."""
    total, seen, left = 0, set[int](), {id(result): result}
    while left:
        seen.update(left)
        total += sum(map(sys.getsizeof, left.values()))
        parts: dict[int, object] = {}
        for one in left.values():
            if isinstance(one, list | tuple) and len(one) > _MANY and set(map(type, one)) == {str}:
                total += len(one) * sys.getsizeof("") + sum(map(len, one))  # each once, as ids and documents are
            elif type(one) not in _PLAIN:  # there may be a million of these
                held = _held(one)
                parts.update(zip(map(id, held), held, strict=True))
        left = {number: part for number, part in parts.items() if number not in seen and not isinstance(part, _SHARED)}
    return total


def _held(one: object) -> Collection[object]:
    """Return what an object holds. `sys.getsizeof` has counted its own bytes, and the buffer of an array it owns."""
    if isinstance(one, memoryview):  # what an array that a worker has sent rests on
        return (one.obj,)
    if isinstance(one, np.ndarray):
        return [one.base] if one.base is not None else one.ravel().tolist() if one.dtype.hasobject else ()
    if isinstance(one, Mapping):
        return [*one.keys(), *one.values(), *getattr(one, "__dict__", {}).values()]
    if isinstance(one, list | tuple | set | frozenset):
        return one
    held = list(vars(one).values()) if hasattr(one, "__dict__") else []
    return held + [getattr(one, field.name) for field in fields(one)] if is_dataclass(one) else held
