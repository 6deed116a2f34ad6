// A call of NPP: what is wrong with its arguments, and the images that it accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/include/nppdefs.h"
#include "sim/library/call.h"
#include "sim/library/operand.h"

namespace fencepost::sim {

template <>
struct StatusesOf<NppStatus> {
  static constexpr auto kSuccess = NPP_SUCCESS;
  static constexpr auto kNoHandle = NPP_ERROR;
  static constexpr auto kInvalid = NPP_BAD_ARGUMENT_ERROR;
  static constexpr auto kUnsupported = NPP_NOT_SUPPORTED_MODE_ERROR;
  static constexpr auto kUnsupportedName = "NPP_NOT_SUPPORTED_MODE_ERROR";
  static constexpr auto kFailed = NPP_CUDA_KERNEL_EXECUTION_ERROR;
};

using NppCall = ApiCall<NppStatus>;

/// That of nppSetStream, for calls without a context.
cudaStream_t npp_stream();

/// Pixels of one channel, rows `step` bytes apart.
template <class T>
struct Image {
  T* first = nullptr;
  int step = 0;

  [[nodiscard]] T& at(std::int64_t x, std::int64_t y) const { return row(y)[x]; }
  /// The part that begins there, which may lie before the first pixel.
  [[nodiscard]] Image from(std::int64_t x, std::int64_t y) const { return {row(y) + x, step}; }
  [[nodiscard]] Operand operand(const char* role, Access access, NppiSize size) const {
    return matrix_operand(role, access, first, sizeof(T), size.width, size.height, step / static_cast<int>(sizeof(T)));
  }

 private:
  using Byte = std::conditional_t<std::is_const_v<T>, const std::byte, std::byte>;
  [[nodiscard]] T* row(std::int64_t y) const { return reinterpret_cast<T*>(reinterpret_cast<Byte*>(first) + y * step); }
};

class NppCheck : public Arguments<NppCheck, NppStatus> {
 public:
  explicit NppCheck(const NppCall& call) : Arguments(call) {}

  NppCheck& that(bool is_right, const std::string& what, NppStatus status = NPP_BAD_ARGUMENT_ERROR) {
    return failed() || is_right ? *this : fail(call().invalid(what, status));
  }
  NppCheck& pointer(const char* name, const void* value) {
    return that(value != nullptr, std::string(name) + " is null", NPP_NULL_POINTER_ERROR);
  }
  /// Null is told as `name`, a step that is not right as the step of it.
  template <class T>
  NppCheck& image(const char* name, const Image<T>& value) {
    pointer(name, value.first);
    that(value.step > 0, "the step of " + std::string(name) + " is " + std::to_string(value.step), NPP_STEP_ERROR);
    return that(value.step % static_cast<int>(sizeof(T)) == 0,
                "the step of " + std::string(name) + " is no multiple of a pixel: " + std::to_string(value.step),
                NPP_NOT_EVEN_STEP_ERROR);
  }
  NppCheck& size(const char* name, NppiSize value) {
    return that(value.width >= 0 && value.height >= 0,
                std::string(name) + " is " + std::to_string(value.width) + " x " + std::to_string(value.height),
                NPP_SIZE_ERROR);
  }
  NppCheck& levels(int count, NppStatus status) {
    return that(count >= 2, "nLevels is " + std::to_string(count) + ", less than 2", status);
  }
  NppCheck& mask(NppiSize mask, NppiPoint anchor) {
    that(mask.width > 0 && mask.height > 0, "oMaskSize is not positive", NPP_MASK_SIZE_ERROR);
    return that(anchor.x >= 0 && anchor.y >= 0 && anchor.x < mask.width && anchor.y < mask.height,
                "oAnchor lies outside of the mask", NPP_ANCHOR_ERROR);
  }
};

/// What a scratch buffer's size is asked for: what is worked in is not the program's memory.
constexpr int kNppBufferBytes = 16;

}  // namespace fencepost::sim

// In the definition of an API function: the call of it.
#define FENCEPOST_NPP_CALL FENCEPOST_LIBRARY_CALL(NppStatus)
