// Matrix instructions in asm statements (PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions"): mma, ldmatrix,
// stmatrix, movmatrix, wgmma. Included by fencepost_ptx.h.
#pragma once

#include "fencepost_matrix.h"

namespace fencepost_ptx {

namespace matrix = fencepost_rt::matrix;

/// Products are exact; sums are formed in float (double, integers), one summand after the other from C on. The ISA
/// leaves the order open.
template <int m, int n, int k, matrix::Element of_a, matrix::Element of_b, matrix::Element of_c, matrix::Element of_d,
          bool saturates, class Register>
FENCEPOST_PTX void mma(void* d, const Register* a, const Register* b, const void* c) {
  static constexpr matrix::Instruction kInstruction = {m, n, k, of_a, of_b, of_c, of_d, saturates};
  fencepost_matrix_instruction(d, a, b, c, &kInstruction);
}

template <int m, int k, matrix::Element of_factors>
FENCEPOST_PTX void mma_bits(u32* d, const u32* a, const u32* b, const u32* c) {
  static constexpr matrix::Instruction kInstruction = {
      m, 8, k, of_factors, of_factors, matrix::Element::kInt, matrix::Element::kInt, false};
  fencepost_matrix_bits(d, a, b, c, &kInstruction);
}
template <bool a_by_columns, bool b_by_rows, matrix::Element of_c, matrix::Element of_d>
FENCEPOST_PTX void mma_quads(u32* d, const u32* a, const u32* b, const u32* c) {
  static constexpr matrix::QuadInstruction kInstruction = {a_by_columns, b_by_rows, of_c, of_d};
  fencepost_matrix_quads(d, a, b, c, &kInstruction);
}

/// A selector from `selectors` on is refused, as ptxas does.
template <int k, matrix::Element of_a, matrix::Element of_b, matrix::Element of_c, matrix::Element of_d, bool saturates,
          bool ordered, u32 selectors>
FENCEPOST_PTX void mma_sparse(u32* d, const u32* a, const u32* b, const u32* c, const u32* metadata, s32 selector) {
  static constexpr matrix::SparseInstruction kInstruction = {{16, 8, k, of_a, of_b, of_c, of_d, saturates}, ordered};
  if (static_cast<u32>(selector) >= selectors) unsupported("inline PTX (mma.sp with a selector that it does not have)");
  fencepost_matrix_sparse(d, a, b, c, metadata, static_cast<u32>(selector), &kInstruction);
}

/// A `.kind` without scales.
template <int k, matrix::Element of_a, matrix::Element of_b, matrix::Element of_c, matrix::Element of_d, int scales,
          bool scale_is_e4m3>
FENCEPOST_PTX void mma_scaled(u32* d, const u32* a, const u32* b, const u32* c) {
  static constexpr matrix::ScaledInstruction kInstruction = {
      {16, 8, k, of_a, of_b, of_c, of_d, false}, 0, false, false};
  const matrix::Scales none = {};
  fencepost_matrix_scaled(d, a, b, c, nullptr, &none, &kInstruction);
}
/// Of a sparse A. There is one selector.
template <int k, matrix::Element of_a, matrix::Element of_b, matrix::Element of_c, matrix::Element of_d, int scales,
          bool scale_is_e4m3>
FENCEPOST_PTX void mma_scaled(u32* d, const u32* a, const u32* b, const u32* c, const u32* metadata, s32 selector) {
  static constexpr matrix::ScaledInstruction kInstruction = {{16, 8, k, of_a, of_b, of_c, of_d, false}, 0, false, true};
  if (selector != 0) unsupported("inline PTX (mma.sp with a selector that it does not have)");
  const matrix::Scales none = {};
  fencepost_matrix_scaled(d, a, b, c, metadata, &none, &kInstruction);
}
/// Each selector is a byte's number and a thread's. Of one scale it may be any byte of a word, of two a half, of four
/// it is the whole.
template <int scales>
FENCEPOST_PTX matrix::Scales given_scales(const u32* scale_a, const u32* selector_a, const u32* scale_b,
                                          const u32* selector_b) {
  const auto is_byte = [](u32 number) { return number < 4 && number % scales == 0; };
  if (!is_byte(selector_a[0]) || !is_byte(selector_b[0])) {
    unsupported("inline PTX (mma with a byte-id that its scales do not have)");
  }
  if (selector_a[1] >= 2 || selector_b[1] >= 4) unsupported("inline PTX (mma with a thread-id that it does not have)");
  return {*scale_a, selector_a[0], selector_a[1], *scale_b, selector_b[0], selector_b[1]};
}
template <int k, matrix::Element of_a, matrix::Element of_b, matrix::Element of_c, matrix::Element of_d, int scales,
          bool scale_is_e4m3>
FENCEPOST_PTX void mma_scaled(u32* d, const u32* a, const u32* b, const u32* c, const u32* scale_a,
                              const u32* selector_a, const u32* scale_b, const u32* selector_b) {
  static constexpr matrix::ScaledInstruction kInstruction = {
      {16, 8, k, of_a, of_b, of_c, of_d, false}, scales, scale_is_e4m3, false};
  const matrix::Scales given = given_scales<scales>(scale_a, selector_a, scale_b, selector_b);
  fencepost_matrix_scaled(d, a, b, c, nullptr, &given, &kInstruction);
}
template <int k, matrix::Element of_a, matrix::Element of_b, matrix::Element of_c, matrix::Element of_d, int scales,
          bool scale_is_e4m3>
FENCEPOST_PTX void mma_scaled(u32* d, const u32* a, const u32* b, const u32* c, const u32* metadata, s32 selector,
                              const u32* scale_a, const u32* selector_a, const u32* scale_b, const u32* selector_b) {
  static constexpr matrix::ScaledInstruction kInstruction = {
      {16, 8, k, of_a, of_b, of_c, of_d, false}, scales, scale_is_e4m3, true};
  if (selector != 0) unsupported("inline PTX (mma.sp with a selector that it does not have)");
  const matrix::Scales given = given_scales<scales>(scale_a, selector_a, scale_b, selector_b);
  fencepost_matrix_scaled(d, a, b, c, metadata, &given, &kInstruction);
}

using matrix_row = elements<u32, 4>;

/// Lane 8 * i + r reads row r of matrix i; the addresses of other lanes are not used.
template <int count, bool transposed>
FENCEPOST_PTX void ldmatrix(u32* to, const char* from) {
  matrix_row row{};
  if (fencepost_matrix_meeting() < 8 * count) row = *reinterpret_cast<const matrix_row*>(from);
  fencepost_matrix_move(to, row.element, count, transposed, matrix::Move::kRowsToRegisters);
}
/// The same of rows of 16 elements of so many bits, which lie in their first bytes; in registers each has a byte.
template <int count, int bits>
FENCEPOST_PTX void ldmatrix_packed(u32* to, const char* from) {
  constexpr int kWords = bits / 2;
  u64 packed[kWords + 1] = {};
  if (fencepost_matrix_meeting() < 8 * count) {
    for (int i = 0; i < kWords; ++i) packed[i] = reinterpret_cast<const u32*>(from)[i];
  }
  matrix_row row{};
  for (int i = 0; i < 16; ++i) {
    const int bit = i * bits;
    const u64 two = packed[bit / 32] | packed[bit / 32 + 1] << 32;
    row.element[i / 4] |= static_cast<u32>(two >> bit % 32 & ((1U << bits) - 1)) << i % 4 * 8;
  }
  fencepost_matrix_move(to, row.element, count, false, matrix::Move::kRowsToRegisters);
}
/// Lane 8 * i + r writes row r of matrix i.
template <int count, bool transposed>
FENCEPOST_PTX void stmatrix(char* to, const u32* from) {
  matrix_row row{};
  fencepost_matrix_move(row.element, from, count, transposed, matrix::Move::kRegistersToRows);
  if (laneid() < 8 * count) *reinterpret_cast<matrix_row*>(to) = row;
}
FENCEPOST_PTX void movmatrix(u32* to, const u32* from) {
  fencepost_matrix_move(to, from, 1, true, matrix::Move::kRegistersToRegisters);
}

// --- Products of warpgroups (PTX ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions")
// ----------

/// Products are exact; sums are formed as those of mma. Scales are 1 or -1.
template <int n, matrix::Element of_a, matrix::Element of_b, matrix::Element of_d, bool saturates>
FENCEPOST_PTX void wgmma(u32* d, u64 a, u64 b, bool adds, s32 scale_a = 1, s32 scale_b = 1, s32 transposes_a = 0,
                         s32 transposes_b = 0) {
  static constexpr matrix::WarpgroupInstruction kInstruction = {n, of_a, of_b, of_d, saturates};
  const matrix::WarpgroupOperands operands = {
      d, nullptr, a, b, adds, scale_a < 0, scale_b < 0, transposes_a != 0, transposes_b != 0};
  fencepost_warpgroup_multiply(&operands, &kInstruction);
}
/// A is in registers.
template <int n, matrix::Element of_a, matrix::Element of_b, matrix::Element of_d, bool saturates>
FENCEPOST_PTX void wgmma(u32* d, const u32* a, u64 b, bool adds, s32 scale_a = 1, s32 scale_b = 1,
                         s32 transposes_b = 0) {
  static constexpr matrix::WarpgroupInstruction kInstruction = {n, of_a, of_b, of_d, saturates};
  const matrix::WarpgroupOperands operands = {d, a, 0, b, adds, scale_a < 0, scale_b < 0, false, transposes_b != 0};
  fencepost_warpgroup_multiply(&operands, &kInstruction);
}
/// Of a sparse A. A selector from `selectors` on is refused, as ptxas does.
template <int n, matrix::Element of_a, matrix::Element of_b, matrix::Element of_d, bool saturates, u32 selectors>
FENCEPOST_PTX void wgmma_sparse(u32* d, u64 a, u64 b, const u32* metadata, s32 selector, bool adds, s32 scale_a = 1,
                                s32 scale_b = 1, s32 transposes_a = 0, s32 transposes_b = 0) {
  static constexpr matrix::WarpgroupInstruction kInstruction = {n, of_a, of_b, of_d, saturates};
  if (static_cast<u32>(selector) >= selectors) unsupported("inline PTX (wgmma with a selector that it does not have)");
  const matrix::WarpgroupOperands operands = {d,
                                              nullptr,
                                              a,
                                              b,
                                              adds,
                                              scale_a < 0,
                                              scale_b < 0,
                                              transposes_a != 0,
                                              transposes_b != 0,
                                              metadata,
                                              static_cast<u32>(selector)};
  fencepost_warpgroup_multiply(&operands, &kInstruction);
}
template <int n, matrix::Element of_a, matrix::Element of_b, matrix::Element of_d, bool saturates, u32 selectors>
FENCEPOST_PTX void wgmma_sparse(u32* d, const u32* a, u64 b, const u32* metadata, s32 selector, bool adds,
                                s32 scale_a = 1, s32 scale_b = 1, s32 transposes_b = 0) {
  static constexpr matrix::WarpgroupInstruction kInstruction = {n, of_a, of_b, of_d, saturates};
  if (static_cast<u32>(selector) >= selectors) unsupported("inline PTX (wgmma with a selector that it does not have)");
  const matrix::WarpgroupOperands operands = {
      d, a, 0, b, adds, scale_a < 0, scale_b < 0, false, transposes_b != 0, metadata, static_cast<u32>(selector)};
  fencepost_warpgroup_multiply(&operands, &kInstruction);
}
template <class Form>
FENCEPOST_PTX void wgmma_fence(Form) {
  fencepost_warpgroup_fence();
}
template <class Form>
FENCEPOST_PTX void wgmma_commit_group(Form) {
  fencepost_warpgroup_commit();
}
template <class Form, class Remaining>
FENCEPOST_PTX void wgmma_wait_group(Form, const Remaining& remaining) {
  fencepost_warpgroup_await(get<u32>(remaining));
}

}  // namespace fencepost_ptx
