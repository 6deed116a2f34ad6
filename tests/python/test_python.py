#!/usr/bin/env python3
"""The Python package, python/fencepost, against the programs of a build folder.

usage: test_python.py --build-dir BUILD [--compiler CXX] [--parallel N] [unittest's words]
Tests of `fencepost.Kernel` are skipped without NumPy, those of the cell magic without IPython, and so on.
"""
import argparse
import importlib.util
import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def go_on_with_numpy() -> None:
    """Where another Python is in front of Debian's, which has the packages that ./dev installs, in that one."""
    debians = "/usr/bin/python3"
    if importlib.util.find_spec("numpy") is None and os.path.realpath(sys.executable) != os.path.realpath(debians):
        if subprocess.run([debians, "-c", "import numpy"], stderr=subprocess.DEVNULL, check=False).returncode == 0:
            os.execv(debians, [debians, *sys.argv])


def main() -> int:
    if os.path.exists("/usr/bin/python3"):
        go_on_with_numpy()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build-dir", required=True)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--parallel")  # As the others' have it: these run one after the other.
    options, rest = parser.parse_known_args()
    build = Path(options.build_dir).resolve()
    if not (build / "bin" / "fencepost-nvcc").exists():
        sys.exit(f"{build}/bin/fencepost-nvcc does not exist; build it first: ./dev build")
    os.environ.update(FENCEPOST_BIN=str(build / "bin"), FENCEPOST_CXX=options.compiler,
                      XDG_CACHE_HOME=str(build / "cache"), FENCEPOST_CACHE_SIZE="4G",
                      PYTHONPATH=str(ROOT / "python"), PYTHONDONTWRITEBYTECODE="1")
    os.environ.pop("FENCEPOST_OPTIONS", None)
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(ROOT / "python"))
    sys.path.insert(0, str(Path(__file__).parent))
    os.chdir(ROOT)
    return 0 if unittest.main(module=None, argv=[sys.argv[0], "discover", "-s", str(Path(__file__).parent), "-p", "*_test.py",
                                                 *rest], exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
