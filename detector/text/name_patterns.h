// Patterns of names that users write: kernels, files.
#pragma once

#include <string>

namespace fencepost::detector {

/// True if the glob `pattern` (fnmatch(3): * ? […]) matches `kernel` as a report names it, "ns::scan<int>(int*)", or
/// that without its parameters, also without its template arguments, also without namespaces: "scan".
bool kernel_matches(const std::string& pattern, const std::string& kernel);

/// "ns::scan" of "ns::scan<int>(int*)".
std::string plain_kernel_name(const std::string& kernel);

/// True if the glob `pattern` matches `path` or its last components: "scan.cu" and "src/*.cu" match "app/src/scan.cu".
bool path_matches(const std::string& pattern, const std::string& path);

/// Matches just `text` as a glob.
std::string as_pattern(const std::string& text);

}  // namespace fencepost::detector
