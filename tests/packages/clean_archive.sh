#!/usr/bin/env bash
# On a clean Debian or Ubuntu: performs the steps of the last stage of ../../Dockerfile with the archive, and runs what its
# image is for. Then moves the folder, and runs a program that was not there before. Prints the transcript.
#
# usage: clean_archive.sh ARCHIVE.tar.zst [FOLDER]
# FOLDER: see clean_root.sh.
set -euo pipefail

archive=$(realpath "${1:?usage: clean_archive.sh ARCHIVE.tar.zst [FOLDER]}")
dockerfile=$(dirname "$(realpath "$0")")/../../Dockerfile
base=${2:-}  # Of clean_root.sh.
source "$(dirname "$0")/clean_root.sh"

last_stage=$(tac "$dockerfile" | sed '/^FROM/q' | tac)
# COPY --from=build: what the stage before has unpacked.
mkdir -p "$work/root/opt"
tar --zstd -C "$work/root/opt" -xf "$archive"
path_before=$(sed -n 's/^ENV PATH=\(.*\):$PATH$/\1/p' <<<"$last_stage")
expect 1 '^missing  C\+\+ compiler' -- 'fencepost doctor'
while read -r step; do
  expect 0 -- "{ $step; } >log 2>&1 || { cat log; false; }"
done < <(sed -n 's/^RUN //p' <<<"$last_stage")

expect 0 '^fencepost [0-9]' -- 'fencepost --version'
expect 66 'race on tile\[0\]' 'bug\.cu:8 ' -- 'cp -r /opt/fencepost/share/doc/fencepost/examples/missing_barrier . && fencepost run missing_barrier/bug.cu'
expect 0 'All that a checked program needs is there' -- 'fencepost doctor'
expect 0 '1 proved' -- 'fencepost prove --scan kogge-stone --n 64'

path_before="/root/else where/bin"
expect 0 -- 'mv /opt/fencepost "else where"'
expect 0 'no findings' -- 'fencepost run missing_barrier/fix.cu'
expect 0 'no findings' -- 'fencepost-nvcc missing_barrier/fix.cu -o fix && ./fix'
expect 0 'release 12' -- '"$(fencepost toolkit)/bin/nvcc" --version'

all_as_expected
