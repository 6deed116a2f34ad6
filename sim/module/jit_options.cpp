#include "sim/module/jit_options.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace fencepost::sim {

bool JitOptions::are_valid() const {
  if (count_ == 0) return true;
  if (options_ == nullptr || values_ == nullptr) return false;
  return std::all_of(options_, options_ + count_, [](CUjit_option o) { return o >= 0 && o < CU_JIT_NUM_OPTIONS; });
}

void** JitOptions::value(CUjit_option option) {
  for (unsigned int i = 0; i < count_; ++i) {
    if (options_[i] == option) return &values_[i];
  }
  return nullptr;
}

void JitOptions::fill(CUjit_option buffer, CUjit_option size, std::string_view text) {
  void** const to = value(buffer);
  void** const bytes = value(size);
  if (to == nullptr || *to == nullptr || bytes == nullptr) return;
  // The value itself is the size.
  const auto room = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(*bytes));
  if (room == 0) return;
  const std::size_t length = std::min<std::size_t>(text.size(), room - 1);
  std::memcpy(*to, text.data(), length);
  static_cast<char*>(*to)[length] = '\0';
  *bytes = reinterpret_cast<void*>(static_cast<std::uintptr_t>(length));  // NOLINT(performance-no-int-to-ptr)
}

void JitOptions::fill_logs(std::string_view info, std::string_view errors) {
  fill(CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, info);
  fill(CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, errors);
  if (void** const time = value(CU_JIT_WALL_TIME)) *time = nullptr;
}

}  // namespace fencepost::sim
