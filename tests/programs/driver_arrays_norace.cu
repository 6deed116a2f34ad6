// The driver API's arrays: shapes, copies in one, two and three dimensions, textures and surfaces.
// COMPILE: -lcuda
// CLEAN
// STDOUT: ^all right$
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

#define EXPECT(condition) \
  if (!(condition)) std::printf("line %d is wrong\n", __LINE__), ++wrong

__global__ void read_texture(CUtexObject texture, float* out) {
  out[threadIdx.y * 4 + threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, threadIdx.y + 0.5f);
}
__global__ void read_bytes(CUtexObject normalized, CUtexObject integers, float* out) {
  out[0] = tex1Dfetch<float>(normalized, threadIdx.x);
  out[1] = tex1Dfetch<unsigned char>(integers, threadIdx.x);
}
__global__ void write_surface(CUsurfObject surface) { surf2Dwrite(threadIdx.x * 2.f, surface, threadIdx.x * 4, 1); }

int main() {
  int wrong = 0;
  cuInit(0);
  CUcontext context;
  EXPECT(cuCtxCreate(&context, 0, 0) == CUDA_SUCCESS);

  // Two dimensions, copied in the middle.
  CUarray plane;
  const CUDA_ARRAY_DESCRIPTOR shape = {4, 3, CU_AD_FORMAT_FLOAT, 1};
  EXPECT(cuArrayCreate(&plane, &shape) == CUDA_SUCCESS);
  CUDA_ARRAY_DESCRIPTOR told = {};
  EXPECT(cuArrayGetDescriptor(&told, plane) == CUDA_SUCCESS);
  EXPECT(told.Width == 4 && told.Height == 3 && told.Format == CU_AD_FORMAT_FLOAT && told.NumChannels == 1);
  float values[3][4], back[3][4] = {};
  for (int i = 0; i < 12; ++i) values[i / 4][i % 4] = i;
  CUDA_MEMCPY2D whole = {};
  whole.srcMemoryType = CU_MEMORYTYPE_HOST;
  whole.srcHost = values;
  whole.srcPitch = sizeof values[0];
  whole.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  whole.dstArray = plane;
  whole.WidthInBytes = sizeof values[0];
  whole.Height = 3;
  EXPECT(cuMemcpy2D(&whole) == CUDA_SUCCESS);
  CUDA_MEMCPY2D part = {};
  part.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  part.srcArray = plane;
  part.srcXInBytes = 4;
  part.srcY = 1;
  part.dstMemoryType = CU_MEMORYTYPE_HOST;
  part.dstHost = back;
  part.dstXInBytes = 8;
  part.dstPitch = sizeof back[0];
  part.WidthInBytes = 8;
  part.Height = 2;
  EXPECT(cuMemcpy2DUnaligned(&part) == CUDA_SUCCESS);
  EXPECT(back[0][2] == 5 && back[0][3] == 6 && back[1][2] == 9 && back[1][3] == 10 && back[0][0] == 0);
  part.WidthInBytes = 6;  // One and a half elements.
  EXPECT(cuMemcpy2D(&part) == CUDA_ERROR_INVALID_VALUE);

  // A texture of it.
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = plane;
  CUDA_TEXTURE_DESC how = {};
  for (CUaddress_mode& mode : how.addressMode) mode = CU_TR_ADDRESS_MODE_CLAMP;
  CUtexObject texture;
  EXPECT(cuTexObjectCreate(&texture, &resource, &how, nullptr) == CUDA_SUCCESS);
  float* out;
  cudaMalloc(&out, 12 * sizeof(float));
  read_texture<<<1, dim3(4, 3)>>>(texture, out);
  std::memset(back, 0, sizeof back);
  EXPECT(cuMemcpyDtoH(back, (CUdeviceptr)out, sizeof back) == CUDA_SUCCESS);
  EXPECT(std::memcmp(back, values, sizeof back) == 0);
  EXPECT(cuTexObjectDestroy(texture) == CUDA_SUCCESS);

  // Bytes are numbers from 0 to 1, unless integers are asked for.
  unsigned char* bytes;
  cudaMalloc(&bytes, 256);
  cudaMemset(bytes, 51, 256);
  CUDA_RESOURCE_DESC linear = {};
  linear.resType = CU_RESOURCE_TYPE_LINEAR;
  linear.res.linear.devPtr = (CUdeviceptr)bytes;
  linear.res.linear.format = CU_AD_FORMAT_UNSIGNED_INT8;
  linear.res.linear.numChannels = 1;
  linear.res.linear.sizeInBytes = 256;
  CUtexObject normalized, integers;
  EXPECT(cuTexObjectCreate(&normalized, &linear, &how, nullptr) == CUDA_SUCCESS);
  how.flags = CU_TRSF_READ_AS_INTEGER;
  EXPECT(cuTexObjectCreate(&integers, &linear, &how, nullptr) == CUDA_SUCCESS);
  read_bytes<<<1, 1>>>(normalized, integers, out);
  float two[2];
  cuMemcpyDtoH(two, (CUdeviceptr)out, sizeof two);
  EXPECT(two[0] > 0.199f && two[0] < 0.201f && two[1] == 51);
  linear.res.linear.numChannels = 3;
  EXPECT(cuTexObjectCreate(&integers, &linear, &how, nullptr) == CUDA_ERROR_INVALID_VALUE);

  // Three dimensions, with channels; through device memory and another array.
  CUarray block, other;
  const CUDA_ARRAY3D_DESCRIPTOR solid = {4, 3, 2, CU_AD_FORMAT_SIGNED_INT16, 2, 0};
  EXPECT(cuArray3DCreate(&block, &solid) == CUDA_SUCCESS && cuArray3DCreate(&other, &solid) == CUDA_SUCCESS);
  CUDA_ARRAY3D_DESCRIPTOR solid_told = {};
  EXPECT(cuArray3DGetDescriptor(&solid_told, block) == CUDA_SUCCESS);
  EXPECT(solid_told.Depth == 2 && solid_told.Format == CU_AD_FORMAT_SIGNED_INT16 && solid_told.NumChannels == 2);
  short many[2][3][8], many_back[2][3][8] = {};
  for (int i = 0; i < 48; ++i) many[i / 24][i / 8 % 3][i % 8] = -i;
  CUdeviceptr memory;
  EXPECT(cuMemAlloc(&memory, sizeof many) == CUDA_SUCCESS && cuMemcpyHtoD(memory, many, sizeof many) == CUDA_SUCCESS);
  CUDA_MEMCPY3D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = memory;
  copy.srcPitch = 16;
  copy.srcHeight = 3;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = block;
  copy.WidthInBytes = 16;
  copy.Height = 3;
  copy.Depth = 2;
  EXPECT(cuMemcpy3D(&copy) == CUDA_SUCCESS);
  CUDA_MEMCPY3D across = {};
  across.srcMemoryType = across.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  across.srcArray = block;
  across.dstArray = other;
  across.WidthInBytes = 16;
  across.Height = 3;
  across.Depth = 2;
  EXPECT(cuMemcpy3D(&across) == CUDA_SUCCESS);
  CUDA_MEMCPY3D out_of_it = {};
  out_of_it.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  out_of_it.srcArray = other;
  out_of_it.srcXInBytes = 4;
  out_of_it.srcZ = 1;
  out_of_it.dstMemoryType = CU_MEMORYTYPE_HOST;
  out_of_it.dstHost = many_back;
  out_of_it.dstPitch = 16;
  out_of_it.dstHeight = 3;
  out_of_it.WidthInBytes = 12;
  out_of_it.Height = 3;
  out_of_it.Depth = 1;
  EXPECT(cuMemcpy3DAsync(&out_of_it, nullptr) == CUDA_SUCCESS && cuCtxSynchronize() == CUDA_SUCCESS);
  EXPECT(many_back[0][0][0] == -26 && many_back[0][2][5] == -47 && many_back[0][0][6] == 0);
  out_of_it.dstPitch = 8;  // Less than a row.
  EXPECT(cuMemcpy3D(&out_of_it) == CUDA_ERROR_INVALID_VALUE);

  // One dimension.
  CUarray line;
  const CUDA_ARRAY_DESCRIPTOR one = {8, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1};
  EXPECT(cuArrayCreate(&line, &one) == CUDA_SUCCESS);
  const unsigned int numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  unsigned int numbers_back[8] = {};
  EXPECT(cuMemcpyHtoA(line, 0, numbers, sizeof numbers) == CUDA_SUCCESS);
  EXPECT(cuMemcpyAtoA(line, 0, line, 16, 8) == CUDA_SUCCESS);
  EXPECT(cuMemcpyAtoD(memory, line, 0, 32) == CUDA_SUCCESS && cuMemcpyDtoA(line, 24, memory, 8) == CUDA_SUCCESS);
  EXPECT(cuMemcpyAtoH(numbers_back, line, 0, sizeof numbers) == CUDA_SUCCESS);
  EXPECT(numbers_back[0] == 5 && numbers_back[1] == 6 && numbers_back[2] == 3 && numbers_back[6] == 5);

  // A surface, and a level of an array with levels.
  CUarray written;
  const CUDA_ARRAY3D_DESCRIPTOR with_stores = {4, 3, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST};
  EXPECT(cuArray3DCreate(&written, &with_stores) == CUDA_SUCCESS);
  whole.dstArray = written;
  EXPECT(cuMemcpy2DAsync(&whole, nullptr) == CUDA_SUCCESS);
  resource.res.array.hArray = written;
  CUsurfObject surface;
  EXPECT(cuSurfObjectCreate(&surface, &resource) == CUDA_SUCCESS);
  write_surface<<<1, 4>>>(surface);
  part = {};
  part.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  part.srcArray = written;
  part.dstMemoryType = CU_MEMORYTYPE_HOST;
  part.dstHost = back;
  part.dstPitch = part.WidthInBytes = sizeof back[0];
  part.Height = 3;
  EXPECT(cuMemcpy2D(&part) == CUDA_SUCCESS && back[0][3] == 3 && back[1][3] == 6 && back[2][3] == 11);
  EXPECT(cuSurfObjectDestroy(surface) == CUDA_SUCCESS);
  CUmipmappedArray levels;
  CUarray level;
  EXPECT(cuMipmappedArrayCreate(&levels, &with_stores, 2) == CUDA_SUCCESS);
  EXPECT(cuMipmappedArrayGetLevel(&level, levels, 1) == CUDA_SUCCESS);
  EXPECT(cuArrayGetDescriptor(&told, level) == CUDA_SUCCESS && told.Width == 2 && told.Height == 1);
  EXPECT(cuMipmappedArrayDestroy(levels) == CUDA_SUCCESS);

  const CUDA_ARRAY_DESCRIPTOR none = {4, 3, CU_AD_FORMAT_FLOAT, 3};
  EXPECT(cuArrayCreate(&line, &none) == CUDA_ERROR_INVALID_VALUE);
  for (CUarray array : {plane, block, other, written}) EXPECT(cuArrayDestroy(array) == CUDA_SUCCESS);
  if (wrong == 0) std::puts("all right");
}
