#!/usr/bin/env python3
"""What pages draw, in headless Chromium: races of streams, rows of arrays, the heat of lines, sweeps, permissions."""

import os
import re
import subprocess
import sys

from page_tests import CONTRAST, PARTS, TEXTS, marked, run_page_tests

PROGRAM = "report_drawings.cu"


def it_draws_streams_as_lanes(page, reports, check):
    def finding(text):
        page.open(reports["drawings"])
        page.press("/", *text, "Enter")
        return page.run("return [...document.querySelectorAll('.step')].map((step) => [step.style.gridColumn, step.children[0].textContent, "
                        "step.classList.contains('bad')])")

    line = lambda marker: f"report_drawings.cu:{marked(marker, PROGRAM)}"  # noqa: E731
    steps = finding(f"{line('copy')} {line('fill')}")
    check.texts("#detail h3", ["write" + line("fill"), "read" + line("copy"), "Streams"])
    check.texts(".streams .lane > span", ["the host", "stream 1", "stream 2"])
    check.equal("steps", [step for step in steps if step[0] != "1"],
                [["2", "cudaMemsetAsync", False], ["2", "record event 1", False], ["2", "fill", True],
                 ["3", "wait for event 1", False], ["3", "cudaMemcpyAsync", True]])
    check.equal("who waits", page.run("return document.querySelectorAll('.streams path.wait').length"), 1)
    check.equal("what is missing", page.run("return document.querySelectorAll('.streams path.missing').length"), 1)
    steps = finding(line('host'))
    check.texts(".streams .lane > span", ["the host", "stream 2", "stream 3"])  # The one that it waited for instead.
    check.equal("steps of the host", [step[1].split("s ")[0] for step in steps if step[0] == "1"][-2:], ["wait for stream 3", "write"])
    steps = finding(f"{line('late')} {line('many')}")
    check.holds(f"what was left out is said: {steps}", any(re.match(r"\d+ more calls$", step[1]) for step in steps))
    check.holds(f"both sides are there: {steps}", sum(step[2] for step in steps) == 2)


def it_names_elements_of_rows(page, reports, check):
    page.open(reports["drawings"])
    page.press("/", *"grid[1][0]", "Enter")
    check.texts("#detail h2", ["race on grid[1][0]"])
    check.texts(".rights thead th", ["[0][29]", "[0][30]", "[0][31]", "[0][32]", "grid[1][0]", "[1][1]", "[1][2]", "[1][3]", "[1][4]"])
    check.texts(".rights thead th.first", ["grid[1][0]"])


def it_shows_the_heat_of_lines(page, reports, check):
    page.open(reports["profile"])
    check.texts(".profile summary > code", ["rows(int*)", "conflicts(int*)", "turn(int*)", "fill(int*, int)"])
    page.run("document.querySelectorAll('.profile summary')[1].click()")
    page.run("return new Promise((done) => setTimeout(done, 50))")
    rows = page.run("return [...document.querySelectorAll('.profile details')[1].querySelectorAll('tbody tr')].map((row) => "
                    "[...row.cells].map((cell) => cell.textContent))")
    by_line = {row[0]: row for row in rows if len(row) > 2}
    check.texts(".profile details:nth-of-type(2) thead th", ["", "lanes", "conflicts", "sectors", "needed", "source"])
    banks = by_line.get(str(marked("banks", PROGRAM)), [])
    check.holds(f"32 threads in one bank: {banks}", banks[2:3] == ["32.0"] and "tile[t * 32] = t;" in banks[-1])
    scattered = by_line.get(str(marked("scattered", PROGRAM)), [])
    check.holds(f"one word of each sector: {scattered}", scattered[3:5] == ["16.0", "12.5 %"])
    hot = page.run("return [...document.querySelectorAll('.profile details')[1].querySelectorAll('tbody td.hot')].map((cell) => "
                   "[cell.parentNode.cells[0].textContent, cell.cellIndex, cell.style.getPropertyValue('--heat')])")
    check.holds(f"the worst line is the hottest: {hot}", [str(marked("scattered", PROGRAM)), 3, "60%"] in hot)
    page.open(reports["drawings"])
    check.texts(".profile", [])


def it_shows_a_sweep(page, reports, check):
    page.open(reports["sweep"])
    check.texts(".sweep thead th", ["N", "BLOCKS", "runs", "#1", "#2", "exit status 5", ""])
    rows = page.run("return [...document.querySelectorAll('.sweep tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
    check.equal("rows", rows, [["12,48,49,51,52", "32,64", "20", "·", "·", "·", "ok"], ["13", "32,64", "4", "·", "·", "all", ""],
                               ["50", "32", "2", "all", "all", "·", ""], ["50", "64", "2", "·", "all", "·", ""]])
    check.equal("filled of the map", page.run("return [...document.querySelectorAll('.maps rect')].map((each) => "
                "['x', 'y', 'width'].map((name) => Number(each.getAttribute(name))))"), [[4, 0, 1], [4, 0, 1], [4, 1, 1]])
    check.one_text("#detail .kernel", r"^of \S*sweep-[0-9a-f]+ \{N\} \{BLOCKS\}$")
    page.run("document.querySelector('.sweep thead button').click()")
    check.one_text("#detail h2", "^race on data")
    check.one_text(".command code", r"^fencepost permissions .*--launch 1 .* --jobs 1 \S*sweep-[0-9a-f]+ -- 50 32$")


def a_matrix_of_permissions_fits_a_page(page, reports, check):
    wide = ("return [document.documentElement.scrollWidth <= innerWidth, ...[...document.querySelectorAll('.scroll')].map("
            "(box) => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight)]")
    try:
        page.size(1280, 900)
        page.open(reports["matrix"])
        check.equal("matrices", page.run("return document.querySelectorAll('figure table').length"), 3)
        check.equal("what fits the screen", page.run(wide), [True] * 4)
        page.size(1047, 718)  # A4 on its side, with margins of a centimetre.
        page.command("Emulation.setEmulatedMedia", media="print")
        check.equal("what fits the sheet", page.run("return [...document.querySelectorAll('figure')].map((each) => "
                    "each.querySelector('table').offsetWidth <= innerWidth && each.offsetHeight <= innerHeight)"), [True] * 3)
        page.command("Emulation.setEmulatedMedia", media="screen")
        page.size(1280, 900)
        page.open(reports["matrix.svg"])
        check.holds("the picture fits the screen", page.run("return document.documentElement.getBoundingClientRect().width <= innerWidth"))
    finally:
        page.command("Emulation.setEmulatedMedia", media="")
        page.size(1280, 900)


def it_fits_every_width_and_has_contrast(page, reports, check):
    shown = [("drawings", "summary"), *(("drawings", f"finding-{number}") for number in range(1, 6)), ("profile", "summary"),
             ("sweep", "summary")]
    try:
        for width, height, dark in ((360, 740, False), (1280, 2400, False), (1280, 2400, True)):
            page.size(width, height, dark)
            for name, fragment in shown:
                page.open(reports[name], fragment)
                wide = page.run("return [...document.querySelectorAll('body, #detail')].filter("
                                "(each) => each.scrollWidth > each.clientWidth).map((each) => each.id || each.tagName)")
                check.equal(f"what scrolls sideways at {width}, {name}, {fragment}", wide, [])
                least, where = page.run(CONTRAST)
                check.holds(f"contrast {least:.2f} {'dark' if dark else 'light'}, {name}, {fragment}: {where}", least >= 4.5)
    finally:
        page.size(1280, 900)


TESTS = [it_draws_streams_as_lanes, it_names_elements_of_rows, it_shows_the_heat_of_lines, it_shows_a_sweep,
         a_matrix_of_permissions_fits_a_page, it_fits_every_width_and_has_contrast]


def written(tools, folder):
    binary = tools.compile([os.path.join(PARTS, PROGRAM)])
    reports = {name: os.path.join(folder, name if "." in name else name + ".html")
               for name in ("drawings", "profile", "sweep", "matrix", "matrix.svg")}
    tools.run(binary, options=f"--report {reports['drawings']}")
    tools.run(tools.compile([os.path.join(PARTS, PROGRAM)], ["--profile"]), options=f"--profile --report {reports['profile']}")
    for name in ("matrix", "matrix.svg"):
        subprocess.run([tools.fencepost, "permissions", binary, "--array", "square", "--output", reports[name]],
                       env=tools.environment(), capture_output=True, check=False)
    subprocess.run([tools.fencepost, "sweep", tools.compile([os.path.join(PARTS, "sweep.cu")]), "--arg", "N=12,13,48..52",
                    "--blocks", "32,64", "--seeds", "2", "--results", os.path.join(folder, "results"), "--quiet",
                    "--report", reports["sweep"], "--", "{N}", "{BLOCKS}"], env=tools.environment(), capture_output=True,
                   check=False)
    return reports


if __name__ == "__main__":
    sys.exit(run_page_tests(__doc__, TESTS, written))
