#include "detector/permission/scope_recorder.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

#include "detector/model/index.h"
#include "detector/shadow/access_state.h"
#include "detector/shadow/touch.h"
#include "detector/symbols/object_name.h"
#include "detector/symbols/sites.h"
#include "detector/worker/worker_shadow.h"
#include "sim/interface/current.h"

namespace fencepost::detector {
namespace {

constexpr std::uint64_t kMostLaunches = 64;
constexpr sim::BlockRank kFirstBlocks = 3;
constexpr std::uint64_t kMostSnapshotBytes = 1 << 16;

std::int64_t integer_at(const std::byte* at, std::uint32_t bytes, bool is_signed) {
  std::int64_t value = 0;
  std::memcpy(&value, at, bytes);
  const unsigned unused = 64 - 8 * bytes;
  const auto shifted = static_cast<std::uint64_t>(value) << unused;
  return is_signed ? static_cast<std::int64_t>(shifted) >> unused : static_cast<std::int64_t>(shifted >> unused);
}

}  // namespace

struct ScopeRecorder::Impl {
  /// Number of the site; in the order of their first visit, which may depend on the schedule.
  std::uint32_t number(unsigned kind, const char* file, unsigned line,
                       std::span<const fencepost_rt::ScopeValue> values) {
    const std::scoped_lock lock(mutex);
    std::string names;
    for (const auto& value : values)
      names += std::string(value.name) + ',' + std::to_string(value.element_bytes) + ',' +
               std::to_string(value.columns) + ',';
    const auto [known, added] = numbers.try_emplace({file, line, kind, names}, sites.size());
    if (added) {
      ScopeSite& site = sites.emplace_back(ScopeSite{.kind = kind, .file = file, .line = line});
      for (const auto& v : values)
        site.names.push_back({v.name, v.element_bytes, v.is_integer, v.is_signed, v.columns});
    }
    return known->second;
  }

  std::mutex mutex;
  std::vector<ScopeSite> sites;
  std::map<std::tuple<std::string, unsigned, unsigned, std::string>, std::uint32_t> numbers;
  std::vector<ScopeBlock> blocks;
};

namespace {

class ScopeRecording final : public BlockListener {
 public:
  template <class Number, class Finished>
  ScopeRecording(const sim::LaunchInfo& launch, Number number, Finished finished)
      : launch_(launch), number_(std::move(number)), finished_(std::move(finished)), touches_(1) {}

  void on_access(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* /*pc*/) override {
    const sim::BusySection busy;
    Touch touch{.address = normal(address), .bytes = static_cast<std::uint32_t>(bytes)};
    touch.thread = static_cast<std::uint16_t>(sim::current.thread);
    touch.kind = static_cast<std::uint16_t>(kind & (kWrites | kIsAtomic));
    touches_.back().add(touch);
  }

  void on_scope(unsigned kind, const char* file, unsigned line,
                std::span<const fencepost_rt::ScopeValue> values) override {
    const sim::BusySection busy;
    ScopeVisit visit{.site = number_(kind, file, line, values),
                     .thread = sim::current.thread,
                     .interval = static_cast<std::uint32_t>(touches_.size() - 1)};
    for (const fencepost_rt::ScopeValue& value : values) {
      if (value.element_bytes == 0) {
        visit.values.push_back(value.value);
        continue;
      }
      const std::uint64_t address = normal(static_cast<std::uint64_t>(value.value));
      visit.values.push_back(static_cast<std::int64_t>(address));
      if (value.is_integer) watch(address, value);
    }
    block_.visits.push_back(std::move(visit));
  }

  void on_interval_end(const void* barrier_pc) override {
    const auto next = static_cast<std::uint32_t>(touches_.size());
    for (const auto& [object, type] : watched_) take_snapshot(next, object, type);
    if (barrier_pc != nullptr) {
      touches_.emplace_back();
      return;
    }
    for (TouchSet& set : touches_) {
      auto& interval = block_.intervals.emplace_back();
      for (const Touch& t : set.sorted()) {
        interval.push_back({t.thread, t.bytes, t.address, t.writes(), (t.kind & kIsAtomic) != 0});
        (void)object_of(t.address);
      }
    }
    finished_(block_);
  }

 private:
  struct Type {
    std::uint32_t bytes;
    bool is_signed;
  };

  static std::uint64_t normal(std::uint64_t address) {
    const ShadowRange& shared = access_state.worker->shared();
    return shared.contains(address) ? address - shared.begin + kSharedAddress : address;
  }

  /// Index of the object at a normal address; of none: the number of objects.
  std::size_t object_of(std::uint64_t address) {
    const auto contains = [&](const ScopeObject& o) { return address - o.begin < o.bytes; };
    const auto known = std::ranges::find_if(block_.objects, contains);
    if (known != block_.objects.end()) return static_cast<std::size_t>(known - block_.objects.begin());
    const bool shared = (address & kSharedAddress) != 0;
    const auto named = object_at(shared ? Space::kShared : Space::kGlobal, address & ~kSharedAddress, launch_);
    if (!named || named->variable.bytes == 0) return block_.objects.size() + 1;
    const auto& dimensions = named->variable.dimensions;
    block_.objects.push_back({.name = named->variable.name,
                              .is_shared = shared,
                              .begin = named->begin | (address & kSharedAddress),
                              .bytes = named->variable.bytes,
                              .element_bytes = static_cast<std::uint32_t>(named->variable.element_bytes),
                              .columns = dimensions.size() > 2    ? kMoreDimensions
                                         : dimensions.size() == 2 ? static_cast<std::uint32_t>(dimensions[1])
                                                                  : 0});
    return block_.objects.size() - 1;
  }

  /// The integers of this object are to be looked at when intervals begin; now, too, as long as nothing has happened.
  void watch(std::uint64_t address, const fencepost_rt::ScopeValue& value) {
    if (address == last_) return;
    last_ = address;
    const std::size_t object = object_of(address);
    if (object >= block_.objects.size() || block_.objects[object].bytes > kMostSnapshotBytes) return;
    const Type type{value.element_bytes, value.is_signed};
    if (!watched_.try_emplace(object, type).second) return;
    if (touches_.size() == 1 && touches_.front().sorted().empty()) take_snapshot(0, object, type);
  }

  void take_snapshot(std::uint32_t interval, std::size_t object, Type type) {
    const ScopeObject& of = block_.objects[object];
    const std::uint64_t base = of.is_shared ? access_state.worker->shared().begin : 0;
    const auto* at = reinterpret_cast<const std::byte*>(base + (of.begin & ~kSharedAddress));
    ScopeSnapshot& taken = block_.snapshots.emplace_back();
    taken.interval = interval;
    taken.object = static_cast<std::uint32_t>(object);
    taken.element_bytes = type.bytes;
    for (std::uint64_t i = 0; i + type.bytes <= of.bytes; i += type.bytes) {
      taken.values.push_back(integer_at(at + i, type.bytes, type.is_signed));
    }
  }

  const sim::LaunchInfo& launch_;
  std::function<std::uint32_t(unsigned, const char*, unsigned, std::span<const fencepost_rt::ScopeValue>)> number_;
  std::function<void(ScopeBlock&)> finished_;
  ScopeBlock block_;
  std::vector<TouchSet> touches_;
  std::map<std::size_t, Type> watched_;
  std::uint64_t last_ = 0;
};

/// The first blocks and the last one; of a grid of several dimensions, whose last block often has nothing to do, one
/// step in each and the middle, too.
bool is_of_sample(sim::BlockRank block, const sim::Extent& grid) {
  if (block < kFirstBlocks || block + 1 == grid.count()) return true;
  if (grid.y == 1 && grid.z == 1) return false;
  const std::uint64_t row = grid.x, plane = row * grid.y;
  return block == row || block == plane || block == grid.x / 2 + grid.y / 2 * row + grid.z / 2 * plane;
}

}  // namespace

ScopeRecorder::ScopeRecorder() : impl_(std::make_unique<Impl>()) {}
ScopeRecorder::~ScopeRecorder() = default;

std::unique_ptr<BlockListener> ScopeRecorder::begin_block(const sim::LaunchInfo& launch, sim::BlockRank block) {
  if (launch.number > kMostLaunches) return nullptr;
  if (!is_of_sample(block, launch.grid)) return nullptr;
  Impl& impl = *impl_;
  return std::make_unique<ScopeRecording>(
      launch,
      [&impl](unsigned kind, const char* file, unsigned line, std::span<const fencepost_rt::ScopeValue> values) {
        return impl.number(kind, file, line, values);
      },
      [&impl, &launch, block](ScopeBlock& found) {
        found.kernel = Sites::instance().symboliser().function(launch.entry_pc);
        found.launch = launch.number;
        found.grid = {launch.grid.x, launch.grid.y, launch.grid.z};
        found.block_dim = {launch.block.x, launch.block.y, launch.block.z};
        found.block = index_of(block, launch.grid);
        // Within a thread they come in the order of the program.
        std::ranges::stable_sort(found.visits, {}, &ScopeVisit::thread);
        const std::scoped_lock lock(impl.mutex);
        impl.blocks.push_back(std::move(found));
      });
}

ScopeRecord ScopeRecorder::record() const {
  ScopeRecord record{.sites = impl_->sites, .blocks = impl_->blocks};
  std::ranges::stable_sort(
      record.blocks, {}, [](const ScopeBlock& b) { return std::tuple(b.launch, b.block[2], b.block[1], b.block[0]); });
  return record;
}

}  // namespace fencepost::detector
