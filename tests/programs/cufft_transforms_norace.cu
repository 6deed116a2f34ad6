// Transforms of cuFFT against their definition: of complex and real numbers, of one to three dimensions, in place and not,
// of batches, with strides, both precisions.
// CLEAN
// STDOUT: ^all right$
// COMPILE: -lcufft
// NEEDS: /usr/lib/x86_64-linux-gnu/libfftw3.so.3 /usr/lib/x86_64-linux-gnu/libfftw3f.so.3
#include <cufftXt.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

using Complex = std::complex<double>;
using Numbers = std::vector<Complex>;

__global__ void nothing() {}

static bool right = true;

#define CHECK(call) \
  if (const int status = (call); status != 0) right = false, printf("%s: %d\n", #call, status)

static double number(int i) { return (i * 37 % 64) / 16.0 - 2; }

// Of one array, the innermost dimension last.
static Numbers transform(const Numbers& in, int nx, int ny, int nz, int direction) {
  Numbers out(in.size());
  for (int k = 0; k < nx * ny * nz; ++k) {
    for (int i = 0; i < nx * ny * nz; ++i) {
      const double turns = double(k / (ny * nz) * (i / (ny * nz))) / nx + double(k / nz % ny * (i / nz % ny)) / ny +
                           double(k % nz * (i % nz)) / nz;
      out[k] += in[i] * std::polar(1.0, direction * 2 * M_PI * turns);
    }
  }
  return out;
}

template <class T>
static void expect(const char* what, const std::vector<T>& got, const std::vector<T>& wanted) {
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (std::abs(Complex(got[i]) - Complex(wanted[i])) < 1e-3) continue;
    printf("%s: element %zu\n", what, i);
    right = false;
    return;
  }
}

template <class T>
struct Array {
  T* device;
  size_t count;
  explicit Array(const std::vector<T>& values) : count(values.size()) {
    cudaMalloc(&device, count * sizeof(T));
    cudaMemcpy(device, values.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  }
  explicit Array(size_t size) : count(size) { cudaMalloc(&device, count * sizeof(T)); }
  std::vector<T> host() const {
    std::vector<T> values(count);
    cudaMemcpy(values.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
  }
  ~Array() { cudaFree(device); }
};

template <class T>
static std::vector<std::complex<T>> narrowed(const Numbers& values) {
  return std::vector<std::complex<T>>(values.begin(), values.end());
}

static Numbers numbers(int count, bool real) {
  Numbers values(count);
  for (int i = 0; i < count; ++i) values[i] = {number(i), real ? 0 : number(i + 17)};
  return values;
}

static void complex_numbers(int nx, int ny, int nz) {
  const Numbers in = numbers(nx * ny * nz, false);
  cufftHandle plan;
  if (nx > 1) {
    CHECK(cufftPlan3d(&plan, nx, ny, nz, CUFFT_C2C));
  } else if (ny > 1) {
    CHECK(cufftPlan2d(&plan, ny, nz, CUFFT_C2C));
  } else {
    CHECK(cufftPlan1d(&plan, nz, CUFFT_C2C, 1));
  }
  const Array<std::complex<float>> from(narrowed<float>(in)), to(in.size());
  const auto p = reinterpret_cast<cufftComplex*>(from.device), q = reinterpret_cast<cufftComplex*>(to.device);
  CHECK(cufftExecC2C(plan, p, q, CUFFT_FORWARD));
  expect("forward", to.host(), narrowed<float>(transform(in, nx, ny, nz, -1)));
  CHECK(cufftExecC2C(plan, q, q, CUFFT_INVERSE));
  Numbers scaled = in;
  for (Complex& value : scaled) value *= nx * ny * nz;
  expect("back, in place", to.host(), narrowed<float>(scaled));
  CHECK(cufftDestroy(plan));
}

// Rows of real numbers and half their transforms, not in place and in place.
static void real_numbers(int ny, int nz) {
  const int half = nz / 2 + 1;
  const Numbers in = numbers(ny * nz, true);
  const Numbers all = transform(in, 1, ny, nz, -1);
  std::vector<double> row(ny * nz), padded(ny * 2 * half, 77), scaled(ny * nz);
  std::vector<std::complex<double>> wanted(ny * half);
  for (int y = 0; y < ny; ++y) {
    for (int z = 0; z < nz; ++z) {
      row[y * nz + z] = padded[y * 2 * half + z] = in[y * nz + z].real();
      scaled[y * nz + z] = in[y * nz + z].real() * ny * nz;
    }
    for (int z = 0; z < half; ++z) wanted[y * half + z] = all[y * nz + z];
  }
  cufftHandle forward, back;
  size_t bytes;
  CHECK(cufftCreate(&forward));
  CHECK(cufftMakePlan2d(forward, ny, nz, CUFFT_D2Z, &bytes));
  CHECK(cufftPlan2d(&back, ny, nz, CUFFT_Z2D));
  const Array<double> from(row), in_place(padded), result(row.size());
  const Array<std::complex<double>> to(wanted.size());
  CHECK(cufftExecD2Z(forward, from.device, reinterpret_cast<cufftDoubleComplex*>(to.device)));
  expect("real", to.host(), wanted);
  expect("kept", from.host(), row);
  CHECK(cufftExecZ2D(back, reinterpret_cast<cufftDoubleComplex*>(to.device), result.device));
  expect("real, back", result.host(), scaled);
  const auto same = reinterpret_cast<cufftDoubleComplex*>(in_place.device);
  CHECK(cufftExecD2Z(forward, in_place.device, same));
  const std::vector<double> parts = in_place.host();
  const auto pairs = reinterpret_cast<const Complex*>(parts.data());
  expect("real, in place", std::vector<Complex>(pairs, pairs + wanted.size()), wanted);
  CHECK(cufftExecZ2D(back, same, in_place.device));
  const std::vector<double> rows = in_place.host();
  for (int y = 0; y < ny; ++y) {
    for (int z = 0; z < nz; ++z) scaled[y * nz + z] -= rows[y * 2 * half + z];
  }
  expect("real, back in place", scaled, std::vector<double>(scaled.size(), 0));
  CHECK(cufftDestroy(forward));
  CHECK(cufftDestroy(back));
}

// The columns of a matrix, of which only some elements were ever written.
static void columns() {
  constexpr int rows = 6, cols = 4, wide = 5;
  const Numbers in = numbers(rows * wide, false);
  const Array<std::complex<float>> matrix(rows * wide), out(rows * cols);
  cudaMemcpy2D(matrix.device, wide * 8, narrowed<float>(in).data(), wide * 8, cols * 8, rows, cudaMemcpyHostToDevice);
  cufftHandle plan;
  int n = rows, embed = rows;
  CHECK(cufftPlanMany(&plan, 1, &n, &embed, wide, 1, &embed, 1, rows, CUFFT_C2C, cols));
  CHECK(cufftExecC2C(plan, reinterpret_cast<cufftComplex*>(matrix.device), reinterpret_cast<cufftComplex*>(out.device),
                     CUFFT_INVERSE));
  const auto got = out.host();
  for (int x = 0; x < cols; ++x) {
    Numbers column(rows);
    for (int y = 0; y < rows; ++y) column[y] = in[y * wide + x];
    expect("column", {got.begin() + x * rows, got.begin() + (x + 1) * rows}, narrowed<float>(transform(column, 1, 1, rows, 1)));
  }
  CHECK(cufftDestroy(plan));
}

// A batch of real transforms, by the functions with 64 bits and types.
static void batch() {
  constexpr int n = 8, half = 5, count = 3;
  const Numbers in = numbers(n * count, true);
  std::vector<float> values;
  for (const Complex& value : in) values.push_back(float(value.real()));
  const Array<float> from(values);
  const Array<std::complex<float>> to(half * count);
  cufftHandle plan;
  long long size = n;
  size_t bytes = 0;
  CHECK(cufftCreate(&plan));
  CHECK(cufftXtMakePlanMany(plan, 1, &size, nullptr, 1, 0, CUDA_R_32F, nullptr, 1, 0, CUDA_C_32F, count, &bytes, CUDA_C_32F));
  void* area;
  CHECK(cufftSetAutoAllocation(plan, 0));
  cudaMalloc(&area, bytes);
  CHECK(cufftSetWorkArea(plan, area));
  CHECK(cufftXtExec(plan, from.device, to.device, CUFFT_FORWARD));
  const auto got = to.host();
  for (int i = 0; i < count; ++i) {
    Numbers all = transform({in.begin() + i * n, in.begin() + (i + 1) * n}, 1, 1, n, -1);
    all.resize(half);
    expect("batch", {got.begin() + i * half, got.begin() + (i + 1) * half}, narrowed<float>(all));
  }
  CHECK(cufftDestroy(plan));
  cudaFree(area);
}

int main() {
  nothing<<<1, 1>>>();
  complex_numbers(1, 1, 16);
  complex_numbers(1, 1, 13);
  complex_numbers(1, 6, 5);
  complex_numbers(3, 4, 5);
  real_numbers(1, 10);
  real_numbers(4, 7);
  real_numbers(6, 8);
  columns();
  batch();
  int version = 0, major = 0;
  CHECK(cufftGetVersion(&version));
  CHECK(cufftGetProperty(MAJOR_VERSION, &major));
  if (version / 1000 != major || version != CUFFT_VERSION) right = false;
  if (right) printf("all right\n");
}
