#!/usr/bin/env python3
"""`fencepost mcp`: what programs can do in its sandbox, and within its bounds."""

import os
import shutil
import socket
import subprocess
import sys

from harness import run_tests
from mcp_server import ENDLESS, HOG, Server, needs_bubblewrap, still_there

# What a program of nobody's can do: each line says what, or "no".
PRISONER = r"""
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
__global__ void nothing() {}
bool opens(const char* path, int how) { return open(path, how, 0600) >= 0; }
int main(int argc, char** argv) {
  nothing<<<1, 1>>>();
  cudaDeviceSynchronize();
  int others = 0;
  DIR* processes = opendir("/proc");
  while (dirent* entry = readdir(processes)) others += atoi(entry->d_name) > 64;
  printf("passwd %d\n", opens("/etc/passwd", O_RDONLY));
  printf("secret %d\n", opens(argv[1], O_RDONLY));
  printf("root file %d\n", opens(argv[2], O_RDONLY));
  printf("root write %d\n", opens(argv[2], O_WRONLY));
  printf("sysctl %d\n", opens("/proc/sys/kernel/core_pattern", O_WRONLY));
  printf("file in / %d\n", opens("/file", O_WRONLY | O_CREAT));
  printf("memory file %d\n", opens("/dev/shm/file", O_WRONLY | O_CREAT));
  printf("file in /tmp %d\n", opens("/tmp/file", O_WRONLY | O_CREAT));
  printf("variable %d\n", getenv("FENCEPOST_TEST_SECRET") != nullptr);
  printf("processes %d\n", others);
  sockaddr_in local = {};
  local.sin_family = AF_INET;
  local.sin_port = htons(atoi(argv[3]));
  local.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  printf("network %d\n", connect(socket(AF_INET, SOCK_STREAM, 0), (sockaddr*)&local, sizeof local) == 0);
}
"""


def programs_see_no_files_no_network_and_no_secrets(tools, folder):
    if (skipped := needs_bubblewrap()) is not None:
        return skipped
    root, secret = os.path.join(folder, "root"), os.path.join(folder, "secret.txt")
    os.makedirs(os.path.join(root, "sub"))
    for path, text in ((secret, "s"), (os.path.join(root, "file.h"), ""), (os.path.join(root, "sub", "k.cu"), PRISONER)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    os.symlink(secret, os.path.join(root, "link.cu"))
    os.symlink(os.path.join(root, "sub", "k.cu"), os.path.join(root, "inside.cu"))
    os.mkfifo(os.path.join(root, "pipe.cu"))
    mistakes = []
    with socket.create_server(("127.0.0.1", 0)) as listener, \
            Server(tools, folder, "--root", root, FENCEPOST_TEST_SECRET="1") as server:
        words = [secret, os.path.join(root, "file.h"), str(listener.getsockname()[1])]
        is_error, text, structured = server.tool("run", path="sub/k.cu", args=words)
        expected = {"passwd 0", "secret 0", "root file 1", "root write 0", "sysctl 0", "file in / 0", "memory file 0",
                    "file in /tmp 1", "variable 0", "processes 0", "network 0"}
        if is_error or set(structured["output"].splitlines()) != expected:
            mistakes.append(f"a program can do more, or less: {text}")
        for include in ("/etc/passwd", secret, "../secret.txt"):
            is_error, text, _ = server.tool("compile", source=f'#include "{include}"\n')
            if is_error is not True or "file not found" not in text:
                mistakes.append(f"#include {include}: {text}")
        for path in ("../secret.txt", secret, "link.cu", "sub/../../secret.txt", "pipe.cu", "sub", "", "none.cu", "/etc/passwd"):
            is_error, text, _ = server.tool("compile", path=path)
            if is_error is not True or "there is no such file below the root" not in text:
                mistakes.append(f"path {path!r}: {text}")
        for name in ("../k.cu", "a/b.cu", "-o", ".cu", "", "k\n.cu"):
            is_error, text, _ = server.tool("compile", source="", name=name)
            if is_error is not True or "are expected" not in text:
                mistakes.append(f"name {name!r}: {text}")
        is_error, text, _ = server.tool("compile", path=os.path.join(root, "inside.cu"))
        if is_error:
            mistakes.append(f"a link within the root: {text}")
        for wrong in ({}, {"source": "", "path": "sub/k.cu"}):
            if server.tool("compile", **wrong)[0] is not True:
                mistakes.append(f"{wrong} is taken")
        if (end := server.end()) != (0, []):
            mistakes.append(f"exit status and what is left: {end}")
    with Server(tools, folder) as server:
        is_error, text, _ = server.tool("compile", path="sub/k.cu")
        if is_error is not True or "there is no root" not in text:
            mistakes.append(f"without a root: {text}")
    return mistakes


def what_is_too_much_is_stopped_and_nothing_stays(tools, folder):
    if (skipped := needs_bubblewrap()) is not None:
        return skipped
    mistakes = []
    with Server(tools, folder, "--memory", "1G", "--tasks", "60", "--timeout", "60") as server:
        for mode, told in (("memory", "stopped: it used more than 1G of memory"),
                           ("hidden", "stopped: it used more than 1G of memory"),
                           ("processes", "stopped: it had more than 60 processes and threads"),
                           ("deep", "stopped: it wrote more than 1G of files, or nested folders more than 200 deep")):
            is_error, text, _ = server.tool("check", source=HOG, args=[mode])
            if is_error is not True or not text.startswith(told):
                mistakes.append(f"{mode}: {text}")
            mistakes += still_there(server)
        is_error, text, structured = server.tool("check", source=HOG, args=["output"])
        if is_error or "bytes more" not in text or len(text) > 3000 or len(structured["output"]) > 3000:
            mistakes.append(f"much output, and folders without rights: {text[:3000]}")
        is_error, text, _ = server.tool("check", source=HOG, args=["report"])
        if is_error is not True or "left no report" not in text or "root:" in text:
            mistakes.append(f"a report that is a link: {text}")
        is_error, text, _ = server.tool("check", source=HOG, args=["wait"], timeout=0.5)
        if is_error or "not done when its timeout was over" not in text:
            mistakes.append(f"a program that waits: {text}")
        if (end := server.end()) != (0, []):
            mistakes.append(f"exit status and what is left: {end}")
    with Server(tools, folder, "--timeout", "2") as server:
        is_error, text, _ = server.tool("compile", source=ENDLESS)
        if is_error is not True or not text.startswith("stopped: not done after 2 s"):
            mistakes.append(f"templates without end: {text}")
        mistakes += still_there(server)
    return mistakes


def without_a_sandbox_nothing_is_served(tools, folder):
    mistakes = []
    for words, told in ((("--root", os.path.join(folder, "none"), "--trusted"), "no such folder"),
                        (("--root", "/", "--trusted"), "would show all files"), (("--memory", "4", "--trusted"), "is no size"),
                        (("--timeout", "0", "--trusted"), "timeout")):
        result = subprocess.run([tools.fencepost, "mcp", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                env=tools.environment(), timeout=60, check=False)
        if result.returncode != 2 or result.stdout or told not in result.stderr:
            mistakes.append(f"{words}: exit status {result.returncode}: {result.stderr}")
    if shutil.which("bwrap") is None:
        result = subprocess.run([tools.fencepost, "mcp"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                env=tools.environment(), timeout=60, check=False)
        if result.returncode != 2 or "bubblewrap is not installed" not in result.stderr:
            mistakes.append(f"without bubblewrap: exit status {result.returncode}: {result.stderr}")
    return mistakes


TESTS = [programs_see_no_files_no_network_and_no_secrets, what_is_too_much_is_stopped_and_nothing_stays,
         without_a_sandbox_nothing_is_served]

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
