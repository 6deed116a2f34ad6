// Findings whose drawings need more than threads and intervals, for test_report_html.py.
#include <cstdio>

__global__ void rows(int* out) {
  __shared__ int grid[4][33];
  int t = threadIdx.x;
  for (int row = 0; row < 4; ++row) {
    if (t < 33) grid[row][t] = t;
  }
  __syncthreads();
  if (t == 40) grid[1][0] = 1;  // @row
  if (t == 0) out[0] = grid[1][0] + grid[3][32];  // @row_read
}

__global__ void fill(int* out, int value) {
  out[threadIdx.x] = value;  // @fill
}

__global__ void conflicts(int* out) {
  __shared__ int tile[32 * 32];
  int t = threadIdx.x;
  tile[t * 32] = t;  // @banks
  __syncthreads();
  if (t < 16) out[t * 8] = tile[t * 32];  // @scattered
}

__global__ void turn(int* out) {
  __shared__ int square[16][16];
  square[threadIdx.y][threadIdx.x] = out[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  int sum = square[threadIdx.x][threadIdx.y];
  __syncthreads();
  for (int i = 0; i < 16; ++i) sum += square[threadIdx.y][i];
  out[threadIdx.y * 16 + threadIdx.x] = sum;
}

int main() {
  int *out, *host;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  cudaMallocHost(&host, 64 * sizeof(int));
  rows<<<1, 64>>>(out);
  conflicts<<<1, 32>>>(out);
  turn<<<1, dim3(16, 16)>>>(out);
  cudaDeviceSynchronize();
  cudaStream_t first, second, third;
  for (cudaStream_t* stream : {&first, &second, &third}) cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaMemsetAsync(out, 0, 256, first);  // @memset
  cudaEventRecord(event, first);        // @record
  fill<<<1, 64, 0, first>>>(out, 1);    // @launch
  cudaStreamWaitEvent(second, event, 0);                                       // @wait
  cudaMemcpyAsync(host, out, 256, cudaMemcpyDeviceToHost, second);             // @copy
  cudaStreamSynchronize(third);                                                // @wrong
  printf("%d\n", host[0] == 2);
  memset(host, 0, 256);  // @host
  cudaDeviceSynchronize();
  for (int i = 0; i < 20; ++i) fill<<<1, 64, 0, first>>>(out + 64 * (i % 8), i);  // @many
  cudaMemcpyAsync(host, out + 64 * 4, 256, cudaMemcpyDeviceToHost, second);       // @late
  cudaDeviceSynchronize();
  cudaEventDestroy(event);
  for (cudaStream_t stream : {first, second, third}) cudaStreamDestroy(stream);
  cudaFreeHost(host);
  cudaFree(out);
}
