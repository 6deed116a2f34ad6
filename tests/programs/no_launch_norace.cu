// A program that launches nothing keeps its exit status when it is run by itself.
// CLEAN
// STDOUT: ^nothing$
#include <cstdio>

__global__ void k() {}

int main() { puts("nothing"); }
