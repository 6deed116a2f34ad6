#include "detector/order/knowledge.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace fencepost::detector {

namespace {

/// The part of a block number above `bit`; of a leaf (bit 0) the whole number.
std::uint64_t above(std::uint64_t block, std::uint64_t bit) { return bit == 0 ? block : block & ~(2 * bit - 1); }

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
  std::vector<OfThread> both;
  both.reserve(a->threads.size() + b->threads.size());
  auto x = a->threads.begin();
  auto y = b->threads.begin();
  while (x != a->threads.end() && y != b->threads.end()) {
    if (x->thread == y->thread) {
      both.push_back({x->thread, std::max(x->segments, y->segments)});
      ++x;
      ++y;
    } else {
      both.push_back(x->thread < y->thread ? *x++ : *y++);
    }
  }
  both.insert(both.end(), x, a->threads.end());
  both.insert(both.end(), y, b->threads.end());
  if (both == a->threads) return a;
  if (both == b->threads) return b;
  auto made = make_shared_of<Node>();
  made->block = a->block;
  made->interval = a->interval;
  made->threads = std::move(both);
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
  leaf->threads.reserve(moments.size());
  for (const Moment& moment : moments) leaf->threads.push_back({moment.thread, moment.segment + 1});
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
  return at->threads;
}

bool Knowledge::covers(const Moment& moment) const {
  const Node* const at = find(moment.block);
  if (at == nullptr) return false;
  if (at->interval != moment.interval) return at->interval > moment.interval;
  const auto known = std::ranges::lower_bound(at->threads, moment.thread, {}, &OfThread::thread);
  return known != at->threads.end() && known->thread == moment.thread && moment.segment < known->segments;
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

}  // namespace fencepost::detector
