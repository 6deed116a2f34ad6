// How workers keep out of each other's way while the values of their writes are not known yet.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "detector/shadow/access_state.h"
#include "detector/shadow/global_shadow.h"

namespace fencepost::detector {

/// The values of plain writes to global memory decide whether writers of different blocks wrote the same. They are in
/// memory at the first event after the write. From its announcement to its settling, the write's window, no other
/// worker writes to the same words: it waits at its own announcement. A worker has one window at a time,
/// access_state.pending; that of writes in rows, access_state.rows_open, is of all pages that it owns, beside words
/// that are locked. Thread safety: used by its worker's OS thread, which makes it; others look into it under a lock
/// (write_window.cpp).
class WriteWindow {
 public:
  /// Of the calling OS thread. The ranges outlive it.
  WriteWindow(GlobalShadow& arena, GlobalShadow& module);
  WriteWindow(const WriteWindow&) = delete;
  WriteWindow& operator=(const WriteWindow&) = delete;
  /// It becomes the calling OS thread's, as the one that it had has ended.
  void enter_thread();
  /// Nothing is open any more in the thread, which ends.
  void leave_thread();

  void open(GlobalShadow& global, std::uintptr_t address, std::size_t bytes) {
    access_state.pending = {&global, address, bytes, false};
    std::atomic_signal_fence(std::memory_order_seq_cst);  // Who owns the page is looked at afterwards.
    const std::size_t page = global.page_of(address);
    if (page != global.page_of(address + bytes - 1) || !global.owns(page)) open_shared();
  }
  /// What the write left has been taken note of.
  void close() {
    if (access_state.pending.locked) unlock_words();
    close_unlocked();
  }
  /// The same of one that is known to hold no locks.
  static void close_unlocked() {
    std::atomic_ref(access_state.pending.global).store(nullptr, std::memory_order_release);
  }

  /// Claims a page that rows of writes are to go to. While no window is open.
  void claim_for_rows(GlobalShadow& global, std::size_t page);
  /// Opens the window of writes to all pages that the worker owns: which these are is to be looked at afterwards.
  static void open_rows() {
    std::atomic_ref(access_state.rows_open).store(true, std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  static void close_rows() { std::atomic_ref(access_state.rows_open).store(false, std::memory_order_release); }
  /// Of writes in rows, those to pages that others write to, too: their words, by address / 4, are locked until
  /// unlock_rows(). While no window is open, and no page is claimed until then.
  void lock_rows(std::span<const std::uint64_t> words);
  void unlock_rows() {
    if (!row_locks_.empty()) unlock_row_locks();
  }

 private:
  void open_shared();
  void claim_page(GlobalShadow&, std::size_t page);
  static void unlock_words();
  void unlock_row_locks();

  GlobalShadow& arena_;
  GlobalShadow& module_;
  const PendingWrite* pending_;           ///< In the access state of the own OS thread.
  const bool* rows_open_;                 ///< Likewise.
  std::vector<std::uint32_t> row_locks_;  ///< That are held.
  std::uint32_t number_;                  ///< From 1, among all windows; GlobalShadow::writers has these.
};

}  // namespace fencepost::detector
