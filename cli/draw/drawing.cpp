#include "cli/draw/drawing.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>

#include "cli/draw/drawing_frame.h"
#include "detector/model/names.h"
#include "detector/model/thread_groups.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

using detector::PermissionCell;
using detector::PermissionInterval;
using detector::PermissionPattern;
using detector::with_commas;
using Threads = std::vector<std::uint32_t>;

bool has(const Threads& threads, std::uint32_t thread) { return std::ranges::binary_search(threads, thread); }

Threads without(const Threads& threads, const Threads& others) {
  Threads left;
  std::ranges::set_difference(threads, others, std::back_inserter(left));
  return left;
}

/// One element before and after a barrier.
class CellDrawing {
 public:
  /// `before` and `now` are null where nobody used the element; `first` if there is no interval before.
  CellDrawing(const PermissionCell* before, const PermissionCell* now, bool first, const DrawingRequest& request,
              std::size_t characters)
      : before_(before), now_(now), first_(first), request_(request), characters_(characters) {}

  DrawnCell draw() const {
    DrawnCell cell;
    if (now_ != nullptr) {
      cell.conflict = now_->conflict;
      cell.parts = parts_of(*now_);
    } else if (request_.park) {
      cell.parts = {{"(W" + thread_list({*request_.park}, characters_) + ")", 'W', Change::kParked}};
    }
    if (!first_ && before_ != nullptr) {
      cell.lost = now_ == nullptr;
      if (now_ == nullptr || !same_holders()) cell.was = DrawnCell{.parts = parts_of(*before_)}.text();
    }
    return cell;
  }

 private:
  bool same_holders() const {
    return before_->write == now_->write && before_->read == now_->read && before_->atomic == now_->atomic;
  }

  /// A right covers the weaker ones: who wrote and now reads has gained nothing.
  bool held_before(std::uint32_t thread, char right) const {
    if (first_) return true;
    if (before_ == nullptr) return request_.park == thread;
    if (has(before_->write, thread)) return true;
    if (right == 'W') return false;
    return has(before_->atomic, thread) || (right == 'R' && has(before_->read, thread));
  }

  DrawnPart part(char right, const Threads& threads, std::size_t characters) const {
    const bool held = std::ranges::all_of(threads, [&](std::uint32_t thread) { return held_before(thread, right); });
    const Change change = now_ != nullptr && now_->conflict ? Change::kConflict
                          : held                            ? Change::kHeld
                                                            : Change::kGained;
    return {right + thread_list(threads, characters), right, change};
  }

  std::vector<DrawnPart> parts_of(const PermissionCell& cell) const {
    struct Group {
      char right;
      Threads threads;
    };
    std::vector<Group> groups;
    if (cell.conflict && cell.write.size() == 2) {
      for (const std::uint32_t thread : cell.write) groups.push_back({'W', {thread}});
    } else {
      groups.push_back({'W', cell.write});
    }
    groups.push_back({'A', cell.atomic});
    const Threads readers = without(cell.read, cell.write);
    groups.push_back({'R', cell.conflict ? readers : without(readers, cell.atomic)});
    std::erase_if(groups, [](const Group& group) { return group.threads.empty(); });
    std::vector<DrawnPart> parts;
    parts.reserve(groups.size());
    for (const Group& group : groups) {
      parts.push_back(part(group.right, group.threads, characters_ / groups.size() - 1));
    }
    return parts;
  }

  const PermissionCell* before_;
  const PermissionCell* now_;
  bool first_;
  const DrawingRequest& request_;
  std::size_t characters_;
};

/// "960 written by t64..t1023, 64 read by t0..t63".
class RestSummary {
 public:
  void add(const PermissionCell& cell) {
    Kind& kind = !cell.write.empty() ? written_ : !cell.atomic.empty() ? atomic_ : read_;
    ++kind.elements;
    for (const Threads* threads : {&cell.write, &cell.atomic, &cell.read}) {
      kind.threads.insert(threads->begin(), threads->end());
    }
    conflicts_ += cell.conflict ? 1 : 0;
  }

  std::string text() const {
    std::string result;
    const auto append = [&](const std::string& text) { result += (result.empty() ? "" : ", ") + text; };
    if (written_.elements != 0) append(written_.text("written"));
    if (atomic_.elements != 0) append(atomic_.text("changed atomically"));
    if (read_.elements != 0) append(read_.text("read"));
    if (conflicts_ != 0) append(with_commas(conflicts_) + " with conflicts");
    return result;
  }

 private:
  struct Kind {
    std::uint64_t elements = 0;
    std::set<std::uint32_t> threads;

    std::string text(const std::string& verb) const {
      constexpr std::size_t kThreadCharacters = 24;
      return with_commas(elements) + " " + verb + " by " +
             thread_list(Threads(threads.begin(), threads.end()), kThreadCharacters);
    }
  };
  Kind written_, atomic_, read_;
  std::uint64_t conflicts_ = 0;
};

/// Names barriers by the shortest path that tells their files apart.
class BarrierNames {
 public:
  explicit BarrierNames(const PermissionPattern& pattern) {
    for (const PermissionInterval& interval : pattern.intervals) {
      if (interval.after && interval.after->line != 0)
        files_[base_name(interval.after->file)].insert(interval.after->file);
    }
  }

  /// The only file with barriers, if there is just one.
  std::string only_file() const {
    return files_.size() == 1 && files_.begin()->second.size() == 1 ? files_.begin()->first : std::string();
  }

  void name(const PermissionInterval& interval, DrawnInterval& drawn) const {
    if (!interval.after) {
      drawn.after = "from kernel entry";
      drawn.short_after = "entry";
    } else if (interval.after->line == 0) {
      drawn.after = drawn.short_after = "after a barrier";
    } else {
      const std::string line = ":" + std::to_string(interval.after->line);
      const std::string base = base_name(interval.after->file);
      const bool unique = files_.at(base).size() == 1;
      drawn.after = "after " + (unique ? base : interval.after->file) + line;
      drawn.short_after = only_file().empty() ? drawn.after : "after " + line;
    }
  }

 private:
  static std::string base_name(const std::string& file) { return std::filesystem::path(file).filename().string(); }

  std::map<std::string, std::set<std::string>> files_;  ///< By base name.
};

void describe(const PermissionPattern& pattern, Drawing& drawing) {
  drawing.array = pattern.array.empty() ? "(unnamed)" : pattern.array;
  std::string extent;
  for (const std::uint64_t bound : pattern.dimensions) extent += (extent.empty() ? "" : " x ") + with_commas(bound);
  if (pattern.dimensions.empty()) extent = with_commas(pattern.elements);
  drawing.what = extent + (pattern.elements == 1 ? " element of " : " elements of ") +
                 detector::count_of(pattern.element_bytes, "byte", "bytes");
  const std::string space(detector::name_of(pattern.space));
  if (!space.empty()) drawing.what += ", " + space + " memory";
  drawing.kernel = pattern.kernel;
  drawing.where = "launch " + with_commas(pattern.launch) + " <<<" + detector::index_text(pattern.grid, pattern.grid) +
                  ", " + detector::index_text(pattern.block_dim, pattern.block_dim) + ">>>, block " +
                  detector::index_text(pattern.block, pattern.grid);
  if (pattern.declared.line != 0) {
    drawing.declared =
        std::filesystem::path(pattern.declared.file).filename().string() + ":" + std::to_string(pattern.declared.line);
  }
  const auto [x, y, z] = pattern.block_dim;
  drawing.threads = "t3 is thread 3 of the block";
  if (y > 1 || z > 1) {
    drawing.threads = "t3 is the thread of rank 3 in the block, the rank being x + " + std::to_string(x) + " y";
    if (z > 1) drawing.threads += " + " + std::to_string(std::uint64_t{x} * y) + " z";
  }
}

void note_flags(Drawing& drawing) {
  for (const DrawnInterval& interval : drawing.intervals) {
    for (const DrawnCell& cell : interval.cells) {
      drawing.has_conflicts |= cell.conflict;
      drawing.has_lost |= cell.lost && cell.parts.empty();
      for (const DrawnPart& part : cell.parts) {
        drawing.has_atomics |= part.right == 'A';
        drawing.has_parked |= part.change == Change::kParked;
      }
    }
  }
}

std::string who(const DrawnPart& part) {
  const std::string threads = part.text.substr(1);
  if (part.change == Change::kParked) return "held by " + threads.substr(1, threads.size() - 2) + ", used by nobody";
  return (part.right == 'W' ? "written by " : part.right == 'A' ? "changed atomically by " : "read by ") + threads;
}

}  // namespace

std::optional<NumberRange> read_range(const std::string& text) {
  NumberRange range;
  const char* const end = text.data() + text.size();
  const auto [middle, error] = std::from_chars(text.data(), end, range.first);
  if (error != std::errc()) return std::nullopt;
  range.last = range.first;
  if (middle == end) return range;
  if (*middle != '-') return std::nullopt;
  const auto [stop, last_error] = std::from_chars(middle + 1, end, range.last);
  if (last_error != std::errc() || stop != end || range.last < range.first) return std::nullopt;
  return range;
}

std::string thread_list(const std::vector<std::uint32_t>& threads, std::size_t characters) {
  std::string text;
  std::size_t listed = 0;
  for (const auto& [first, last] : detector::rank_ranges(threads)) {
    const std::string begin = "t" + std::to_string(first), end = "t" + std::to_string(last);
    const std::string run = first == last ? begin : begin + (last == first + 1 ? "," : "..") + end;
    const std::size_t count = last - first + 1;
    const std::string more = "+" + std::to_string(threads.size() - listed - count);
    // What follows must fit too, if only as a number.
    const std::size_t room = listed + count == threads.size() ? 0 : more.size() + 1;
    if (!text.empty() && text.size() + 1 + run.size() + room > characters) break;
    text += (text.empty() ? "" : ",") + run;
    listed += count;
  }
  if (listed < threads.size()) text += ",+" + std::to_string(threads.size() - listed);
  return text;
}

std::string DrawnCell::text() const {
  std::string result;
  for (const DrawnPart& part : parts) result += (result.empty() ? "" : " ") + part.text;
  return result;
}

Change DrawnCell::change() const {
  if (conflict) return Change::kConflict;
  if (parts.empty()) return Change::kLost;
  Change worst = Change::kHeld;
  for (const DrawnPart& part : parts) worst = std::max(worst, part.change);
  return worst;
}

std::string Drawing::explain(const DrawnInterval& interval, std::size_t cell) const {
  const DrawnCell& drawn = interval.cells[cell];
  std::string text = array + element_indices[cell] + ", interval " + with_commas(interval.index) + ": ";
  if (drawn.parts.empty()) text += "not used";
  for (std::size_t i = 0; i < drawn.parts.size(); ++i) text += (i > 0 ? ", " : "") + who(drawn.parts[i]);
  if (drawn.conflict) text += " - a race";
  if (!drawn.was.empty()) return text + "; before: " + drawn.was;
  return text + (drawn.change() == Change::kGained ? "; not used before" : "");
}

Drawing make_drawing(const PermissionPattern& pattern, const DrawingRequest& request, const DrawingLimits& limits) {
  Drawing drawing;
  describe(pattern, drawing);
  const DrawingFrame frame = frame_of(pattern, request, limits);
  frame.name_cells(drawing);
  drawing.notes = frame.notes();
  drawing.rest_of = frame.rest_of();
  const BarrierNames names(pattern);
  drawing.barrier_file = names.only_file();

  std::vector<const PermissionCell*> before(drawing.elements.size(), nullptr), now = before;
  for (std::size_t i = 0; i < pattern.intervals.size(); ++i) {
    const PermissionInterval& interval = pattern.intervals[i];
    if (interval.index > frame.intervals.last) break;
    std::ranges::fill(now, nullptr);
    RestSummary rest;
    for (const PermissionCell& cell : interval.cells) {
      if (const auto position = frame.position_of(cell.element)) {
        now[*position] = &cell;
      } else {
        rest.add(cell);
      }
    }
    if (frame.intervals.contains(interval.index)) {
      DrawnInterval& drawn = drawing.intervals.emplace_back();
      drawn.index = interval.index;
      names.name(interval, drawn);
      drawn.rest = rest.text();
      for (std::size_t cell = 0; cell < now.size(); ++cell) {
        const bool exists = drawing.elements[cell] != Drawing::kNoElement;
        drawn.cells.push_back(exists ? CellDrawing(before[cell], now[cell], i == 0, request, limits.characters).draw()
                                     : DrawnCell());
      }
    }
    std::swap(before, now);
  }
  note_flags(drawing);
  return drawing;
}

PermissionPattern clipped(const PermissionPattern& pattern, const DrawingRequest& request) {
  check_ranges(pattern, request);
  PermissionPattern result = pattern;
  if (request.intervals) {
    std::erase_if(result.intervals,
                  [&](const PermissionInterval& interval) { return !request.intervals->contains(interval.index); });
  }
  if (request.elements) {
    for (PermissionInterval& interval : result.intervals) {
      std::erase_if(interval.cells,
                    [&](const PermissionCell& cell) { return !request.elements->contains(cell.element); });
    }
  }
  return result;
}

Legend legend_of(const std::vector<Drawing>& drawings) {
  Legend legend;
  for (const Drawing& drawing : drawings) {
    legend.has_atomics |= drawing.has_atomics;
    legend.has_conflicts |= drawing.has_conflicts;
    legend.has_parked |= drawing.has_parked;
    legend.has_lost |= drawing.has_lost;
  }
  if (std::ranges::any_of(drawings, &Drawing::has_symbolic)) {
    legend.symbolic =
        "Beside: what thread t (tx, ty, tz in more dimensions) uses at any size, read off the kernel. A loop's "
        "variables are those of the iteration that the access is in; with ' they are of the next one.";
  }
  legend.letters = "W: writes, and may read. R: reads.";
  if (legend.has_atomics) legend.letters += " A: changes atomically.";
  legend.letters += " " + drawings.front().threads + ".";
  if (legend.has_parked) {
    legend.observed =
        "In parentheses: used by nobody in that interval, drawn as held by the thread of --park, as the papers do.";
  } else {
    legend.observed =
        "Drawn is what this run used. In the papers a thread, mostly thread 0, also holds what nobody uses; use "
        "cannot show that: --park 0 draws it as (Wt0).";
  }
  return legend;
}

}  // namespace fencepost::cli
