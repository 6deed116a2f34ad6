"""fencepost.run, permissions, prove, sweep and assert_clean."""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import fencepost
from fencepost._tools import program

BUG, FIX = "examples/missing_barrier/bug.cu", "examples/missing_barrier/fix.cu"
RACE = """__global__ void sum(int* total) { *total += 1; }
int main() {
  int* total;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  sum<<<1, 32>>>(total);
  cudaDeviceSynchronize();
}
"""


class Run(unittest.TestCase):
    def test_a_race_has_both_lines(self):
        report = fencepost.run(BUG)
        self.assertEqual(report.exit_status, 66)
        self.assertFalse(report)
        finding, = report.findings
        self.assertEqual((finding.kind, finding.severity, finding.element), ("race", "error", "tile[0]"))
        self.assertEqual([(access.kind, Path(access.location.file).name, access.location.line) for access in finding.accesses],
                         [("write", "bug.cu", 8), ("read", "bug.cu", 9)])
        self.assertEqual(finding.accesses[1].thread, (63, 0, 0))
        self.assertEqual(report.errors, report.findings)
        self.assertEqual(report.warnings, ())
        self.assertIn("error: race on tile[0] (shared, 4 bytes) in reverse(int*)", str(report))
        self.assertIn("1 error, 0 warnings", str(report))
        self.assertEqual(repr(report), "<fencepost.Report: 1 error, 0 warnings, exit status 66>")
        self.assertEqual(report.stdout, "data[0] is -1\n")
        self.assertIn("<b style=\"color:#b3261e\">1 error, 0 warnings</b>", report._repr_html_())
        self.assertIn("tile[63 - t]", report._repr_html_())

    def test_a_correct_program_has_none(self):
        report = fencepost.run(FIX)
        self.assertTrue(report)
        self.assertEqual((report.exit_status, report.findings), (0, ()))
        self.assertIn("no findings", report._repr_html_())

    def test_arguments_and_options_reach_the_program_and_the_compiler(self):
        report = fencepost.run("kernels/kogge_stone.cu", args=[16], options=["--jobs", "1"])
        self.assertIn("16 elements", report.stdout)
        source = "#include <cstdio>\nint main() { printf(\"%d\\n\", SIZE); }\n"
        self.assertEqual(fencepost.run(source, options=["-DSIZE=7", "--allow-no-launch"]).stdout, "7\n")

    def test_text_of_a_program_is_named_without_its_folder(self):
        finding, = fencepost.run(RACE).findings
        self.assertEqual(str(finding.accesses[0].location), "source.cu:1")
        self.assertNotIn("/source.cu", str(fencepost.run(RACE)))
        with tempfile.TemporaryDirectory(dir=".") as folder, mock.patch("tempfile.tempdir", os.path.abspath(folder)):
            self.assertIn("  write   source.cu:1 ", str(fencepost.run(RACE)))

    def test_html_is_escaped(self):
        report = fencepost.run(RACE.replace("*total += 1", "\n  if (threadIdx.x < 2 && true) *total += 1"))
        self.assertIn("threadIdx.x &lt; 2 &amp;&amp;", report._repr_html_())
        self.assertNotIn("threadIdx.x < 2", report._repr_html_())

    def test_a_source_with_a_mistake_raises_the_compilers_words(self):
        with self.assertRaises(fencepost.CompileError) as caught:
            fencepost.run("int main() { return missing; }\n")
        self.assertIn("source.cu:1:21: error: use of undeclared identifier 'missing'", str(caught.exception))
        self.assertIn("^", str(caught.exception))

    def test_wrong_words_raise(self):
        with self.assertRaisesRegex(fencepost.UsageError, "--no-such-option"):
            fencepost.run(FIX, options=["--no-such-option"])
        with self.assertRaisesRegex(FileNotFoundError, "nowhere.cu: no such file"):
            fencepost.run("nowhere.cu")
        with self.assertRaisesRegex(FileNotFoundError, "is a folder"):
            fencepost.run("examples")
        with self.assertRaisesRegex(TypeError, "args is a list of words"):
            fencepost.run(FIX, args="8")

    def test_the_programs_own_exit_status_is_no_error(self):
        report = fencepost.run("__global__ void f() {}\nint main() { f<<<1, 1>>>(); return cudaDeviceSynchronize() + 3; }\n")
        self.assertEqual((report.exit_status, report.findings), (3, ()))

    def test_pandas_has_a_row_for_each_finding(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            with self.assertRaises(ImportError):
                fencepost.run(BUG).to_pandas()
            return
        frame = fencepost.run(BUG).to_pandas()
        self.assertEqual(len(frame), 1)
        self.assertEqual(frame["element"][0], "tile[0]")

    def test_the_version_is_that_of_the_programs(self):
        told = subprocess.run([program("fencepost"), "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertRegex(told, rf"^fencepost {re.escape(fencepost.__version__)} \(.*LLVM \d+\.\d+\.\d+\)\n$")


class AssertClean(unittest.TestCase):
    def test_a_clean_program_passes(self):
        self.assertEqual(fencepost.assert_clean(FIX).exit_status, 0)

    def test_a_race_fails_with_the_report(self):
        with self.assertRaisesRegex(AssertionError, "race on tile"):
            fencepost.assert_clean(BUG)
        with self.assertRaisesRegex(AssertionError, "race on tile"):
            fencepost.assert_clean(fencepost.run(BUG))

    def test_nothing_launched_fails(self):
        with self.assertRaisesRegex(AssertionError, "no kernel was launched"):
            fencepost.assert_clean("int main() { return 0; }\n")

    def test_another_exit_status_fails(self):
        with self.assertRaisesRegex(AssertionError, "exit status 7"):
            fencepost.assert_clean("__global__ void f() {}\nint main() { f<<<1, 1>>>(); return cudaDeviceSynchronize() + 7; }\n")


class Others(unittest.TestCase):
    def test_permissions_are_drawn_and_told(self):
        drawing = fencepost.permissions("kernels/kogge_stone.cu", "Output", [4])
        self.assertIn("Wt1", str(drawing))
        self.assertTrue(drawing._repr_svg_().startswith("<svg"))
        array, = drawing.arrays
        self.assertEqual((array["array"], array["elements"]), ("Output", 4))
        self.assertEqual(array["intervals"][1]["cells"][0], {"element": 1, "write": [1], "read": []})
        self.assertEqual((drawing.report.exit_status, repr(drawing)), (0, "<fencepost.Drawing of Output>"))

    def test_permissions_of_no_such_array_raise(self):
        with self.assertRaisesRegex(fencepost.UsageError, "Outptu"):
            fencepost.permissions("kernels/kogge_stone.cu", "Outptu", [4])

    def test_a_kernel_is_proved_or_not(self):
        good = fencepost.prove("__global__ void fill(int* a, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                               "  if (i < n) a[i] = 1;\n}\n", options=["--no-run"])
        bad = fencepost.prove("__global__ void fill(int* a) {\n  a[0] = threadIdx.x;\n}\n", options=["--no-run"])
        self.assertTrue(good.kernels[0].proved, good.text)
        self.assertEqual(good.kernels[0].kernel, "fill")
        self.assertFalse(bad)
        self.assertFalse(bad.kernels[0].proved)

    def test_a_sweep_has_table_and_report(self):
        source = "tests/programs/parts/sweep.cu"
        swept = fencepost.sweep(source, {"N": [49, 50], "BLOCKS": "32"}, ["{N}", "{BLOCKS}"])
        self.assertIn("BLOCKS", swept.table)
        self.assertEqual(swept.report.summary["runs"], 2)
        self.assertFalse(swept)
        self.assertEqual(swept.report.findings[0].kind, "race")
        with self.assertRaises(fencepost.UsageError):
            fencepost.sweep(source, {})
