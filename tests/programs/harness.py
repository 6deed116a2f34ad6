"""Compiling and running CUDA programs with the tools of a build directory."""

import argparse
import contextlib
import glob
import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import namedtuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# `./dev test --all`: all sizes, where the everyday tests take enough of them.
ALL = os.environ.get("FENCEPOST_TEST_ALL") == "1"

# What a program did. `report` is the parsed JSON report, None if none was written.
Run = namedtuple("Run", "exit stdout stderr report")


class CompileError(Exception):
    """fencepost-nvcc failed; the text is what it said."""


class Tools:
    """fencepost and fencepost-nvcc of one build directory, used with one compiler of plain C++.

    Binaries are kept in the build directory under a name made from everything they depend on: the sources, the flags,
    the compiler, the driver and the runtime.
    """

    def __init__(self, build_dir, compiler):
        self.build_dir = os.path.abspath(build_dir)
        self.fencepost = os.path.join(self.build_dir, "bin", "fencepost")
        self.nvcc = os.path.join(self.build_dir, "bin", "fencepost-nvcc")
        self.toolkit = os.path.join(self.build_dir, "lib", "fencepost", "toolkit")
        self.compiler = compiler
        if not os.path.exists(self.nvcc):
            sys.exit(f"{self.nvcc} does not exist; build it first: ./dev build")
        self.cache = os.path.join(self.build_dir, "programs", compiler.replace("/", "_"))
        os.makedirs(self.cache, exist_ok=True)
        self._kept = None
        # Sources have the names by which they were compiled, from a folder.
        self._base = hashlib.sha256(os.getcwd().encode())
        for path in self._tool_files():
            status = os.stat(path)
            self._base.update(f"{path} {status.st_size} {status.st_mtime_ns}".encode())

    def _tool_files(self):
        files = [self.nvcc]
        for folder in (os.path.join(self.build_dir, "lib"), os.path.join(ROOT, "sim", "include"),
                       os.path.join(ROOT, "detector", "include")):
            for parent, _, names in os.walk(folder):
                files += [os.path.join(parent, name) for name in names if name.endswith((".a", ".so", ".h", ".hpp", ".cuh"))]
        return sorted(files)

    def environment(self, options=""):
        environment = dict(os.environ, FENCEPOST_CXX=self.compiler, XDG_CACHE_HOME=os.path.join(self.build_dir, "cache"),
                           FENCEPOST_CACHE_SIZE="4G")
        environment.pop("FENCEPOST_OPTIONS", None)
        if options:
            environment["FENCEPOST_OPTIONS"] = options
        return environment

    def compile(self, sources, flags=(), includes=()):
        """Path of the checked binary of `sources`, which depends on `includes` too. Raises CompileError."""
        parent, name = os.path.split(os.path.splitext(os.path.abspath(sources[0]))[0])
        name = f"{os.path.basename(parent)}.{name}"
        binary = os.path.join(self.cache, f"{name}-{self._digest([*sources, *includes], flags)}")
        if not os.path.exists(binary):
            for outdated in self._outdated(os.path.join(self.cache, name + "-" + 16 * "[0-9a-f]")):
                with contextlib.suppress(FileNotFoundError):
                    os.remove(outdated)
            unfinished = f"{binary}.{os.getpid()}.{threading.get_ident()}"
            command = [self.nvcc, *sources, *flags, "-o", unfinished]
            result = subprocess.run(command, env=self.environment(), capture_output=True, text=True, errors="replace",
                                    check=False)
            if result.returncode != 0:
                raise CompileError(f"fencepost-nvcc exited with {result.returncode}:\n{result.stdout}{result.stderr}")
            if result.stdout or result.stderr:
                raise CompileError(f"fencepost-nvcc was not silent:\n{result.stdout}{result.stderr}")
            os.replace(unfinished, binary)
        return binary

    def infer(self, source, sizes, check_sizes, includes=()):
        """Folder with all files of `source`'s program, annotated by `fencepost permissions --infer`. Raises CompileError
        if something is not explained."""
        name = "inferred." + os.path.splitext(os.path.basename(source))[0]
        folder = os.path.join(self.cache, f"{name}-{self._digest([source, *includes], [sizes, check_sizes])}")
        if not os.path.exists(folder):
            for outdated in self._outdated(os.path.join(self.cache, name + "-" + 16 * "[0-9a-f]")):
                shutil.rmtree(outdated, ignore_errors=True)
            unfinished = f"{folder}.{os.getpid()}.{threading.get_ident()}"
            command = [self.fencepost, "permissions", "--infer", source, "--sizes", sizes, "--check-sizes", check_sizes,
                       "--output", unfinished + "/"]
            result = subprocess.run(command, env=self.environment(), capture_output=True, text=True, errors="replace",
                                    check=False)
            if result.returncode != 0 or "is not explained" in result.stderr:
                raise CompileError(f"{shlex.join(command)} exited with {result.returncode}:\n{result.stderr}")
            with contextlib.suppress(OSError):  # Another test run was faster.
                os.rename(unfinished, folder)
            shutil.rmtree(unfinished, ignore_errors=True)
        return folder

    def _digest(self, files, flags):
        digest = self._base.copy()
        for path in files:
            with open(path, "rb") as file:
                digest.update(os.path.abspath(path).encode() + b"\0" + file.read() + b"\0")
        digest.update(repr(list(flags)).encode())
        return digest.hexdigest()[:16]

    @staticmethod
    def _outdated(pattern):
        """What older sources or tools have made, unless it is so young that another test run may use it."""
        for path in glob.glob(pattern):
            with contextlib.suppress(FileNotFoundError):
                if os.path.getmtime(path) < time.time() - 600:
                    yield path

    def kept_reports(self):
        """A folder for reports that these tools have written, which test_reports.py reads; those of others go."""
        if self._kept is None:
            name = "reports-" + self._base.hexdigest()[:16]
            for outdated in glob.glob(os.path.join(self.cache, "reports-*")):
                if os.path.basename(outdated) != name:
                    shutil.rmtree(outdated, ignore_errors=True)
            self._kept = os.path.join(self.cache, name)
            os.makedirs(self._kept, exist_ok=True)
        return self._kept

    def run(self, binary, args=(), options="", limit=60, keep=None):
        """Runs a checked binary with `options` in FENCEPOST_OPTIONS. Past `limit` seconds its exit status is None. The
        report is kept under the name `keep`, if there is one."""
        with tempfile.TemporaryDirectory() as folder:
            report_path = os.path.join(folder, "report.json")
            environment = self.environment(f"--report {report_path} {options}".strip())
            with subprocess.Popen([binary, *args], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, errors="replace") as process:
                try:
                    stdout, stderr = process.communicate(timeout=limit)
                    status = process.returncode
                except subprocess.TimeoutExpired:
                    process.kill()
                    stdout, stderr = process.communicate()
                    status = None
            report = None
            if os.path.exists(report_path):
                with open(report_path, encoding="utf-8") as file:
                    report = json.load(file)
                if keep is not None:
                    kept = os.path.join(self.kept_reports(), keep + ".json")
                    shutil.copyfile(report_path, kept + ".new")
                    os.replace(kept + ".new", kept)
        return Run(status, stdout, stderr, report)


def comparable(report):
    """The text of a report without what may differ between two equal runs."""
    summary = {key: value for key, value in report["summary"].items() if key != "seconds"}
    findings = [{key: value for key, value in finding.items() if key != "seed"} for finding in report["findings"]]
    return json.dumps({**report, "summary": summary, "findings": findings}, indent=1)


def argument_parser(description):
    """The options that all test programs of this folder share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--build-dir", default=os.path.join(ROOT, "build"), help="where bin/fencepost-nvcc is")
    parser.add_argument("--compiler", default=os.environ.get("FENCEPOST_CXX", "g++"), help="of plain C++: g++ (default) or clang++")
    parser.add_argument("--filter", default="", help="only tests whose name matches this regular expression")
    parser.add_argument("--parallel", type=int, default=2, help="how many tests to run at once")
    return parser


class Skipped(str):
    """Why a test was not run."""


class Tally:
    """Counts tests, prints the failed and skipped ones, ends with the line `N passed, N failed`."""

    ONLY_SKIPPED = 77  # As tests/CMakeLists.txt tells CTest.

    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def add(self, name, mistakes):
        if isinstance(mistakes, Skipped):
            self.skipped += 1
            print(f"skipped {name}: {mistakes}")
        elif mistakes:
            self.failed += 1
            print(f"FAIL {name}")
            for mistake in mistakes:
                print("     " + mistake.rstrip().replace("\n", "\n     "))
            sys.stdout.flush()
        else:
            self.passed += 1

    def finish(self):
        """Prints the last line; returns the exit status of the test program."""
        print(f"{self.passed} passed, {self.failed} failed" + (f", {self.skipped} skipped" if self.skipped else ""))
        if self.skipped and not self.passed and not self.failed:
            return self.ONLY_SKIPPED
        return 1 if self.failed or not self.passed else 0


def run_tests(tests, description):
    """Runs functions (tools, folder) that return their mistakes, each in a new folder, and named as its words. The exit
    status of the script."""
    options = argument_parser(description.splitlines()[0]).parse_args()
    tools = Tools(options.build_dir, options.compiler)
    tally = Tally()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # By `./dev test &` of a script; programs would inherit it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for test in tests:
        name = test.__name__.replace("_", " ")
        if re.search(options.filter, name):
            with tempfile.TemporaryDirectory() as folder:
                tally.add(name, test(tools, folder))
    return tally.finish()
