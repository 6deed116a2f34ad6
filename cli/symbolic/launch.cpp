#include "cli/symbolic/launch.h"

#include <algorithm>
#include <array>

namespace fencepost::cli::symbolic {
namespace {

constexpr std::array<Wide, 3> kMostThreads = {1024, 1024, 64};
constexpr std::array<Wide, 3> kMostBlocks = {2147483647, 65535, 65535};
constexpr Wide kMostOfGrid = 2147483647;
constexpr std::array<const char*, 3> kLetters = {"x", "y", "z"};

const char* letter(int dimension) { return kLetters[static_cast<std::size_t>(dimension)]; }

}  // namespace

Launch::Launch(const KernelFacts& facts, Arithmetic& arithmetic) : facts_(facts), arithmetic_(arithmetic) {
  const auto is_power = [&](compiler::SymbolicOp op, int dimension) {
    for (const int value : facts.powers_of_two) {
      const compiler::SymbolicValue& v = facts.kernel.values[static_cast<std::size_t>(value)];
      if (v.op == op && v.number == dimension) return true;
    }
    return false;
  };
  const auto dimension_of = [&](const std::string& name, compiler::SymbolicOp op, int d, bool reads, Wide most) {
    if (!reads) return arithmetic.number(1, 32);
    const auto fixed = facts.fixed.find({op, d});
    if (fixed != facts.fixed.end() && fixed->second >= 1 && fixed->second <= most) {
      return arithmetic.variable(name + "." + letter(d), 32, fixed->second, fixed->second);
    }
    if (!is_power(op, d)) return arithmetic.variable(name + "." + letter(d), 32, 1, most);
    std::vector<Wide> powers;
    for (Wide power = 1; power <= most; power *= 2) powers.push_back(power);
    return arithmetic.one_of(name + "." + letter(d), 32, powers);
  };
  for (int d = 0; d < 3; ++d) {
    const auto i = static_cast<std::size_t>(d);
    const Wide most = std::min<Wide>(kMostThreads[i], static_cast<Wide>(facts.kernel.most_threads));
    block_dim_.push_back(dimension_of("blockDim", compiler::SymbolicOp::kBlockDim, d, facts.reads_block_dim[i], most));
    grid_dim_.push_back(
        dimension_of("gridDim", compiler::SymbolicOp::kGridDim, d, facts.reads_grid_dim[i], kMostBlocks[i]));
  }
  const Term plane = arithmetic.multiply(block_dim_[0], block_dim_[1]);
  const Term threads = arithmetic.multiply(plane, block_dim_[2]);
  arithmetic.fact(threads.e <= static_cast<int>(facts.kernel.most_threads));
  arithmetic.fact(plane.e <= static_cast<int>(facts.kernel.most_threads));
}

const Term& Launch::thread_idx(int dimension, int thread) {
  const auto found = thread_idx_.find({dimension, thread});
  if (found != thread_idx_.end()) return found->second;
  const Term& size = block_dim(dimension);
  Term term = arithmetic_.number(0, 32);
  if (size.high > 1) {
    term = arithmetic_.variable("threadIdx." + std::string(letter(dimension)) + "." + std::to_string(thread), 32, 0,
                                size.high - 1);
    arithmetic_.fact(term.e < size.e);
  }
  return thread_idx_.emplace(std::make_pair(dimension, thread), term).first->second;
}

const Term& Launch::block_idx(int dimension, int thread) {
  const auto found = block_idx_.find({dimension, thread});
  if (found != block_idx_.end()) return found->second;
  const Term& size = grid_dim(dimension);
  Term term = arithmetic_.number(0, 32);
  if (size.high > 1) {
    term = arithmetic_.variable("blockIdx." + std::string(letter(dimension)) + "." + std::to_string(thread), 32, 0,
                                size.high - 1);
    arithmetic_.fact(term.e < size.e);
  }
  return block_idx_.emplace(std::make_pair(dimension, thread), term).first->second;
}

Term Launch::threads_of_grid(int dimension) {
  Term all = arithmetic_.multiply(grid_dim(dimension), block_dim(dimension));
  if (all.high <= kMostOfGrid) return all;
  assumed_grid_ = true;
  arithmetic_.fact(all.e <= arithmetic_.literal(kMostOfGrid));
  all.high = kMostOfGrid;
  return all;
}

Term Launch::first_of_block(int dimension, int thread) {
  Term first = arithmetic_.multiply(block_idx(dimension, thread), block_dim(dimension));
  const Term all = threads_of_grid(dimension);
  arithmetic_.fact(first.e + block_dim(dimension).e <= all.e);
  first.high = std::min(first.high, all.high - 1);
  return first;
}

Term Launch::parameter(int value) {
  const auto found = parameters_.find(value);
  if (found != parameters_.end()) return found->second;
  const compiler::SymbolicValue& v = facts_.kernel.values[static_cast<std::size_t>(value)];
  const std::string name = "parameter " + v.name;
  const auto told = std::ranges::find(facts_.kernel.parameters, v.name, &compiler::SymbolicParameter::name);
  const std::uint32_t bits = told == facts_.kernel.parameters.end() ? 0 : told->value_bits;
  Term term = arithmetic_.number(0, v.bits == 1 ? 2 : v.bits);
  if (facts_.powers_of_two.contains(value) && v.bits > 1) {
    std::vector<Wide> powers;
    for (unsigned i = 0; i + 1 < v.bits; ++i) powers.push_back(static_cast<Wide>(1) << i);
    term = arithmetic_.one_of(name, v.bits, powers);
  } else if (bits != 0 && bits <= v.bits) {
    term = arithmetic_.variable(name, v.bits, 0, (static_cast<Wide>(1) << bits) - 1);
  } else {
    term = arithmetic_.anything(name, v.bits);
  }
  return parameters_.emplace(value, term).first->second;
}

Term Launch::address(int object) {
  return arithmetic_.variable("address " + std::to_string(object), 64, 0, static_cast<Wide>(1) << 62);
}

z3::expr Launch::two_threads() {
  z3::expr differs = arithmetic_.context().bool_val(false);
  for (int d = 0; d < 3; ++d) differs = differs || thread_idx(d, 1).e != thread_idx(d, 2).e;
  return differs;
}

z3::expr Launch::two_blocks() {
  z3::expr differs = arithmetic_.context().bool_val(false);
  for (int d = 0; d < 3; ++d) differs = differs || block_idx(d, 1).e != block_idx(d, 2).e;
  return differs;
}

}  // namespace fencepost::cli::symbolic
