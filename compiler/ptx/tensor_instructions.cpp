#include "compiler/ptx/tensor_instructions.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string>
#include <utility>

#include "compiler/ptx/text.h"

namespace fencepost::compiler {
namespace {

/// Takes a word out; false if it is not there.
bool take(std::vector<std::string_view>& words, std::string_view word) { return std::erase(words, word) != 0; }

/// `.cta_group::1`; 0: none.
int take_blocks(std::vector<std::string_view>& words) {
  if (take(words, "cta_group::1")) return 1;
  return take(words, "cta_group::2") ? 2 : 0;
}

// `tcgen05.ld.sync.aligned.16x64b.x8.pack::16b.b32`: registers for each time.
struct MovementShape {
  std::string_view name, shape;
  int registers, most;
};
constexpr MovementShape kMovementShapes[] = {{"32x32b", "k32x32b", 1, 128},
                                             {"16x64b", "k16x64b", 1, 128},
                                             {"16x128b", "k16x128b", 2, 64},
                                             {"16x256b", "k16x256b", 4, 32},
                                             {"16x32bx2", "k16x32bx2", 1, 128}};

std::optional<MatrixInstruction> movement(std::vector<std::string_view> words,
                                          const std::vector<std::string_view>& operands) {
  const bool loads = words[1] == "ld";
  const bool packs = take(words, loads ? "pack::16b" : "unpack::16b");
  if (words.size() != 7 || words[2] != "sync" || words[3] != "aligned" || words[6] != "b32") return std::nullopt;
  const auto* const shape = std::ranges::find(kMovementShapes, words[4], &MovementShape::name);
  if (shape == std::end(kMovementShapes) || !words[5].starts_with('x')) return std::nullopt;
  int times = 0;
  const auto [end, error] = std::from_chars(words[5].data() + 1, words[5].data() + words[5].size(), times);
  if (error != std::errc() || end != words[5].data() + words[5].size()) return std::nullopt;
  if (times < 1 || times > shape->most || (times & (times - 1)) != 0) return std::nullopt;
  const bool has_offset = shape->name == "16x32bx2";
  if (operands.size() != (has_offset ? 3U : 2U)) return std::nullopt;
  MatrixInstruction result;
  const int count = times * shape->registers;
  result.function = std::string(loads ? "tensor_load<" : "tensor_store<") +
                    "::fencepost_rt::tensor::Shape::" + std::string(shape->shape) + ", " + std::to_string(count) +
                    (packs ? ", true>" : ", false>");
  result.registers = "u32";
  if (loads) result.operands.push_back(count);
  result.operands.push_back(MatrixInstruction::kTensorAddress);
  if (has_offset) result.operands.push_back(MatrixInstruction::kImmediate);
  if (!loads) result.operands.push_back(count);
  return result;
}

constexpr std::pair<std::string_view, std::string_view> kKinds[] = {
    {"kind::f16", "kF16"}, {"kind::tf32", "kTf32"}, {"kind::f8f6f4", "kF8F6F4"}, {"kind::i8", "kI8"}};

// `tcgen05.mma.cta_group::1.kind::f16{.collector::a::fill}`. What of A stays in the collector's buffers is no business
// of the result's.
std::optional<MatrixInstruction> product(std::vector<std::string_view> words,
                                         const std::vector<std::string_view>& operands) {
  std::erase_if(words, [](std::string_view word) { return word.starts_with("collector::"); });
  const int blocks = take_blocks(words);
  if (words.size() != 3 || blocks == 0) return std::nullopt;
  const auto* const kind = std::ranges::find(kKinds, words[2], &std::pair<std::string_view, std::string_view>::first);
  if (kind == std::end(kKinds)) return std::nullopt;
  MatrixInstruction result;
  result.function = std::string("tensor_multiply<::fencepost_rt::tensor::Kind::") + std::string(kind->second) + ", " +
                    std::to_string(blocks) + ">";
  result.registers = "u32";
  std::size_t next = 0;
  const auto is_next = [&](char begin) { return next < operands.size() && operands[next].starts_with(begin); };
  const auto add = [&](int type) {
    result.operands.push_back(type);
    ++next;
  };
  add(MatrixInstruction::kTensorAddress);
  add(is_next('[') ? MatrixInstruction::kTensorAddress : MatrixInstruction::kDescriptor);
  add(MatrixInstruction::kDescriptor);
  add(MatrixInstruction::kWord);
  if (is_next('{')) add(4 * blocks);
  add(MatrixInstruction::kPredicate);
  if (next < operands.size()) add(MatrixInstruction::kImmediate);  // How often what is added to is halved.
  return next == operands.size() ? std::optional(result) : std::nullopt;
}

}  // namespace

std::optional<MatrixInstruction> tensor_instruction(std::string_view mnemonic,
                                                    const std::vector<std::string_view>& operands) {
  const std::vector<std::string_view> words = words_of(mnemonic);
  if (words.size() < 3) return std::nullopt;
  if (words[1] == "ld" || words[1] == "st") return movement(words, operands);
  if (words[1] == "mma") return product(words, operands);
  return std::nullopt;
}

}  // namespace fencepost::compiler
