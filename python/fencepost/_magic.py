"""`%%fencepost` in notebooks."""
from __future__ import annotations

import shlex
import sys
from typing import Any

from fencepost._commands import permissions, run
from fencepost._report import FencepostError

USAGE = "usage: %%fencepost [--permissions ARRAY] [OPTIONS OF fencepost run] [-- ARGUMENTS OF THE PROGRAM]"


def fencepost_cell(line: str, cell: str) -> None:
    """Compiles and runs the cell, a CUDA program, and shows its output, the report and, with --permissions, the drawing
    of an array (`--permissions ''`: of all).

        %%fencepost --permissions Output -- 8
    """
    from IPython.display import display  # type: ignore[import-not-found,unused-ignore]

    options = shlex.split(line)
    arguments: list[str] = []
    if "--" in options:
        place = options.index("--")
        options, arguments = options[:place], options[place + 1:]
    array = None
    if "--permissions" in options:
        place = options.index("--permissions")
        if place + 1 == len(options):
            print(f"--permissions lacks the name of an array\n{USAGE}", file=sys.stderr)
            return
        array = options[place + 1]
        del options[place:place + 2]
    source = cell if "\n" in cell else cell + "\n"
    try:
        report = run(source, arguments, options)
        sys.stdout.write(report.stdout)
        display(report)
        if array is not None:
            display(permissions(source, array or (), arguments, options))
    except FencepostError as error:
        print(error, file=sys.stderr)


def register(ipython: Any) -> None:
    ipython.register_magic_function(fencepost_cell, "cell", "fencepost")
