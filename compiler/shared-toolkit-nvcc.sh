#!/bin/sh
# nvcc, for the CPU, of objects that are linked into shared libraries: the runtime is one, too.
exec "$(dirname "$(readlink -f "$0")")/../../../../bin/fencepost-nvcc" --shared-runtime "$@"
