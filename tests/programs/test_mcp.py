#!/usr/bin/env python3
"""`fencepost mcp`: the protocol, also with input that is none; its tools; and a session of the official SDK's client, from a
racy kernel to a clean one."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time

from harness import ROOT, Skipped, run_tests
from mcp_server import HOG, RACY, Server, needs_bubblewrap, parts, still_there, wait_for_program

def what_is_no_request_gets_an_error_and_the_next_is_answered(tools, folder):
    deep = b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":' + b"[" * 100000 + b"]" * 100000 + b"}}"
    wrong = [  # Line, code, id of the answer.
        (b"{", -32700, None), (b'{"jsonrpc":"2.0","id":1,"method":"p\xff\xfe"}', -32700, None), (deep, -32700, None),
        (b"[" * 5000, -32700, None), (b"x" * (100 << 20), -32700, None), (b"[" + b"1," * 200000 + b"1]", -32700, None),
        (b'{"id":1,"method":"ping","params":{"x":1e999}}', -32700, None),
        (b"7", -32600, None), (b'"ping"', -32600, None), (b"null", -32600, None), (b"[]", -32600, None),
        (b'{"id":1,"method":"ping"}', -32600, 1), (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600, 1),
        (b'{"jsonrpc":"2.0","id":1}', -32600, 1), (b'{"jsonrpc":"2.0","id":"a","method":3}', -32600, "a"),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":[1],"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32600, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"resources/list"}', -32601, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":""}', -32601, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"initialize"}', -32602, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":5}}', -32602, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call"}', -32602, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}', -32602, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"chekc"}}', -32602, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check","arguments":[]}}', -32602, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check","arguments":{"source":5}}}', -32602, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check","arguments":{"sorce":""}}}', -32602, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check","arguments":{"runs":0}}}', -32602, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"2"}}', -32602, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"x"}}}',
         -32022, 1),
    ]
    mistakes = []
    with Server(tools, folder, "--trusted") as server:
        for line, code, identity in wrong:
            server.write(line + b"\n")
            answer = server.read()
            if "error" not in answer or answer["error"]["code"] != code or answer["id"] != identity or len(answer) != 3:
                mistakes.append(f"{line[:90]}: {json.dumps(answer)[:300]}, not error {code} with id {identity}")
        # What needs no answer gets none, and ids come back as they were.
        server.write(b'\n \r\n{"jsonrpc":"2.0","method":"notifications/nobody"}\n{"jsonrpc":"2.0","id":1,"result":{}}\n'
                     b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[{}]}}\n')
        for identity in ("", "x\u00e9\u2028", 0, -5, 2**63, 1.5, "1"):
            server.send({"jsonrpc": "2.0", "id": identity, "method": "ping"})
            answer = server.read()
            if answer != {"jsonrpc": "2.0", "id": identity, "result": {}}:
                mistakes.append(f"ping of id {identity!r} is answered with {answer}")
        with open(f"/proc/{server.process.pid}/status", encoding="utf-8") as status:
            peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
        if peak > 400 << 10:
            mistakes.append(f"the server took {peak} KiB")
        # The end of input comes in the middle of a line.
        server.write(b'{"jsonrpc":"2.0","id":1')
        if (end := server.end()) != (0, []):
            mistakes.append(f"exit status and what is left: {end}")
        last = server.read()
        if last is None or last["error"]["code"] != -32700 or server.read() is not None:
            mistakes.append(f"half a line is answered with {last}")
    return mistakes


def each_revision_gets_what_it_knows(tools, folder):
    mistakes = []
    for wanted, agreed in (("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
                           ("2025-11-25", "2025-11-25"), ("2099-01-01", "2025-11-25")):
        with Server(tools, folder, "--trusted", revision=None) as server:
            if (early := server.request("tools/list"))["error"]["code"] != -32600:
                mistakes.append(f"{wanted}: before initialize: {early}")
            answer = server.request("initialize", {"protocolVersion": wanted})["result"]
            if answer["protocolVersion"] != agreed or answer["serverInfo"]["name"] != "fencepost":
                mistakes.append(f"{wanted}: {answer}")
            listed = server.request("tools/list")["result"]["tools"]
            check = next(tool for tool in listed if tool["name"] == "check")
            has = [name for name in ("annotations", "outputSchema", "title") if name in check]
            expected = {"2024-11-05": [], "2025-03-26": ["annotations"]}.get(wanted, ["annotations", "outputSchema", "title"])
            if has != expected or "resultType" in answer:
                mistakes.append(f"{wanted}: tools have {has}")
            # A call that is quick, as it needs no program.
            is_error, text, structured = server.tool("explain", kind="race")
            if is_error or "two threads" not in text or structured is not None:
                mistakes.append(f"{wanted}: explain: {text}")
            server.send([{"jsonrpc": "2.0", "id": "a", "method": "ping"},
                         {"jsonrpc": "2.0", "method": "notifications/nobody"},
                         {"jsonrpc": "2.0", "id": "b", "method": "tools/call",
                          "params": {"name": "explain", "arguments": {"kind": "leak"}}}, 5])
            answer = server.read()
            if wanted == "2025-03-26":
                if sorted(str(one["id"]) for one in answer) != ["None", "a", "b"]:
                    mistakes.append(f"the batch is answered with {answer}")
            elif answer["error"]["code"] != -32600:
                mistakes.append(f"{wanted}: a batch is answered with {answer}")
            # Later revisions have the model correct what it has got wrong.
            wrong = server.tool("check", sorce="")
            if (wrong[0] is True) != (agreed >= "2025-11-25") or "did you mean source" not in wrong[1]:
                mistakes.append(f"{wanted}: wrong arguments: {wrong}")
    with Server(tools, folder, "--trusted", revision=None) as server:
        meta = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}
        found = server.request("server/discover", meta)["result"]
        listed = server.request("tools/list", meta)["result"]
        told = server.request("tools/call", {"name": "explain", "arguments": {"kind": "race"}, **meta})["result"]
        if "2026-07-28" not in found["supportedVersions"] or {one["resultType"] for one in (found, listed, told)} != {"complete"}:
            mistakes.append(f"2026-07-28: {found} {told}")
    return mistakes


def calls_are_cancelled_told_of_and_end_with_the_input(tools, folder):
    mistakes = []
    with Server(tools, folder, "--trusted", "--timeout", "300") as server:
        call = server.ask_tool("check", {"progressToken": "p"}, source=HOG, args=["wait"], timeout=290)
        waiting = server.ask_tool("explain", kind="race")
        dropped = server.ask_tool("explain", kind="leak")
        # Meanwhile others are answered, and its progress is told.
        while sum(note["method"] == "notifications/progress" for note in server.notes) < 2:
            if server.request("ping")["result"] != {}:
                mistakes.append("a ping is not answered while a tool runs")
            time.sleep(0.05)
        if any(note["params"]["progressToken"] != "p" for note in server.notes):
            mistakes.append(f"progress is {server.notes}")
        again = {"jsonrpc": "2.0", "id": call, "method": "tools/call", "params": {"name": "explain", "arguments": {}}}
        server.send(again)
        if server.read().get("error", {}).get("code") != -32600:
            mistakes.append("a second call of the same id is taken")
        for identity in (dropped, call, 12345):
            server.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": identity}})
        server.notes.clear()
        if parts(server.answer(waiting))[0] is not False:
            mistakes.append("the call behind the cancelled one is not answered")
        server.request("ping")
        answered = [note["id"] for note in server.notes if "id" in note]
        if answered:
            mistakes.append(f"cancelled calls are answered: {answered}")
        # A server whose input ends ends what runs, and leaves nothing; so does one that is told to end.
        server.ask_tool("check", source=HOG, args=["wait"], timeout=290)
        wait_for_program(server)
        if (end := server.end()) != (0, []):
            mistakes.append(f"exit status and what is left: {end}")
        mistakes += still_there(server)
    with Server(tools, folder, "--trusted") as server:
        server.request("ping")
        server.process.send_signal(signal.SIGTERM)
        end = server.process.wait(timeout=60), os.listdir(server.temporary)
        if end != (-signal.SIGTERM, []):
            mistakes.append(f"after SIGTERM: exit status and what is left: {end}")
    return mistakes


def reports_are_kept_and_their_findings_explained(tools, folder):
    mistakes = []
    with Server(tools, folder, "--trusted") as server:
        is_error, text, structured = server.tool("check", source=RACY, name="mine.cu")
        finding = structured["findings"][0]
        if is_error or finding["kind"] != "race" or [place["line"] for place in finding["places"]] != [5, 6]:
            mistakes.append(f"check: {text}")
        is_error, text, _ = server.tool("explain", finding=finding["id"])
        if is_error or "mine.cu:6  data[t] = tile[63 - t];" not in text or "fencepost: " in text:
            mistakes.append(f"explain: {text}")
        is_error, text, structured = server.tool("check", source=RACY, insert=[{"line": 6, "text": "__syncthreads();"}])
        if is_error or structured["errors"] != 0 or structured["output"] != "done\n":
            mistakes.append(f"with a barrier: {text}")
        for wrong, told in (({"finding": "r9.1"}, "there is no report r9; those from r1 to r2 are kept"),
                            ({"finding": "r1.2"}, "report r1 has r1.1 to r1.1"), ({"finding": "r1"}, "there is no finding r1"),
                            ({"finding": "r2.1"}, "report r2 has none"), ({"kind": "nonsense"}, "no kind of finding"),
                            ({}, "give kind, or finding")):
            is_error, text, _ = server.tool("explain", **wrong)
            if is_error is not True or told not in text:
                mistakes.append(f"explain {wrong}: {text}")
        is_error, text, _ = server.tool("apply_proposal", report="r1")
        if is_error is not True or "no verified change" not in text:
            mistakes.append(f"apply_proposal without one: {text}")
        is_error, text, _ = server.tool("check", source="int main() {}")
        if is_error is not True or "no kernel was launched" not in text:
            mistakes.append(f"without a kernel: {text}")
        is_error, text, _ = server.tool("check", source="int main() { return x; }")
        if is_error is not True or "kernel.cu:1:21: error: use of undeclared identifier 'x'" not in text:
            mistakes.append(f"what does not compile: {text}")
    return mistakes


def other_tools_answer(tools, folder):
    mistakes = []
    with Server(tools, folder, "--trusted") as server:
        for name, arguments, told, structured_has in (
                ("compile", {"source": RACY}, "compiles", {"compiles": True}),
                ("permissions", {"source": RACY, "arrays": ["tile"], "elements": "0-1"}, "Wt0 Rt63!", None),
                ("coverage", {"source": RACY}, "coverage: all 3 lines of reverse ran", {"errors": 1}),
                ("sweep", {"source": RACY, "blocks": "1,2"}, "BLOCKS  runs  result", {"errors": 1, "launches": 2}),
                ("kernel", {"source": RACY, "function": "reverse", "grid": "1", "block": "64",
                            "kernel_args": ["data=int[64]:iota()"], "print": ["data"]}, "data[64] = ", {"errors": 1}),
                ("prove", {"source": RACY, "no_run": True}, "something is unknown", {"verdict": "something is unknown"})):
            is_error, text, structured = server.tool(name, **arguments)
            has = structured if structured is None else {key: structured[key] for key in structured_has}
            if is_error or told not in text or has != structured_has:
                mistakes.append(f"{name}: {text} {has}")
    return mistakes


SDK = "mcp==2.3.0"


def python_with_sdk(tools):
    """A Python that has the SDK: this one, or that of a virtual environment in the build folder. Else why there is none."""
    if subprocess.run([sys.executable, "-c", "from mcp import Client"], capture_output=True, check=False).returncode == 0:
        return sys.executable
    place = os.path.join(tools.build_dir, "mcp-sdk")
    python = os.path.join(place, "bin", "python")
    if not os.path.exists(os.path.join(place, "complete")):
        shutil.rmtree(place, ignore_errors=True)
        for command in ([sys.executable, "-m", "venv", place],
                        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--timeout", "5", "--retries",
                         "0", SDK]):
            result = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
            if result.returncode != 0:
                return Skipped(f"{SDK} of PyPI cannot be installed: {(result.stderr or result.stdout).strip()[-200:]}")
        with open(os.path.join(place, "complete"), "w", encoding="utf-8"):
            pass
    return python


def the_official_client_goes_from_a_race_to_a_clean_kernel(tools, folder):
    python = python_with_sdk(tools)
    if isinstance(python, Skipped):
        return python
    if (skipped := needs_bubblewrap()) is not None:
        return skipped
    source = os.path.join(folder, "racy.cu")
    with open(source, "w", encoding="utf-8") as file:
        file.write(RACY)
    client = os.path.join(ROOT, "tests", "programs", "mcp_client.py")
    result = subprocess.run([python, client, tools.fencepost, source], env=tools.environment(), capture_output=True, text=True,
                            timeout=300, check=False)
    return [] if result.returncode == 0 else [result.stdout + result.stderr]


TESTS = [what_is_no_request_gets_an_error_and_the_next_is_answered, each_revision_gets_what_it_knows,
         calls_are_cancelled_told_of_and_end_with_the_input, reports_are_kept_and_their_findings_explained, other_tools_answer,
         the_official_client_goes_from_a_race_to_a_clean_kernel]

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
