// CLEAN
// Lines of a block that are told together: of planes whose lines are no multiple of a page, with gaps that other blocks
// fill, upside down, transposed, in blocks of three dimensions; read by all blocks and written in a later launch, or
// behind a barrier.
constexpr int kPitch = 1000, kLines = 72;

__global__ void stencil(float* out, const float* in) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, at = y * kPitch + x;
  if (x == 0 || y == 0 || x >= 255 || y >= 63) return;
  out[at] = in[at] + in[at - 1] + in[at + 1] + in[at - kPitch] + in[at + kPitch];
}

// Each block writes every second element, its neighbour those between; of every second line.
__global__ void holes(float* out, const float* in) {
  const int x = 2 * threadIdx.x + blockIdx.x, y = 2 * threadIdx.y + blockIdx.y;
  out[y * kPitch + x] = in[x * 9] + in[y * kPitch] + in[(kLines - 1 - y) * kPitch + x];
}

__global__ void transpose(float* out, const float* in) {
  __shared__ float tile[32][33];
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] =
        in[(blockIdx.y * 32 + threadIdx.y + j) * kPitch + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  for (int j = 0; j < 32; j += 8)
    out[(blockIdx.x * 32 + threadIdx.y + j) * kPitch + blockIdx.y * 32 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y + j];
}

// Without the tile: threads of different lines write side by side.
__global__ void columns(float* out, const float* in) {
  out[(blockIdx.x * 32 + threadIdx.x) * kPitch + blockIdx.y * 8 + threadIdx.y] =
      in[(blockIdx.y * 8 + threadIdx.y) * kPitch + threadIdx.x];
}

__global__ void in_place(float* plane) {
  const int at = (blockIdx.y * 8 + threadIdx.y) * kPitch + blockIdx.x * 32 + threadIdx.x;
  __shared__ float sum;
  plane[at] += 1;
  const float below = plane[at];
  __syncthreads();
  if (threadIdx.x + threadIdx.y == 0) sum = plane[at + 7 * kPitch + 31];
  __syncthreads();
  plane[at] = sum + below;
  __syncthreads();
  plane[(blockIdx.y * 8 + 7 - threadIdx.y) * kPitch + blockIdx.x * 32 + threadIdx.x] = 2;
}

__global__ void layers(float* out, const float* in) {
  const int at = ((blockIdx.z * 4 + threadIdx.z) * 4 + threadIdx.y) * kPitch + blockIdx.x * 16 + threadIdx.x;
  if (threadIdx.z > 0 && threadIdx.y < 3) out[at] = in[at] + in[at - 4 * kPitch] + in[at + kPitch];
}

__global__ void sums(float* out, const float* in, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += in[threadIdx.y * kPitch + k] * in[k * kPitch + threadIdx.x];
  out[(blockIdx.x * 8 + threadIdx.y) * kPitch + threadIdx.x] = sum;
}

int main() {
  float *out, *in;
  constexpr int kBytes = kPitch * kLines * sizeof(float);
  cudaMalloc(&out, kBytes);
  cudaMalloc(&in, kBytes);
  cudaMemset(out, 0, kBytes);
  cudaMemset(in, 0, kBytes);
  for (int launch = 0; launch < 3; ++launch) {
    stencil<<<dim3(8, 8), dim3(32, 8)>>>(out, in);
    stencil<<<dim3(8, 8), dim3(32, 8)>>>(in, out);
    holes<<<dim3(2, 2), dim3(32, 16)>>>(out, in);
    transpose<<<dim3(2, 2), dim3(32, 8)>>>(in, out);
    columns<<<dim3(2, 8), dim3(32, 8)>>>(out, in);
    in_place<<<dim3(8, 8), dim3(32, 8)>>>(in);
    layers<<<dim3(4, 1, 4), dim3(16, 4, 4)>>>(in, out);
    sums<<<8, dim3(32, 8)>>>(in, out, 60);
  }
  return cudaDeviceSynchronize();
}
