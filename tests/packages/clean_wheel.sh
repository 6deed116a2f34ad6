#!/usr/bin/env bash
# From a clean Debian or Ubuntu: installs Python and what `fencepost doctor` asks for, then the wheel, and checks a racy
# program, tells how long that took from nothing, and uses the Python package. Prints the transcript.
#
# usage: clean_wheel.sh WHEEL [FOLDER]
# FOLDER: the root file system of a clean system, which is only read (an overlay takes the changes); without it debootstrap
# makes a Debian 12. Needs root and a mirror; exit status 77 where that is missing.
set -euo pipefail

wheel=$(realpath "${1:?usage: clean_wheel.sh WHEEL [FOLDER]}")
base=${2:-}
skip() { echo "skipped: $*"; exit 77; }
((EUID == 0)) || skip "not root"
if [[ -z $base ]]; then command -v debootstrap >/dev/null || skip "debootstrap is not installed"; fi

work=$(mktemp -d)
cleanup() {
  local folder
  for folder in "$work/root/proc" "$work/root/dev" "$work/root" "$work/changes"; do
    ! mountpoint -q "$folder" || umount "$folder"
  done
  rm -rf "$work"
}
trap cleanup EXIT

mkdir -p "$work/root" "$work/changes"
if [[ -z $base ]]; then
  base=$work/base
  debootstrap --variant=minbase bookworm "$base" >"$work/log" || { tail "$work/log"; skip "debootstrap failed"; }
fi
# In memory: an overlay cannot keep its changes on another overlay, which containers have.
mount -t tmpfs tmpfs "$work/changes" || skip "no file system may be mounted"
mkdir "$work/changes/upper" "$work/changes/work"
mount -t overlay overlay -o "lowerdir=$base,upperdir=$work/changes/upper,workdir=$work/changes/work" "$work/root" ||
  skip "no overlay may be mounted"
mount -t proc proc "$work/root/proc"
mount --bind /dev "$work/root/dev"
cp -L /etc/resolv.conf "$work/root/etc/resolv.conf"
mkdir "$work/root/package"
cp "$wheel" "$work/root/package/"

failures=0
# expect STATUS [PATTERN...] -- COMMAND: shows and runs the command; another exit status, or an output without one of the
# extended regular expressions, is a failure.
expect() {
  local wanted=$1 patterns=() status=0 pattern begin=$EPOCHREALTIME
  shift
  while [[ $1 != -- ]]; do patterns+=("$1"); shift; done
  shift
  printf '\n# %s\n' "$*"
  chroot "$work/root" env -i PATH=/root/venv/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive sh -c "cd /root && $*" </dev/null >"$work/output" 2>&1 || status=$?
  cat "$work/output"
  printf '(%d ms)\n' $(((${EPOCHREALTIME/[.,]/} - ${begin/[.,]/}) / 1000))
  if ((status != wanted)); then
    echo "*** exit status $status, not $wanted"
    failures=$((failures + 1))
  fi
  for pattern in "${patterns[@]}"; do
    grep -qE "$pattern" "$work/output" && continue
    echo "*** '$pattern' is not in the output"
    failures=$((failures + 1))
  done
}

begin=$EPOCHSECONDS
expect 0 -- 'apt-get -qq update'
# installs PACKAGE...: the words of apt only if it fails.
installs() { echo "apt-get -qq -y --no-install-recommends install $* >log 2>&1 || { cat log; false; }"; }
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

echo
((failures == 0)) || { echo "$failures failures"; exit 1; }
echo "all as expected"
