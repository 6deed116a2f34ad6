#include "detector/order/knowledge.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace fencepost::detector {

namespace {

/// The part of a block number above `bit`; of a leaf (bit 0) the whole number.
std::uint64_t above(std::uint64_t block, std::uint64_t bit) { return bit == 0 ? block : block & ~(2 * bit - 1); }

/// Of two that are by thread: what the second knows the first knows.
bool has_all(std::span<const Knowledge::OfThread> known, std::span<const Knowledge::OfThread> of) {
  if (of.size() > known.size()) return false;
  auto at = known.begin();
  for (const Knowledge::OfThread& each : of) {
    at = std::lower_bound(at, known.end(), each.thread,
                          [](const Knowledge::OfThread& one, std::uint32_t thread) { return one.thread < thread; });
    if (at == known.end() || at->thread != each.thread || at->segments < each.segments) return false;
  }
  return true;
}

}  // namespace

Knowledge::Tree Knowledge::branch(std::uint64_t bit, Tree without, Tree with) {
  assert(above(without->block, bit) == above(with->block, bit));
  assert((without->block & bit) == 0 && (with->block & bit) != 0 && without->bit < bit && with->bit < bit);
  auto made = make_shared_of<Node>();
  made->block = above(with->block, bit);
  made->bit = bit;
  made->without = std::move(without);
  made->with = std::move(with);
  return made;
}

Knowledge::Tree Knowledge::joined_leaves(const Tree& a, const Tree& b) {
  assert(a->block == b->block && a->bit == 0 && b->bit == 0);
  if (a->interval != b->interval) return a->interval > b->interval ? a : b;
  const std::span<const OfThread> of_a = a->threads.get(), of_b = b->threads.get();
  if (has_all(of_a, of_b)) return a;
  if (has_all(of_b, of_a)) return b;
  std::vector<OfThread> both;
  both.reserve(of_a.size() + of_b.size());
  auto x = of_a.begin();
  auto y = of_b.begin();
  while (x != of_a.end() && y != of_b.end()) {
    if (x->thread == y->thread) {
      both.push_back({x->thread, std::max(x->segments, y->segments)});
      ++x;
      ++y;
    } else {
      both.push_back(x->thread < y->thread ? *x++ : *y++);
    }
  }
  both.insert(both.end(), x, of_a.end());
  both.insert(both.end(), y, of_b.end());
  auto made = make_shared_of<Node>();
  made->block = a->block;
  made->interval = a->interval;
  made->threads = Threads(std::move(both));
  return made;
}

/// One of the two itself where that holds all.
Knowledge::Tree Knowledge::joined(const Tree& a, const Tree& b) {
  if (a == b || b == nullptr) return a;
  if (a == nullptr) return b;
  if (a->bit < b->bit) return joined(b, a);
  const std::uint64_t bit = a->bit;
  if (above(b->block, bit) != a->block) {
    const std::uint64_t differ = std::bit_floor(a->block ^ b->block);
    return (a->block & differ) != 0 ? branch(differ, b, a) : branch(differ, a, b);
  }
  if (bit == 0) return joined_leaves(a, b);
  Tree without = a->without;
  Tree with = a->with;
  if (b->bit == bit) {
    without = joined(without, b->without);
    with = joined(with, b->with);
    if (without == b->without && with == b->with) return b;
  } else {
    Tree& side = (b->block & bit) != 0 ? with : without;
    side = joined(side, b);
  }
  if (without == a->without && with == a->with) return a;
  return branch(bit, std::move(without), std::move(with));
}

Knowledge::Tree Knowledge::without(const Tree& tree, std::uint64_t block) {
  if (tree == nullptr || above(block, tree->bit) != tree->block) return tree;
  if (tree->bit == 0) return nullptr;
  const bool in_with = (block & tree->bit) != 0;
  const Tree& side = in_with ? tree->with : tree->without;
  Tree rest = without(side, block);
  if (rest == side) return tree;
  if (rest == nullptr) return in_with ? tree->without : tree->with;
  return in_with ? branch(tree->bit, tree->without, std::move(rest)) : branch(tree->bit, std::move(rest), tree->with);
}

void Knowledge::learn(std::span<const Moment> moments) {
  assert(std::ranges::is_sorted(moments, {}, &Moment::thread));
  assert(std::ranges::all_of(moments, [&](const Moment& moment) {
    return moment.block == moments.front().block && moment.interval == moments.front().interval;
  }));
  auto leaf = make_shared_of<Node>();
  leaf->block = moments.front().block;
  leaf->interval = moments.front().interval;
  if (moments.size() == 1) {
    leaf->threads = Threads({moments[0].thread, moments[0].segment + 1});
  } else {
    std::vector<OfThread> threads;
    threads.reserve(moments.size());
    for (const Moment& moment : moments) threads.push_back({moment.thread, moment.segment + 1});
    leaf->threads = Threads(std::move(threads));
  }
  root_ = joined(root_, leaf);
}

void Knowledge::merge(const Knowledge& other) { root_ = joined(root_, other.root_); }

const Knowledge::Node* Knowledge::find(std::uint64_t block) const {
  const Node* at = root_.get();
  while (at != nullptr && at->bit != 0) at = ((block & at->bit) != 0 ? at->with : at->without).get();
  return at == nullptr || at->block != block ? nullptr : at;
}

std::span<const Knowledge::OfThread> Knowledge::in(std::uint64_t block, std::uint32_t interval) const {
  const Node* const at = find(block);
  if (at == nullptr || at->interval != interval) return {};
  return at->threads.get();
}

bool Knowledge::covers(const Moment& moment) const {
  const Node* const at = find(moment.block);
  if (at == nullptr) return false;
  if (at->interval != moment.interval) return at->interval > moment.interval;
  const std::span<const OfThread> threads = at->threads.get();
  const auto known = std::ranges::lower_bound(threads, moment.thread, {}, &OfThread::thread);
  return known != threads.end() && known->thread == moment.thread && moment.segment < known->segments;
}

void Knowledge::forget(std::uint64_t block) { root_ = without(root_, block); }

SharedKnowledge joined(const SharedKnowledge& a, const SharedKnowledge& b) {
  if (a == nullptr || a == b) return b;
  if (b == nullptr) return a;
  Knowledge both = *a;
  both.merge(*b);
  if (both.is(*a)) return a;
  if (both.is(*b)) return b;
  return make_shared_of<Knowledge>(std::move(both));
}

std::optional<Knowledge> Knowledge::union_of_interval(std::span<const SharedKnowledge> sets) {
  std::vector<OfThread> all;
  const Node* const first = sets.empty() ? nullptr : sets[0]->root_.get();
  for (const SharedKnowledge& set : sets) {
    const Node* const leaf = set->root_.get();
    if (leaf == nullptr || leaf->bit != 0 || leaf->block != first->block || leaf->interval != first->interval)
      return std::nullopt;
    const std::span<const OfThread> threads = leaf->threads.get();
    all.insert(all.end(), threads.begin(), threads.end());
  }
  if (first == nullptr) return std::nullopt;
  // Of each thread the one that knows most comes first, and stays.
  std::ranges::sort(all, [](const OfThread& a, const OfThread& b) {
    return a.thread != b.thread ? a.thread < b.thread : a.segments > b.segments;
  });
  const auto same_thread = [](const OfThread& a, const OfThread& b) { return a.thread == b.thread; };
  all.erase(std::unique(all.begin(), all.end(), same_thread), all.end());
  auto made = make_shared_of<Node>();
  made->block = first->block;
  made->interval = first->interval;
  made->threads = Threads(std::move(all));
  Knowledge result;
  result.root_ = std::move(made);
  return result;
}

SharedKnowledge joined(std::vector<SharedKnowledge> sets) {
  std::erase(sets, nullptr);
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
  constexpr std::size_t kFew = 4;
  if (sets.size() > kFew) {
    if (auto all = Knowledge::union_of_interval(sets)) return make_shared_of<Knowledge>(*std::move(all));
  }
  // In pairs: each set grows as often as it must.
  for (std::size_t count = sets.size(); count > 1; count = (count + 1) / 2) {
    for (std::size_t i = 0; i < count / 2; ++i) sets[i] = joined(sets[2 * i], sets[2 * i + 1]);
    if (count % 2 != 0) sets[count / 2] = std::move(sets[count - 1]);
  }
  return sets.empty() ? nullptr : std::move(sets.front());
}

}  // namespace fencepost::detector
