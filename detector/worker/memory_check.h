// Is this access inside of an object, aligned, and to memory that was written? Asked for the first access to a word in
// an interval; again only where the answer was no.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "detector/shadow/access_state.h"
#include "detector/shadow/memory_faults.h"
#include "detector/shadow/memory_state.h"
#include "sim/engine/block/shared_memory.h"

namespace fencepost::detector {

/// Of an access of the running thread, what the packed access to one of its words (shadow_cell.h) does not say.
struct WholeAccess {
  std::uintptr_t address = 0;
  std::size_t bytes = 0;
  bool is_range = false;         ///< A copy of a struct or of many bytes, not of one value.
  bool updates = false;          ///< An atomic operation that uses what the memory held, and writes.
  bool asked = false;            ///< It is known whether
  bool some_written = false;     ///< some byte was written before.
  std::optional<Instance> by{};  ///< Who does it, if that is a thread of another block.
};

/// The same with what is said of each word.
struct CheckedAccess {
  std::uintptr_t address = 0;
  std::size_t bytes = 0;
  unsigned kind = 0;  ///< AccessBits.
  SiteId site = 0;
  Instance at;
  bool is_range = false;
  bool reads = false;  ///< Uses what the memory held.
  bool writes = false;
  const LocalVariable* local = nullptr;  ///< What the access left: `address` is the offset.
  bool some_written = false;             ///< Some byte of a read of more than a word was written before.
};

/// The bytes of a word that an access may touch.
struct CheckedWord {
  unsigned mask = 0;
  bool watched = false;  ///< Some byte of the word is nobody's or not written: look at every access to it.
};

/// What a block has in shared memory.
struct SharedObjects {
  std::size_t dynamic_bytes = 0;
  const void* kernel = nullptr;  ///< Its LaunchInfo::entry_pc, whose static variables it has; null: it has all.
  friend bool operator==(const SharedObjects&, const SharedObjects&) = default;
};

/// Thread safety: none; one per worker.
class MemoryCheck {
 public:
  /// `shared`: the worker's TLS block; outlives it. The worker may move to another OS thread between launches.
  explicit MemoryCheck(const ShadowRange& shared);
  /// A block with this shared memory begins, which is not written yet.
  void begin_block(const SharedObjects& objects);
  void end_block();
  /// Puts the cells of shared words that need a look at every access in a state that no callback takes for granted.
  void mark_cells();

  /// The access as a whole is not aligned.
  void misaligned(const CheckedAccess&, bool shared);
  /// An access outside of a local variable.
  void outside_local(const CheckedAccess&);
  /// Kernels may not access this variable, or not write it.
  void invalid_address(const CheckedAccess&);
  /// A virtual call of an object that the host constructed: a read of its pointer to the table.
  void host_vtable(const CheckedAccess&);
  /// The bytes `mask` of one word of it. Notes what is wrong, and what is written.
  CheckedWord global_word(const CheckedAccess&, MemoryState&, std::uintptr_t word, unsigned mask);
  CheckedWord shared_word(const CheckedAccess&, std::uintptr_t word, unsigned mask);
  /// These bytes of the word are written.
  void note_shared_written(std::uintptr_t word, unsigned mask) {
    written_[shared_index(word)] = block_serial_ << 4 | shared_written(word) | mask;
  }
  /// What the cell of a watched shared word becomes at the interval's end.
  [[nodiscard]] bool is_complete(std::uintptr_t shared_word) const;
  [[nodiscard]] Cell cell_between_intervals(std::uintptr_t shared_word) const;

  /// Bytes of the word that are a variable's.
  [[nodiscard]] unsigned shared_owned(std::uintptr_t word) const { return shared_owned_[shared_index(word)]; }
  /// The same of all words of the TLS block, a byte for each.
  [[nodiscard]] const std::uint8_t* shared_owned_bytes() const { return shared_owned_.data(); }
  /// Bytes of the word that were written in this block, as far as accesses came here.
  [[nodiscard]] unsigned shared_written(std::uintptr_t word) const;

  FaultLog& faults() { return faults_; }
  /// Words with a race within a block of this launch: addresses / 4.
  std::unordered_set<std::uint64_t>& racy_global_words() { return racy_global_words_; }
  /// Of the running block; offsets into the TLS block / 4.
  std::unordered_set<std::uint64_t>& racy_shared_words() { return racy_shared_words_; }

 private:
  [[nodiscard]] MemoryFault fault_of(const CheckedAccess&, Kind, Space) const;
  void note(const CheckedAccess&, Kind, Space, bool partial = false, bool is_vtable = false);
  void note_unwritten(const CheckedAccess&, unsigned missing, Space);
  [[nodiscard]] std::size_t shared_index(std::uintptr_t word) const {
    return word / kWordBytes - shared_.begin / kWordBytes;
  }
  /// Of the static `__shared__` variables that the kernel may use.
  void own_static_shared(const void* kernel);
  void set_owned(const sim::SharedRange& range, bool is_owned);
  void set_dynamic(std::size_t bytes);

  const ShadowRange& shared_;
  unsigned static_shared_known_ = 0;          ///< As of which of sim::changes_of_static_shared(),
  const void* kernel_ = nullptr;              ///< and of which kernel,
  std::vector<sim::SharedRange> static_;      ///< these are owned.
  std::vector<std::uint8_t> shared_owned_;    ///< Byte mask of each word of the TLS block.
  std::unique_ptr<std::uint64_t[]> written_;  ///< Of each such word: serial of a block << 4 | byte mask.
  std::size_t dynamic_begin_ = 0;             ///< Of dynamic shared memory, in the TLS block.
  std::size_t dynamic_bytes_ = 0;
  std::uint64_t block_serial_ = 0;
  FaultLog faults_;
  std::unordered_set<std::uint64_t> racy_global_words_, racy_shared_words_;
};

}  // namespace fencepost::detector
