#include "cli/kernel/data_file.h"

#include <array>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

#include "cli/kernel/arithmetic.h"

namespace fencepost::cli {
namespace {

using compiler::ListedType;

std::ifstream opened(const std::string& file, const std::string& what) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) throw ArgumentError(what + ": " + file + " is a directory");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw ArgumentError(what + ": cannot read " + file + ": " + std::strerror(errno));
  return in;
}

/// What stands behind `'key':` in the header, up to the next comma that is in no brackets.
std::string header_value(std::string_view header, const std::string& key) {
  const std::size_t at = header.find("'" + key + "':");
  if (at == std::string_view::npos) return {};
  std::string_view rest = header.substr(at + key.size() + 3);
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  const std::size_t end = rest.starts_with('(') ? rest.find(')') : rest.find_first_of(",}");
  if (end == std::string_view::npos) return {};
  return std::string(rest.substr(0, rest.starts_with('(') ? end + 1 : end));
}

std::optional<std::uint64_t> product_of(std::string_view shape) {
  std::uint64_t count = 1;
  for (std::size_t i = 0; i < shape.size();) {
    if (shape[i] < '0' || shape[i] > '9') {
      ++i;
      continue;
    }
    std::uint64_t size = 0;
    const auto [stop, error] = std::from_chars(shape.data() + i, shape.data() + shape.size(), size);
    if (error != std::errc() || __builtin_mul_overflow(count, size, &count)) return std::nullopt;
    i = static_cast<std::size_t>(stop - shape.data());
  }
  return count;
}

std::optional<ListedType::Number> number_of(char letter, std::uint64_t bytes) {
  if (letter == 'b' && bytes == 1) return ListedType::kBool;
  if (letter == 'i') return ListedType::kSigned;
  if (letter == 'u') return ListedType::kUnsigned;
  if (letter == 'f' && bytes == 2) return ListedType::kHalf;
  if (letter == 'f' && (bytes == 4 || bytes == 8)) return ListedType::kFloat;
  return std::nullopt;
}

}  // namespace

std::string numpy_code(ListedType::Number number, std::uint64_t bytes) {
  constexpr std::array<char, 6> kLetters = {'b', 'i', 'u', 'f', 'f', 'V'};
  return (bytes == 1 ? "|" : "<") + std::string(1, kLetters[number]) + std::to_string(bytes);
}

std::string numpy_name(ListedType::Number number, std::uint64_t bytes) {
  const std::string bits = std::to_string(bytes * 8);
  switch (number) {
    case ListedType::kBool:
      return "bool";
    case ListedType::kSigned:
      return "int" + bits;
    case ListedType::kUnsigned:
      return "uint" + bits;
    case ListedType::kFloat:
    case ListedType::kHalf:
      return "float" + bits;
    case ListedType::kBfloat:
      break;
  }
  return {};
}

NpyFile read_npy_header(const std::string& file, const std::string& what) {
  std::ifstream in = opened(file, what);
  const auto fail = [&](const std::string& problem) -> ArgumentError {
    return ArgumentError(what + ": " + file + " " + problem);
  };
  std::array<char, 12> begin{};
  in.read(begin.data(), 10);
  if (!in || std::string_view(begin.data(), 6) != "\x93NUMPY") {
    throw fail("is no file of NumPy's; write one by numpy.save");
  }
  const bool is_short = begin[6] == 1;
  if (!is_short) in.read(begin.data() + 10, 2);
  NpyFile result;
  std::uint64_t length = 0;
  for (int i = is_short ? 9 : 11; i >= 8; --i) {
    length = length * 256 + static_cast<unsigned char>(begin[static_cast<std::size_t>(i)]);
  }
  constexpr std::uint64_t kLongest = 1 << 20;
  if (!in || length > kLongest) throw fail("ends in its header, or is damaged");
  std::string header(length, ' ');
  in.read(header.data(), static_cast<std::streamsize>(length));
  if (!in) throw fail("ends in its header");
  result.offset = (is_short ? 10 : 12) + length;
  const std::string code = header_value(header, "descr");
  const std::string shape = header_value(header, "shape");
  if (code.size() < 5 || shape.empty()) throw fail("has a header that is not understood");
  result.bytes = static_cast<std::uint64_t>(code[3] - '0');
  const std::optional<ListedType::Number> number = number_of(code[2], result.bytes);
  if (!number || code.size() != 5 || code[1] == '>') {
    throw fail("has numbers of dtype " + code + ", which no kernel takes; convert it by array.astype('float32')");
  }
  result.number = *number;
  result.dtype = numpy_name(*number, result.bytes);
  if (header_value(header, "fortran_order") == "True" && shape.find(',') + 2 < shape.size()) {
    throw fail("is in Fortran's order; save numpy.ascontiguousarray(array)");
  }
  const std::optional<std::uint64_t> count = product_of(shape);
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(file, error);
  if (!count || error || size < result.offset || (size - result.offset) / result.bytes < *count) {
    throw fail("has less numbers than its header says, " + shape);
  }
  result.count = *count;
  return result;
}

std::uint64_t count_csv(const std::string& file, bool whole, const std::string& what) {
  std::ifstream in = opened(file, what);
  std::uint64_t count = 0;
  std::uint64_t line = 0;
  for (std::string text; std::getline(in, text);) {
    ++line;
    std::string_view rest = text;
    while (true) {
      const std::size_t first = rest.find_first_not_of(",; \t\r");
      if (first == std::string_view::npos) break;
      rest.remove_prefix(first);
      const std::string_view word = rest.substr(0, rest.find_first_of(",; \t\r"));
      rest.remove_prefix(word.size());
      const std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
      double real = 0;
      std::int64_t integer = 0;
      const char* const end = digits.data() + digits.size();
      const bool is_number = whole ? std::from_chars(digits.data(), end, integer).ptr == end
                                   : std::from_chars(digits.data(), end, real).ptr == end;
      if (!is_number || digits.empty()) {
        throw ArgumentError(what + ": " + file + ":" + std::to_string(line) + ": '" + std::string(word.substr(0, 40)) +
                            "' is no " + (whole ? "whole number" : "number") + "; leave headings and text out");
      }
      ++count;
    }
  }
  return count;
}

}  // namespace fencepost::cli
