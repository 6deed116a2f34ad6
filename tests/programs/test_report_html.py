#!/usr/bin/env python3
"""The HTML report in headless Chromium: what it shows, filters, keys, links, names that would be scripts, many findings."""

import os
import re
import sys
import tempfile

from browser import browser, missing
from harness import ROOT, Skipped, Tally, Tools, argument_parser

PROGRAM = os.path.join(ROOT, "tests", "programs", "parts", "report_page.cu")
HOSTILE_FILE = "</script><img src=x onerror=\"hacked=1\">&amp;'.cuh"

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


def marked(marker):
    """The line of PROGRAM that ends with // @marker."""
    with open(PROGRAM, encoding="utf-8") as file:
        return next(number for number, line in enumerate(file, 1) if line.rstrip().endswith("// @" + marker))


def it_shows_a_race(page, reports, check):
    page.open(reports["small"])
    write, read = marked("write"), marked("read")
    check.texts("#detail h2", ["race on tile[1]"])
    check.texts("#detail section.access h3", [f"writereport_page.cu:{write}", f"readreport_page.cu:{read}"])
    check.one_text("#detail .line.here", rf"^{write} .*left_of\(tile, t\)".replace(" ", r"\s*"))
    check.one_text("#detail .line.here", r"return values\[i - 1\];")
    check.texts(".stack .function", ["left_of<int>", "prefix(int const*, int*)"])
    check.texts(".timeline .touch", [f"W :{write}", f"R :{read}"])
    check.texts(".timeline tbody th > span", ["thread 0", "thread 1", "thread 2", "threads 3–31", "warps 1–7"])
    check.texts(".rights td.bad", ["Wt1 Rt2 !"])
    check.one_text(".hint", "put __syncthreads")
    check.one_text(".explanation", "The fix")
    page.run("document.querySelectorAll('.stack button')[1].click()")
    check.one_text("section.access:nth-child(2) .line.here", r"left_of\(tile, t\)")


def it_shows_the_other_shapes(page, reports, check):
    page.open(reports["small"], "finding-2")
    check.texts("#detail h2", ["barrier divergence"])
    check.texts(".legend li", [f"Athreads 0–23 of block 0: waiting at report_page.cu:{marked('some')}",
                               f"Bthreads 24–63 of block 0: waiting at report_page.cu:{marked('others')}"])
    check.equal("cells of the map", page.run("return document.querySelectorAll('.threads rect.group1').length"), 2)
    page.open(reports["small"], "finding-3")
    check.texts(".timeline thead th:first-child", ["block 0", "block 1"])
    check.texts(".rights tbody th", ["block 0interval 0", "block 1interval 0"])
    page.open(reports["small"], "finding-4")  # Of its neighbour, data[0], another finding tells.
    check.texts(".rights td.bad", ["Wt0 !", "Wt1 Rt0 !"])
    page.open(reports["small"], "finding-5")
    check.texts("#detail .kernel", ["in names::flag<…>(int*)"])
    check.one_text("#detail .facts dd", r"^names::flag<unsigned long long, unsigned long long>\(int\*\)$")
    check.one_text(".row:nth-child(5) .where", "^flag<…>report_page.cu:")
    page.open(reports["small"], "finding-6")
    check.texts(".rights td.end", ["Wt100"])
    page.open(reports["small"], "finding-8")
    check.texts(".timeline tbody th", [f"thread 0 of block 0 of fill, launched at report_page.cu:{marked('launch')} in stream 1",
                                       "cudaMemcpyAsync in stream 2"])
    check.texts(".timeline .touch", [f"W :{marked('fill')}", f"R :{marked('copy')}"])
    check.texts(".rights", [])  # Intervals are not what divides the two sides.
    page.open(reports["small"], "finding-9")
    check.one_text("#detail .kicker", "^suppressed#9")
    check.one_text("#detail .facts", "any thread may win")
    page.open(reports["small"], "summary")
    check.texts("#detail .tile", ["7errors", "1warning", "1suppressed", "8launches", "9blocks", "736threads"] +
                page.run(TEXTS, "#detail .tile")[6:])
    page.open(reports["clean"])
    check.texts("#detail h2", ["No findings"])


def it_filters(page, reports, check):
    page.open(reports["small"])
    check.equal("at first", page.run(STATE)[0], "8 of 9 findings")
    page.click("#severity-error")
    check.texts(".row .what", ["race" + "out[0]"])
    page.click("#severity-error")
    page.click("#severity-suppressed")
    check.equal("with what is suppressed", page.run(STATE)[0], "9 findings")
    page.run("const kind = document.getElementById('kind'); kind.value = '=race'; kind.dispatchEvent(new Event('change'))")
    check.equal("races", page.run(STATE)[0], "7 of 9 findings")
    page.run("const kernel = document.getElementById('kernel'); kernel.value = '=neighbours(int*)'; "
             "kernel.dispatchEvent(new Event('change'))")
    check.texts(".row .what", ["racedata[0]", "racedata[1]"])
    page.click("#reset")
    check.equal("after the reset", page.run(STATE)[0], "9 findings")
    page.press("/", *"LEFT_OF tile", "Enter")
    check.texts(".row .what", ["racetile[1]"])
    page.press("/", *"no such text")
    check.holds("nothing is left, and it says so", page.run(VISIBLE, "#empty"))


def it_obeys_keys_and_links(page, reports, check):
    page.open(reports["small"])
    page.press("j", "j")
    check.equal("after j j", page.run(STATE)[1:], ["race on data[0]", "#finding-3"])
    page.press("k")
    check.equal("after k", page.run(STATE)[1:], ["barrier divergence", "#finding-2"])
    page.press("Enter")
    check.equal("focus after Enter", page.run("return document.activeElement.tagName"), "H2")
    page.press("Escape", "ArrowDown", "End")
    check.equal("after End", page.run(STATE)[1:], ["race on out[0]", "#finding-8"])
    check.equal("the active row", page.run("return document.querySelector('#list').getAttribute('aria-activedescendant')"),
                "row-7")
    page.press("?")
    check.holds("? shows the keys", page.run("return document.getElementById('help').open"))
    page.press("Escape")
    theme = "return getComputedStyle(document.body).backgroundColor"
    before = page.run(theme)
    page.press("t")
    check.holds("t changes the colours", page.run(theme) != before)
    page.open(reports["small"])
    check.holds("the colours are remembered", page.run(theme) != before)
    page.run("localStorage.clear()")
    page.open(reports["small"], "finding-9")  # Suppressed findings are not in the list at first.
    check.equal("a link", page.run(STATE)[1:], ["race on out[0]", "#finding-9"])
    page.follow("finding-6")
    check.equal("a changed link", page.run(STATE)[1:], ["out of bounds on out[100]", "#finding-6"])
    with open(reports["small"], encoding="utf-8") as file:
        text = re.sub(r'"fingerprint":"[^"]*",', "", file.read())
    parts = text.split('"occurrences":')
    with open(reports["small"] + ".named.html", "w", encoding="utf-8") as file:
        file.write('"occurrences":'.join(parts[:3]) + '"fingerprint":"4a5b6c7d","occurrences":' + '"occurrences":'.join(parts[3:]))
    page.open(reports["small"] + ".named.html", "finding-4a5b6c7d")
    check.equal("a link by fingerprint", page.run(STATE)[1:], ["race on data[0]", "#finding-4a5b6c7d"])
    check.texts("#detail .facts a", ["4a5b6c7d"])
    page.press("k", "j")
    check.equal("away and back", page.run(STATE)[1:], ["race on data[0]", "#finding-3"])
    for link in ("finding-99", "%zz", "finding-0"):
        page.open(reports["small"], link)
        check.equal(f"a link to nothing, {link}", page.run(STATE)[1], "race on tile[1]")


def names_are_never_scripts(page, reports, check):
    page.open(reports["small"], "finding-7")
    check.one_text("#detail section.access h3 .place", re.escape(HOSTILE_FILE + ":8"))
    check.equal("images", page.run("return document.images.length"), 0)
    page.press("o")
    page.run("dispatchEvent(new Event('beforeprint'))")
    check.equal("a script of the data", page.run("return window.hacked === undefined"), True)
    # The page's own protections, should its script ever be wrong.
    check.equal("markup from text", page.run(
        "try { document.body.innerHTML = '<b>x</b>'; return 'set'; } catch (error) { return error.name; }"), "TypeError")
    page.run("const script = document.createElement('script'); try { script.text = 'window.hacked = 1'; } catch {} "
             "script.append('window.hacked = 1'); document.body.append(script)")
    check.equal("a foreign script", page.run("return window.hacked === undefined"), True)
    page.console()  # What this test tried stands there.


def it_fits_every_width(page, reports, check):
    try:
        for width, height in ((360, 740), (861, 600)):
            page.size(width, height)
            page.open(reports["small"])
            for fragment in ("summary", "findings", *(f"finding-{number}" for number in range(1, 10))):
                page.follow(fragment)
                wide = page.run("return [...document.querySelectorAll('body, #detail, #list, #filters, .row')].filter("
                                "(each) => each.scrollWidth > each.clientWidth + (each.matches('.row') ? 400 : 0)).map("
                                "(each) => each.id || each.tagName)")
                check.equal(f"what scrolls sideways at {width}, {fragment}", wide, [])
        page.size(360, 740)
        page.open(reports["small"])
        check.equal("the panes of a phone", [page.run(VISIBLE, each) for each in ("#side", "#detail")], [True, False])
        page.click("#row-1")
        check.equal("after a tap", [page.run(VISIBLE, each) for each in ("#side", "#detail")], [False, True])
        page.run("history.back()")
        page.run("return new Promise((done) => setTimeout(done, 100))")
        check.equal("after going back", [page.run(VISIBLE, each) for each in ("#side", "#detail")], [True, False])
    finally:
        page.size(1280, 900)


def its_text_has_contrast(page, reports, check):
    try:
        for dark in (False, True):
            page.size(1280, 2400, dark)
            for number in (1, 2, 5, 6, 8, 9):
                page.open(reports["small"], f"finding-{number}")
                least, where = page.run(CONTRAST)
                check.holds(f"contrast {least:.2f} {'dark' if dark else 'light'}, finding {number}: {where}", least >= 4.5)
    finally:
        page.size(1280, 900)


def it_prints_findings_in_full(page, reports, check):
    page.open(reports["small"])
    page.run("dispatchEvent(new Event('beforeprint'))")
    check.equal("printed", len(page.run(TEXTS, "#print article")), 9)  # The summary and eight findings.
    page.run("dispatchEvent(new Event('afterprint'))")
    check.equal("left of it", len(page.run(TEXTS, "#print *")), 0)


def ten_thousand_findings_are_few_elements(page, reports, check):
    page.open(reports["many"])
    count = "return document.querySelectorAll('*').length"
    check.equal("findings", page.run(STATE)[0], "10,585 findings")
    check.holds(f"{page.run(count)} elements", page.run(count) < 1500)
    page.run("const list = document.getElementById('list'); list.scrollTop = list.scrollHeight")
    page.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    check.equal("the last row", page.run("return document.querySelector('#rows > :last-child').id"), "row-10584")
    check.holds(f"{page.run(count)} elements at the end", page.run(count) < 1500)
    page.press("/", *"many.cu:77", "Enter")
    check.equal("found", page.run(STATE)[0], "145 of 10,585 findings")
    page.run("dispatchEvent(new Event('beforeprint'))")
    check.holds("it prints some", 100 <= len(page.run(TEXTS, "#print article")) <= 201)


def it_shows_a_list_without_scripts(page, reports, check):
    page.command("Emulation.setScriptExecutionDisabled", value=True)
    try:
        page.open(reports["small"])
        text = page.text("body")
        check.holds("the plain list has the findings: " + text[:200], text.startswith("error: race on tile[1] (shared, 4 bytes)"))
        check.holds("and names as they are", HOSTILE_FILE + ":8" in text)
    finally:
        page.command("Emulation.setScriptExecutionDisabled", value=False)


TESTS = [it_shows_a_race, it_shows_the_other_shapes, it_filters, it_obeys_keys_and_links, names_are_never_scripts,
         it_fits_every_width, its_text_has_contrast, it_prints_findings_in_full, ten_thousand_findings_are_few_elements,
         it_shows_a_list_without_scripts]


def many_findings(folder):
    """A program in which each pair of 145 lines races."""
    path = os.path.join(folder, "many.cu")
    lines = ["__global__ void many(int* a) {", *["  a[0] = threadIdx.x;"] * 145, "}", "int main() {", "  int* a;",
             "  cudaMalloc(&a, 4);", "  many<<<1, 64>>>(a);", "  cudaDeviceSynchronize();", "  cudaFree(a);", "}"]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return path


def main():
    options = argument_parser(__doc__).parse_args()
    tools = Tools(options.build_dir, options.compiler)
    tally = Tally()
    tests = [test for test in TESTS if re.search(options.filter, test.__name__.replace("_", " "))]
    if lacking := missing():
        for test in tests:
            tally.add(test.__name__.replace("_", " "), Skipped(lacking))
        return tally.finish()
    os.chdir(os.path.dirname(PROGRAM))  # Files below the folder of compilation are named relative to it.
    with tempfile.TemporaryDirectory() as folder:
        programs = {"small": PROGRAM, "many": many_findings(tools.cache),
                    "clean": os.path.join(ROOT, "examples", "missing_barrier", "fix.cu")}
        reports = {name: os.path.join(folder, name + ".html") for name in programs}
        for name, source in programs.items():
            tools.run(tools.compile([source]), options=f"--report {reports[name]} --max-findings 20000")
        with browser() as page:
            page.size(1280, 900)
            for test in tests:
                check = Check(page)
                test(page, reports, check)
                check.equal("console", page.console(), [])
                tally.add(test.__name__.replace("_", " "), check.mistakes)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
