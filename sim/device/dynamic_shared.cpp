// Dynamic shared memory of programs that fencepost-nvcc did not link (the engine's own tests). A program's own
// definition comes before this archive and takes its place.

extern "C" {
__attribute__((aligned(128))) __thread unsigned char fencepost_dynamic_shared[232448];
}
