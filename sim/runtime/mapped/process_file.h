// A file without a name, of a process that others open while it runs. Thread safety: full.
#pragma once

#include <cstdint>

namespace fencepost::sim {

/// Plain bytes, which handles for other processes carry.
struct ProcessFile {
  std::int32_t process;
  std::int32_t descriptor;
  std::uint64_t began;  ///< When the process began: numbers of processes are used again.

  /// A descriptor of memfd_create(), which stays open.
  static ProcessFile of_this_process(int descriptor);
  [[nodiscard]] bool is_of_this_process() const;
  /// -1 unless the process runs and the file is there, with this name.
  [[nodiscard]] int open(const char* name) const;

  bool operator==(const ProcessFile&) const = default;
};

}  // namespace fencepost::sim
