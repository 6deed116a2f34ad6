#include "detector/permission/pattern_builder.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <tuple>

#include "detector/model/index.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"

namespace fencepost::detector {
namespace {

/// An object and what is collected of it.
struct Collected {
  PermissionPattern pattern;
  std::uint64_t begin = 0, end = 0;  ///< Of its memory, in the terms of Touch::address.
  std::uint64_t first_element = 0;
  std::vector<std::map<std::uint64_t, std::vector<Touch>>> touches;  ///< By interval, then element.
};

PermissionPattern describe(const NamedObject& object, const Touch& touch, const sim::LaunchInfo& launch,
                           sim::BlockRank block) {
  PermissionPattern pattern;
  pattern.array = object.variable.name;
  pattern.space = touch.is_shared != 0 ? Space::kShared : Space::kGlobal;
  pattern.kernel = Sites::instance().symboliser().function(launch.entry_pc);
  pattern.launch = launch.number;
  pattern.grid = {launch.grid.x, launch.grid.y, launch.grid.z};
  pattern.block_dim = {launch.block.x, launch.block.y, launch.block.z};
  pattern.block = index_of(block, launch.grid);
  pattern.element_bytes =
      static_cast<std::uint32_t>(object.variable.element_bytes != 0 ? object.variable.element_bytes : touch.bytes);
  pattern.declared = object.variable.declared;
  return pattern;
}

Collected make_collected(const NamedObject& object, const Touch& touch, const sim::LaunchInfo& launch,
                         sim::BlockRank block, std::size_t intervals) {
  Collected made{.pattern = describe(object, touch, launch, block),
                 .begin = object.begin,
                 .end = object.begin + object.variable.bytes,
                 .first_element = object.first_element,
                 .touches = decltype(Collected::touches)(intervals)};
  PermissionPattern& pattern = made.pattern;
  // A pointer into the middle of its allocation, below which the kernel goes: then count from the allocation's begin.
  if (touch.address < made.first_element) made.first_element = made.begin;
  pattern.elements = std::max<std::uint64_t>(1, (made.end - made.first_element) / pattern.element_bytes);
  const std::vector<std::size_t>& bounds = object.variable.dimensions;
  const std::size_t known = std::accumulate(bounds.begin(), bounds.end(), std::size_t{1}, std::multiplies<>());
  if (bounds.size() > 1 && known == pattern.elements) {
    pattern.dimensions.assign(bounds.begin(), bounds.end());
  } else {
    pattern.dimensions = {pattern.elements};
  }
  return made;
}

bool conflict(const Touch& a, const Touch& b) {
  if (a.thread == b.thread || a.address >= b.end() || b.address >= a.end()) return false;
  const bool overlap_completely = a.address == b.address && a.bytes == b.bytes;
  return kinds_conflict(a.kind, b.kind) || (((a.kind | b.kind) & kWrites) != 0 && !overlap_completely);
}

/// True if two of these touches, all of one interval, race.
bool race_among(std::span<const Touch> touches) {
  return std::ranges::any_of(touches, [&](const Touch& a) {
    return a.writes() && std::ranges::any_of(touches, [&](const Touch& b) { return conflict(a, b); });
  });
}

PermissionCell cell_of(std::uint64_t element, std::span<const Touch> touches) {
  PermissionCell cell{.element = element};
  for (const Touch& touch : touches) {
    const bool atomic = (touch.kind & kIsAtomic) != 0;
    (atomic ? cell.atomic : touch.writes() ? cell.write : cell.read).push_back(touch.thread);
  }
  for (auto* threads : {&cell.write, &cell.read, &cell.atomic}) {
    std::ranges::sort(*threads);
    threads->erase(std::unique(threads->begin(), threads->end()), threads->end());
  }
  cell.conflict = race_among(touches);
  return cell;
}

class Collector {
 public:
  Collector(const sim::LaunchInfo& launch, sim::BlockRank block, std::size_t intervals)
      : launch_(launch), block_(block), intervals_(intervals) {}

  void add(std::size_t interval, const Touch& touch) {
    Collected* const object = object_of(touch);
    if (object == nullptr) return;
    const std::uint64_t size = object->pattern.element_bytes;
    // Below element 0 of a pointer into the middle of an allocation: shown by the report, has no place in the drawing.
    const std::uint64_t from = std::max(touch.address, object->first_element);
    const std::uint64_t to = std::min(touch.end(), object->end);
    if (from >= to) return;
    for (std::uint64_t element = (from - object->first_element) / size;
         element <= (to - 1 - object->first_element) / size; ++element) {
      object->touches[interval][element].push_back(touch);
    }
  }

  std::vector<Collected> finish() { return std::move(objects_); }

 private:
  /// Sorted touches of one object follow each other, so that the last one is nearly always the right one.
  Collected* object_of(const Touch& touch) {
    const Space space = touch.is_shared != 0 ? Space::kShared : Space::kGlobal;
    const auto contains = [&](const Collected& c) {
      return c.pattern.space == space && c.begin <= touch.address && touch.address < c.end;
    };
    if (last_ < objects_.size() && contains(objects_[last_])) return &objects_[last_];
    const auto known = std::ranges::find_if(objects_, contains);
    if (known == objects_.end()) {
      const auto object = object_at(space, touch.address, launch_);
      if (!object) return nullptr;
      objects_.push_back(make_collected(*object, touch, launch_, block_, intervals_));
      last_ = objects_.size() - 1;
    } else {
      last_ = static_cast<std::size_t>(known - objects_.begin());
    }
    return &objects_[last_];
  }

  const sim::LaunchInfo& launch_;
  sim::BlockRank block_;
  std::size_t intervals_;
  std::vector<Collected> objects_;
  std::size_t last_ = 0;
};

}  // namespace

std::vector<PermissionPattern> build_patterns(const sim::LaunchInfo& launch, sim::BlockRank block,
                                              std::vector<IntervalTouches>& intervals) {
  Collector collector(launch, block, intervals.size());
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    for (const Touch& touch : intervals[i].touches.sorted()) collector.add(i, touch);
  }
  std::vector<PermissionPattern> patterns;
  for (Collected& collected : collector.finish()) {
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      PermissionInterval interval{.index = static_cast<std::uint32_t>(i)};
      if (intervals[i].after != nullptr) interval.after = line_of_call(intervals[i].after);
      for (const auto& [element, touches] : collected.touches[i]) {
        interval.cells.push_back(cell_of(element, touches));
      }
      collected.pattern.intervals.push_back(std::move(interval));
    }
    patterns.push_back(std::move(collected.pattern));
  }
  return patterns;
}

}  // namespace fencepost::detector
