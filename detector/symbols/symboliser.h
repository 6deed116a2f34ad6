// From addresses to the user's names: code to source lines, data to variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "detector/model/finding.h"

namespace fencepost::sim {
struct LoadedCode;
}

namespace fencepost::detector {

/// What numbers of a type are, by which they are to be shown.
/// kFloat: of 2 bytes (`__half`), 4 or 8.
enum class NumberKind : std::uint8_t { kUnknown, kSigned, kUnsigned, kFloat, kBfloat16 };

/// A part of a struct that has no parts itself. Of an array inside a struct: its first element.
struct Member {
  std::string name;        ///< With those around it: "position.x".
  std::size_t offset = 0;  ///< Bytes from the begin of the struct.
  std::size_t bytes = 0;   ///< Of one element.
  std::size_t count = 0;   ///< Elements of an array; 0 for a scalar.
  NumberKind number = NumberKind::kUnknown;
};

/// A named variable of the program (`__device__`, `__constant__`, or `__shared__`).
struct Variable {
  std::string name;          ///< As written in the source: "tile", "ns::table".
  std::uintptr_t begin = 0;  ///< Address; for __shared__: offset into the program's TLS block.
  std::size_t bytes = 0;
  Location declared;                    ///< line 0 if there is no debug information.
  std::size_t element_bytes = 0;        ///< Of the innermost array element; 0 if unknown.
  std::vector<std::size_t> dimensions;  ///< Array bounds, outermost first; empty for a scalar.
  std::vector<Member> members;   ///< Of the element, if it is a struct; sorted by offset, unions' members overlap.
  bool scalar_elements = false;  ///< The element is known to be a number, not a struct.
  NumberKind number = NumberKind::kUnknown;  ///< Of scalar elements.
  bool dynamic_shared = false;  ///< An `extern __shared__` array: `bytes` is the whole buffer, not the launch's share.
};

/// The part that an access of `bytes` bytes, `offset` into a struct with `members`, is about: ".x", ".position.y",
/// ".k[2]"; ".x+2" inside of one; empty if there is none. Of a union's the one that is as wide as the access, if any
/// is.
std::string member_text(const std::vector<Member>& members, std::size_t offset, std::size_t bytes);

/// Symbols and DWARF of an executable (non-PIE: addresses are those of its file), read lazily (nothing is read before
/// the first question). Thread safety: all members may be called from any thread; they take a lock.
class Symboliser {
 public:
  Symboliser();                                        ///< Of the running executable.
  explicit Symboliser(const std::string& executable);  ///< Of another one. A file that cannot be read has no symbols.
  explicit Symboliser(std::map<std::string, std::string> full_paths);  ///< Of none: it knows these files, as below.
  ~Symboliser();
  Symboliser(const Symboliser&) = delete;
  Symboliser& operator=(const Symboliser&) = delete;

  /// Code that was loaded while the program runs is known from now on, as the program's own is.
  void add(const sim::LoadedCode&);

  /// Frames at a *return address*, innermost first, inlined callers after it, out to the containing function. Empty if
  /// the address has no symbol. Functions are demangled: the outermost one with parameter types.
  std::vector<Location> frames(const void* return_address);

  /// The innermost line only; cheaper than frames() (no inline chain). line 0 if unknown.
  Location line(const void* return_address);

  /// Demangled name with parameter types of the function that contains `pc`: "scan(int const*, int*, int)".
  std::string function(const void* pc);

  /// The function that contains `pc` is in a namespace of Thrust's, CUB's, the C++ library's or ours. Reads no debug
  /// information.
  bool is_library_code(const void* pc);

  /// The global variable that contains `address`.
  std::optional<Variable> global(const void* address);

  /// The `__shared__` variable that contains offset `tls_offset` of the executable's TLS block (first byte of the
  /// PT_TLS segment is offset 0). Dynamic shared memory is reported under the name of the extern array that
  /// `kernel_pc`'s function refers to if that can be told, or that all are called; else its name is empty. Of loaded
  /// kernels, whose variables may lie in one place, that of the kernel at `kernel_pc`.
  std::optional<Variable> shared(std::size_t tls_offset, const void* kernel_pc);

  /// Offset of the `__shared__` variable called `name`, static or `extern`, into the TLS block; nullopt if there is
  /// none. Of several the one inside the kernel at `kernel_pc`, else the one at the lowest offset.
  std::optional<std::size_t> shared_named(const std::string& name, const void* kernel_pc);

  /// A static `__shared__` variable: bytes [begin, end) of the executable's TLS block, its mangled name, and of which
  /// code, as code_of() says, if it is one of sim::KernelVariables; else 0.
  struct StaticShared {
    std::size_t begin, end;
    std::string name;
    std::uintptr_t code;
  };
  /// A number for what `pc` is in: 0 for the program, others for the code that it has loaded.
  std::uintptr_t code_of(const void* pc);
  std::vector<StaticShared> static_shared();
  /// The program's global variables, as ranges of addresses: [first, second). Empty if it was stripped.
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> global_ranges();
  /// Offset of the dynamic shared memory into the TLS block; nullopt if this is no program of fencepost-nvcc's.
  std::optional<std::size_t> dynamic_shared();

  /// The absolute path of `file`, as in a Location from this Symboliser; `file` itself if it is not known.
  std::string full_path(const std::string& file);
  /// Those of all files in Locations from this Symboliser.
  std::map<std::string, std::string> full_paths();

  /// Source line text, without the newline and trailing blanks; nullopt if the file cannot be read or is shorter.
  /// `file` as in a Location from this Symboliser (then found from anywhere), or any path.
  std::optional<std::string> source_text(const std::string& file, std::uint32_t line);
  /// The same, or what the location itself knows.
  std::optional<std::string> source_text(const Location& location) {
    return location.text.empty() ? source_text(location.file, location.line) : location.text;
  }

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fencepost::detector
