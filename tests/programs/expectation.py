"""What a program's leading comment expects of its run, and how that is compared with a JSON report."""

import os
import re
import shlex
from collections import namedtuple

# One side of an expected finding: kind "*" stands for any kind, marker None for any place, thread None for any.
Access = namedtuple("Access", "kind marker thread")

SINGLE = ("ARGS", "EXIT", "OPTIONS", "COMPILE", "SOURCES", "INCLUDES", "NEEDS", "FINDING-COUNT", "SCHEDULE-DEPENDENT")
REPEATED = ("STDOUT", "STDERR", "FINDING")
EXACT_KEYS = ("element", "interval", "occurrences", "launch", "offset", "size", "object", "bytes")
REGEX_KEYS = ("kernel", "message", "hint")
CALLS_KEYS = ("launched", "allocated")  # Markers of the host's calls, innermost first: launched=@run,@main.


class BadExpectation(Exception):
    """The comment itself is wrong; the text says where."""


class ExpectedFinding:
    """One `FINDING:` line: kind severity space scope access... key=value..."""

    def __init__(self, text):
        self.text = text
        words = shlex.split(text)
        if len(words) < 4:
            raise BadExpectation(f"FINDING needs kind, severity, space and scope: {text}")
        self.kind, self.severity, self.space, self.scope = words[:4]
        self.accesses, self.values = [], {}
        for word in words[4:]:
            key, equals, value = word.partition("=")
            if equals:
                if key not in EXACT_KEYS + REGEX_KEYS + CALLS_KEYS:
                    raise BadExpectation(f"unknown key '{key}' in FINDING: {text}")
                self.values[key] = value
            else:
                access = re.fullmatch(r"([\w*-]+)(?:@(\w+))?(?:#(\d+))?", word)
                if not access:
                    raise BadExpectation(f"'{word}' is neither an access nor a value in FINDING: {text}")
                self.accesses.append(Access(*access.groups()))


class Expectation:
    """The whole comment of the program at `path`, with its markers resolved."""

    def __init__(self, path):
        self.path = path
        self.clean = False
        self.single = {}
        self.repeated = {key: [] for key in REPEATED}
        self._read_comment(path)
        self.sources = [path] + self._paths("SOURCES")
        self.includes = self._paths("INCLUDES")
        self.markers = {}
        for source in self.sources + self.includes:
            self._read_markers(source)
        self.findings = [ExpectedFinding(text) for text in self.repeated["FINDING"]]
        if self.clean == bool(self.findings):
            raise BadExpectation("needs either CLEAN or FINDING lines")
        for finding in self.findings:
            markers = [access.marker for access in finding.accesses if access.marker]
            markers += [marker for key in CALLS_KEYS for marker in markers_of(finding.values.get(key, ""))]
            for marker in markers:
                if marker not in self.markers:
                    raise BadExpectation(f"no line is marked '// @{marker}'")
        self.args = shlex.split(self.single.get("ARGS", ""))
        self.options = self.single.get("OPTIONS", "")
        self.compile_flags = shlex.split(self.single.get("COMPILE", ""))
        self.missing = [header for header in self.single.get("NEEDS", "").split() if not is_installed(header)]
        errors = any(finding.severity == "error" for finding in self.findings)
        self.exit = int(self.single.get("EXIT", 66 if errors else 0))
        self.finding_count = int(self.single.get("FINDING-COUNT", len(self.findings)))

    def _paths(self, key):
        return [os.path.join(os.path.dirname(self.path), name) for name in self.single.get(key, "").split()]

    def _read_comment(self, path):
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                if not line.startswith("//"):
                    break
                text = line[2:].strip()
                key, colon, value = text.partition(":")
                if text == "CLEAN":
                    self.clean = True
                elif colon and key in SINGLE:
                    if key in self.single:
                        raise BadExpectation(f"{key} given twice")
                    self.single[key] = value.strip()
                elif colon and key in REPEATED:
                    self.repeated[key].append(value.strip())
                elif colon and re.fullmatch(r"[A-Z][A-Z-]+", key):
                    raise BadExpectation(f"unknown directive {key}")

    def _read_markers(self, source):
        with open(source, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.startswith("//"):
                    continue
                comment = re.search(r"//((?:\s*@\w+)+)", line)
                for marker in re.findall(r"@(\w+)", comment.group(1)) if comment else []:
                    if marker in self.markers:
                        raise BadExpectation(f"marker @{marker} given twice")
                    self.markers[marker] = (os.path.basename(source), number)

    def mistakes(self, exit_status, stdout, stderr, report):
        """What differs, as a list of sentences; empty if the run is as expected."""
        found = []
        if exit_status != self.exit:
            found.append(f"exit status {exit_status}, expected {self.exit}")
        for key, text in (("STDOUT", stdout), ("STDERR", stderr)):
            for pattern in self.repeated[key]:
                if not re.search(pattern, text, re.MULTILINE):
                    found.append(f"{key.lower()} does not match /{pattern}/")
        if report is None:
            found.append("no report was written")
            return found
        left = list(report["findings"])
        if len(left) != self.finding_count:
            found.append(f"{len(left)} findings, expected {self.finding_count}")
        for expected in self.findings:
            hit = next((finding for finding in left if not self._differences(expected, finding)), None)
            if hit:
                left.remove(hit)
                continue
            found.append(f"not found: {expected.text}")
            found += [f"  differs from {describe(finding)} in {', '.join(self._differences(expected, finding))}"
                      for finding in report["findings"]]
        if self.finding_count == len(self.findings):
            found += [f"not expected: {describe(finding)}" for finding in left]
        found += self._summary_mistakes(report)
        return found

    def _differences(self, expected, finding):
        wrong = []
        for key in ("kind", "severity", "space", "scope"):
            wanted = getattr(expected, key)
            if wanted != "*" and wanted != finding.get(key, "none"):
                wrong.append(key)
        if expected.accesses and not self._accesses_match(expected.accesses, finding.get("accesses", [])):
            wrong.append("accesses")
        for key, wanted in expected.values.items():
            actual = finding.get(key)
            if key in ("object", "bytes"):
                actual = (finding.get("object") or {}).get("name" if key == "object" else "bytes")
            if key in CALLS_KEYS:
                calls = finding.get("launched", []) if key == "launched" else finding["object"].get("stack", [])
                places = [(os.path.basename(call["file"]), call["line"]) for call in calls]
                if places != [self.markers[marker] for marker in markers_of(wanted)]:
                    wrong.append(f"{key} ({places})")
            elif key in REGEX_KEYS:
                if not re.search(wanted, actual or ""):
                    wrong.append(key)
            elif str(actual) != wanted:
                wrong.append(f"{key} ({actual})")
        return wrong

    def _accesses_match(self, expected, actual):
        if len(expected) != len(actual):
            return False
        if not expected:
            return True
        return any(self._access_matches(expected[0], access) and
                   self._accesses_match(expected[1:], actual[:i] + actual[i + 1:])
                   for i, access in enumerate(actual))

    def _access_matches(self, expected, actual):
        if expected.kind not in ("*", actual["kind"]):
            return False
        if expected.thread is not None and int(expected.thread) != actual["thread"][0]:
            return False
        return expected.marker is None or place(actual) == self.markers[expected.marker]

    @staticmethod
    def _summary_mistakes(report):
        found = []
        for severity in ("error", "warning"):
            counted = sum(finding["severity"] == severity for finding in report["findings"])
            claimed = report["summary"][severity + "s"]
            if counted != claimed:
                found.append(f"the summary claims {claimed} {severity}s, the report lists {counted}")
        for finding in report["findings"]:
            if finding["kind"] == "race" and (len(finding["accesses"]) != 2 or
                                              not all(place(access)[1] for access in finding["accesses"])):
                found.append(f"a race needs two accesses with a line each: {describe(finding)}")
        return found


def markers_of(calls):
    """The markers in '@run,@main'."""
    return [word.removeprefix("@") for word in calls.split(",") if word]


def is_installed(header):
    """A header of the system."""
    return any(os.path.exists(os.path.join(folder, header)) for folder in ("/usr/include", "/usr/local/include"))


def place(access):
    """File name and line of an access in a report."""
    location = access.get("location") or {}
    return os.path.basename(location.get("file", "")), location.get("line", 0)


def describe(finding):
    """A finding of a report in the notation of a FINDING line."""
    words = [finding["kind"], finding["severity"], finding.get("space", "none"), finding.get("scope", "none")]
    words += [f"{access['kind']}@{place(access)[0]}:{place(access)[1]}" for access in finding.get("accesses", [])]
    if finding.get("object"):
        words.append(f"object={finding['object'].get('name')}")
    words += [f"{key}={finding[key]}" for key in ("element", "interval", "occurrences") if finding.get(key) is not None]
    return " ".join(words)
