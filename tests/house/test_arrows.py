#!/usr/bin/env python3
"""The rooms of the house, cmake/rooms.cmake, against the sources' #include lines, the libraries' symbols, and what the programs load.

    test_arrows.py --build-dir DIR

Tells every arrow that the table does not allow, every one that nobody uses, every circle, every file outside of the rooms,
and every folder that has become too full to be looked through."""

import argparse
import collections
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MOST_FILES = 24
# What a storey may use besides itself.
BELOW = {"sim": [], "detector": ["sim/"], "compiler": ["sim/interface", "sim/code", "detector/text"], "cli": ["compiler/", "detector/"]}
# CUDA's headers, which belong to the programs that include them: every room may read them, and they know no room.
HEADERS = ("sim/include", "detector/include")
PROGRAMS = ("sim/link/user_text_end.cpp", "sim/link/driver_exports.cpp", "sim/link/runtime_exports.cpp", "sim/link/name.cpp", "compiler/main.cpp", "cli/main.cpp")  # They may use all of their storey's.


def read_table(path):
    """Room → rooms that it may use."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"#[^\n]*", "", file.read())
    table = {}
    for words in re.findall(r"fencepost_room\(([^)$]+)\)", text):
        room, *rest = words.split()
        if room != "folder":
            table[room] = rest[1:]
    return table


def sources(root):
    """Files below the storeys, as paths from the root."""
    for storey in BELOW:
        for folder, _, names in os.walk(os.path.join(root, storey)):
            for name in sorted(names):
                if name.endswith((".cpp", ".h")):
                    yield os.path.relpath(os.path.join(folder, name), root)


def room_of(path, table):
    """The room that a file is in: the folder, or the one above it that the table has."""
    folder = os.path.dirname(path)
    while folder and folder not in table:
        folder = os.path.dirname(folder)
    return folder


def includes(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return re.findall(r'^\s*#\s*include\s+"([^"]+)"', file.read(), re.M)


def reachable(table, room):
    found, todo = set(), [room]
    while todo:
        for other in table.get(todo.pop(), []):
            if other not in found:
                found.add(other)
                todo.append(other)
    return found


def mistakes_of_table(table):
    for room, uses in table.items():
        if room in reachable(table, room):
            yield f"{room} uses itself by way of {', '.join(other for other in uses if room in reachable(table, other))}"
        storey = room.split("/")[0]
        for other in uses:
            if other not in table:
                yield f"{room} uses {other}, which is no room"
            elif other.split("/")[0] != storey and not any(other.startswith(below) for below in BELOW[storey]):
                yield f"{room} uses {other}: {storey} may use only {' and '.join(BELOW[storey]) or 'itself'}"


def mistakes_of_files(root, table, used):
    folders = collections.Counter()
    for path in sources(root):
        if path.startswith(HEADERS):
            for name in includes(root, path):
                if name.split("/")[0] in BELOW:
                    yield f"{path} includes {name}: headers of programs know no room"
            continue
        folders[os.path.dirname(path)] += 1
        room = room_of(path, table)
        if not room and path not in PROGRAMS:
            yield f"{path} is in no room"
        for name in includes(root, path):
            other = room_of(name, table)
            if room and other and other != room:
                used[room].add(other)
                if other not in table[room]:
                    yield f"{path} includes {name}: {room} may not use {other}"
    for folder, count in folders.items():
        if count > MOST_FILES:
            yield f"{folder} has {count} files, more than {MOST_FILES}"


def mistakes_of_page(root, table):
    """docs/design.md draws and names rooms: all of them, and no others."""
    with open(os.path.join(root, "docs", "design.md"), encoding="utf-8") as file:
        text = file.read()
    drawn = set(re.findall(r"[a-z_]+", text.split("```")[1]))
    for room in table:
        if room.split("/")[1] not in drawn:
            yield f"docs/design.md does not draw {room}"
    for storey, name in re.findall(rf"`({'|'.join(BELOW)})/([a-z_]+)`", text):
        if f"{storey}/{name}" not in table and f"{storey}/{name}" not in HEADERS:
            yield f"docs/design.md names {storey}/{name}, which is no room"


# The runtime has its own of these, so that it hears of processes that end.
OF_THE_C_LIBRARY = ("_exit", "_Exit")


def symbols(library):
    """What a library defines for others, and what it wants of them."""
    output = subprocess.run(["nm", "-C", library], capture_output=True, text=True, check=True).stdout
    defined = set(re.findall(r"^[0-9a-f]+ [TDBR] (.+)$", output, re.M))
    wanted = set(re.findall(r"^ +U (.+)$", output, re.M))
    return defined.difference(OF_THE_C_LIBRARY), wanted - defined


def mistakes_of_symbols(build, table, used):
    """An arrow that no #include shows: a function that is declared in one room and defined in another."""
    known = {room: symbols(os.path.join(build, "lib", "lib" + room.replace("/", "_") + ".a")) for room in table}
    home = {}
    for room, (defined, _) in known.items():
        for symbol in defined:
            home[symbol] = room if symbol not in home else None
    for room, (_, wanted) in known.items():
        allowed = reachable(table, room)
        for symbol in sorted(wanted):
            other = home.get(symbol)
            if not other or other == room:
                continue
            used[room].add(other)
            if other not in allowed:
                yield f"{room} calls {symbol} of {other}, which it may not use"


def mistakes_of_programs(build):
    """What does not compile loads no LLVM, which takes longer than most of its commands."""
    command = ["readelf", "--dynamic", os.path.join(build, "bin", "fencepost")]
    needed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for library in re.findall(r"NEEDED.*\[(lib(?:LLVM|clang)[^\]]*)\]", needed):
        yield f"fencepost loads {library}"


def unused_arrows(table, used):
    for room, uses in table.items():
        for other in uses:
            if other not in used[room]:
                yield f"{room} may use {other}, but does not"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build-dir", required=True)
    parser.add_argument("--root", default=ROOT)
    settings = parser.parse_known_args()[0]
    table = read_table(os.path.join(settings.root, "cmake", "rooms.cmake"))
    used = collections.defaultdict(set)
    mistakes = [*mistakes_of_table(table), *mistakes_of_files(settings.root, table, used),
                *mistakes_of_page(settings.root, table), *mistakes_of_symbols(settings.build_dir, table, used),
                *mistakes_of_programs(settings.build_dir), *unused_arrows(table, used)]
    for mistake in mistakes:
        print(mistake)
    print(f"{len(table)} rooms, {sum(map(len, table.values()))} arrows, {len(mistakes)} mistakes")
    return 1 if mistakes or not table else 0


if __name__ == "__main__":
    sys.exit(main())
