// A filter in one stream, and in another a kernel that reads what it writes, or writes the pixels around the part that it filters;
// the same in order.
// FINDING: race error global stream write@filter read@read object=pixels
// FINDING: race error global stream read@filter write@write object=pixels
// COMPILE: -lnppif -lnppc
#include <npp.h>

__global__ void read(const Npp8u* pixels, Npp8u* out) {
  out[threadIdx.x] = pixels[threadIdx.x];  // @read
}
__global__ void write(Npp8u* pixels) {
  pixels[threadIdx.x] = 7;  // @write
}

int main() {
  Npp8u *image, *blurred, *out;
  cudaMalloc(&image, 64 * 10);
  cudaMalloc(&blurred, 64 * 8);
  cudaMalloc(&out, 64);
  cudaMemset(image, 3, 64 * 10);
  NppStreamContext context;
  nppGetStreamContext(&context);
  cudaStream_t other;
  cudaStreamCreate(&context.hStream);
  cudaStreamCreate(&other);
  cudaDeviceSynchronize();
  // Rows 1 to 8, of which each needs the one above.
  nppiFilterBox_8u_C1R_Ctx(image + 64, 64, blurred, 64, {60, 8}, {3, 3}, {0, 1}, context);  // @filter
  read<<<1, 60, 0, other>>>(blurred, out);
  write<<<1, 32, 0, other>>>(image);
  cudaDeviceSynchronize();
  read<<<1, 60, 0, other>>>(blurred, out);
  write<<<1, 32, 0, other>>>(image);
  cudaDeviceSynchronize();
}
