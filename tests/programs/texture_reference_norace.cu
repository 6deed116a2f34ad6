// Texture and surface references, as CUDA had them before release 12: bound to linear memory, to pitched memory, to an
// array; their fields set by the host.
// CLEAN
// INCLUDES: parts/texture_objects.h
// STDOUT: ^ok$
#include "parts/texture_objects.h"

texture<float, 1, cudaReadModeElementType> line;
texture<int2> pairs;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> image;
static texture<float, 2> plane(1, cudaFilterModeLinear, cudaAddressModeWrap);
surface<void, cudaSurfaceType2D> canvas;

__global__ void read_line(float* out) { out[threadIdx.x] = tex1Dfetch(line, threadIdx.x); }
__global__ void read_pairs(int2* out) { out[threadIdx.x] = tex1Dfetch(pairs, threadIdx.x); }
__global__ void read_image(float4* out) {
  out[threadIdx.y * 4 + threadIdx.x] = tex2D(image, threadIdx.x, threadIdx.y);
}
__global__ void read_plane(float* out) { out[threadIdx.x] = tex2D(plane, (threadIdx.x + 0.5f) / 4, 0.25f); }
__global__ void write_canvas() {
  surf2Dwrite(10.0f * threadIdx.y + threadIdx.x, canvas, threadIdx.x * sizeof(float), threadIdx.y);
}
__global__ void read_canvas(float* out) {
  out[threadIdx.y * 4 + threadIdx.x] = surf2Dread<float>(canvas, threadIdx.x * sizeof(float), threadIdx.y);
}

int main() {
  float *numbers, *out;
  cudaMallocManaged(&out, 64 * sizeof(float));
  cudaMallocManaged(&numbers, 512 * sizeof(float));
  for (int i = 0; i < 512; ++i) numbers[i] = static_cast<float>(i);
  CHECK(cudaBindTexture(nullptr, line, numbers, 8 * sizeof(float)));
  read_line<<<1, 9>>>(out);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 9; ++i) expect(out[i] == static_cast<float>(i < 8 ? i : 0), "line");
  // Textures begin at aligned addresses; the offset has to be added.
  size_t offset = 1;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CHECK(cudaBindTexture(&offset, line, numbers + 130, format, 4 * sizeof(float)));
  expect(offset == 2 * sizeof(float), "offset");
  expect(cudaBindTexture(nullptr, line, numbers + 130, 4 * sizeof(float)) == cudaErrorInvalidValue, "no offset");
  read_line<<<1, 4>>>(out);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 4; ++i) expect(out[i] == static_cast<float>(128 + i), "line from an offset on");
  CHECK(cudaUnbindTexture(line));

  CHECK(cudaBindTexture(nullptr, pairs, numbers));
  read_pairs<<<1, 4>>>(reinterpret_cast<int2*>(out));
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i) expect(out[i] == static_cast<float>(i), "pairs");
  CHECK(cudaUnbindTexture(pairs));

  uchar4* pixels;
  float4* colours;
  size_t pitch;
  cudaMallocManaged(&colours, 8 * sizeof *colours);
  CHECK(cudaMallocPitch(&pixels, &pitch, 4 * sizeof *pixels, 2));
  uchar4 host[8];
  for (int i = 0; i < 8; ++i) host[i] = make_uchar4(i, 0, 255, 51);
  CHECK(cudaMemcpy2D(pixels, pitch, host, 4 * sizeof *host, 4 * sizeof *host, 2, cudaMemcpyHostToDevice));
  CHECK(cudaBindTexture2D(&offset, image, pixels, 4, 2, pitch));
  read_image<<<1, dim3(4, 2)>>>(colours);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i) {
    expect(colours[i].x == static_cast<float>(i / 255.0) && colours[i].z == 1 && colours[i].w == 0.2f, "image");
  }
  CHECK(cudaUnbindTexture(image));

  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, 4, 2, cudaArraySurfaceLoadStore));
  CHECK(cudaMemcpyToArray(array, 0, 0, numbers, 8 * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaBindTextureToArray(plane, array));
  read_plane<<<1, 8>>>(out);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i) expect(out[i] == static_cast<float>(i % 4), "plane, which wraps");
  plane.filterMode = cudaFilterModePoint;
  plane.addressMode[0] = cudaAddressModeClamp;
  CHECK(cudaBindTextureToArray(&plane, array, &format));
  read_plane<<<1, 8>>>(out);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i) expect(out[i] == static_cast<float>(i < 4 ? i : 3), "plane, which clamps");
  CHECK(cudaUnbindTexture(plane));

  CHECK(cudaBindSurfaceToArray(canvas, array));
  write_canvas<<<1, dim3(4, 2)>>>();
  read_canvas<<<1, dim3(4, 2)>>>(out);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i) expect(out[i] == static_cast<float>(10 * (i / 4) + i % 4), "canvas");
  CHECK(cudaFreeArray(array));
  cudaFree(pixels);
  cudaFree(colours);
  cudaFree(numbers);
  cudaFree(out);
  tell_verdict();
}
