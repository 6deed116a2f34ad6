// CUDA 13 has one error for all launches that hardware refuses.
// CLEAN
// COMPILE: --cuda-version 13.0
// STDOUT: ^1 1 1 1 1 1 0 0$
#include "invalid_configuration_norace.cu"
