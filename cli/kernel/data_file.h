// Files that arrays are read from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/survey/kernel_list.h"

namespace fencepost::cli {

/// What a .npy file says of itself (NEP 1: NumPy's format, versions 1 to 3).
struct NpyFile {
  compiler::ListedType::Number number{};
  std::uint64_t bytes = 0;   ///< Of one number.
  std::uint64_t count = 0;   ///< Of numbers.
  std::uint64_t offset = 0;  ///< Of the first one in the file.
  std::string dtype;         ///< `float32`
};

/// Throws ArgumentError, also of what no kernel can take: other byte orders, columns first, objects.
NpyFile read_npy_header(const std::string& file, const std::string& what);

/// How many numbers a file of text has, which are divided by commas, semicolons and blanks. Throws ArgumentError that
/// names the line of what is none. Of `whole` numbers each must be one.
std::uint64_t count_csv(const std::string& file, bool whole, const std::string& what);

/// `float32`, as NumPy calls it; empty if it has none such.
std::string numpy_name(compiler::ListedType::Number number, std::uint64_t bytes);

/// `<f4`
std::string numpy_code(compiler::ListedType::Number number, std::uint64_t bytes);

}  // namespace fencepost::cli
