#include "sim/fft/plan.h"

#include <algorithm>
#include <map>
#include <mutex>

namespace fencepost::sim {
namespace {

struct Plans {
  HostMutex mutex;
  std::map<cufftHandle, std::shared_ptr<FftPlan>> known;
  cufftHandle last = 0;
};

Plans& plans() {
  static auto* const instance = new Plans;  // As the arena, never destroyed.
  return *instance;
}

std::string text_of(long long value) { return std::to_string(value); }

/// The sizes of a dimension's halves: of the transforms of real numbers half of the last is kept.
std::int64_t half(std::int64_t size) { return size / 2 + 1; }

}  // namespace

std::vector<Dimension> Transform::dimensions(bool of_input, bool in_place) const {
  const bool is_complex = kind == FftKind::kComplex || (kind == FftKind::kRealToComplex) != of_input;
  const std::optional<FftLayout>& layout = of_input ? input : output;
  std::vector<std::int64_t> counts = sizes;
  std::vector<std::int64_t> embed = sizes;
  if (kind != FftKind::kComplex && is_complex) counts.back() = embed.back() = half(sizes.back());
  if (!is_complex && in_place) embed.back() = 2 * half(sizes.back());
  if (layout) embed = layout->embed;
  std::vector<Dimension> result(sizes.size() + 1);
  std::int64_t stride = layout ? layout->stride : 1;
  for (std::size_t d = sizes.size(); d-- != 0;) {
    result[d + 1] = {counts[d], stride};
    stride *= embed[d];
  }
  result[0] = {batch, layout ? layout->distance : stride};
  return result;
}

std::size_t Transform::element_bytes(bool of_input) const {
  const bool is_complex = kind == FftKind::kComplex || (kind == FftKind::kRealToComplex) != of_input;
  return (is_double ? sizeof(double) : sizeof(float)) * (is_complex ? 2 : 1);
}

std::size_t Transform::work_bytes() const {
  std::int64_t count = batch;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    count *= d + 1 == sizes.size() && kind != FftKind::kComplex ? half(sizes[d]) : sizes[d];
  }
  return static_cast<std::size_t>(count) * (is_double ? 16 : 8);
}

std::optional<Transform> transform_of(cufftType type) {
  switch (type) {
    case CUFFT_C2C:
    case CUFFT_Z2Z:
      return Transform{.kind = FftKind::kComplex, .is_double = type == CUFFT_Z2Z};
    case CUFFT_R2C:
    case CUFFT_D2Z:
      return Transform{.kind = FftKind::kRealToComplex, .is_double = type == CUFFT_D2Z};
    case CUFFT_C2R:
    case CUFFT_Z2D:
      return Transform{.kind = FftKind::kComplexToReal, .is_double = type == CUFFT_Z2D};
  }
  return std::nullopt;
}

cufftResult describe(const FftCall& call, int rank, const long long* sizes, const LayoutArguments& input,
                     const LayoutArguments& output, long long batch, Transform& transform) {
  if (rank < 1 || rank > 3)
    return call.invalid("rank is " + std::to_string(rank) + ": a transform has 1 to 3 dimensions");
  if (sizes == nullptr) return call.invalid("n is null");
  constexpr std::int64_t kMost = std::int64_t{1} << 48;  // Bytes that could be memory at all.
  std::int64_t product = 16;
  const auto grows_to = [&](std::int64_t factor) {
    return __builtin_mul_overflow(product, factor, &product) || product > kMost;
  };
  for (int d = 0; d < rank; ++d) {
    if (sizes[d] <= 0) return call.invalid("a size is " + text_of(sizes[d]), CUFFT_INVALID_SIZE);
    if (grows_to(sizes[d])) return call.invalid("the sizes are too large", CUFFT_INVALID_SIZE);
  }
  if (batch <= 0) return call.invalid("batch is " + text_of(batch), CUFFT_INVALID_SIZE);
  if (grows_to(batch)) return call.invalid("the sizes are too large", CUFFT_INVALID_SIZE);
  transform.sizes.assign(sizes, sizes + rank);
  transform.batch = batch;
  if (input.embed == nullptr || output.embed == nullptr) return CUFFT_SUCCESS;
  const auto layout = [&](const LayoutArguments& arguments, const char* name) -> std::optional<FftLayout> {
    if (arguments.stride <= 0) call.invalid(std::string(name) + "stride is " + text_of(arguments.stride));
    if (arguments.stride <= 0) return std::nullopt;
    if (arguments.distance < 0 || (batch > 1 && arguments.distance == 0)) {
      call.invalid(std::string(name) + "dist is " + text_of(arguments.distance));
      return std::nullopt;
    }
    std::int64_t length = 16;
    FftLayout result{.stride = arguments.stride, .distance = arguments.distance};
    for (int d = 0; d < rank; ++d) {
      // The first says nothing of where an element is.
      if (d > 0 &&
          (arguments.embed[d] <= 0 || __builtin_mul_overflow(length, arguments.embed[d], &length) || length > kMost)) {
        call.invalid(std::string(name) + "nembed[" + std::to_string(d) + "] is " + text_of(arguments.embed[d]));
        return std::nullopt;
      }
      result.embed.push_back(d > 0 ? arguments.embed[d] : 1);
    }
    if (__builtin_mul_overflow(length, arguments.stride, &length) || length > kMost || arguments.distance > kMost) {
      call.invalid(std::string("the strides of ") + (*name == 'i' ? "the input" : "the output") + " are too large");
      return std::nullopt;
    }
    return result;
  };
  transform.input = layout(input, "i");
  if (!transform.input) return CUFFT_INVALID_VALUE;
  transform.output = layout(output, "o");
  return transform.output ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE;
}

std::shared_ptr<FftPlan> plan_of(cufftHandle handle) {
  const std::scoped_lock lock(plans().mutex);
  const auto found = plans().known.find(handle);
  return found == plans().known.end() ? nullptr : found->second;
}

cufftHandle add_plan(std::shared_ptr<FftPlan> plan) {
  const std::scoped_lock lock(plans().mutex);
  plans().known[++plans().last] = std::move(plan);
  return plans().last;
}

bool remove_plan(cufftHandle handle) {
  const std::scoped_lock lock(plans().mutex);
  return plans().known.erase(handle) != 0;
}

std::shared_ptr<FftPlan> known_plan(const FftCall& call, cufftHandle handle) {
  std::shared_ptr<FftPlan> plan = plan_of(handle);
  if (plan == nullptr) call.invalid("its plan was never created, or was destroyed", CUFFT_INVALID_PLAN);
  return plan;
}

}  // namespace fencepost::sim
