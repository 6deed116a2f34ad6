// What generated code calls of detector/include/fencepost/contract.h: clauses and their permissions.
#include "detector/include/fencepost/contract.h"

#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "detector/check/outside_kernel.h"
#include "detector/contract/block.h"
#include "detector/contract/evaluating.h"
#include "detector/contract/launch.h"
#include "detector/contract/stack.h"
#include "detector/shadow/access_state.h"
#include "detector/worker/worker_shadow.h"
#include "sim/engine/block_runner.h"
#include "sim/interface/current.h"

namespace fencepost {
namespace detector {

thread_local Evaluating evaluating;

namespace {

using contract::Clause;
using contract::Evaluation;
using contract::NoValue;
using contract::library::Occasion;
using Mistake = ContractMistake::Kind;

thread_local int pure_calls = 0;

struct Job {
  void (*body)(void*);
  void* argument;
  Outcome outcome;
};

void do_job(void* argument) {
  auto& job = *static_cast<Job*>(argument);
  const auto undefined = [](const char* what) {
    return Outcome{Outcome::How::kNoValue, {NoValue::Why::kUndefined, what}};
  };
  try {
    job.body(job.argument);
  } catch (const NoValue& no_value) {
    job.outcome = {Outcome::How::kNoValue, no_value};
  } catch (const Told&) {
    job.outcome = {Outcome::How::kTold, {}};
  } catch (const std::bad_alloc&) {
    job.outcome = undefined("it takes more memory than there is");
  } catch (...) {
    job.outcome = undefined("it throws an exception");
  }
}

}  // namespace

Outcome run_body(void (*body)(void*), void* argument) {
  Job job{body, argument, {}};
  EvaluationStack& stack = EvaluationStack::of_this_thread();
  if (stack.is_running()) {
    do_job(&job);
    return job.outcome;
  }
  pure_calls = 0;
  switch (stack.run(&do_job, &job)) {
    case EvaluationStack::End::kReturned:
      break;
    case EvaluationStack::End::kStackOverflow:
      job.outcome = {Outcome::How::kNoValue, {NoValue::Why::kUndefined, "a recursion deeper than 64 MiB of stack"}};
      break;
    case EvaluationStack::End::kCrash:
      job.outcome = {Outcome::How::kNoValue, {NoValue::Why::kUndefined, "an access to no memory, or a trap"}};
      break;
  }
  return job.outcome;
}

namespace {

ContractLog::Key key_of(Mistake kind) {
  return {.kind = kind, .occasion = evaluating.occasion, .clause = evaluating.clause};
}

/// The values of a clause's variables, as far as they have some.
std::string values_text(void (*show)(void*, contract::Values&), void* of_show) {
  contract::Values values;
  auto body = [&] { show(of_show, values); };
  run_body([](void* b) { (*static_cast<decltype(body)*>(b))(); }, &body);
  return values.text();
}

/// The bytes of an annotation's access, in the thread's terms. Ends the clause if they are nobody's.
std::uintptr_t checked_address(const volatile void* array, std::int64_t first, std::size_t element_bytes,
                               std::int64_t count, ContractPlace& place) {
  const auto begin = reinterpret_cast<std::uintptr_t>(array);
  std::int64_t offset = 0, bytes = 0, end = 0;
  const auto size = static_cast<std::int64_t>(element_bytes);
  const bool too_far = __builtin_mul_overflow(first, size, &offset) || __builtin_mul_overflow(count, size, &bytes) ||
                       __builtin_add_overflow(offset, bytes, &end);
  const std::uintptr_t address = begin + static_cast<std::uintptr_t>(too_far ? 0 : offset);
  place = evaluating.block->place(address);
  const bool inside =
      !too_far && place.space != Space::kNone && static_cast<std::uintptr_t>(bytes) <= place.end - address;
  if (inside) return address;
  if (evaluating.clause != nullptr) {
    // Of a range, the first element that is outside.
    const bool begins_inside = !too_far && place.space != Space::kNone;
    const std::uintptr_t at = begins_inside ? address + (place.end - address) / element_bytes * element_bytes : address;
    evaluating.block->note(key_of(Mistake::kNotMemory), at, static_cast<std::uint32_t>(element_bytes), {});
  }
  throw Told{};
}

[[noreturn]] void undefined(const char* what) { throw NoValue{NoValue::Why::kUndefined, what}; }

void take(const HeldRange& range) {
  ThreadContract& thread = *evaluating.thread;
  const std::optional<HeldRange> lacking = thread.held.take(range);
  // It counts as taken though it was not there: one mistake is one finding.
  if (!thread.taken.add(range)) undefined("a sum of shares that takes more than 64 bits");
  if (evaluating.occasion == Occasion::kArrival) evaluating.block->hand_in(range);
  if (!lacking) return;
  evaluating.lacks = true;
  evaluating.block->note(key_of(Mistake::kNotHeld), lacking->begin, range.element_bytes,
                         {.wanted = range.share, .had = lacking->share});
}

/// What the thread has when all clauses of an annotation have been evaluated.
void settle(Occasion occasion, ThreadContract& thread) {
  const auto move = [](Permissions& from, Permissions& to) {
    for (const HeldRange& range : from.ranges()) to.add(range);
    from.clear();
  };
  switch (occasion) {
    case Occasion::kKernelEntry:
      thread.old = OldMemory(thread.held);
      break;
    case Occasion::kKernelExit:  // A second contract of the kernel's may speak of the same places: they are gone.
    case Occasion::kDeparture:
    case Occasion::kGhost:
      break;
    case Occasion::kFunctionEntry:
    case Occasion::kInvariant:
      if (thread.compared) {
        move(thread.held, thread.frames.back().rest);
        std::swap(thread.held, thread.taken);
      }
      if (occasion == Occasion::kFunctionEntry) thread.frames.back().old = OldMemory(thread.held);
      break;
    case Occasion::kAssertion:
    case Occasion::kFunctionExit:
      move(thread.taken, thread.held);
      break;
    case Occasion::kArrival:
      thread.taken.clear();
      if (thread.compared) evaluating.block->note_kept();
      break;
  }
}

/// Some share of all bytes, be it taken by the annotation itself. The first byte that lacks one else.
std::optional<std::uintptr_t> first_unframed(const ThreadContract& thread, std::uintptr_t begin, std::uintptr_t end) {
  for (std::uintptr_t at = begin; at < end;) {
    const auto lacking = thread.held.first_lacking(at, end, Permissions::Need::kSome);
    if (!lacking) return std::nullopt;
    const HeldRange* taken = thread.taken.find(*lacking);
    if (taken == nullptr || !taken->share.is_some()) return lacking;
    at = taken->end;
  }
  return std::nullopt;
}

}  // namespace
}  // namespace detector

namespace contract {

using namespace detector;  // NOLINT: this half of the file is the interface only

void Evaluation::run(const Clause& c, void (*body)(void*), void* of_body, void (*show)(void*, Values&), void* of_show) {
  const Evaluating outer = evaluating;
  evaluating.clause = &c;
  evaluating.is_false = evaluating.lacks = evaluating.reads_old = false;
  evaluating.unset = nullptr;
  Outcome outcome = run_body(body, of_body);
  if (outcome.how == Outcome::How::kDone && evaluating.unset != nullptr && !evaluating.is_false) {
    outcome = {Outcome::How::kNoValue, {NoValue::Why::kUnset, evaluating.unset}};
  }
  const bool fails = evaluating.lacks || outcome.how == Outcome::How::kTold;
  const auto note = [&](Mistake kind, std::string text) {
    evaluating.block->note(key_of(kind), 0, 0, {.text = std::move(text)});
  };
  ClauseCount& count = evaluating.block->counts()[&c];
  const char* const what = outcome.no_value.what;
  if (outcome.how == Outcome::How::kNoValue && outcome.no_value.why == NoValue::Why::kUnset && !fails) {
    ++count.not_evaluated;
    if (count.reason.empty() || what < count.reason) count.reason = what;
  } else if (outcome.how == Outcome::How::kNoValue && outcome.no_value.why != NoValue::Why::kUnset) {
    ++count.failed;
    note(Mistake::kNoValue, what);
  } else if (evaluating.is_false) {
    ++count.failed;
    note(Mistake::kFalse, values_text(show, of_show));
  } else {
    ++(fails ? count.failed : count.held);
  }
  evaluating = outer;
}

void Evaluation::require(bool holds) {
  if (!holds) evaluating.is_false = true;
}

bool Evaluation::holds() const { return !evaluating.is_false; }

void Evaluation::run_part(void (*body)(void*), void* of_body) {
  try {
    body(of_body);
  } catch (const NoValue& no_value) {
    if (no_value.why != NoValue::Why::kUnset) throw;
    evaluating.unset = no_value.what;
  }
}

void Evaluation::permission(const volatile void* place, size_t element_bytes, int64_t count, Fraction f) {
  const auto share = Share::of(f);
  if (!share) undefined("a permission that is negative or has denominator 0");
  ThreadContract& thread = *evaluating.thread;
  if (count <= 0 || share->is_nothing() || !thread.compared || evaluating.occasion == Occasion::kGhost) return;
  ContractPlace where;
  const std::uintptr_t begin = checked_address(place, 0, element_bytes, count, where);
  if (where.space == Space::kLocal || where.space == Space::kConstant) return;
  const HeldRange range{.begin = begin,
                        .end = begin + element_bytes * static_cast<size_t>(count),
                        .share = *share,
                        .granted = evaluating.clause,
                        .element_bytes = static_cast<std::uint32_t>(element_bytes)};
  if (evaluating.occasion != Occasion::kKernelEntry && evaluating.occasion != Occasion::kDeparture) return take(range);
  if (!thread.held.add(range)) undefined("a sum of shares that takes more than 64 bits");
  if (evaluating.occasion == Occasion::kKernelEntry) {
    evaluating.block->grant_at_entry(range, where.space);
  } else {
    evaluating.block->give(range);
  }
}

namespace library {

void evaluate(Occasion occasion, void (*clauses)(void*, Evaluation&), void* closure) noexcept {
  ContractBlock* const block = ContractBlock::of_running_thread();
  if (block == nullptr) return;
  const sim::BusySection busy;
  const OutsideKernel outside;
  ThreadContract& thread = block->running_thread();
  evaluating = {.block = block, .thread = &thread, .occasion = occasion};
  if (occasion == Occasion::kGhost) {
    auto body = [&] { clauses(closure, current_evaluation()); };
    run_body([](void* b) { (*static_cast<decltype(body)*>(b))(); }, &body);
  } else {
    clauses(closure, current_evaluation());
  }
  settle(occasion, thread);
  evaluating = {};
}

void enter_kernel(bool permissions) noexcept {
  const sim::BusySection busy;
  if (ContractBlock* const block = ContractBlock::of_running_thread()) block->enter_kernel(permissions);
}

void enter_function() noexcept {
  const sim::BusySection busy;
  ContractBlock* const block = ContractBlock::of_running_thread();
  if (block != nullptr) block->running_thread().frames.push_back({.is_function = true});
}

void enter_loop() noexcept {
  const sim::BusySection busy;
  ContractBlock* const block = ContractBlock::of_running_thread();
  if (block != nullptr) block->running_thread().frames.emplace_back();
}

/// The rest is the thread's again.
void leave_function() noexcept {
  const sim::BusySection busy;
  ContractBlock* const block = ContractBlock::of_running_thread();
  if (block == nullptr) return;
  ThreadContract& thread = block->running_thread();
  for (const HeldRange& range : thread.frames.back().rest.ranges()) thread.held.add(range);
  thread.frames.pop_back();
}

void leave_loop() noexcept { leave_function(); }

void arrive(const Clause& barrier) noexcept {
  const sim::BusySection busy;
  ContractBlock* const block = ContractBlock::of_running_thread();
  if (block != nullptr && block->running_thread().compared) block->arrive(barrier);
}

void depart() noexcept {
  const sim::BusySection busy;
  ContractBlock* const block = ContractBlock::of_running_thread();
  if (block != nullptr && block->running_thread().compared) block->depart();
}

void read(void* value, const volatile void* array, int64_t index, size_t bytes) {
  ContractPlace place;
  const std::uintptr_t address = checked_address(array, index, bytes, 1, place);
  const ThreadContract& thread = *evaluating.thread;
  const auto unframed = [&](std::uintptr_t at) {
    if (evaluating.clause == nullptr) throw Told{};
    evaluating.block->note(key_of(Mistake::kUnframed), at, static_cast<std::uint32_t>(bytes), {});
    throw Told{};
  };
  if (evaluating.gathered != nullptr && place.space == Space::kShared) throw Told{};  // Of another block.
  const bool needs_permission = place.space != Space::kLocal && place.space != Space::kConstant;
  if (evaluating.reads_old && needs_permission) {
    if (thread.innermost_old().read(value, address, bytes)) return;
    if (!thread.compared) undefined("\\old of memory without a permission");
    unframed(address);
  }
  if (needs_permission && thread.compared) {
    if (const auto at = first_unframed(thread, address, address + bytes)) unframed(*at);
  }
  std::memcpy(value, reinterpret_cast<const void*>(address), bytes);  // NOLINT(performance-no-int-to-ptr)
}

int64_t bytes_from(const volatile void* address) {
  if (evaluating.block == nullptr) undefined("the length of an array outside of a kernel");
  ContractPlace place;
  const std::uintptr_t begin = checked_address(address, 0, 1, 1, place);
  if (place.space == Space::kLocal) undefined("the length of an array on the stack");
  return static_cast<int64_t>(place.end - begin);
}

Old::Old() noexcept : before_(std::exchange(evaluating.reads_old, true)) {}
Old::~Old() { evaluating.reads_old = before_; }
OldIsRead::OldIsRead() noexcept { expect_old_memory(); }

void descend() {
  if (EvaluationStack::of_this_thread().is_nearly_full()) undefined("a recursion deeper than 64 MiB of stack");
}
int& pure_calls() noexcept { return detector::pure_calls; }

}  // namespace library

Evaluation& current_evaluation() {
  static Evaluation evaluation;
  return evaluation;
}

void assumption(const Clause& c) noexcept {
  const sim::BusySection busy;
  if (ContractBlock* const block = ContractBlock::of_running_thread()) ++block->counts()[&c].assumed;
}

void no_value(NoValue::Why why, const char* what) { throw NoValue{why, what}; }

bool evaluated(void (*evaluate)(void*), void* closure, NoValue& none) {
  try {
    evaluate(closure);
    return true;
  } catch (const NoValue& no_value) {
    none = no_value;
    return false;
  }
}

NotChecked::NotChecked(const Clause& what, const char* why) noexcept { register_not_checked(what, why); }

namespace {
std::uint64_t threads_of_block() { return sim::current.runner->launch()->block.count(); }
}  // namespace

int local_id() { return static_cast<int>(sim::current.thread); }
int global_id() {
  const sim::BlockRank block = evaluating.as_block.value_or(sim::current.runner->block());
  return static_cast<int>(block * threads_of_block() + sim::current.thread);
}
int block_threads() { return static_cast<int>(threads_of_block()); }
int grid_blocks() { return static_cast<int>(sim::current.runner->launch()->grid.count()); }

}  // namespace contract
}  // namespace fencepost
