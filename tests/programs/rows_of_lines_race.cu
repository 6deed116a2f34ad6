// Lines of a block that are told together, of a plane whose lines are no multiple of a page. In each kernel one thread,
// or one block, races with another line of its block, or with another block, before it or behind it, on pages that
// others have read already.
// FINDING: race error global inter-block write@ahead read@around object=plane
// FINDING: race error global intra-block write@below read@above object=plane
// FINDING: race warning global intra-block write@narrow write@narrow object=plane
// FINDING: race error global inter-block write@again read@first object=plane
// FINDING: race error global inter-block write@mixed read@halo object=plane
// FINDING: race error shared intra-block write@tile read@next object=tile
// FINDING: race error global inter-block write@layers read@across object=plane
// FINDING: race error global intra-block write@layers read@across object=plane
constexpr int kPitch = 1000, kLines = 72;

__global__ void stencil(int* out, int* plane) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, at = y * kPitch + x;
  if (x == 0 || y == 0 || x >= 255 || y >= 63) return;
  out[at] = plane[at - kPitch] + plane[at + kPitch];    // @around
  if (x == 100 && y == 31) plane[at + 8 * kPitch] = 1;  // @ahead
}

__global__ void lines(int* out, int* plane) {
  const int x = threadIdx.x, y = threadIdx.y;
  out[y * kPitch + x] = plane[(y + 1) * kPitch + x];  // @above
  if (y == 3) plane[y * kPitch + x] = 1;              // @below
}

__global__ void narrow(int* plane) {
  plane[threadIdx.y * 31 + threadIdx.x] = 1;  // @narrow
}

// What is read first, by others, of a page that the block reads at other words.
__global__ void pages(int* out, int* plane) {
  const int x = threadIdx.x, y = threadIdx.y, block = blockIdx.x;
  const int own = plane[block * 1024 + 16 * y + x];  // @first
  const int next = plane[(block + 1) * 1024 + 512 + 16 * y + x];
  out[block * 128 + 16 * y + x] = own + next;
  if (block == 20) plane[7 * 1024 + 16 * y + x] = 1;  // @again
}

__global__ void halves(int* plane) {
  const int x = threadIdx.x, y = threadIdx.y, block = blockIdx.x;
  const int halo = plane[(8 * block + 8 + y) * kPitch + x];  // @halo
  const int own = plane[(8 * block + y) * kPitch + x + 64];
  __syncthreads();
  if (block % 2 == 1) plane[(8 * block + y) * kPitch + x + (block == 5 ? 20 : 200)] = halo + own;  // @mixed
}

__global__ void tiles(int* out, const int* plane) {
  __shared__ int tile[9][33];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = plane[y * kPitch + x];
  __syncthreads();
  out[y * kPitch + x] = tile[y][x];  // @next
  if (y == 2) tile[y + 1][x] = 1;    // @tile
}

__global__ void layers(int* out, int* plane) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z + 4 * blockIdx.x;
  const int at = (z * 4 + y) * kPitch + x;
  out[at] = plane[at + 4 * kPitch];                  // @across
  if (y == 1 && z >= 3 && z < 5) plane[at + 1] = 1;  // @layers
}

int main() {
  int *out, *plane;
  constexpr int kBytes = kPitch * kLines * sizeof(int);
  cudaMalloc(&out, kBytes);
  cudaMalloc(&plane, kBytes);
  const auto clear = [&] {
    cudaMemset(out, 0, kBytes);
    cudaMemset(plane, 0, kBytes);
  };
  clear();
  stencil<<<dim3(8, 8), dim3(32, 8)>>>(out, plane);
  cudaDeviceSynchronize();
  lines<<<1, dim3(32, 8)>>>(out, plane);
  cudaDeviceSynchronize();
  narrow<<<1, dim3(32, 8)>>>(plane);
  cudaDeviceSynchronize();
  pages<<<24, dim3(16, 8)>>>(out, plane);
  cudaDeviceSynchronize();
  clear();
  halves<<<7, dim3(32, 8)>>>(plane);
  cudaDeviceSynchronize();
  tiles<<<1, dim3(32, 8)>>>(out, plane);
  cudaDeviceSynchronize();
  layers<<<4, dim3(16, 4, 4)>>>(out, plane);
  cudaDeviceSynchronize();
}
