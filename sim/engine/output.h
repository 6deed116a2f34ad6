// Device printf: what each block printed, in block order, whatever order the blocks ran in.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace fencepost::sim {

/// Collects the output of a launch's blocks and writes it to stdout. Thread safety: full.
class OrderedOutput {
 public:
  /// `immediate`: blocks come one after the other, in order; nothing needs to wait.
  explicit OrderedOutput(bool immediate) : immediate_(immediate) {}

  /// From now on blocks do not come in order.
  void hold();
  /// Takes over what `block` printed; `text` is left empty.
  void add(std::uint64_t block, std::string& text);
  /// Writes what is left, in block order.
  void flush();

 private:
  bool immediate_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::string> pending_;
};

}  // namespace fencepost::sim
