"""The lessons as notebooks: they are valid, run from top to bottom, and show what the lessons say."""
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LESSONS = ROOT / "examples" / "lessons"
HAS_JUPYTER = all(importlib.util.find_spec(name) for name in ("nbclient", "nbformat", "ipykernel"))


def without_times(text: str) -> str:
    return re.sub(r"\(\d+\.\d+ s\)|in \d+\.\d+ s|\d+\.\d+ s", "(time)", text)


def sessions_of(readme: str) -> list[str]:
    """What the commands of each block print."""
    blocks = re.findall(r"^```\n(\$ .*?)^```\n", readme, re.M | re.S)
    return ["".join(line for line in block.splitlines(keepends=True) if not line.startswith("$ ")) for block in blocks]


@unittest.skipUnless(HAS_JUPYTER, "python3-nbclient or python3-ipykernel is not installed")
class Lessons(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        cls.addClassCleanup(cls.place.cleanup)
        cls.folder = Path(cls.place.name) / "lessons"
        cls.result = subprocess.run([sys.executable, LESSONS / "notebooks.py", cls.folder], capture_output=True, text=True,
                                    check=False)
        os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # It warns of how Debian builds Python.
        os.environ["PATH"] = os.environ["FENCEPOST_BIN"] + os.pathsep + os.environ["PATH"]

    def test_each_lesson_is_one(self):
        self.assertEqual((self.result.returncode, self.result.stderr), (0, ""))
        names = {lesson.parent.name for lesson in LESSONS.glob("*/README.md")}
        self.assertEqual({path.stem for path in self.folder.glob("*/*.ipynb")}, names)
        self.assertGreaterEqual(len(names), 10)

    def test_they_run_and_show_what_the_lessons_say(self):
        import nbclient  # pylint: disable=import-outside-toplevel
        import nbformat  # pylint: disable=import-outside-toplevel
        for path in sorted(self.folder.glob("*/*.ipynb")):
            with self.subTest(path.stem):
                notebook = nbformat.read(path, as_version=4)
                nbformat.validate(notebook)
                nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
                # The lesson's own sessions, not what the reader is to try.
                shown = ["".join(output.get("text", "") for output in cell["outputs"]) for cell in notebook.cells
                         if cell["cell_type"] == "code" and cell["source"].startswith("%%bash")]
                wanted = sessions_of((path.parent / "README.md").read_text(encoding="utf-8"))
                self.assertEqual(len(shown), len(wanted))
                for got, expected in zip(shown, wanted):
                    lines = without_times(got).split("\n")
                    missing = [line for line in without_times(expected).split("\n")
                               if not any(re.fullmatch(re.escape(line).replace("…", ".*"), other) for other in lines)]
                    self.assertEqual(missing, [], got)

    def test_the_readers_own_cell_comes_before_the_way_that_is_shown(self):
        notebook = json.loads((self.folder / "04_a_barrier_for_all" / "04_a_barrier_for_all.ipynb").read_text(encoding="utf-8"))
        sources = ["".join(cell["source"]) for cell in notebook["cells"]]
        mine, one_way, sed = (next(i for i, text in enumerate(sources) if text.startswith(begin))
                              for begin in ("**Your turn.**", "**One way.**", "%%bash\nsed -i"))
        self.assertTrue(mine < one_way < sed)
        self.assertEqual(sources[mine + 1], "!fencepost run lesson.cu")

    def test_a_folder_that_exists_is_left_alone(self):
        again = subprocess.run([sys.executable, LESSONS / "notebooks.py", self.folder], capture_output=True, text=True,
                               check=False)
        self.assertEqual(again.returncode, 1)
        self.assertIn("File exists", again.stderr)


if __name__ == "__main__":
    unittest.main()
