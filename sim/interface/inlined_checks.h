// What kernels do themselves of the check of an access (compiler/checks), of
// the state that the detector has for each OS thread: where it lies, and how it is read. The detector asserts that it
// is so.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::inlined_checks {

inline constexpr const char* kState = "_ZN9fencepost8detector12access_stateE";  ///< fencepost::detector::access_state.
inline constexpr const char* kCurrent =
    "_ZN9fencepost3sim7currentE";  ///< fencepost::sim::current: begins with the thread.

/// fencepost::sim::arena_bounds and host_watch: each begins with the first address and the bytes of what the host's
/// accesses to are to be told.
inline constexpr const char* kArenaBounds = "_ZN9fencepost3sim12arena_boundsE";
inline constexpr const char* kHostWatch = "_ZN9fencepost3sim10host_watchE";

/// Offsets into the state, all of 8 bytes.
inline constexpr unsigned kEpoch = 0;         ///< Of the interval, in place for a cell's first word.
inline constexpr unsigned kBlock = 8;         ///< Of the block's first interval.
inline constexpr unsigned kAccesses = 16;     ///< Counted.
inline constexpr unsigned kSharedBegin = 32;  ///< Shared memory: its first address, bytes, and cell.
inline constexpr unsigned kSharedBytes = 40;
inline constexpr unsigned kSharedCells = 48;
inline constexpr unsigned kPending = 56;  ///< Not null: there is something to be done before the access.

inline constexpr unsigned kArenaBegin = 88;  ///< Device memory: as of shared memory.
inline constexpr unsigned kArenaBytes = 96;
inline constexpr unsigned kArenaCells = 104;
inline constexpr unsigned kLaunch = 112;         ///< Epoch of the launch's first interval.
inline constexpr unsigned kCompleteWords = 120;  ///< A byte for each word: 255 if all of it is somebody's and written.
inline constexpr unsigned kTouched = 128;      ///< A byte for each page: bits below; 0: the launch has not touched it.
inline constexpr unsigned kArenaShadow = 208;  ///< Its GlobalShadow, for a pending write.
inline constexpr unsigned kValues = 216;       ///< What was written to each word last.
inline constexpr unsigned kModes = 224;        ///< A byte for each page: kAlone if no other worker writes there.
inline constexpr unsigned kPast = 232;         ///< 8 bytes for each word, 0 of pages that do not have it.
inline constexpr unsigned kPastBytes = 8,
                          kSettled = 4;     ///< In them: the key of reads that blocks add nothing to, of 4; 0: none.
inline constexpr unsigned kPageShift = 10;  ///< Of a word's number.
inline constexpr std::uint8_t kAlone = 1;
inline constexpr std::uint8_t kIsTouched = 1, kHasStrongWrites = 2, kHasPast = 4;
/// Of device memory, for blocks that are not checked: its first address, bytes (0: all is to be told by calls), and a
/// byte for each word, of which the low bits say which of the word's bytes are somebody's.
inline constexpr unsigned kOwnedBegin = 184;
inline constexpr unsigned kOwnedBytes = 192;
inline constexpr unsigned kOwnedWords = 200;
/// A byte for each page: kIsQuiet if the launch writes nowhere in it, and all of its words are somebody's and written.
inline constexpr unsigned kQuiet = 240;
inline constexpr std::uint8_t kIsQuiet = 1;
inline constexpr unsigned kPastDiffers = 248;  ///< 0 if what is there holds; else a bit that no place has.
/// Of pages that the launch only reads, where its end wants to know who did: 8 bytes for each word, the least of them
/// that came: tag of the launch 7 bits, the line's site, kind and mask 25, thread rank in the launch 32; a byte for
/// each page, kReadTag if it is such a page; and the tag and the rank of the block's first thread, as for a word.
inline constexpr unsigned kFirstReads = 256;
inline constexpr unsigned kReadTags = 264;
inline constexpr unsigned kReadTag = 272;
inline constexpr unsigned kFirstReadHere = 280;
inline constexpr unsigned kReadLineShift = 32, kReadTagShift = 57;
inline constexpr unsigned kStateBytes = 288;

/// Offsets into `current`: the thread's rank (4 bytes); how its next atomic operation orders (1; 0: not at all); not 0
/// if no other OS thread runs blocks (1); the block's Turn, operations and length (4 each); where the operation's place
/// is kept. Of operations of the warp: what threads bring, by rank; what they are answered (8 bytes each); the number
/// of the one for which all lanes ask as the first of their loop did (4; 0: not known).
inline constexpr unsigned kThread = 0;
/// In the rank: that of the first of threads that run side by side, in a loop that calls nothing
/// (compiler/rows/rows.h).
inline constexpr std::uint32_t kRow = 0x80000000;
inline constexpr unsigned kOrder = 6;
inline constexpr unsigned kRunsAlone = 7;
inline constexpr unsigned kTurn = 16;
inline constexpr unsigned kAtomicPlace = 24;
inline constexpr unsigned kOperands = 32;
inline constexpr unsigned kResults = 40;
inline constexpr unsigned kAsked = 48;
inline constexpr unsigned kCurrentBytes = 56;
inline constexpr unsigned kLaneOrDelta = 8;  ///< In an operand, which begins with the value.
inline constexpr unsigned kOperandBytes = 24;
inline constexpr std::uint8_t kAllOwned = 0xF;
/// In a cell's first word, of a word of shared memory of which not all bytes are somebody's.
inline constexpr std::uint64_t kWatched = ~std::uint64_t{0};

/// A cell: for each word two of 8 bytes. The first: epoch, site, kind, mask, and in the last bits the lowest thread.
/// The second, where the cell has one entry: its second lowest thread, and above it whether threads are of several
/// warps. With two entries, and for written words of device memory, it has more: see cell in
/// detector/shadow/shadow_cell.h.
inline constexpr unsigned kWordShift = 2;
inline constexpr std::uint64_t kThreadMask = 1023;
inline constexpr std::uint64_t kSeveralWarps = 1024;
inline constexpr unsigned kMaskShift = 10;
inline constexpr unsigned kEpochShift = 35;
inline constexpr unsigned kSecondThreadsShift = 11;
inline constexpr unsigned kSecondShift = 22;
inline constexpr unsigned kStateShift = 62;
/// Of a cell's first word: an access without its epoch, and the part of it that is site and kind.
inline constexpr std::uint64_t kEntry = (std::uint64_t{1} << kEpochShift) - 1;
inline constexpr std::uint64_t kSiteAndKind = kEntry & ~(std::uint64_t{0xF} << kMaskShift) & ~kThreadMask;
inline constexpr std::uint64_t kTwo = 1;
inline constexpr std::uint64_t kList = 2;
inline constexpr std::uint64_t kHasValue = std::uint64_t{1} << 60;
inline constexpr std::uint64_t kValuesDiffer = std::uint64_t{1} << 61;

/// What a kernel keeps of a place that accesses memory: site, kind and mask as in a cell's first word; 0 as long as the
/// place has no number.
using Place = std::uint64_t;

}  // namespace fencepost::inlined_checks

namespace fencepost {

// What a kernel tells the detector of accesses that it makes in rows (compiler/rows/row_writer.cpp): those of threads
// one behind the other, at addresses one step apart.

/// Accesses of one place in the code: thread i, of those from the first, accesses `bytes` (1, 2, or a multiple of 4) at
/// `address + i * thread_step + j * step` for each j in [0, count); the threads of line l, `l * line_step` further.
struct AccessRow {
  std::uint64_t address;
  std::int64_t thread_step;
  std::int64_t step;
  std::int64_t line_step;        ///< Not set where there is one line.
  std::uint64_t count;           ///< 0: none.
  inlined_checks::Place* place;  ///< Null in code that is not checked, where `bytes` are any number.
  std::uint32_t bytes;
  std::uint32_t writes;  ///< 1: they are writes.
};

/// What the detector says to them: they are to be told one by one; they are told; the same once their places have
/// numbers, which fencepost_row_name gives.
constexpr std::uint32_t kRowsRefused = 0, kRowsTold = 1, kRowsUnnamed = 2;

constexpr std::size_t kMostAccessRows = 64;  ///< That are told together.

/// Threads that make accesses in rows: those of a line of a block, or of several lines one behind the other.
struct RowThreads {
  std::uint32_t first;  ///< Rank of the first.
  std::uint32_t count;  ///< Of each line.
  std::uint32_t lines;  ///< At least 1.
};

/// What fencepost_array_around returns.
struct KnownArray {
  std::uintptr_t begin;
  std::uint64_t bytes;
};

}  // namespace fencepost
