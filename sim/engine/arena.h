// The memory of the simulated devices.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "sim/interface/config.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/observer.h"
#include "sim/os/free_blocks.h"

namespace fencepost::sim {

/// The addresses that device, managed and pinned memory can have. Empty until the arena exists; constant afterwards,
/// the tops excepted. Thread safety: any thread may read, also while the arena is made; written by the arena, the tops
/// under its lock.
struct ArenaBounds {
  /// Written before the two sizes, which are read before it: who finds a size finds the begin that it counts from.
  std::atomic<std::uintptr_t> begin = 0;
  /// Addresses for mapped memory come first, memory and heap of each device behind them, managed and pinned memory
  /// last; but for the first, parts of one size.
  std::atomic<std::size_t> device_bytes = 0, bytes = 0;
  std::atomic<std::size_t> part_bytes = 0, mapped_bytes = 0;
  /// Of each part, the end of what was ever handed out.
  std::array<std::atomic<std::uintptr_t>, kMostDevices + 1> tops{};
  /// Stands for the addresses of mapped memory, whose device is not known by its address.
  static constexpr unsigned kMapped = kMostDevices + 1;

  [[nodiscard]] bool contains(const void* address) const { return is_within(address, bytes); }
  /// In the part that a host program must not touch on a real device.
  [[nodiscard]] bool is_device_only(const void* address) const { return is_within(address, device_bytes); }
  [[nodiscard]] std::uintptr_t middle() const { return begin + device_bytes; }
  [[nodiscard]] bool is_mapped(const void* address) const { return is_within(address, mapped_bytes); }
  /// Of an address that it contains: the number of the device whose memory it is, or device_count(), or kMapped.
  [[nodiscard]] unsigned part_of(const void* address) const {
    if (is_mapped(address)) return kMapped;
    return static_cast<unsigned>((reinterpret_cast<std::uintptr_t>(address) - first_part()) / part_bytes);
  }
  [[nodiscard]] std::uintptr_t first_part() const { return begin + mapped_bytes; }

 private:
  [[nodiscard]] bool is_within(const void* address, const std::atomic<std::size_t>& size) const {
    const std::size_t limit = size.load(std::memory_order_acquire);
    return reinterpret_cast<std::uintptr_t>(address) - begin.load(std::memory_order_relaxed) < limit;
  }
};
extern ArenaBounds arena_bounds;

/// Addresses that a program has reserved, to map memory there.
struct Reservation {
  std::uintptr_t base = 0;
  std::size_t bytes = 0;
  const void* pc = nullptr;  ///< Of the call that reserved them.
  std::size_t block_offset = 0, block_bytes = 0;
};

/// Memory that is kept, but has no address of the program's: see Arena::hold().
struct KeptMemory {
  std::size_t bytes = 0;
  const void* pc = nullptr;
};

/// The devices', managed and pinned memory: one reserved range of addresses, the same in every run, of which only
/// touched pages cost memory.
///
/// Allocations are aligned to 256 bytes. At least 256 bytes that belong to nobody follow each of them, and precede it.
/// Freed memory keeps its contents, and its addresses are not used again, until kQuarantine bytes have been freed after
/// it, or nothing else is left: so that a use of it after the release can be told.
/// New memory is zero, recycled memory too, so that a program that reads it does the same in every run.
/// The observer hears of each allocation after it was made and of each release before it happens.
/// Thread safety: full.
class Arena {
 public:
  static constexpr std::size_t kAlignment = 256;
  static constexpr std::size_t kRedZone = 256;
  static constexpr std::size_t kQuarantine = std::size_t{16} << 20;
  static constexpr std::size_t kMapAlignment = std::size_t{2} << 20;

  static Arena& instance();

  /// `bytes` > 0 of memory, or null if there are not enough left. `element_bytes`, `pc`, `array`, `device`: as in
  /// Allocation.
  void* allocate(std::size_t bytes, MemorySpace space, std::size_t element_bytes, const void* pc,
                 const ArrayExtent& array = {}, DeviceNumber device = 0);
  /// It is of a pool, and may be accessed as the pool says, from now on. `base`: of what is allocated; `peers`: as in
  /// Allocation.
  void share(const void* base, const std::atomic<std::uint32_t>* peers);
  /// False, and no change, unless `base` is what allocate() returned and was not freed yet. `pc`: of the call that
  /// frees it in the user's code, if known.
  bool free(void* base, const void* pc = nullptr);
  /// Frees all that was allocated for the device.
  void free_all(DeviceNumber device);

  /// Addresses of the device's memory that nothing else gets until let_go(): for an allocation that is made again and
  /// again at the same place, or for memory that is mapped elsewhere. Null if there are not enough left. `pc`: of the
  /// call that asks for memory, if the program is to give it back.
  void* hold(std::size_t bytes, DeviceNumber device = 0, const void* pc = nullptr);
  /// As allocate(), at addresses that are held. False if they are in use. Contents are those of the last use.
  bool allocate_held(void* base, std::size_t element_bytes, const void* pc);
  /// What is allocated there now stays so until it is freed.
  void let_go(void* base);
  [[nodiscard]] bool is_held(const void* address, std::size_t bytes) const;
  /// What is held, and was not given back by the program.
  [[nodiscard]] std::vector<KeptMemory> held() const;

  // Addresses apart from memory (memory/mapped.cpp): for programs that link what asks for it, see may_map_memory.

  /// Reserves addresses, aligned to `alignment`, a power of two, and to kMapAlignment. Null if there are not enough
  /// left.
  void* reserve(std::size_t bytes, std::size_t alignment, const void* pc);
  /// Gives back what reserve() returned. Nothing is mapped there.
  void unreserve(const void* base);
  [[nodiscard]] std::optional<Reservation> reservation(const void* address) const;
  /// Puts part of a file into addresses that are reserved, out of everybody's reach. The file's page at `offset` comes
  /// to the page in which `memory.base` lies. Space, number and stack of `memory` are filled in. False if the system
  /// refuses.
  bool map(Allocation memory, int file, std::size_t offset);
  enum class Access : std::uint8_t { kNone, kRead, kReadWrite };
  /// What any device may do to the memory that was mapped there. Observers hear of it once it can be accessed.
  void protect(const void* base, Access);
  /// From now on the pages of the live allocation at `base` are those of the file at the same distance from begin(),
  /// with their contents: other processes may map them. No kernel runs. False if the system refuses.
  bool share_by_file(const void* base, int file);
  /// Takes it away. `pc`: of the call.
  void unmap(const void* base, const void* pc);

  /// The live allocation that contains `address`. Of mapped memory base and size are those of all that may be accessed
  /// around it without a gap: programs take it for one array.
  [[nodiscard]] std::optional<Allocation> find(const void* address) const;
  /// Of an address that arena_bounds calls device-only: the device whose memory it is.
  [[nodiscard]] DeviceNumber device_of(const void* address) const;
  /// The live allocation nearest to `address`: for an address just outside of one.
  [[nodiscard]] std::optional<Allocation> nearest(const void* address) const;
  /// Live allocations by address.
  [[nodiscard]] std::vector<Allocation> allocations() const;

  [[nodiscard]] std::uintptr_t begin() const { return arena_bounds.begin; }
  [[nodiscard]] std::uintptr_t end() const { return arena_bounds.begin + arena_bounds.bytes; }

  /// Of a device's memory: what cudaMemGetInfo says.
  [[nodiscard]] std::size_t total_bytes() const { return arena_bounds.part_bytes; }
  [[nodiscard]] std::size_t free_bytes(DeviceNumber device = 0) const;

  /// An access to `address`, inside of arena_bounds, meets memory, be it somebody's or not.
  [[nodiscard]] static bool is_backed(const void* address);

  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

 private:
  explicit Arena(std::size_t bytes_of_part);

  struct Part {
    std::uintptr_t begin;
    FreeBlocks blocks;
    std::size_t quarantined = 0;  ///< Bytes of it that are in the quarantine.
  };
  /// Each device's, in order, then that of memory that the host sees, too.
  Part& part_of(MemorySpace, DeviceNumber);
  Part& part_at(std::uintptr_t address);
  struct Freed {
    std::uintptr_t base;
    std::size_t bytes;  ///< Of its block.
  };
  /// The base of a usable block, or 0.
  std::uintptr_t take(Part&, std::size_t bytes);
  void erase(std::map<std::uintptr_t, Allocation>::iterator);
  void retire(const Freed&);
  void recycle(const Freed&);
  /// Takes the oldest out of the quarantine until no more than `bytes` are in it.
  void recycle_until(std::size_t bytes);
  /// As find() tells of it.
  [[nodiscard]] Allocation whole(const Allocation&) const;
  /// What clear() cannot: pages that are those of a file.
  void clear_shared(std::uintptr_t base, std::size_t bytes);
  [[nodiscard]] bool is_mapped_page(const void* address) const;

  mutable HostMutex mutex_;
  std::vector<Part> parts_;
  std::map<std::uintptr_t, Allocation> live_;  ///< By base address.
  std::map<std::uintptr_t, KeptMemory> held_;  ///< By base address.
  std::deque<Freed> quarantine_;               ///< In order of release.
  std::size_t quarantined_ = 0;                ///< Bytes in it.
  std::uint64_t number_ = 0;

  FreeBlocks mapped_blocks_;
  std::map<std::uintptr_t, Reservation> reservations_;  ///< By base address.
  std::deque<Reservation> old_reservations_;  ///< Given back; their addresses are used again when none else are left.
  std::map<std::uintptr_t, std::uintptr_t> shared_;      ///< Begin to end of pages that are those of a file.
  std::map<std::uintptr_t, std::uintptr_t> accessible_;  ///< Begin to end of mapped memory without gaps.
};

/// The program links what maps memory (sim/runtime/mapped), and gets addresses for it. Set before main().
extern bool may_map_memory;

}  // namespace fencepost::sim
