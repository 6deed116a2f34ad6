#include "cli/base/content_hash.h"

#include <cstdint>
#include <fstream>
#include <iterator>

namespace fencepost::cli {

void ContentHash::add_bytes(std::string_view bytes) {
  constexpr unsigned __int128 kPrime = (static_cast<unsigned __int128>(1) << 88) | 0x13b;
  for (const char byte : bytes) state_ = (state_ ^ static_cast<unsigned char>(byte)) * kPrime;
}

ContentHash& ContentHash::add(std::string_view text) {
  add_bytes(text);
  add_bytes("#" + std::to_string(text.size()) + ";");
  return *this;
}

std::string ContentHash::hex() const {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (int shift = 124; shift >= 0; shift -= 4) text += kDigits[static_cast<std::size_t>(state_ >> shift) & 15U];
  return text;
}

std::optional<std::string> hash_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  const std::string contents(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) return std::nullopt;
  return ContentHash().add(contents).hex();
}

}  // namespace fencepost::cli
