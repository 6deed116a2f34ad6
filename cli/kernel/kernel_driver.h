// A host program that is compiled once and reads sizes, numbers and contents of arrays from a file: for one kernel that
// is run with many inputs, or for several kernels of a file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compiler/survey/kernel_list.h"

namespace fencepost::cli {

/// What main() does for one parameter of the kernel, or a member of it, in order.
struct DriverStep {
  enum Kind : std::uint8_t {
    kNumber,  ///< Reads a number.
    kWhole,   ///< Reads a whole number of up to 64 bits, which is two: its upper half, signed, and its lower one.
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
  std::string dimensions;            ///< Of an array of arrays, `[4]`: its elements are the innermost ones'.
  std::string other;
  std::uint32_t line = 0;  ///< Of the parameter.
};

struct KernelDriver {
  std::vector<DriverStep> steps;
  std::vector<std::string> arguments;  ///< What the kernel is called with.
  std::string kernel;                  ///< `::scan<float, 256>`
  std::string prototype;               ///< prototype_of(): other functions may have its name, too.
  std::string kernel_file;             ///< What has the kernel, absolute.
  std::uint32_t line = 0;
  bool cooperative = false;
};

/// `void (*)(int *, int)`
std::string prototype_of(const compiler::ListedKernel& kernel);

/// The program ended so because CUDA refuses to launch such a block or grid: the input says nothing of the kernel.
inline constexpr int kLaunchRefused = 77;

/// CUDA C++, which includes `file`, the user's, by its absolute name. It takes the name of a file of doubles: grid (3),
/// block (3), bytes of shared memory, then for each kNumber its value, for each kWhole two, and for each kArray count,
/// kind (0: first; 1: first, first + second …; 2: random from first to second; or kUnsetContents), first, second, seed,
/// how many are changed, and index and value of these. Behind it, if there are several kernels, its position in
/// `kernels`. `path` is where it will be kept.
std::string kernel_driver_text(std::span<const KernelDriver> kernels, const std::string& file, bool renames_main,
                               const std::string& path);

/// Memory that nobody writes.
inline constexpr int kUnsetContents = 3;

}  // namespace fencepost::cli
