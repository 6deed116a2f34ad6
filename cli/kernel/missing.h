// What a kernel takes, in words: for errors.
#pragma once

#include <string>
#include <vector>

#include "compiler/survey/kernel_list.h"

namespace fencepost::cli {

/// `template <typename T> void scan(const T *in, int n)   scan.cu:12`
std::string signature_text(const compiler::ListedKernel& kernel);

/// A value as it may stand behind `name=`; `length`: what an array's size may be called.
std::string example_of(const compiler::ListedType& type, const std::string& name, const std::string& length);

/// Which of the parameters, by index, have no argument, and whether the launch has no sizes.
std::string missing_text(const compiler::ListedKernel& kernel, const std::vector<std::string>& names,
                         const std::vector<std::size_t>& missing, bool grid, bool block);

}  // namespace fencepost::cli
