// Dynamic shared memory: every `extern __shared__` array of a program is this buffer
// (compiler/passes/place_variables.cpp). 227 KiB is what one block may have on compute capability 9.0.

extern "C" {
__attribute__((aligned(1024))) __thread unsigned char fencepost_dynamic_shared[232448];
}
