// Functions that make each pixel of one, or of one in each image, and histograms.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "sim/include/nppi.h"
#include "sim/interface/user_pc.h"
#include "sim/npp/call.h"

namespace fencepost::sim {
namespace {

using Pixels = Image<const Npp8u>;

template <class Do>
void for_each_pixel(NppiSize size, Do act) {
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) act(x, y);
  }
}

NppStatus abs_diff(const NppCall& call, Pixels left, Pixels right, Image<Npp8u> to, NppiSize size,
                   cudaStream_t stream) {
  NppCheck checked(call);
  if (checked.image("pSrc1", left).image("pSrc2", right).image("pDst", to).size("oSizeROI", size).failed()) {
    return checked.status();
  }
  return run(call, stream, false, [=](OperandList& list) -> std::function<void()> {
    if (!list.add(left.operand("pSrc1", Access::kRead, size)) ||
        !list.add(right.operand("pSrc2", Access::kRead, size)) || !list.add(to.operand("pDst", Access::kWrite, size))) {
      return nullptr;
    }
    return [=] {
      for_each_pixel(size,
                     [&](int x, int y) { to.at(x, y) = static_cast<Npp8u>(std::abs(left.at(x, y) - right.at(x, y))); });
    };
  });
}

template <class T>
bool compares(T left, T right, NppCmpOp operation) {
  switch (operation) {
    case NPP_CMP_LESS:
      return left < right;
    case NPP_CMP_LESS_EQ:
      return left <= right;
    case NPP_CMP_EQ:
      return left == right;
    case NPP_CMP_GREATER_EQ:
      return left >= right;
    default:
      return left > right;
  }
}

/// 255 where it is so, else 0.
template <class T>
NppStatus compare(const NppCall& call, Image<const T> from, T constant, Image<Npp8u> to, NppiSize size,
                  NppCmpOp operation, cudaStream_t stream) {
  NppCheck checked(call);
  checked.image("pSrc", from).image("pDst", to).size("oSizeROI", size);
  checked.that(operation >= NPP_CMP_LESS && operation <= NPP_CMP_GREATER, "there is no such comparison",
               NPP_NOT_SUPPORTED_MODE_ERROR);
  if (checked.failed()) return checked.status();
  return run(call, stream, false, [=](OperandList& list) -> std::function<void()> {
    if (!list.add(from.operand("pSrc", Access::kRead, size)) || !list.add(to.operand("pDst", Access::kWrite, size))) {
      return nullptr;
    }
    return [=] {
      for_each_pixel(size, [&](int x, int y) { to.at(x, y) = compares(from.at(x, y), constant, operation) ? 255 : 0; });
    };
  });
}

NppStatus copy_with_border(const NppCall& call, Pixels from, NppiSize from_size, Image<Npp8u> to, NppiSize to_size,
                           int top, int left, Npp8u border, cudaStream_t stream) {
  NppCheck checked(call);
  checked.image("pSrc", from).image("pDst", to).size("oSrcSizeROI", from_size).size("oDstSizeROI", to_size);
  checked.that(top >= 0 && left >= 0, "a border is negative", NPP_SIZE_ERROR);
  checked.that(
      std::int64_t{from_size.width} + left <= to_size.width && std::int64_t{from_size.height} + top <= to_size.height,
      "the source with its border is larger than the destination", NPP_SIZE_ERROR);
  if (checked.failed()) return checked.status();
  return run(call, stream, false, [=](OperandList& list) -> std::function<void()> {
    if (!list.add(from.operand("pSrc", Access::kRead, from_size)) ||
        !list.add(to.operand("pDst", Access::kWrite, to_size))) {
      return nullptr;
    }
    return [=] {
      for_each_pixel(to_size, [&](int x, int y) {
        const int from_x = x - left, from_y = y - top;
        const bool is_inside = from_x >= 0 && from_x < from_size.width && from_y >= 0 && from_y < from_size.height;
        to.at(x, y) = is_inside ? from.at(from_x, from_y) : border;
      });
    };
  });
}

/// NPP 13.0: a pixel below the first level, or not below the last, stays as it is; quotients are truncated.
std::array<Npp8u, 256> linear_table(const Npp32s* values, const Npp32s* levels, int count) {
  std::array<Npp8u, 256> table{};
  for (int pixel = 0; pixel < 256; ++pixel) {
    std::int64_t result = pixel;
    for (int i = 0; i + 1 < count; ++i) {
      if (pixel < levels[i] || pixel >= levels[i + 1]) continue;
      const std::int64_t rise = std::int64_t{values[i + 1]} - values[i];
      result = values[i] + (std::int64_t{pixel} - levels[i]) * rise / (std::int64_t{levels[i + 1]} - levels[i]);
      break;
    }
    table[static_cast<std::size_t>(pixel)] = static_cast<Npp8u>(std::clamp<std::int64_t>(result, 0, 255));
  }
  return table;
}

NppStatus look_up(const NppCall& call, Pixels from, Image<Npp8u> to, NppiSize size, const Npp32s* values,
                  const Npp32s* levels, int count, cudaStream_t stream) {
  NppCheck checked(call);
  checked.image("pSrc", from).image("pDst", to).size("oSizeROI", size).pointer("pValues", values);
  if (checked.pointer("pLevels", levels).levels(count, NPP_LUT_NUMBER_OF_LEVELS_ERROR).failed()) {
    return checked.status();
  }
  return run(call, stream, false, [=](OperandList& list) -> std::function<void()> {
    if (!list.add(from.operand("pSrc", Access::kRead, size)) || !list.add(to.operand("pDst", Access::kWrite, size)) ||
        !list.add(vector_operand("pValues", Access::kRead, values, count, 1)) ||
        !list.add(vector_operand("pLevels", Access::kRead, levels, count, 1))) {
      return nullptr;
    }
    return [=] {
      const std::array<Npp8u, 256> table = linear_table(values, levels, count);
      for_each_pixel(size, [&](int x, int y) { to.at(x, y) = table[from.at(x, y)]; });
    };
  });
}

/// NPP 13.0: all of the bins are as wide as the whole part of the quotient, and what lies behind them is not counted.
NppStatus histogram(const NppCall& call, Pixels from, NppiSize size, Npp32s* counts, int levels, Npp32s lower,
                    Npp32s upper, Npp8u* buffer, cudaStream_t stream) {
  NppCheck checked(call);
  checked.image("pSrc", from).size("oSizeROI", size).pointer("pHist", counts).pointer("pDeviceBuffer", buffer);
  checked.levels(levels, NPP_HISTOGRAM_NUMBER_OF_LEVELS_ERROR);
  checked.that(lower <= upper, "nLowerLevel is more than nUpperLevel", NPP_RANGE_ERROR);
  if (checked.failed()) return checked.status();
  LibraryPlan plan = [=](OperandList& list) -> std::function<void()> {
    const int bins = levels - 1;
    if (!list.add(from.operand("pSrc", Access::kRead, size)) ||
        !list.add(vector_operand("pHist", Access::kWrite, counts, bins, 1))) {
      return nullptr;
    }
    return [=] {
      const std::int64_t width = (std::int64_t{upper} - lower) / bins;
      std::fill_n(counts, bins, 0);
      for_each_pixel(size, [&](int x, int y) {
        const std::int64_t above = std::int64_t{from.at(x, y)} - lower;
        if (above >= 0 && above < width * bins) ++counts[above / width];
      });
    };
  };
  return run(call, stream, false, with_workspace(std::move(plan), buffer, kNppBufferBytes));
}

NppStatus histogram_buffer(const NppCall& call, NppiSize size, int levels, std::size_t* bytes) {
  NppCheck checked(call);
  checked.size("oSizeROI", size).levels(levels, NPP_HISTOGRAM_NUMBER_OF_LEVELS_ERROR).pointer("hpBufferSize", bytes);
  if (!checked.failed()) *bytes = kNppBufferBytes;
  return checked.status();
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

NppStatus nppiAbsDiff_8u_C1R_Ctx(const Npp8u* left, int left_step, const Npp8u* right, int right_step, Npp8u* to,
                                 int step, NppiSize size, NppStreamContext context) {
  return abs_diff(FENCEPOST_NPP_CALL, {left, left_step}, {right, right_step}, {to, step}, size, context.hStream);
}
NppStatus nppiAbsDiff_8u_C1R(const Npp8u* left, int left_step, const Npp8u* right, int right_step, Npp8u* to, int step,
                             NppiSize size) {
  return abs_diff(FENCEPOST_NPP_CALL, {left, left_step}, {right, right_step}, {to, step}, size, npp_stream());
}

NppStatus nppiCompareC_8u_C1R_Ctx(const Npp8u* from, int from_step, const Npp8u constant, Npp8u* to, int step,
                                  NppiSize size, NppCmpOp operation, NppStreamContext context) {
  return compare<Npp8u>(FENCEPOST_NPP_CALL, {from, from_step}, constant, {to, step}, size, operation, context.hStream);
}
NppStatus nppiCompareC_8u_C1R(const Npp8u* from, int from_step, const Npp8u constant, Npp8u* to, int step,
                              NppiSize size, NppCmpOp operation) {
  return compare<Npp8u>(FENCEPOST_NPP_CALL, {from, from_step}, constant, {to, step}, size, operation, npp_stream());
}
NppStatus nppiCompareC_16s_C1R_Ctx(const Npp16s* from, int from_step, const Npp16s constant, Npp8u* to, int step,
                                   NppiSize size, NppCmpOp operation, NppStreamContext context) {
  return compare<Npp16s>(FENCEPOST_NPP_CALL, {from, from_step}, constant, {to, step}, size, operation, context.hStream);
}
NppStatus nppiCompareC_16s_C1R(const Npp16s* from, int from_step, const Npp16s constant, Npp8u* to, int step,
                               NppiSize size, NppCmpOp operation) {
  return compare<Npp16s>(FENCEPOST_NPP_CALL, {from, from_step}, constant, {to, step}, size, operation, npp_stream());
}

NppStatus nppiCopyConstBorder_8u_C1R_Ctx(const Npp8u* from, int from_step, NppiSize from_size, Npp8u* to, int step,
                                         NppiSize size, int top, int left, Npp8u border, NppStreamContext context) {
  return copy_with_border(FENCEPOST_NPP_CALL, {from, from_step}, from_size, {to, step}, size, top, left, border,
                          context.hStream);
}
NppStatus nppiCopyConstBorder_8u_C1R(const Npp8u* from, int from_step, NppiSize from_size, Npp8u* to, int step,
                                     NppiSize size, int top, int left, Npp8u border) {
  return copy_with_border(FENCEPOST_NPP_CALL, {from, from_step}, from_size, {to, step}, size, top, left, border,
                          npp_stream());
}

NppStatus nppiLUT_Linear_8u_C1R_Ctx(const Npp8u* from, int from_step, Npp8u* to, int step, NppiSize size,
                                    const Npp32s* values, const Npp32s* levels, int count, NppStreamContext context) {
  return look_up(FENCEPOST_NPP_CALL, {from, from_step}, {to, step}, size, values, levels, count, context.hStream);
}
NppStatus nppiLUT_Linear_8u_C1R(const Npp8u* from, int from_step, Npp8u* to, int step, NppiSize size,
                                const Npp32s* values, const Npp32s* levels, int count) {
  return look_up(FENCEPOST_NPP_CALL, {from, from_step}, {to, step}, size, values, levels, count, npp_stream());
}

// NPP 13.0: the first levels are one more apart where the range is no multiple.
NppStatus nppiEvenLevelsHost_32s(Npp32s* levels, int count, Npp32s lower, Npp32s upper) {
  const NppCall call = FENCEPOST_NPP_CALL;
  NppCheck checked(call);
  if (checked.levels(count, NPP_HISTOGRAM_NUMBER_OF_LEVELS_ERROR).pointer("hpLevels", levels).failed()) {
    return checked.status();
  }
  if (is_misplaced(call, "hpLevels", levels, static_cast<std::size_t>(count) * sizeof(Npp32s))) {
    return NPP_INVALID_HOST_POINTER_ERROR;
  }
  const std::int64_t range = std::int64_t{upper} - lower, step = range / (count - 1), rest = range % (count - 1);
  std::int64_t level = lower;
  for (int i = 0; i < count; ++i) {
    levels[i] = static_cast<Npp32s>(level);
    level += step + (i < rest ? 1 : 0);
  }
  return NPP_SUCCESS;
}

NppStatus nppiHistogramEvenGetBufferSize_8u_C1R_Ctx(NppiSize size, int levels, std::size_t* bytes, NppStreamContext) {
  return histogram_buffer(FENCEPOST_NPP_CALL, size, levels, bytes);
}
NppStatus nppiHistogramEvenGetBufferSize_8u_C1R(NppiSize size, int levels, std::size_t* bytes) {
  return histogram_buffer(FENCEPOST_NPP_CALL, size, levels, bytes);
}
NppStatus nppiHistogramEven_8u_C1R_Ctx(const Npp8u* from, int step, NppiSize size, Npp32s* counts, int levels,
                                       Npp32s lower, Npp32s upper, Npp8u* buffer, NppStreamContext context) {
  return histogram(FENCEPOST_NPP_CALL, {from, step}, size, counts, levels, lower, upper, buffer, context.hStream);
}
NppStatus nppiHistogramEven_8u_C1R(const Npp8u* from, int step, NppiSize size, Npp32s* counts, int levels, Npp32s lower,
                                   Npp32s upper, Npp8u* buffer) {
  return histogram(FENCEPOST_NPP_CALL, {from, step}, size, counts, levels, lower, upper, buffer, npp_stream());
}

}  // extern "C"
