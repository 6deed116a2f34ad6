#include "cli/fuzz/guards.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

namespace fencepost::cli {
namespace {

/// Numbers that are no products of each other, so that a size tells of which it is.
constexpr std::array kGuarded = {37.0, 53.0, 70.0};
constexpr std::array kOthers = {3.0, 5.0, 7.0, 11.0, 13.0};

/// Sizes of a block in x and, where that varies, y.
struct GuardedBlock {
  double x = 1, y = 1;
};
/// The second where the kernel says that it is not made for the first: a warp is a row.
constexpr std::array kBlocks = {GuardedBlock{8, 8}, GuardedBlock{32, 4}};

/// What a thread may be called: its number in the grid, or in one dimension, or its block's.
bool is_called(const detector::Finding& finding, double number) {
  const detector::FindingAccess& access = finding.accesses.front();
  const auto& grid = finding.grid;
  const auto& dim = finding.block_dim;
  const auto linear = [](const detector::Index3& at, const detector::Index3& of) {
    return at[0] + static_cast<std::uint64_t>(of[0]) * (at[1] + static_cast<std::uint64_t>(of[1]) * at[2]);
  };
  const std::uint64_t threads = static_cast<std::uint64_t>(dim[0]) * dim[1] * dim[2];
  const std::uint64_t block = linear(access.block, grid);
  const auto is_it = [&](std::uint64_t name) { return static_cast<double>(name) == number; };
  if (is_it(block) || is_it(block * threads + linear(access.thread, dim))) return true;
  // Also `blockIdx.x * blockDim.y + threadIdx.y`, where a warp is a row.
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (is_it(static_cast<std::uint64_t>(access.block[i]) * dim[k] + access.thread[k])) return true;
    }
  }
  return false;
}

class Guards {
 public:
  Guards(const FuzzSpace& space, FuzzRunner& runner, const FuzzInput& base)
      : space_(space), runner_(runner), base_(base) {
    for (std::size_t i = 0; i < space.numbers().size(); ++i) {
      const FuzzNumber& slot = space.numbers()[i];
      if (slot.role == FuzzNumber::kValue && slot.whole && slot.greatest > kGuarded.back()) whole_.push_back(i);
    }
  }

  std::vector<LooseGuard> run() {
    std::vector<LooseGuard> found;
    if (!whole_.empty()) choose_block();
    constexpr std::size_t kMost = 6;
    for (std::size_t k = 0; k < std::min(whole_.size(), kMost) && !runner_.interrupted(); ++k) {
      if (auto guard = guard_of(whole_[k])) found.push_back(std::move(*guard));
    }
    return found;
  }

 private:
  std::optional<LooseGuard> guard_of(std::size_t number) {
    std::array<FuzzInput, kGuarded.size()> inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (!make_input(number, i, inputs[i])) return std::nullopt;
    }
    LooseGuard guard{.number = space_.numbers()[number].name, .input = space_.label(inputs[0])};
    for (std::size_t array = 0; array < space_.arrays().size(); ++array) {
      if (!space_.arrays()[array].guessed) continue;
      for (const std::vector<std::size_t>& factors : products(number)) {
        if (runner_.interrupted()) return std::nullopt;
        if (!is_one_more(array, number, factors, inputs, guard)) continue;
        std::string size;
        for (const std::size_t factor : factors) size += (size.empty() ? "" : " * ") + space_.numbers()[factor].name;
        guard.sizes.push_back(space_.arrays()[array].name + "=[" + size + "]");
        break;
      }
    }
    if (guard.sizes.empty()) return std::nullopt;
    return guard;
  }

  void choose_block() {
    // How many sizes of a block vary; of those the first two count.
    constexpr double kThreads = 64;
    if (dimensions_of(FuzzNumber::kBlock) < 2) {
      block_ = {kThreads, 1};
      return;
    }
    for (const GuardedBlock& block : kBlocks) {
      block_ = block;
      FuzzInput input;
      if (!make_input(whole_.front(), 0, input)) continue;
      const std::vector<FuzzOutcome> outcomes = runner_.run({input});
      if (outcomes.empty() || (!outcomes.front().refused && !is_not_meant(outcomes.front()))) return;
    }
  }

  /// More threads than the number.
  bool make_input(std::size_t number, std::size_t which, FuzzInput& input) const {
    input = base_;
    input.seed = 0;
    input.first.clear();
    std::size_t other = which;
    for (const std::size_t i : whole_)
      input.numbers[i] = i == number ? kGuarded[which] : kOthers[other++ % kOthers.size()];
    constexpr double kMargin = 2;
    const bool flat = block_.y == 1;
    set(FuzzNumber::kBlock, {block_.x, block_.y}, input);
    const double blocks = std::ceil((kGuarded[which] + kMargin) / (flat ? block_.x : block_.y)) + 1;
    // Of a flat block each row of the grid is called by one number.
    set(FuzzNumber::kGrid, {blocks, flat ? kGuarded[which] + kMargin : blocks}, input);
    return space_.repair(input) && input.numbers[number] == kGuarded[which] && space_.allows(input);
  }

  [[nodiscard]] std::size_t dimensions_of(FuzzNumber::Role role) const {
    return static_cast<std::size_t>(std::ranges::count(space_.numbers(), role, &FuzzNumber::role));
  }

  /// The first two sizes of a launch that vary; others are 1.
  void set(FuzzNumber::Role role, const std::array<double, 2>& sizes, FuzzInput& input) const {
    std::size_t next = 0;
    for (std::size_t i = 0; i < space_.numbers().size(); ++i) {
      if (space_.numbers()[i].role != role) continue;
      input.numbers[i] = next < sizes.size() ? sizes[next] : 1;
      ++next;
    }
  }

  /// The number alone, and with one or two others.
  [[nodiscard]] std::vector<std::vector<std::size_t>> products(std::size_t number) const {
    std::vector<std::vector<std::size_t>> all = {{number}};
    for (std::size_t i = 0; i < whole_.size(); ++i) {
      if (whole_[i] == number) continue;
      all.push_back({number, whole_[i]});
    }
    for (std::size_t i = 0; i < whole_.size(); ++i) {
      for (std::size_t k = i + 1; k < whole_.size(); ++k) {
        if (whole_[i] != number && whole_[k] != number) all.push_back({number, whole_[i], whole_[k]});
      }
    }
    constexpr std::size_t kMost = 8;
    all.resize(std::min(all.size(), kMost));
    return all;
  }

  bool is_one_more(std::size_t array, std::size_t number, const std::vector<std::size_t>& factors,
                   const std::array<FuzzInput, kGuarded.size()>& inputs, LooseGuard& guard) {
    for (const FuzzInput& input : inputs) {
      double size = 1, larger = 1;
      for (const std::size_t factor : factors) {
        size *= input.numbers[factor];
        larger *= input.numbers[factor] + (factor == number ? 1 : 0);
      }
      std::vector<FuzzInput> both = {input, input};
      both[0].arrays[array].size = static_cast<std::uint64_t>(size);
      both[1].arrays[array].size = static_cast<std::uint64_t>(larger);
      const std::vector<FuzzOutcome> outcomes = runner_.run(both);
      if (outcomes.size() != both.size() || !outcomes[0].report || !outcomes[1].report) return false;
      const std::string& name = space_.arrays()[array].name;
      const auto is_beyond = [&](const detector::Finding& finding) {
        return finding.kind == detector::Kind::kOutOfBounds && finding.object && finding.object->name == name &&
               !finding.accesses.empty();
      };
      const auto& findings = outcomes[0].report->findings;
      const auto first = std::ranges::find_if(findings, is_beyond);
      if (first == findings.end() || !is_called(*first, input.numbers[number])) return false;
      if (outcomes[1].refused || std::ranges::any_of(outcomes[1].report->findings, is_beyond)) return false;
      if (guard.place.line == 0) guard.place = first->accesses.front().location;
    }
    return true;
  }

  const FuzzSpace& space_;
  FuzzRunner& runner_;
  const FuzzInput& base_;
  std::vector<std::size_t> whole_;  ///< Numbers that may be a guard's.
  GuardedBlock block_;
};

}  // namespace

std::vector<LooseGuard> loose_guards(const FuzzSpace& space, FuzzRunner& runner, const FuzzInput& base) {
  return Guards(space, runner, base).run();
}

}  // namespace fencepost::cli
