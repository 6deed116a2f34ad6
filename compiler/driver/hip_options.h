// hipcc's command line, in nvcc's words.
#pragma once

#include <string>
#include <vector>

namespace fencepost::compiler {

/// Whether the first argument is --hipcc, as fencepost-hipcc has it: the others are then in hipcc's words.
bool of_hipcc(const std::vector<std::string>& arguments);

/// Such arguments for parse_nvcc_options(): C++ is HIP, options that choose a GPU or its code are left out, others that
/// nvcc has not are the host compiler's.
std::vector<std::string> nvcc_arguments(const std::vector<std::string>& arguments);

}  // namespace fencepost::compiler
