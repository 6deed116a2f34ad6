#!/usr/bin/env python3
"""Random small kernels, each proved, and launched at all small sizes: what is proved must not contradict a run.

    run.py --fencepost PROGRAM [--kernels N] [--seed S] [--log FILE] [--show]

A question is decided if it is proved, or if a run has what was proposed as a counterexample. Of some kernels `fencepost
prove` makes the runs by itself: what it says is false, the command that it names must show. --log: what was done is not
done again. Exit status 1: a contradiction.
"""

import argparse
import json
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import executed  # noqa: E402
import judge  # noqa: E402
import kernels  # noqa: E402

PER_FILE = 50
# Of all kernels of a file, with what a launch must keep.
ASSUMPTIONS = (
    ("n > 0", lambda l: l["n"] > 0),
    ("s >= 1 && n >= 0", lambda l: l["s"] >= 1 and l["n"] >= 0),
    ("n == blockDim.x", lambda l: l["n"] == l["blockDim.x"]),
    ("n <= blockDim.x", lambda l: l["n"] <= l["blockDim.x"]),
    ("blockDim.x % 4 == 0", lambda l: l["blockDim.x"] % 4 == 0),
    ("is_power_of_two(blockDim.x)", lambda l: l["blockDim.x"] & (l["blockDim.x"] - 1) == 0),
    ("blockDim.x == 8 && m != 0", lambda l: l["blockDim.x"] == 8 and l["m"] != 0),
    ("n <= blockDim.x * gridDim.x && s == 2", lambda l: l["n"] <= l["blockDim.x"] * l["gridDim.x"] and l["s"] == 2),
)


def seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Batch:
    def __init__(self, options, number, size, folder):
        self.options, self.number = options, number
        self.name = f"{options.seed} {number}"
        self.random = random.Random(self.name)
        self.kernels = [kernels.Kernel(f"k{i}", f"{self.name} {i}") for i in range(size)]
        self.may_alias = self.random.random() < 0.12
        self.assumption, self.condition = self.random.choice(ASSUMPTIONS) if self.random.random() < 0.3 else ("", lambda l: True)
        self.source = pathlib.Path(folder, "random.cu")
        text = kernels.PRELUDE + "\n".join(kernel.text for kernel in self.kernels)
        self.source.write_text(text + executed.program_end([kernel.name for kernel in self.kernels]))
        self.count = judge.Count()
        self.wrong = []

    def prove(self, source, *more):
        words = [self.options.fencepost, "prove", "--json", "-", "--query-timeout", self.options.query_timeout, str(source), *more]
        if self.may_alias:
            words.append("--alias")
        if self.assumption:
            words += ["--assume", self.assumption]
        result = subprocess.run(words, capture_output=True, text=True, check=False)
        if result.returncode not in (0, 5, 66):
            raise RuntimeError(f"fencepost prove ends with status {result.returncode}: {result.stderr[-2000:]}")
        return json.loads(result.stdout)["kernels"]

    def run(self):
        begin = seconds()
        told = {kernel["kernel"]: kernel for kernel in self.prove(self.source, "--no-run")}
        proved = seconds()
        program = self.source.with_suffix("")
        executed.compiled(self.options.fencepost, self.source, program)
        compiled = seconds()
        jobs = []
        for i, kernel in enumerate(self.kernels):
            for launch in executed.proposed_launches(told[kernel.name], self.condition):
                jobs.append((i, {**launch, "proposed": 1}))
            small, is_all = executed.small_launches(kernel, self.condition, self.may_alias, f"{self.name} {i}")
            jobs += [(i, launch) for launch in small]
            self.count["all small sizes"] += is_all
        of_kernel = [[] for _ in self.kernels]
        findings, done = executed.findings(program, jobs)
        self.count["launches"] += done
        for finding in findings:
            of_kernel[finding["job"][0]].append(finding)
        for kernel, findings in zip(self.kernels, of_kernel):
            self.count.doubts.clear()
            sentences = judge.judge(kernel, told[kernel.name], findings, self.count)
            if self.options.show:
                for doubt in self.count.doubts:
                    print(f"assumed: {doubt}\n{kernel.text}", flush=True)
            for sentence in sentences:
                self.wrong.append(f"CONTRADICTION {kernel.name}: {sentence}")
        executed_at = seconds()
        if self.number % self.options.confirm_each == 0:
            self.confirm(told)
        for phase, time_of in (("proving", proved - begin), ("compiling", compiled - proved), ("executing", executed_at - compiled), ("confirming", seconds() - executed_at)):
            self.count["ms " + phase] += int(1000 * time_of)

    def confirm(self, told):
        """`false` is what the command shows; and what is said does not depend on what else is in the file."""
        open_ones = [k for k in self.kernels if any(v.get("candidates") for v in told[k.name].get("verdicts", []))]
        for kernel in self.random.sample(open_ones, min(self.options.confirmed, len(open_ones))):
            # Alone, in the same lines.
            alone = self.source.with_name("alone.cu")
            alone.write_text(kernels.PRELUDE + "".join(
                each.text + "\n" if each is kernel else "\n" * len(each.lines) for each in self.kernels))
            again = self.prove(alone, "--no-run")[0]
            if again["verdicts"] != told[kernel.name]["verdicts"]:
                self.wrong.append(f"CONTRADICTION {kernel.name}: alone another answer: {again}")
            commands = {}
            for verdict in self.prove(alone)[0]["verdicts"]:
                if verdict["verdict"] in ("false", "warning"):
                    commands.setdefault(verdict["command"], []).append(verdict)
            for command, verdicts in commands.items():
                self.count["commands"] += 1
                report = self.source.with_suffix(".json")
                words = f"{command} --report {report} --max-findings 1000".replace("fencepost", self.options.fencepost, 1)
                subprocess.run(words, shell=True, capture_output=True, check=False, timeout=300)
                runs = judge.Runs([{**f, "job": (0, {})} for f in json.loads(report.read_text())["findings"]])
                for verdict in verdicts:
                    self.count["confirmed"] += 1
                    if not runs.of(verdict) and not runs.of(as_update(verdict)):
                        self.wrong.append(f"CONTRADICTION {kernel.name}: {command} does not show {verdict['text']}")


def as_update(verdict):
    """Two writes of `a[i] += x`, or of a field of bits, are reported once: as a read and a write."""
    updates = verdict["accesses"] == ["writes", "writes"] and verdict["lines"][0] == verdict["lines"][1]
    return {**verdict, "accesses": ["reads", "writes"]} if updates else verdict


def one(options, number, size):
    with tempfile.TemporaryDirectory() as folder:
        batch = Batch(options, number, size, folder)
        try:
            batch.run()
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            batch.wrong.append(f"CONTRADICTION: {error}")
        if batch.wrong:
            batch.count["wrong batches"] += 1
            print(f"--- batch {batch.name}{' --alias' if batch.may_alias else ''} --assume '{batch.assumption}'")
            texts = {kernel.name: kernel.text for kernel in batch.kernels}
            for sentence in batch.wrong:
                name = sentence.split()[1].rstrip(":")
                print(sentence + "\n" + texts.pop(name, ""), flush=True)
        return batch


def done_before(path):
    return {json.loads(line)["batch"] for line in path.read_text().splitlines()} if path and path.exists() else set()


def record(path, batch):
    if path:
        with path.open("a") as file:
            features = {name: dict(of) for name, of in batch.count.features.items()}
            file.write(json.dumps({"batch": batch.name, "count": dict(batch.count), "reasons": dict(batch.count.reasons), "features": features}) + "\n")


def summary(count):
    decided = count["proved"] + count["refuted"] + count["refuted by luck"]
    share = 100 * decided / max(count["questions"], 1)
    return (f"{count['kernels']} kernels ({count['all small sizes']} at all small sizes), {count['launches']} launches, "
            f"{count['questions']} questions: {count['proved']} proved ({count['with assumptions']} with assumptions), "
            f"{count['refuted']} refuted, {count['refuted by luck']} refuted by other runs, {count['undecided']} undecided "
            f"({share:.0f} % decided); {count['confirmed']} confirmed by {count['commands']} commands; {count['contradictions']} contradictions")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fencepost", required=True)
    parser.add_argument("--kernels", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--query-timeout", default="0.05")
    parser.add_argument("--confirm-each", type=int, default=10, help="of each so many files …")
    parser.add_argument("--confirmed", type=int, default=3, help="… what is false of so many kernels is run again")
    parser.add_argument("--log", type=pathlib.Path)
    parser.add_argument("--show", action="store_true", help="features, and reasons of what is undecided")
    options = parser.parse_args()
    total = judge.Count()
    wrong = 0
    done = done_before(options.log)
    for number, begin in enumerate(range(0, options.kernels, PER_FILE)):
        if f"{options.seed} {number}" in done:
            continue
        batch = one(options, number, min(PER_FILE, options.kernels - begin))
        total.add(batch.count)
        wrong += len(batch.wrong)
        record(options.log, batch)
        if options.log:
            print(time.strftime("%H:%M:%S"), summary(total), flush=True)
    print(summary(total))
    if options.show:
        for name, number in total.reasons.most_common(20):
            print(f"  {number:6} {name}")
        for name, of in sorted(total.features.items()):
            print(f"  {name}: {of['kernels']} kernels, {100 - 100 * of['undecided'] / max(of['questions'], 1):.0f} % decided")
        print("  " + ", ".join(f"{total[name] // max(total['kernels'], 1)} {name}" for name in total if name.startswith("ms ")))
    return 1 if wrong or not total["proved"] or not total["refuted"] else 0


if __name__ == "__main__":
    sys.exit(main())
