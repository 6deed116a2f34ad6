"""Runs the programs."""
from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Optional, Sequence, Union

from fencepost._report import CompileError, FencepostError, Report, UsageError, finding_of
from fencepost._tools import program

Pathlike = Union[str, "os.PathLike[str]"]
Words = Sequence[Union[str, int, float, "os.PathLike[str]"]]

BAD_USAGE, DOES_NOT_COMPILE = 2, 3


def words(values: Words, name: str) -> list[str]:
    """As they go to a command line. Raises TypeError for a str, which is a sequence, too, of letters."""
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{name} is a list of words, [\"8\"], not {values!r}")
    return [os.fspath(value) if isinstance(value, os.PathLike) else str(value) for value in values]


def environment() -> dict[str, str]:
    """Ours, but for what would change which report is written."""
    variables = dict(os.environ)
    variables.pop("FENCEPOST_OPTIONS", None)
    return variables


def call(command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    """Runs `fencepost` with these words, without standard input. On KeyboardInterrupt it is interrupted, too, and waited for."""
    with subprocess.Popen([program("fencepost"), *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace", env=environment()) as process:
        try:
            stdout, stderr = process.communicate()
        except BaseException:
            process.terminate()
            raise
    return subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)


def refuse(result: "subprocess.CompletedProcess[str]", hidden: str = "") -> FencepostError:
    """The error that a call without a result stands for; names of files without the folder `hidden`."""
    text = without(result.stderr, hidden).strip()
    if result.returncode == DOES_NOT_COMPILE:
        return CompileError(text)
    if result.returncode == BAD_USAGE:
        return UsageError(text)
    return FencepostError(text or f"fencepost ended with status {result.returncode}")


def without(text: str, folder: str) -> str:
    """Names of files in a temporary folder, absolute or relative, become those in it."""
    return re.sub(r"[^\s\"'()<>:,]*" + re.escape(os.path.basename(folder)) + "/", "", text) if folder else text


collected: Optional[Path] = None
"""A folder where a copy of each JSON report is kept, if there is one (pytest's --fencepost-report)."""


def reported(command: str, options: Words, rest: Sequence[str],
             hidden: str = "") -> "tuple[Report, subprocess.CompletedProcess[str]]":
    """Calls a command that writes reports, and reads its own. Raises what `refuse` makes if there is none."""
    with tempfile.TemporaryDirectory(prefix="fencepost-") as folder:
        json_file, text_file = Path(folder, "report.json"), Path(folder, "report.txt")
        result = call([command, "--report", str(json_file), "--report", str(text_file), *words(options, "options"), *rest])
        if not json_file.exists():
            raise refuse(result, hidden)
        document = without(json_file.read_text(encoding="utf-8"), hidden)
        text = text_file.read_text(encoding="utf-8") if text_file.exists() else result.stderr
    if collected is not None:
        handle, name = tempfile.mkstemp(suffix=".json", dir=collected)
        with open(handle, "w", encoding="utf-8") as kept:
            kept.write(document)
    report: dict[str, Any] = json.loads(document)
    return Report(findings=tuple(finding_of(each) for each in report["findings"]), text=without(text, hidden).rstrip("\n"),
                  exit_status=result.returncode, stdout=result.stdout, stderr=without(result.stderr, hidden),
                  summary=report["summary"], json=report), result
