"""What was said of a kernel, against what its runs found."""

import collections

MEETINGS = ("meet at its barriers", "comes there")
IN_BOUNDS = "indices of arrays with a declared size are within it"
NO_WRAP = "sums and products of unsigned integers, and what is converted to 32 bits, do not exceed their type"


def kind_of(access):
    kind = access["kind"]
    return "updates atomically" if "atomic" in kind else "reads" if "read" in kind else "writes"


def line_of(access):
    return (access.get("location") or {}).get("line", 0)


class Runs:
    """What the runs of one kernel found."""

    def __init__(self, findings):
        self.races = {}    # (lines with kinds, between blocks) to objects with findings.
        self.apart = []    # Findings of threads that do not meet.
        self.outside = {line_of(a) for finding in findings if finding["kind"] == "out-of-bounds" for a in finding["accesses"]}
        for finding in findings:
            if finding["kind"] == "race" and len(finding["accesses"]) == 2:
                ends = tuple(sorted((line_of(access), kind_of(access)) for access in finding["accesses"]))
                name = (finding.get("object") or {}).get("name", "")
                self.races.setdefault((ends, finding["scope"] == "inter-block"), {})[name] = finding
            elif finding["kind"] in ("barrier-divergence", "deadlock") and "undefined value" not in finding["message"]:
                self.apart.append(finding)

    def of(self, verdict):
        """A finding that refutes it, or None."""
        if verdict["about"] == "race":
            found = self.races.get(key_of(verdict), {})
            return found.get(verdict["object"]) or (None if named(verdict, found) else next(iter(found.values()), None))
        return next((f for f in self.apart if any(line_of(a) == verdict["lines"][0] for a in f["accesses"])), None)


def named(verdict, found):
    return " or " not in verdict["object"] and all(name in ("A", "B", "I", "T", "U") for name in found)


def key_of(verdict):
    return tuple(sorted(zip(verdict["lines"], verdict["accesses"]))), verdict["scope"] == "inter-block"


def excuse(verdict, runs):
    """Which of the verdict's assumptions the runs do not keep."""
    for assumption in verdict["assumptions"]:
        if any(text in assumption for text in MEETINGS):
            return "meetings"
        if assumption == IN_BOUNDS and runs.outside:
            return "bounds"
        if assumption == NO_WRAP:
            return "wrapping"
    return None


class Count(collections.Counter):
    def __init__(self):
        super().__init__()
        self.reasons = collections.Counter()
        self.doubts = []  # Assumptions that the runs seem not to keep.
        self.features = collections.defaultdict(collections.Counter)

    def add(self, other):
        self.update(other)
        self.reasons.update(other.reasons)
        for name, of in other.features.items():
            self.features[name].update(of)


def judge(kernel, told, findings, count):
    """Sentences about contradictions."""
    runs = Runs(findings)
    wrong = []
    count["kernels"] += 1
    if "obstacle" in told:
        count["obstacles"] += 1
        count.reasons["obstacle: " + told["obstacle"].split(" at line")[0]] += 1
        return wrong
    verdicts = told["verdicts"]
    decided = collections.Counter()
    for verdict in verdicts:
        finding = runs.of(verdict)
        if verdict["verdict"] == "proved":
            decided["proved"] += 1
            decided["with assumptions"] += bool(verdict["assumptions"])
            if finding:
                why = excuse(verdict, runs)
                if why:
                    decided["excused: " + why] += 1
                    launch = finding["job"][1]
                    is_kept = not runs.apart if why == "meetings" else min(launch["n"], launch["s"]) >= 0
                    if is_kept and why != "bounds":
                        count.doubts.append(f"{verdict['text']} {verdict['assumptions']}, but {finding['message']} {launch}")
                else:
                    wrong.append(f"proved: {verdict['text']} {verdict['assumptions']}, but {finding['message']} {finding['job'][1]}")
        elif finding:
            decided["refuted" if finding["job"][1].get("proposed") else "refuted by luck"] += 1
        else:
            decided["undecided"] += 1
            count.reasons[verdict["reason"].split(" at line")[0]] += 1
    keys = {}
    for verdict in verdicts:
        if verdict["about"] == "race":
            keys.setdefault(key_of(verdict), []).append(verdict)
    for key, found in runs.races.items():
        # What is written outside of an array may be in another one.
        if key not in keys and not runs.apart and not runs.outside & {line for line, _ in key[0]}:
            finding = next(iter(found.values()))
            wrong.append(f"no question: {key}, but {finding['message']} {finding['job'][1]}")
    lines = {v["lines"][0] for v in verdicts if v["about"] != "race"}
    for finding in runs.apart:
        if not any(line_of(access) in lines for access in finding["accesses"]):
            wrong.append(f"no question about {[line_of(a) for a in finding['accesses']]}, but {finding['message']} {finding['job'][1]}")
    count.update(decided)
    count["questions"] += len(verdicts)
    count["contradictions"] += len(wrong)
    count["kernels decided"] += decided["undecided"] == 0
    for feature in kernel.features:
        of = count.features[feature]
        of["kernels"] += 1
        of["questions"] += len(verdicts)
        of["undecided"] += decided["undecided"]
    return wrong
