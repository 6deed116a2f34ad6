// From what runs recorded to the tables that formulas are fitted to.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/smt/expression.h"
#include "detector/model/scope_record.h"

namespace fencepost::cli::infer {

/// Which clause: of a kernel, of a barrier, of a loop.
enum class ClausePlace : std::uint8_t { kKernelRequires, kKernelEnsures, kBarrierRequires, kBarrierEnsures, kLoop };

/// Where in the source.
struct Point {
  std::string file;
  std::uint32_t line = 0;
  ClausePlace place{};
  friend auto operator<=>(const Point&, const Point&) = default;
};

/// Who has the elements of an array in an interval in which nobody uses them: thread i element i, one thread all, the
/// thread that is the only one of its block to use it at other times.
enum class Keeper : std::uint8_t { kOwnThread, kOneThread, kOnlyUser, kNobody };

struct Keeping {
  Keeper keeper{};
  std::uint32_t thread = 0;  ///< Of kOneThread.
  bool whole = false;        ///< Also those that the block never uses.
  bool to_the_end = true;    ///< Also from the last interval on in which the array is used.
  bool own_results = false;  ///< Of kOneThread: behind the array's last write thread i has element i.
};

/// Whose row it is: indices of the run, its block, the interval and the block's object, and the thread in the block.
struct RowOrigin {
  std::size_t run = 0, block = 0, interval = 0, object = 0;
  std::uint32_t thread = 0;
  std::int64_t first = 0;  ///< The element of the object that the thread's pointer points to: index 0 of the row.
};

/// What a thread holds of an array, at all places of one kind.
struct HeldTables {
  Point point;
  std::string array;   ///< As it is called there.
  std::string object;  ///< Where it comes from: "kernel(int*): Output".
  std::vector<std::string> kernels;
  std::string problem;  ///< Why nothing is to be fitted: "has other dimensions at …"; else empty.
  bool only_read = false;

  std::vector<RowOrigin> origins;          ///< Of each row of all tables but `kept`.
  Table write;                             ///< Alone.
  std::vector<Table> shared;               ///< [n - 2]: with n - 1 others, n up to 4.
  Table many;                              ///< With more …
  std::vector<std::int64_t> many_readers;  ///< … of so many threads, for each row (0: there are none; -1: various).
  bool has_more_readers = false;
  Table written;                           ///< Another way to tell the same: what it writes (or keeps), and …
  Table read;                              ///< … what it reads and nobody writes, …
  std::vector<std::int64_t> readers;       ///< … of so many threads, for each row (0: it reads nothing; -1: various).
  std::vector<std::int64_t> most_readers;  ///< … of which some are of so many, the most in the thread's block then.
  Table kept;                              ///< By one thread, for Keeper::kOneThread: rows of that thread.
  std::vector<std::size_t> keeps;          ///< Which of the other tables' rows each row of `kept` is …
  std::vector<bool> uses_alone;            ///< … and whether nobody else uses an element then.
  Table lent;                              ///< All of it, at times when it is lent to atomic operations.
  Table any;                               ///< If only_read.

  /// Atomic operations use it at some of these times, and at all.
  [[nodiscard]] bool is_lent() const;
  [[nodiscard]] bool is_always_lent() const;
};

/// "scan" of "void ns::scan<int>(int*)", as objects are named by.
std::string short_name(const std::string& kernel);

/// All tables of these runs, which must outlive them; in the order of their points. With `number_in_grid` the thread's
/// number in the grid is a variable of all, not only where launches have several blocks.
std::vector<HeldTables> make_tables(const std::vector<detector::ScopeRecord>& runs, const Keeping& keeping,
                                    bool number_in_grid = false);

}  // namespace fencepost::cli::infer
