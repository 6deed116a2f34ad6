#include "detector/contract/given.h"

#include <mutex>
#include <utility>

#include "detector/check/outside_kernel.h"
#include "detector/contract/evaluating.h"
#include "detector/include/fencepost/contract_given.h"
#include "sim/engine/block_runner.h"
#include "sim/interface/current.h"
#include "sim/interface/thread_variables.h"

namespace fencepost {
namespace detector {
namespace {

struct GivenValues {
  std::mutex mutex;
  std::map<std::pair<std::uint64_t, const contract::Clause*>, GivenValue> values;
};
/// Never destroyed: kernels may run until the process is gone.
GivenValues& given_values() {
  static auto& instance = *new GivenValues;
  return instance;
}

/// While it lives, the running thread is another of its launch to what clauses ask.
class AsThread {
 public:
  AsThread() : thread_idx_(fencepost_thread_idx), block_idx_(fencepost_block_idx), thread_(sim::current.thread) {}
  ~AsThread() {
    fencepost_thread_idx = thread_idx_;
    fencepost_block_idx = block_idx_;
    sim::current.thread = thread_;
  }
  AsThread(const AsThread&) = delete;
  AsThread& operator=(const AsThread&) = delete;

  static void become(const sim::LaunchInfo& launch, sim::BlockRank block, sim::ThreadRank thread) {
    sim::set_block_variables(launch, block);
    sim::set_thread_variables(
        {thread % launch.block.x, thread / launch.block.x % launch.block.y, thread / launch.block.x / launch.block.y});
    sim::current.thread = thread;
    evaluating.as_block = block;
  }

 private:
  sim::Extent thread_idx_, block_idx_;
  sim::ThreadRank thread_;
};

}  // namespace

std::string GivenValue::lacking(const std::string& name, bool is_sequence) const {
  if (!is_sequence) return elements.contains(0) ? "" : name;
  if (!length && elements.empty()) return "|" + name + "|";
  const std::int64_t end = length ? *length : elements.rbegin()->first + 1;
  std::int64_t next = 0;
  for (const auto& [index, value] : elements) {
    if (index != next || next >= end) break;
    ++next;
  }
  return next < end ? name + "[" + std::to_string(next) + "]" : "";
}

const GivenValue& given_value(const sim::LaunchInfo& launch, const contract::Clause& declaration,
                              const std::function<void(GivenValue&)>& gather) {
  GivenValues& all = given_values();
  const std::scoped_lock lock(all.mutex);
  const auto [known, added] = all.values.try_emplace({launch.number, &declaration});
  if (added) gather(known->second);
  return known->second;
}

void forget_given(const sim::LaunchInfo& launch) {
  GivenValues& all = given_values();
  const std::scoped_lock lock(all.mutex);
  std::erase_if(all.values, [&](const auto& entry) { return entry.first.first == launch.number; });
}

}  // namespace detector

namespace contract {

using namespace detector;  // NOLINT: this half of the file is the interface only

void GivenFacts::run(void (*fact)(void*), void* closure) { run_body(fact, closure); }
void GivenFacts::length(int64_t n) {
  if (!evaluating.gathered->length) evaluating.gathered->length = n;
}
void GivenFacts::element(int64_t index, int64_t value) {
  if (index >= 0) evaluating.gathered->elements.try_emplace(index, value);
}

namespace library {

void gather(const Clause& declaration, void (*facts)(void*, GivenFacts&), void* closure) noexcept {
  ContractBlock* const block = ContractBlock::of_running_thread();
  if (block == nullptr || block->given().contains(&declaration)) return;
  const sim::BusySection busy;
  const OutsideKernel outside;
  const sim::LaunchInfo& launch = *sim::current.runner->launch();
  (void)given_value(launch, declaration, [&](GivenValue& value) {
    const AsThread again;
    ThreadContract nobody;
    for (sim::BlockRank rank = 0; rank < launch.grid.count(); ++rank) {
      for (sim::ThreadRank thread = 0; thread < launch.block.count(); ++thread) {
        evaluating = {.block = block, .thread = &nobody, .occasion = Occasion::kGhost, .gathered = &value};
        AsThread::become(launch, rank, thread);
        GivenFacts told;
        auto body = [&] { facts(closure, told); };
        run_body([](void* b) { (*static_cast<decltype(body)*>(b))(); }, &body);
      }
    }
    evaluating = {};
  });
}

const Sequence<int64_t>& given(const Clause& declaration, const char* name, bool is_sequence) {
  ContractBlock& block = *evaluating.block;
  const auto [known, added] = block.given().try_emplace(&declaration);
  const GivenValue& value = given_value(*sim::current.runner->launch(), declaration, [](GivenValue&) {});
  if (const std::string lacking = value.lacking(name, is_sequence); !lacking.empty()) {
    evaluating.clause = &declaration;
    block.note({.kind = ContractMistake::Kind::kNoValue, .occasion = Occasion::kKernelEntry, .clause = &declaration}, 0,
               0, {.text = "no `requires` tells " + lacking});
    throw NoValue{NoValue::Why::kUnset, name};
  }
  if (!added) return known->second;
  const int64_t length = is_sequence ? value.length.value_or(static_cast<int64_t>(value.elements.size())) : 1;
  for (const auto& [index, element] : value.elements) {
    if (index >= 0 && index < length) known->second = known->second + Sequence<int64_t>{element};
  }
  return known->second;
}

}  // namespace library
}  // namespace contract
}  // namespace fencepost
