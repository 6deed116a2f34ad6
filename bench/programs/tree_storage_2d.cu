// kernels/tree_2d.cu without its ghost checks, timed.
#undef __FENCEPOST__
#define main whole_program
#include "../../kernels/tree_2d.cu"
#undef main
#include "tree_storage.h"
