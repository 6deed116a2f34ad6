// A permission pattern made ready to be drawn: which elements and intervals, what stands in each cell, what changed
// since the interval before, what is left out. Text, SVG and HTML draw the same Drawing.
//
// The notation is that of Safari et al., "Formal Verification of Parallel Prefix Sum" (NFM 2020), figures 3 and 7.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "detector/model/permission_pattern.h"

namespace fencepost::cli {

/// Both ends included.
struct NumberRange {
  std::uint64_t first = 0, last = 0;
  [[nodiscard]] bool contains(std::uint64_t number) const { return first <= number && number <= last; }
  [[nodiscard]] std::uint64_t count() const { return last - first + 1; }
};

/// "3" or "0-63"; nullopt for other text and for a range that runs backwards.
std::optional<NumberRange> read_range(const std::string& text);

/// What the user asked to see.
struct DrawingRequest {
  std::optional<NumberRange> intervals, elements;
  std::uint64_t columns = 0;          ///< Draw the array as rows of so many elements; 0: by its own dimensions.
  std::optional<std::uint32_t> park;  ///< The thread that holds what nobody uses.
};

/// How much a format shows unless the user names a range.
struct DrawingLimits {
  std::uint64_t whole = 64;           ///< A flat array of at most so many elements is drawn in full,
  std::uint64_t columns = 64;         ///< of a longer one so many.
  std::uint64_t matrix_columns = 16;  ///< Of a matrix, as the next.
  std::uint64_t rows = 16;
  std::uint64_t intervals = 40;
  std::size_t characters = 14;  ///< Of a cell.
};

/// How a permission compares with the interval before. Papers' colours: gained is blue, parked green.
enum class Change : std::uint8_t {
  kHeld,      ///< By the same threads as before, or since the start.
  kGained,    ///< At least one thread did not hold it before.
  kLost,      ///< Used in the interval before and not in this one.
  kParked,    ///< Used by nobody, held by the thread of --park.
  kConflict,  ///< Two threads raced.
};

/// "Wt3", "Rt0..t7": some threads that hold the same right.
struct DrawnPart {
  std::string text;
  char right = 'W';  ///< 'W', 'R' or 'A' (atomic).
  Change change{};
};

/// One element in one interval. No parts: not used.
struct DrawnCell {
  std::vector<DrawnPart> parts;
  bool conflict = false;
  bool lost = false;  ///< Nobody uses it any more; then there are no parts, or the parked one.
  std::string was;    ///< Who held it in the interval before, if that differs: "Rt3,t4".

  /// "Wt0 Wt1"; "" if it has no parts.
  [[nodiscard]] std::string text() const;
  /// What the whole cell looks like: of its parts the one that matters most.
  [[nodiscard]] Change change() const;
  [[nodiscard]] bool is_blank() const { return parts.empty() && !lost; }
};

struct DrawnInterval {
  std::uint32_t index = 0;
  std::string after;             ///< "from kernel entry", "after scan.cu:24".
  std::string short_after;       ///< "entry", "after :24" if all barriers are in one file.
  std::vector<DrawnCell> cells;  ///< Parallel to Drawing::elements.
  std::string rest;              ///< What happens to elements that are not drawn; "" if nothing does.
  /// What a thread does at any size, a line each: "t >= offset: R on t - offset". Filled in by who knows.
  std::vector<std::string> symbolic;
};

struct Drawing {
  static constexpr std::uint64_t kNoElement = std::numeric_limits<std::uint64_t>::max();

  std::string array;
  std::string what;          ///< "8 elements of 4 bytes, global memory".
  std::string kernel;        ///< "scan(int const*, int*, int)".
  std::string where;         ///< "launch 1 <<<1, 8>>>, block 0".
  std::string declared;      ///< "scan.cu:61"; "" if unknown.
  std::string threads;       ///< "t3 is thread 3 of the block".
  std::string barrier_file;  ///< The one file that all barriers are in; else "".

  bool is_matrix = false;                    ///< One matrix per interval; else one row of a table per interval.
  std::vector<std::string> column_names;     ///< "0", "1", …
  std::vector<std::string> row_names;        ///< "[3]"; one empty name for a flat array.
  std::vector<std::uint64_t> elements;       ///< Row after row. kNoElement: behind the array's end.
  std::vector<std::string> element_indices;  ///< "[3]", "[1][4]": parallel to elements.
  std::vector<DrawnInterval> intervals;
  std::string rest_of;             ///< Which elements DrawnInterval::rest is about: "elements 64 to 1,023".
  std::vector<std::string> notes;  ///< What is left out and how to see it, one sentence each.

  bool has_atomics = false, has_conflicts = false, has_parked = false, has_lost = false;
  bool has_symbolic = false;  ///< Some interval has DrawnInterval::symbolic.

  [[nodiscard]] std::size_t columns() const { return column_names.size(); }
  [[nodiscard]] std::size_t rows() const { return row_names.size(); }
  /// For people who point at the cell: "Output[3]: written by thread 3; before: Rt3,t4".
  [[nodiscard]] std::string explain(const DrawnInterval& interval, std::size_t cell) const;
};

/// Throws std::runtime_error, with what can be given instead, if a range lies outside of the pattern.
Drawing make_drawing(const detector::PermissionPattern& pattern, const DrawingRequest& request,
                     const DrawingLimits& limits);

/// The pattern with what the ranges of `request` leave out taken away; for formats that are data. Throws as above.
detector::PermissionPattern clipped(const detector::PermissionPattern& pattern, const DrawingRequest& request);

/// "t3", "t3,t4", "t0..t7", with at most `characters` (never fewer than one thread): "t0,t4,+30" if there are more.
std::string thread_list(const std::vector<std::uint32_t>& threads, std::size_t characters);

/// What the drawings' marks mean, which of them occur, and what they cannot show.
struct Legend {
  std::string letters;   ///< "W: writes, and may read …"
  std::string observed;  ///< What observed use cannot show, and --park.
  std::string symbolic;  ///< Of what stands beside; empty if nothing does.
  bool has_atomics = false, has_conflicts = false, has_parked = false, has_lost = false;
};
/// One for all drawings of a run, which must not be none.
Legend legend_of(const std::vector<Drawing>& drawings);

}  // namespace fencepost::cli
