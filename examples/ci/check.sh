#!/bin/sh
# What a CI job runs, here or on any runner: checks each program, writes one report of all as SARIF and JUnit XML. A
# finding that baseline.json knows does not count; write that file once: fencepost report reports/*.json -o baseline.json
# Usage: check.sh PROGRAM.cu...   in a folder of one's own; exit status 66 if something new was found
set -u
mkdir -p reports
baseline=
[ ! -f baseline.json ] || baseline="--baseline baseline.json"
worst=0
for program; do
  # shellcheck disable=SC2086
  fencepost run --quiet --timeout 300 $baseline --report "reports/$(basename "$program" .cu).json" "$program" || worst=$?
done
fencepost report reports/*.json -o fencepost.sarif -o fencepost.xml -o fencepost.html
exit "$worst"
