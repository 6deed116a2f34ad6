#!/usr/bin/env python3
"""`fencepost serve`: what it answers, whom it refuses, and what programs that mean harm come to."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

from harness import ROOT, Skipped, run_tests
from mcp_server import ENDLESS, HOG, RACY, needs_bubblewrap
from playground import Playground

with open(os.path.join(ROOT, "examples", "missing_barrier", "fix.cu"), encoding="utf-8") as file:
    CLEAN = file.read()
FLOOD = r"""
#include <cstdio>
__global__ void say() { for (int i = 0; i < 3000; ++i) printf("thread %d says what nobody wants to read\n", threadIdx.x); }
int main() {
  say<<<1, 32>>>();
  cudaDeviceSynchronize();
  for (int i = 0; i < 300000; ++i) fputs("an error that nobody wants to read\n", stderr);
}
"""
# What of other runs a program sees, and of the server.
SPY = r"""
#include <dirent.h>
#include <cstdio>
#include <cstdlib>
#include <string>
__global__ void nothing() {}
int main() {
  nothing<<<1, 1>>>();
  cudaDeviceSynchronize();
  std::string folder = getenv("HOME");
  for (int up = 0; up < 2; ++up) {
    folder += "/..";
    if (DIR* files = opendir(folder.c_str())) {
      while (dirent* entry = readdir(files)) if (entry->d_name[0] != '.') printf("sees %d\n", up);
    }
  }
}
"""


def pages_of(server, run, told):
    return {name: server.request("GET", f"/runs/{run}/{name}") for name in told.get("pages", [])}


def a_race_comes_with_its_pages(tools, folder):
    if (skipped := needs_bubblewrap()) is not None:
        return skipped
    mistakes = []
    with Playground(tools, folder) as server:
        for what, names in (("check", {"report.html"}), ("permissions", {"report.html", "permissions.html"}),
                            ("replay", {"report.html", "replay.html"})):
            told, run = server.run(RACY, what=what, array="tile" if what == "permissions" else "")
            lines = [place["line"] for finding in told.get("found", {}).get("findings", []) for place in finding["places"]]
            if told["state"] != "done" or told["status"] != 66 or told["found"]["errors"] != 1 or lines != [5, 6]:
                mistakes.append(f"{what}: {told}")
            if set(told.get("pages", [])) != names:
                mistakes.append(f"{what}: pages {told.get('pages')}")
            for name, (status, headers, body) in pages_of(server, run, told).items():
                policy = headers.get("Content-Security-Policy", "")
                if status != 200 or not body.startswith(b"<!doctype html>") or b"tile" not in body:
                    mistakes.append(f"{what}: {name}: {status}, {body[:200]}")
                if "sandbox allow-scripts;" not in policy or "default-src 'none'" not in policy:
                    mistakes.append(f"{what}: {name}: policy {policy}")
        told, _ = server.run(CLEAN)
        if told["state"] != "done" or told["status"] != 0 or told["found"]["findings"] or told["output"] != "reversed\n":
            mistakes.append(f"a right program: {told}")
        words = "#include <cstdio>\n__global__ void k() {}\nint main(int n, char** w) { k<<<1, 1>>>(); cudaDeviceSynchronize(); puts(w[2]); }"
        told, _ = server.run(words, arguments="1 'two words'")
        if told.get("output") != "two words\n":
            mistakes.append(f"arguments: {told}")
        told, _ = server.run(RACY, what="permissions", array="tiles")
        if told["state"] != "failed" or "tiles" not in told["message"] or "tile" not in told["message"]:
            mistakes.append(f"no such array: {told}")
        told, _ = server.run("int main() { return missing; }")
        if told["state"] != "failed" or "does not compile" not in told["message"] or "kernel.cu:1" not in told["message"]:
            mistakes.append(f"what does not compile: {told}")
        status, headers, body = server.request("GET", "/")
        wanted = ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "X-Frame-Options")
        if status != 200 or b'id="source"' not in body or any(name not in headers for name in wanted):
            mistakes.append(f"the page: {status}, {headers}")
        if re.search(rb"(?:src|href)=\"(?!data:|#)", body):
            mistakes.append("the page loads something")
        if (end := server.end()) != (0, [], []):
            mistakes.append(f"the end: {end}")
    return mistakes


def what_is_no_run_is_refused(tools, folder):
    if (skipped := needs_bubblewrap()) is not None:
        return skipped
    mistakes = []
    with Playground(tools, folder) as server:
        good = {"source": RACY}
        for body, expected, told in ((b"{", 400, "no JSON"), ([], 400, "JSON object"), ({}, 400, "no source"), (b"[" * 100000, 400, "nested"),
                                     ({"source": 1}, 400, "source is text"), ({"source": "a\0b"}, 400, "zero"),
                                     ({"source": "x" * 300000}, 400, "256 KiB"), ({**good, "what": "rm"}, 400, "what"),
                                     ({**good, "arguments": "'"}, 400, "quotation"), ({"source": "x" * 10_000_000}, 413, "512 KiB")):
            status, _, text = server.request("POST", "/runs", body)
            if status != expected or told not in text.decode():
                mistakes.append(f"{str(body)[:60]}: {status}, {text[:200]}")
        for headers, expected in (({"client": "short"}, 400), ({"client": "a" * 15 + "/"}, 400), ({"Content_Type": "text/plain"}, 415)):
            status, _, text = server.request("POST", "/runs", good, **headers)
            if status != expected:
                mistakes.append(f"{headers}: {status}, {text}")
        for method, path, expected in (("PUT", "/", 405), ("DELETE", "/runs", 405), ("GET", "/runs", 405), ("POST", "/runs/1", 405),
                                       ("GET", "/none", 404), ("GET", "/runs/", 404)):
            status, _, text = server.request(method, path)
            if status != expected:
                mistakes.append(f"{method} {path}: {status}, {text}")
        for data, expected in ((b"nonsense\r\n\r\n", b"400"), (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20000 + b"\r\n\r\n", b"431"),
                               (b"GET / HTTP/1.1\r\n\r\n", b"403"), (b"", b""), (b"\0" * 100, b"400")):
            answer = server.raw(data)
            if answer.split(b" ")[1:2] != ([expected] if expected else []):
                mistakes.append(f"{data[:50]}: {answer[:100]}")
    return mistakes


def other_sites_are_refused(tools, folder):
    if (skipped := needs_bubblewrap()) is not None:
        return skipped
    mistakes = []
    with Playground(tools, folder, "--name", "class.example") as server:
        own = f"127.0.0.1:{server.port}"
        for method, path, headers, expected in (
                ("GET", "/", {"Host": "evil.example"}, 403), ("GET", "/", {"Host": f"evil.example:{server.port}"}, 403),
                ("GET", "/", {"Host": "127.0.0.1.evil.example"}, 403), ("GET", "/", {"Host": "localhost:x"}, 403),
                ("GET", "/", {"Host": f"localhost:{server.port}"}, 200), ("GET", "/", {"Host": f"[::1]:{server.port}"}, 200),
                ("GET", "/", {"Host": "Class.Example"}, 200), ("GET", "/", {"Sec_Fetch_Site": "cross-site"}, 200),
                ("POST", "/runs", {"Origin": "http://evil.example"}, 403), ("POST", "/runs", {"Origin": "null"}, 403),
                ("POST", "/runs", {"Origin": f"http://localhost:{server.port}"}, 403), ("POST", "/runs", {"Sec_Fetch_Site": "cross-site"}, 403),
                ("DELETE", "/runs/1", {"Origin": "http://evil.example"}, 403), ("GET", "/runs/1", {"Origin": "null"}, 403),
                ("DELETE", "/runs/1", {"Origin": f"http://{own}"}, 404), ("OPTIONS", "/runs", {"Origin": "http://evil.example"}, 403),
                ("POST", "/runs", {"Origin": f"http://{own}", "Sec_Fetch_Site": "same-origin"}, 202)):
            status, answered, text = server.request(method, path, {"source": RACY} if method == "POST" else None, **headers)
            if status != expected or any(name.startswith("Access-Control") for name in answered):
                mistakes.append(f"{method} {path} {headers}: {status}, {text[:200]}")
    return mistakes


def what_is_anothers_is_not_seen(tools, folder):
    if (skipped := needs_bubblewrap()) is not None:
        return skipped
    mistakes = []
    with Playground(tools, folder) as server:
        told, run = server.run(RACY)
        if len(run) != 32 or told["state"] != "done":
            mistakes.append(f"{run}: {told}")
        other, _ = server.run(SPY, client="somebody-else-altogether")
        if other.get("output") != "sees 0\nsees 1\n":
            mistakes.append(f"a program sees: {other}")
        for path in ("/runs", "/runs/", f"/runs/{run[:-1]}", f"/runs/{run}/", f"/runs/{run}/answer.json", f"/runs/{run}/../{run}/report.html",
                     "/../../../../etc/passwd", "/runs/../../../etc/passwd", f"/runs/{run}/../../../../../etc/passwd",
                     f"/runs/{run}/..%2f..%2f..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd", f"/runs/{run}/%2e%2e/report.html",
                     f"/runs/{run}//etc/passwd", "/etc/passwd", "//etc/passwd", "/runs/%00", f"/runs/{'0' * 32}"):
            answer = server.raw(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            if answer.split(b" ")[1] not in (b"404", b"405") or b"root:" in answer or run.encode() in answer:
                mistakes.append(f"{path}: {answer[:300]}")
        for include in ("/etc/passwd", "../../../../../etc/passwd", "/proc/self/environ", f"{server.temporary}/x"):
            told, _ = server.run(f'#include "{include}"\n')
            if told["state"] != "failed" or "root:" in str(told) or "TMPDIR" in told["message"]:
                mistakes.append(f"#include {include}: {told}")
    return mistakes


def what_is_too_much_is_ended(tools, folder):
    if (skipped := needs_bubblewrap()) is not None:
        return skipped
    mistakes = []
    with Playground(tools, folder, "--memory", "1G", "--tasks", "60", "--jobs", "2") as server:
        for mode, told in (("memory", "stopped: it used more than 1G of memory"),
                           ("processes", "stopped: it had more than 60 processes and threads"),
                           ("deep", "stopped: it wrote more than 256M of files, or nested folders more than 200 deep")):
            answer, _ = server.run(HOG, arguments=mode)
            if answer["state"] != "failed" or not answer["message"].startswith(told):
                mistakes.append(f"{mode}: {answer}")
            if left := server.programs():
                mistakes.append(f"{mode}: still there: {left}")
        answer, _ = server.run(HOG, arguments="report")
        if answer["state"] != "failed" or "root:" in str(answer):
            mistakes.append(f"a report that is a link: {answer}")
        answer, run = server.run(FLOOD)
        if answer["state"] != "done" or len(answer["output"]) > 40000 or len(answer["errors"]) > 40000 or "bytes more" not in answer["output"]:
            mistakes.append(f"a flood: {str(answer)[:3000]}")
        if any(status != 200 for status, _, _ in pages_of(server, run, answer).values()):
            mistakes.append("a flood: pages")
        if (end := server.end(signal.SIGTERM)) != (0, [], []):
            mistakes.append(f"the end: {end}")
    with Playground(tools, folder, "--timeout", "3") as server:
        answer, _ = server.run(ENDLESS)
        if answer["state"] != "failed" or not answer["message"].startswith("stopped: not done after 3 s"):
            mistakes.append(f"templates without end: {answer}")
        answer, _ = server.run("__global__ void k(volatile int* a) { while (*a == 0) {} }\n"
                               "int main() { int* a; cudaMallocManaged(&a, 4); k<<<1, 1>>>(a); cudaDeviceSynchronize(); }")
        # On a busy machine the compiler may have taken all of the time.
        is_ended = answer["status"] == 124 or answer["found"]["errors"] if answer["state"] == "done" else "stopped: not done" in answer["message"]
        if not is_ended:
            mistakes.append(f"a kernel without end: {answer}")
        if left := server.programs():
            mistakes.append(f"still there: {left}")
    return mistakes


def runs_wait_for_each_other(tools, folder):
    if (skipped := needs_bubblewrap()) is not None:
        return skipped
    mistakes = []
    with Playground(tools, folder, "--jobs", "1") as server:
        clients = [f"client-number-{i:04}" for i in range(4)]
        first = server.order(HOG, clients[0], arguments="wait")
        if server.wait(first, ("waiting",))["state"] != "running":
            mistakes.append("the first does not run")
        others = [server.order(RACY, client) for client in clients[1:]]
        for place, run in enumerate(others, 1):
            told = server.told(run)
            if told["state"] != "waiting" or told["position"] != place or told["waiting"] != len(others):
                mistakes.append(f"place {place}: {told}")
        status, _, text = server.request("POST", "/runs", {"source": RACY}, clients[1])
        if status != 409:
            mistakes.append(f"a second run of a client: {status}, {text}")
        if server.request("DELETE", f"/runs/{others[0]}")[0] != 204 or server.told(others[0])["state"] != "cancelled":
            mistakes.append("one that waits is not cancelled")
        if (told := server.told(others[1])).get("position") != 1:
            mistakes.append(f"the next does not move up: {told}")
        if server.request("DELETE", f"/runs/{first}")[0] != 204 or server.told(first)["state"] != "cancelled":
            mistakes.append("one that runs is not cancelled")
        for run in others[1:]:
            if (told := server.wait(run))["state"] != "done":
                mistakes.append(f"behind a cancelled one: {told}")
        full = [server.request("POST", "/runs", {"source": HOG, "arguments": "wait"}, f"one-of-very-many-{i:04}") for i in range(66)]
        if [status for status, _, _ in full] != [202] * 65 + [503] and [status for status, _, _ in full] != [202] * 64 + [503] * 2:
            mistakes.append(f"more than can wait: {[status for status, _, _ in full]}")
        if (end := server.end()) != (0, [], []):
            mistakes.append(f"the end, with runs under way: {end}")
    return mistakes


def an_address_has_no_more_than_eight(tools, folder):
    """Of another machine: here of this one's address in the network."""
    if (skipped := needs_bubblewrap()) is not None:
        return skipped
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # Sends nothing.
            address = probe.getsockname()[0]
        except OSError:
            return Skipped("this machine has no address in a network")
    with Playground(tools, folder, "--host", "0.0.0.0", "--jobs", "1") as server:
        server.host = address
        statuses = [server.request("POST", "/runs", {"source": HOG, "arguments": "wait"}, f"one-of-an-address-{i:04}")[0] for i in range(9)]
        mistakes = [] if statuses == [202] * 8 + [429] else [f"statuses {statuses}"]
        server.host = "127.0.0.1"
        if (status := server.request("POST", "/runs", {"source": RACY}, "one-of-this-machine")[0]) != 202:
            mistakes.append(f"another address: {status}")
    return mistakes


def the_newest_512_runs_are_kept(tools, folder):
    """Those that have ended; here because they were cancelled, while another one runs."""
    if (skipped := needs_bubblewrap()) is not None:
        return skipped
    mistakes = []
    with Playground(tools, folder, "--jobs", "1") as server:
        first = server.order(HOG, "one-that-runs-long", arguments="wait")
        if server.wait(first, ("waiting",))["state"] != "running":
            return ["the first does not run"]
        runs = [server.order(RACY)]
        for _ in range(512):
            server.request("DELETE", f"/runs/{runs[-1]}")
            runs.append(server.order(RACY))
        gone = [server.request("GET", f"/runs/{run}")[0] for run in runs[:3]]
        if gone != [200, 200, 200]:
            mistakes.append(f"of 512: {gone}")
        server.request("DELETE", f"/runs/{runs[-1]}")
        deadline = time.monotonic() + 30
        while server.request("GET", f"/runs/{runs[0]}")[0] == 200 and time.monotonic() < deadline:
            server.told(first)
            time.sleep(0.05)
        states = [server.request("GET", f"/runs/{run}")[0] for run in (*runs[:3], runs[-1], first)]
        if states != [404, 200, 200, 200, 200]:
            mistakes.append(f"of 513 the first, the second, the third, the last, and the one that runs: {states}")
    return mistakes


def nothing_is_left_when_it_is_killed(tools, folder):
    """Also of programs without a sandbox, by Ctrl-C."""
    mistakes = []
    with Playground(tools, folder, "--trusted") as server:
        if "--trusted" not in server.process.stdout.readline():
            mistakes.append("it does not say what --trusted means")
        run = server.order(HOG, arguments="processes")
        server.wait(run, ("waiting",))
        while len(server.programs()) < 10:
            time.sleep(0.05)
        if (end := server.end()) != (0, [], []):
            mistakes.append(f"the end: {end}")
    if (skipped := needs_bubblewrap()) is not None:
        return mistakes or skipped
    with Playground(tools, folder) as server:
        run = server.order(HOG, arguments="wait")
        server.wait(run, ("waiting",))
        while not server.programs():
            time.sleep(0.05)
        server.process.kill()
        server.process.wait()
        for _ in range(200):
            if not server.programs():
                break
            time.sleep(0.05)
        else:
            mistakes.append(f"SIGKILL leaves {server.programs()}")
    return mistakes


def what_cannot_be_served_is_told(tools, folder):
    mistakes = []

    def refused(words, told, *before):
        result = subprocess.run([*before, tools.fencepost, "serve", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                env=tools.environment(), timeout=60, check=False)
        if result.returncode != 2 or result.stdout or told not in result.stderr:
            mistakes.append(f"{words}: exit status {result.returncode}: {result.stdout}{result.stderr}")

    with Playground(tools, folder, "--trusted") as server:
        refused(["--trusted", "--port", str(server.port)], f"port {server.port} is taken")
    for words, told in ((["--port", "70000"], "--port"), (["--memory", "1"], "is no size"), (["--jobs", "0"], "--jobs"),
                        (["--trusted", "--host", "192.0.2.1", "--port", "0"], "--host takes an address of this machine"),
                        (["--trusted", "--host", "no such host"], "--host no such host")):
        refused(words, told)
    if needs_bubblewrap() is None and os.path.exists("/usr/bin/bwrap"):
        refused(["--port", "0"], "bubblewrap is not installed", "bwrap", "--dev-bind", "/", "/", "--ro-bind", "/dev/null", "/usr/bin/bwrap")
    with Playground(tools, folder, "--trusted", "--host", "0.0.0.0") as server:
        if "whoever reaches this port may run programs" not in server.process.stdout.readline():
            mistakes.append("it does not say what --host means")
    return mistakes


def a_class_is_served(tools, folder):
    """The load test, in short."""
    if (skipped := needs_bubblewrap()) is not None:
        return skipped
    with Playground(tools, folder) as server:
        script = os.path.join(ROOT, "bench", "serve_load.py")
        result = subprocess.run([sys.executable, script, "--url", server.url, "--clients", "6", "--seconds", "5", "--json"],
                                capture_output=True, text=True, check=False)
        figures = json.loads(result.stdout) if result.returncode == 0 else {}
        if not figures or figures["failures"] or figures["runs"] < 6:
            return [f"exit status {result.returncode}: {result.stdout}{result.stderr}"]
    return []


TESTS = [a_race_comes_with_its_pages, what_is_no_run_is_refused, other_sites_are_refused, what_is_anothers_is_not_seen,
         what_is_too_much_is_ended, runs_wait_for_each_other, an_address_has_no_more_than_eight,
         the_newest_512_runs_are_kept, nothing_is_left_when_it_is_killed, what_cannot_be_served_is_told,
         a_class_is_served]

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
