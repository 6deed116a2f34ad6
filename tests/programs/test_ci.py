#!/usr/bin/env python3
"""examples/ci: the job's script and the git hook, run as a runner and git run them; the services' files call the script."""

import glob
import json
import os
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
    def job(*programs):
        for name in OUTPUTS:
            if os.path.exists(os.path.join(folder, name)):
                os.remove(os.path.join(folder, name))
        result = subprocess.run(["sh", os.path.join(CI, "check.sh"), *programs], cwd=folder, env=environment(tools),
                                capture_output=True, text=True, check=False)
        missing = [name for name in OUTPUTS if not os.path.exists(os.path.join(folder, name))]
        with open(os.path.join(folder, "fencepost.sarif"), encoding="utf-8") as file:
            results = json.load(file)["runs"][0]["results"]
        new = [r for r in results if not r.get("suppressions")]
        return result.returncode, missing, len(new), result.stderr

    clean, racy = copy("transpose_tile", "fix", folder), copy("histogram_shared", "bug", folder)
    mistakes = []
    for what, programs, wanted in (("clean", [clean], (0, [], 0)), ("racy", [clean, racy], (66, [], 1))):
        *got, stderr = job(*programs)
        if tuple(got) != wanted:
            mistakes.append(f"{what}: {got}, expected {wanted}: {stderr}")
    # What is known from now on does not fail the job; the program's own status does, which is 1 for a wrong result.
    reports = sorted(glob.glob(os.path.join(folder, "reports", "*.json")))
    subprocess.run([tools.fencepost, "report", *reports, "-o", "baseline.json"], cwd=folder, check=True)
    status, missing, new, stderr = job(clean, racy)
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


def services_call_the_script(_tools, _folder):
    mistakes = []
    for name in ("github.yml", "gitlab.yml", "Jenkinsfile"):
        with open(os.path.join(CI, name), encoding="utf-8") as file:
            text = file.read()
        wanted = ["sh examples/ci/check.sh ", {"github.yml": "fencepost.sarif"}.get(name, "fencepost.xml")]
        mistakes += [f"{name} lacks {word}" for word in wanted if word not in text]
    return mistakes


if __name__ == "__main__":
    sys.exit(run_tests((the_job_fails_for_new_findings_only, the_hook_keeps_races_from_being_committed,
                        services_call_the_script), __doc__))
