#!/usr/bin/env python3
"""A class at `fencepost serve`: clients that run examples, read the report, pause, and run the next.

    bench/serve_load.py [--clients 30] [--seconds 600] [--pause 0] [--json] [--url http://127.0.0.1:8765/]

Without --url it starts a server of its own, build/bin/fencepost. Told are runs, failures, and how long clients waited, from
sending a program to holding its report: median, 95th percentile, longest. A failure is what is no report, or a bug that is
not found, or found where it was mended. Exit status: 1 if there is one."""

import argparse
import glob
import http.client
import json
import os
import random
import subprocess
import sys
import threading
import time
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# The fix of the first launches nothing; of the others it takes a deadline to see that they do not end.
NOT_HERE = ("null_pointer", "warp_barrier_in_branch", "stack_overflow")


def examples():
    """[(name, source, whether something is found)]."""
    found = []
    for path in sorted(glob.glob(os.path.join(ROOT, "examples", "*", "[bf][ui][gx].cu"))):
        name = os.path.relpath(path, os.path.join(ROOT, "examples"))
        if not name.startswith(NOT_HERE):
            with open(path, encoding="utf-8") as file:
                found.append((name, file.read(), name.endswith("bug.cu")))
    return found


class Student(threading.Thread):
    def __init__(self, number, address, programs, end, pause):
        super().__init__()
        self.token, self.address, self.programs, self.end, self.pause = f"student-{number:04}-{os.getpid():08}", address, programs, end, pause
        self.random = random.Random(number)
        self.times, self.failures = [], []

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.address, timeout=60)
        try:
            headers = {"X-Fencepost-Client": self.token, **({"Content-Type": "application/json"} if body else {})}
            connection.request(method, path, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def work(self, name, source, is_bug):
        """What went wrong; None if nothing."""
        # As one who types has: no two programs are alike.
        status, body = self.ask("POST", "/runs", {"source": f"{source}// {self.random.random()}\n"})
        if status != 202:
            return f"{name}: {status}: {body.decode()}"
        run = json.loads(body)["id"]
        while True:
            status, body = self.ask("GET", f"/runs/{run}")
            told = json.loads(body)
            if status != 200 or told["state"] not in ("waiting", "running"):
                break
            time.sleep(0.3)
        if told.get("state") != "done":
            return f"{name}: {told}"
        if (told["found"]["errors"] + told["found"]["warnings"] > 0) != is_bug:
            return f"{name}: {told['title']}"
        status, body = self.ask("GET", f"/runs/{run}/report.html")
        return None if status == 200 and body else f"{name}: report: {status}"

    def run(self):
        while time.monotonic() < self.end:
            begin = time.monotonic()
            try:
                failure = self.work(*self.random.choice(self.programs))
            except (OSError, http.client.HTTPException, ValueError, KeyError) as error:
                failure = repr(error)
            self.times.append(time.monotonic() - begin)
            if failure:
                self.failures.append(failure)
            time.sleep(self.random.uniform(0, 2 * self.pause))


def load(url, clients, seconds, pause):
    """Figures of it, and the failures."""
    address = urllib.parse.urlsplit(url).netloc
    end = time.monotonic() + seconds
    students = [Student(number, address, examples(), end, pause) for number in range(clients)]
    for student in students:
        student.start()
    for student in students:
        student.join()
    times = sorted(took for student in students for took in student.times)
    failures = [failure for student in students for failure in student.failures]
    at = lambda part: round(times[min(len(times) - 1, int(part * len(times)))], 2)
    return {"clients": clients, "seconds": seconds, "runs": len(times), "failures": len(failures), "p50": at(0.5), "p95": at(0.95),
            "longest": round(times[-1], 2), "fewest_of_a_client": min(len(student.times) for student in students),
            "most_of_a_client": max(len(student.times) for student in students)}, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--url", help="of a server that runs; default: one of its own")
    parser.add_argument("--clients", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--pause", type=float, default=0, help="seconds between a client's runs, in the mean")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    server = None
    if not options.url:
        server = subprocess.Popen([os.path.join(ROOT, "build", "bin", "fencepost"), "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
        options.url = server.stdout.readline().split()[2].rstrip(",")
    try:
        figures, failures = load(options.url, options.clients, options.seconds, options.pause)
    finally:
        if server:
            server.terminate()
            server.wait()
    if options.json:
        print(json.dumps(figures))
    else:
        print(f"{figures['clients']} clients, {figures['seconds']:.0f} s: {figures['runs']} runs ({figures['fewest_of_a_client']} to "
              f"{figures['most_of_a_client']} a client), {figures['failures']} failures; until the report {figures['p50']} s (median), "
              f"{figures['p95']} s (p95), {figures['longest']} s (longest)")
    for failure in failures[:20]:
        print(failure, file=sys.stderr)
    return 1 if failures or not figures["runs"] else 0


if __name__ == "__main__":
    sys.exit(main())
