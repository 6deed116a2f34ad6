#!/bin/sh
# hipcc, for the CPU: HIP programs are compiled so that their kernels are checked.
exec "$(dirname "$(readlink -f "$0")")/fencepost-nvcc" --hipcc "$@"
