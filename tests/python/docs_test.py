"""What docs/python.md shows is what happens."""
import doctest
import os
import unittest
from pathlib import Path

try:
    import numpy  # noqa: F401
except ImportError:
    raise unittest.SkipTest("NumPy is not installed")

ROOT = Path(__file__).resolve().parent.parent.parent


class Document(unittest.TestCase):
    def test_its_examples_print_what_it_says(self):
        os.chdir(ROOT)
        failed, tried = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
        self.assertEqual(failed, 0)
        self.assertGreater(tried, 10)
