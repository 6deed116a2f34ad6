#!/usr/bin/env python3
"""The lessons as Jupyter notebooks.

usage: notebooks.py FOLDER

Copies the lessons to FOLDER, which must not exist, with a notebook in each: its text, its source in a cell that can be
changed, its commands. What they print is seen by running them. A command that mends the source stands under "One way";
the cell in front of it is for the reader's own.
"""
import json
import re
import shutil
import sys
from pathlib import Path

LESSONS = Path(__file__).resolve().parent
YOUR_TURN = ("**Your turn.** Change the source in the cell at the top, run it, and then this one, until nothing is found. Only then look at "
             "what comes below.")
ONE_WAY = "**One way.**"


def cell(kind: str, text: str, number: int) -> dict:
    common = {"id": f"cell-{number}", "metadata": {}, "source": text.strip("\n").splitlines(keepends=True)}
    return {"cell_type": kind, **common, **({} if kind == "markdown" else {"execution_count": None, "outputs": []})}


def commands_of(session: str) -> list[str]:
    """Of a block with what a terminal shows: the lines that were typed."""
    return [line[2:] for line in session.splitlines() if line.startswith("$ ")]


def mends(command: str) -> bool:
    return command.startswith("sed -i ")


def cells_of(readme: str, source: str | None) -> list[dict]:
    cells: list[tuple[str, str]] = []
    parts = re.split(r"^```\n(.*?)^```\n", readme, flags=re.M | re.S)
    for i, part in enumerate(parts):
        if i % 2 == 0:
            if part.strip():
                cells.append(("markdown", part))
            continue
        commands = commands_of(part)
        if not commands:  # A drawing, or code to look at.
            cells.append(("markdown", f"```\n{part}```"))
            continue
        if source is not None and not any(kind == "code" for kind, _ in cells):
            cells.append(("code", f"%%writefile lesson.cu\n{source}"))
        if any(map(mends, commands)):
            check = next(command for command in commands if not mends(command))
            cells += [("markdown", YOUR_TURN), ("code", f"!{check}"), ("markdown", ONE_WAY)]
        cells.append(("code", "%%bash\n" + "\n".join(commands) + "\ntrue  # A finding is no failure here."))
    return [cell(kind, text, number) for number, (kind, text) in enumerate(cells)]


def notebook(lesson: Path) -> dict:
    source = lesson / "lesson.cu"
    text = source.read_text(encoding="utf-8") if source.exists() else None
    return {
        "cells": cells_of((lesson / "README.md").read_text(encoding="utf-8"), text),
        "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
                     "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    try:
        shutil.copytree(LESSONS, folder, ignore=shutil.ignore_patterns("notebooks.py", "__pycache__"))
        lessons = sorted(readme.parent for readme in folder.glob("*/README.md"))
        for lesson in lessons:
            (lesson / f"{lesson.name}.ipynb").write_text(json.dumps(notebook(lesson), indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        print(f"notebooks.py: error: {error.filename or folder}: {error.strerror}", file=sys.stderr)
        return 1
    print(f"{len(lessons)} notebooks: jupyter lab {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
