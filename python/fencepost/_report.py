"""What a checked run found."""
from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional


class FencepostError(Exception):
    """What all errors of this package derive from."""


class CompileError(FencepostError):
    """The source does not compile. `str(error)` is what the compiler said: file, line and caret of each mistake."""


class UsageError(FencepostError, ValueError):
    """The programs refuse an option, a file or a name; `str(error)` says which, and what to give instead."""


@dataclass(frozen=True)
class Location:
    """A line of the user's source, from 1."""

    file: str
    line: int
    function: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Access:
    """One side of a finding: who did what where."""

    kind: str
    """`read`, `write`, `atomic`, `volatile-read`, `volatile-write`, `barrier`, `exit` or `clause`."""
    block: tuple[int, ...]
    thread: tuple[int, ...]
    interval: Optional[int]
    """Number of the barrier interval in its block, from 0."""
    location: Optional[Location]
    """None if it is not known."""


@dataclass(frozen=True)
class Finding:
    """One defect. The members are those of docs/report-format.md; None and "" stand for absent ones."""

    kind: str
    """`race`, `out-of-bounds`, `barrier-divergence`, …"""
    severity: str
    """`error` or `warning`"""
    message: str
    hint: str
    kernel: str
    space: str
    scope: str
    element: str
    """As the source writes it, `tile[17]`."""
    interval: Optional[int]
    occurrences: int
    accesses: tuple[Access, ...]
    fingerprint: str
    json: Mapping[str, Any] = field(repr=False, compare=False)
    """All members."""

    @property
    def is_error(self) -> bool:
        return self.severity == "error"

    def __str__(self) -> str:
        head = f"{self.severity}: {self.kind}" + (f" on {self.element}" if self.element else "")
        sides = "".join(f"\n  {access.kind:7} {access.location or 'unknown'}" for access in self.accesses)
        return f"{head} in {self.kernel}: {self.message}{sides}" if self.kernel else f"{head}: {self.message}{sides}"


def _location(json: Optional[Mapping[str, Any]]) -> Optional[Location]:
    return None if json is None else Location(json["file"], json["line"], json.get("function", ""))


def _access(json: Mapping[str, Any]) -> Access:
    return Access(json["kind"], tuple(json.get("block", ())), tuple(json.get("thread", ())), json.get("interval"),
                  _location(json.get("location")))


def finding_of(json: Mapping[str, Any]) -> Finding:
    """From a member of the JSON report's `findings`."""
    return Finding(
        kind=json["kind"], severity=json["severity"], message=json["message"], hint=json.get("hint", ""),
        kernel=json.get("kernel", ""), space=json.get("space", ""), scope=json.get("scope", ""),
        element=json.get("element", ""), interval=json.get("interval"), occurrences=json.get("occurrences", 1),
        accesses=tuple(_access(access) for access in json["accesses"]), fingerprint=json.get("fingerprint", ""), json=json)


@dataclass(frozen=True, repr=False)
class Report:
    """Of one run, or of one launch of a `Kernel`. It is true if nothing was found."""

    findings: tuple[Finding, ...]
    """Errors first. What suppressions and baselines name is not among them."""
    text: str
    """The report as it is printed; also `str(report)`."""
    exit_status: int
    """As of `fencepost run`: the program's own, 66 if something was found, 4 if no kernel was launched, 124 on a timeout.
    Of a launch 0 or 66."""
    stdout: str
    """What the program printed."""
    stderr: str
    summary: Mapping[str, Any]
    """`launches`, `blocks`, `threads`, `accesses`, `errors`, `warnings`, `seconds` and more; of a launch the first five."""
    json: Mapping[str, Any] = field(compare=False)
    """The whole JSON report (docs/report-format.md); empty of a launch."""

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.is_error)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if not finding.is_error)

    def __bool__(self) -> bool:
        return not self.findings

    def __str__(self) -> str:
        return self.text

    def counts(self) -> str:
        """`1 error, 0 warnings`, or `no findings`."""
        if not self.findings:
            return "no findings"
        return (f"{len(self.errors)} error{'' if len(self.errors) == 1 else 's'}, "
                f"{len(self.warnings)} warning{'' if len(self.warnings) == 1 else 's'}")

    def __repr__(self) -> str:
        return f"<fencepost.Report: {self.counts()}, exit status {self.exit_status}>"

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with a row for each finding. Raises ImportError if pandas is not installed."""
        import pandas  # type: ignore[import-not-found,import-untyped,unused-ignore]

        columns = ["kind", "severity", "kernel", "space", "scope", "element", "interval", "occurrences", "first", "second",
                   "message", "hint"]
        rows = []
        for finding in self.findings:
            places = [str(access.location or "") for access in finding.accesses[:2]] + ["", ""]
            values = {"first": places[0], "second": places[1]}
            rows.append([values[name] if name in values else getattr(finding, name) for name in columns])
        return pandas.DataFrame(rows, columns=columns)

    def _repr_html_(self) -> str:
        """For notebooks: the text, its head in red or green. No scripts."""
        colour = "#b3261e" if self.errors else "#8a6100" if self.findings else "#1a7f37"
        return (f'<div><b style="color:{colour}">{self.counts()}</b>'
                f'<pre style="white-space:pre-wrap;line-height:1.35">{html.escape(self.text)}</pre></div>')
