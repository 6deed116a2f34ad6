// Surfaces of every shape: what is written is read back, by the surface, by a texture and by a copy; accesses beyond
// are clamped, or left out.
// CLEAN
// INCLUDES: parts/texture_objects.h
// STDOUT: ^ok$
#include "parts/texture_objects.h"

constexpr int kSide = 4, kLayers = 12;
constexpr int kBytes = sizeof(int);

enum Shape { k1D, k2D, k3D, k1DLayered, k2DLayered, kCubemap, kCubemapLayered };

template <Shape shape>
__device__ void write(cudaSurfaceObject_t s, int x, int y, int z, int value, cudaSurfaceBoundaryMode mode) {
  if (shape == k1D) surf1Dwrite(value, s, x, mode);
  if (shape == k2D) surf2Dwrite(value, s, x, y, mode);
  if (shape == k3D) surf3Dwrite(value, s, x, y, z, mode);
  if (shape == k1DLayered) surf1DLayeredwrite(value, s, x, z, mode);
  if (shape == k2DLayered) surf2DLayeredwrite(value, s, x, y, z, mode);
  if (shape == kCubemap) surfCubemapwrite(value, s, x, y, z, mode);
  if (shape == kCubemapLayered) surfCubemapLayeredwrite(value, s, x, y, z, mode);
}

template <Shape shape>
__device__ int read(cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  int value = -1;
  if (shape == k1D) surf1Dread(&value, s, x, mode);
  if (shape == k2D) value = surf2Dread<int>(s, x, y, mode);
  if (shape == k3D) surf3Dread(&value, s, x, y, z, mode);
  if (shape == k1DLayered) value = surf1DLayeredread<int>(s, x, z, mode);
  if (shape == k2DLayered) surf2DLayeredread(&value, s, x, y, z, mode);
  if (shape == kCubemap) value = surfCubemapread<int>(s, x, y, z, mode);
  if (shape == kCubemapLayered) value = surfCubemapLayeredread<int>(s, x, y, z, mode);
  return value;
}

/// Every thread writes its place; the last one tries a place beyond, too, which is left out.
template <Shape shape>
__global__ void fill(cudaSurfaceObject_t s) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  write<shape>(s, x * kBytes, y, z, 100 * z + 10 * y + x, cudaBoundaryModeTrap);
  if (x == 0 && y == 0 && z == 0) {
    write<shape>(s, kSide * kBytes, 0, 0, -1, cudaBoundaryModeZero);
    write<shape>(s, -kBytes, 0, 0, -1, cudaBoundaryModeZero);
  }
}

/// One place further in x than there is one.
template <Shape shape>
__global__ void look(cudaSurfaceObject_t s, int* zeroed, int* clamped) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  const int i = (z * blockDim.y + y) * blockDim.x + x;
  zeroed[i] = read<shape>(s, x * kBytes, y, z, cudaBoundaryModeZero);
  clamped[i] = read<shape>(s, (x - 1) * kBytes, y, z, cudaBoundaryModeClamp);
}

__global__ void sum_as_texture(cudaTextureObject_t t, int* result) {
  atomicAdd(result, tex2D<int>(t, threadIdx.x, threadIdx.y));
}

__global__ void other_sizes(cudaSurfaceObject_t s, int* result) {
  surf2Dwrite(make_uchar4(1, 2, 3, 4), s, 0, 0);
  surf2Dwrite(static_cast<unsigned char>(9), s, 5, 0);
  surf2Dwrite(make_short2(-1, 7), s, 8, 0);
  result[0] = surf2Dread<int>(s, 0, 0);
  const int2 pair = surf2Dread<int2>(s, 8, 0);
  result[1] = pair.x;
  result[2] = surf2Dread<unsigned char>(s, 5, 0);
  result[3] = surf2Dread<float4>(s, 0, 0).x == __int_as_float(0x04030201);
}

int *zeroed, *clamped;

template <Shape shape>
void check(const char* name, cudaExtent extent, unsigned flags) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  CHECK(cudaMalloc3DArray(&array, &format, extent, flags | cudaArraySurfaceLoadStore));
  const cudaSurfaceObject_t surface = make_surface(array);
  const int height = extent.height == 0 ? 1 : static_cast<int>(extent.height);
  const int depth = extent.depth == 0 ? 1 : static_cast<int>(extent.depth);
  fill<shape><<<1, dim3(kSide, height, depth)>>>(surface);
  look<shape><<<1, dim3(kSide + 2, height, depth)>>>(surface, zeroed, clamped);
  CHECK(cudaDeviceSynchronize());
  for (int z = 0; z < depth; ++z) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < kSide + 2; ++x) {
        const int i = (z * height + y) * (kSide + 2) + x;
        const int at = x == 0 ? 0 : x - 1 < kSide ? x - 1 : kSide - 1;
        expect(zeroed[i] == (x < kSide ? 100 * z + 10 * y + x : 0), name);
        expect(clamped[i] == 100 * z + 10 * y + at, name);
      }
    }
  }
  if (shape == k2D) {
    const cudaTextureObject_t texture = make_texture(resource_of(array));
    zeroed[0] = 0;
    sum_as_texture<<<1, dim3(kSide, kSide)>>>(texture, zeroed);
    CHECK(cudaDeviceSynchronize());
    expect(zeroed[0] == 4 * 60 + 4 * 6, "sum as texture");
    int copy[kSide * kSide];
    CHECK(cudaMemcpy2DFromArray(copy, kSide * kBytes, array, 0, 0, kSide * kBytes, kSide, cudaMemcpyDeviceToHost));
    for (int i = 0; i < kSide * kSide; ++i) expect(copy[i] == 10 * (i / kSide) + i % kSide, "copy");
    other_sizes<<<1, 1>>>(surface, zeroed);
    CHECK(cudaDeviceSynchronize());
    expect(zeroed[0] == 0x04030201 && zeroed[1] == 0x0007FFFF && zeroed[2] == 9 && zeroed[3] == 1, "other sizes");
    CHECK(cudaDestroyTextureObject(texture));
  }
  cudaResourceDesc told{};
  CHECK(cudaGetSurfaceObjectResourceDesc(&told, surface));
  expect(told.res.array.array == array, "resource");
  CHECK(cudaDestroySurfaceObject(surface));
  CHECK(cudaFreeArray(array));
}

int main() {
  cudaMallocManaged(&zeroed, 1024 * sizeof(int));
  cudaMallocManaged(&clamped, 1024 * sizeof(int));
  check<k1D>("1-D", make_cudaExtent(kSide, 0, 0), 0);
  check<k2D>("2-D", make_cudaExtent(kSide, kSide, 0), 0);
  check<k3D>("3-D", make_cudaExtent(kSide, kSide, 3), 0);
  check<k1DLayered>("1-D layers", make_cudaExtent(kSide, 0, kLayers), cudaArrayLayered);
  check<k2DLayered>("2-D layers", make_cudaExtent(kSide, kSide, kLayers), cudaArrayLayered);
  check<kCubemap>("cubemap", make_cudaExtent(kSide, kSide, 6), cudaArrayCubemap);
  check<kCubemapLayered>("cubemap layers", make_cudaExtent(kSide, kSide, kLayers), cudaArrayCubemap | cudaArrayLayered);
  cudaFree(zeroed);
  cudaFree(clamped);
  tell_verdict();
}
