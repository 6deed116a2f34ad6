#include "cli/fuzz/solved.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "cli/kernel/arithmetic.h"
#include "cli/symbolic/read_kernels.h"

namespace fencepost::cli {
namespace {

/// Of the sizes in `text` those that are numbers.
void add_fixed(const std::string& text, compiler::SymbolicOp op, symbolic::FixedDimensions& fixed) {
  if (text.empty()) return;
  const std::vector<std::string> sizes = divided_sizes(text);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    char* end = nullptr;
    const long long size = std::strtoll(sizes[i].c_str(), &end, 10);
    if (end != sizes[i].c_str() && *end == 0) fixed[{op, static_cast<int>(i)}] = size;
  }
}

/// `blockDim.x` is called block in a space, `blockDim.y` block.y, `parameter n` n.
std::string slot_name(const std::string& variable) {
  for (const char* const word : {"grid", "block"}) {
    const std::string dimension = std::string(word) + "Dim";
    if (!variable.starts_with(dimension)) continue;
    const std::string letter = variable.substr(dimension.size());
    return word + (letter == ".x" ? "" : letter);
  }
  const std::string parameter = "parameter ";
  return variable.starts_with(parameter) ? variable.substr(parameter.size()) : "";
}

/// The space's first input with what the way wants; nullopt if that is not what the space allows.
std::optional<FuzzInput> input_for(const symbolic::Way& way, const FuzzSpace& space) {
  FuzzInput input = space.start();
  for (const auto& [variable, value] : way.values) {
    const auto slot = std::ranges::find(space.numbers(), slot_name(variable), &FuzzNumber::name);
    if (slot == space.numbers().end()) continue;
    double number = static_cast<double>(value);
    // A parameter may be unsigned, which the way's numbers are not.
    constexpr double kWords = 4294967296.0;
    if (number < 0 && slot->least >= 0) number += kWords;
    input.numbers[static_cast<std::size_t>(slot - space.numbers().begin())] = number;
  }
  for (const symbolic::Cell& cell : way.cells) {
    const auto slot = std::ranges::find(space.arrays(), cell.array, &FuzzArray::name);
    if (slot == space.arrays().end()) continue;
    const auto array = static_cast<std::size_t>(slot - space.arrays().begin());
    double value = static_cast<double>(cell.value);
    if (value < 0 && space.limits(input, array).least >= 0) value += std::ldexp(1.0, static_cast<int>(cell.bits));
    if (slot->fixed || !slot->single || cell.index >= space.count(input, array)) return std::nullopt;
    const auto [known, is_new] = input.arrays[array].changed.try_emplace(cell.index, value);
    if (!is_new && known->second != value) return std::nullopt;
  }
  const FuzzInput wanted = input;
  if (!space.repair(input) || input != wanted || !space.allows(input)) return std::nullopt;
  return input;
}

}  // namespace

FuzzSolver::FuzzSolver(std::string file, std::string name, std::vector<std::string> compiler_arguments,
                       const std::string& block, const std::string& grid)
    : file_(std::move(file)), name_(std::move(name)), compiler_arguments_(std::move(compiler_arguments)) {
  add_fixed(block, compiler::SymbolicOp::kBlockDim, fixed_);
  add_fixed(grid, compiler::SymbolicOp::kGridDim, fixed_);
}

FuzzSolver::~FuzzSolver() = default;

void FuzzSolver::read() {
  is_read_ = true;
  std::vector<compiler::SymbolicKernel> kernels;
  try {
    if (symbolic::read_kernels(file_, compiler_arguments_, ChildOutput::kNowhere, kernels) != 0) return;
  } catch (const std::runtime_error&) {
    return;  // The search goes on without.
  }
  const auto found = std::ranges::find(kernels, name_, &compiler::SymbolicKernel::name);
  if (found == kernels.end() || !found->obstacle.empty()) return;
  kernel_ = std::move(*found);
  ways_ = std::make_unique<symbolic::Ways>(kernel_, fixed_);
}

std::vector<FuzzInput> FuzzSolver::inputs_for(const std::set<std::uint32_t>& lines, const FuzzSpace& space) {
  if (!is_read_) read();
  std::vector<FuzzInput> inputs;
  if (ways_ == nullptr) return inputs;
  constexpr std::size_t kMostQuestions = 32;
  for (const symbolic::Way& way : ways_->at(lines, kMostQuestions)) {
    if (auto input = input_for(way, space)) inputs.push_back(std::move(*input));
  }
  return inputs;
}

}  // namespace fencepost::cli
