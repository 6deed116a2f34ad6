// Objects that the host constructed, or copied to the device, and whose virtual functions a kernel then must not call:
// "If an object is created in host code, invoking a virtual function for that object in device code has undefined
// behavior" (CUDA C++ Programming Guide, Virtual Functions). Here both sides have one table, so that it would work.
//
// Known is where the host's pointers to such tables lie: its constructors tell the tables, and pointers in managed
// memory; a copy to the device brings pointers to those tables; a constructor in a kernel takes a place back. What a
// kernel constructed may be copied anywhere on the device. Once it was copied to the host, and might come back, the
// pointers in copies from the host are nobody's.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <set>

#include "sim/interface/host_mutex.h"

namespace fencepost::detector {

/// Thread safety: full.
class HostVtables {
 public:
  static HostVtables& instance();

  /// The program makes virtual calls in CUDA sources: only then anything is kept. Set before main().
  inline static bool are_used = false;

  /// A constructor lets the pointer at `place` point to `table`.
  void construct(const void* place, const void* table, bool in_kernel);
  /// Before the copy.
  void copy(const void* to, const void* from, std::size_t bytes);
  /// The memory is filled, or freed.
  void forget(const void* begin, std::size_t bytes);

  /// The pointer at `place`, in memory that kernels reach, is the host's.
  [[nodiscard]] bool is_host_place(const void* place) const {
    return any_place_.load(std::memory_order_relaxed) && look_up(place);
  }

 private:
  [[nodiscard]] bool look_up(const void* place) const;
  void erase(std::uintptr_t begin, std::uintptr_t end);
  void add(std::uintptr_t place);

  mutable sim::HostMutex mutex_;
  std::atomic<bool> any_table_{false}, any_place_{false};
  std::set<std::uintptr_t> tables_;
  std::set<std::uintptr_t> places_;
  bool kernels_pointers_are_out_ = false;  ///< The host has copies of objects that a kernel constructed.
};

}  // namespace fencepost::detector
