"""fencepost replay: the page, used in headless Chromium."""

import os
import re
import sys
import time

from harness import ROOT
from page_tests import CONTRAST, PARTS, TEXTS, marked, run_page_tests
from replay_pages import VALUES, Pages, places

REPLAY = os.path.join(PARTS, "replay.cu")
PROGRAMS = os.path.join(ROOT, "tests", "programs")
WHERE = "return [document.getElementById('where').textContent, document.getElementById('which').textContent]"


def marked_line(marker, program="replay.cu"):
    return marked(marker, program)


def it_opens_at_the_kernel(page, written, check):
    """And not at the top of the file, which here is longer than its pane."""
    page.size(1280, 420)
    page.open(written["stream_compaction"], "")
    first = page.run("""const pane = document.getElementById('source').getBoundingClientRect();
        const rows = [...document.querySelectorAll('#source .number.used')].map((row) => row.getBoundingClientRect());
        return [document.getElementById('source').scrollTop, rows.some((row) => row.top >= pane.top && row.bottom <= pane.bottom)]""")
    check.holds(f"a line that runs is in view: {first}", first[0] > 0 and first[1])
    page.size(1280, 900)


def it_goes_forward_and_back(page, written, check):
    page.open(written["replay"], places())
    check.equal("begin", page.run(WHERE)[0], "Interval 0 of 2, from kernel entry to the barrier at replay.cu:20".replace(
        "the barrier at replay.cu:20", f"the one at replay.cu:{marked_line('barrier')}"))
    check.equal("tile before", page.run(VALUES, "tile"), [None] * 64)
    states = [page.run(VALUES, "tile")]
    while "Interval 0" in page.run(WHERE)[0]:
        page.press("ArrowRight")
        states.append(page.run(VALUES, "tile"))
    check.equal("tile behind", states[-1], [t / 4 if t % 2 == 0 else -t for t in range(64)])
    for state in reversed(states[:-1]):
        page.press("ArrowLeft")
        check.equal("tile on the way back", page.run(VALUES, "tile"), state)
    page.press("End")
    check.equal("tile at the end", page.run(VALUES, "out")[:64], states[-1][::-1])
    check.equal("an atomic counter", page.run(VALUES, "total"), [sum(range(64))])
    check.equal("members", page.run(VALUES, "points"), [each for t in range(4) for each in (0.5, t)])
    page.press("Home")
    check.equal("at the begin again", page.run(VALUES, "tile"), [None] * 64)
    page.press("]")
    check.texts("#block", ["block 1"])
    check.holds("the other block has another address", "block=1" in page.run("return location.hash"))


def numbers_are_shown_as_what_they_are(page, written, check):
    """Each cell with its name, the array's left out."""
    page.open(written["numbers"], places())
    page.press("End")
    cells = """return [...document.querySelectorAll(`[data-array="${arguments[0]}"] .cell`)].map((cell) =>
        cell.querySelector('i').textContent + ' ' + cell.querySelector('b').textContent)"""
    for array, expected in (
            ("tile", ["0 -0.5", "1 0.5", "2 1.5", "3 1.01e-6"]),  # The least halves have few digits.
            ("halves", ["0 -0.5", "1 0.5", "2 -inf", "3 1.01e-6"]),
            ("brain", ["0 0", "1 -3", "2 -6", "3 -9"]),
            ("great", ["0 4000000000", "1 4000000001"]),
            ("pairs", ["[0].x 0", "[0].y 0", "[1].x 1", "[1].y -1"]),
            ("places", ["[0].x 0", "[0].y 0", "[0].z 0.25", "[1].x 1", "[1].y -1", "[1].z 0.25"]),
            ("bodies", ["[0].velocity.x 1.5", "[0].velocity.y -0.5", "[0].id 4000000000", "[0].charge 0", "[1].velocity.x 1.5",
                        "[1].velocity.y -1.5", "[1].id 4000000001", "[1].charge -1"]),
            ("mixed", ["[0].mass 0.1", "[0].kind 0", "[1].mass 0.1", "[1].kind -1"]),
            ("rows", ["[0][0] ?", "[0][1] ?", "[0][2] 0", "[1][0] ?", "[1][1] ?", "[1][2] -1"])):
        check.equal(array, page.run(cells, array)[:len(expected)], expected)


def lanes_show_divergence(page, written, check):
    even, odd = marked_line("even"), marked_line("odd")
    page.open(written["replay"], places())
    heads = page.run(TEXTS, "#lanes thead button")
    check.holds(f"columns {heads}", str(even) in heads and str(odd) in heads)
    active = ("return [...document.querySelectorAll('#lanes tbody tr')].map((row) => row.cells[arguments[0] + 1].className)")
    for line, first in ((even, 0), (odd, 1)):
        states = page.run(active, heads.index(str(line)))
        check.equal(f"lanes at line {line}", [lane for lane, state in enumerate(states) if "idle" not in state],
                    list(range(first, 32, 2)))
    page.click(f"#lanes thead th:nth-child({heads.index(str(even)) + 2}) button")
    standing = page.run(TEXTS, ".thread.on")
    check.equal("threads by line", standing, [str(even)] * 32)
    check.holds("the source shows who is there", page.run("return document.querySelector('.line.here .number').textContent") == str(even))


def a_cell_says_who_wrote_it_last(page, written, check):
    page.open(written["replay"], places(interval=0, step=1000))
    told = page.run("return document.querySelector('[data-array=tile] [data-slot=\"3\"]').title")
    check.equal("tile[3]", told, f"tile[3] = -3, before the interval ?; written by thread 3 at replay.cu:{marked_line('odd')} "
                "in interval 0; in this interval Wt3")
    page.press("ArrowDown")
    check.equal("permission of the next interval", page.run(TEXTS, "[data-array=tile] [data-slot='3'] u"), ["Rt60"])


def it_shows_a_race_in_both_orders(page, written, check):
    page.open(written["race"])
    page.press("r")
    check.one_text("#where", "Interval 0 of 1")
    rows = page.run("return [...document.querySelectorAll('.both tbody tr')].map((row) => [...row.cells].map((cell) => cell.firstChild.textContent))")
    # Ascending, the lower threads read what the higher ones have not written; descending the higher ones do.
    check.holds(f"rows {rows}", ["data[0]", "0", "-1", "63"] in rows)
    check.holds("racy cells", len(page.run(TEXTS, "[data-array=tile] .racy")) == 64)
    check.equal("data as it ran", page.run(VALUES, "data")[0], -1)
    page.press("o")
    check.equal("data in the other order", page.run(VALUES, "data")[0], 63)
    check.equal("order", page.run("return document.getElementById('order').selectedOptions[0].textContent"), "threads descending")
    check.equal("a race's warning is text", page.run("return document.querySelectorAll('#finding script').length"), 0)


def blocks_with_races_are_recorded(page, written, check):
    page.open(written["late"])
    page.press("r")
    check.texts("#block", ["block 6"])
    check.holds("its cells are marked", page.run(TEXTS, "[data-array=tile] .racy"))


def large_pages_open_fast(page, written, check):
    size = os.path.getsize(written["many"])
    check.holds(f"{size} bytes", size <= 10_000_000)
    began = time.monotonic()
    page.open(written["many"], places(launch=2, interval=25, step=1))
    check.one_text("#where", "Interval 25 of 51")
    took = time.monotonic() - began
    check.holds(f"opened after {took:.1f} s", took < 5)  # A second, where nothing else runs.
    page.press("End")
    expected = list(range(1024))
    for i in range(25):
        expected = [expected[(t + 1) % 1024] + i for t in range(1024)]
    check.equal("out", page.run(VALUES, "out"), expected[:128])


def read_in_scattered_order(rounds, reads, block):
    """What tile of replay_large.cu holds at the begin, and behind each round."""
    tile = [t * 7919 % 10007 for t in range(1024)]
    held = [tile]
    for _ in range(rounds):
        tile = [(block + sum(tile[(t * 389 + k * 97) % 1024] for k in range(reads))) % 10007 for t in range(1024)]
        held.append(tile)
    return held


def large_recordings_are_cut_to_10_mb(page, written, check):
    """What is there is right to its last interval, and the page tells what is not."""
    size = os.path.getsize(written["large"])
    check.holds(f"{size} bytes", 9_000_000 <= size <= 10_000_000)
    check.holds(f"told: {written['large told']}", re.search(r"note: \d+ intervals were left out, a page has at most 10 MB",
                                                           written["large told"]))
    held = read_in_scattered_order(30, 20, 1)
    for block in (0, 1):
        page.open(written["large"], places(block=block))
        shown = page.run("return document.getElementById('strip').children.length")
        check.holds(f"{shown} intervals of block {block}", 10 < shown < 61)
        check.texts("#notes", [f"Recorded are the first {shown} of 61 intervals of this block."])
        page.press("End")
        check.one_text("#where", f"Interval {shown - 1} of 61")
        check.equal(f"tile of block {block} at the end of interval {shown - 1}", page.run(VALUES, "tile"),
                    (held if block else read_in_scattered_order(30, 20, 0))[shown // 2][:128])


def an_interval_of_too_many_accesses_ends_the_recording(page, written, check):
    page.open(written["long"], places())
    check.texts("#notes", ["Recorded are the first 2 of 3 intervals of this block."])
    page.press("End")
    check.one_text("#where", "Interval 1 of 3")
    steps = page.run("return Number(document.getElementById('step').max)")
    check.holds(f"{steps} steps of the interval", 100 < steps)
    check.equal("tile is as it was", page.run(VALUES, "tile"), read_in_scattered_order(0, 0, 0)[0][:128])


BOXES = ("return [...document.querySelectorAll('.op')].map((box) => [box.querySelector('span').textContent, "
         "Number(box.querySelector('small').textContent.match(/:(\\d+)/)?.[1] ?? 0), box.classList.contains('bad')])")


def it_shows_the_streams_of_the_program(page, written, check):
    line = {marker: marked(marker, "replay_streams.cu") for marker in
            ("set", "fill", "record", "known", "wait", "add", "racy", "all", "copy", "end")}
    page.open(written["streams"])
    check.texts(".names span", ["the host", "the default stream", "stream 1", "stream 2"])
    check.equal("steps", page.run(BOXES), [
        ["cudaMemset", line["set"], False], ["fill", line["fill"], False], ["record 1", line["record"], False],
        ["wait", line["known"], False], ["wait 1", line["wait"], False], ["add", line["add"], True], ["fill", line["racy"], True],
        ["wait", line["all"], False], ["cudaMemcpyAsync", line["copy"], False], ["wait", line["end"], False]])
    told = page.run("return [...document.querySelectorAll('.op')].map((box) => box.title.match(/waits for (.*)/)?.[1] ?? null)")
    # Of the wait for all streams, too: what the host learns by it.
    check.equal("waits", told, [None, "cudaMemset in the default stream", None, "fill in stream 1", "record 1 in stream 1", None, None,
                                "add in stream 2, fill in stream 1", None, "cudaMemcpyAsync in stream 2"])
    check.equal("edges", [page.run(f"return document.querySelectorAll('.field .{kind}').length") for kind in
                          ("wait", "post", "missing")], [4, 1, 1])
    page.press("r")
    check.one_text("#program .telling", "Race on data\\[0\\]: read by .* in stream 2 .* and write by .* in stream 1 .*nothing orders the two")
    page.click(".op[data-launch='2']")
    check.holds("the kernel that was clicked", "launch=2" in page.run("return location.hash"))
    check.one_text("#block", "block 0")
    page.click(".op[data-launch='3']")
    check.holds("the one whose kernel was recorded already is not", "launch=2" in page.run("return location.hash"))
    page.press("p")
    check.equal("closed", page.run("return document.getElementById('program').open"), False)


def it_shows_a_race_with_the_host(page, written, check):
    page.open(written["host"])
    steps = page.run(BOXES)
    racy = [text for text, _, bad in steps if bad]
    check.equal(f"racy steps of {steps}", racy, ["fill"] + ["accesses memory"] * 3)
    check.equal("in the order of the source", *[each([line for text, line, _ in steps if text == "accesses memory"])
                                               for each in (list, sorted)])
    told = []
    for _ in range(4):
        page.press("r")
        told += page.run(TEXTS, "#program .telling")
    check.holds(f"each race after the other, and again the first: {told}", len(set(told[:3])) == 3 and told[3] == told[0])


def a_program_without_streams_has_a_lane(page, written, check):
    page.open(written["replay"])
    check.equal("closed", page.run("return document.getElementById('program').open"), False)
    check.equal("steps", [box[0] for box in page.run(BOXES)], ["cudaMemset", "diverge", "many", "wait"])
    check.equal("races", page.run(TEXTS, "#program b"), [])


def one_thread_goes_through_its_own_lines(page, written, check):
    lines = ("return [...document.querySelectorAll('#thread li')].map((row) => [row.querySelector('.number').textContent, "
             "...[...row.querySelectorAll('.badge')].map((badge) => badge.textContent)])")
    page.open(written["replay"], places())
    page.press("f", ".")
    check.one_text("#thread h2", "Thread 1")
    own = page.run(lines)
    check.holds(f"lines {own}", [str(marked_line("odd")), "W tile[1] = -1"] in own)
    check.holds("not those of other lanes", str(marked_line("even")) not in [row[0] for row in own])
    stood = []
    while "Interval 0" in page.run(WHERE)[0]:
        page.press("ArrowRight")
        stood.append(page.run("return document.querySelector('#thread li.now .number')?.textContent"))
    check.holds(f"stood at {stood}", str(marked_line("odd")) in stood and str(marked_line("even")) not in stood and None not in stood)
    check.equal("each of its lines is a step", stood[:-1], [row[0] for row in own[:len(stood) - 1]])
    page.press("ArrowLeft")
    check.one_text("#where", "Interval 0")
    while page.run("return document.querySelector('#thread li.now .number')?.textContent") != str(marked_line("odd")):
        page.press("ArrowLeft")
    check.equal("what it touches", page.run("return [...document.querySelectorAll('.touched')].map((cell) => cell.dataset.slot)"), ["1"])
    check.holds("in the address", "thread=1" in page.run("return location.hash"))
    page.open(written["replay"], places(interval=1, step=1) + "&thread=3")
    check.holds(f"lines {page.run(lines)}", any("R tile[60] = 15" in row for row in page.run(lines)))
    page.press("Escape")
    check.equal("all threads", page.run("return document.getElementById('thread').hidden"), True)


def it_fits_every_width_and_has_contrast(page, written, check):
    try:
        for name, fragment in (("replay", places(step=3) + "&thread=3"), ("race", ""), ("many", places(launch=2, interval=3, step=2)),
                               ("streams", "")):
            for width, dark in ((1280, False), (1280, True), (500, False), (500, True)):
                page.size(width, 900, dark)
                page.open(written[name], fragment)
                if name == "streams":
                    page.press("r")
                check.equal(f"{name} at {width}", page.run("return document.documentElement.scrollWidth"), width - page.run(
                    "return innerWidth - document.documentElement.clientWidth"))
                least, where = page.run(CONTRAST)
                check.holds(f"contrast {least:.2f} {'dark' if dark else 'light'}, {name}: {where}", least >= 4.5)
    finally:
        page.size(1280, 900)


def bad_input_is_told(page, written, check):
    del page
    cases = ((["--launch", "9"], 2, "--launch 9: the program made 2 launches"),
             (["--launch", "x"], 2, "'x' is not valid; give a number from 1"),
             (["--block", "1,2,3,4"], 2, "'1,2,3,4' is not valid; give a block's number, or its index as x,y,z"),
             (["--launch", "1", "--block", "2"], 2, "--block 2: there is no such block; launch 1 has a grid of 2"),
             (["--output", "/dev/full"], 2, "cannot write /dev/full: No space left on device"),
             (["--output", "/nowhere/x.html"], 2, "cannot write /nowhere/x.html: No such file or directory"),
             (["--kernel", "nothing"], 4, "no kernel"))
    for words, status, message in cases:
        run = written["replayed"](words)
        check.equal(f"status of {words}", run.returncode, status)
        check.holds(f"{words}: {message!r} is not in {run.stderr!r}", message in run.stderr)
        check.equal(f"mistakes told of {words}", run.stderr.count("fencepost: error: "), 1)
    run = written["replayed"](["--output", "-"])
    check.holds("a page on standard output", run.returncode == 0 and run.stdout.startswith("<!doctype html>"))


TESTS = [it_opens_at_the_kernel, it_goes_forward_and_back, numbers_are_shown_as_what_they_are, lanes_show_divergence, a_cell_says_who_wrote_it_last, it_shows_a_race_in_both_orders,
         blocks_with_races_are_recorded, large_pages_open_fast, large_recordings_are_cut_to_10_mb,
         an_interval_of_too_many_accesses_ends_the_recording, it_shows_the_streams_of_the_program, it_shows_a_race_with_the_host,
         a_program_without_streams_has_a_lane, one_thread_goes_through_its_own_lines, it_fits_every_width_and_has_contrast, bad_input_is_told]


def written_pages(tools, folder):
    pages = Pages(tools, folder)
    pages.written["replayed"] = lambda words: pages.replayed(REPLAY, words)
    pages.write_kernel("stream_compaction", 16)
    pages.write("replay", REPLAY)
    pages.write("many", REPLAY, "25")
    pages.write("numbers", os.path.join(PARTS, "replay_numbers.cu"))
    pages.write("late", REPLAY, "2", "race")
    pages.write("race", os.path.join(ROOT, "examples", "missing_barrier", "bug.cu"))
    pages.write("large", os.path.join(PARTS, "replay_large.cu"), "30", "20")
    pages.write("long", os.path.join(PARTS, "replay_large.cu"), "1", "400")
    pages.write("streams", os.path.join(PARTS, "replay_streams.cu"))
    pages.write("host", os.path.join(PROGRAMS, "host_managed_race.cu"))
    return pages.written


if __name__ == "__main__":
    sys.exit(run_page_tests(__doc__, TESTS, written_pages))
