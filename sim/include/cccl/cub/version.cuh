// CUB's own. It stands here because build systems look for this file in a toolkit's folder.
#include_next <cub/version.cuh>
