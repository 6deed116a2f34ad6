// The GPU architectures that a compilation is for: what -arch, -gencode and their kin say.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::compiler {

/// One of nvcc's names: `compute_80`, `sm_90a`, `lto_120f`.
struct Architecture {
  int number = 0;        ///< 80, 90, 120.
  char specific = '\0';  ///< 'a': of this chip alone; 'f': of its family.

  auto operator<=>(const Architecture&) const = default;
};

/// Those that CUDA 13 compiles for, as `nvcc --list-gpu-arch` prints them behind "compute_".
std::vector<int> known_architectures();

class Architectures {
 public:
  /// Adds what -arch or a part of -gencode names; `native` is the device that the runtime describes. Older ones than
  /// nvcc still knows are taken, too. A message if it is no architecture.
  std::string add(std::string_view name);

  /// Adds those of `arch=compute_80,code=[sm_80,compute_80]`.
  std::string add_generate_code(std::string_view specification);

  /// The one whose code a device of compute capability 9.0 runs: the latest that is not later than it, else the
  /// earliest. Without any, the device's own.
  [[nodiscard]] Architecture chosen() const;

  /// -D… of both passes, __CUDA_ARCH_LIST__.
  [[nodiscard]] std::vector<std::string> common_definitions() const;
  /// -D… of the device's pass: __CUDA_ARCH__ and its kin.
  [[nodiscard]] std::vector<std::string> device_definitions() const;

 private:
  std::set<Architecture> named_;
};

}  // namespace fencepost::compiler
