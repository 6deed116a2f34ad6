#!/usr/bin/env python3
"""`fencepost completion`: the words that shells complete are those that there are."""

import os
import re
import shutil
import subprocess
import sys

from harness import Skipped, run_tests


def script(tools, shell):
    return subprocess.run([tools.fencepost, "completion", shell], capture_output=True, text=True, check=True).stdout


def commands_of(tools):
    text = subprocess.run([tools.fencepost, "--help"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^  ([a-z]+) {2,}", text.split("Subcommands:")[-1], re.M))


def options_of(tools, command):
    text = subprocess.run([tools.fencepost, command, "--help"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", text, re.M))


def bash_completes(tools, folder):
    """What Tab gives behind some words."""
    path = os.path.join(folder, "completion.bash")
    with open(path, "w", encoding="utf-8") as file:
        file.write(script(tools, "bash"))

    def completed(*words):
        code = (f"source {path}; COMP_WORDS=(fencepost \"$@\"); COMP_CWORD=$#; COMPREPLY=(old); _fencepost; "
                "printf '%s\\n' \"${COMPREPLY[@]}\"")
        result = subprocess.run(["bash", "-uc", code, "-", *words], capture_output=True, text=True, check=False)
        return set(result.stdout.split()) if result.returncode == 0 and not result.stderr else result

    mistakes = []
    for words, wanted in ((("ru",), {"run"}), (("run", "--sched"), {"--schedule"}), (("run", ""), set()),
                          (("run", "a.cu", "--", "--sched"), set()), (("nothing", "--"), set()),
                          (("prove", "--assu"), {"--assume"}), (("--ver",), {"--version"})):
        if completed(*words) != wanted:
            mistakes.append(f"{words}: {completed(*words)}, not {wanted}")
    commands = commands_of(tools)
    if len(commands) < 10 or completed("") != commands | {"--help", "--version"}:
        mistakes.append(f"commands: {completed('')}, not {commands}")
    for command in sorted(commands):
        if completed(command, "--") != options_of(tools, command):
            mistakes.append(f"{command}: {completed(command, '--')}, not {options_of(tools, command)}")
    return mistakes


def other_shells_take_their_scripts(tools, folder):
    mistakes, shells = [], [shell for shell in ("zsh", "fish") if shutil.which(shell)]
    for shell in shells:
        path = os.path.join(folder, "completion." + shell)
        with open(path, "w", encoding="utf-8") as file:
            file.write(script(tools, shell))
        result = subprocess.run([shell, "-n", path], capture_output=True, text=True, check=False)
        if result.returncode != 0 or result.stderr:
            mistakes.append(f"{shell} -n: {result.returncode} {result.stderr}")
    if "fish" in shells:
        code = f"source {folder}/completion.fish; complete -C 'fencepost run --sched'"
        result = subprocess.run(["fish", "-c", code], capture_output=True, text=True, check=False,
                                env={**os.environ, "HOME": folder})
        if not result.stdout.startswith("--schedule\t"):
            mistakes.append(f"fish completes to {result.stdout!r} {result.stderr}")
    return mistakes if shells else Skipped("neither zsh nor fish is installed")


if __name__ == "__main__":
    sys.exit(run_tests((bash_completes, other_shells_take_their_scripts), __doc__))
