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
    {"kind::f16", "kF16"},           {"kind::tf32", "kTf32"}, {"kind::f8f6f4", "kF8F6F4"}, {"kind::i8", "kI8"},
    {"kind::mxf8f6f4", "kMxF8F6F4"}, {"kind::mxf4", "kMxF4"}, {"kind::mxf4nvf4", "kMxF4"}};

/// How many scales a row of A has: `.block_scale{.scale_vec::4X}`, or `.block16`, `.block32` for so many elements of
/// each, where A is not sparse. 0: none, -1: there are no such.
int take_scales(std::vector<std::string_view>& words, std::string_view kind) {
  if (!kind.starts_with("kind::mx")) return 0;
  if (!take(words, "block_scale")) return -1;
  const bool one = take(words, "scale_vec::1X"), two = take(words, "scale_vec::2X"),
             four = take(words, "scale_vec::4X");
  const bool of_16 = take(words, "block16"), of_32 = take(words, "block32");
  if (one + two + four + of_16 + of_32 > 1) return -1;
  if (kind == "kind::mxf8f6f4") return two || four || of_16 ? -1 : 1;
  if (kind == "kind::mxf4") return one || four || of_16 ? -1 : 2;
  return four || of_16 ? 4 : two || of_32 ? 2 : -1;
}

/// Whether there are sparse products of the kind here.
bool is_sparse_kind(std::string_view kind) { return kind == "kind::f16" || kind.starts_with("kind::mx"); }

// `tcgen05.mma{.sp}.cta_group::1.kind::mxf4{.block_scale}{.collector::a::fill}`. What of A stays in the collector's
// buffers is no business of the result's.
std::optional<MatrixInstruction> product(std::vector<std::string_view> words,
                                         const std::vector<std::string_view>& operands) {
  std::erase_if(words, [](std::string_view word) { return word.starts_with("collector::"); });
  const bool is_sparse = take(words, "sp");
  const int blocks = take_blocks(words);
  if (words.size() < 3 || blocks == 0) return std::nullopt;
  const auto* const kind = std::ranges::find(kKinds, words[2], &std::pair<std::string_view, std::string_view>::first);
  if (kind == std::end(kKinds) || (is_sparse && !is_sparse_kind(kind->first))) return std::nullopt;
  const int scales = take_scales(words, kind->first);
  if (words.size() != 3 || scales < 0) return std::nullopt;
  MatrixInstruction result;
  result.function = std::string("tensor_multiply<::fencepost_rt::tensor::Kind::") + std::string(kind->second) + ", " +
                    std::to_string(blocks) + ", " + (is_sparse ? "true" : "false") + ", " + std::to_string(scales) +
                    ">";
  result.registers = "u32";
  std::size_t next = 0;
  const auto is_next = [&](char begin) { return next < operands.size() && operands[next].starts_with(begin); };
  const auto add = [&](int type) {
    result.operands.push_back(type);
    ++next;
  };
  add(MatrixInstruction::kTensorAddress);
  if (is_next('[') && (is_sparse || scales != 0)) return std::nullopt;
  add(is_next('[') ? MatrixInstruction::kTensorAddress : MatrixInstruction::kDescriptor);
  add(MatrixInstruction::kDescriptor);
  if (is_sparse) add(MatrixInstruction::kTensorAddress);
  add(MatrixInstruction::kWord);
  for (int i = 0; i < 2 && scales != 0; ++i) add(MatrixInstruction::kTensorAddress);
  if (is_next('{')) add(4 * blocks);
  add(MatrixInstruction::kPredicate);
  if (next < operands.size()) add(MatrixInstruction::kImmediate);  // How often what is added to is halved.
  return next == operands.size() ? std::optional(result) : std::nullopt;
}

// `tcgen05.cp.cta_group::1.32x128b.warpx4`: scales; `.128x128b`: what is sparse of A.
std::optional<MatrixInstruction> copy(std::vector<std::string_view> words,
                                      const std::vector<std::string_view>& operands) {
  const int blocks = take_blocks(words);
  const bool to_all = take(words, "warpx4");
  if (words.size() != 3 || blocks == 0 || operands.size() != 2) return std::nullopt;
  if (words[2] != (to_all ? "32x128b" : "128x128b")) return std::nullopt;
  MatrixInstruction result;
  result.function = std::string("tensor_copy<") + (to_all ? "32, " : "128, ") + std::to_string(blocks) + ">";
  result.registers = "u32";
  result.operands = {MatrixInstruction::kTensorAddress, MatrixInstruction::kDescriptor};
  return result;
}

}  // namespace

std::optional<MatrixInstruction> tensor_instruction(std::string_view mnemonic,
                                                    const std::vector<std::string_view>& operands) {
  const std::vector<std::string_view> words = words_of(mnemonic);
  if (words.size() < 3) return std::nullopt;
  if (words[1] == "ld" || words[1] == "st") return movement(words, operands);
  if (words[1] == "mma") return product(words, operands);
  if (words[1] == "cp") return copy(words, operands);
  return std::nullopt;
}

}  // namespace fencepost::compiler
