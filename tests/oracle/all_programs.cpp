// The enumeration of small programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/oracle/small_program.h"
#include "tests/rounds.h"

namespace fencepost::detector {
namespace {

const std::vector<Layout>& layouts_of_three() {
  static const std::vector<Layout> all = {{{0, 0, 0}, {0, 1, 2}},   // One warp.
                                          {{0, 0, 0}, {0, 1, 32}},  // Two warps.
                                          {{0, 0, 1}, {0, 1, 0}},   // Two blocks.
                                          {{0, 1, 2}, {0, 0, 0}}};  // Three blocks.
  return all;
}

/// The first prime that is not below `number`.
std::size_t prime_from(std::size_t number) {
  for (std::size_t divisor = 2; divisor * divisor <= number; ++divisor) {
    if (number % divisor == 0) {
      ++number;
      divisor = 1;
    }
  }
  return number;
}

/// All sequences of at most `length` of the operations.
std::vector<std::vector<Operation>> sequences(const std::vector<Operation>& ops, unsigned length) {
  std::vector<std::vector<Operation>> all = {{}};
  for (std::size_t begin = 0; length > 0; --length) {
    const std::size_t end = all.size();
    for (; begin < end; ++begin) {
      for (const Operation& o : ops) {
        all.push_back(all[begin]);
        all.back().push_back(o);
      }
    }
  }
  return all;
}

/// False if exchanging the locations, or threads of the same place in the layout, makes another program that comes
/// before this one and stands for it.
bool stands_for_itself(const Program& program, const Layout& layout) {
  std::vector<unsigned> order(program.size());
  for (unsigned t = 0; t < order.size(); ++t) order[t] = t;
  const auto same_place = [&](unsigned a, unsigned b) {
    for (unsigned t = 0; t < order.size(); ++t) {
      if (t == a || t == b) continue;
      if (layout.same_warp(a, t) != layout.same_warp(b, t)) return false;
      if ((layout.block[a] == layout.block[t]) != (layout.block[b] == layout.block[t])) return false;
    }
    return true;
  };
  do {
    bool allowed = true;
    for (unsigned t = 0; t < order.size(); ++t) allowed = allowed && (order[t] == t || same_place(order[t], t));
    if (!allowed) continue;
    for (const bool swap : {false, true}) {
      Program image;
      for (const unsigned t : order) image.push_back(program[t]);
      if (swap) {
        for (auto& thread : image) {
          for (Operation& o : thread) {
            if (accesses_memory(o.op) && o.location < 2) o.location = 1 - o.location;
          }
        }
      }
      if (image < program) return false;
    }
  } while (std::ranges::next_permutation(order).found);
  return true;
}

/// Two threads touch a word that one of them writes.
bool may_race(const Program& program) {
  for (const unsigned word : {0U, 1U}) {
    unsigned threads = 0;
    bool written = false;
    for (const auto& thread : program) {
      bool touches = false;
      for (const Operation& o : thread) {
        if (!accesses_memory(o.op)) continue;
        const Bytes bytes = bytes_of(o.location);
        if (bytes.begin >= 4 * word + 4 || bytes.end <= 4 * word) continue;
        touches = true;
        written = written || writes(o.op);
      }
      threads += touches ? 1 : 0;
    }
    if (threads >= 2 && written) return true;
  }
  return false;
}

}  // namespace

std::vector<Operation> barrier_operations(unsigned locations, unsigned barriers) {
  std::vector<Operation> all(barriers, {Op::kBlockBarrier, 0});
  for (const Op op : {Op::kRead, Op::kWrite, Op::kAtomic, Op::kVolatileRead, Op::kVolatileWrite}) {
    for (unsigned location = 0; location < locations; ++location) all.push_back({op, location});
  }
  for (const Op op : {Op::kAtomic, Op::kVolatileRead}) all.push_back({op, 2});
  return all;
}

std::vector<Operation> simple_operations() {
  std::vector<Operation> all = {{Op::kBlockBarrier, 0}, {Op::kFence, 0}, {Op::kWarpBarrier, 0}};
  for (const Op op : {Op::kRead, Op::kWrite, Op::kAtomic, Op::kVolatileRead, Op::kVolatileWrite}) {
    for (const unsigned location : {0U, 1U}) all.push_back({op, location});
  }
  return all;
}

std::vector<Operation> all_operations() {
  std::vector<Operation> all = simple_operations();
  for (const Op op :
       {Op::kBlockAtomic, Op::kAcquire, Op::kRelease, Op::kBlockAcquire, Op::kBlockRelease, Op::kUpdate}) {
    for (const unsigned location : {0U, 1U}) all.push_back({op, location});
  }
  for (const Op op : {Op::kBlockFence, Op::kWeakFence, Op::kWeakBlockFence, Op::kAcquireFence, Op::kReleaseFence}) {
    all.push_back({op, 0});
  }
  return all;
}

std::vector<Operation> operations_of_all_sizes() {
  std::vector<Operation> all = all_operations();
  for (const Op op :
       {Op::kAtomic, Op::kBlockAtomic, Op::kVolatileRead, Op::kVolatileWrite, Op::kAcquire, Op::kRelease}) {
    for (const unsigned location : {2U, 3U}) all.push_back({op, location});
  }
  for (const Op op : {Op::kRead, Op::kWrite}) all.push_back({op, 3});
  return all;
}

void all_programs(unsigned threads, unsigned length, const std::vector<Operation>& ops, std::size_t step,
                  const Check& check) {
  const std::vector<std::vector<Operation>> words = sequences(ops, length);
  std::size_t count = 1;
  for (unsigned t = 0; t < threads; ++t) count *= words.size();
  std::size_t checked = 0, racy = 0;
  for (std::size_t number = 0; number < count; number += step) {
    Program program;
    for (std::size_t rest = number; program.size() < threads; rest /= words.size()) {
      program.push_back(words[rest % words.size()]);
    }
    if (!may_race(program)) continue;
    std::set<std::pair<std::vector<unsigned>, std::vector<unsigned>>> seen;
    for (Layout layout : layouts_of_three()) {
      layout.block.resize(threads);
      layout.rank.resize(threads);
      if (!seen.insert({layout.block, layout.rank}).second || !stands_for_itself(program, layout)) continue;
      std::vector<unsigned> forward(threads);
      for (unsigned t = 0; t < threads; ++t) forward[t] = t;
      const std::vector<unsigned> backward(forward.rbegin(), forward.rend());
      const auto seed = static_cast<std::uint32_t>(number % 1'000'003 + 1);
      for (const Schedule& schedule : {Schedule{forward}, Schedule{backward}, Schedule{forward, seed}}) {
        ASSERT_TRUE(check(program, layout, schedule, racy));
        ++checked;
      }
    }
  }
  std::printf("             %zu executions compared, %zu of them racy\n", checked, racy);
  EXPECT_GT(racy, checked / 20);
  EXPECT_LT(racy, checked - checked / 20);
}

std::size_t step(std::size_t by_default) {
  if (kUnderSanitizers) by_default = prime_from(4 * by_default);
  const char* const more = std::getenv("FENCEPOST_EXHAUSTIVE");
  if (more == nullptr) return by_default;
  const std::string_view text(more);
  std::size_t times = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), times);
  if (error != std::errc() || end != text.data() + text.size() || times == 0) {
    ADD_FAILURE() << "FENCEPOST_EXHAUSTIVE=" << text << " is no whole number from 1 on";
    return by_default;
  }
  return std::max<std::size_t>(1, by_default / times);
}

}  // namespace fencepost::detector
