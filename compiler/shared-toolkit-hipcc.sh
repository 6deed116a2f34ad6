#!/bin/sh
# hipcc, as shared-toolkit-nvcc.sh.
exec "$(dirname "$(readlink -f "$0")")/../../../../bin/fencepost-nvcc" --hipcc --shared-runtime "$@"
