#!/usr/bin/env python3
"""Fills a folder with links to the commands that some Debian packages bring, so that a PATH of it shows what they lack.

usage: commands_of.py FOLDER PACKAGE...
Links come from the installed packages among PACKAGE, from all they depend on, and from those that every Debian has
(essential or required ones, and apt). FOLDER is replaced. Exit status 1 where there is no dpkg.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

FOLDERS = ("/usr/bin", "/usr/sbin", "/bin", "/sbin", "/usr/games")


def installed() -> dict[str, dict]:
    """By name, and by each name that is provided: what dpkg knows of a package."""
    fields = ["Package", "db:Status-Status", "Priority", "Essential", "Provides", "Pre-Depends", "Depends"]
    output = subprocess.run(["dpkg-query", "-W", "-f=" + "\\t".join(f"${{{field}}}" for field in fields) + "\\n"],
                            stdout=subprocess.PIPE, text=True, check=True).stdout
    packages: dict[str, dict] = {}
    provided: dict[str, dict] = {}
    for line in output.splitlines():
        name, status, priority, essential, provides, *depends = line.split("\t")
        if status != "installed":
            continue
        package = {"name": name, "base": priority == "required" or essential == "yes" or name == "apt",
                   "depends": [clause for field in depends for clause in field.split(",") if clause.strip()]}
        packages[name] = package
        for other in re.findall(r"([a-z0-9][a-z0-9+.-]*)(?: \([^)]*\))?", provides):
            provided.setdefault(other, package)
    return {**provided, **packages}


def closure(packages: dict[str, dict], names: list[str]) -> set[str]:
    """The names, the base system, and what they depend on; of alternatives the first that is installed."""
    found: set[str] = set()
    todo = [package["name"] for package in packages.values() if package["base"]] + names
    while todo:
        package = packages.get(todo.pop())
        if package is None or package["name"] in found:
            continue
        found.add(package["name"])
        for clause in package["depends"]:
            choices = [re.split(r"[ :(]", choice.strip())[0] for choice in clause.split("|")]
            todo += [choice for choice in choices if choice in packages][:1]
    return found


def main() -> int:
    folder, names = Path(sys.argv[1]), sys.argv[2:]
    if shutil.which("dpkg-query") is None:
        print("no dpkg-query: this is no Debian", file=sys.stderr)
        return 1
    listed = subprocess.run(["dpkg-query", "-L", *sorted(closure(installed(), names))], stdout=subprocess.PIPE,
                            text=True, check=False).stdout.splitlines()
    # /bin may be a link to /usr/bin, and then packages name their files either way.
    files = {os.path.realpath(name) for name in listed if os.path.dirname(name) in FOLDERS}
    files |= {os.path.realpath(name) for name in listed}
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for place in FOLDERS:
        # What is there also has the names of alternatives (/usr/bin/c++), which no package lists.
        for command in os.scandir(place) if os.path.isdir(place) else ():
            link = folder / command.name
            if os.path.realpath(command.path) in files and os.access(command.path, os.X_OK) and not link.is_symlink():
                link.symlink_to(command.path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
