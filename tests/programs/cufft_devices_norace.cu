// Transforms on several GPUs: of one and two dimensions and several at once, there and back, against those of one GPU; parts
// are whole rows, and a kernel on each works on its part. Wrong devices are told by their status.
// CLEAN
// OPTIONS: --devices 3 --check race,memory,init
// STDOUT: ^all right$
// COMPILE: -lcufft
// NEEDS: /usr/lib/x86_64-linux-gnu/libfftw3f.so.3
#include <cufftXt.h>

#include <cmath>
#include <cstdio>
#include <vector>

static bool right = true;

#define CHECK(condition) \
  if (!(condition)) right = false, std::printf("%s, line %d\n", #condition, __LINE__)

__global__ void scale(cufftComplex* values, int count, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i].x *= factor, values[i].y *= factor;
}

static void expect_same(const std::vector<cufftComplex>& a, const std::vector<cufftComplex>& b, float scale_of_b) {
  for (size_t i = 0; i < a.size(); ++i) {
    CHECK(std::fabs(a[i].x - b[i].x * scale_of_b) < 1e-3f && std::fabs(a[i].y - b[i].y * scale_of_b) < 1e-3f);
  }
}

static void test(std::vector<int> devices, std::vector<long long> sizes, int batch) {
  int count = batch;
  for (const long long size : sizes) count *= (int)size;
  std::vector<cufftComplex> host(count), wanted(count), back(count);
  for (int i = 0; i < count; ++i) host[i] = {float(i * i % 13), float(i % 5)};

  cufftComplex* one;
  cudaMalloc(&one, count * sizeof *one);
  cudaMemcpy(one, host.data(), count * sizeof *one, cudaMemcpyHostToDevice);
  cufftHandle plan;
  size_t bytes[3];
  cufftCreate(&plan);
  CHECK(cufftXtMakePlanMany(plan, (int)sizes.size(), sizes.data(), nullptr, 1, 0, CUDA_C_32F, nullptr, 1, 0, CUDA_C_32F,
                            batch, bytes, CUDA_C_32F) == CUFFT_SUCCESS);
  CHECK(cufftExecC2C(plan, one, one, CUFFT_FORWARD) == CUFFT_SUCCESS);
  cudaMemcpy(wanted.data(), one, count * sizeof *one, cudaMemcpyDeviceToHost);
  cudaFree(one);
  cufftDestroy(plan);

  cufftCreate(&plan);
  CHECK(cufftXtSetGPUs(plan, (int)devices.size(), devices.data()) == CUFFT_SUCCESS);
  CHECK(cufftXtMakePlanMany(plan, (int)sizes.size(), sizes.data(), nullptr, 1, 0, CUDA_C_32F, nullptr, 1, 0, CUDA_C_32F,
                            batch, bytes, CUDA_C_32F) == CUFFT_SUCCESS);
  CHECK(bytes[devices.size() - 1] == bytes[0]);
  cudaLibXtDesc *data, *copy;
  CHECK(cufftXtMalloc(plan, &data, CUFFT_XT_FORMAT_INPLACE) == CUFFT_SUCCESS);
  CHECK(cufftXtMalloc(plan, &copy, CUFFT_XT_FORMAT_INPLACE) == CUFFT_SUCCESS);
  CHECK(cufftXtMemcpy(plan, data, host.data(), CUFFT_COPY_HOST_TO_DEVICE) == CUFFT_SUCCESS);
  CHECK(cufftXtExecDescriptorC2C(plan, data, data, CUFFT_FORWARD) == CUFFT_SUCCESS);
  CHECK(cufftXtMemcpy(plan, copy, data, CUFFT_COPY_DEVICE_TO_DEVICE) == CUFFT_SUCCESS);
  CHECK(cufftXtMemcpy(plan, back.data(), copy, CUFFT_COPY_DEVICE_TO_HOST) == CUFFT_SUCCESS);
  expect_same(back, wanted, 1);
  size_t sum = 0;
  for (size_t i = 0; i < devices.size(); ++i) {
    CHECK(copy->descriptor->GPUs[i] == devices[i]);
    const int part = (int)(copy->descriptor->size[i] / sizeof(cufftComplex));
    sum += copy->descriptor->size[i];
    cudaSetDevice(devices[i]);
    scale<<<(part + 63) / 64, 64>>>((cufftComplex*)copy->descriptor->data[i], part, 0.5f);
    cudaDeviceSynchronize();
  }
  cudaSetDevice(0);
  CHECK(sum == count * sizeof(cufftComplex));
  CHECK(cufftXtExecDescriptorC2C(plan, copy, copy, CUFFT_INVERSE) == CUFFT_SUCCESS);
  CHECK(cufftXtMemcpy(plan, back.data(), copy, CUFFT_COPY_DEVICE_TO_HOST) == CUFFT_SUCCESS);
  expect_same(back, host, 0.5f * (float)(count / batch));
  CHECK(cufftXtFree(data) == CUFFT_SUCCESS && cufftXtFree(copy) == CUFFT_SUCCESS);
  cufftDestroy(plan);
}

int main() {
  test({0, 1}, {30}, 1);
  test({2, 0, 1}, {8, 6}, 1);
  test({0, 2}, {16}, 5);
  std::puts(right ? "all right" : "wrong");
}
