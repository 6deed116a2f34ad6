#!/usr/bin/env python3
"""fencepost contracts: which clauses are checked, assumed or unsupported, and where annotations are wrong."""

import json
import os
import subprocess
import sys

from harness import run_tests

SCAN = r"""
/*@
  requires 0 <= n && n <= |xs|;
  ensures |xs| == 0 ==> \result == 0;
  pure int sum(seq<int> xs, int n) = 0 < n ? xs[n - 1] + sum(xs, n - 1) : 0;

  ensures \result ==> sum(xs + ys, |xs|) == sum(xs, |xs|);
  pure bool lemma(seq<int> xs, seq<int> ys);
@*/

/*@
  context_everywhere n == blockDim.x;
  requires n == 64 && n \in set<int> { 64 };
  context \pointer_index(data, \ltid, write);
  ensures (\forall int i; 0 <= i && i < \ltid; data[\ltid] >= \old(data[i]));
@*/
__global__ void scan(int* data, int n) {
  int tid = threadIdx.x;
  //@ assert tid == \ltid;
  //@ ghost seq<int> before;
  //@ assume |before| == n;
  //@ loop_invariant offset >= 1;
  //@ loop_invariant data[tid] == before[tid];
  for (int offset = 1; offset < n; offset *= 2) {
    int value = tid >= offset ? data[tid - offset] : 0;
    /*@
      context \pointer_index(data, tid, write);
      given int unused;
    @*/
    __syncthreads();
    data[tid] += value;
    //@ assert lemma(before, before);
    __syncthreads();
  }
}

//@ requires n > 0;
int main() { return 0; }
""".lstrip("\n")

EXPECTED = r"""
scan.cu
  2:3   pure function sum    3 clauses  checked
  6:3   pure function lemma  1 clause   assumed
    6:3  assumed, lemma has no body: ensures \result ==> sum(xs + ys, |xs|) == sum(xs, |xs|);
  11:3  kernel scan          4 clauses  partly checked
    12:3  partly checked, \in: requires n == 64 && n \in set<int> { 64 };
  18:7  statement in scan    3 clauses  partly checked
    20:7  assumed: assume |before| == n;
  21:7  loop in scan         2 clauses  partly checked
    22:7  unsupported, needs the ghost variable before, which has no value: loop_invariant data[tid] == before[tid];
  26:7  barrier in scan      2 clauses  partly checked
    27:7  unsupported, given: given int unused;
  31:9  statement in scan    1 clause   unsupported
    31:9  unsupported, needs lemma, which has no body: assert lemma(before, before);
  36:5  host code            1 clause   unsupported
    36:5  unsupported, host code: requires n > 0;
  17 clauses: 10 checked, 1 partly checked, 2 assumed, 4 unsupported
""".lstrip("\n")

BROKEN = r"""
//@ requires Perm(data[0]);
//@ ensures 0 <= n < 3;
//@ requires n > 0;
//@ context n = 1;
//@ requries n;
__global__ void k(int* data, int n) {}
""".lstrip("\n")


def contracts(tools, folder, *arguments, **files):
    """(exit status, standard output, standard error) of `fencepost contracts` in a folder with these files."""
    for name, text in files.items():
        with open(os.path.join(folder, name + ".cu"), "w", encoding="utf-8") as file:
            file.write(text)
    result = subprocess.run([tools.fencepost, "contracts", *arguments], cwd=folder, env=tools.environment(),
                            capture_output=True, text=True, errors="replace", check=False)
    return result.returncode, result.stdout, result.stderr


def difference(what, value, expected):
    return [] if value == expected else [f"{what} is\n{value}\nand not\n{expected}"]


def each_clause_has_its_status(tools, folder):
    status, output, errors = contracts(tools, folder, "scan.cu", scan=SCAN)
    return difference("the exit status", status, 0) + difference("the listing", output, EXPECTED) + difference(
        "standard error", errors, "")


def json_has_the_same_facts(tools, folder):
    status, output, _ = contracts(tools, folder, "--json", "scan.cu", scan=SCAN)
    listing = json.loads(output)
    [file] = listing["files"]
    counts = {}
    for annotation in file["annotations"]:
        for clause in annotation["clauses"]:
            counts[clause["status"]] = counts.get(clause["status"], 0) + 1
            if clause["text"].split()[0] != clause["kind"]:
                return [f"a clause of kind {clause['kind']} is {clause['text']}"]
    expected = {"checked": 10, "partly checked": 1, "assumed": 2, "unsupported": 4}
    barrier = [annotation for annotation in file["annotations"] if annotation["target"] == "barrier"]
    return (difference("the exit status", status, 0) + difference("the sum of the clauses", counts, expected) +
            difference("the summary", listing["summary"], {"not_parsed": 0, **{
                status.replace(" ", "_"): number for status, number in expected.items()}}) +
            difference("the barriers", [(one["line"], one["name"], one["status"]) for one in barrier],
                       [(26, "scan", "partly checked")]) + difference("the errors", file["errors"], []))


def syntax_errors_have_a_place_and_the_rest_is_listed(tools, folder):
    status, output, errors = contracts(tools, folder, "broken.cu", broken=BROKEN)
    return (difference("the exit status", status, 3) + difference("standard error", errors, (
        "broken.cu:1:26: error: 'Perm' takes 2 arguments, found 1\n"
        "broken.cu:2:20: error: comparisons cannot be chained; write 'a < b && b < c'\n"
        "broken.cu:4:15: error: expected ';' behind the clause, found '='\n"
        "broken.cu:5:5: error: expected a clause or a statement, found 'requries'\n")) + difference(
            "the listing", output, "broken.cu\n  3:5  kernel k  1 clause   checked\n"
            "  5 clauses: 1 checked, 0 assumed, 0 unsupported, 4 not parsed\n"))


def several_files_have_a_sum(tools, folder):
    status, output, _ = contracts(tools, folder, "scan.cu", "plain.cu", scan=SCAN, plain="int main() {}\n")
    return difference("the exit status", status, 0) + difference("the listing", output, EXPECTED + (
        "plain.cu\n  0 clauses: 0 checked, 0 assumed, 0 unsupported\n"
        "17 clauses: 10 checked, 1 partly checked, 2 assumed, 4 unsupported\n"))


def what_cannot_be_read_is_bad_usage(tools, folder):
    mistakes = []
    for name, why in (("missing.cu", "No such file or directory"), (".", "is a directory")):
        mistakes += difference(f"what is said of {name}", contracts(tools, folder, name),
                               (2, "", f"fencepost: error: cannot read {name}: {why}\n"))
    status, _, errors = contracts(tools, folder)
    return mistakes + difference("the exit status without a file", status, 2) + (
        [] if "give a CUDA source" in errors else [f"no file: {errors}"])


if __name__ == "__main__":
    sys.exit(run_tests([each_clause_has_its_status, json_has_the_same_facts,
                        syntax_errors_have_a_place_and_the_rest_is_listed, several_files_have_a_sum,
                        what_cannot_be_read_is_bad_usage], __doc__))
