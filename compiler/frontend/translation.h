// What is translated, and how.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "compiler/cache/cache_folder.h"

namespace fencepost::compiler {

enum class Side { kHost, kDevice };

struct Translation {
  /// As to clang++: -I, -D, -std, -W, in order.
  std::vector<std::string> arguments;
  std::string source;
  std::vector<std::string> device_arguments;  ///< More, of the device's side: -D__CUDA_ARCH__=900.
  /// More, by side: -MD and -MF, where the sources' dependencies go.
  std::array<std::vector<std::string>, 2> dependency_arguments;
  /// If not empty, the source is two: what was preprocessed for the host, and this, for the device. CUDA's keywords
  /// are in both as they are spelled, and `preprocessed_arguments` take the place of all the others.
  std::string device_source;
  std::vector<std::string> preprocessed_arguments;
  /// An option that clang's driver refuses ends compilation: hipcc is clang. Otherwise such options are g++'s
  /// (-Xcompiler), which need not be clang's, too: they are left out with a warning.
  bool clangs_options = false;
  bool signed_overflow = true;  ///< Wraps around. False: its operations are marked as not overflowing.
  /// Of those two: files with the headers in front of them, preprocessed (-include); empty if the sources are whole.
  std::array<std::string, 2> header_files;
  /// A file that exists; clang writes registrations of kernels and variables only if it is given a code object.
  std::string image;
  compiler::CacheFolder cache;  ///< Where headers are kept that were parsed before (precompiled.h).
  std::string own_headers;      ///< Folder of our CUDA headers, as reports know them: it ends in "/include/fencepost/".
  /// Folders of the C and C++ library and of our own headers: functions there are for host and device. A name ends in
  /// '/', or in "/*" for the files of the folder alone.
  std::vector<std::string> library_folders;
};

}  // namespace fencepost::compiler
