#include "compiler/ptx/matrix_instructions.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "compiler/ptx/text.h"

namespace fencepost::compiler {
namespace {

struct ElementType {
  std::string_view name, element;
  int bits;
};
constexpr ElementType kElementTypes[] = {
    {"b1", "kBitAnd", 1},    {"bf16", "kBrain", 16}, {"e4m3", "kE4M3", 8},   {"e5m2", "kE5M2", 8},
    {"f16", "kHalf", 16},    {"f32", "kFloat", 32},  {"f64", "kDouble", 64}, {"s32", "kInt", 32},
    {"s4", "kSigned4", 4},   {"s8", "kSigned8", 8},  {"tf32", "kTf32", 32},  {"u4", "kUnsigned4", 4},
    {"u8", "kUnsigned8", 8},
};

const ElementType* element_type(std::string_view name) {
  const auto* at = std::ranges::find(kElementTypes, name, &ElementType::name);
  return at == std::end(kElementTypes) ? nullptr : at;
}

struct MatrixShape {
  int m = 0, n = 0, k = 0;
};
// `m16n8k16`
MatrixShape shape_of(std::string_view word) {
  MatrixShape shape;
  const char* at = word.data();
  const char* const end = at + word.size();
  for (const auto& [letter, number] : {std::pair('m', &shape.m), std::pair('n', &shape.n), std::pair('k', &shape.k)}) {
    if (at == end || *at != letter) return {};
    at = std::from_chars(at + 1, end, *number).ptr;
  }
  return at == end ? shape : MatrixShape{};
}

std::string element_name(const ElementType& type) {
  return "::fencepost_ptx::matrix::Element::" + std::string(type.element);
}

// Whether the ISA has it ("mma"), but for f16 of shape m8n8k4 and single bits.
bool is_known(const MatrixShape& shape, const ElementType& a, const ElementType& b, const ElementType& c,
              const ElementType& d) {
  const auto is = [](const ElementType& type, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, type.name) != names.end();
  };
  const bool is_integer = is(a, {"s8", "u8", "s4", "u4"});
  const bool is_fp8 = is(a, {"e4m3", "e5m2"});
  if (a.bits != b.bits || (!is_integer && !is_fp8 && a.name != b.name)) return false;
  if ((is_integer && !is(b, {"s8", "u8", "s4", "u4"})) || (is_fp8 && !is(b, {"e4m3", "e5m2"}))) return false;
  if (shape.n != 8 || (shape.m != 16 && shape.m != 8)) return false;
  if (a.name == "f64") {
    return c.name == "f64" && d.name == "f64" &&
           (shape.m == 8 ? shape.k == 4 : shape.k == 4 || shape.k == 8 || shape.k == 16);
  }
  if (!is_integer && !is_fp8 && !is(a, {"f16", "bf16", "tf32"})) return false;
  const int least = 128 / a.bits;
  if (shape.m == 8) return is_integer && shape.k == least && c.name == "s32" && d.name == "s32";
  if (shape.k != least && shape.k != 2 * least) return false;
  if (is_integer) return c.name == "s32" && d.name == "s32";
  if (a.name == "f16" || is_fp8) return is(c, {"f16", "f32"}) && is(d, {"f16", "f32"});
  return c.name == "f32" && d.name == "f32";
}

// `.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc`
std::optional<MatrixInstruction> mma_of_bits(const std::vector<std::string_view>& words) {
  const MatrixShape shape = shape_of(words[3]);
  const bool known =
      shape.n == 8 && (shape.m == 8 ? shape.k == 128 : shape.m == 16 && (shape.k == 128 || shape.k == 256));
  const bool combines = words[10] == "xor" || words[10] == "and";
  if (!known || !combines || words[11] != "popc" || words[4] != "row" || words[5] != "col" || words[6] != "s32" ||
      words[7] != "b1" || words[8] != "b1" || words[9] != "s32") {
    return std::nullopt;
  }
  MatrixInstruction result;
  result.function = "mma_bits<" + std::to_string(shape.m) + ", " + std::to_string(shape.k) +
                    ", ::fencepost_ptx::matrix::Element::" + (words[10] == "xor" ? "kBitXor>" : "kBitAnd>");
  result.registers = result.sums = "u32";
  result.operands = {shape.m / 4, shape.m * shape.k / 1024, shape.k / 128, shape.m / 4};
  return result;
}

// `.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32`
std::optional<MatrixInstruction> mma_of_quads(const std::vector<std::string_view>& words) {
  const auto is_layout = [](std::string_view word) { return word == "row" || word == "col"; };
  const ElementType* const d = element_type(words[6]);
  const ElementType* const c = element_type(words[9]);
  const auto is_sum = [](const ElementType* type) {
    return type != nullptr && (type->name == "f16" || type->name == "f32");
  };
  if (!is_layout(words[4]) || !is_layout(words[5]) || words[7] != "f16" || words[8] != "f16" || !is_sum(d) ||
      !is_sum(c) || c->bits > d->bits) {
    return std::nullopt;
  }
  MatrixInstruction result;
  result.function = std::string("mma_quads<") + (words[4] == "col" ? "true, " : "false, ") +
                    (words[5] == "row" ? "true, " : "false, ") + element_name(*c) + ", " + element_name(*d) + ">";
  result.registers = result.sums = "u32";
  result.operands = {d->bits / 4, 2, 2, c->bits / 4};
  return result;
}

// `.sync.aligned.m16n8k16.row.col{.satfinite}.f32.f16.f16.f32`
std::optional<MatrixInstruction> mma(const std::vector<std::string_view>& words) {
  if (words.size() < 10 || words[1] != "sync" || words[2] != "aligned") return std::nullopt;
  if (words.size() == 12) return mma_of_bits(words);
  if (words.size() == 10 && words[3] == "m8n8k4" && words[7] == "f16") return mma_of_quads(words);
  const bool saturates = std::ranges::find(words, "satfinite") != words.end();
  if (words.size() != (saturates ? 11 : 10) || words[4] != "row" || words[5] != "col" ||
      (saturates && words[6] != "satfinite")) {
    return std::nullopt;
  }
  const MatrixShape shape = shape_of(words[3]);
  std::array<const ElementType*, 4> types{};  // Of D, A, B, C.
  for (std::size_t i = 0; i < types.size(); ++i) {
    types[i] = element_type(words[words.size() - 4 + i]);
    if (types[i] == nullptr) return std::nullopt;
  }
  const auto& [d, a, b, c] = types;
  if (!is_known(shape, *a, *b, *c, *d) || (saturates && d->name != "s32")) return std::nullopt;
  MatrixInstruction result;
  result.function = "mma<" + std::to_string(shape.m) + ", " + std::to_string(shape.n) + ", " + std::to_string(shape.k);
  for (const ElementType* type : {a, b, c, d}) {
    result.function += ", " + element_name(*type);
  }
  result.function += saturates ? ", true>" : ", false>";
  const int width = a->bits == 64 ? 64 : 32;
  result.registers = result.sums = width == 64 ? "u64" : "u32";
  const auto registers = [width](int elements, const ElementType* type) { return elements * type->bits / 32 / width; };
  result.operands = {registers(shape.m * shape.n, d), registers(shape.m * shape.k, a), registers(shape.k * shape.n, b),
                     registers(shape.m * shape.n, c)};
  return result;
}

// What a `.kind` has (PTX ISA, "mma", table of kinds and scales): how many scales for how many elements of which type.
struct Scaling {
  std::string_view kind, scales, type;
  int k, count;
};
constexpr Scaling kScalings[] = {
    {"kind::f8f6f4", "", "", 32, 0},
    {"kind::mxf8f6f4", "scale_vec::1X", "ue8m0", 32, 1},
    {"kind::mxf4", "scale_vec::2X", "ue8m0", 64, 2},
    {"kind::mxf4nvf4", "scale_vec::2X", "ue8m0", 64, 2},
    {"kind::mxf4nvf4", "scale_vec::4X", "ue8m0", 64, 4},
    {"kind::mxf4nvf4", "scale_vec::4X", "ue4m3", 64, 4},
};

// Of a byte each, but those of `.kind::mxf4` and `.kind::mxf4nvf4`.
std::string element_of_kind(std::string_view name, int k) {
  constexpr std::pair<std::string_view, std::string_view> kElements[] = {
      {"e4m3", "kE4M3"}, {"e5m2", "kE5M2"}, {"e3m2", "kE3M2"}, {"e2m3", "kE2M3"}, {"e2m1", "kE2M1Padded"}};
  if (k == 64) return name == "e2m1" ? "kE2M1" : "";
  const auto* at = std::ranges::find(kElements, name, &std::pair<std::string_view, std::string_view>::first);
  return at == std::end(kElements) ? std::string() : std::string(at->second);
}

// `mma.sync.aligned.kind::mxf4nvf4{.sp::ordered_metadata}.block_scale.scale_vec::4X.m16n8k64.row.col.f32.e2m1.e2m1.f32.ue4m3`;
// the kind and what belongs to it also behind the layouts. Of a sparse A k is twice as great.
std::optional<MatrixInstruction> mma_of_kind(std::vector<std::string_view> words) {
  std::string_view kind, scales;
  for (const std::string_view word : words) {
    if (word.starts_with("kind::")) kind = word;
    if (word.starts_with("scale_vec::")) scales = word;
  }
  std::erase(words, kind);
  std::erase(words, scales);
  const bool is_scaled = std::erase(words, "block_scale") != 0;
  const bool is_sparse = std::erase(words, "sp::ordered_metadata") != 0;
  if (words.size() != (is_scaled ? 11 : 10) || words[1] != "sync" || words[2] != "aligned" || words[4] != "row" ||
      words[5] != "col") {
    return std::nullopt;
  }
  if (scales.empty() && kind == "kind::mxf4") scales = "scale_vec::2X";
  if (scales.empty() && kind == "kind::mxf8f6f4") scales = "scale_vec::1X";
  const std::string_view type = is_scaled ? words[10] : std::string_view();
  const auto* scaling = std::ranges::find_if(kScalings, [&](const Scaling& one) {
    return one.kind == kind && one.scales == scales && one.type == type && (one.count != 0) == is_scaled;
  });
  if (scaling == std::end(kScalings)) return std::nullopt;
  const MatrixShape shape = shape_of(words[3]);
  const std::string a = element_of_kind(words[7], scaling->k);
  const std::string b = element_of_kind(words[8], scaling->k);
  const ElementType* const d = element_type(words[6]);
  const ElementType* const c = element_type(words[9]);
  const auto is_sum = [is_scaled](const ElementType* one) {
    return one != nullptr && (one->name == "f32" || (one->name == "f16" && !is_scaled));
  };
  const int all_k = is_sparse ? 2 * scaling->k : scaling->k;
  if (shape.m != 16 || shape.n != 8 || shape.k != all_k || a.empty() || b.empty() || !is_sum(d) || !is_sum(c)) {
    return std::nullopt;
  }
  const std::string prefix = "::fencepost_ptx::matrix::Element::";
  MatrixInstruction result;
  result.function = "mma_scaled<" + std::to_string(shape.k) + ", " + prefix + a + ", " + prefix + b + ", " +
                    element_name(*c) + ", " + element_name(*d) + ", " + std::to_string(scaling->count) +
                    (type == "ue4m3" ? ", true>" : ", false>");
  result.registers = result.sums = "u32";
  result.operands = {d->bits / 8, 4, is_sparse ? 4 : 2, c->bits / 8};
  if (is_sparse) result.operands.insert(result.operands.end(), {1, MatrixInstruction::kImmediate});
  if (is_scaled) result.operands.insert(result.operands.end(), {1, 2, 1, 2});
  return result;
}

// `mma.sp{::ordered_metadata}.sync.aligned.m16n8k32.row.col{.satfinite}.f32.f16.f16.f32`: as a product of half of A's
// columns, but for B, with a register of metadata and a selector behind. ptxas takes `satfinite` at the end, too.
std::optional<MatrixInstruction> mma_of_sparse(std::vector<std::string_view> words) {
  const bool saturates = std::erase(words, "satfinite") != 0;
  const bool ordered = words[1] == "sp::ordered_metadata";
  if (words.size() != 11 || words[2] != "sync" || words[3] != "aligned" || words[5] != "row" || words[6] != "col") {
    return std::nullopt;
  }
  const MatrixShape shape = shape_of(words[4]);
  std::array<const ElementType*, 4> types{};  // Of D, A, B, C.
  for (std::size_t i = 0; i < types.size(); ++i) {
    types[i] = element_type(words[words.size() - 4 + i]);
    if (types[i] == nullptr) return std::nullopt;
  }
  const auto& [d, a, b, c] = types;
  const MatrixShape stored = {shape.m, shape.n, shape.k / 2};
  const bool is_fp8 = a->name == "e4m3" || a->name == "e5m2";
  if (shape.m != 16 || shape.k % 2 != 0 || a->name == "f64" || !is_known(stored, *a, *b, *c, *d) ||
      (is_fp8 && (shape.k != 64 || d->name != "f32" || c->name != "f32")) || (saturates && d->name != "s32")) {
    return std::nullopt;
  }
  // The greater of both shapes takes the metadata of twice as many lanes; of elements of 8 bits and less those of all.
  const int selectors = (a->bits >= 16 ? 4 : 2) / (stored.k == 256 / a->bits ? 2 : 1);
  MatrixInstruction result;
  result.function = "mma_sparse<" + std::to_string(shape.k);
  for (const ElementType* type : {a, b, c, d}) result.function += ", " + element_name(*type);
  result.function += std::string(saturates ? ", true" : ", false") + (ordered ? ", true, " : ", false, ") +
                     std::to_string(selectors) + ">";
  result.registers = result.sums = "u32";
  const auto registers = [](int elements, const ElementType* type) { return elements * type->bits / 1024; };
  result.operands = {registers(128, d),
                     registers(16 * stored.k, a),
                     registers(shape.k * 8, b),
                     registers(128, c),
                     1,
                     MatrixInstruction::kImmediate};
  return result;
}

// `ldmatrix.sync.aligned.m8n8.x4{.trans}{.shared}.b16`, and stmatrix. ptxas takes what follows `aligned` in any order.
std::optional<MatrixInstruction> access(const std::vector<std::string_view>& words) {
  if (words.size() < 6 || words[1] != "sync" || words[2] != "aligned") return std::nullopt;
  int count = 0;
  bool transposed = false, has_shape = false, has_type = false;
  for (const std::string_view word : std::span(words).subspan(3)) {
    if (word == "x1" || word == "x2" || word == "x4") {
      count = word[1] - '0';
    } else if (word == "trans") {
      transposed = true;
    } else if (word == "m8n8") {
      has_shape = true;
    } else if (word == "b16") {
      has_type = true;
    } else if (word != "shared" && word != "shared::cta") {
      return std::nullopt;
    }
  }
  if (count == 0 || !has_shape || !has_type) return std::nullopt;
  MatrixInstruction result;
  result.function = std::string(words[0]) + "<" + std::to_string(count) + (transposed ? ", true>" : ", false>");
  result.registers = "u32";
  result.operands = words[0] == "ldmatrix" ? std::vector<int>{count, 0} : std::vector<int>{0, count};
  return result;
}

// `ldmatrix.sync.aligned.m8n16.x4{.shared}.b8x16.b6x16_p32`: 16 elements of 6 bits, or with `.b4x16_p64` of 4, become
// bytes.
std::optional<MatrixInstruction> load_of_packed(std::vector<std::string_view> words) {
  std::erase_if(words, [](std::string_view word) { return word == "shared" || word == "shared::cta"; });
  if (words.size() != 7 || words[1] != "sync" || words[2] != "aligned" || words[3] != "m8n16" || words[5] != "b8x16") {
    return std::nullopt;
  }
  const bool of_6_bits = words[6] == "b6x16_p32";
  const bool is_counted = words[4] == "x1" || words[4] == "x2" || words[4] == "x4";
  if (!is_counted || (!of_6_bits && words[6] != "b4x16_p64")) return std::nullopt;
  const int count = words[4][1] - '0';
  MatrixInstruction result;
  result.function = "ldmatrix_packed<" + std::to_string(count) + (of_6_bits ? ", 6>" : ", 4>");
  result.registers = "u32";
  result.operands = {count, 0};
  return result;
}

// Whether the ISA has it ("wgmma.mma_async").
bool is_known_of_warpgroup(const MatrixShape& shape, const ElementType& a, const ElementType& b, const ElementType& d) {
  const auto is = [](const ElementType& type, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, type.name) != names.end();
  };
  if (shape.m != 64 || shape.n < 8 || shape.n > 256 || shape.n % 8 != 0 || shape.k * a.bits != 256) return false;
  if (is(a, {"f16"})) return is(b, {"f16"}) && is(d, {"f16", "f32"});
  if (is(a, {"bf16", "tf32"})) return a.name == b.name && is(d, {"f32"});
  if (is(a, {"e4m3", "e5m2"})) return is(b, {"e4m3", "e5m2"}) && is(d, {"f16", "f32"});
  const bool few = shape.n == 8 || shape.n == 24 || shape.n % 16 == 0;
  if (is(a, {"b1"})) return few && is(b, {"b1"}) && is(d, {"s32"});
  return few && is(a, {"s8", "u8"}) && is(b, {"s8", "u8"}) && is(d, {"s32"});
}

// `wgmma.mma_async{.sp}.sync.aligned.m64n128k16.f32.bf16.bf16`; of integers also `.satfinite`, before the types or
// behind them; of bits `.and.popc` behind them. Of a sparse A k is twice as great, and a register of metadata and a
// selector follow the factors.
std::optional<MatrixInstruction> wgmma(std::vector<std::string_view> words, bool a_in_registers) {
  const bool saturates = std::erase(words, "satfinite") != 0;
  const bool is_sparse = words.size() > 2 && words[2] == "sp";
  if (is_sparse) words.erase(words.begin() + 2);
  const bool of_bits = words.size() == 10 && words[8] == "and" && words[9] == "popc";
  if (words.size() != (of_bits ? 10 : 8) || words[1] != "mma_async" || words[2] != "sync" || words[3] != "aligned") {
    return std::nullopt;
  }
  MatrixShape shape = shape_of(words[4]);
  if (is_sparse) {
    if (shape.k % 2 != 0) return std::nullopt;
    shape.k /= 2;  // What A gives.
  }
  const ElementType* const d = element_type(words[5]);
  const ElementType* const a = element_type(words[6]);
  const ElementType* const b = element_type(words[7]);
  if (d == nullptr || a == nullptr || b == nullptr || !is_known_of_warpgroup(shape, *a, *b, *d)) return std::nullopt;
  if (of_bits != (a->name == "b1") || (of_bits && is_sparse) || (saturates && (d->name != "s32" || of_bits)))
    return std::nullopt;
  MatrixInstruction result;
  result.function = (is_sparse ? "wgmma_sparse<" : "wgmma<") + std::to_string(shape.n) + ", " + element_name(*a) +
                    ", " + element_name(*b) + ", " + element_name(*d) + (saturates ? ", true" : ", false");
  // Two threads of four have the metadata of elements of 16 and 32 bits, all have those of smaller ones.
  if (is_sparse) result.function += a->bits >= 16 ? ", 2" : ", 1";
  result.function += ">";
  result.registers = result.sums = "u32";
  result.adds = true;
  result.operands = {shape.n / 2 * d->bits / 32, a_in_registers ? 4 : MatrixInstruction::kDescriptor,
                     MatrixInstruction::kDescriptor};
  if (is_sparse) result.operands.insert(result.operands.end(), {1, MatrixInstruction::kImmediate});
  result.operands.push_back(MatrixInstruction::kPredicate);
  if (d->name == "s32") return result;
  // Scales, and of what can be transposed whether it is.
  const int immediates = a->bits != 16 ? 2 : a_in_registers ? 3 : 4;
  result.operands.insert(result.operands.end(), static_cast<std::size_t>(immediates), MatrixInstruction::kImmediate);
  return result;
}

}  // namespace

std::optional<MatrixInstruction> matrix_instruction(std::string_view mnemonic, bool a_in_registers) {
  const std::vector<std::string_view> words = words_of(mnemonic);
  if (words.front() == "wgmma") return wgmma(words, a_in_registers);
  if (words.front() == "mma" && mnemonic.find(".kind::") != mnemonic.npos) return mma_of_kind(words);
  if (mnemonic.starts_with("mma.sp.") || mnemonic.starts_with("mma.sp::ordered_metadata.")) return mma_of_sparse(words);
  if (words.front() == "mma") return mma(words);
  if (mnemonic.starts_with("ldmatrix.") && words.back().starts_with('b') &&
      words.back().find("_p") != words.back().npos)
    return load_of_packed(words);
  if (words.front() == "ldmatrix" || words.front() == "stmatrix") return access(words);
  if (mnemonic == "movmatrix.sync.aligned.m8n8.trans.b16") {
    return MatrixInstruction{.function = "movmatrix", .registers = "u32", .sums = {}, .operands = {1, 1}};
  }
  return std::nullopt;
}

}  // namespace fencepost::compiler
