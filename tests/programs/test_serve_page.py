"""`fencepost serve`: its page, used in headless Chromium."""

import contextlib
import os
import sys
import time

from harness import ROOT
from mcp_server import needs_bubblewrap
from page_tests import CONTRAST, TEXTS, run_page_tests
from playground import Playground

TOLD = "return document.getElementById('told').textContent"
SOURCE = "return document.getElementById('source').value"
COLOURS = ("return [...document.querySelectorAll('#colours div')].map((line) => [...line.querySelectorAll('span')].map((part) => "
           "part.className + ' ' + part.textContent))")
TABS = "return [...document.querySelectorAll('#tabs button')].map((tab) => tab.textContent)"
CHOOSE = "const menu = document.getElementById('menu'); menu.value = arguments[0]; menu.dispatchEvent(new Event('change'))"
RACY = """#include <cstdio>
__global__ void k(int* a) { a[0] = threadIdx.x; }
int main() { int* a; cudaMalloc(&a, 4); k<<<1, 2>>>(a); cudaDeviceSynchronize(); puts("ran"); }
"""


def until(page, script, *arguments, seconds=60):
    """What the script returns as soon as that is true; the last if it does not become so."""
    for _ in range(seconds * 10):
        if got := page.run(script, *arguments):
            break
        time.sleep(0.1)
    return got


def visit(page, url, fragment=""):
    page._send("POST", "/url", {"url": "about:blank"})
    page._send("POST", "/url", {"url": url + fragment})
    until(page, "return document.body.dataset.ready")
    page.run("localStorage.clear()")


def put(page, text):
    """As it is pasted."""
    page.run("const area = document.getElementById('source'); area.value = arguments[0]; area.dispatchEvent(new InputEvent('input'))", text)


def ended(page):
    """What is told when nothing is under way any more."""
    until(page, "return document.getElementById('cancel').hidden && document.getElementById('told').className === ''")
    return page.run(TOLD)


def in_frame(page, title, script):
    """Runs it in the frame of that title."""
    element = page._send("POST", "/element", {"using": "css selector", "value": f"iframe[title={title}]"})
    page._send("POST", "/frame", {"id": element})
    try:
        return until(page, script)
    finally:
        page._send("POST", "/frame", {"id": None})


def what_is_typed_runs_and_its_race_is_shown(page, server, check):
    visit(page, server.url)
    put(page, "")
    page.click("#source")
    put(page, RACY)
    page.run("document.getElementById('source').focus()")
    page._send("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": [
        {"type": "keyDown", "value": "\ue009"}, {"type": "keyDown", "value": "\ue007"}, {"type": "keyUp", "value": "\ue007"},
        {"type": "keyUp", "value": "\ue009"}]}]})
    until(page, "return document.querySelector('iframe')")
    check.holds(f"told: {ended(page)}", ended(page).startswith("1 error"))
    check.equal("tabs", page.run(TABS), ["Report", "Output"])
    check.equal("marked", page.run(TEXTS, "#numbers .error"), ["2"])
    check.holds("the report", in_frame(page, "Report", "return document.body.textContent.includes('a[0]')"))
    check.equal("the report's origin", in_frame(page, "Report", "return window.origin"), "null")
    reach = "try { return String(parent.document.title); } catch { return 'kept'; }"
    check.equal("this page is kept from the report", in_frame(page, "Report", reach), "kept")
    page.click("#tabs button:nth-child(2)")
    check.holds("output", page.run("return document.querySelector('.text').textContent").startswith("Standard outputran"))
    put(page, RACY + "// edited\n")
    check.equal("marks of what was", page.run(TEXTS, "#numbers .error"), [])


def keys_indent(page, server, check):
    visit(page, server.url)
    put(page, "")
    page.click("#source")
    page.press(*"void f() {", "Enter", *"g();", "Enter", "Tab", *"h();")
    check.equal("text", page.run(SOURCE), "void f() {\n  g();\n    h();")
    check.equal("colours", page.run(COLOURS)[0], ["k void"])
    page.press("Escape", "Tab")
    check.equal("Escape and Tab leave", page.run("return document.activeElement.id"), "check")


def comments_and_words_have_colours(page, server, check):
    visit(page, server.url)
    put(page, "#include <x>\n__shared__ int a; /* one\ntwo */ threadIdx \"three\" // four\n'/*' 5;\nint")
    check.equal("colours", page.run(COLOURS), [
        ["k #include"], ["k __shared__", "k int", "c /* one"], ["c two */", "b threadIdx", 's "three"', "c // four"],
        ["s '/*'", "n 5"], ["k int"]])
    put(page, "a\n" * 2000)
    check.equal("numbers", page.run("return document.getElementById('numbers').childElementCount"), 2001)
    sizes = page.run("return [document.getElementById('source'), document.getElementById('colours')].map((each) => each.scrollHeight)")
    check.equal("text and colours are as high", sizes[0], sizes[1])


def permissions_and_replays_are_drawn(page, server, check):
    visit(page, server.url)
    page.run(CHOOSE, "missing_barrier/bug.cu")
    page.run("document.getElementById('array').value = 'tile'")
    page.click("#permissions")
    until(page, "return document.querySelector('iframe[title=Permissions]')")
    check.holds(f"told: {ended(page)}", ended(page).startswith("1 error"))
    check.equal("tabs", page.run(TABS), ["Permissions", "Report", "Output"])
    check.holds("the drawing", in_frame(page, "Permissions", "return document.body.textContent.includes('Wt0')"))
    page.click("#replay")
    until(page, "return document.querySelector('iframe[title=Replay]')")
    ended(page)
    check.equal("tabs", page.run(TABS), ["Replay", "Report", "Output"])
    check.holds("the replay", in_frame(page, "Replay", "return document.querySelectorAll('[data-array=\"tile\"] .cell').length === 64"))
    in_frame(page, "Replay", "document.getElementById('step-on').click(); return true")
    check.holds("a step on", in_frame(page, "Replay", "return location.hash.includes('step=1')"))


def lessons_stand_beside_their_source(page, server, check):
    visit(page, server.url)
    check.holds("the menu", len(page.run(TEXTS, "#menu option")) > 30)
    groups = page.run("return [...document.querySelectorAll('#menu optgroup')].map((group) => group.label)")
    check.equal("groups", groups, ["Lessons", "Bugs", "Bugs, mended"])
    page.run(CHOOSE, "lessons/01_a_race/lesson.cu")
    with open(os.path.join(ROOT, "examples", "lessons", "01_a_race", "lesson.cu"), encoding="utf-8") as file:
        check.equal("source", page.run(SOURCE), file.read())
    check.texts(".lesson h2", ["1. A race"])
    check.one_text(".lesson pre", r"race on tile\[0\]")
    page.click("#check")
    until(page, "return document.querySelector('iframe')")
    ended(page)
    check.equal("tabs", page.run(TABS), ["Report", "Output", "Lesson"])
    values = page.run("return [...document.querySelectorAll('#menu option')].map((option) => option.value).filter(Boolean)")
    check.equal("lessons", [int(value.split("/")[1][:2]) for value in values if value.startswith("lessons/")], list(range(1, 11)))
    for value in values:
        page.run(CHOOSE, value)
        check.holds(f"{value}: {page.run(SOURCE)[:80]}", "__global__" in page.run(SOURCE) and "// FINDING" not in page.run(SOURCE))


def the_last_lesson_proves(page, server, check):
    visit(page, server.url)
    page.run(CHOOSE, "lessons/10_once_and_for_all/lesson.cu")
    check.texts(".lesson h2", ["10. Once and for all"])
    page.click("#check")
    until(page, "return document.querySelector('iframe')")
    check.holds(f"told: {ended(page)}", ended(page).startswith("No findings"))
    page.click("#tabs button:nth-child(2)")
    check.holds("the verdict", "race-free for all inputs of this size; correct for all monoids" in page.run("return document.body.textContent"))


def a_link_holds_the_program(page, server, check):
    visit(page, server.url)
    text = RACY + "// äöü “…” 𝛼 \\ \t end"
    put(page, text)
    page.run("document.getElementById('arguments').value = \"8 'a b'\"")
    page.click("#link")
    fragment = until(page, "return location.hash")
    check.holds(f"fragment {fragment[:20]}", fragment.startswith("#z=") and len(fragment) < 400)
    visit(page, server.url, fragment)
    check.equal("source", page.run(SOURCE), text)
    check.equal("arguments", page.run("return document.getElementById('arguments').value"), "8 'a b'")
    check.equal("nothing runs by itself", page.run(TOLD), "Nothing has run yet.")
    visit(page, server.url, fragment[:40])
    check.equal("a broken link", page.run(TOLD), "The link is not whole, and holds no program.")
    check.holds("still a program", "__global__" in page.run(SOURCE))


def what_does_not_compile_is_marked(page, server, check):
    visit(page, server.url)
    put(page, "int main() {\n  return missing;\n}\n")
    page.click("#check")
    until(page, "return document.querySelector('.text')")
    check.equal("told", ended(page), "It does not compile")
    check.equal("marked", page.run(TEXTS, "#numbers .error"), ["2"])
    check.equal("tabs", page.run(TABS), ["Messages"])
    put(page, " ")
    page.click("#check")
    check.equal("told", ended(page), "There is no program.")


def it_waits_and_is_cancelled(page, server, check):
    visit(page, server.url)
    endless = "#include <unistd.h>\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); for (;;) pause(); }\n"
    first = [server.order(endless, f"another-client-{i:04}") for i in range(2)]
    put(page, RACY)
    page.click("#check")
    until(page, "return document.getElementById('told').textContent.startsWith('Waiting: place 1 of 1')")
    check.holds(f"told: {page.run(TOLD)}", page.run(TOLD).startswith("Waiting: place 1 of 1"))
    page.click("#cancel")
    check.equal("told", ended(page), "Cancelled.")
    page.click("#check")
    for run in first:
        server.request("DELETE", f"/runs/{run}")
    until(page, "return document.querySelector('iframe')")
    check.holds(f"told: {ended(page)}", ended(page).startswith("1 error"))


def text_can_be_read(page, server, check):
    for width, dark in ((1280, False), (1280, True), (500, False)):
        page.size(width, 900, dark)
        visit(page, server.url)
        page.run(CHOOSE, "lessons/03_two_barriers_in_a_loop/lesson.cu")
        page.click("#check")
        until(page, "return document.querySelector('iframe')")
        ended(page)
        for tab in range(3):
            page.click(f"#tabs button:nth-child({tab + 1})")
            least, text = page.run(CONTRAST)
            check.holds(f"{width}, dark {dark}, tab {tab}: contrast {least} of {text}", least >= 4.5)
        wide = page.run("return document.documentElement.scrollWidth")
        check.holds(f"{width}: the page is {wide} wide", wide <= width)
    page.size(1280, 900)


TESTS = [what_is_typed_runs_and_its_race_is_shown, keys_indent, comments_and_words_have_colours, permissions_and_replays_are_drawn,
         lessons_stand_beside_their_source, the_last_lesson_proves, a_link_holds_the_program,
         what_does_not_compile_is_marked, it_waits_and_is_cancelled, text_can_be_read]

if __name__ == "__main__":
    with contextlib.ExitStack() as servers:
        def serve(tools, folder):
            # What a page keeps is of its address: the same one for all.
            options = ["--trusted"] if needs_bubblewrap() is not None else []
            return servers.enter_context(Playground(tools, folder, "--jobs", "2", *options))

        sys.exit(run_page_tests(__doc__, TESTS, serve))
