#!/usr/bin/env python3
"""Measures how many programs of public collections compile, run, and give the right answer.

    bench/coverage/coverage.py FOLDER... [--results FILE.tsv]

Each FOLDER is a copy of a collection: HeCBench, HeCBench-hip (a link to the same: its programs in HIP), cuda-samples,
gpu-rodinia, polybenchGpu, rocm-examples or ScoR (the folder's name says how its programs are built, see layouts.py), or
any other, in which every .cu file with a main() is a program. Programs are built in place: give it a copy. A file of arguments
(default: arguments.tsv beside this script) names for a program

    suite  name  needs           what else it needs, if anything, see below
           build                 words appended to its last build command
           arguments             tried instead of smaller and smaller variants of what the collection itself gives; - if not
           prepare               a shell command that makes the files it reads; inputs.py is in the path
           input                 a shell command that prints what it reads as standard input
           source                of sizes that are constants, or files that are not there: FILE SCRIPT… for sed, which changes them

The answer is the program's own check: its exit status and the words it prints. Programs that print no verdict count as
right if they end with status 0, and are counted once more as "unchecked"; those whose constants were made smaller have a
column of their own. What is left out of the percentages:
programs that need a vendor's library that is not there, graphics, or (of the second) an input that is not there.
"""

import argparse
import csv
import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict, namedtuple
from concurrent.futures import ThreadPoolExecutor, as_completed

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import layouts  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.dirname(os.path.abspath(__file__))
EXIT_WAIVED = 2  # With it, one of cuda-samples says that the device lacks what it shows (a second one, say).

Result = namedtuple("Result", "suite name needs verdict checked changed findings seconds arguments detail")

# As a need in the table of arguments: the program is compiled, and counts there, but is not run.
NO_INPUT = "its input"

# What a program needs that is outside of what Fencepost runs: the first that its sources or its build mention.
NEEDS = (
    ("FreeImage", r"#include\s*[<\"](FreeImage|ImageIO)\.h"), ("nvJPEG", r"#include\s*[<\"](nvjpeg|helper_nvJPEG)"),
    ("libNVVM", r"#include\s*[<\"](nvvm|libnvvm)"), ("cuDLA or NvSci", r"#include\s*[<\"](cudla|nvsci)"),
    ("Vulkan, Direct3D or EGL", r"#include\s*[<\"](vulkan|d3d|D3D|cudaEGL|cuda_egl|EGL/|GLES)"),
    ("NVSHMEM", r"#include\s*[<\"]nvshmem"), ("OpenCV", r"#include\s*[<\"]opencv"),
    ("another library", r"#include\s*[<\"](hdf5|gsl/|omp-tools)"),
)


def needs_of(program):
    said = "\n".join(layouts.text_of(path) for path in program.sources)
    said += "\n".join(layouts.text_of(os.path.join(program.directory, name)) for name in ("Makefile", "CMakeLists.txt"))
    return next((name for name, pattern in NEEDS if re.search(pattern, said)), "")


def run_limited(command, limit, directory, environment, given=os.devnull):
    """(exit status or None past the limit, the beginning and the end of stdout, of stderr). Kills what it started."""
    with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr, open(given, "rb") as stdin:
        try:
            process = subprocess.Popen(command, cwd=directory, env=environment, stdin=stdin, stdout=stdout,
                                       stderr=stderr, start_new_session=True)
        except OSError as error:
            return 127, "", str(error)
        try:
            status = process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            status = None
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        return status, ends_of(stdout), ends_of(stderr)


def ends_of(file):
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    text = file.read(1 << 16)
    if size > 1 << 17:
        file.seek(size - (1 << 16))
    return (text + file.read(1 << 16)).decode(errors="replace")


def first_error(text):
    """The line that says what went wrong, of a compiler's output."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    said = [line for line in lines if re.search(r"\berror\b(?!: ld returned)|undefined reference|No such file|multiple definition|cannot find", line)]
    return (said or lines or ["nothing was said"])[0]


def smaller(words, level):
    """A run's words with its numbers made smaller: level 0 most. The last number tends to be the repetitions."""
    if level >= 3:
        return words
    most = (256, 4096, 65536)[level]
    numbers = [i for i, word in enumerate(words) if re.fullmatch(r"(--?[\w-]+=)?\d+", word)]
    reduced = list(words)
    for i in numbers:
        name, value = re.fullmatch(r"(.*?)(\d+)", words[i]).groups()
        value = int(value)
        while value > most:
            value //= 2
        if i == numbers[-1] and not name and (len(numbers) > 1 or level == 0):
            value = 1
        reduced[i] = f"{name}{value}"
    return reduced


def lacks_input(program, words, output):
    """True if the program was told, or says, a file that is not there."""
    if not re.search(r"(can'?t|can ?not|could ?n'?o?t|failed to|unable to|fail(ed)? |error)\W+(\w+\W+){0,3}"
                     r"(open|load|read|find)|no such file|not found|opening|assertion .*file", output, re.I):
        return False
    named = words + re.findall(r"[\w./-]+\.\w{1,6}\b", output)
    return any(re.search(r"[/.][A-Za-z]", word) and not os.path.exists(os.path.join(program.directory, word))
               for word in named)


BAD = re.compile(r"\bFAIL(ED|URE|S)?\b|\bFail(ed|ure)?\b(?!\s*[:=]?\s*0\b)|\btest failed|\bmismatch(?!(es)?\s*[:=]?\s*0\b)"
                 r"|\bincorrect\b(?! \w+: 0\b)|do(es)? not match|\bWRONG\b|Segmentation fault|\bNOT OK\b|verification failed", re.I)
GOOD = re.compile(r"\bPASS(ED|ES)?\b|\bsuccess|\bOK\b|\bcorrect\b|\bmatch(es|ed)?\b|\bverified\b|\bverification\b", re.I)


def judge(status, stdout, stderr):
    """(verdict, whether the program checked itself, detail) of a run that ended. On stderr stand the findings, too."""
    lines = [line.strip() for line in stdout.splitlines() if line.strip()]
    bad = next((line for line in lines if BAD.search(line)
                and not re.search(r"\b(0|no) (mismatch|fail|error)|fail(ed|s)? as expected"
                                  r"|\(%\) of bytes mismatched", line, re.I)), None)  # That much is allowed.
    good = any(GOOD.search(line) for line in lines)
    if status != 0:
        said = [line.strip() for line in stderr.splitlines() if line.strip()]
        told = next((line for line in said if "fencepost: error" in line), None)
        return "wrong", good, f"exit status {status}: {told or (lines or said or ['nothing was said'])[-1]}"
    return ("wrong", True, bad) if bad else ("right", good, "")


def findings_of(path):
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        try:
            report = json.load(file)
        except ValueError:
            return None
    words = []
    for finding in report["findings"]:
        if finding["severity"] == "error" and finding["kind"] != "timeout":
            lines = [f'{os.path.basename(access["location"].get("file", ""))}:{access["location"]["line"]}'
                     for access in finding["accesses"][:2] if access.get("location")]
            words.append(f'{finding["kind"]} {" / ".join(lines)}')
    return words


def run_program(program, settings, given, folder, environment):
    """(verdict, checked, findings, arguments, detail)."""
    report = os.path.join(folder, "report.json")
    stdin = os.devnull
    tries = [smaller(program.runs[0], level) for level in range(4)]
    if settings.untouched:
        tries = [program.runs[0]]
    elif given and given["arguments"] != "-":
        tries = [shlex.split(given["arguments"])]
    if given and given["prepare"]:
        subprocess.run(given["prepare"], shell=True, cwd=program.directory, env=environment, check=True)
    if given and given["input"]:
        stdin = os.path.join(folder, "input")
        with open(stdin, "wb") as file:
            subprocess.run(given["input"], shell=True, env=environment, stdout=file, check=True)
    worst = None
    done = []
    for words in tries:
        if words in done:
            continue
        done.append(words)
        if os.path.exists(report):
            os.remove(report)
        options = f"--report {shlex.quote(report)} --fail-on never --timeout {settings.limit} {settings.options}"
        status, stdout, stderr = run_limited([program.binary, *words], settings.limit + 15, program.directory,
                                             {**environment, "FENCEPOST_OPTIONS": options}, stdin)
        found = findings_of(report)
        if status is None or status == 124:
            return worst or ("timeout", False, found or [], words, "")
        verdict, checked, detail = judge(status, stdout, stderr)
        if status == EXIT_WAIVED and program.suite == "cuda-samples":
            return "waived", False, found or [], words, detail
        if verdict == "wrong" and lacks_input(program, words, stdout + stderr):
            return "no input", False, found or [], words, detail
        if verdict == "right":
            return verdict, checked, found or [], words, detail
        worst = (verdict, checked, found or [], words, detail)
    return worst


def with_smaller_constants(program, changes):
    """Edits the sources, of which the originals stay beside them; they are edited anew each time. Whether it did."""
    words = shlex.split(changes)
    changed = False
    for file, script in zip(words[::2], words[1::2]):
        path = os.path.join(program.directory, file)
        if program.suite == "HeCBench-hip" and not os.path.exists(path):  # Some take it from the program in CUDA.
            path = os.path.join(program.directory.removesuffix("-hip") + "-cuda", file)
            if not os.path.exists(path):
                continue
        original = path + ".original"
        if not os.path.exists(original):
            shutil.copy(path, original)
        edited = subprocess.run(["sed", "-E", script, original], capture_output=True, check=True).stdout
        with open(original, "rb") as before:
            same = edited == before.read()
        if same and program.suite != "HeCBench-hip":  # There it is what the program in CUDA is given.
            raise ValueError(f"{program.name}: {script} changes nothing in {file}")
        changed = changed or not same
        with open(path, "wb") as after:
            after.write(edited)
    return changed


def in_cuda(program, arguments):
    """Of a program of HeCBench in HIP: what is given for the one in CUDA; of its constants those that are there, too."""
    if program.suite != "HeCBench-hip":
        return None
    name = program.name.removesuffix("-hip") + "-cuda"
    given = arguments.get(("HeCBench", name))

    def there(word):  # Files lie beside one of the two.
        other = os.path.join("..", name, word)
        only_other = "/" in word and not os.path.exists(os.path.join(program.directory, word))
        return other if only_other and os.path.exists(os.path.join(program.directory, other)) else word

    words = shlex.split(given["arguments"]) if given else []
    macros = [word for word in shlex.split(given["build"] if given else "") if word.startswith("EXTRA_CFLAGS=-D")]
    return given and {**given, "build": shlex.join(macros), "arguments": shlex.join(there(word) for word in words)}


def measure(program, settings, arguments, environment):
    start = time.monotonic()
    needs = needs_of(program)
    given = arguments.get((program.suite, program.name)) or in_cuda(program, arguments)
    if given and given["needs"]:
        needs = given["needs"]
    builds = [list(command) for command in program.builds]
    if given and given["build"] and builds:
        builds[-1] += shlex.split(given["build"])
    changed = bool(given and given["source"]) and not settings.untouched and with_smaller_constants(program, given["source"])

    def result(verdict, checked=False, findings=(), words=(), detail=""):
        return Result(program.suite, program.name, needs, verdict, checked, changed, list(findings),
                      time.monotonic() - start, " ".join(words), detail)

    if not builds:
        return result("not compiled", detail="no Makefile")
    for command in builds:
        status, stdout, stderr = run_limited(command, settings.compile_limit, program.directory, environment)
        if status != 0:
            return result("not compiled",
                          detail=first_error(stderr or stdout) if status is not None else "the compiler took too long")
    if settings.compile_only:
        return result("right")
    if needs == NO_INPUT:
        return result("no input")
    with tempfile.TemporaryDirectory(prefix="coverage-") as folder:
        try:
            return result(*run_program(program, settings, given, folder, environment))
        except subprocess.CalledProcessError as error:  # Its input could not be made.
            return result("no input", detail=str(error))


def arguments_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {(row["suite"], row["name"]): {key: value or "" for key, value in row.items()} for row in rows}


def write_results(path, results):
    with open(path, "w", encoding="utf-8") as file:
        file.write("\t".join(Result._fields) + "\n")
        for result in results:
            fields = result._replace(findings="; ".join(result.findings), seconds=f"{result.seconds:.1f}",
                                     checked="yes" if result.checked else "", changed="yes" if result.changed else "")
            file.write("\t".join(re.sub(r"\s", " ", str(field)) for field in fields) + "\n")


def read_results(path):
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield Result(**{**row, "checked": row["checked"] == "yes",
                            "changed": row.get("changed") == "yes", "seconds": float(row["seconds"]),
                            "findings": [word for word in row["findings"].split("; ") if word]})


def print_summary(results):
    by_suite = defaultdict(list)
    for result in results:
        by_suite[result.suite].append(result)
    print("| collection | programs | need something else | counted | compile | right answer within the limit | "
          "of these with smaller constants | … without a check of their own | wrong | time-out | no input, or waived | with error findings |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for suite, rows in [*by_suite.items(), ("all", results)]:
        counted = [row for row in rows if not row.needs or row.needs == NO_INPUT]
        verdicts = Counter(row.verdict for row in counted)
        compiled = len(counted) - verdicts["not compiled"]
        started = compiled - verdicts["no input"] - verdicts["waived"]
        share = lambda part, whole: f"{part} ({100 * part / whole:.0f} %)" if whole else "0"  # noqa: E731
        print(f"| {suite} | {len(rows)} | {len(rows) - len(counted)} | {len(counted)} | {share(compiled, len(counted))} | "
              f"{share(verdicts['right'], started)} | "
              f"{sum(row.verdict == 'right' and row.changed for row in counted)} | "
              f"{sum(row.verdict == 'right' and not row.checked for row in counted)} | {verdicts['wrong']} | "
              f"{verdicts['timeout']} | {verdicts['no input'] + verdicts['waived']} | {sum(bool(row.findings) for row in counted)} |")
    right = sum(row.verdict == "right" for row in results)
    print(f"\nOf all {len(results)} programs, {right} ({100 * right / max(1, len(results)):.0f} %) give the right answer.")
    reasons = Counter(re.sub(r"^.*?(error|undefined)", r"\1", row.detail) for row in results
                      if row.verdict == "not compiled" and not row.needs)
    for reason, count in reasons.most_common(40):
        print(f"{count:4d}  {reason[:150]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="a copy of a collection")
    parser.add_argument("--filter", default="", help="only programs whose name matches this regular expression")
    parser.add_argument("--arguments", default=os.path.join(HERE, "arguments.tsv"), help="what programs are given")
    parser.add_argument("--build-dir", default=os.path.join(ROOT, "build"), help="where bin/fencepost-nvcc is")
    parser.add_argument("--options", default="", help="of the programs, as in FENCEPOST_OPTIONS")
    parser.add_argument("--limit", type=float, default=60, help="seconds that a program may run")
    parser.add_argument("--compile-limit", type=float, default=300, help="seconds that compiling it may take")
    parser.add_argument("--compile-only", action="store_true", help="do not run them")
    parser.add_argument("--untouched", action="store_true",
                        help="the collections' own sizes: no smaller arguments, no smaller constants")
    parser.add_argument("--random", type=int, metavar="N", help="only N programs, the same each time")
    parser.add_argument("--others-than", type=int, metavar="N", default=0, help="with --random: none of those that --random N takes")
    parser.add_argument("--parallel", type=int, default=2, help="how many programs to handle at once")
    parser.add_argument("--results", metavar="FILE.tsv", help="write every program's row there")
    parser.add_argument("--again", metavar="VERDICTS", default="",
                        help="with --results: keep the rows that are there, but of these verdicts (comma-separated)")
    settings = parser.parse_args()
    settings.nvcc = os.path.join(os.path.abspath(settings.build_dir), "bin", "fencepost-nvcc")
    if not os.path.exists(settings.nvcc):
        parser.error(f"{settings.nvcc} does not exist; build it first: ./dev build")
    arguments = arguments_of(settings.arguments) if os.path.exists(settings.arguments) else {}
    toolkit = os.path.join(os.path.abspath(settings.build_dir), "lib", "fencepost", "toolkit")
    os.environ.update({name: toolkit for name in ("CUDA_PATH", "CUDA_HOME", "CUDA_DIR", "CUDA_INSTALL_PATH")})
    os.environ["PATH"] = os.pathsep.join([os.path.join(toolkit, "bin"), os.path.dirname(settings.nvcc), HERE,
                                          os.environ["PATH"]])

    kept = {}
    if settings.again and settings.results and os.path.exists(settings.results):
        kept = {(row.suite, row.name): row for row in read_results(settings.results)
                if row.verdict not in settings.again.split(",")}
    with ThreadPoolExecutor(settings.parallel) as pool:
        environment = {key: value for key, value in os.environ.items() if key != "FENCEPOST_OPTIONS"}
        environment.setdefault("FENCEPOST_DEVICES", "4")  # Some programs want several.
        environment.setdefault("OMPI_COMM_WORLD_LOCAL_RANK", "0")  # Those with MPI run as its one process.
        programs = [program for path in settings.folders for program in layouts.programs_of(os.path.abspath(path))]
        programs = [program for program in programs if re.search(settings.filter, program.name)]
        if settings.random is not None:
            others = random.Random(0).sample(programs, min(settings.others_than, len(programs)))
            programs = [program for program in programs if program not in others]
            programs = random.Random(0).sample(programs, min(settings.random, len(programs)))
        results = [kept.get((program.suite, program.name)) for program in programs]
        tasks = {pool.submit(measure, program, settings, arguments, environment): i
                 for i, program in enumerate(programs)
                 if results[i] is None}
        for count, task in enumerate(as_completed(tasks), 1):
            results[tasks[task]] = task.result()
            if sys.stderr.isatty():
                print(f"\r{count}/{len(tasks)}", end="", file=sys.stderr, flush=True)
            if settings.results:
                write_results(settings.results, [result for result in results if result])
    results = [result for result in results if result]
    if settings.results:
        write_results(settings.results, results)
    for result in results:
        if result.verdict != "right" and not result.needs and not sys.stdout.isatty():
            print(f"{result.verdict}: {result.suite} {result.name} {result.arguments}\n    {result.detail[:200]}")
    print()
    print_summary(results)


if __name__ == "__main__":
    main()
