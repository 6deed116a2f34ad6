// The host program that runs one kernel, as a plan: every value is known.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/kernel/argument.h"
#include "compiler/survey/kernel_list.h"

namespace fencepost::cli {

/// One thing that main() does before the launch, in order.
struct HostStep {
  enum Kind {
    kNumber,  ///< `const TYPE VARIABLE = TEXT;`
    kStruct,  ///< `TYPE VARIABLE{};`
    kMember,  ///< `VARIABLE = TEXT;`
    kArray,   ///< The host's array VARIABLE_host, of `count` elements, and VARIABLE on the device.
    kMake,    ///< The same, but what it begins with: members follow.
    kCopy,    ///< What the host's array has goes to the device.
  };
  Kind kind{};
  std::string variable;
  std::string type;  ///< Of an array: of its elements.
  std::string text;  ///< In C++; of an array of numbers their code in .npy files.
  std::string note;  ///< How the user wrote it, where that is something else.

  // Of arrays.
  std::uint64_t count = 0;
  ArrayContents::Kind contents = ArrayContents::kZeros;
  std::vector<std::string> numbers;  ///< Of random: seed, min, max; of iota: start, step; of a constant: it. C++.
  std::string file;                  ///< Of kNpy and kCsv.
  std::uint64_t offset = 0;          ///< Of kNpy: of the first byte.
  std::vector<std::string> scalars;  ///< What to fill of `each`: "" itself, ".x".
  std::string dimensions;            ///< Of arrays of arrays, `[4]`: what is told of elements is of the innermost.
  compiler::ListedType element;
  std::uint32_t line = 0;  ///< Of the parameter; 0: an array that a struct points to.
};

struct PrintRequest {
  std::string name;
  bool all = false;
  std::string file;  ///< Of --save; else empty.
};

struct HostProgram {
  std::vector<HostStep> steps;
  std::string kernel;       ///< `::scan<float, 256>`
  std::string prototype;    ///< `void (*)(int *, int)` if its name has other kernels, too; else empty.
  std::string file;         ///< The user's, as it is included.
  std::string shown_file;   ///< …, as it was given.
  std::string kernel_file;  ///< What has the kernel: that file, or one that it includes; absolute.
  std::uint32_t line = 0;
  bool renames_main = false;
  bool cooperative = false;
  std::array<std::uint64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::uint64_t shared = 0;
  std::vector<std::string> arguments;
  std::vector<PrintRequest> prints;
  std::string command;  ///< What the user wrote, for a comment.
};

/// CUDA C++. With `path`, where it will be kept, arrays and the launch are said to be at the kernel's lines in the
/// user's file; without, it is an ordinary program for people.
std::string host_program_text(const HostProgram& program, const std::string& path);

/// Bytes between the arrays of such programs when they are checked (FENCEPOST_RED_ZONE): the arrays of a kernel without
/// a host program may have any sizes, and an index that is far off shall not be in another one.
inline constexpr const char* kRedZone = "1048576";

/// What such programs fill their arrays by, in C++ and for a namespace of its own: `check(cudaError_t)`,
/// `to<T>(double)` and the classes `Constant{value}`, `Iota{start, step}` and `Random{seed, least, greatest}`, whose
/// `fill(T&)` gives one number after the other.
std::string fillers_text();

}  // namespace fencepost::cli
