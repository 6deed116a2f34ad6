#!/usr/bin/env bash
# From a clean Debian 12: installs the package, builds the example CMake project, sees its test fail with a race, repairs
# the kernel, sees it pass; then a file by `fencepost run`, and the package leaves nothing behind. Prints the transcript.
#
# usage: clean_debian.sh PACKAGE.deb [FOLDER]
# FOLDER: the root file system of a clean Debian 12, which is only read (an overlay takes the changes); without it
# debootstrap makes one. Needs root and a Debian mirror; exit status 77 where that is missing.
set -euo pipefail

package=$(realpath "${1:?usage: clean_debian.sh PACKAGE.deb [FOLDER]}")
base=${2:-}  # Of clean_root.sh.
source "$(dirname "$0")/clean_root.sh"
cp "$package" "$work/root/package/"

expect 0 -- 'apt-get -qq update'
# shellcheck disable=SC2016
expect 0 -- 'test -z "$(ls /usr/bin/g++ /usr/bin/cmake 2>/dev/null)"'
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

all_as_expected
