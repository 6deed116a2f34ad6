"""`fencepost mcp` over pipes, and programs for it."""

import glob
import json
import os
import select
import shutil
import subprocess
import time

from harness import Skipped

RACY = """#include <cstdio>
__global__ void reverse(int* data) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = data[t];
  data[t] = tile[63 - t];
}
int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  reverse<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  printf("done\\n");
}
"""
# A mode for each bound.
HOG = r"""
#include <sys/prctl.h>
#include <sys/stat.h>
#include <csignal>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
__global__ void nothing() {}
int main(int argc, char** argv) {
  nothing<<<1, 1>>>();
  cudaDeviceSynchronize();
  std::string mode = argv[1];
  if (mode == "hidden") prctl(PR_SET_DUMPABLE, 0);
  if (mode == "memory" || mode == "hidden") for (;;) memset(malloc(32 << 20), 1, 32 << 20), usleep(1000);
  if (mode == "processes") for (;;) if (fork() == 0 && setsid() > 0) pause();
  if (mode == "output") {
    for (int i = 0; i < 1000000; ++i) puts("a line that nobody wants");
    return system("mkdir -p a/b && chmod 0 a/b a");
  }
  if (mode == "report") {  // What it is to write is a link to what it may not read.
    std::string path = strstr(getenv("FENCEPOST_OPTIONS"), "--report ") + 9;
    path.resize(path.find(' '));
    symlink("/etc/passwd", path.c_str());
    kill(getpid(), SIGKILL);
  }
  if (mode == "deep") for (int i = 0; i < 1200; ++i) mkdir("d", 0700), chdir("d");
  if (mode == "wait" || mode == "deep") for (puts("waits"), fflush(stdout);;) pause();
}
"""
# More than any compiler gets done.
ENDLESS = """template <int N, int M> struct F { static const int v = F<N - 1, 2 * M>::v ^ F<N - 1, 2 * M + 1>::v; };
template <int M> struct F<0, M> { static const int v = M; };
int v = F<28, 1>::v;
"""


class Server:
    """`fencepost mcp` over pipes. Answers are read one by one; `notes` are the notifications that came between."""

    def __init__(self, tools, folder, *options, revision="2025-06-18", **environment):
        self.temporary = os.path.join(folder, "temporary")
        os.makedirs(self.temporary, exist_ok=True)
        self.process = subprocess.Popen([tools.fencepost, "mcp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE,
                                        env={**tools.environment(), "TMPDIR": self.temporary, **environment})
        self.buffer, self.last_id, self.notes = b"", 0, []
        if revision:
            self.request("initialize", {"protocolVersion": revision, "capabilities": {},
                                        "clientInfo": {"name": "test", "version": "1"}})
            self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.write(json.dumps(message).encode() + b"\n")

    def read(self, limit=60):
        """The next message; None if there is none any more."""
        while b"\n" not in self.buffer:
            if not select.select([self.process.stdout], [], [], limit)[0]:
                raise TimeoutError(f"nothing came within {limit} s")
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                return None
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def ask(self, method, params=None):
        self.last_id += 1
        self.send({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params or {}})
        return self.last_id

    def answer(self, wanted):
        while True:
            message = self.read()
            if message is None or message.get("id") == wanted:
                return message
            self.notes.append(message)

    def request(self, method, params=None):
        return self.answer(self.ask(method, params))

    def ask_tool(self, tool, /, meta=None, **arguments):
        return self.ask("tools/call", {"name": tool, "arguments": arguments, **({"_meta": meta} if meta else {})})

    def tool(self, tool, /, **arguments):
        """(is an error, text, structured)."""
        return parts(self.answer(self.ask_tool(tool, **arguments)))

    def end(self):
        """Exit status after the end of input, and what is left in the temporary folder."""
        self.process.stdin.close()
        status = self.process.wait(timeout=60)
        return status, os.listdir(self.temporary)


def parts(answer):
    result = answer.get("result")
    if result is None:
        return "error", answer["error"]["message"], answer["error"]["code"]
    return result.get("isError", False), result["content"][0]["text"], result.get("structuredContent")


def needs_bubblewrap():
    if shutil.which("bwrap") is None:
        return Skipped("bubblewrap is not installed")
    made = subprocess.run(["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"], capture_output=True, check=False)
    return None if made.returncode == 0 else Skipped("bubblewrap cannot make namespaces here")


def programs_of(server):
    """Command lines of processes that the server's calls have started; their folders are in it."""
    found = []
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            with open(path, "rb") as file:
                if f"TMPDIR={server.temporary}/".encode() in file.read():
                    found.append(path)
        except OSError:
            pass
    return found


def wait_for_program(server):
    while not programs_of(server):
        server.request("ping")
        time.sleep(0.05)


def still_there(server):
    return [f"still there: {path}" for path in programs_of(server)]
