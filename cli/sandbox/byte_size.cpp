#include "cli/sandbox/byte_size.h"

#include <charconv>

namespace fencepost::cli {

std::optional<std::uint64_t> bytes_of(const std::string& text) {
  std::uint64_t number = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(stop, text.data() + text.size());
  constexpr std::uint64_t kMost = 1 << 20;
  if (problem != std::errc() || number == 0 || number > kMost || (unit != "M" && unit != "G")) return std::nullopt;
  return number << (unit == "M" ? 20U : 30U);
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::uint64_t kMega = std::uint64_t{1} << 20;
  constexpr std::uint64_t kGiga = std::uint64_t{1} << 30;
  return bytes % kGiga == 0 ? std::to_string(bytes / kGiga) + "G" : std::to_string(bytes / kMega) + "M";
}

std::string size_error(const std::string& text) {
  return bytes_of(text) ? std::string() : "'" + text + "' is no size; write 512M or 4G";
}

}  // namespace fencepost::cli
