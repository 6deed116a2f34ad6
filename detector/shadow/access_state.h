// What an access callback needs, of the calling OS thread, in as few cache lines as possible.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "detector/shadow/shadow_cell.h"
#include "sim/interface/inlined_checks.h"

namespace fencepost::detector {

class BlockListener;
class OrderedBlock;
class WorkerShadow;

/// A range of addresses with a shadow: cells[(address - begin) / 4].
struct ShadowRange {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  Cell* cells = nullptr;

  [[nodiscard]] bool contains(std::uintptr_t address) const { return address - begin < bytes; }
  [[nodiscard]] Cell& cell(std::uintptr_t address) const { return cells[(address - begin) / kWordBytes]; }
};

/// Whose bytes a range of addresses has: `words[(address - begin) / 4]`, as MemoryState tells it. Empty: not checked.
struct OwnedWords {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  const std::atomic<std::uint8_t>* words = nullptr;
};

struct GlobalShadow;
struct WordPast;

/// A plain write to global memory that was announced, but whose value is in memory only at the next event. Other
/// workers look at it (write_window.cpp).
struct PendingWrite {
  GlobalShadow* global = nullptr;  ///< Null: none.
  std::uintptr_t address = 0;
  std::size_t bytes = 0;
  bool locked = false;  ///< This worker has locked the words.
};

/// Thread-local; meaningless while no kernel runs on this OS thread (then epoch_bits is 0). The first cache line is
/// what an access to shared memory needs.
struct alignas(64) AccessState {
  std::uint64_t epoch_bits;   ///< Epoch of the current interval, in place for Cell::first; 0: do not check.
  std::uint64_t block_bits;   ///< Of the block's first interval: shared words touched since are written. 0: all are.
  std::uint64_t accesses;     ///< Checked so far.
  const SiteId* sites;        ///< Indexed by return address.
  ShadowRange shared;         ///< The OS thread's TLS block, home of `__shared__` variables. Empty while one listens.
  PendingWrite pending;       ///< To be settled before the next access is checked.
  ShadowRange arena;          ///< Device memory: all that the kernel's device surely reaches. Empty while one listens.
  std::uint64_t launch_bits;  ///< Of the launch's first epoch: a global cell below it was not touched in the launch.
  const std::atomic<std::uint8_t>* states;  ///< Of device memory, by word: MemoryState's; null: not checked.
  const std::uint8_t* touched;              ///< Of device memory, by page of GlobalShadow.
  ShadowRange module;                       ///< The program's data segment, home of `__device__` variables.
  WorkerShadow* worker;
  OrderedBlock* ordered;       ///< Keeps each access of the running block; null: the shadow memory does.
  BlockListener* listener;     ///< Who wants each access of the running block; null: nobody. See access_listener.h.
  OwnedWords owned;            ///< Device memory, for blocks that are not checked.
  GlobalShadow* arena_shadow;  ///< Of device memory, and of it
  std::uint32_t* values;       ///< what was written to each word last,
  const std::atomic<std::uint8_t>* modes;  ///< and by page how this worker writes there.
  const WordPast* past;                    ///< GlobalShadow's.
  std::atomic<std::uint8_t>* quiet;        ///< Of device memory, by page: QuietPages' states.
  std::uint64_t past_differs;              ///< 0 if what `settled` says in `past` holds; else a bit that no access has.
  // Of device memory: FirstReads.
  std::uint64_t* first_reads;     ///< By word; null: none is noted.
  const std::uint8_t* read_tags;  ///< By page: `read_tag` if its reads are noted there;
  std::uint64_t read_tag;         ///< one that no page has: of none.
  std::uint64_t first_read_here;  ///< Of the block's first thread, without the line.
  bool bounds_only;  ///< The running block is not checked but for accesses outside of every object; epoch_bits is 0.
  bool rows_open;    ///< Writes in rows are under way (write_window.h). Other workers look at it.

  /// Something of the running block is checked.
  [[nodiscard]] bool looks() const { return epoch_bits != 0 || bounds_only; }
};

extern __thread AccessState access_state;

/// Checks one access in full, after the pending write. `kind`: AccessBits. `bytes`: 1, 2, 4, 8 or 16, to be aligned to
/// it. `pc`: the return address.
void check_access(std::uintptr_t address, std::uint32_t bytes, unsigned kind, const void* pc);

/// One access to `bytes` at `address` that lie in one word of shared or device memory, whose cell is `c`. `access`:
/// epoch, site, kind, mask and thread in place. For what the callbacks do not decide themselves.
void check_word(Cell& c, std::uint64_t access, std::uintptr_t address, std::uint32_t bytes);

/// The same of `bytes` that are words, `c` the cell of the first.
void check_words(Cell* c, std::uint64_t access, std::uintptr_t address, std::uint32_t bytes);

/// Takes note of what the pending write has left in memory.
void settle_pending_write();

/// How a strong access orders.
struct StrongOrder {
  bool reads = false;                       ///< It observes what was released; with a write: continues it.
  bool replaces = false;                    ///< An exchange: what it writes does not depend on what it read.
  bool acquires = false, releases = false;  ///< By itself, without a fence.
};

/// As check_range() for a strong access (volatile or atomic, as `kind` says), which may observe what another thread
/// released, or release.
void check_strong(std::uintptr_t address, std::size_t bytes, unsigned kind, StrongOrder order, const void* pc);

/// The number of the place in the code that `pc` is behind, for whole words and accesses of this kind, becomes known to
/// the kernel; if it has one yet.
void tell_place(inlined_checks::Place& place, unsigned kind, const void* pc);

/// As check_access() for any number of bytes, or such that need not be aligned.
void check_range(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc);

}  // namespace fencepost::detector
