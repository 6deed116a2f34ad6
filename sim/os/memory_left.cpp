#include "sim/os/memory_left.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string_view>

namespace fencepost::sim {
namespace {

/// What a small file says, as much of it as fits.
class SmallFile {
 public:
  explicit SmallFile(const char* path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    const ssize_t bytes = read(file, text_.data(), text_.size());
    if (bytes > 0) length_ = static_cast<std::size_t>(bytes);
    close(file);
  }

  std::string_view text() const { return {text_.data(), length_}; }

  /// The number behind the first `name`; an empty name: that the file begins with.
  std::optional<std::uint64_t> number(std::string_view name) const {
    const std::size_t at = text().find(name);
    if (at == std::string_view::npos) return std::nullopt;
    std::string_view rest = text().substr(at + name.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    std::uint64_t value = 0;
    if (std::from_chars(rest.data(), rest.data() + rest.size(), value).ec != std::errc()) return std::nullopt;
    return value;
  }

 private:
  std::array<char, 4096> text_{};
  std::size_t length_ = 0;
};

struct GroupMemory {
  std::uint64_t limit = 0, available = 0;
};

/// Of the process's control group, if that is limited. In a container its files are the root's.
std::optional<GroupMemory> group_memory() {
  const SmallFile groups("/proc/self/cgroup");
  constexpr std::string_view kSecondVersion = "0::";
  std::string_view name = groups.text();
  const std::size_t at = name.find(kSecondVersion);
  if (at == std::string_view::npos) return std::nullopt;
  name = name.substr(at + kSecondVersion.size());
  name = name.substr(0, name.find('\n'));
  for (const std::string_view group : {name, std::string_view("")}) {
    const auto file = [&](const char* what) {
      std::array<char, 512> path{};
      std::snprintf(path.data(), path.size(), "/sys/fs/cgroup%.*s/memory.%s", static_cast<int>(group.size()),
                    group.data(), what);
      return SmallFile(path.data());
    };
    const auto limit = file("max").number(""), taken = file("current").number("");
    if (!limit || !taken) continue;
    // Pages of files count as taken until somebody wants them.
    const std::uint64_t of_files = std::min(file("stat").number("\ninactive_file").value_or(0), *taken);
    const std::uint64_t kept = *taken - of_files;
    return GroupMemory{*limit, *limit > kept ? *limit - kept : 0};
  }
  return std::nullopt;
}

}  // namespace

MemoryUse memory_use() {
  constexpr std::uint64_t kKiB = 1024;
  MemoryUse use;
  const SmallFile process("/proc/self/statm"), machine("/proc/meminfo");
  const auto pages = process.number(process.text().substr(0, process.text().find(' ')));
  const auto total = machine.number("MemTotal:"), available = machine.number("MemAvailable:");
  if (!pages || !total || !available) return use;
  use.resident = *pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  use.total = *total * kKiB;
  use.available = (*available + machine.number("SwapFree:").value_or(0)) * kKiB;
  if (const auto group = group_memory(); group && group->limit < use.total) {
    use.total = group->limit;
    use.available = std::min(use.available, group->available);
  }
  return use;
}

bool runs_out(const MemoryUse& use, std::uint64_t limit) {
  if (limit != 0) return use.resident > limit;
  constexpr std::uint64_t kEnough = std::uint64_t{768} << 20;  // Some seconds' growth, and the report's.
  return use.resident > use.total / 4 && use.available < std::min(kEnough, use.total / 16);
}

}  // namespace fencepost::sim
