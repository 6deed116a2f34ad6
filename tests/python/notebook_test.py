"""The cell magic, and the plugin of pytest."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import commands_test


class CellMagic(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        try:
            from IPython.core.interactiveshell import InteractiveShell
            from IPython.utils.capture import capture_output
        except ImportError:
            raise unittest.SkipTest("IPython is not installed") from None
        cls.shell = InteractiveShell.instance()
        cls.shell.run_line_magic("load_ext", "fencepost")
        cls.capture = staticmethod(capture_output)

    def run_cell(self, line, cell):
        with self.capture() as captured:
            self.shell.run_cell_magic("fencepost", line, cell)
        return captured

    def test_output_report_and_drawing_are_shown(self):
        root = Path(__file__).resolve().parent.parent.parent
        shown = self.run_cell(f"-I {root}/kernels --permissions Output -- 4",
                              (root / "kernels/kogge_stone.cu").read_text(encoding="utf-8"))
        self.assertIn("scan of 4 elements is right", shown.stdout)
        report, drawing = shown.outputs
        self.assertIn("no findings", report.data["text/html"])
        self.assertIn("<svg", drawing.data["image/svg+xml"])

    def test_a_mistake_is_shown_with_its_caret(self):
        shown = self.run_cell("", "int main() { return missing; }\n")
        self.assertIn("source.cu:1:21: error: use of undeclared identifier 'missing'", shown.stderr)
        self.assertEqual(shown.outputs, [])

    def test_a_missing_name_is_told(self):
        self.assertIn("lacks the name of an array", self.run_cell("--permissions", "int main() {}\n").stderr)


class PytestPlugin(unittest.TestCase):
    def run_pytest(self, text, *words):
        try:
            import pytest  # noqa: F401
        except ImportError:
            self.skipTest("pytest is not installed")
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "test_it.py").write_text(text, encoding="utf-8")
            result = subprocess.run([sys.executable, "-m", "pytest", "-p", "fencepost._pytest_plugin", "-p", "no:cacheprovider",
                                     "-q", "test_it.py", *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                    text=True, check=False, stdin=subprocess.DEVNULL)
            report = Path(folder, "all.json")
            return result, json.loads(report.read_text(encoding="utf-8")) if report.exists() else None

    def test_one_report_of_all_runs(self):
        root = Path(__file__).resolve().parent.parent.parent / "examples/missing_barrier"
        result, report = self.run_pytest(
            f"import fencepost\ndef test_fix(): fencepost.assert_clean({str(root / 'fix.cu')!r})\n"
            f"def test_bug(): fencepost.assert_clean({str(root / 'bug.cu')!r})\n", "--fencepost-report", "all.json")
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertIn("1 failed, 1 passed", result.stdout)
        self.assertIn("race on tile[0]", result.stdout)
        self.assertIn("2 runs in all.json", result.stdout)
        self.assertEqual(report["summary"]["errors"], 1)
        self.assertEqual(report["summary"]["launches"], 2)

    def test_no_run_no_report(self):
        result, report = self.run_pytest("def test_nothing(): pass\n", "--fencepost-report", "all.json")
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertIn("no checked run, no report", result.stdout)
        self.assertIsNone(report)


class Launcher(unittest.TestCase):
    def test_the_commands_take_words_and_status_along(self):
        def command(*words, **more):
            return subprocess.run([sys.executable, "-c", "from fencepost._launch import fencepost; fencepost()", *words],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                                  env={**os.environ, **more})

        self.assertIn("race on tile[0]", command("run", commands_test.BUG).stderr)
        self.assertEqual(command("run", commands_test.BUG).returncode, 66)
        lost = command("run", "x.cu", FENCEPOST_BIN="/nowhere")
        self.assertEqual(lost.returncode, 1)
        self.assertIn("there is no /nowhere/fencepost: the folder that FENCEPOST_BIN names", lost.stderr)
