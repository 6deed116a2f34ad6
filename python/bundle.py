#!/usr/bin/env python3
"""Makes an installed tree self-contained: what the Python wheel and the archive hold.

usage: bundle.py TREE NVCC

TREE: what `cmake --install` made; it is changed. NVCC: fencepost-nvcc with clang and LLVM inside. The shared libraries and
clang's headers that the tree needs come into it, so that of the system it wants what `fencepost doctor` lists, and nothing
else; it can be moved. The name of the oldest C library it runs with is printed, "manylinux_2_34_x86_64".
"""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

# What every system with a C++ compiler has in the version that its compiler needs.
SYSTEM_LIBRARIES = re.compile(r"(libc|libm|libdl|librt|libpthread|libstdc\+\+|libgcc_s|ld-linux-x86-64|linux-vdso)\.so")
# What the linker script of the runtime names (cmake/toolkit.cmake).
RUNTIME_LIBRARIES = ("boost_context", "tbb", "dw", "elf")
CLANG_HEADERS = Path("/usr/lib/llvm-19/lib/clang/19/include")
OTHER_MACHINES = re.compile(r"(arm|riscv|hexagon|hvx|altivec|s390|vec|htm|ppc|wasm|velintrin|opencl|openmp|hlsl|sifive|larch|"
                            r"lasx|lsx|lsxintrin|amd|msa|fuzzer|orc|profile|sanitizer|xray|llvm_libc|cuda_wrappers|ppc_wrappers)")


def output_of(*command: str | Path) -> str:
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout


def needed_libraries(file: Path) -> dict[str, Path]:
    """The shared libraries that the loader brings with it, but for the system's, by the name that is asked for."""
    found = {}
    for name, path in re.findall(r"(\S+) => (/\S+)", output_of("ldd", file)):
        if not SYSTEM_LIBRARIES.match(name):
            found[name] = Path(path)
    return found


def bundle_libraries(tree: Path) -> None:
    """The programs' and the runtime's shared libraries; each finds the others beside itself."""
    bundled = tree / "lib/fencepost/bundled"
    bundled.mkdir(parents=True)
    program = tree / "bin/fencepost"
    libraries = needed_libraries(program)
    for name, path in libraries.items():
        shutil.copy(path.resolve(), bundled / name)
        subprocess.run(["patchelf", "--set-rpath", "$ORIGIN", str(bundled / name)], check=True)
    subprocess.run(["patchelf", "--set-rpath", "$ORIGIN/../lib/fencepost/bundled", str(program)], check=True)
    for name, place in (("cuda", "$ORIGIN/../../bundled"), ("name", "$ORIGIN")):
        library = tree / f"lib/fencepost/shared-toolkit/lib64/libfencepost_{name}.so"
        subprocess.run(["patchelf", "--set-rpath", place, str(library)], check=True)
    script = tree / "lib/fencepost/toolkit/lib64/libcudart_static.a"
    text = script.read_text()
    for library in RUNTIME_LIBRARIES:
        file, = (name for name in libraries if re.match(rf"lib{library}\.so", name))
        text = text.replace(f"-l{library} ", f"../../bundled/{file} ")
    script.write_text(text)


def add_clang_headers(tree: Path) -> None:
    def of_others(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if OTHER_MACHINES.match(name)]
    shutil.copytree(CLANG_HEADERS, tree / "lib/clang/19/include", ignore=of_others)


def strip(tree: Path) -> None:
    for archive in (tree / "lib").glob("*.a"):
        subprocess.run(["strip", "--strip-debug", "--remove-section=.comment", "--enable-deterministic-archives",
                        str(archive)], check=True)
    libraries = (tree / "lib/fencepost/shared-toolkit/lib64").glob("libfencepost_*.so")
    for program in (tree / "bin/fencepost", *libraries):
        subprocess.run(["strip", "--strip-unneeded", "--remove-section=.comment", str(program)], check=True)


def platform_of(tree: Path) -> str:
    """The oldest C library that has all that the programs and libraries ask for, as a wheel's platform."""
    newest = (2, 17)
    programs = (tree / "bin" / name for name in ("fencepost", "fencepost-nvcc"))  # The others are scripts for the shell.
    shared = tree / "lib/fencepost/shared-toolkit/lib64/libfencepost_cuda.so"
    for file in [*programs, shared, *(tree / "lib/fencepost/bundled").iterdir()]:
        for version in re.findall(r"GLIBC_2\.(\d+)", output_of("objdump", "-T", file)):
            newest = max(newest, (2, int(version)))
    return f"manylinux_2_{newest[1]}_x86_64"


def bundle(tree: Path, nvcc: Path) -> str:
    """Returns what platform_of() says of it."""
    (tree / "bin/fencepost-nvcc").unlink()
    shutil.copy(nvcc, tree / "bin/fencepost-nvcc")
    strip(tree)
    bundle_libraries(tree)
    add_clang_headers(tree)
    return platform_of(tree)


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    print(bundle(Path(sys.argv[1]).resolve(), Path(sys.argv[2])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
