#!/usr/bin/env bash
# From a clean Debian or Ubuntu: installs Python and what `fencepost doctor` asks for, then the wheel, and checks a racy
# program, tells how long that took from nothing, and uses the Python package. Prints the transcript.
#
# usage: clean_wheel.sh WHEEL [FOLDER]
# FOLDER: the root file system of a clean system, which is only read (an overlay takes the changes); without it debootstrap
# makes a Debian 12. Needs root and a mirror; exit status 77 where that is missing.
set -euo pipefail

wheel=$(realpath "${1:?usage: clean_wheel.sh WHEEL [FOLDER]}")
base=${2:-}  # Of clean_root.sh.
path_before=/root/venv/bin
source "$(dirname "$0")/clean_root.sh"
cp "$wheel" "$work/root/package/"

begin=$EPOCHSECONDS
expect 0 -- 'apt-get -qq update'
expect 0 -- "$(installs python3-venv)"
expect 0 -- 'python3 -m venv venv && pip --quiet --disable-pip-version-check install --no-index /package/*.whl'
expect 1 '^missing  C\+\+ compiler' 'apt-get install .*g\+\+' -- 'fencepost doctor'
expect 0 -- "$(installs g++)"
expect 66 'race on tile\[0\]' 'bug\.cu:8 ' -- 'cp -r $(python3 -c "import fencepost; print(fencepost.__path__[0])")/tools/share/doc/fencepost/examples/missing_barrier . && fencepost run missing_barrier/bug.cu'
echo
echo "From nothing to the report: $((EPOCHSECONDS - begin)) s"

expect 0 'found    a kernel' 'All that a checked program needs is there' -- 'fencepost doctor'
expect 0 'no findings' -- 'fencepost run missing_barrier/fix.cu'
expect 0 -- 'fencepost-nvcc missing_barrier/fix.cu -o fix && ./fix'
expect 0 '1 proved' -- 'fencepost prove --scan kogge-stone --n 64'
expect 0 -- '$(fencepost toolkit)/bin/nvcc --version'
# Some builds link by g++ itself.
expect 0 'no findings' -- 't=$(fencepost toolkit) && $t/bin/nvcc -c missing_barrier/fix.cu -o fix.o && g++ fix.o -L$t/lib64 -lcudart -Wl,-rpath,$t/../bundled -o fix2 && ./fix2'
expect 0 'no findings' -- "printf '#include <immintrin.h>\n' >both.cu; cat missing_barrier/fix.cu >>both.cu && fencepost run both.cu"
expect 0 'race tile\[0\]' -- "python3 -c 'import fencepost
for each in fencepost.run(\"missing_barrier/bug.cu\").findings: print(each.kind, each.element)'"

expect 0 -- "$(installs python3-numpy)"
expect 0 '^\[1. 1. 1. 1.\] 1 error' -- 'PYTHONPATH=$(echo venv/lib/python3*/site-packages) /usr/bin/python3 -c "
import fencepost, numpy
fill = fencepost.Kernel(\"__global__ void fill(float* a) { a[threadIdx.x] = 1; }\", \"fill\")
a = numpy.zeros(4, \"float32\")
fill[1, 4](a)
print(a, len(fill[1, 5](a).errors), \"error\")"'

all_as_expected
