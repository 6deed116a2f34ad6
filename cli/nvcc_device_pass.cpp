#include "cli/nvcc_device_pass.h"

#include <functional>

namespace fencepost::cli {
namespace {

constexpr std::string_view kSuffix = "_fencepost_device";

}  // namespace

bool DevicePass::is_renamed(std::size_t i) const {
  if (twins_.empty() || !tokens_.is_identifier(i) || !twins_.contains(tokens_.spelling(i))) return false;
  return !tokens_.is(i - 1, ".") && !tokens_.is(i - 1, "->") && !tokens_.in_system_header(i);
}

bool DevicePass::any_renamed(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < end; ++i) {
    if (is_renamed(i)) return true;
  }
  return false;
}

std::string DevicePass::text(std::size_t first, std::size_t last) const {
  if (first > last || last >= tokens_.size()) return {};
  return slice(tokens_.begin_offset(first), tokens_.end_offset(last), first, last + 1);
}

std::string DevicePass::inside(std::size_t open, std::size_t close) const {
  return slice(tokens_.end_offset(open), tokens_.begin_offset(close), open + 1, close);
}

// The text between two offsets, with the tokens `first` … `last` (exclusive) in it.
std::string DevicePass::slice(std::size_t begin, std::size_t end, std::size_t first, std::size_t last) const {
  std::string result;
  for (std::size_t i = first; i < last; ++i) {
    if (!is_renamed(i)) continue;
    result += tokens_.text().substr(begin, tokens_.end_offset(i) - begin);
    result += kSuffix;
    begin = tokens_.end_offset(i);
  }
  result += tokens_.text().substr(begin, end - begin);
  return result;
}

std::uint64_t hash_of(const TokenStream& tokens, std::size_t begin, std::size_t end, const DevicePass* pass) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (std::size_t i = begin; i < end; ++i) {
    hash = (hash ^ std::hash<std::string_view>()(tokens.spelling(i))) * 0x100000001b3;
    if (pass != nullptr && pass->is_renamed(i)) hash = (hash ^ 1) * 0x100000001b3;
  }
  return hash;
}

}  // namespace fencepost::cli
