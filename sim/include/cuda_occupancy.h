// Thrust includes this header and uses nothing of it. The calculator itself is not provided: see cudaOccupancy… in
// cuda_runtime_api.h.
#pragma once
