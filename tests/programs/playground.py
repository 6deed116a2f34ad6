"""`fencepost serve`, and what speaks with it as its page does."""

import http.client
import json
import os
import select
import signal
import socket
import subprocess
import time


class Playground:
    """A server at a port of its own. Its temporary files are in a folder below `folder`."""

    def __init__(self, tools, folder, *options, **environment):
        self.temporary = os.path.join(folder, "temporary")
        os.makedirs(self.temporary, exist_ok=True)
        patient = [] if "--timeout" in options else ["--timeout", "120"]  # Tests run beside others.
        self.process = subprocess.Popen([tools.fencepost, "serve", "--port", "0", *patient, *options], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env={**tools.environment(), "TMPDIR": self.temporary, **environment})
        self.first = self.process.stdout.readline() if select.select([self.process.stdout], [], [], 60)[0] else ""
        if "serving http://" not in self.first:
            self.process.kill()
            raise RuntimeError(f"it does not serve: {self.first}{self.process.stderr.read()}")
        self.url = self.first.split()[2].rstrip(",")
        self.host = "127.0.0.1"
        self.port = int(self.url.rstrip("/").rpartition(":")[2])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.stdout.close()
        self.process.stderr.close()

    def end(self, number=signal.SIGINT):
        """Exit status after the signal, what is left in the temporary folder, and processes that are left."""
        self.process.send_signal(number)
        try:
            status = self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = None
        return status, os.listdir(self.temporary), self.programs()

    def programs(self):
        """Processes that runs have started: their temporary folder is in the server's."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/environ", "rb") as file:
                    if f"TMPDIR={self.temporary}/".encode() in file.read():
                        found.append(pid)
            except OSError:
                pass
        return found

    def request(self, method, path, body=None, client="a-client-of-a-test", **headers):
        """(status, headers, body) of an answer. `body`: what becomes JSON, or bytes."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        try:
            data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, data, {"Content-Type": "application/json", "X-Fencepost-Client": client, **named})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def raw(self, data):
        """What comes back for these bytes, until the server closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as connection:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            pieces = []
            while piece := connection.recv(1 << 16):
                pieces.append(piece)
        return b"".join(pieces)

    def order(self, source, client="a-client-of-a-test", **more):
        """The id of a run. Raises RuntimeError if it is refused."""
        status, _, body = self.request("POST", "/runs", {"source": source, **more}, client)
        if status != 202:
            raise RuntimeError(f"{status}: {body.decode()}")
        return json.loads(body)["id"]

    def told(self, run):
        status, _, body = self.request("GET", f"/runs/{run}")
        return json.loads(body) if status == 200 else {"state": f"answer {status}"}

    def wait(self, run, states=("waiting", "running")):
        """What is told when it is in none of these states any more."""
        while (told := self.told(run))["state"] in states:
            time.sleep(0.1)
        return told

    def run(self, source, **more):
        """(what is told in the end, the run's id)."""
        run = self.order(source, **more)
        return self.wait(run), run
