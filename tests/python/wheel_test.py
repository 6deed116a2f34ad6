"""What python/build_wheel.py and bundle.py make of an installed tree, which has links, and what a wheel can hold, which has none."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "python"))
try:
    import build_wheel
    import bundle
except ImportError:
    raise unittest.SkipTest("the module wheel is not installed")


class Links(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = Path(folder.name)
        for name, text in (("bin/fencepost-nvcc", "#!/bin/sh\necho compiler \"$@\"\n"), ("include/a.h", "int a;\n"),
                           ("lib/libx.a", "!<arch>\n" + 100 * "x"), ("lib/toolkit/lib64/script.a", "INPUT(libx.a)\n")):
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            (self.tree / name).write_text(text, encoding="utf-8")
        (self.tree / "bin/fencepost-nvcc").chmod(0o755)
        (self.tree / "lib/toolkit/bin").mkdir()
        for link, target in (("lib/toolkit/lib64/libx.a", "../../libx.a"), ("lib/toolkit/lib64/b.so", "script.a"),
                             ("lib/toolkit/lib", "lib64"), ("lib/toolkit/include", "../../include"),
                             ("lib/toolkit/bin/nvcc", "../../../bin/fencepost-nvcc")):
            (self.tree / link).symlink_to(target)
        build_wheel.replace_links(self.tree)

    def test_none_are_left(self):
        self.assertEqual([path for path in self.tree.rglob("*") if path.is_symlink()], [])

    def test_headers_and_scripts_are_copied_and_archives_are_not(self):
        toolkit = self.tree / "lib/toolkit"
        self.assertEqual((toolkit / "include/a.h").read_text(encoding="utf-8"), "int a;\n")
        for folder in ("lib", "lib64"):
            self.assertEqual((toolkit / folder / "libx.a").read_text(encoding="utf-8"), "INPUT(../../libx.a)\n")
            self.assertEqual((toolkit / folder / "b.so").read_text(encoding="utf-8"), "INPUT(libx.a)\n")

    def test_the_compiler_is_found_wherever_the_tree_is(self):
        moved = self.tree / "moved"
        moved.mkdir()
        for name in ("bin", "lib"):
            (self.tree / name).rename(moved / name)
        told = subprocess.run([str(moved / "lib/toolkit/bin/nvcc"), "a b"], stdout=subprocess.PIPE, text=True, check=True)
        self.assertEqual(told.stdout, "compiler a b\n")


class Libraries(unittest.TestCase):
    def test_the_systems_are_not_bundled(self):
        names = bundle.needed_libraries(Path(os.environ["FENCEPOST_BIN"], "fencepost"))
        self.assertTrue({"libtbb.so.12", "libz3.so.4"} <= set(names), names)
        self.assertFalse({"libc.so.6", "libstdc++.so.6", "libm.so.6", "libgcc_s.so.1"} & set(names))

    def test_headers_of_other_machines_are_left_out(self):
        self.assertTrue(all(bundle.OTHER_MACHINES.match(name) for name in ("arm_neon.h", "altivec.h", "cuda_wrappers")))
        self.assertFalse(any(bundle.OTHER_MACHINES.match(name) for name in ("stddef.h", "immintrin.h", "avxintrin.h")))
