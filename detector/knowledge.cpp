#include "detector/knowledge.h"

#include <algorithm>

namespace fencepost::detector {

Knowledge::OfBlock& Knowledge::of(std::uint64_t block) {
  const auto at = std::ranges::lower_bound(blocks_, block, {}, &OfBlock::block);
  if (at != blocks_.end() && at->block == block) return *at;
  return *blocks_.insert(at, {.block = block});
}

void Knowledge::learn(const Moment& moment) {
  OfBlock& known = of(moment.block);
  if (known.interval > moment.interval) return;
  if (known.interval < moment.interval) {
    known.interval = moment.interval;
    known.threads.clear();
  }
  merge_threads(known.threads, {{moment.thread, moment.segment + 1}});
}

void Knowledge::merge_threads(std::vector<OfThread>& into, const std::vector<OfThread>& from) {
  if (from.size() == 1) {
    const auto at = std::ranges::lower_bound(into, from[0].thread, {}, &OfThread::thread);
    if (at != into.end() && at->thread == from[0].thread) {
      at->segments = std::max(at->segments, from[0].segments);
    } else {
      into.insert(at, from[0]);
    }
    return;
  }
  std::vector<OfThread> both;
  both.reserve(into.size() + from.size());
  auto a = into.begin();
  auto b = from.begin();
  while (a != into.end() && b != from.end()) {
    if (a->thread == b->thread) {
      both.push_back({a->thread, std::max(a->segments, b->segments)});
      ++a;
      ++b;
    } else {
      both.push_back(a->thread < b->thread ? *a++ : *b++);
    }
  }
  both.insert(both.end(), a, into.end());
  both.insert(both.end(), b, from.end());
  into = std::move(both);
}

void Knowledge::merge(const Knowledge& other) {
  for (const OfBlock& theirs : other.blocks_) {
    OfBlock& mine = of(theirs.block);
    if (mine.interval > theirs.interval) continue;
    if (mine.interval < theirs.interval) {
      mine = theirs;
    } else {
      merge_threads(mine.threads, theirs.threads);
    }
  }
}

bool Knowledge::covers(const Moment& moment) const {
  const auto known = std::ranges::lower_bound(blocks_, moment.block, {}, &OfBlock::block);
  if (known == blocks_.end() || known->block != moment.block) return false;
  if (known->interval != moment.interval) return known->interval > moment.interval;
  const auto at = std::ranges::lower_bound(known->threads, moment.thread, {}, &OfThread::thread);
  return at != known->threads.end() && at->thread == moment.thread && moment.segment < at->segments;
}

void Knowledge::forget_threads(std::uint64_t block) {
  const auto known = std::ranges::lower_bound(blocks_, block, {}, &OfBlock::block);
  if (known != blocks_.end() && known->block == block) blocks_.erase(known);
}

SharedKnowledge joined(const SharedKnowledge& a, const SharedKnowledge& b) {
  if (a == nullptr || a == b) return b;
  if (b == nullptr) return a;
  auto both = std::make_shared<Knowledge>(*a);
  both->merge(*b);
  return both;
}

}  // namespace fencepost::detector
