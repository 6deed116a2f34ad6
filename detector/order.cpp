#include "detector/order.h"

#include <algorithm>
#include <utility>

namespace fencepost::detector {

BlockOrder::BlockOrder(LaunchOrder& launch, std::uint64_t block, std::uint32_t threads)
    : launch_(launch), block_(block), threads_(threads) {}

Moment BlockOrder::now(std::uint32_t thread) const {
  return {.block = block_,
          .phase = launch_.phase(),
          .interval = interval_,
          .thread = thread,
          .segment = threads_[thread].segment};
}

SharedKnowledge BlockOrder::snapshot(std::uint32_t thread) {
  Thread& of = threads_[thread];
  auto all = of.known != nullptr ? make_shared_of<Knowledge>(*of.known) : make_shared_of<Knowledge>();
  all->learn(now(thread));
  ++of.segment;
  return all;
}

void BlockOrder::learn(Thread& thread, const SharedKnowledge& more) {
  SharedKnowledge known = joined(thread.known, more);
  if (known == thread.known) return;
  thread.known = std::move(known);
  ++thread.segment;
}

void BlockOrder::fence(std::uint32_t thread, Reach reach) {
  Thread& of = threads_[thread];
  learn(of, std::exchange(of.observed_here, nullptr));
  if (reach == Reach::kDevice) learn(of, std::exchange(of.observed, nullptr));
  of.fenced = true;
  of.at_fence = snapshot(thread);
  if (reach == Reach::kDevice) of.at_device_fence = of.at_fence;
}

void BlockOrder::strong_read(std::uint32_t thread, Location location, Reach reach, bool acquires) {
  const Messages& known = messages(location.shared);
  const auto at = known.find(location.word);
  if (at == known.end()) return;
  launch_.handed_over_ = true;
  const Message& message = at->second;
  Thread& of = threads_[thread];
  const bool from_here = message.block == block_;
  // What is observed must be morally strong with what was written: a block's own scope reaches no other block.
  const SharedKnowledge observed = reach == Reach::kDevice || from_here ? message.to_all : nullptr;
  const SharedKnowledge observed_here = from_here ? message.to_block : nullptr;
  if (acquires) {
    if (observed != nullptr) learn(of, observed);
    if (observed_here != nullptr) learn(of, observed_here);
  } else {
    of.observed = joined(of.observed, joined(observed, observed_here));
    of.observed_here = joined(of.observed_here, observed_here);
  }
}

void BlockOrder::strong_write(std::uint32_t thread, Location location, Reach reach, bool releases, bool continues) {
  Thread& of = threads_[thread];
  if (releases) {
    of.at_fence = snapshot(thread);
    if (reach == Reach::kDevice) of.at_device_fence = of.at_fence;
  }
  Message& message = messages(location.shared)[location.word];
  SharedKnowledge to_all = reach == Reach::kDevice ? of.at_device_fence : nullptr;
  SharedKnowledge to_block = of.at_fence;
  if (continues) {
    to_all = joined(message.to_all, to_all);
    if (message.block == block_) to_block = joined(message.to_block, to_block);
  }
  message = {std::move(to_all), std::move(to_block), block_};
}

void BlockOrder::plain_write(Location location) {
  Messages& known = messages(location.shared);
  if (!known.empty()) known.erase(location.word);
}

BlockOrder::Messages& BlockOrder::messages(bool shared) { return shared ? messages_ : launch_.messages_; }

void BlockOrder::group_barrier(std::span<const std::uint32_t> threads) {
  auto all = make_shared_of<Knowledge>();
  const Knowledge* last = nullptr;  // After a barrier of the same threads they all know the same.
  std::vector<Moment> moments;
  moments.reserve(threads.size());
  for (const std::uint32_t thread : threads) {
    Thread& of = threads_[thread];
    if (of.known != nullptr && of.known.get() != last) all->merge(*of.known);
    last = of.known.get();
    if (of.observed != nullptr) all->merge(*of.observed);
    of.observed = of.observed_here = nullptr;
    moments.push_back(now(thread));
  }
  if (!std::ranges::is_sorted(moments, {}, &Moment::thread)) std::ranges::sort(moments, {}, &Moment::thread);
  all->learn(moments);
  for (const std::uint32_t thread : threads) {
    threads_[thread].known = all;
    ++threads_[thread].segment;
  }
}

void BlockOrder::block_barrier() {
  SharedKnowledge all;
  for (Thread& of : threads_) {
    all = joined(all, of.known);
    all = joined(all, std::exchange(of.observed, nullptr));
    of.observed_here = nullptr;
  }
  if (all != nullptr) {
    // Of the own block, the interval alone now tells all that there is to know.
    Knowledge others = *all;
    others.forget(block_);
    if (others.empty()) {
      all = nullptr;
    } else if (!others.is(*all)) {
      all = make_shared_of<Knowledge>(std::move(others));
    }
  }
  for (Thread& of : threads_) {
    of.known = all;
    of.segment = 0;
    of.fenced = false;
  }
  ++interval_;
}

BlockOrder::BarrierObject& BlockOrder::barrier_object(Location barrier, Reach reach) {
  const bool own = barrier.shared || reach == Reach::kBlock;
  return (own ? barrier_objects_ : launch_.barrier_objects_)[barrier.word];
}

void BlockOrder::arrive(std::uint32_t thread, Location barrier, Reach reach, bool completes) {
  BarrierObject& object = barrier_object(barrier, reach);
  object.arrived = joined(object.arrived, snapshot(thread));
  if (completes) object.completed = joined(object.completed, std::exchange(object.arrived, nullptr));
}

void BlockOrder::begin_completion(std::uint32_t thread, Location barrier, Reach reach) {
  Thread& of = threads_[thread];
  of.before_completion = of.known;
  learn(of, barrier_object(barrier, reach).arrived);
}

void BlockOrder::end_completion(std::uint32_t thread, Location barrier, Reach reach) {
  arrive(thread, barrier, reach, true);
  threads_[thread].known = std::exchange(threads_[thread].before_completion, nullptr);
}

void BlockOrder::open(Location barrier, Reach reach, std::span<const std::uint32_t> threads) {
  const SharedKnowledge arrived = std::exchange(barrier_object(barrier, reach).arrived, nullptr);
  for (const std::uint32_t thread : threads) learn(threads_[thread], arrived);
}

void BlockOrder::forget(Location barrier, Reach reach) { barrier_object(barrier, reach) = {}; }

void BlockOrder::pass(std::uint32_t thread, Location barrier, Reach reach) {
  learn(threads_[thread], barrier_object(barrier, reach).completed);
}

Moment BlockOrder::copy_moment(std::uint32_t thread) const {
  return {.block = block_ | Moment::kAgents,
          .phase = launch_.phase(),
          .interval = 0,
          .thread = thread,
          .segment = threads_[thread].batch};
}

SharedKnowledge BlockOrder::start_copy(std::uint32_t thread) {
  Thread& of = threads_[thread];
  of.before_copies = snapshot(thread);  // Holds what came before the earlier ones.
  return of.before_copies;
}

SharedKnowledge BlockOrder::copies_before(std::uint32_t thread, std::uint32_t batch) const {
  if (batch == 0) return nullptr;
  auto copies = make_shared_of<Knowledge>();
  Moment last = copy_moment(thread);
  last.segment = batch - 1;
  copies->learn(last);
  return copies;
}

void BlockOrder::await_copies(std::uint32_t thread, std::uint32_t remaining) {
  Thread& of = threads_[thread];
  if (of.batch > remaining) learn(of, copies_before(thread, of.batch - remaining));
}

void BlockOrder::copies_arrive(std::uint32_t thread, Location barrier, Reach reach) {
  BarrierObject& object = barrier_object(barrier, reach);
  const Thread& of = threads_[thread];
  if (of.before_copies != nullptr) {
    object.arrived = joined(object.arrived, joined(of.before_copies, copies_before(thread, of.batch + 1)));
  }
  commit_copies(thread);
}

void LaunchOrder::grid_barrier() {
  ++phase_;
  messages_.clear();
}

bool LaunchOrder::before(const Moment& a, const Moment& b, const Knowledge* b_known) {
  if (a.phase != b.phase) return a.phase < b.phase;
  if (a.block == b.block) {
    if (a.interval != b.interval) return a.interval < b.interval;
    if (a.thread == b.thread) return a.segment <= b.segment;
  }
  return b_known != nullptr && b_known->covers(a);
}

}  // namespace fencepost::detector
