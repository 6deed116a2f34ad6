"""The commands `fencepost` and `fencepost-nvcc`: the programs of the package take this process's place."""
from __future__ import annotations

import os
import sys
from typing import NoReturn

from fencepost._tools import program


def _become(name: str) -> NoReturn:
    try:
        path = program(name)
        os.execv(path, [path, *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"{name}: error: {error}")


def fencepost() -> NoReturn:
    _become("fencepost")


def fencepost_nvcc() -> NoReturn:
    _become("fencepost-nvcc")
