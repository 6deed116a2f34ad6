#include "detector/replay/block_recording.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "detector/replay/text.h"
#include "detector/symbols/sites.h"
#include "sim/interface/current.h"
#include "sim/os/image.h"

namespace fencepost::detector {
namespace {

/// What is kept of one interval, and of a block: pages of more are of no use.
constexpr std::size_t kMostEvents = 600'000;
constexpr std::size_t kMostText = std::size_t{6} << 20;

std::uint32_t place_in_file(const void* pc) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc) - sim::own_image().bias);
}

const void* address_of(std::uint32_t pc) {
  return reinterpret_cast<const void*>(std::uintptr_t{pc} + sim::own_image().bias);
}

std::uint64_t key_of(std::uint32_t array, std::uint64_t element) { return std::uint64_t{array} << 48 | element; }

/// Bits of lanes: a number, or of a wavefront of 64 a text in hexadecimal digits; 0 is a number.
std::string lanes_text(sim::LaneBits lanes) {
  if (sim::warp_size == sim::kWarpSize || lanes == 0) return std::to_string(lanes);
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "\"0x%llx\"", static_cast<unsigned long long>(lanes));
  return text.data();
}

/// "[first,step]" of what goes on in steps, else the list.
void append_elements(std::string& text, const std::vector<std::uint64_t>& elements) {
  const std::int64_t step = elements.size() < 2 ? 0 : static_cast<std::int64_t>(elements[1] - elements[0]);
  bool is_row = true;
  for (std::size_t i = 1; i < elements.size(); ++i) {
    is_row = is_row && static_cast<std::int64_t>(elements[i] - elements[i - 1]) == step;
  }
  if (is_row) {
    text += '[' + std::to_string(elements.front()) + ',' + std::to_string(step) + ']';
    return;
  }
  char separator = '[';
  for (const std::uint64_t element : elements) {
    text += separator + std::to_string(element);
    separator = ',';
  }
  text += ']';
}

}  // namespace

BlockRecording::BlockRecording(const sim::LaunchInfo& launch, sim::BlockRank block, std::string kernel,
                               Finished finished)
    : launch_(launch),
      block_(block),
      kernel_(std::move(kernel)),
      finished_(std::move(finished)),
      arrays_(launch),
      threads_(launch.block.count()),
      lines_(1) {}

BlockRecording::~BlockRecording() {
  if (finished_called_) return;
  if (!is_full_ && !events_.empty()) {
    settle_writes();
    intervals_.push_back(interval_text(nullptr));
  }
  ++interval_count_;
  finish(false);
}

void BlockRecording::on_access(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc) {
  if (is_full_ || bytes == 0) return;
  const sim::BusySection busy;
  settle_writes();
  const ReplayArrays::Place place = arrays_.find(address, bytes);
  ReplayEvent event{.place = place.element, .pc = place_in_file(pc), .array = place.array, .count = place.count};
  event.values = static_cast<std::uint32_t>(values_.size());
  event.kind = static_cast<std::uint8_t>(kind);
  if (place.array != ReplayEvent::kNowhere) {
    note_unseen_change(place);
    for (std::uint32_t i = 0; i < place.count; ++i) values_.push_back(arrays_.known(place.array, place.element + i));
    if ((kind & kWrites) != 0) unsettled_.push_back(events_.size());
  }
  add(event);
}

void BlockRecording::on_basic_block(const void* pc, const void* frame) {
  if (is_full_) return;
  const sim::BusySection busy;
  Thread& thread = threads_[sim::current.thread];
  const auto address = reinterpret_cast<std::uintptr_t>(frame);
  if (thread.frame == 0) {
    if (enters_kernel(pc)) thread.frame = address;
    return;
  }
  settle_writes();
  has_blocks_ = true;
  ReplayEvent event{.place = thread.frame - address, .pc = place_in_file(pc)};
  event.kind = ReplayEvent::kBlock;
  add(event);
}

void BlockRecording::add(ReplayEvent event) {
  event.thread = static_cast<std::uint16_t>(sim::current.thread);
  events_.push_back(event);
  if (events_.size() < kMostEvents) return;
  // The interval is shown as far as it came.
  settle_writes();
  intervals_.push_back(interval_text(nullptr));
  is_full_ = true;
  events_ = {};
  values_ = {};
}

/// Nothing but the last access stands between a write's announcement and here.
void BlockRecording::settle_writes() {
  for (const std::size_t at : unsettled_) {
    const ReplayEvent& event = events_[at];
    for (std::uint32_t i = 0; i < event.count; ++i) {
      const ReplayValue written = arrays_.read(event.array, event.place + i);
      values_[event.values + i] = written;
      arrays_.known(event.array, event.place + i) = written;
    }
  }
  unsettled_.clear();
}

/// Somebody else has written there since the block did.
void BlockRecording::note_unseen_change(const ReplayArrays::Place& place) {
  for (std::uint32_t i = 0; i < place.count; ++i) {
    const ReplayValue now = arrays_.read(place.array, place.element + i);
    ReplayValue& known = arrays_.known(place.array, place.element + i);
    if (now.bits == known.bits) continue;
    known = now;
    seen_changes_.push_back({place.array, place.element + i, now});
  }
}

/// As the profile has it (detector/profile/recorder.cpp): before the kernel a thread runs code around it.
bool BlockRecording::enters_kernel(const void* pc) {
  const auto [at, is_new] = enters_.try_emplace(pc);
  if (is_new) at->second = Sites::instance().symboliser().function(pc) == kernel_;
  return at->second;
}

std::uint32_t BlockRecording::number_of(const Location& line) {
  if (line.line == 0) return 0;
  const auto [at, is_new] = line_numbers_.try_emplace(line, static_cast<std::uint32_t>(lines_.size()));
  if (is_new) lines_.push_back(line);
  return at->second;
}

std::uint32_t BlockRecording::line_of(std::uint32_t pc) {
  const auto known = lines_by_pc_.find(pc);
  if (known != lines_by_pc_.end()) return known->second;
  return lines_by_pc_[pc] = number_of(line_of_call(address_of(pc)));
}

std::uint32_t BlockRecording::line_of_barrier(const void* pc) { return pc == nullptr ? 0 : line_of(place_in_file(pc)); }

void BlockRecording::on_interval_end(const void* barrier_pc) {
  if (!is_full_) {
    settle_writes();
    if (barrier_pc == nullptr) drop_returns();
    intervals_.push_back(interval_text(barrier_pc));
    text_bytes_ += intervals_.back().size();
    is_full_ = text_bytes_ > kMostText;
  }
  ++interval_count_;
  events_.clear();
  values_.clear();
  seen_changes_.clear();
  after_ = barrier_pc;
  if (barrier_pc == nullptr) finish(true);
}

/// Compilers of CPUs let all returns meet in one block, which is none of the source.
void BlockRecording::drop_returns() {
  std::vector<std::size_t> last(threads_.size(), SIZE_MAX);
  for (std::size_t i = 0; i < events_.size(); ++i) last[events_[i].thread] = i;
  std::vector<bool> dropped(events_.size());
  for (const std::size_t at : last) {
    if (at != SIZE_MAX && !events_[at].is_access() && events_[at].depth() == 0) dropped[at] = true;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    if (!dropped[i]) events_[kept++] = events_[i];
  }
  events_.resize(kept);
}

/// The elements whose value depends on which thread came last.
std::unordered_set<std::uint64_t> BlockRecording::written_by_several() const {
  std::unordered_map<std::uint64_t, std::uint16_t> writers;
  std::unordered_set<std::uint64_t> several;
  for (const ReplayEvent& event : events_) {
    if (!event.is_access() || (event.kind & kWrites) == 0 || event.array == ReplayEvent::kNowhere) continue;
    for (std::uint32_t i = 0; i < event.count; ++i) {
      const std::uint64_t key = key_of(event.array, event.place + i);
      const auto [at, is_new] = writers.try_emplace(key, event.thread);
      if (!is_new && at->second != event.thread) several.insert(key);
    }
  }
  return several;
}

std::string BlockRecording::interval_text(const void* barrier_pc) {
  several_ = written_by_several();
  std::string text = "{\"after\":" + std::to_string(line_of_barrier(after_)) +
                     ",\"until\":" + std::to_string(line_of_barrier(barrier_pc)) + ",\"warps\":[";
  for (std::size_t first = 0; first < threads_.size(); first += sim::warp_size) {
    if (first != 0) text += ',';
    append_warp(text, first);
  }
  text += ']';
  if (!seen_changes_.empty()) text += ",\"before\":" + changes_text(seen_changes_);
  const auto unseen = arrays_.take_unseen_changes();
  if (!unseen.empty()) text += ",\"at_end\":" + changes_text(unseen);
  return text + '}';
}

std::string BlockRecording::changes_text(const std::vector<ReplayArrays::Change>& changes) const {
  std::string text = "[";
  for (const ReplayArrays::Change& change : changes) {
    if (text.size() > 1) text += ',';
    text += '[' + std::to_string(change.array) + ',' + std::to_string(change.element) + ',';
    append_value(text, arrays_.all()[change.array], change.value);
    text += ']';
  }
  return text + ']';
}

void BlockRecording::append_warp(std::string& text, std::size_t first) {
  const std::size_t count = std::min<std::size_t>(threads_.size() - first, sim::warp_size);
  std::vector<std::vector<const ReplayEvent*>> lanes(count);
  for (const ReplayEvent& event : events_) {
    if (event.thread >= first && event.thread < first + count) lanes[event.thread - first].push_back(&event);
  }
  text += '[';
  bool is_first_step = true;
  for (const ReplayStep& step : in_lockstep(lanes, [this](std::uint32_t pc) { return line_of(pc); })) {
    if (!is_first_step) text += ',';
    is_first_step = false;
    text += '[' + std::to_string(step.line) + ',' + lanes_text(step.lanes);
    bool is_first = true;
    for (const ReplayAccess& access : step.accesses) append_access(text, step, access, is_first);
    text += is_first ? "]" : "]]";
  }
  text += ']';
}

/// "[kind,array,lanes,elements,values,order]": lanes 0 are those of the step; the order only where it matters.
void BlockRecording::append_access(std::string& text, const ReplayStep& step, const ReplayAccess& access,
                                   bool& is_first) {
  const std::uint32_t count = access.array == ReplayEvent::kNowhere ? 1 : access.events.front()->count;
  for (std::uint32_t piece = 0; piece < count; ++piece) {
    text += is_first ? ",[[" : ",[";
    is_first = false;
    text += std::to_string(access.kind);
    if (access.array == ReplayEvent::kNowhere) {
      text += ",-1," + lanes_text(access.lanes == step.lanes ? 0 : access.lanes) + ']';
      continue;
    }
    std::vector<std::uint64_t> elements;
    std::vector<ReplayValue> values;
    bool ordered = false;
    for (const ReplayEvent* event : access.events) {
      elements.push_back(event->place + piece);
      values.push_back(values_[event->values + piece]);
      ordered = ordered || several_.contains(key_of(event->array, event->place + piece));
    }
    text += ',' + std::to_string(access.array) + ',' + lanes_text(access.lanes == step.lanes ? 0 : access.lanes) + ',';
    append_elements(text, elements);
    text += ',';
    append_values(text, arrays_.all()[access.array], values);
    if (ordered) {
      text += ",[";
      for (std::size_t i = 0; i < access.events.size(); ++i) {
        text += (i == 0 ? "" : ",") + std::to_string(access.events[i] - events_.data());
      }
      text += ']';
    }
    text += ']';
  }
}

void BlockRecording::finish(bool ended) {
  finished_called_ = true;
  RecordedBlock result{.launch = launch_.number, .block = block_};
  std::string head = "{\"launch\":" + std::to_string(launch_.number) + ",\"block\":" + std::to_string(block_) +
                     ",\"recorded\":" + std::to_string(intervals_.size()) +
                     ",\"intervals\":" + std::to_string(interval_count_) +
                     ",\"full\":" + (is_full_ ? "true" : "false") + ",\"ended\":" + (ended ? "true" : "false") +
                     ",\"steps\":" + (has_blocks_ ? "true" : "false") + ",\"lines\":[0";
  for (std::size_t i = 1; i < lines_.size(); ++i) {
    head += ",[" + replay_string(lines_[i].file) + ',' + std::to_string(lines_[i].line) + ']';
  }
  head += "],\"arrays\":[";
  for (const ReplayArray& array : arrays_.all()) {
    if (&array != arrays_.all().data()) head += ',';
    head += array_json(array);
  }
  result.lines.push_back(head + "]}");
  result.lines.insert(result.lines.end(), std::make_move_iterator(intervals_.begin()),
                      std::make_move_iterator(intervals_.end()));
  finished_(std::move(result));
}

}  // namespace fencepost::detector
