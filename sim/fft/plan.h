// A plan of cuFFT: what is transformed, and what the program has set.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/fft/fftw.h"
#include "sim/include/cufftXt.h"
#include "sim/library/call.h"
#include "sim/library/operand.h"

namespace fencepost::sim {

template <>
struct StatusesOf<cufftResult> {
  static constexpr auto kSuccess = CUFFT_SUCCESS;
  static constexpr auto kNoHandle = CUFFT_INVALID_PLAN;
  static constexpr auto kInvalid = CUFFT_INVALID_VALUE;
  static constexpr auto kUnsupported = CUFFT_NOT_SUPPORTED;
  static constexpr auto kUnsupportedName = "CUFFT_NOT_SUPPORTED";
  static constexpr auto kFailed = CUFFT_EXEC_FAILED;
};

using FftCall = ApiCall<cufftResult>;

/// How one of the two arrays lies in memory, in its elements (cuFFT, "Advanced Data Layout").
struct FftLayout {
  std::vector<std::int64_t> embed;  ///< Sizes of the dimensions as they are stored, the outermost first.
  std::int64_t stride = 1, distance = 0;
};

/// What a plan is made for.
struct Transform {
  FftKind kind = FftKind::kComplex;
  bool is_double = false;
  std::vector<std::int64_t> sizes;  ///< One to three, the outermost first.
  std::int64_t batch = 1;
  std::optional<FftLayout> input, output;  ///< Both or none: then arrays are as if written one behind the other.

  /// The dimensions of the input or the output, the batch first. `in_place` decides whether rows of real numbers are
  /// padded, if there is no layout.
  [[nodiscard]] std::vector<Dimension> dimensions(bool of_input, bool in_place) const;
  [[nodiscard]] std::size_t element_bytes(bool of_input) const;
  /// Bytes of the largest of its arrays.
  [[nodiscard]] std::size_t work_bytes() const;
};

/// Of cufftType; nothing: there is no such type.
std::optional<Transform> transform_of(cufftType);

/// As the functions that make plans are given it. Null layouts: none.
struct LayoutArguments {
  const long long* embed = nullptr;
  long long stride = 1, distance = 0;
};

/// Fills sizes, batch and layouts of `transform`, and tells what is wrong with them.
cufftResult describe(const FftCall& call, int rank, const long long* sizes, const LayoutArguments& input,
                     const LayoutArguments& output, long long batch, Transform& transform);

/// A device function that is called for each element, and the kernel that calls it. No kernel: none.
struct FftCallback {
  const void *kernel = nullptr, *function = nullptr;
  void* info = nullptr;
  std::size_t shared_bytes = 0;
};

struct FftPlan {
  std::optional<Transform> transform;  ///< None before it is made.
  std::shared_ptr<FftwPlans> out_of_place, in_place;
  HandleStream stream;
  bool allocates = true;       ///< Its own work area.
  void* work_area = nullptr;   ///< The program's.
  std::vector<int> devices{};  ///< Of a plan for several.
  FftCallback load{}, store{};
};

/// The plan of a handle; null: there is none. Thread safety: full; plans themselves are for one thread at a time.
std::shared_ptr<FftPlan> plan_of(cufftHandle handle);
cufftHandle add_plan(std::shared_ptr<FftPlan> plan);
bool remove_plan(cufftHandle handle);

/// Told, if there is no such plan: null.
std::shared_ptr<FftPlan> known_plan(const FftCall& call, cufftHandle handle);

/// Around a transform of `input` to `output`: what the plan's callbacks load, and store. `transform` is given the
/// arrays that it is to use.
cufftResult with_callbacks(const FftCall& call, const FftPlan& plan, void* input, void* output,
                           const std::function<cufftResult(void* from, void* to)>& transform);

/// Transforms by a plan that was made, of complex numbers.
cufftResult execute(const FftCall& call, cufftHandle handle, void* input, void* output, int direction);

}  // namespace fencepost::sim

// In the definition of an API function: the call of it.
#define FENCEPOST_FFT_CALL FENCEPOST_LIBRARY_CALL(cufftResult)
