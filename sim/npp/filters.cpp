// Functions that make each pixel of those around it. What NPP's documentation leaves open is as NPP 13.0 was seen to do
// it.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "sim/include/nppi.h"
#include "sim/interface/user_pc.h"
#include "sim/npp/call.h"

namespace fencepost::sim {
namespace {

/// The source of a filter that makes up what lies beyond its border: pixels there are those next to them.
struct Source {
  Image<const Npp8u> image;  ///< From the first pixel of all.
  NppiSize size;
  NppiPoint offset;  ///< Of the first pixel that is filtered.

  Source(const Npp8u* first, int step, NppiSize size, NppiPoint offset)
      : image(Image<const Npp8u>{first, step}.from(-std::int64_t{offset.x}, -std::int64_t{offset.y})),
        size(size),
        offset(offset) {}

  /// Counted from the first that is filtered.
  [[nodiscard]] int at(std::int64_t x, std::int64_t y) const {
    return image.at(within(offset.x + x, size.width), within(offset.y + y, size.height));
  }
  /// So many pixels around those that are filtered, as far as the image goes.
  [[nodiscard]] Operand operand(NppiSize filtered, int before_x, int before_y, int behind_x, int behind_y) const {
    const std::int64_t left = within(std::int64_t{offset.x} - before_x, size.width);
    const std::int64_t top = within(std::int64_t{offset.y} - before_y, size.height);
    const std::int64_t right = within(std::int64_t{offset.x} + filtered.width - 1 + behind_x, size.width);
    const std::int64_t bottom = within(std::int64_t{offset.y} + filtered.height - 1 + behind_y, size.height);
    return image.from(left, top).operand("pSrc", Access::kRead,
                                         {static_cast<int>(right - left + 1), static_cast<int>(bottom - top + 1)});
  }

 private:
  static std::int64_t within(std::int64_t place, int count) {
    return std::clamp<std::int64_t>(place, 0, std::int64_t{count} - 1);
  }
};

NppCheck& check_source(NppCheck& checked, const Npp8u* first, int step, NppiSize size, NppiSize filtered,
                       NppiBorderType border) {
  checked.image("pSrc", Image<const Npp8u>{first, step}).size("oSizeROI", filtered);
  checked.that(size.width > 0 && size.height > 0, "oSrcSize is not positive", NPP_SIZE_ERROR);
  return checked.that(border == NPP_BORDER_REPLICATE, "NPP has no border but NPP_BORDER_REPLICATE here",
                      NPP_NOT_SUPPORTED_MODE_ERROR);
}

/// The mean of the pixels below the mask, without its fraction.
template <class At>
void box(Image<Npp8u> to, NppiSize size, NppiSize mask, NppiPoint anchor, At at) {
  const std::int64_t area = std::int64_t{mask.width} * mask.height;
  std::vector<std::int64_t> columns(static_cast<std::size_t>(size.width) + static_cast<std::size_t>(mask.width) - 1);
  for (int y = 0; y < size.height; ++y) {
    std::ranges::fill(columns, 0);
    for (std::size_t x = 0; x < columns.size(); ++x) {
      for (int i = 0; i < mask.height; ++i) columns[x] += at(static_cast<std::int64_t>(x) - anchor.x, y + i - anchor.y);
    }
    for (int x = 0; x < size.width; ++x) {
      std::int64_t sum = 0;
      for (int i = 0; i < mask.width; ++i) sum += columns[static_cast<std::size_t>(x + i)];
      to.at(x, y) = static_cast<Npp8u>(sum / area);
    }
  }
}

NppStatus box_filter(const NppCall& call, Image<const Npp8u> from, Image<Npp8u> to, NppiSize size, NppiSize mask,
                     NppiPoint anchor, cudaStream_t stream) {
  NppCheck checked(call);
  if (checked.image("pSrc", from).image("pDst", to).size("oSizeROI", size).mask(mask, anchor).failed()) {
    return checked.status();
  }
  if (size.width == 0 || size.height == 0) return NPP_SUCCESS;
  return run(call, stream, false, [=](OperandList& list) -> std::function<void()> {
    const NppiSize read{size.width + mask.width - 1, size.height + mask.height - 1};
    if (!list.add(from.from(-anchor.x, -anchor.y).operand("pSrc", Access::kRead, read)) ||
        !list.add(to.operand("pDst", Access::kWrite, size))) {
      return nullptr;
    }
    return [=] { box(to, size, mask, anchor, [&](std::int64_t x, std::int64_t y) { return from.at(x, y); }); };
  });
}

NppStatus box_filter_with_border(const NppCall& call, const Npp8u* first, int step, NppiSize from_size,
                                 NppiPoint offset, Image<Npp8u> to, NppiSize size, NppiSize mask, NppiPoint anchor,
                                 NppiBorderType border, cudaStream_t stream) {
  NppCheck checked(call);
  check_source(checked, first, step, from_size, size, border).image("pDst", to).mask(mask, anchor);
  if (checked.failed() || size.width == 0 || size.height == 0) return checked.status();
  return run(
      call, stream, false,
      [=, from = Source(first, step, from_size, offset)](OperandList& list) -> std::function<void()> {
        if (!list.add(from.operand(size, anchor.x, anchor.y, mask.width - 1 - anchor.x, mask.height - 1 - anchor.y)) ||
            !list.add(to.operand("pDst", Access::kWrite, size))) {
          return nullptr;
        }
        return [=] { box(to, size, mask, anchor, [&](std::int64_t x, std::int64_t y) { return from.at(x, y); }); };
      });
}

double length(int x, int y, NppiNorm norm) {
  if (norm == nppiNormL1) return std::abs(x) + std::abs(y);
  return std::floor(std::sqrt(static_cast<double>(x) * x + static_cast<double>(y) * y));
}

/// What a gradient is written to; each may be null.
struct Gradient {
  Image<Npp16s> x, y, length;
  Image<Npp32f> angle;
};

/// X is the left column less the right one, y the lower row less the upper one.
NppStatus prewitt(const NppCall& call, const Npp8u* first, int step, NppiSize from_size, NppiPoint offset,
                  const Gradient& to, NppiSize size, NppiMaskSize mask, NppiNorm norm, NppiBorderType border,
                  cudaStream_t stream) {
  NppCheck checked(call);
  check_source(checked, first, step, from_size, size, border);
  if (to.x.first != nullptr) checked.image("pDstX", to.x);
  if (to.y.first != nullptr) checked.image("pDstY", to.y);
  if (to.length.first != nullptr) checked.image("pDstMag", to.length);
  if (to.angle.first != nullptr) checked.image("pDstAngle", to.angle);
  checked.that(norm == nppiNormL1 || norm == nppiNormL2, "eNorm is neither nppiNormL1 nor nppiNormL2",
               NPP_BAD_ARGUMENT_ERROR);
  checked.provided(mask == NPP_MASK_SIZE_3_X_3, "with a mask other than NPP_MASK_SIZE_3_X_3");
  if (checked.failed() || size.width == 0 || size.height == 0) return checked.status();
  return run(call, stream, false,
             [=, from = Source(first, step, from_size, offset)](OperandList& list) -> std::function<void()> {
               const auto adds = [&](const char* role, const auto& image) {
                 return image.first == nullptr || list.add(image.operand(role, Access::kWrite, size));
               };
               if (!list.add(from.operand(size, 1, 1, 1, 1)) || !adds("pDstX", to.x) || !adds("pDstY", to.y) ||
                   !adds("pDstMag", to.length) || !adds("pDstAngle", to.angle)) {
                 return nullptr;
               }
               return [=] {
                 for (int y = 0; y < size.height; ++y) {
                   for (int x = 0; x < size.width; ++x) {
                     int across = 0, down = 0;
                     for (int i = -1; i <= 1; ++i) {
                       across += from.at(x - 1, y + i) - from.at(x + 1, y + i);
                       down += from.at(x + i, y + 1) - from.at(x + i, y - 1);
                     }
                     if (to.x.first != nullptr) to.x.at(x, y) = static_cast<Npp16s>(across);
                     if (to.y.first != nullptr) to.y.at(x, y) = static_cast<Npp16s>(down);
                     if (to.length.first != nullptr)
                       to.length.at(x, y) = static_cast<Npp16s>(length(across, down, norm));
                     if (to.angle.first != nullptr) {
                       to.angle.at(x, y) =
                           static_cast<Npp32f>(std::atan2(static_cast<double>(down), static_cast<double>(across)));
                     }
                   }
                 }
               };
             });
}

/// Gradients of the pixels that are filtered, and of one more on each side.
struct Edges {
  struct Slope {
    int x, y;
    double length;
  };
  std::int64_t width;
  std::vector<Slope> slopes;

  Edges(const Source& from, NppiSize size, bool is_sobel, NppiNorm norm) : width(size.width + 2) {
    slopes.reserve(static_cast<std::size_t>(width * (size.height + 2)));
    const int corner = is_sobel ? 1 : 3, side = is_sobel ? 2 : 10;
    for (std::int64_t y = -1; y <= size.height; ++y) {
      for (std::int64_t x = -1; x <= size.width; ++x) {
        const auto weigh = [&](std::int64_t dx, std::int64_t dy, std::int64_t ex, std::int64_t ey) {
          return corner * from.at(x + dx - ex, y + dy - ey) + side * from.at(x + dx, y + dy) +
                 corner * from.at(x + dx + ex, y + dy + ey);
        };
        const int across = weigh(1, 0, 0, 1) - weigh(-1, 0, 0, 1), down = weigh(0, 1, 1, 0) - weigh(0, -1, 1, 0);
        slopes.push_back({across, down, length(across, down, norm)});
      }
    }
  }
  [[nodiscard]] const Slope& at(std::int64_t x, std::int64_t y) const {
    return slopes[static_cast<std::size_t>((y + 1) * width + x + 1)];
  }
  /// Not less than both neighbours in its direction, of which there are four.
  [[nodiscard]] bool is_ridge(std::int64_t x, std::int64_t y) const {
    const Slope& slope = at(x, y);
    const double across = std::abs(slope.x), down = std::abs(slope.y);
    const double tangent = std::sqrt(2.0) - 1;  // Of 22.5 degrees.
    std::int64_t dx = 1, dy = (slope.x > 0) == (slope.y > 0) ? 1 : -1;
    if (down <= across * tangent) dy = 0;
    if (down >= across * (tangent + 2)) {
      dx = 0;
      dy = 1;
    }
    return slope.length >= at(x - dx, y - dy).length && slope.length >= at(x + dx, y + dy).length;
  }
};

/// NPP 13.0 looks at the lower threshold alone.
NppStatus canny(const NppCall& call, const Npp8u* first, int step, NppiSize from_size, NppiPoint offset,
                Image<Npp8u> to, NppiSize size, NppiDifferentialKernel kernel, NppiMaskSize mask, Npp16s threshold,
                NppiNorm norm, NppiBorderType border, Npp8u* buffer, cudaStream_t stream) {
  NppCheck checked(call);
  check_source(checked, first, step, from_size, size, border).image("pDst", to).pointer("pDeviceBuffer", buffer);
  checked.that(kernel == NPP_FILTER_SOBEL || kernel == NPP_FILTER_SCHARR, "there is no such filter");
  checked.that(norm == nppiNormL1 || norm == nppiNormL2, "eNorm is neither nppiNormL1 nor nppiNormL2");
  checked.provided(mask == NPP_MASK_SIZE_3_X_3, "with a mask other than NPP_MASK_SIZE_3_X_3");
  if (checked.failed() || size.width == 0 || size.height == 0) return checked.status();
  LibraryPlan plan = [=, from = Source(first, step, from_size, offset)](OperandList& list) -> std::function<void()> {
    if (!list.add(from.operand(size, 2, 2, 2, 2)) || !list.add(to.operand("pDst", Access::kWrite, size))) {
      return nullptr;
    }
    return [=] {
      const Edges edges(from, size, kernel == NPP_FILTER_SOBEL, norm);
      for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
          to.at(x, y) = edges.at(x, y).length >= threshold && edges.is_ridge(x, y) ? 255 : 0;
        }
      }
    };
  };
  return run(call, stream, false, with_workspace(std::move(plan), buffer, kNppBufferBytes));
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

NppStatus nppiFilterBox_8u_C1R_Ctx(const Npp8u* from, Npp32s from_step, Npp8u* to, Npp32s step, NppiSize size,
                                   NppiSize mask, NppiPoint anchor, NppStreamContext context) {
  return box_filter(FENCEPOST_NPP_CALL, {from, from_step}, {to, step}, size, mask, anchor, context.hStream);
}
NppStatus nppiFilterBox_8u_C1R(const Npp8u* from, Npp32s from_step, Npp8u* to, Npp32s step, NppiSize size,
                               NppiSize mask, NppiPoint anchor) {
  return box_filter(FENCEPOST_NPP_CALL, {from, from_step}, {to, step}, size, mask, anchor, npp_stream());
}
NppStatus nppiFilterBoxBorder_8u_C1R_Ctx(const Npp8u* from, Npp32s from_step, NppiSize from_size, NppiPoint offset,
                                         Npp8u* to, Npp32s step, NppiSize size, NppiSize mask, NppiPoint anchor,
                                         NppiBorderType border, NppStreamContext context) {
  return box_filter_with_border(FENCEPOST_NPP_CALL, from, from_step, from_size, offset, {to, step}, size, mask, anchor,
                                border, context.hStream);
}
NppStatus nppiFilterBoxBorder_8u_C1R(const Npp8u* from, Npp32s from_step, NppiSize from_size, NppiPoint offset,
                                     Npp8u* to, Npp32s step, NppiSize size, NppiSize mask, NppiPoint anchor,
                                     NppiBorderType border) {
  return box_filter_with_border(FENCEPOST_NPP_CALL, from, from_step, from_size, offset, {to, step}, size, mask, anchor,
                                border, npp_stream());
}

NppStatus nppiGradientVectorPrewittBorder_8u16s_C1R_Ctx(const Npp8u* from, int from_step, NppiSize from_size,
                                                        NppiPoint offset, Npp16s* x, int x_step, Npp16s* y, int y_step,
                                                        Npp16s* length, int length_step, Npp32f* angle, int angle_step,
                                                        NppiSize size, NppiMaskSize mask, NppiNorm norm,
                                                        NppiBorderType border, NppStreamContext context) {
  return prewitt(FENCEPOST_NPP_CALL, from, from_step, from_size, offset,
                 {{x, x_step}, {y, y_step}, {length, length_step}, {angle, angle_step}}, size, mask, norm, border,
                 context.hStream);
}
NppStatus nppiGradientVectorPrewittBorder_8u16s_C1R(const Npp8u* from, int from_step, NppiSize from_size,
                                                    NppiPoint offset, Npp16s* x, int x_step, Npp16s* y, int y_step,
                                                    Npp16s* length, int length_step, Npp32f* angle, int angle_step,
                                                    NppiSize size, NppiMaskSize mask, NppiNorm norm,
                                                    NppiBorderType border) {
  return prewitt(FENCEPOST_NPP_CALL, from, from_step, from_size, offset,
                 {{x, x_step}, {y, y_step}, {length, length_step}, {angle, angle_step}}, size, mask, norm, border,
                 npp_stream());
}

NppStatus nppiFilterCannyBorderGetBufferSize(NppiSize size, int* bytes) {
  const NppCall call = FENCEPOST_NPP_CALL;
  NppCheck checked(call);
  if (!checked.size("oSizeROI", size).pointer("hpBufferSize", bytes).failed()) *bytes = kNppBufferBytes;
  return checked.status();
}
NppStatus nppiFilterCannyBorder_8u_C1R_Ctx(const Npp8u* from, int from_step, NppiSize from_size, NppiPoint offset,
                                           Npp8u* to, int step, NppiSize size, NppiDifferentialKernel kernel,
                                           NppiMaskSize mask, Npp16s low, Npp16s, NppiNorm norm, NppiBorderType border,
                                           Npp8u* buffer, NppStreamContext context) {
  return canny(FENCEPOST_NPP_CALL, from, from_step, from_size, offset, {to, step}, size, kernel, mask, low, norm,
               border, buffer, context.hStream);
}
NppStatus nppiFilterCannyBorder_8u_C1R(const Npp8u* from, int from_step, NppiSize from_size, NppiPoint offset,
                                       Npp8u* to, int step, NppiSize size, NppiDifferentialKernel kernel,
                                       NppiMaskSize mask, Npp16s low, Npp16s, NppiNorm norm, NppiBorderType border,
                                       Npp8u* buffer) {
  return canny(FENCEPOST_NPP_CALL, from, from_step, from_size, offset, {to, step}, size, kernel, mask, low, norm,
               border, buffer, npp_stream());
}

}  // extern "C"
