#include "detector/symbols/sites.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "sim/interface/current.h"
#include "sim/os/image.h"

namespace fencepost::detector {

bool is_system_file(const std::string& file) {
  // Our headers, and the toolkits in which the compiler of plain C++ finds them, those of a wheel, too.
  static constexpr std::array<std::string_view, 5> kOwn = {"/include/fencepost/", "/fencepost/toolkit/",
                                                           "/fencepost/shared-toolkit/", "/fencepost/lib/toolkit/",
                                                           "/fencepost/lib/shared-toolkit/"};
  return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") || file.starts_with("include/fencepost/") ||
         std::any_of(kOwn.begin(), kOwn.end(),
                     [&file](std::string_view folder) { return file.find(folder) != std::string::npos; });
}

std::size_t user_frame(const std::vector<Location>& stack) {
  for (std::size_t i = 0; i < stack.size(); ++i) {
    if (stack[i].line != 0 && !is_system_file(stack[i].file)) return i;
  }
  return 0;
}

Sites& Sites::instance() {
  static auto* instance = new Sites;  // Never destroyed: accesses may come until the process is gone.
  return *instance;
}

Sites::Sites() : text_begin_(sim::own_image().begin), text_end_(sim::own_image().end), sites_(1) {
  const std::size_t bytes = (text_end_ - text_begin_ + 1) * sizeof(SiteId);
  void* table = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (table == MAP_FAILED) std::abort();
  by_pc_ = static_cast<SiteId*>(table);
}

SiteId Sites::number(const void* pc, std::uint32_t bytes) {
  const sim::BusySection busy;
  const std::scoped_lock lock(mutex_);
  const auto at = reinterpret_cast<std::uintptr_t>(pc);
  const bool is_own = at >= text_begin_ && at <= text_end_;
  if (!is_own && !sim::own_image().is_library) return 0;
  if (is_own) {
    if (const SiteId known = find(pc)) return known;
  }
  Site site{.pc = pc, .bytes = bytes, .stack = symboliser_.frames(pc)};
  site.user_frame = user_frame(site.stack);
  std::string key = std::to_string(bytes);
  for (const Location& frame : site.stack) key += '\n' + frame.file + ':' + std::to_string(frame.line);
  if (site.location().line == 0 && !is_own) return 0;
  if (site.location().line == 0) key += '@' + std::to_string(at);

  auto [entry, is_new] = by_key_.try_emplace(key, static_cast<SiteId>(sites_.size()));
  if (is_new) {
    if (sites_.size() > std::numeric_limits<SiteId>::max()) {
      std::fprintf(stderr, "fencepost: error: more than 65,535 source lines access memory; split the program\n");
      std::_Exit(70);
    }
    site.key = key;
    sites_.push_back(std::move(site));
  } else if (pc < sites_[entry->second].pc) {
    sites_[entry->second].pc = pc;
  }
  if (is_own) __atomic_store_n(&by_pc_[at - text_begin_], entry->second, __ATOMIC_RELAXED);
  return entry->second;
}

int Sites::compare(SiteId a, SiteId b) {
  if (a == b) return 0;
  const std::scoped_lock lock(mutex_);
  const Site& x = sites_.at(a);
  const Site& y = sites_.at(b);
  const Location x_line = x.location();
  const Location y_line = y.location();
  if (x_line != y_line) return x_line < y_line ? -1 : 1;
  return x.key.compare(y.key);
}

Site Sites::get(SiteId id) {
  const std::scoped_lock lock(mutex_);
  return sites_.at(id);
}

}  // namespace fencepost::detector
