#!/usr/bin/env python3
"""examples/ci: the job of the services' files and the git hook, run as a runner and git run them."""

import json
import os
import re
import shutil
import subprocess
import sys

from harness import ROOT, Skipped, run_tests

CI = os.path.join(ROOT, "examples", "ci")
OUTPUTS = ("fencepost.sarif", "fencepost.xml", "fencepost.html")


def environment(tools):
    path = os.path.join(tools.build_dir, "bin") + os.pathsep + os.environ["PATH"]
    return {**tools.environment(), "PATH": path, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}


def copy(example, kind, folder):
    """An example as a file of `folder`, named like its folder."""
    shutil.copy(os.path.join(ROOT, "examples", example, kind + ".cu"), os.path.join(folder, example + ".cu"))
    return example + ".cu"


def the_job_fails_for_new_findings_only(tools, folder):
    """The command of the services' files, in a project whose `make check` runs programs."""
    def job(*options):
        for name in OUTPUTS:
            if os.path.exists(os.path.join(folder, name)):
                os.remove(os.path.join(folder, name))
        reports = [word for name in OUTPUTS for word in ("--report", name)]
        command = [tools.fencepost, "check", *reports, *options, "--", "make", "-k", "check"]
        result = subprocess.run(command, cwd=folder, env=environment(tools), capture_output=True, text=True, check=False)
        missing = [name for name in OUTPUTS if not os.path.exists(os.path.join(folder, name))]
        with open(os.path.join(folder, "fencepost.sarif"), encoding="utf-8") as file:
            results = json.load(file)["runs"][0]["results"]
        new = [r for r in results if not r.get("suppressions")]
        return result.returncode, missing, len(new), result.stderr

    mistakes = []
    programs = [copy("transpose_tile", "fix", folder)]
    for what, wanted in (("clean", (0, [], 0)), ("racy", (66, [], 1))):
        if what == "racy":
            programs.append(copy("histogram_shared", "bug", folder))
        with open(os.path.join(folder, "Makefile"), "w", encoding="utf-8") as file:
            file.write(f"check: {' '.join(programs)}\n{' '.join(programs)}: .always\n\tfencepost run $@\n.always:\n")
        *got, stderr = job()
        if tuple(got) != wanted:
            mistakes.append(f"{what}: {got}, expected {wanted}: {stderr}")
    # What is known from now on does not fail the job; the program's own status does, which is 1 for a wrong result.
    status, missing, new, stderr = job("--report", "baseline.json")
    status, missing, new, stderr = job("--baseline", "baseline.json")
    if status == 66 or missing or new:
        mistakes.append(f"with a baseline: {status}, {missing}, {new} new: {stderr}")
    return mistakes


def the_hook_keeps_races_from_being_committed(tools, folder):
    if shutil.which("git") is None:
        return Skipped("git is not installed")

    def git(*words):
        command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.com", *words]
        return subprocess.run(command, cwd=folder, env=environment(tools), capture_output=True, text=True, check=False)

    git("init", "-q", ".")
    os.makedirs(os.path.join(folder, ".git", "hooks"), exist_ok=True)
    shutil.copy(os.path.join(CI, "pre-commit"), os.path.join(folder, ".git", "hooks", "pre-commit"))
    mistakes = []
    with open(os.path.join(folder, "part.cuh.cu"), "w", encoding="utf-8") as file:
        file.write("__device__ int twice(int x) { return 2 * x; }\n")  # Nothing that could be run.
    for kind, wanted in (("bug", False), ("fix", True)):
        copy("missing_barrier", kind, folder)
        git("add", "-A")
        result = git("commit", "-q", "-m", kind)
        if (result.returncode == 0) != wanted:
            mistakes.append(f"commit of {kind}.cu: {result.returncode} {result.stdout}{result.stderr}")
        if not wanted and "race on tile[0]" not in result.stderr:
            mistakes.append(f"no report: {result.stderr}")
    return mistakes


def services_call_check(tools, folder):
    """The options of the commands in the services' files are some that there are."""
    mistakes = []
    for name, output in (("github.yml", "fencepost.sarif"), ("gitlab.yml", "fencepost.xml"), ("Jenkinsfile", "fencepost.xml")):
        with open(os.path.join(CI, name), encoding="utf-8") as file:
            text = file.read()
        command = re.search(r"fencepost check (.*) -- make check", text)
        if command is None or text.count(output) < 2:
            mistakes.append(f"{name} does not run 'fencepost check', or does not hand {output} on")
            continue
        result = subprocess.run([tools.fencepost, "check", *command.group(1).split(), "--allow-no-launch", "--", "true"],
                                cwd=folder, env=environment(tools), capture_output=True, text=True, check=False)
        if result.returncode != 0 or not os.path.exists(os.path.join(folder, output)):
            mistakes.append(f"{name}: {command.group(0)}: {result.returncode} {result.stderr}")
    return mistakes


def the_action_checks_and_sums_up(tools, folder):
    """The steps of action.yml, as a runner gives them to the shell, in a project with a race and in one without."""
    try:
        import yaml  # pylint: disable=import-outside-toplevel
    except ImportError:
        return Skipped("python3-yaml is not installed")
    with open(os.path.join(ROOT, "action.yml"), encoding="utf-8") as file:
        action = yaml.safe_load(file)
    steps = {step.get("id"): step for step in action["runs"]["steps"]}
    named = {match for step in action["runs"]["steps"] for match in re.findall(r"inputs\.([a-z-]+)", str(step))}
    mistakes = [] if named == set(action["inputs"]) else [f"inputs: {named}, not {set(action['inputs'])}"]
    for kind, status, words in (("bug", 66, ["1 error", "race on tile[0]", "`missing_barrier.cu:8`"]),
                                ("fix", 0, ["no findings"])):
        place = os.path.join(folder, kind)
        os.mkdir(place)
        copy("missing_barrier", kind, place)
        files = {name: os.path.join(place, name) for name in ("summary", "output")}
        run = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", steps["check"]["run"]], cwd=place, capture_output=True, text=True, check=False,
            env={**environment(tools), "COMMAND": "fencepost run missing_barrier.cu || true", "OPTIONS": "--quiet --jobs 1",
                 "SECONDS_AT_MOST": "600", "RUNNER_TEMP": place, "GITHUB_WORKSPACE": place,
                 "GITHUB_STEP_SUMMARY": files["summary"], "GITHUB_OUTPUT": files["output"]})
        told = {}
        for name, path in files.items():
            with open(path, encoding="utf-8") as file:
                told[name] = file.read()
        if run.returncode != status or told["output"] != "sarif=true\n" or not all(w in told["summary"] for w in words):
            mistakes.append(f"{kind}: {run.returncode} {told} {run.stdout}{run.stderr}")
    return mistakes


if __name__ == "__main__":
    sys.exit(run_tests((the_job_fails_for_new_findings_only, the_hook_keeps_races_from_being_committed,
                        services_call_check, the_action_checks_and_sums_up), __doc__))
