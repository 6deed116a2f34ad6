#include "sim/engine/output.h"

#include <cstdio>

namespace fencepost::sim {

void OrderedOutput::hold() {
  const std::scoped_lock lock(mutex_);
  immediate_ = false;
}

void OrderedOutput::add(std::uint64_t block, std::string& text) {
  const std::scoped_lock lock(mutex_);
  if (immediate_) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    text.clear();
    return;
  }
  pending_[block] += text;
  text.clear();
}

void OrderedOutput::flush() {
  const std::scoped_lock lock(mutex_);
  for (const auto& [block, text] : pending_) std::fwrite(text.data(), 1, text.size(), stdout);
  pending_.clear();
}

}  // namespace fencepost::sim
