#!/usr/bin/env bash
# From a clean Debian 12: installs the package, builds the example CMake project, sees its test fail with a race, repairs
# the kernel, sees it pass; then a file by `fencepost run`, and the package leaves nothing behind. Prints the transcript.
#
# usage: clean_debian.sh PACKAGE.deb [FOLDER]
# FOLDER: the root file system of a clean Debian 12, which is only read (an overlay takes the changes); without it
# debootstrap makes one. Needs root and a Debian mirror; exit status 77 where that is missing.
set -euo pipefail

package=$(realpath "${1:?usage: clean_debian.sh PACKAGE.deb [FOLDER]}")
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
cp "$package" "$work/root/package/"

failures=0
# expect STATUS [PATTERN...] -- COMMAND: shows and runs the command; another exit status, or an output without one of the
# extended regular expressions, is a failure.
expect() {
  local wanted=$1 patterns=() status=0 pattern
  shift
  while [[ $1 != -- ]]; do patterns+=("$1"); shift; done
  shift
  printf '\n# %s\n' "$*"
  chroot "$work/root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    sh -c "cd /root && $*" </dev/null >"$work/output" 2>&1 || status=$?
  cat "$work/output"
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

expect 0 -- 'apt-get -qq update'
# shellcheck disable=SC2016
expect 0 -- 'test -z "$(ls /usr/bin/g++ /usr/bin/cmake 2>/dev/null)"'
# installs PACKAGE...: the words of apt only if it fails.
installs() { echo "apt-get -qq -y --no-install-recommends install $* >log 2>&1 || { cat log; false; }"; }
expect 0 -- "$(installs '/package/*.deb')"
expect 0 '^fencepost [0-9]' -- 'fencepost --version'
expect 0 -- "$(installs cmake make libgtest-dev)"

expect 0 -- 'cp -r /usr/share/doc/fencepost/examples/cmake_project . && cp -r /usr/share/doc/fencepost/examples/missing_barrier .'
expect 0 -- 'cmake -S cmake_project -B build && cmake --build build'
expect 8 'race on tile' 'smooth\.cu:9 ' 'smooth\.cu:1[56] ' '0% tests passed' -- 'ctest --test-dir build --output-on-failure'
expect 0 '__syncthreads' -- "sed -i 's|// What is missing here: ||' cmake_project/smooth.cu && grep -n syncthreads cmake_project/smooth.cu"
expect 0 -- 'cmake --build build'
expect 0 '100% tests passed' -- 'ctest --test-dir build --output-on-failure'

expect 66 'race on tile\[0\]' 'bug\.cu:8 ' -- 'fencepost run missing_barrier/bug.cu'
expect 0 'no findings' -- 'fencepost run missing_barrier/fix.cu'
expect 0 '1 proved' -- 'fencepost prove --scan kogge-stone --n 64'
expect 0 -- 'cp -r /usr/share/doc/fencepost/examples/gtest_project . && cmake -S gtest_project -B build_gtest && cmake --build build_gtest'
expect 8 'Scan.NeedsItsBarriers \.* +Passed' 'race on sums\[0\]' 'scan\.cuh:13 ' -- 'ctest --test-dir build_gtest --output-on-failure'

# shellcheck disable=SC2016
expect 0 -- 'apt-get -qq -y purge fencepost | tail -1 && test -z "$(find /usr -name "*fencepost*")"'

echo
((failures == 0)) || { echo "$failures failures"; exit 1; }
echo "all as expected"
