#include "detector/order/order.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fencepost::detector {

namespace {

/// Names a location among those of a thread: addresses have 48 bits, sizes at most 16.
std::uint64_t key_of(const BlockOrder::Location& location) {
  return (std::uint64_t{location.address} << 5 | location.bytes) << 1 | (location.shared ? 1 : 0);
}

SharedKnowledge without(const SharedKnowledge& all, std::uint64_t block) {
  if (all == nullptr) return nullptr;
  Knowledge others = *all;
  others.forget(block);
  if (others.empty()) return nullptr;
  if (others.is(*all)) return all;
  return make_shared_of<Knowledge>(std::move(others));
}

}  // namespace

BlockOrder::BlockOrder(LaunchOrder& launch, const Home& home, std::uint32_t threads, ClusterOrder* cluster)
    : launch_(launch),
      cluster_(cluster),
      home_(home),
      block_(home.block),
      threads_(std::exchange(launch.spare_threads_, {})) {
  threads_.resize(threads);
}

void BlockOrder::Thread::reset() {
  if (hands_over) {
    *this = {};
    return;
  }
  segment = 0;
  fenced = has_told = false;
  past = {};
  fences.clear();
}

BlockOrder::~BlockOrder() {
  for (Thread& thread : threads_) thread.reset();
  launch_.spare_threads_ = std::move(threads_);
}

SharedKnowledge BlockOrder::known_to_any() const {
  SharedKnowledge all;
  for (const Thread& thread : threads_) all = joined(all, thread.past.known);
  return all;
}

Moment BlockOrder::now(std::uint32_t thread) const {
  return {.block = block_,
          .phase = launch_.phase(),
          .interval = interval_,
          .thread = thread,
          .segment = threads_[thread].segment};
}

Past BlockOrder::snapshot(std::uint32_t thread) {
  Thread& of = threads_[thread];
  auto all = of.past.known != nullptr ? make_shared_of<Knowledge>(*of.past.known) : make_shared_of<Knowledge>();
  all->learn(now(thread));
  ++of.segment;
  of.has_told = true;
  return {.known = std::move(all),
          .fences = of.past.fences,
          .observed = of.past.observed,
          .proxied = of.past.proxied,
          .maps_released = of.past.maps_released,
          .maps_acquired = of.past.maps_acquired};
}

void BlockOrder::learn(Thread& thread, const Past& more) {
  Past past = joined(thread.past, more);
  if (past.known != thread.past.known) ++thread.segment;
  thread.past = std::move(past);
}

void BlockOrder::fence(std::uint32_t thread, const Fence& fence) {
  Thread& of = threads_[thread];
  const bool beyond_block = fence.reach != Reach::kBlock;
  of.fenced = true;
  if (fence.acquires) {
    learn(of, std::exchange(of.observed.to_block, {}));
    if (beyond_block) learn(of, std::exchange(of.observed.to_cluster, {}));
    if (fence.reach == Reach::kDevice) {
      learn(of, std::exchange(of.observed.to_all, {}));
      of.observed_at.clear();
    }
    for (auto at = of.observed_at.begin(); at != of.observed_at.end();) {
      at->second.to_block = {};
      if (beyond_block) at->second.to_cluster = {};
      at = at->second == Released{} ? of.observed_at.erase(at) : std::next(at);
    }
  }
  // In the order of fences of sequential consistency cluster scope counts as device scope.
  const bool far = beyond_block;
  if (fence.sequential) {
    Past past = of.past;
    learn_of_fences(past, far ? Reach::kDevice : Reach::kBlock);
    learn(of, past);
    of.past.observed = past.observed;
  }
  if (!fence.releases && !fence.sequential) return;
  const bool has_told = of.has_told;
  const Moment at = now(thread);
  Past before = snapshot(thread);
  if (fence.sequential) {
    of.past.fences.all = before.known;
    if (far) {
      of.past.fences.device = before.known;
      of.past.fences.seen = joined(of.past.fences.seen, of.past.observed.all);
    }
    before.fences = of.past.fences;
    if (of.fences.empty() || has_told) of.fences.emplace_back();
    of.fences.back() = {at, ++fences_, before};
    of.has_told = false;
  }
  if (!fence.releases) return;
  of.hands_over = true;
  of.at_fence.to_block = before;
  if (beyond_block) of.at_fence.to_cluster = before;
  if (fence.reach == Reach::kDevice) of.at_fence.to_all = std::move(before);
}

void BlockOrder::proxy_fence(std::uint32_t thread) {
  launch_.has_proxy_fences_ = true;
  Past& past = threads_[thread].past;
  past.proxied = joined(past.proxied, snapshot(thread).known);
}

void BlockOrder::map_fence(std::uint32_t thread, bool acquires) {
  launch_.has_map_fences_ = true;
  Past& past = threads_[thread].past;
  if (acquires) {
    past.maps_acquired = joined(past.maps_acquired, past.maps_released);
  } else {
    past.maps_released = joined(past.maps_released, snapshot(thread).known);
  }
}

void BlockOrder::learn_of_fences(Past& past, Reach reach) const {
  const FencePasts observed = past.observed;
  if (observed == FencePasts{}) return;
  const bool far = reach == Reach::kDevice;
  if (!far || observed.all != observed.device) {
    learn_of_own_fences(past, observed.all);
    past.observed.all = without(past.observed.all, block_);  // These are done with.
  }
  if (!far) return;
  past.known = joined(past.known, observed.device);
  // Fences hand on nothing of proxies: perhaps there was one of these on the way.
  if (launch_.has_proxy_fences_) past.proxied = joined(past.proxied, observed.device);
  if (launch_.has_map_fences_) {
    past.maps_released = joined(past.maps_released, observed.device);
    past.maps_acquired = joined(past.maps_acquired, observed.device);
  }
  past.fences = joined(past.fences, {.device = observed.device, .all = observed.device});
  // Those of device scope are done with.
  const bool done = past.observed.all == past.observed.device;
  past.observed = {.all = joined(done ? nullptr : past.observed.all, past.observed.seen)};
}

void BlockOrder::learn_of_own_fences(Past& past, const SharedKnowledge& fences) const {
  if (fences == nullptr) return;
  std::vector<const OwnFence*> last;  // Of each thread, in their order.
  for (const Knowledge::OfThread& known : fences->in(block_, interval_)) {
    const std::vector<OwnFence>& own = threads_[known.thread].fences;
    auto after = own.end();
    if (!own.empty() && own.back().at.segment >= known.segments) {
      after = std::ranges::lower_bound(own, known.segments, {}, [](const OwnFence& f) { return f.at.segment; });
    }
    if (after != own.begin()) last.push_back(&*std::prev(after));
  }
  for (leave_out_known(last, past.known); !last.empty(); leave_out_known(last, past.known)) {
    // Mostly it came after the others, and tells all that they do.
    const auto latest = std::ranges::max_element(last, {}, &OwnFence::number);
    past = joined(past, (*latest)->past);
    last.erase(latest);
  }
}

void BlockOrder::leave_out_known(std::vector<const OwnFence*>& fences, const SharedKnowledge& known) const {
  if (known == nullptr) return;
  const std::span<const Knowledge::OfThread> threads = known->in(block_, interval_);
  if (threads.empty()) {
    std::erase_if(fences, [&](const OwnFence* fence) { return known->covers(fence->at); });
    return;
  }
  auto of = threads.begin();
  std::erase_if(fences, [&](const OwnFence* fence) {
    while (of != threads.end() && of->thread < fence->at.thread) ++of;
    return of != threads.end() && of->thread == fence->at.thread && fence->at.segment < of->segments;
  });
}

void BlockOrder::strong_read(std::uint32_t thread, Location location, Reach reach, bool acquires) {
  Thread& of = threads_[thread];
  const bool far = reach == Reach::kDevice;
  const Message* const message = messages(location.shared).find(location.address, location.bytes);
  if (message != nullptr) {
    launch_.handed_over_ = true;
    if (message->is_morally_strong_with(home_, reach)) {
      const Released released = message->released_to(home_);
      of.past.observed = joined(of.past.observed, message->fences());
      if (acquires) {
        learn(of, released.to_block);
        if (reach != Reach::kBlock) learn(of, released.to_cluster);
        if (far) learn(of, released.to_all);
      }
      if (!(acquires && far) && released != Released{}) {
        of.observed = joined(of.observed, released);
        of.may_have_observed = of.hands_over = true;
        Released& here = of.observed_at[key_of(location)];
        here = joined(here, released);
      }
    }
  }
  if (!acquires || of.observed_at.empty()) return;
  const auto earlier = of.observed_at.find(key_of(location));
  if (earlier == of.observed_at.end()) return;
  learn(of, earlier->second.to_block);
  if (reach != Reach::kBlock) learn(of, earlier->second.to_cluster);
  if (far) learn(of, earlier->second.to_all);
}

void BlockOrder::strong_write(std::uint32_t thread, Location location, Reach reach, bool releases, bool continues) {
  Thread& of = threads_[thread];
  Released released = of.at_fence;
  if (releases) {
    Past past = snapshot(thread);
    of.hands_over = true;
    Released& here = of.released_at[key_of(location)];
    here.to_block = past;
    if (reach != Reach::kBlock) here.to_cluster = past;
    if (reach == Reach::kDevice) here.to_all = std::move(past);
  }
  if (!of.released_at.empty()) {
    const auto here = of.released_at.find(key_of(location));
    if (here != of.released_at.end()) released = joined(released, here->second);
  }
  of.has_told = true;
  Messages& all = messages(location.shared);
  Message* message = continues ? all.find(location.address, location.bytes) : nullptr;
  if (message != nullptr && message->is_morally_strong_with(home_, reach)) {
    message->continue_by(home_, reach);
  } else {
    message = &all.begin(location.address, Message(location.bytes, home_, reach));
  }
  message->add(released, of.past.fences);
}

void BlockOrder::plain_write(Location location) { messages(location.shared).end(location.address, location.bytes); }

Messages& BlockOrder::messages(bool shared) {
  if (!shared) return launch_.messages_;
  return cluster_ != nullptr ? cluster_->messages_ : messages_;
}

std::vector<Past> BlockOrder::take_pasts(std::span<const std::uint32_t> threads) {
  std::vector<Past> pasts;
  pasts.reserve(threads.size());
  for (const std::uint32_t thread : threads) {
    Thread& of = threads_[thread];
    // Behind a barrier of the same threads they all know the same.
    if (pasts.empty() || of.past != pasts.back()) pasts.push_back(of.past);
    if (of.may_have_observed && of.observed != Released{}) {
      of.may_have_observed = false;
      const Released observed = std::exchange(of.observed, {});
      pasts.push_back(joined(joined(observed.to_all, observed.to_cluster), observed.to_block));
      pasts.push_back(of.past);
      of.observed_at.clear();
    }
  }
  return pasts;
}

void BlockOrder::group_barrier(std::span<const std::uint32_t> threads) {
  Past past = joined(take_pasts(threads));
  learn_of_fences(past, Reach::kDevice);
  std::vector<Moment> moments;
  moments.reserve(threads.size());
  for (const std::uint32_t thread : threads) moments.push_back(now(thread));
  if (!std::ranges::is_sorted(moments, {}, &Moment::thread)) std::ranges::sort(moments, {}, &Moment::thread);
  auto all = past.known != nullptr ? make_shared_of<Knowledge>(*past.known) : make_shared_of<Knowledge>();
  all->learn(moments);
  past.known = std::move(all);
  for (const std::uint32_t thread : threads) {
    Thread& of = threads_[thread];
    of.past = past;
    of.has_told = true;
    ++of.segment;
  }
}

void BlockOrder::block_barrier() {
  std::vector<std::uint32_t> threads(threads_.size());
  std::iota(threads.begin(), threads.end(), 0U);
  Past past = joined(take_pasts(threads));
  learn_of_fences(past, Reach::kDevice);
  // Of the own block, the interval alone now tells all that there is to know.
  past.known = without(past.known, block_);
  for (Thread& of : threads_) {
    of.past = past;
    of.segment = 0;
    of.fenced = false;
    of.fences.clear();
  }
  ++interval_;
}

BlockOrder::BarrierObject& BlockOrder::barrier_object(Location barrier, Reach reach) {
  if (barrier.shared && cluster_ != nullptr) return cluster_->barrier_objects_[barrier.address];
  const bool own = barrier.shared || reach == Reach::kBlock;
  return (own ? barrier_objects_ : launch_.barrier_objects_)[barrier.address];
}

void BlockOrder::arrive(std::uint32_t thread, Location barrier, Reach reach, bool completes) {
  BarrierObject& object = barrier_object(barrier, reach);
  object.arrived = joined(object.arrived, snapshot(thread));
  if (completes) complete(barrier, reach);
}

void BlockOrder::arrive_relaxed(std::uint32_t thread, Location barrier, Reach reach) {
  BarrierObject& object = barrier_object(barrier, Reach::kDevice);
  const Released& at_fence = threads_[thread].at_fence;
  const Past& before = reach == Reach::kBlock ? at_fence.to_block : at_fence.to_cluster;
  object.arrived = joined(object.arrived, joined(before, begun()));
}

/// As if an agent that does nothing were known.
Past BlockOrder::begun() const {
  auto agent = make_shared_of<Knowledge>();
  agent->learn({.block = block_ | Moment::kAgents, .phase = launch_.phase(), .thread = ~std::uint32_t{0}});
  return {.known = std::move(agent)};
}

void BlockOrder::begin_completion(std::uint32_t thread, Location barrier, Reach reach) {
  Thread& of = threads_[thread];
  of.hands_over = true;
  of.before_completion = of.past;
  learn(of, barrier_object(barrier, reach).arrived);
}

void BlockOrder::end_completion(std::uint32_t thread, Location barrier, Reach reach) {
  arrive(thread, barrier, reach, true);
  Thread& of = threads_[thread];
  of.past = std::exchange(of.before_completion, {});
}

void BlockOrder::open(Location barrier, Reach reach, std::span<const std::uint32_t> threads) {
  const Past arrived = std::exchange(barrier_object(barrier, reach).arrived, {});
  for (const std::uint32_t thread : threads) learn(threads_[thread], arrived);
}

void BlockOrder::forget(Location barrier, Reach reach) { barrier_object(barrier, reach) = {}; }

void BlockOrder::pass(std::uint32_t thread, Location barrier, Reach reach) {
  learn(threads_[thread], barrier_object(barrier, reach).completed);
}

void BlockOrder::pass_relaxed(std::uint32_t thread, Location barrier) {
  threads_[thread].may_have_observed = threads_[thread].hands_over = true;
  Released& observed = threads_[thread].observed;
  observed.to_block = joined(observed.to_block, barrier_object(barrier, Reach::kDevice).completed);
}

BlockOrder::Agent BlockOrder::bulk_copies_of(std::uint32_t thread, Location barrier) {
  const auto number = static_cast<std::uint32_t>(agents_of_barriers_.size());
  return thread + (8 + agents_of_barriers_.try_emplace(barrier.address, number).first->second) * Moment::kThreads;
}

Moment BlockOrder::copy_moment(Agent agent) const {
  std::uint32_t batch = 0;
  if (agent < Moment::kThreads) {
    if (!own_copies_.empty()) batch = own_copies_[agent].batch;
  } else if (const auto known = copies_.find(agent); known != copies_.end()) {
    batch = known->second.batch;
  }
  return {
      .block = block_ | Moment::kAgents, .phase = launch_.phase(), .interval = 0, .thread = agent, .segment = batch};
}

SharedKnowledge BlockOrder::start_copy(Agent agent) {
  Copies& of = copies(agent);
  of.before = snapshot(agent % Moment::kThreads);  // Holds what came before the earlier ones.
  return of.before.known;
}

Past BlockOrder::copies_before(Agent agent, std::uint32_t batch) const {
  if (batch == 0) return {};
  auto copies = make_shared_of<Knowledge>();
  Moment last = copy_moment(agent);
  last.segment = batch - 1;
  copies->learn(last);
  return {.known = std::move(copies)};
}

void BlockOrder::await_copies(std::uint32_t thread, Agent agent, std::uint32_t remaining) {
  const std::uint32_t batch = copies(agent).batch;
  if (batch > remaining) learn(threads_[thread], copies_before(agent, batch - remaining));
}

void BlockOrder::count_copies(Agent agent) {
  Copies& of = copies(agent);
  if (of.before != Past{}) of.before = snapshot(agent % Moment::kThreads);
}

void BlockOrder::copies_arrive(Agent agent, Location barrier, Reach reach) {
  BarrierObject& object = barrier_object(barrier, reach);
  const Copies& of = copies(agent);
  if (of.before != Past{}) {
    object.arrived = joined(object.arrived, joined(of.before, copies_before(agent, of.batch + 1)));
  }
  commit_copies(agent);
}

void BlockOrder::complete(Location barrier, Reach reach) {
  BarrierObject& object = barrier_object(barrier, reach);
  object.completed = joined(object.completed, std::exchange(object.arrived, {}));
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
