// Options of nvcc that say how GPU code is made, or how nvcc does its work: they have no meaning here.
#pragma once

#include <string_view>
#include <vector>

namespace fencepost::compiler {

/// An option that is accepted and ignored.
struct GpuOption {
  std::string_view name, alias;  ///< With dashes.
  bool takes_value = false;      ///< `-x value`, `-x=value`; else `--flag`, `--flag=true`.
};

const std::vector<GpuOption>& gpu_options();

}  // namespace fencepost::compiler
