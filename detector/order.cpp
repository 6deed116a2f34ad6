#include "detector/order.h"

#include <algorithm>
#include <utility>

namespace fencepost::detector {

BlockOrder::BlockOrder(LaunchOrder& launch, std::uint64_t block, std::uint32_t threads)
    : launch_(launch), block_(block), threads_(threads) {}

Moment BlockOrder::now(std::uint32_t thread) const {
  return {.phase = launch_.phase(),
          .block = block_,
          .interval = interval_,
          .thread = thread,
          .segment = threads_[thread].segment};
}

SharedKnowledge BlockOrder::snapshot(std::uint32_t thread) {
  Thread& of = threads_[thread];
  auto all = of.known != nullptr ? std::make_shared<Knowledge>(*of.known) : std::make_shared<Knowledge>();
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
  of.at_fence = snapshot(thread);
  if (reach == Reach::kDevice) of.at_device_fence = of.at_fence;
}

void BlockOrder::strong_read(std::uint32_t thread, Location location, Reach reach, bool acquires) {
  const Messages& known = messages(location.shared);
  const auto at = known.find(location.word);
  if (at == known.end()) return;
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
  const Moment write = now(thread);
  if (releases) {
    of.at_fence = snapshot(thread);
    if (reach == Reach::kDevice) of.at_device_fence = of.at_fence;
  }
  Message& message = messages(location.shared)[location.word];
  const auto with_write = [&](const SharedKnowledge& released) -> SharedKnowledge {
    if (released == nullptr || released->covers(write)) return released;
    auto more = std::make_shared<Knowledge>(*released);
    more->learn_write(location.word, write);
    return more;
  };
  SharedKnowledge to_all = reach == Reach::kDevice ? with_write(of.at_device_fence) : nullptr;
  SharedKnowledge to_block = to_all != nullptr && of.at_fence == of.at_device_fence ? to_all : with_write(of.at_fence);
  // Ends its moment, which names it from now on.
  if (of.at_fence != nullptr && !releases) ++of.segment;
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
  auto all = std::make_shared<Knowledge>();
  for (const std::uint32_t thread : threads) {
    Thread& of = threads_[thread];
    if (of.known != nullptr) all->merge(*of.known);
    if (of.observed != nullptr) all->merge(*of.observed);
    of.observed = of.observed_here = nullptr;
    all->learn(now(thread));
  }
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
    auto others = std::make_shared<Knowledge>(*all);
    others->forget_threads(block_);
    all = others->empty() ? nullptr : std::move(others);
  }
  for (Thread& of : threads_) {
    of.known = all;
    of.segment = 0;
  }
  ++interval_;
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
