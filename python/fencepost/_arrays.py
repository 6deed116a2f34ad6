"""What a kernel's parameters take of NumPy, and how it goes to the worker."""
from __future__ import annotations

import struct
from typing import Any, Mapping, Optional

from fencepost._report import UsageError

# ListedType::Kind and ListedType::Number of compiler/survey/kernel_list.h.
OTHER, NUMBER, POINTER, ARRAY, STRUCT = range(5)
BOOL, SIGNED, UNSIGNED, FLOAT, HALF, BFLOAT = range(6)

PLACE = struct.Struct("=QQQ")  # Place of worker.h
NULL, OWN, SAME = range(3)


def numpy_of(kernel_type: Mapping[str, Any]) -> Optional[str]:
    """The name of NumPy's type that is laid out as this type of numbers; None if there is none."""
    size = kernel_type["bytes"]
    names = {BOOL: {1: "bool"}, SIGNED: {1: "int8", 2: "int16", 4: "int32", 8: "int64"},
             UNSIGNED: {1: "uint8", 2: "uint16", 4: "uint32", 8: "uint64"}, FLOAT: {4: "float32", 8: "float64"},
             HALF: {2: "float16"}, BFLOAT: {2: "uint16"}}
    return names[kernel_type["number"]].get(size) if kernel_type["kind"] == NUMBER else None


class Parameter:
    """One parameter of a kernel: `name` and `type` as the source has them."""

    def __init__(self, number: int, json: Mapping[str, Any], kernel: str) -> None:
        import numpy

        self._numpy = numpy
        kind = json["type"]
        self.number = number
        self.name: str = json["name"] or f"number {number + 1}"
        self.type: str = kind["name"]
        self.label = f"{kernel}: {self.name} ({self.type})"
        self.is_array = kind["kind"] == POINTER
        self.is_written = False
        self.bytes: int = kind["bytes"]
        self.dtype: Any = None  # numpy.dtype; None: any whose elements have `itemsize` bytes.
        self.itemsize = 0
        inner = kind
        if self.is_array:
            inner = kind["of"][0] if kind["of"] else {"kind": OTHER, "bytes": 0, "constant": False, "name": "void"}
            if inner["kind"] == POINTER or (inner["bytes"] == 0 and inner["name"].replace("const", "").strip() != "void"):
                raise UsageError(f"{self.label}: arrays of {inner['name']} do not come from NumPy; "
                                 "write a host program for this kernel, or a kernel that calls it with other parameters")
            self.is_written = not inner["constant"]
        elif kind["kind"] not in (NUMBER, STRUCT):
            raise UsageError(f"{self.label}: a parameter of this type cannot be given from Python")
        name = numpy_of(inner)
        if name is not None:
            self.dtype = numpy.dtype(name)
        self.itemsize = inner["bytes"]
        codes = {"i": "bhiq", "u": "BHIQ"}.get(self.dtype.kind if self.dtype is not None else "")
        self._whole = None if codes is None else struct.Struct(f"={codes[self.itemsize.bit_length() - 1]}{-self.itemsize % 8}x")

    def number_bytes(self, value: Any) -> bytes:
        """A parameter that is no array, in multiples of 8 bytes. Raises TypeError or OverflowError."""
        if self._whole is not None and type(value) is int:
            try:
                return self._whole.pack(value)
            except struct.error:
                raise OverflowError(f"{self.label} does not hold {value}") from None
        if self.dtype is None:
            data = value.tobytes() if hasattr(value, "tobytes") else value
            if not isinstance(data, (bytes, bytearray)) or len(data) != self.bytes:
                raise TypeError(f"{self.label} takes an element of a NumPy array, or bytes, of {self.bytes} bytes, "
                                f"not {type(value).__name__}")
            return bytes(data) + bytes(-len(data) % 8)
        if isinstance(value, self._numpy.ndarray) or not isinstance(
                value, (int, float, bool, self._numpy.number, self._numpy.bool_)):
            raise TypeError(f"{self.label} takes a number, not {type(value).__name__}")
        kind = self.dtype.kind
        if kind in "iu":
            if value != int(value):
                raise TypeError(f"{self.label} takes a whole number, not {value!r}")
            value = int(value)
            bits = 8 * self.bytes
            least, end = (0, 1 << bits) if kind == "u" else (-(1 << bits - 1), 1 << bits - 1)
            if not least <= value < end:
                raise OverflowError(f"{self.label} does not hold {value}")
        data = self.dtype.type(value).tobytes()
        return bytes(data) + bytes(-len(data) % 8)

    def check_array(self, value: Any) -> None:
        """Raises TypeError or ValueError unless the kernel can be given it as it is."""
        numpy = self._numpy
        if not isinstance(value, numpy.ndarray):
            raise TypeError(f"{self.label} takes a NumPy array{f' of {self.dtype}' if self.dtype is not None else ''}, "
                            f"or None for a null pointer, not {type(value).__name__}")
        if self.dtype is not None:
            if value.dtype != self.dtype:
                raise TypeError(f"{self.label} takes an array of {self.dtype}, not of {value.dtype}; "
                                f"convert it before the call: .astype('{self.dtype}')")
        elif value.dtype.hasobject or (self.itemsize > 1 and value.dtype.itemsize != self.itemsize):
            raise TypeError(f"{self.label} takes an array whose elements have {self.itemsize} bytes, not of {value.dtype}")
        if not value.flags.c_contiguous:
            raise ValueError(f"{self.label}: the array is not C-contiguous; "
                             "copy it before the call: numpy.ascontiguousarray(…)")
        if self.is_written and not value.flags.writeable:
            raise ValueError(f"{self.label}: the array is read-only, and the parameter is not const")
