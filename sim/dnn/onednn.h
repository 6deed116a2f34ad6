// Layers computed by oneDNN, which is loaded when the first is asked for. Thread safety: full.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/runtime/memory/library_call.h"

namespace fencepost::sim {

/// Numbers one behind the other, the outermost dimension first: N, C, and those of space.
struct DenseTensor {
  std::vector<std::int64_t> dimensions;
  std::vector<float> values;

  explicit DenseTensor(std::vector<std::int64_t> its_dimensions);
};

/// Of a convolution or of pooling, for each dimension of space.
struct SlidingWindow {
  std::vector<std::int64_t> strides, padding;
  std::vector<std::int64_t> dilations{};  ///< 1: neighbours. Of a convolution.
  std::int64_t groups = 1;
  std::vector<std::int64_t> size{};  ///< Of pooling.
};

enum class PoolingKind : std::uint8_t { kMaximum, kAverageWithPadding, kAverageWithoutPadding };
/// f(x; a, b) as oneDNN has it: a bounded relu is a clip to 0…b.
enum class ElementKind : std::uint8_t { kRelu, kSigmoid, kTanh, kClip, kElu, kSwish, kLinear, kAbsolute };
enum class PairKind : std::uint8_t { kAdd, kMultiply, kMinimum, kMaximum };
enum class ReductionKind : std::uint8_t { kSum, kProduct, kMinimum, kMaximum, kMean, kNorm1, kNorm2 };
struct ElementFunction {
  ElementKind kind;
  float a = 0, b = 0;
};

/// Loads it. Where it is not installed the program ends, as one that does not compile, and says what to install; the
/// same if this Fencepost was built without its header. To be called before the rest.
void need_onednn(const LibraryCall& call);

// Each returns false if oneDNN has no code for it. The results are of the right size.

bool convolve(const SlidingWindow&, const DenseTensor& x, const DenseTensor& filter, DenseTensor& y);
bool convolve_back_data(const SlidingWindow&, const DenseTensor& dy, const DenseTensor& filter, DenseTensor& dx);
bool convolve_back_filter(const SlidingWindow&, const DenseTensor& x, const DenseTensor& dy, DenseTensor& d_filter);
bool pool(PoolingKind, const SlidingWindow&, const DenseTensor& x, DenseTensor& y);
bool pool_back(PoolingKind, const SlidingWindow&, const DenseTensor& x, const DenseTensor& dy, DenseTensor& dx);
bool apply(const ElementFunction&, const DenseTensor& x, DenseTensor& y);
bool apply_back(const ElementFunction&, const DenseTensor& x, const DenseTensor& dy, DenseTensor& dx);
bool softmax(bool logarithm, int axis, const DenseTensor& x, DenseTensor& y);
bool softmax_back(bool logarithm, int axis, const DenseTensor& y, const DenseTensor& dy, DenseTensor& dx);
/// Each channel by its mean and variance, which are given or, unless `by_given`, computed; then scaled and shifted.
bool normalize(bool by_given, float epsilon, const DenseTensor& x, const DenseTensor& scale, const DenseTensor& shift,
               DenseTensor& mean, DenseTensor& variance, DenseTensor& y);
bool normalize_back(float epsilon, const DenseTensor& x, const DenseTensor& dy, const DenseTensor& scale,
                    const DenseTensor& mean, const DenseTensor& variance, DenseTensor& dx, DenseTensor& d_scale,
                    DenseTensor& d_shift);
/// Where `b` has 1 of a dimension, it counts for all of it.
bool combine(PairKind, const DenseTensor& a, const DenseTensor& b, DenseTensor& c);
/// Over the dimensions of which `result` has 1.
bool reduce(ReductionKind, const DenseTensor& x, DenseTensor& result);

}  // namespace fencepost::sim
