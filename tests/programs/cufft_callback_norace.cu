// Callbacks that load and store what is transformed, of each type, with strides, in place, in a graph; each element once.
// CLEAN
// STDOUT: ^all right$
// COMPILE: -lcufft
// NEEDS: /usr/lib/x86_64-linux-gnu/libfftw3.so.3 /usr/lib/x86_64-linux-gnu/libfftw3f.so.3
#include <cufftXt.h>

#include <cmath>
#include <cstdio>
#include <vector>

static bool right = true;

#define CHECK(call) \
  if (const int status = (call); status != 0) right = false, printf("%s: %d\n", #call, status)
#define EXPECT(what) \
  if (!(what)) right = false, printf("line %d: %s\n", __LINE__, #what)

struct Info {
  float factor;
  int calls;
};

// The data is bytes, which become complex numbers.
__device__ cufftComplex load_bytes(void* data, size_t offset, void* info, void* shared) {
  atomicAdd(&static_cast<Info*>(info)->calls, 1);
  static_cast<int*>(shared)[threadIdx.x] = static_cast<unsigned char*>(data)[offset];
  return {static_cast<float>(static_cast<int*>(shared)[threadIdx.x]), 0};
}
__device__ void store_scaled(void* data, size_t offset, cufftComplex element, void* info, void*) {
  auto* const to = static_cast<float*>(data);
  to[offset] = element.x * static_cast<Info*>(info)->factor;
}
__device__ cufftDoubleReal load_twice(void* data, size_t offset, void*, void*) {
  return 2 * static_cast<double*>(data)[offset];
}
__device__ void store_half(void* data, size_t offset, cufftDoubleReal element, void*, void*) {
  static_cast<double*>(data)[offset] = element / 2;
}
__device__ cufftCallbackLoadC load_bytes_pointer = load_bytes;
__device__ cufftCallbackStoreC store_scaled_pointer = store_scaled;
__device__ cufftCallbackLoadD load_twice_pointer = load_twice;
__device__ cufftCallbackStoreD store_half_pointer = store_half;

template <class T>
static void* host(T& symbol) {
  T pointer;
  cudaMemcpyFromSymbol(&pointer, symbol, sizeof pointer);
  return reinterpret_cast<void*>(pointer);
}

template <class T>
static T* device(const std::vector<T>& values) {
  T* memory;
  cudaMalloc(&memory, values.size() * sizeof(T));
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

// Two rows of four complex numbers from bytes, every second one, to real parts.
static void complex_numbers() {
  std::vector<unsigned char> bytes(16);
  for (int i = 0; i < 8; ++i) bytes[i * 2] = i < 4 ? 1 : i == 4 ? 8 : 0;
  auto* const in = device(bytes);
  auto* const out = device(std::vector<float>(8));
  auto* const info = device(std::vector<Info>{{0.5F, 0}});
  cufftHandle plan;
  int size[] = {4}, embed[] = {8};
  CHECK(cufftPlanMany(&plan, 1, size, embed, 2, 8, size, 1, 4, CUFFT_C2C, 2));
  void *load = host(load_bytes_pointer), *store = host(store_scaled_pointer);
  void* its_info = info;
  CHECK(cufftXtSetCallback(plan, &load, CUFFT_CB_LD_COMPLEX, &its_info));
  CHECK(cufftXtSetCallback(plan, &store, CUFFT_CB_ST_COMPLEX, &its_info));
  CHECK(cufftXtSetCallbackSharedSize(plan, CUFFT_CB_LD_COMPLEX, 128 * sizeof(int)));
  const auto is_right = [&] {
    float result[8];
    cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
    const float wanted[] = {2, 0, 0, 0, 4, 4, 4, 4};
    for (int i = 0; i < 8; ++i) {
      if (std::fabs(result[i] - wanted[i]) > 1e-5F) return false;
    }
    Info used;
    cudaMemcpy(&used, info, sizeof(used), cudaMemcpyDeviceToHost);
    return used.calls == 8;
  };
  CHECK(cufftExecC2C(plan, reinterpret_cast<cufftComplex*>(in), reinterpret_cast<cufftComplex*>(out), CUFFT_FORWARD));
  EXPECT(is_right());
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t launched;
  cudaStreamCreate(&stream);
  cufftSetStream(plan, stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  CHECK(cufftExecC2C(plan, reinterpret_cast<cufftComplex*>(in), reinterpret_cast<cufftComplex*>(out), CUFFT_FORWARD));
  cudaStreamEndCapture(stream, &graph);
  CHECK(cudaGraphInstantiate(&launched, graph, 0));
  const Info again{0.5F, 0};
  cudaMemcpy(info, &again, sizeof(again), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 8 * sizeof(float));
  cudaDeviceSynchronize();
  CHECK(cudaGraphLaunch(launched, stream));
  cudaStreamSynchronize(stream);
  EXPECT(is_right());
  CHECK(cufftDestroy(plan));
}

// There and back, in place, of two dimensions: rows are padded.
static void real_numbers() {
  const int rows = 3, columns = 4, padded = 6;
  std::vector<double> values(rows * padded);
  for (int i = 0; i < rows * columns; ++i) values[i / columns * padded + i % columns] = i + 1;
  double* const data = device(values);
  cufftHandle there, back;
  CHECK(cufftPlan2d(&there, rows, columns, CUFFT_D2Z));
  CHECK(cufftPlan2d(&back, rows, columns, CUFFT_Z2D));
  void *load = host(load_twice_pointer), *store = host(store_half_pointer);
  CHECK(cufftXtSetCallback(there, &load, CUFFT_CB_LD_REAL_DOUBLE, nullptr));
  CHECK(cufftXtSetCallback(back, &store, CUFFT_CB_ST_REAL_DOUBLE, nullptr));
  const auto transform = [&] {
    cudaMemcpy(data, values.data(), values.size() * sizeof(double), cudaMemcpyHostToDevice);
    CHECK(cufftExecD2Z(there, data, reinterpret_cast<cufftDoubleComplex*>(data)));
    CHECK(cufftExecZ2D(back, reinterpret_cast<cufftDoubleComplex*>(data), data));
    std::vector<double> result(values.size());
    cudaMemcpy(result.data(), data, result.size() * sizeof(double), cudaMemcpyDeviceToHost);
    return result;
  };
  auto result = transform();
  for (int i = 0; i < rows * columns; ++i) {
    EXPECT(std::fabs(result[i / columns * padded + i % columns] - 12 * (i + 1)) < 1e-9);
  }
  CHECK(cufftXtClearCallback(back, CUFFT_CB_ST_REAL_DOUBLE));
  result = transform();
  EXPECT(std::fabs(result[0] - 24) < 1e-9);
  CHECK(cufftDestroy(there));
  CHECK(cufftDestroy(back));
}

int main() {
  complex_numbers();
  real_numbers();
  if (right) printf("all right\n");
}
