"""The commands `fencepost`, `fencepost-nvcc` and `fencepost-hipcc`: the programs of the package take this process's place."""
from __future__ import annotations

import os
import sys
from typing import NoReturn

from fencepost._tools import program


def _become(name: str, *first: str) -> NoReturn:
    try:
        path = program(name)
        os.execv(path, [path, *first, *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"{name}: error: {error}")


def fencepost() -> NoReturn:
    _become("fencepost")


def fencepost_nvcc() -> NoReturn:
    _become("fencepost-nvcc")


def fencepost_hipcc() -> NoReturn:
    _become("fencepost-nvcc", "--hipcc")
