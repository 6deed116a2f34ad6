#!/usr/bin/env python3
"""Makes the Python wheel of an installed tree.

usage: build_wheel.py TREE NVCC VERSION FOLDER

TREE: what `cmake --install` made; it is changed. NVCC: fencepost-nvcc with clang and LLVM inside. The wheel goes to FOLDER;
its name is printed. It holds the package beside this script and, in fencepost/tools, the tree with the shared libraries
and clang's headers that it needs, so that of the system it wants what `fencepost doctor` lists, and nothing else.

A wheel has no symbolic links. Links to headers become copies, those to archives linker scripts.
"""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from wheel.wheelfile import WheelFile  # python3-wheel

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
    script = tree / "lib/fencepost/toolkit/lib64/libcudart_static.a"
    text = script.read_text()
    for library in RUNTIME_LIBRARIES:
        file, = (name for name in libraries if re.match(rf"lib{library}\.so", name))
        text = text.replace(f"-l{library} ", f"../../bundled/{file} ")
    script.write_text(text)


def replace_links(tree: Path) -> None:
    """Of files and folders: by copies, of archives by scripts for the linker, of programs by scripts for the shell."""
    links = [path for folder, folders, files in os.walk(tree) for name in folders + files
             if (path := Path(folder, name)).is_symlink()]
    for link in sorted(links, key=lambda link: link.resolve().is_dir()):  # What is in a folder, and then the folder.
        target = link.resolve()
        link.unlink()
        place = os.path.relpath(target, link.parent)
        if link.name == "nvcc":
            link.write_text(f'#!/bin/sh\nexec "$(dirname "$(readlink -f "$0")")/{place}" "$@"\n')
            link.chmod(0o755)
        elif link.suffix == ".a" and target.read_bytes()[:8] == b"!<arch>\n":
            link.write_text(f"INPUT({place})\n")
        elif target.is_dir():
            shutil.copytree(target, link)
        else:
            shutil.copy(target, link)


def add_clang_headers(tree: Path) -> None:
    def of_others(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if OTHER_MACHINES.match(name)]
    shutil.copytree(CLANG_HEADERS, tree / "lib/clang/19/include", ignore=of_others)


def strip(tree: Path) -> None:
    for archive in (tree / "lib").glob("*.a"):
        subprocess.run(["strip", "--strip-debug", "--remove-section=.comment", "--enable-deterministic-archives",
                        str(archive)], check=True)
    subprocess.run(["strip", "--strip-unneeded", "--remove-section=.comment", str(tree / "bin/fencepost")], check=True)


def platform_of(tree: Path) -> str:
    """The oldest C library that has all that the programs and libraries ask for, as a wheel's platform."""
    newest = (2, 17)
    for file in [*(tree / "bin").iterdir(), *(tree / "lib/fencepost/bundled").iterdir()]:
        for version in re.findall(r"GLIBC_2\.(\d+)", output_of("objdump", "-T", file)):
            newest = max(newest, (2, int(version)))
    return f"manylinux_2_{newest[1]}_x86_64"


def write_metadata(root: Path, version: str, platform: str) -> None:
    folder = root / f"fencepost-{version}.dist-info"
    folder.mkdir()
    shutil.copy(Path(__file__).parent.parent / "LICENSE", folder / "LICENSE")
    (folder / "METADATA").write_text(f"""Metadata-Version: 2.1
Name: fencepost
Version: {version}
Summary: Runs CUDA C++ programs on the CPU, without a GPU, and finds their races
License: Apache-2.0
Classifier: License :: OSI Approved :: Apache Software License
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Software Development :: Debuggers
Classifier: Typing :: Typed
Requires-Python: >=3.9
Provides-Extra: numpy
Requires-Dist: numpy ; extra == 'numpy'
Description-Content-Type: text/markdown

`fencepost run app.cu` compiles a CUDA program for the CPU, runs it, and reports the data races, barrier mistakes and memory
bugs of its kernels. `fencepost doctor` says what the system lacks for that. In Python: `import fencepost`.
""", encoding="utf-8")
    (folder / "WHEEL").write_text(f"""Wheel-Version: 1.0
Generator: fencepost
Root-Is-Purelib: false
Tag: py3-none-{platform}
""")
    (folder / "entry_points.txt").write_text("""[console_scripts]
fencepost = fencepost._launch:fencepost
fencepost-nvcc = fencepost._launch:fencepost_nvcc

[pytest11]
fencepost = fencepost._pytest_plugin
""")


def main() -> int:
    if len(sys.argv) != 5:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    tree, nvcc, version, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4])
    (tree / "bin/fencepost-nvcc").unlink()
    shutil.copy(nvcc, tree / "bin/fencepost-nvcc")
    for unused in ("share/man", "share/doc/fencepost/docs"):
        shutil.rmtree(tree / unused, ignore_errors=True)
    strip(tree)
    bundle_libraries(tree)
    replace_links(tree)
    add_clang_headers(tree)
    root = tree.parent / (tree.name + "-wheel")
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(Path(__file__).parent / "fencepost", root / "fencepost",
                    ignore=shutil.ignore_patterns("__pycache__"))
    tree.rename(root / "fencepost/tools")
    platform = platform_of(root / "fencepost/tools")
    write_metadata(root, version, platform)
    folder.mkdir(exist_ok=True)
    name = folder / f"fencepost-{version}-py3-none-{platform}.whl"
    with WheelFile(str(name), "w") as wheel:
        wheel.write_files(str(root))
    shutil.rmtree(root)
    print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
