#!/usr/bin/env python3
"""The HTML report in headless Chromium: what it shows, filters, keys, links, names that would be scripts, many findings."""

import json
import os
import re
import sys

from harness import ROOT
from page_tests import CONTRAST, PARTS, STATE, TEXTS, VISIBLE, run_page_tests
from page_tests import marked as marked_in

PROGRAM = "report_page.cu"
HOSTILE_FILE = "</script><img src=x onerror=\"hacked=1\">&amp;'.cuh"


def marked(marker):
    return marked_in(marker, PROGRAM)


def it_opens_with_the_overview(page, reports, check):
    page.open(reports["small"])
    check.texts("#detail h2", ["Overview"])
    check.holds("and the list beside it", page.run(VISIBLE, "#list"))
    check.one_text("#detail .kernel", r"^of \S*report_page-[0-9a-f]+$")
    check.one_text(".cause", "tile")
    check.texts("#detail .counts tbody th", ["neighbours", "prefix", "halves", "names::flag<…>", "allowed", "beyond", "hostile", "fill"])
    page.run("document.querySelector('.cause').click()")
    check.texts("#detail h2", ["race on tile[1]"])
    page.press("o")
    check.texts("#detail h2", ["Overview"])
    page.open(reports["clean"])
    check.texts("#detail h2", ["No findings"])
    check.texts("#detail .counts tbody th", ["reverse(int*)"])
    check.texts("#empty", ["No findings."])


def it_tells_which_kernels_were_checked(page, reports, check):
    page.open(reports["one kernel"])
    rows = page.run("return [...document.querySelectorAll('.counts tbody tr')].map((row) => [...row.cells].slice(0, 3).map((cell) => cell.textContent))")
    check.holds(f"the kernel that was checked in {rows}", ["neighbours(int*)", "1", "✓"] in rows or ["neighbours", "1", "✓"] in rows)
    check.holds(f"one that was not in {rows}", any(row[0].startswith("prefix") and row[2] == "no" for row in rows))
    check.one_text("#detail .told", "^1 kernel checked, 7 left out by --kernel")


def it_shows_a_race(page, reports, check):
    page.open(reports["small"], "finding-1")
    write, read = marked("write"), marked("read")
    check.texts("#detail h2", ["race on tile[1]"])
    check.texts("#detail section.access h3", [f"writereport_page.cu:{write}", f"readreport_page.cu:{read}"])
    check.one_text("#detail .line.here", rf"^{write} .*left_of\(tile, t\)".replace(" ", r"\s*"))
    check.one_text("#detail .line.here", r"return values\[i - 1\];")
    check.texts(".stack .function", ["left_of<int>", "prefix(int const*, int*)"])
    check.texts(".timeline .touch", [f"W :{write}", f"R :{read}"])
    check.texts(".timeline tbody th > span", ["thread 0", "thread 1", "thread 2", "threads 3–31", "warps 1–7"])
    check.texts(".rights td.bad", ["Wt1 Rt2 !"])
    check.texts("#detail .line.here .tag", ["write", "read"])
    boxes = page.run("return [...document.querySelectorAll('.line.here, .line.mark')].map((line) => [line.querySelector('.tag'), "
                     "line.querySelector('code')].map((each) => each.getBoundingClientRect()).map((box) => [box.left, box.right]))")
    check.holds(f"tags stand before the source: {boxes}", boxes and all(tag[1] <= code[0] for tag, code in boxes))
    check.texts(".command code", [f"fencepost permissions --array tile --launch 1 --block 0,0,0 {reports['small program']}"])
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
    page.open(reports["small"], "finding-8")
    check.texts("#detail .kernel", ["in names::flag<…>(int*)"])
    check.one_text("#detail .facts dd", r"^names::flag<unsigned long long, unsigned long long>\(int\*\)$")
    check.one_text("#row-7 .where", "^flag<…>report_page.cu:")
    page.open(reports["small"], "finding-5")
    check.texts(".rights td.end", ["Wt100"])
    page.open(reports["small"], "finding-7")
    check.texts(".streams .lane", ["the host", "stream 1non-blocking", "stream 2non-blocking"])
    check.texts(".streams .step.bad", [f"fill:{marked('launch')} write :{marked('fill')}", f"cudaMemcpyAsync:{marked('copy')} read"])
    check.texts(".rights", [])  # Intervals are not what divides the two sides.
    page.open(reports["small"], "finding-9")
    check.one_text("#detail .kicker", "^suppressed#9")
    check.one_text("#detail .facts", "any thread may win")
    page.open(reports["small"], "summary")
    check.texts("#detail .tile", ["7errors", "1warning", "1suppressed", "8launches", "9blocks", "736threads"] +
                page.run(TEXTS, "#detail .tile")[6:])


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
    page.press("j", "j", "j")
    check.equal("after j j j", page.run(STATE)[1:], ["race on data[0]", "#finding-3"])
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
    page.follow("finding-5")
    check.equal("a changed link", page.run(STATE)[1:], ["out of bounds on out[100]", "#finding-5"])
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
        check.equal(f"a link to nothing, {link}", page.run(STATE)[1], "Overview")


def names_are_never_scripts(page, reports, check):
    page.open(reports["small"], "finding-6")
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
            for fragment in ("findings", "summary", *(f"finding-{number}" for number in range(1, 10))):
                page.follow(fragment)
                wide = page.run("return [...document.querySelectorAll('body, #detail, #list, #filters, .row')].filter("
                                "(each) => each.scrollWidth > each.clientWidth + (each.matches('.row') ? 400 : 0)).map("
                                "(each) => each.id || each.tagName)")
                check.equal(f"what scrolls sideways at {width}, {fragment}", wide, [])
        page.size(360, 740)
        page.open(reports["small"])
        check.equal("the panes of a phone", [page.run(VISIBLE, each) for each in ("#side", "#detail")], [False, True])
        check.texts("#detail h2", ["Overview"])
        page.follow("findings")
        check.equal("with its list", [page.run(VISIBLE, each) for each in ("#side", "#detail")], [True, False])
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
            for fragment in ("summary", *(f"finding-{number}" for number in (1, 2, 5, 6, 7, 8, 9))):
                page.open(reports["small"], fragment)
                least, where = page.run(CONTRAST)
                check.holds(f"contrast {least:.2f} {'dark' if dark else 'light'}, {fragment}: {where}", least >= 4.5)
    finally:
        page.size(1280, 900)


def it_prints_findings_in_full(page, reports, check):
    page.open(reports["small"])
    page.run("dispatchEvent(new Event('beforeprint'))")
    check.equal("printed", len(page.run(TEXTS, "#print article")), 9)  # The summary and eight findings.
    page.run("dispatchEvent(new Event('afterprint'))")
    check.equal("left of it", len(page.run(TEXTS, "#print *")), 0)


def findings_of_one_cause_are_under_one_heading(page, reports, check):
    with open(reports["small"], encoding="utf-8") as file:
        text = file.read()
    prints = re.findall(r'"fingerprint":"([^"]*)"', text)
    groups = [{"title": "7 races <b>", "severity": "error", "kind": "race", "count": 4, "findings": prints[2:6]},
              {"title": "prefix", "severity": "error", "kind": "race", "count": 1, "findings": prints[:1]}]
    text = re.sub(r'"groups":\[.*?\],"notes"', '"notes"', text)
    named = json.dumps(groups).replace("<", "\\u003c")
    path = reports["small"] + ".groups.html"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace('"notes":', f'"groups":{named},"notes":', 1))
    page.open(path)
    rows = "return [...document.querySelectorAll('.row')].map((row) => row.id)"
    check.equal("at first", page.run(rows), ["group-0", "row-0", "row-1", "row-6", "row-7"])
    check.texts(".heading b", ["7 races <b>"])
    check.texts(".heading .times", ["4"])
    check.texts(".cause > span:nth-child(2)", ["7 races <b>", "prefix", "barrier divergence", "race on out[0]", "race on out[0]"])
    page.press("j")
    check.equal("j goes to the first of a shut group", page.run(STATE)[1:], ["race on data[0]", "#finding-3"])
    page.press("j")
    check.equal("and past the others", page.run(STATE)[1:], ["race on tile[1]", "#finding-1"])
    page.press("k", "Escape", "ArrowRight")
    check.equal("opened", page.run(rows), ["group-0", "row-2", "row-3", "row-4", "row-5", "row-0", "row-1", "row-6", "row-7"])
    page.press("j")
    check.equal("j within the group", page.run(STATE)[2], "#finding-4")
    page.press("Escape", "ArrowLeft")
    check.equal("shut", page.run(rows), ["group-0", "row-0", "row-1", "row-6", "row-7"])
    check.equal("the heading stands for it", page.run("return document.querySelector('#list').getAttribute('aria-activedescendant')"), "group-0")
    page.click("#group-0")
    check.equal("opened by a click", page.run(rows)[1], "row-2")
    page.open(path)
    page.press("/", *"beyond", "Enter")
    check.equal("what is searched for is shown", page.run(rows), ["row-4"])
    page.open(path)
    page.press("/", *"7 races", "Enter")
    check.equal("headings are searched, too", page.run(rows), ["group-0", "row-2", "row-3", "row-4", "row-5"])
    page.open(path, "finding-5")
    check.holds("a link opens the group", "row-4" in page.run(rows))


def ten_thousand_findings_are_few_elements(page, reports, check):
    page.open(reports["many"])
    count = "return document.querySelectorAll('*').length"
    check.equal("findings", page.run(STATE)[0], "10,585 findings")
    check.holds(f"{page.run(count)} elements", page.run(count) < 1500)
    check.holds("under headings", page.run("const rows = document.querySelectorAll('.row'); return rows.length < 20 && "
                                           "rows[0].matches('.heading')"))
    page.press("/", *"many.cu", "Enter")  # Opens them all.
    check.holds(f"{page.run(count)} elements with all open", page.run(count) < 1500)
    page.run("const list = document.getElementById('list'); list.scrollTop = list.scrollHeight")
    page.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    check.holds("the last row is a finding", re.fullmatch(r"row-\d+", page.run("return document.querySelector('#rows > :last-child').id")))
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


TESTS = [it_opens_with_the_overview, it_tells_which_kernels_were_checked, it_shows_a_race, it_shows_the_other_shapes,
         it_filters, it_obeys_keys_and_links, names_are_never_scripts,
         it_fits_every_width, its_text_has_contrast, it_prints_findings_in_full, findings_of_one_cause_are_under_one_heading,
         ten_thousand_findings_are_few_elements,
         it_shows_a_list_without_scripts]


def many_findings(folder):
    """A program in which each pair of 145 lines races."""
    path = os.path.join(folder, "many.cu")
    lines = ["__global__ void many(int* a) {", *["  a[0] = threadIdx.x;"] * 145, "}", "int main() {", "  int* a;",
             "  cudaMalloc(&a, 4);", "  many<<<1, 64>>>(a);", "  cudaDeviceSynchronize();", "  cudaFree(a);", "}"]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return path


def written(tools, folder):
    programs = {"small": os.path.join(PARTS, PROGRAM), "many": many_findings(tools.cache),
                "clean": os.path.join(ROOT, "examples", "missing_barrier", "fix.cu")}
    reports = {}

    def write(name, binary, options=""):
        reports[name] = os.path.join(folder, name.replace(" ", "_") + ".html")
        tools.run(binary, options=f"--report {reports[name]} --max-findings 20000 {options}")

    for name, source in programs.items():
        write(name, tools.compile([source]))
    reports["small program"] = tools.compile([programs["small"]])
    write("one kernel", reports["small program"], "--kernel 'neighbours*'")
    return reports


if __name__ == "__main__":
    sys.exit(run_page_tests(__doc__, TESTS, written))
