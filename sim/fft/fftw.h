// Fourier transforms by FFTW, which is loaded when the first is asked for. The second precision is another library.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "sim/interface/host_mutex.h"
#include "sim/runtime/memory/library_call.h"

namespace fencepost::sim {

/// As FFTW's fftw_iodim64: a dimension, its strides in elements of the input and of the output.
struct FftwDimension {
  std::ptrdiff_t count, input_stride, output_stride;
};

enum class FftKind : std::uint8_t { kComplex, kRealToComplex, kComplexToReal };

/// What is to be done with some arrays.
struct FftShape {
  FftKind kind = FftKind::kComplex;
  bool is_double = false;
  std::vector<FftwDimension> dimensions;  ///< The outermost first.
  FftwDimension batch{1, 0, 0};
};

/// FFTW's plans of one shape of arrays, made as they are needed. Unnormalised. Runs on one OS thread. Thread safety:
/// full.
class FftwPlans {
 public:
  explicit FftwPlans(FftShape shape) : shape_(std::move(shape)) {}
  ~FftwPlans();
  FftwPlans(const FftwPlans&) = delete;
  FftwPlans& operator=(const FftwPlans&) = delete;

  /// `direction`: -1 forward, 1 inverse; of complex numbers. From complex to real numbers, of several dimensions, `in`
  /// is overwritten (FFTW, "Multi-dimensional DFTs of Real Data"). False: FFTW has no plan for it.
  bool execute(void* in, void* out, int direction);

 private:
  /// In place; the direction; how the arrays are aligned, which FFTW's code depends on.
  using Key = std::tuple<bool, int, int, int>;

  const FftShape shape_;
  HostMutex mutex_;
  std::map<Key, void*> plans_;
};

/// Loads it. Where it is not installed the program ends, as one that does not compile, and says what to install. To be
/// called before plans are executed.
void need_fftw(const LibraryCall& call, bool is_double);

}  // namespace fencepost::sim
