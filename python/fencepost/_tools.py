"""Where the programs are."""
from __future__ import annotations

import os
from pathlib import Path


def program(name: str) -> str:
    """The path of `fencepost` or `fencepost-nvcc`.

    From the folder that the environment's FENCEPOST_BIN names, if it does: a source tree's build/bin. Otherwise the wheel's own.
    Raises FileNotFoundError if it is not there.
    """
    chosen = os.environ.get("FENCEPOST_BIN")
    folder = Path(chosen) if chosen else Path(__file__).parent / "tools" / "bin"
    path = folder / name
    if not path.is_file():
        hint = "the folder that FENCEPOST_BIN names" if chosen else "set FENCEPOST_BIN to the folder of the programs"
        raise FileNotFoundError(f"there is no {path}: {hint}")
    return str(path)
