"""Headless Chromium, driven over the W3C WebDriver protocol by chromedriver: Python's standard library is enough."""

import base64
import contextlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request


direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # Whatever proxy the environment names.


def missing():
    """What is missing to use a browser; '' if nothing is."""
    lacking = [name for name in ("chromium", "chromedriver") if not shutil.which(name)]
    return f"{' and '.join(lacking)} not installed (Debian: chromium, chromium-driver)" if lacking else ""


class BrowserError(Exception):
    """A command failed; the text is what chromedriver said."""


class Browser:
    """One window. Not more than one thread may use it."""

    def __init__(self, session, port):
        self._session, self._port = session, port

    def _send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self._port}/session/{self._session}{path}", data=data,
                                         method=method, headers={"Content-Type": "application/json"})
        try:
            with direct.open(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise BrowserError(json.load(error)["value"]["message"]) from error

    def command(self, name, **parameters):
        """A command of the DevTools protocol."""
        return self._send("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def size(self, width, height, dark=False):
        """The size of the page in CSS pixels, also below what a window may have, and the colours it is asked for."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.command("Emulation.setEmulatedMedia",
                     features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self, path, fragment=""):
        """Loads the file anew, also if only the fragment differs."""
        self._send("POST", "/url", {"url": "about:blank"})
        self._send("POST", "/url", {"url": f"file://{path}{'#' if fragment else ''}{fragment}"})

    def follow(self, fragment):
        """Goes to another fragment of the same page, as a link does; the page has heard of it."""
        self.run("return new Promise((done) => { addEventListener('hashchange', () => done(), { once: true });"
                 "location.hash = '#' + arguments[0]; })", fragment)

    def run(self, script, *arguments):
        """What the body of a function returns in the page."""
        return self._send("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def press(self, *keys):
        """Types each of `keys`, characters or names as in KEYS."""
        # Those that come before the page's first frame are dropped.
        self.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
        actions = []
        for key in keys:
            value = KEYS.get(key, key)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self._send("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def click(self, selector):
        """Clicks the first element that matches."""
        element = self._send("POST", "/element", {"using": "css selector", "value": selector})
        self._send("POST", f"/element/{next(iter(element.values()))}/click", {})

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self._send("GET", "/screenshot")))

    def text(self, selector):
        """What the first element that matches shows; needs no scripts in the page."""
        element = self._send("POST", "/element", {"using": "css selector", "value": selector})
        return self._send("GET", f"/element/{next(iter(element.values()))}/text")

    def console(self):
        """Errors and warnings in the console since the last call, policy violations among them."""
        return [entry["message"] for entry in self._send("POST", "/se/log", {"type": "browser"})
                if entry["level"] in ("SEVERE", "WARNING")]


KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowDown": "\ue015", "ArrowUp": "\ue013",
        "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "End": "\ue010", "Home": "\ue011",
        "Tab": "\ue004"}


@contextlib.contextmanager
def chromium(profile):
    """Runs Chromium; the address that it listens at. By chromedriver it would be "localhost", which a system without
    /etc/hosts does not know."""
    # No sandbox: containers and root have none. What is loaded are files that the tests wrote.
    words = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--remote-debugging-port=0", f"--user-data-dir={profile}"]
    with open(os.path.join(profile, "log"), "wb") as log:
        with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log) as process:
            try:
                port = os.path.join(profile, "DevToolsActivePort")
                while not os.path.exists(port) or not (lines := open(port, encoding="utf-8").read().splitlines()):
                    if process.poll() is not None:
                        raise BrowserError(f"chromium ended: {open(log.name, encoding='utf-8').read()}")
                    time.sleep(0.05)
                yield f"127.0.0.1:{lines[0]}"
            finally:
                process.terminate()


@contextlib.contextmanager
def browser():
    """A Browser for a with statement."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, chromium(profile) as address, subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as driver:
        try:
            port = next(found[1] for line in driver.stdout if (found := re.search(r"success\w* on port (\d+)", line)))
            options = {"debuggerAddress": address}
            request = urllib.request.Request(
                f"http://127.0.0.1:{port}/session", headers={"Content-Type": "application/json"},
                data=json.dumps({"capabilities": {"alwaysMatch": {
                    "browserName": "chrome", "goog:chromeOptions": options,
                    "goog:loggingPrefs": {"browser": "ALL"}}}}).encode())
            with direct.open(request, timeout=60) as answer:
                session = json.load(answer)["value"]["sessionId"]
            window = Browser(session, port)
            try:
                yield window
            finally:
                window._send("DELETE", "")
        finally:
            driver.terminate()
