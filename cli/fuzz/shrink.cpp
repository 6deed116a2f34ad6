#include "cli/fuzz/shrink.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fencepost::cli {
namespace {

class Simpler {
 public:
  Simpler(const FuzzInput& input, const FuzzSpace& space, const std::vector<std::uint32_t>& threads)
      : input_(input), space_(space), threads_(threads) {}

  std::vector<FuzzInput> run(std::size_t part) {
    const std::size_t numbers = space_.numbers().size(), arrays = space_.arrays().size();
    if (part == 0) {
      order();
    } else if (part <= numbers) {
      number(part - 1);
    } else if (part <= numbers + arrays) {
      array(part - 1 - numbers);
    } else {
      text(part - 1 - numbers - arrays);
    }
    return std::move(found_);
  }

 private:
  void add(FuzzInput input) {
    if (!space_.repair(input) || input == input_ || !space_.allows(input)) return;
    if (std::ranges::find(found_, input) == found_.end()) found_.push_back(std::move(input));
  }

  void order() {
    FuzzInput input = input_;
    input.seed = 0;
    input.first.clear();
    add(input);
    if (input_.seed == 0) {
      fewer();
      smaller();
      return;
    }
    // Some threads before the others say more than an order of all of them: one of those that come first, of a warp's
    // end and its neighbour's begin, or of those that the finding is about; two, in a small block any two; three.
    std::vector<std::uint32_t> first = {1U, 2U, 3U, 4U, 7U, 31U, 32U, 33U, 63U, 64U, 127U}, few = {0U, 1U, 2U};
    for (const std::uint32_t thread : threads_) {
      for (auto* const list : {&first, &few}) {
        if (std::ranges::find(*list, thread) == list->end()) list->push_back(thread);
      }
    }
    const std::uint32_t block = space_.threads(input_);
    constexpr std::uint32_t kSmall = 5;
    for (std::uint32_t thread = 3; block <= kSmall && thread < block; ++thread) {
      if (std::ranges::find(few, thread) == few.end()) few.push_back(thread);
    }
    const auto is_none = [&](std::uint32_t thread) { return block != 0 && thread >= block; };
    std::erase_if(first, is_none);
    std::erase_if(few, is_none);
    for (const std::uint32_t one : first) add_list({one});
    for (const std::uint32_t one : few) {
      for (const std::uint32_t other : few) add_list({one, other});
    }
    for (const std::uint32_t one : few) {
      for (const std::uint32_t other : few) {
        for (const std::uint32_t third : few) add_list({one, other, third});
      }
    }
    for (input.seed = 1; input.seed < std::min<std::uint32_t>(input_.seed, 4); ++input.seed) add(input);
  }

  void add_list(std::vector<std::uint32_t> list) {
    std::vector<std::uint32_t> sorted = list;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end()) return;
    FuzzInput input = input_;
    input.seed = 0;
    input.first = std::move(list);
    add(std::move(input));
  }

  /// One thread of the list less.
  void fewer() {
    if (input_.first.size() < 2) return;
    for (std::size_t i = 0; i < input_.first.size(); ++i) {
      std::vector<std::uint32_t> list = input_.first;
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      add_list(std::move(list));
    }
  }

  /// One thread of the list is one of a smaller number.
  void smaller() {
    for (std::size_t i = 0; i < input_.first.size(); ++i) {
      for (const std::uint32_t other : {0U, 1U, 2U, 3U, 4U, 7U, 31U, 32U, 33U, 63U, 64U, 127U}) {
        if (other >= input_.first[i]) break;
        std::vector<std::uint32_t> list = input_.first;
        list[i] = other;
        if (list.size() > 1 || other != 0) add_list(std::move(list));
      }
    }
  }

  void number(std::size_t i) {
    const FuzzNumber& slot = space_.numbers()[i];
    const double value = input_.numbers[i];
    const double aim = std::clamp(0.0, slot.least, slot.greatest);
    const auto try_value = [&](double other) {
      if (slot.whole) other = std::trunc(other);
      if (std::fabs(other - aim) >= std::fabs(value - aim)) return;
      FuzzInput input = input_;
      input.numbers[i] = other;
      add(std::move(input));
    };
    const double sign = value < aim ? -1 : 1;
    for (const double step : {0.0, 1.0, 2.0, 3.0}) try_value(aim + sign * step);
    // What conditions such as n % 32 == 0 let through.
    for (double power = 4; power <= 1024; power *= 2) try_value(sign * power);
    try_value(value / 2);
    if (!slot.whole) try_value(std::trunc(value));
    // From far to near, so that the smallest is found first where all that are larger do.
    double distance = value - aim;
    for (int i_step = 0; i_step < 60 && std::fabs(distance) >= (slot.whole ? 2.0 : 1e-3); ++i_step) {
      distance /= 2;
      try_value(value - (slot.whole ? std::trunc(distance) : distance));
    }
    if (slot.whole) try_value(value - sign);
  }

  void array(std::size_t i) {
    const FuzzContents& contents = input_.arrays[i];
    const auto try_contents = [&](FuzzContents other) {
      FuzzInput input = input_;
      other.grown = contents.grown;
      input.arrays[i] = std::move(other);
      add(std::move(input));
    };
    const bool plain = contents.kind == FuzzContents::kConstant && contents.first == 0;
    if (plain && contents.changed.empty()) return;
    try_contents({});
    FuzzContents only_changed{.changed = contents.changed}, without = contents;
    without.changed.clear();
    if (!plain && !contents.changed.empty()) try_contents(only_changed);
    if (!contents.changed.empty()) try_contents(without);
    changed(contents, try_contents);
    if (plain) return;
    // Fewer kinds of values.
    if (contents.kind == FuzzContents::kIota) try_contents({.first = contents.first, .changed = contents.changed});
    if (contents.kind == FuzzContents::kRandom) {
      FuzzContents same{.first = contents.first, .changed = contents.changed};
      try_contents(same);
      same.first = contents.second;
      try_contents(same);
      FuzzContents less = contents;
      for (const double greatest : {1.0, contents.first + std::trunc((contents.second - contents.first) / 2)}) {
        less.second = greatest;
        if (greatest < contents.second && greatest > contents.first) try_contents(less);
      }
      less = contents;
      less.seed = 1;
      if (contents.seed > 1) try_contents(less);
      one_element(i, try_contents);
    }
    if (contents.kind == FuzzContents::kConstant) {
      FuzzContents less = contents;
      for (const double first : {1.0, std::trunc(contents.first / 2), contents.first - 1}) {
        less.first = first;
        if (std::fabs(first) < std::fabs(contents.first)) try_contents(less);
      }
    }
  }

  /// Zeros but for one of the first elements.
  template <class Try>
  void one_element(std::size_t i, const Try& try_contents) {
    constexpr std::uint64_t kMost = 24;
    const std::uint64_t count = std::min(kMost, space_.count(input_, i));
    if (!space_.arrays()[i].single) return;
    const std::vector<double> elements = elements_of(input_.arrays[i], count, space_.arrays()[i].whole);
    for (std::uint64_t k = 0; k < count; ++k) {
      if (elements[k] != 0) try_contents({.changed = {{k, elements[k]}}});
    }
  }

  template <class Try>
  void changed(const FuzzContents& contents, const Try& try_contents) {
    if (contents.changed.empty()) return;
    // Half of them, then each alone.
    FuzzContents first = contents, second = contents;
    std::size_t k = 0;
    for (const auto& [index, value] : contents.changed) {
      (k++ < contents.changed.size() / 2 ? second : first).changed.erase(index);
    }
    if (contents.changed.size() > 1) {
      try_contents(first);
      try_contents(second);
    }
    constexpr std::size_t kMost = 16;
    if (contents.changed.size() > kMost) return;
    for (const auto& [index, value] : contents.changed) {
      FuzzContents less = contents;
      less.changed.erase(index);
      if (contents.changed.size() > 2) try_contents(less);
      // To the front, and nearer to 0.
      for (const std::uint64_t other : {std::uint64_t{0}, index / 2}) {
        if (other >= index || less.changed.contains(other)) continue;
        FuzzContents moved = less;
        moved.changed[other] = value;
        try_contents(moved);
      }
      for (const double smaller : {1.0, std::trunc(value / 2), value - 1}) {
        if (std::fabs(smaller) >= std::fabs(value)) continue;
        FuzzContents with = contents;
        with.changed[index] = smaller;
        try_contents(with);
      }
    }
  }

  void text(std::size_t i) {
    const std::string& text = input_.texts[i];
    for (std::size_t length = text.size(); length != 0; length /= 2) {
      constexpr std::size_t kMost = 16;
      for (std::size_t at = 0, tried = 0; at < text.size() && tried < kMost; at += length, ++tried) {
        FuzzInput input = input_;
        input.texts[i].erase(at, length);
        add(std::move(input));
      }
    }
  }

  const FuzzInput& input_;
  const FuzzSpace& space_;
  const std::vector<std::uint32_t>& threads_;
  std::vector<FuzzInput> found_;
};

}  // namespace

std::size_t parts_of(const FuzzSpace& space) {
  return 1 + space.numbers().size() + space.arrays().size() + space.texts().size();
}

std::vector<FuzzInput> in_whole_warps(const FuzzInput& input, const FuzzSpace& space) {
  constexpr double kWarp = 32;
  const auto slot = std::ranges::find(space.numbers(), FuzzNumber::kBlock, &FuzzNumber::role);
  if (slot == space.numbers().end()) return {};
  FuzzInput larger = input;
  double& size = larger.numbers[static_cast<std::size_t>(slot - space.numbers().begin())];
  size = kWarp * std::ceil(size / kWarp);
  return space.repair(larger) && larger != input && space.allows(larger) ? std::vector<FuzzInput>{larger}
                                                                         : std::vector<FuzzInput>{};
}

std::vector<FuzzInput> simpler(const FuzzInput& input, std::size_t part, const FuzzSpace& space,
                               const std::vector<std::uint32_t>& threads) {
  return Simpler(input, space, threads).run(part);
}

}  // namespace fencepost::cli
