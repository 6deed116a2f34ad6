// The host program of a fuzzed kernel: compiled once, it reads sizes, numbers and contents from a file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/survey/kernel_list.h"

namespace fencepost::cli {

/// What main() does for one parameter of the kernel, or a member of it, in order.
struct DriverStep {
  enum Kind : std::uint8_t {
    kNumber,  ///< Reads a number.
    kStruct,  ///< A struct whose members follow.
    kArray,   ///< Reads what an array begins with, and makes it.
    kNull,    ///< A null pointer.
    kAlias,   ///< The same array as `other`.
  };
  Kind kind{};
  std::string path;                  ///< `n`, `p.x`
  std::string flat;                  ///< The same as one word.
  bool member = false;               ///< Of a struct: it is declared already.
  compiler::ListedType type;         ///< Of an array: of its elements.
  std::vector<std::string> scalars;  ///< Of an array: what to fill of each element, "" itself, ".x".
  std::string other;
  std::uint32_t line = 0;  ///< Of the parameter.
};

struct KernelDriver {
  std::vector<DriverStep> steps;
  std::vector<std::string> arguments;  ///< What the kernel is called with.
  std::string kernel;                  ///< `::scan<float, 256>`
  std::string prototype;               ///< `void (*)(int *, int)`: other functions may have its name, too.
  std::string file;                    ///< The user's, absolute.
  std::string kernel_file;             ///< What has the kernel, absolute.
  std::uint32_t line = 0;
  bool renames_main = false;
  bool cooperative = false;
};

/// The program ended so because CUDA refuses to launch such a block or grid: the input says nothing of the kernel.
inline constexpr int kLaunchRefused = 77;

/// CUDA C++. It takes the name of a file of doubles: grid (3), block (3), bytes of shared memory, then for each kNumber
/// its value and for each kArray count, kind (FuzzContents::Kind, or kUnsetContents), first, second, seed, how many are
/// changed, and index and value of these. `path` is where it will be kept.
std::string kernel_driver_text(const KernelDriver& driver, const std::string& path);

/// Memory that nobody writes.
inline constexpr int kUnsetContents = 3;

}  // namespace fencepost::cli
