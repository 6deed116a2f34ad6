#!/usr/bin/env python3
"""Makes the Python wheel of an installed tree.

usage: build_wheel.py TREE NVCC VERSION FOLDER

TREE and NVCC as bundle.py has them; the tree is consumed. The wheel goes to FOLDER; its name is printed. It holds the package
beside this script and, in fencepost/tools, the tree.

A wheel has no symbolic links. Links to headers become copies, those to archives and to libraries without a version linker scripts.
"""
from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from wheel.wheelfile import WheelFile  # python3-wheel

from bundle import bundle


def replace_links(tree: Path) -> None:
    """Of files and folders: by copies, of archives by scripts for the linker, of programs by scripts for the shell."""
    links = [path for folder, folders, files in os.walk(tree) for name in folders + files
             if (path := Path(folder, name)).is_symlink()]
    for link in sorted(links, key=lambda link: link.resolve().is_dir()):  # What is in a folder, and then the folder.
        target = link.resolve()
        link.unlink()
        place = os.path.relpath(target, link.parent)
        if link.name in ("nvcc", "hipcc"):
            link.write_text(f'#!/bin/sh\nexec "$(dirname "$(readlink -f "$0")")/{place}" "$@"\n')
            link.chmod(0o755)
        elif link.suffix == ".a" and target.read_bytes()[:8] == b"!<arch>\n":
            link.write_text(f"INPUT({place})\n")
        elif link.suffix == ".so" and target.read_bytes()[:4] == b"\x7fELF":  # For the linker; programs want a version behind it.
            link.write_text(f"INPUT({place})\n")
        elif target.is_dir():
            shutil.copytree(target, link)
        else:
            shutil.copy(target, link)


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
fencepost-hipcc = fencepost._launch:fencepost_hipcc

[pytest11]
fencepost = fencepost._pytest_plugin
""")


def main() -> int:
    if len(sys.argv) != 5:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    tree, nvcc, version, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4])
    for unused in ("share/man", "share/doc/fencepost/docs"):
        shutil.rmtree(tree / unused, ignore_errors=True)
    platform = bundle(tree, nvcc)
    replace_links(tree)
    root = tree.parent / (tree.name + "-wheel")
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(Path(__file__).parent / "fencepost", root / "fencepost",
                    ignore=shutil.ignore_patterns("__pycache__"))
    tree.rename(root / "fencepost/tools")
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
