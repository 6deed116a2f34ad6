"""`fencepost run`, `permissions`, `prove` and `sweep`."""
from __future__ import annotations

import contextlib
import html
import json
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator, Mapping, Optional, Sequence, Union

from fencepost._process import Pathlike, Words, call, refuse, reported, without, words
from fencepost._report import Report, UsageError


@contextlib.contextmanager
def source_file(source: Pathlike) -> "Iterator[tuple[str, str]]":
    """A file's path. A str with a line break or a brace is CUDA C++ itself and gets a file while the block runs, in a folder
    that is the second value: to be left out of what is told; else it is empty."""
    if isinstance(source, str) and ("\n" in source or "{" in source):
        with tempfile.TemporaryDirectory(prefix="fencepost-") as folder:
            path = Path(folder, "source.cu")
            path.write_text(source, encoding="utf-8")
            yield str(path), folder
        return
    path = Path(os.fspath(source))
    if not path.is_file():
        raise FileNotFoundError(f"{path}: {'is a folder' if path.is_dir() else 'no such file'}; give a .cu file, "
                                "an executable of fencepost-nvcc, or the text of a program")
    yield str(path), ""


def run(source: Pathlike, args: Words = (), options: Words = ()) -> Report:
    """Compiles a program if it is a source, runs it checked and returns the report.

    source: a .cu file, an executable that fencepost-nvcc has built, or the text of a program. args: the program's
    arguments. options: those of `fencepost run`, and of the compiler: ["--timeout", "10", "-DN=64"].

    What the program does wrong is in the report, never raised; also its exit status. Raises CompileError if it does not
    compile, UsageError for a wrong option, FileNotFoundError.
    """
    with source_file(source) as (file, hidden):
        return reported("run", options, [file, "--", *words(args, "args")], hidden)[0]


def assert_clean(source: Union[Pathlike, Report], args: Words = (), options: Words = ()) -> Report:
    """`run`, or the report of one; raises AssertionError, with the report's text, unless a kernel was launched or a library's
    operation checked, nothing was found, warnings included, and the program ended with status 0."""
    report = source if isinstance(source, Report) else run(source, args, options)
    ran = report.summary.get("launches") or report.summary.get("library_operations")
    if report.findings or report.exit_status != 0 or not ran:
        parts = [report.text]
        if not ran:
            parts.append("no kernel was launched, so nothing was checked")
        elif report.exit_status != 0:
            parts.append(f"exit status {report.exit_status}")
        raise AssertionError("\n".join(part for part in parts if part))
    return report


@dataclass(frozen=True, repr=False)
class Drawing:
    """Who may read and write which element between two barriers (docs/permissions.md)."""

    text: str
    svg: str
    arrays: tuple[Mapping[str, Any], ...]
    """As `--format json` tells them: `array`, `kernel`, `block`, `intervals` with their `cells`."""
    report: Report
    """Of the same run."""

    def __repr__(self) -> str:
        return f"<fencepost.Drawing of {', '.join(each['array'] for each in self.arrays)}>"

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> Optional[str]:
        return self.svg if self.svg.count("<svg") == 1 else None

    def _repr_html_(self) -> str:
        return self.svg or f"<pre>{html.escape(self.text)}</pre>"


def _json_lines(text: str) -> tuple[Mapping[str, Any], ...]:
    decoder, place, found = json.JSONDecoder(), 0, []
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        value, place = decoder.raw_decode(text, place)
        found += value if isinstance(value, list) else [value]
    return tuple(found)


def permissions(source: Pathlike, array: Union[str, Sequence[str]] = (), args: Words = (),
                options: Words = ()) -> Drawing:
    """Runs a program and draws which thread reads and writes what between barriers.

    array: one name or several, as in the source; without one, all that the block uses. options: those of
    `fencepost permissions`. Raises as `run` does; UsageError also if there is no such array.
    """
    names = [array] if isinstance(array, str) else list(array)
    chosen = [word for name in names for word in ("--array", name)] + words(options, "options")
    with source_file(source) as (file, hidden), tempfile.TemporaryDirectory(prefix="fencepost-") as folder:
        drawn = {}
        for kind in ("svg", "json", "txt"):
            output = Path(folder, "drawing." + kind)
            form = {"svg": "svg", "json": "json", "txt": "text"}[kind]
            report, result = reported("permissions", [*chosen, "--format", form, "--output", str(output)],
                                      [file, "--", *words(args, "args")], hidden)
            if not output.exists():
                raise refuse(result, hidden)
            drawn[kind] = without(output.read_text(encoding="utf-8"), hidden)
    return Drawing(drawn["txt"], drawn["svg"], _json_lines(drawn["json"]), report)


@dataclass(frozen=True)
class Verdict:
    """Of one question about a kernel."""

    verdict: str
    """`proved`, `false` or `unknown`"""
    about: str
    """`race`, `bounds`, `barrier`, …"""
    text: str
    json: Mapping[str, Any] = field(repr=False, compare=False)


@dataclass(frozen=True)
class ProvedKernel:
    kernel: str
    file: str
    line: int
    verdicts: tuple[Verdict, ...]

    @property
    def proved(self) -> bool:
        """All of it. False of a kernel without verdicts."""
        return bool(self.verdicts) and all(verdict.verdict == "proved" for verdict in self.verdicts)


@dataclass(frozen=True, repr=False)
class Proof:
    """What `fencepost prove` says of a source's kernels. It is true if all is proved."""

    kernels: tuple[ProvedKernel, ...]
    text: str
    exit_status: int
    """0 all is proved, 66 a run has confirmed a defect, 5 something is not decided."""
    json: Mapping[str, Any] = field(compare=False)

    def __bool__(self) -> bool:
        return self.exit_status == 0

    def __repr__(self) -> str:
        proved = sum(kernel.proved for kernel in self.kernels)
        return f"<fencepost.Proof: {proved} of {len(self.kernels)} kernels, exit status {self.exit_status}>"

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f'<pre style="white-space:pre-wrap">{html.escape(self.text)}</pre>'


def prove(source: Pathlike, assume: Sequence[str] = (), options: Words = ()) -> Proof:
    """Proves the kernels of a source free of races and wrong accesses for all launches and arguments, or says what is in the way.

    assume: conditions of arguments and launches, ["n > 0"]. options: those of `fencepost prove`. Raises as `run` does.
    """
    if isinstance(assume, str):
        assume = [assume]
    conditions = [word for condition in assume for word in ("--assume", condition)]
    with source_file(source) as (file, hidden), tempfile.TemporaryDirectory(prefix="fencepost-") as folder:
        output = Path(folder, "verdicts.json")
        result = call(["prove", *conditions, *words(options, "options"), "--json", str(output), file])
        if not output.exists():
            raise refuse(result, hidden)
        verdicts: dict[str, Any] = json.loads(without(output.read_text(encoding="utf-8"), hidden))
    kernels = tuple(
        ProvedKernel(kernel["kernel"], kernel["file"], kernel["line"],
                     tuple(Verdict(each["verdict"], each["about"], each["text"], each) for each in kernel["verdicts"]))
        for kernel in verdicts["kernels"])
    return Proof(kernels, without(result.stdout, hidden).rstrip("\n"), result.returncode, verdicts)


@dataclass(frozen=True, repr=False)
class Sweep:
    """Of all combinations of values: the table, and one report of all runs. It is true if none found anything."""

    table: str
    report: Report
    exit_status: int

    def __bool__(self) -> bool:
        return self.exit_status == 0

    def __repr__(self) -> str:
        return f"<fencepost.Sweep: {self.report.counts()}, exit status {self.exit_status}>"

    def __str__(self) -> str:
        return self.table + "\n\n" + self.report.text

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.table)}</pre>" + self.report._repr_html_()


def sweep(source: Pathlike, values: Mapping[str, Union[str, Sequence[object]]], args: Words = (), *, seeds: int = 1,
          results: Optional[Pathlike] = None, options: Words = ()) -> Sweep:
    """Runs a program once for each combination of values, and each of `seeds` orders of threads.

    values: of each name what `fencepost sweep --arg` takes, "1..64,100", or a list, range(1, 65). args: the program's
    arguments, in which {NAME} stands for the value; without them the values are the arguments. results: the folder where
    they are kept, so that the same call goes on where another stopped; by default nothing is kept.
    """
    if not values:
        raise UsageError("give the values of at least one name: {\"N\": \"1..64\"}")
    words_of = []
    for name, each in values.items():
        given = each if isinstance(each, str) else ",".join(str(value) for value in each)
        words_of += ["--arg", f"{name}={given}"]
    if seeds != 1:
        words_of += ["--seeds", str(seeds)]
    with source_file(source) as (file, hidden), tempfile.TemporaryDirectory(prefix="fencepost-") as folder:
        kept = os.fspath(results) if results is not None else folder
        report, result = reported("sweep", [*words_of, "--results", kept, *words(options, "options")],
                                  [file, *(["--", *words(args, "args")] if args else [])], hidden)
    return Sweep(without(result.stdout, hidden).rstrip("\n"), report, result.returncode)

