// 1-D, 3-D, layered, cubemap and mipmapped textures, gathers; every texel is where cudaMemcpy3D put it.
// CLEAN
// INCLUDES: parts/texture_objects.h
// STDOUT: ^ok$
#include "parts/texture_objects.h"

constexpr int kWidth = 6, kHeight = 4, kDepth = 3, kSide = 4;

__global__ void read_3d(cudaTextureObject_t t, float* out) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  out[(z * kHeight + y) * kWidth + x] = tex3D<float>(t, x + 0.5f, y + 0.5f, z + 0.5f);
}
__global__ void middle_3d(cudaTextureObject_t t, float* out) { out[0] = tex3D<float>(t, 1, 1, 1); }
__global__ void read_layers(cudaTextureObject_t t, float* out) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  out[(z * kHeight + y) * kWidth + x] = tex2DLayered<float>(t, x + 0.5f, y + 0.5f, z);
}
__global__ void read_1d_layers(cudaTextureObject_t t, float* out) {
  const int x = threadIdx.x, z = threadIdx.z;
  out[z * kWidth + x] = tex1DLayered<float>(t, x + 0.5f, z);
}
__global__ void read_1d(cudaTextureObject_t t, float* out) { out[threadIdx.x] = tex1D<float>(t, threadIdx.x + 0.25f); }
__global__ void read_faces(cudaTextureObject_t t, float* out) {
  const float directions[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const float* const d = directions[threadIdx.x];
  // A little aside of the middle, towards the same texel of each face.
  out[threadIdx.x] = texCubemap<float>(t, d[0] + 0.1f, d[1] + 0.1f, d[2] + 0.1f);
}
__global__ void read_gathered(cudaTextureObject_t t, float4* out) { *out = tex2Dgather<float4>(t, 2, 1, 0); }
__global__ void read_levels(cudaTextureObject_t t, float* out) {
  out[threadIdx.x] = tex2DLod<float>(t, 0.5f, 0.5f, threadIdx.x / 2.0f);
}
__global__ void read_by_gradient(cudaTextureObject_t t, float* out) {
  const float step = static_cast<float>(1 << threadIdx.x) / 8;
  out[threadIdx.x] = tex2DGrad<float>(t, 0.5f, 0.5f, make_float2(step, 0), make_float2(0, step));
}

const cudaChannelFormatDesc kFloats = cudaCreateChannelDesc<float>();

/// An array whose elements, in order, are 0, 1, 2, …
cudaArray_t counted(cudaExtent extent, unsigned flags) {
  float data[kWidth * kHeight * kSide * 6];
  for (int i = 0; i < kWidth * kHeight * kSide * 6; ++i) data[i] = static_cast<float>(i);
  cudaArray_t array;
  CHECK(cudaMalloc3DArray(&array, &kFloats, extent, flags));
  cudaMemcpy3DParms copy{};
  const size_t height = extent.height == 0 ? 1 : extent.height;
  copy.srcPtr = make_cudaPitchedPtr(data, extent.width * sizeof(float), extent.width, height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(extent.width, height, extent.depth == 0 ? 1 : extent.depth);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  return array;
}

float* result;

template <class Kernel>
void run(Kernel kernel, cudaArray_t array, dim3 threads, const Sampling& sampling = {}) {
  const cudaTextureObject_t texture = make_texture(resource_of(array), sampling);
  kernel<<<1, threads>>>(texture, result);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaDestroyTextureObject(texture));
}

void expect_count(int count, const char* what) {
  for (int i = 0; i < count; ++i) expect(result[i] == static_cast<float>(i), what);
}

void check_levels() {
  cudaMipmappedArray_t mipmapped;
  CHECK(cudaMallocMipmappedArray(&mipmapped, &kFloats, make_cudaExtent(8, 8, 0), 4));
  for (unsigned level = 0; level < 4; ++level) {
    cudaArray_t array;
    CHECK(cudaGetMipmappedArrayLevel(&array, mipmapped, level));
    cudaExtent extent;
    CHECK(cudaArrayGetInfo(nullptr, &extent, nullptr, array));
    expect(extent.width == 8U >> level && extent.height == 8U >> level, "extent of a level");
    float data[64];
    for (float& value : data) value = static_cast<float>(100 * level);
    CHECK(cudaMemcpyToArray(array, 0, 0, data, extent.width * extent.height * sizeof(float), cudaMemcpyHostToDevice));
  }
  cudaArray_t beyond;
  expect(cudaGetMipmappedArrayLevel(&beyond, mipmapped, 4) == cudaErrorInvalidValue, "no such level");
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmapped;
  cudaTextureDesc descriptor = texture_descriptor({cudaAddressModeClamp, cudaFilterModeLinear, true});
  descriptor.maxMipmapLevelClamp = 10;
  for (const cudaTextureFilterMode filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
    descriptor.mipmapFilterMode = filter;
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &descriptor, nullptr));
    read_levels<<<1, 9>>>(texture, result);
    CHECK(cudaDeviceSynchronize());
    const float nearest[] = {0, 0, 100, 100, 200, 200, 300, 300, 300};
    for (int i = 0; i < 9; ++i) {
      const float between = static_cast<float>(i < 6 ? 50 * i : 300);
      // Halfway between two levels the nearest one is either.
      if (filter == cudaFilterModePoint && i % 2 == 1) continue;
      expect(result[i] == (filter == cudaFilterModePoint ? nearest[i] : between), "a level");
    }
    read_by_gradient<<<1, 4>>>(texture, result);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 4; ++i) expect(result[i] == static_cast<float>(100 * i), "a level by gradient");
    CHECK(cudaDestroyTextureObject(texture));
  }
  CHECK(cudaFreeMipmappedArray(mipmapped));
}

__global__ void read_bits(cudaTextureObject_t t, float* out) {
  out[threadIdx.x] = __uint_as_float(tex2DLayered<unsigned int>(t, 0.5f, 0.5f, threadIdx.x));
}

/// Two layers in the middle of four, as the integers that their floats are made of.
void check_view() {
  cudaArray_t array = counted(make_cudaExtent(kWidth, kHeight, 4), cudaArrayLayered);
  const cudaResourceDesc resource = resource_of(array);
  const cudaTextureDesc descriptor = texture_descriptor({});
  cudaResourceViewDesc view{};
  view.format = cudaResViewFormatUnsignedInt1;
  view.width = kWidth;
  view.height = kHeight;
  view.depth = 2;
  view.firstLayer = 1;
  view.lastLayer = 2;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &descriptor, &view));
  read_bits<<<1, 3>>>(texture, result);
  CHECK(cudaDeviceSynchronize());
  const float layer = kWidth * kHeight;
  expect(result[0] == layer && result[1] == 2 * layer && result[2] == 2 * layer, "a view");
  cudaResourceViewDesc told{};
  CHECK(cudaGetTextureObjectResourceViewDesc(&told, texture));
  expect(told.firstLayer == 1 && told.format == cudaResViewFormatUnsignedInt1, "the view's descriptor");
  view.format = cudaResViewFormatUnsignedShort1;
  cudaTextureObject_t none = 0;
  expect(cudaCreateTextureObject(&none, &resource, &descriptor, &view) == cudaErrorInvalidValue, "another size");
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFreeArray(array));
}

int main() {
  cudaMallocManaged(&result, 1024 * sizeof(float));
  Sampling linear;
  linear.filter = cudaFilterModeLinear;

  cudaArray_t array = counted(make_cudaExtent(kWidth, kHeight, kDepth), cudaArrayDefault);
  run(read_3d, array, dim3(kWidth, kHeight, kDepth));
  expect_count(kWidth * kHeight * kDepth, "3-D");
  run(middle_3d, array, 1, linear);
  expect(result[0] == (0 + 1 + 6 + 7 + 24 + 25 + 30 + 31) / 8.0f, "between eight texels");
  CHECK(cudaFreeArray(array));

  array = counted(make_cudaExtent(kWidth, kHeight, kDepth), cudaArrayLayered);
  run(read_layers, array, dim3(kWidth, kHeight, kDepth), linear);
  expect_count(kWidth * kHeight * kDepth, "layers");
  CHECK(cudaFreeArray(array));

  array = counted(make_cudaExtent(kWidth, 0, kDepth), cudaArrayLayered);
  run(read_1d_layers, array, dim3(kWidth, 1, kDepth));
  expect_count(kWidth * kDepth, "1-D layers");
  CHECK(cudaFreeArray(array));

  array = counted(make_cudaExtent(kWidth, 0, 0), cudaArrayDefault);
  run(read_1d, array, kWidth, linear);
  for (int i = 0; i < kWidth; ++i) expect(result[i] == (i == 0 ? 0 : i - 0.25f), "1-D");
  CHECK(cudaFreeArray(array));

  array = counted(make_cudaExtent(kSide, kSide, 6), cudaArrayCubemap);
  Sampling normalized;
  normalized.normalized = true;
  run(read_faces, array, 6, normalized);
  // Of each face the texel right of and above the middle, or its mirror image: see the guide's table of faces.
  const int texels[6] = {5, 6, 10, 6, 6, 5};
  for (int face = 0; face < 6; ++face) {
    expect(result[face] == static_cast<float>(16 * face + texels[face]), "a face");
  }
  CHECK(cudaFreeArray(array));

  array = counted(make_cudaExtent(kWidth, kHeight, 0), cudaArrayTextureGather);
  const cudaTextureObject_t texture = make_texture(resource_of(array));
  float4* four;
  cudaMallocManaged(&four, sizeof *four);
  read_gathered<<<1, 1>>>(texture, four);
  CHECK(cudaDeviceSynchronize());
  // From the lower left on, counter-clockwise, where y grows downwards.
  expect(four->x == 7 && four->y == 8 && four->z == 2 && four->w == 1, "gathered");
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFreeArray(array));
  cudaFree(four);

  check_view();
  check_levels();
  cudaFree(result);
  tell_verdict();
}
