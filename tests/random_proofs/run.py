#!/usr/bin/env python3
"""Random small kernels, each proved and executed at all small sizes: what is proved must not contradict a run.

    run.py --fencepost PROGRAM [--kernels N] [--seed S] [--show] [--most-undecided PERCENT]

A kernel's meaning is computed by oracle.py, which knows nothing of Fencepost. A question is decided if it is proved, or
if what was proposed as a counterexample is one. Exit status 1: a contradiction.
"""

import argparse
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import kernels  # noqa: E402
import oracle  # noqa: E402

PER_FILE = 20
LAUNCHES = [{"blockDim": b, "gridDim": g, "n": n, "s": s}
            for b, g in [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (8, 1), (1, 2), (2, 2), (3, 2), (4, 3)]
            for n, s in itertools.product([-1, 0, 1, 2, 3, 5, 8], [-1, 0, 1, 2, 3])]


def observed(kernel, launch):
    try:
        return oracle.run(kernel, launch)
    except (oracle.TooLong, kernels.Overflow):
        return set(), set()


def launch_of(values):
    launch = {"blockDim": values.get("blockDim.x", 1), "gridDim": values.get("gridDim.x", 1),
              "n": values.get("parameter n", 1), "s": values.get("parameter s", 1)}
    return launch if launch["blockDim"] * launch["gridDim"] <= 300 else None


def key_of(verdict):
    if verdict["about"] == "barrier":
        return verdict["lines"][0]
    ends = sorted(zip(verdict["lines"], verdict["accesses"]))
    return (verdict["object"], ends[0], ends[1], verdict["scope"] == "inter-block")


def reads_blocks(lines):
    text = "\n".join(lines)
    return "blockIdx" in text or "gridDim" in text


def reads_threads(lines):
    text = "\n".join(lines[3:])
    return "threadIdx" in text or "blockDim" in text


class Count:
    def __init__(self):
        self.kernels = self.questions = self.proved = self.refuted = self.wrong = 0
        self.shaky = 0  # Proved, assuming more than the language's rules.


def judge(kernel, lines, told, count, show):
    verdicts = {key_of(v): v for v in told["verdicts"]}
    races, diverged = {}, {}
    for launch in LAUNCHES:
        if launch["gridDim"] > 1 and not reads_blocks(lines):
            continue
        if launch["blockDim"] > 1 and not reads_threads(lines):
            continue
        found, apart = observed(kernel, launch)
        for key in found:
            races.setdefault(key, launch)
        for key in apart:
            diverged.setdefault(key, launch)
    count.kernels += 1
    text = "\n".join(lines)
    for key, launch in list(races.items()) + list(diverged.items()):
        # Behind a barrier that not all meet nothing is promised, and races may be of threads out of step.
        verdict = verdicts.get(key)
        unmet = any(v["about"] == "barrier" and v["verdict"] != "proved" for v in told["verdicts"])
        if verdict is not None and verdict["verdict"] != "proved":
            continue
        if verdict is None and unmet:
            continue
        if verdict is not None and any("meet at its barriers" in text for text in verdict["assumptions"]):
            continue
        count.wrong += 1
        print(f"CONTRADICTION {key} {'is proved' if verdict else 'is no question'}, and is so at {launch}:\n{text}\n")
    for key, verdict in verdicts.items():
        count.questions += 1
        if verdict["verdict"] == "proved":
            count.proved += 1
            count.shaky += bool(verdict["assumptions"])
            continue
        refuted = False
        for values in verdict.get("candidates", []):
            launch = launch_of(values)
            if launch is not None:
                found, apart = observed(kernel, launch)
                refuted = refuted or key in found or key in apart
        count.refuted += refuted
        if not refuted and show:
            known = races.get(key) or diverged.get(key)
            print(f"UNDECIDED {key} {verdict['reason']} {verdict.get('candidates')} at {known}:\n{text}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fencepost", required=True)
    parser.add_argument("--kernels", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print what was not decided")
    parser.add_argument("--most-undecided", type=float, default=100, help="percent of the questions")
    options = parser.parse_args()
    count = Count()
    made = 0
    while made < options.kernels:
        batch = [kernels.Kernel(f"k{made + i}", f"{options.seed} {made + i}")
                 for i in range(min(PER_FILE, options.kernels - made))]
        made += len(batch)
        text = []
        lines_of = {}
        for kernel in batch:
            lines_of[kernel.name] = kernel.emit(len(text))
            text += lines_of[kernel.name]
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "random.cu")
            source.write_text("\n".join(text) + "\n")
            result = subprocess.run([options.fencepost, "prove", "--no-run", "--json", "-", "--query-timeout", "0.3",
                                     str(source)], capture_output=True, text=True, check=False)
            if result.returncode not in (0, 5):
                print(f"status {result.returncode}: {result.stderr}\n" + "\n".join(text))
                return 1
        told = {k["kernel"]: k for k in json.loads(result.stdout)["kernels"]}
        for kernel in batch:
            judge(kernel, lines_of[kernel.name], told[kernel.name], count, options.show)
    decided = count.proved + count.refuted
    print(f"{count.kernels} kernels, {count.questions} questions: {count.proved} proved ({count.shaky} with assumptions), "
          f"{count.refuted} refuted, {count.questions - decided} undecided, {count.wrong} contradictions")
    undecided = 100 * (count.questions - decided) / max(count.questions, 1)
    return 1 if count.wrong or undecided > options.most_undecided else 0


if __name__ == "__main__":
    sys.exit(main())
