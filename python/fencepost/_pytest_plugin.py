"""`pytest --fencepost-report FILE`: one report of all that the tests ran by `fencepost.run` and its kin."""
from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from fencepost import _process


def pytest_addoption(parser: Any) -> None:
    parser.getgroup("fencepost").addoption(
        "--fencepost-report", metavar="FILE", help="Write one report of all checked runs of the tests to FILE.html, .json, "
        ".sarif, .xml or .txt (launches of fencepost.Kernel are not in it)")


def pytest_configure(config: Any) -> None:
    if config.getoption("--fencepost-report"):
        _process.collected = Path(tempfile.mkdtemp(prefix="fencepost-"))


def pytest_terminal_summary(terminalreporter: Any, config: Any) -> None:
    folder, file = _process.collected, config.getoption("--fencepost-report")
    if folder is None or not file:
        return
    _process.collected = None
    reports = sorted(str(path) for path in folder.glob("*.json"))
    if reports:
        result = _process.call(["report", *reports, "-o", str(Path(file).absolute())])
        terminalreporter.write_line(f"fencepost: {len(reports)} runs in {file}" if Path(file).exists()
                                    else result.stderr.strip())
    else:
        terminalreporter.write_line("fencepost: no checked run, no report")
    shutil.rmtree(folder, ignore_errors=True)
