// CUB's own. It stands here because build systems look for this file in a toolkit's folder.
#include_next <cub/cub.cuh>
#if __cplusplus >= 201402L
#include <cuda/functional>  // As CUB 2.8 and later do: programs use cuda::minimum without it.
#endif
