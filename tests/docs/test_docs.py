#!/usr/bin/env python3
"""Runs the commands that the documents show, and compares what they print.

A code block whose first line begins with `$ ` is a session: lines with `$ ` are commands for bash (a line that ends in a
backslash goes on), the others are what the command before prints, on standard output and standard error together. `…` in a
line stands for anything, a line of `…` for any lines or none, and seconds may differ.

Where a session runs: in a folder that has copies of kernels/ and examples/, or, in a document below examples/, in that
document's folder. A comment in front of the block says otherwise: `<!-- session: in FOLDER -->`. With
`<!-- session: setup COMMAND -->` a command goes first; `<!-- session: needs PROGRAM -->` skips it where that is not
installed; `<!-- session: not run, REASON -->` says why one cannot be run.
With --update the documents get what the commands print now, but where a session has a `…`.
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "programs"))
from harness import ROOT, Skipped, Tally, Tools, argument_parser  # noqa: E402

SESSION = re.compile(r"(?P<notes>(?:^<!-- session: .*? -->\n)*)^```\w*\n(?P<text>\$ .*?)^```$", re.M | re.S)
END = "\x01"  # Of what a command prints; its exit status remains $?.
SECONDS = re.compile(r"\d+\.\d+ s\b")
LIMIT = 120


def documents():
    """Paths of all documents, relative to the root."""
    patterns = ("README.md", "docs/*.md", "examples/**/*.md", "kernels/*.md")
    return sorted({os.path.relpath(path, ROOT) for pattern in patterns
                   for path in glob.glob(os.path.join(ROOT, pattern), recursive=True)})


def commands_of(text):
    """[command, the lines it is to print] of a session, in order."""
    steps, goes_on = [], False
    for line in text.splitlines():
        if goes_on:
            steps[-1][0] += "\n" + line
        elif line.startswith("$ "):
            steps.append([line[2:], []])
        else:
            steps[-1][1].append(line)
        goes_on = line.endswith("\\") and (goes_on or line.startswith("$ "))
    return steps


def outputs_of(tools, commands, folder):
    """What each command prints, as lines, in one shell."""
    script = "".join(f"{command}\nstatus=$?; printf '{END}'; (exit $status)\n" for command in commands)
    environment = tools.environment()
    environment["PATH"] = os.path.join(tools.build_dir, "bin") + os.pathsep + environment["PATH"]
    process = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                             timeout=LIMIT, check=False)
    return [part.splitlines() for part in process.stdout.split(END)[:len(commands)]]


def is_shown(expected, actual):
    """True if the lines of a document stand for the printed ones."""
    pattern = ""
    for line in expected:
        if line.strip() == "…":
            pattern += r"(?:.*\n)*?"
        else:
            pieces = [SECONDS.sub("\0", piece) for piece in line.rstrip().split("…")]
            pattern += ".*".join(re.escape(piece).replace("\0", r"\d+\.\d+ s") for piece in pieces) + r"[ ]*\n"
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in actual)) is not None


class Session:
    """A code block of a document."""

    def __init__(self, document, match, text):
        self.document, self.text = document, match["text"]
        self.line = text.count("\n", 0, match.start("text")) + 1
        notes = re.findall(r"<!-- session: (.*?) -->", match["notes"])
        self.folder = os.path.dirname(document) if document.startswith("examples/") else "."
        self.setup, self.needs, self.reason = [], [], None
        for note in notes:
            word, _, rest = note.partition(" ")
            if word == "in":
                self.folder = rest
            elif word == "setup":
                self.setup.append(rest)
            elif word == "needs":
                self.needs.append(rest)
            elif note.startswith("not run, "):
                self.reason = note
            else:
                sys.exit(f"{document}:{self.line}: unknown note: {note}")

    @property
    def name(self):
        return f"{self.document}:{self.line}"

    def run(self, tools):
        """(mistakes, text of the block as it would be now)."""
        missing = [program for program in self.needs if shutil.which(program) is None]
        if missing:
            return Skipped(f"{' '.join(missing)} is not installed"), self.text
        steps = commands_of(self.text)
        with tempfile.TemporaryDirectory() as folder:
            for name in ("kernels", "examples"):
                shutil.copytree(os.path.join(ROOT, name), os.path.join(folder, name))
            place = os.path.join(folder, self.folder)
            for command in self.setup:
                subprocess.run(["bash", "-c", command], cwd=place, check=True,
                               env={**os.environ, "ROOT": ROOT})
            try:
                outputs = outputs_of(tools, [command for command, _ in steps], place)
            except subprocess.TimeoutExpired:
                return [f"not done after {LIMIT} s"], self.text
        mistakes, text = [], ""
        for (command, expected), actual in zip(steps, outputs):
            right = is_shown(expected, actual)
            if not right:
                mistakes += [f"$ {command}", "prints", *("    " + line for line in actual)]
            kept = expected if right or any("…" in line for line in expected) else actual
            text += "".join(line + "\n" for line in (*f"$ {command}".split("\n"), *kept))
        if len(outputs) != len(steps):
            mistakes.append(f"{len(steps) - len(outputs)} commands were not reached")
        return mistakes, text


def sessions_of(document):
    with open(os.path.join(ROOT, document), encoding="utf-8") as file:
        text = file.read()
    return [Session(document, match, text) for match in SESSION.finditer(text)]


def update(document, new_texts):
    """Puts new sessions in place of the old ones."""
    path = os.path.join(ROOT, document)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for old, new in new_texts:
        text = text.replace(old, new, 1)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    parser = argument_parser(__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true", help="write what is printed now into the documents")
    options = parser.parse_args()
    tools = Tools(options.build_dir, options.compiler)
    sessions = [session for document in documents() for session in sessions_of(document)
                if re.search(options.filter, session.name)]
    tally = Tally()
    changes = {}
    with ThreadPoolExecutor(options.parallel) as pool:
        results = pool.map(lambda session: session.run(tools) if session.reason is None else None, sessions)
        for session, result in zip(sessions, results):
            if result is None:
                print(f"{session.name}: {session.reason}")
                continue
            mistakes, text = result
            tally.add(session.name, mistakes)
            changes.setdefault(session.document, []).append((session.text, text))
    if options.update:
        for document, texts in changes.items():
            update(document, texts)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
