// What is translated, and how.
#pragma once

#include <string>
#include <vector>

namespace fencepost::compiler {

enum class Side { kHost, kDevice };

struct Translation {
  /// As to clang++: -I, -D, -std, -W, in order.
  std::vector<std::string> arguments;
  std::string source;
  /// If not empty, the source is two: what was preprocessed for the host, and this, for the device. CUDA's keywords
  /// are in both as they are spelled, and `arguments` include nothing.
  std::string device_source;
  std::vector<std::string> device_arguments;  ///< Of the device's side only: -D__CUDA_ARCH__=900.
  /// A file that exists; clang writes registrations of kernels and variables only if it is given a code object.
  std::string image;
  std::string own_headers;  ///< Folder of our CUDA headers, as reports know them: it ends in "/include/fencepost/".
  /// Folders of the C and C++ library and of our own headers: functions there are for host and device. A name ends in
  /// '/', or in "/*" for the files of the folder alone.
  std::vector<std::string> library_folders;
};

}  // namespace fencepost::compiler
