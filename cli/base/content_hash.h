// Names for contents: a 128-bit FNV-1a hash. Not for adversaries.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fencepost::cli {

class ContentHash {
 public:
  /// Adds `text` and its length, so that ("ab", "c") and ("a", "bc") differ.
  ContentHash& add(std::string_view text);

  /// 32 hexadecimal digits.
  [[nodiscard]] std::string hex() const;

 private:
  void add_bytes(std::string_view bytes);

  unsigned __int128 state_ = (static_cast<unsigned __int128>(0x6c62272e07bb0142ULL) << 64) | 0x62b821756295c58dULL;
};

/// Hash of the contents of a file; nullopt if it cannot be read.
std::optional<std::string> hash_of_file(const std::string& path);

}  // namespace fencepost::cli
