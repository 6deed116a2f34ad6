// Copies to, from and between arrays, whole and in part, in a stream and not, and of linear memory in three dimensions.
// CLEAN
// INCLUDES: parts/texture_objects.h
// STDOUT: ^ok$
#include <cstring>

#include "parts/texture_objects.h"

constexpr int kWidth = 6, kHeight = 4, kDepth = 3, kAll = kWidth * kHeight * kDepth;
constexpr size_t kRow = kWidth * sizeof(short);

short numbers[kAll], back[kAll];

void expect_back(int count, int first, const char* what) {
  for (int i = 0; i < count; ++i) expect(back[i] == first + i, what);
}

void two_dimensions(cudaStream_t stream) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<short>();
  cudaArray_t a, b;
  CHECK(cudaMallocArray(&a, &format, kWidth, kHeight));
  CHECK(cudaMallocArray(&b, &format, kWidth, kHeight));
  cudaChannelFormatDesc told;
  CHECK(cudaGetChannelDesc(&told, a));
  expect(told.x == 16 && told.y == 0 && told.f == cudaChannelFormatKindSigned, "format");

  CHECK(cudaMemcpyToArray(a, 0, 0, numbers, kHeight * kRow, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyFromArray(back, a, 0, 0, kHeight * kRow, cudaMemcpyDeviceToHost));
  expect_back(kWidth * kHeight, 0, "as a line");
  // From the middle of a row on, into the next.
  CHECK(cudaMemcpyFromArray(back, a, 4 * sizeof(short), 1, 5 * sizeof(short), cudaMemcpyDeviceToHost));
  expect_back(5, kWidth + 4, "a part of the line");
  CHECK(cudaMemcpyArrayToArray(b, 0, 0, a, 0, 1, 2 * kRow));
  CHECK(cudaMemcpy2DArrayToArray(b, 0, 2, a, 0, 0, kRow, 2));
  CHECK(cudaMemcpy2DFromArrayAsync(back, kRow, b, 0, 0, kRow, kHeight, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  expect(back[0] == kWidth && back[2 * kWidth] == 0, "between arrays");

  // A box in the middle, to memory with gaps between its rows.
  CHECK(cudaMemcpy2DToArrayAsync(b, 0, 0, numbers, kRow, kRow, kHeight, cudaMemcpyDefault, stream));
  CHECK(cudaMemcpy2DFromArray(back, 4 * sizeof(short), b, 2 * sizeof(short), 1, 3 * sizeof(short), 2,
                              cudaMemcpyDeviceToHost));
  expect(back[0] == kWidth + 2 && back[2] == kWidth + 4 && back[4] == 2 * kWidth + 2, "a box");
  CHECK(cudaFreeArray(a));
  CHECK(cudaFreeArray(b));
}

void three_dimensions(cudaStream_t stream) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<short>();
  cudaArray_t array;
  const cudaExtent extent = make_cudaExtent(kWidth, kHeight, kDepth);
  CHECK(cudaMalloc3DArray(&array, &format, extent));
  cudaExtent told;
  unsigned flags = 1;
  CHECK(cudaArrayGetInfo(nullptr, &told, &flags, array));
  expect(told.width == kWidth && told.height == kHeight && told.depth == kDepth && flags == 0, "information");

  // Host to pitched memory, that to the array, and back from there; extents in bytes, then in elements.
  cudaPitchedPtr pitched;
  CHECK(cudaMalloc3D(&pitched, make_cudaExtent(kRow, kHeight, kDepth)));
  expect(pitched.pitch >= kRow && pitched.ysize == kHeight, "pitched memory");
  const cudaPitchedPtr host = make_cudaPitchedPtr(numbers, kRow, kRow, kHeight);
  cudaMemcpy3DParms up{};
  up.srcPtr = host;
  up.dstPtr = pitched;
  up.extent = make_cudaExtent(kRow, kHeight, kDepth);
  up.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&up));
  cudaMemcpy3DParms over{};
  over.srcPtr = pitched;
  over.dstArray = array;
  over.extent = extent;
  over.kind = cudaMemcpyDeviceToDevice;
  CHECK(cudaMemcpy3DAsync(&over, stream));
  cudaMemcpy3DParms down{};
  down.srcArray = array;
  down.srcPos = make_cudaPos(1, 2, 1);
  down.dstPtr = make_cudaPitchedPtr(back, 4 * sizeof(short), 4, 2);
  down.extent = make_cudaExtent(4, 2, 2);
  down.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3DAsync(&down, stream));
  CHECK(cudaStreamSynchronize(stream));
  for (int z = 0; z < 2; ++z) {
    for (int y = 0; y < 2; ++y) {
      for (int x = 0; x < 4; ++x) {
        const int from = ((z + 1) * kHeight + y + 2) * kWidth + x + 1;
        expect(back[(z * 2 + y) * 4 + x] == from, "a box of the array");
      }
    }
  }
  CHECK(cudaFreeArray(array));
  cudaFree(pitched.ptr);
}

__global__ void read_halves(cudaTextureObject_t t, float2* out) { out[threadIdx.x] = tex1D<float2>(t, threadIdx.x); }

void halves() {
  const cudaChannelFormatDesc format = cudaCreateChannelDescHalf2();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, 2));
  const unsigned short bits[4] = {0x3C00, 0xC000, 0x3555, 0x0001};  // 1, -2, about a third, the least one.
  CHECK(cudaMemcpyToArray(array, 0, 0, bits, sizeof bits, cudaMemcpyHostToDevice));
  float2* out;
  cudaMallocManaged(&out, 2 * sizeof *out);
  const cudaTextureObject_t texture = make_texture(resource_of(array));
  read_halves<<<1, 2>>>(texture, out);
  CHECK(cudaDeviceSynchronize());
  expect(out[0].x == 1 && out[0].y == -2 && out[1].x == 1365 / 4096.0f && out[1].y == 1.0f / (1 << 24), "halves");
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFreeArray(array));
  cudaFree(out);
}

int main() {
  for (int i = 0; i < kAll; ++i) numbers[i] = static_cast<short>(i);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  two_dimensions(stream);
  three_dimensions(stream);
  halves();
  CHECK(cudaStreamDestroy(stream));
  cudaArray_t array;
  cudaChannelFormatDesc format = {8, 8, 8, 0, cudaChannelFormatKindUnsigned};
  expect(cudaMallocArray(&array, &format, 4, 4) == cudaErrorInvalidChannelDescriptor, "three channels");
  format = cudaCreateChannelDesc<double>();
  expect(cudaMallocArray(&array, &format, 4, 4) == cudaErrorInvalidChannelDescriptor, "double");
  format = cudaCreateChannelDesc<float>();
  expect(cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 5, 6), cudaArrayCubemap) == cudaErrorInvalidValue, "cube");
  expect(cudaMallocArray(&array, &format, 0, 4) == cudaErrorInvalidValue, "no width");
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  int width = 0;
  CHECK(cudaDeviceGetAttribute(&width, cudaDevAttrMaxTexture2DWidth, 0));
  expect(width == device.maxTexture2D[0] && width >= 65536, "limits");
  tell_verdict();
}
