"""Tests of pages in headless Chromium: what they check with, and the run of them."""

import os
import re
import tempfile

from browser import browser, missing
from harness import ROOT, Skipped, Tally, Tools, argument_parser

PARTS = os.path.join(ROOT, "tests", "programs", "parts")

TEXTS = "return [...document.querySelectorAll(arguments[0])].map((element) => element.textContent)"
VISIBLE = "return document.querySelector(arguments[0]).checkVisibility()"
STATE = ("return [document.getElementById('count').textContent, document.querySelector('#detail h2').textContent, "
         "location.hash]")
# The least contrast of small text against what it stands on (WCAG 2.1, 1.4.3), and the text.
CONTRAST = """
const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const pixel = (colours) => {
  canvas.clearRect(0, 0, 1, 1);
  for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
  const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => channel(value / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
let least = [99, ''];
const walker = document.createTreeWalker(document.getElementById('app'), NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.textContent.trim() || !element.checkVisibility() || element.closest('svg, option, :disabled')) continue;
  const behind = [];
  for (let each = element; each; each = each.parentElement) behind.unshift(getComputedStyle(each).backgroundColor);
  const [a, b] = [pixel(behind), pixel([...behind, getComputedStyle(element).color])];
  const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (contrast < least[0]) least = [contrast, element.outerHTML.slice(0, 120)];
}
return least;
"""


class Check:
    """Mistakes of one test."""

    def __init__(self, page):
        self.page, self.mistakes = page, []

    def equal(self, what, got, expected):
        if got != expected:
            self.mistakes.append(f"{what}: expected {expected!r}, got {got!r}")

    def holds(self, what, got):
        if not got:
            self.mistakes.append(what)

    def texts(self, selector, expected):
        self.equal(selector, self.page.run(TEXTS, selector), expected)

    def one_text(self, selector, pattern):
        texts = self.page.run(TEXTS, selector)
        self.holds(f"{selector}: none of {texts!r} matches {pattern!r}", any(re.search(pattern, text) for text in texts))


def marked(marker, program):
    """The line of the program of PARTS that ends with // @marker."""
    with open(os.path.join(PARTS, program), encoding="utf-8") as file:
        return next(number for number, line in enumerate(file, 1) if line.rstrip().endswith("// @" + marker))


def run_page_tests(description, tests, write):
    """Runs each of `tests` with a Browser, what `write(tools, folder)` returns and a Check. The working directory is PARTS:
    files below the folder of compilation are named relative to it. Returns the exit status."""
    options = argument_parser(description).parse_args()
    tools = Tools(options.build_dir, options.compiler)
    tally = Tally()
    tests = [test for test in tests if re.search(options.filter, test.__name__.replace("_", " "))]
    if lacking := missing():
        for test in tests:
            tally.add(test.__name__.replace("_", " "), Skipped(lacking))
        return tally.finish()
    os.chdir(PARTS)
    with tempfile.TemporaryDirectory() as folder:
        written = write(tools, folder)
        with browser() as page:
            page.size(1280, 900)
            for test in tests:
                check = Check(page)
                test(page, written, check)
                check.equal("console", page.console(), [])
                tally.add(test.__name__.replace("_", " "), check.mistakes)
    return tally.finish()
