"""Runs CUDA C++ programs on the CPU, without a GPU, and finds the races in their kernels.

    report = fencepost.run("app.cu", args=["64"])
    print(report)

    scale = fencepost.Kernel("scale.cu", "scale")
    report = scale[4, 256](x, 2.0, x.size)      # x: a NumPy array, changed in place

NumPy is needed by `Kernel` alone, and imported by the first call.
"""
from __future__ import annotations

from fencepost._commands import (Drawing, Proof, ProvedKernel, Sweep, Verdict, assert_clean, permissions, prove, run,
                                 sweep)
from fencepost._kernel import Kernel
from fencepost._worker import LaunchError
from fencepost._report import Access, CompileError, FencepostError, Finding, Location, Report, UsageError
__version__ = "0.1.0"


def load_ipython_extension(ipython: object) -> None:
    """`%load_ext fencepost`: the cell magic `%%fencepost`."""
    from fencepost._magic import register

    register(ipython)


__all__ = ["Access", "CompileError", "Drawing", "FencepostError", "Finding", "Kernel", "LaunchError", "Location", "Proof",
           "ProvedKernel", "Report", "Sweep", "UsageError", "Verdict", "__version__", "assert_clean", "permissions",
           "prove", "run", "sweep"]
