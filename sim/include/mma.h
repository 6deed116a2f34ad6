// nvcuda::wmma (CUDA C++ Programming Guide, Warp Matrix Functions): half, bfloat16, tf32, double, integers of 8 and 4
// bits, single bits.
//
// All lanes of a warp have to come to each function but fill_fragment. Loads and stores are accesses of the lanes, each
// of its own elements. Products are exact; sums are formed in float (double, int), one summand after the other from the
// accumulator on; hardware leaves the order open. Which element lies where in a fragment is left open there, too: only
// fragments of one type have to agree.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#ifdef __CUDACC__
#include <type_traits>

#include "fencepost_device.h"
#include "fencepost_matrix.h"

namespace nvcuda::wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental

enum layout_t { mem_row_major, mem_col_major };

}  // namespace nvcuda::wmma

namespace fencepost_rt::matrix {

/// What a program calls the elements of a matrix: their kind, and the type of variables and memory that hold them.
template <class T>
struct Type;
#define FENCEPOST_ELEMENT(type, kind, variable)        \
  template <>                                          \
  struct Type<type> {                                  \
    static constexpr Element kElement = Element::kind; \
    using Variable = variable;                         \
  };
FENCEPOST_ELEMENT(__half, kHalf, __half)
FENCEPOST_ELEMENT(__nv_bfloat16, kBrain, __nv_bfloat16)
FENCEPOST_ELEMENT(signed char, kSigned8, signed char)
FENCEPOST_ELEMENT(unsigned char, kUnsigned8, unsigned char)
FENCEPOST_ELEMENT(nvcuda::wmma::precision::tf32, kTf32, float)
FENCEPOST_ELEMENT(double, kDouble, double)
FENCEPOST_ELEMENT(float, kFloat, float)
FENCEPOST_ELEMENT(int, kInt, int)
FENCEPOST_ELEMENT(nvcuda::wmma::experimental::precision::s4, kSigned4, int)
FENCEPOST_ELEMENT(nvcuda::wmma::experimental::precision::u4, kUnsigned4, unsigned int)
FENCEPOST_ELEMENT(nvcuda::wmma::experimental::precision::b1, kBitXor, unsigned int)
#undef FENCEPOST_ELEMENT

/// The shapes of the guide's table (Element Types and Matrix Sizes).
/// The bits of a factor that is one of several in a word of 32; 0 if it is not.
constexpr int bits_in_word(Element of_factors) {
  if (of_factors == Element::kSigned4 || of_factors == Element::kUnsigned4) return 4;
  return of_factors == Element::kBitXor ? 1 : 0;
}
constexpr bool is_shape(Element of_factors, int m, int n, int k) {
  if (const int bits = bits_in_word(of_factors); bits != 0) return m == 8 && n == 8 && k == 128 / bits;
  if (of_factors == Element::kTf32) return m == 16 && n == 16 && k == 8;
  if (of_factors == Element::kDouble) return m == 8 && n == 8 && k == 4;
  return k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
}
constexpr bool is_accumulator(Element of_c, int m, int n, int k) {
  if (of_c == Element::kDouble) return is_shape(of_c, m, n, k);
  if (of_c == Element::kInt && (is_shape(Element::kSigned4, m, n, k) || is_shape(Element::kBitXor, m, n, k)))
    return true;
  return is_shape(Element::kHalf, m, n, k) || (of_c == Element::kFloat && is_shape(Element::kTf32, m, n, k));
}
/// Of C and D to factors.
constexpr bool is_sum(Element of_c, Element of_factors) {
  switch (of_factors) {
    case Element::kHalf:
      return of_c == Element::kHalf || of_c == Element::kFloat;
    case Element::kBrain:
    case Element::kTf32:
      return of_c == Element::kFloat;
    case Element::kDouble:
      return of_c == Element::kDouble;
    default:
      return of_c == Element::kInt;
  }
}

/// What a lane holds of a matrix of rows x columns elements. A program may count on as many places as hardware has: of
/// half factors 16, which repeat those that differ.
template <class T, int rows, int columns, int places = rows* columns / 32>
struct Part {
  using Variable = typename Type<T>::Variable;
  using Memory = Variable;
  enum { num_elements = places, num_storage_elements = places };
  Variable x[places];

  static constexpr int kDiffering = rows * columns / 32;
  static FENCEPOST_DEVICE unsigned long index(unsigned int lane, int place, unsigned int stride, bool by_rows) {
    const unsigned int element = static_cast<unsigned int>(place) * 32 + lane;
    const unsigned long row = element / columns;
    const unsigned long column = element % columns;
    return by_rows ? row * stride + column : column * stride + row;
  }
  FENCEPOST_DEVICE void load(unsigned int lane, const Variable* from, unsigned int stride, bool by_rows) {
    for (int i = 0; i < kDiffering; ++i) {
      const Variable value = from[index(lane, i, stride, by_rows)];
      for (int j = i; j < places; j += kDiffering) x[j] = value;
    }
  }
  FENCEPOST_DEVICE void store(unsigned int lane, Variable* to, unsigned int stride, bool by_rows) const {
    for (int i = 0; i < kDiffering; ++i) to[index(lane, i, stride, by_rows)] = x[i];
  }
};

/// The same of factors of less than 8 bits: the word of a row of A, or of a column of B, that is the lane's.
template <class T>
struct PackedPart {
  using Variable = typename Type<T>::Variable;
  using Memory = void;
  static constexpr int kInWord = 32 / bits_in_word(Type<T>::kElement);
  enum { num_elements = kInWord, num_storage_elements = 1 };
  Variable x[1];

  FENCEPOST_DEVICE void load(unsigned int lane, const void* from, unsigned int stride, bool) {
    x[0] = static_cast<const Variable*>(from)[lane / 4 * (stride / kInWord) + lane % 4];
  }
};

template <class T>
constexpr int places_of_factor(int elements) {
  return Type<T>::kElement == Element::kHalf ? 16 : elements / 32;
}
template <class T, int rows, int columns>
using Factor = std::conditional_t<bits_in_word(Type<T>::kElement) != 0, PackedPart<T>,
                                  Part<T, rows, columns, places_of_factor<T>(rows* columns)>>;

}  // namespace fencepost_rt::matrix

namespace nvcuda::wmma {

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment {
  static_assert(sizeof(T) == 0, "of this use of a fragment Fencepost knows nothing: matrix_a, matrix_b, accumulator");
};
template <int m, int n, int k, class T, class Layout>
class fragment<matrix_a, m, n, k, T, Layout> : public fencepost_rt::matrix::Factor<T, m, k> {
  static_assert(fencepost_rt::matrix::bits_in_word(fencepost_rt::matrix::Type<T>::kElement) == 0 ||
                    std::is_same_v<Layout, row_major>,
                "factors of less than 8 bits lie in rows of A and columns of B");
  static_assert(fencepost_rt::matrix::is_shape(fencepost_rt::matrix::Type<T>::kElement, m, n, k),
                "tensor cores do not multiply matrices of this type and shape");
};
template <int m, int n, int k, class T, class Layout>
class fragment<matrix_b, m, n, k, T, Layout> : public fencepost_rt::matrix::Factor<T, k, n> {
  static_assert(fencepost_rt::matrix::bits_in_word(fencepost_rt::matrix::Type<T>::kElement) == 0 ||
                    std::is_same_v<Layout, col_major>,
                "factors of less than 8 bits lie in rows of A and columns of B");
  static_assert(fencepost_rt::matrix::is_shape(fencepost_rt::matrix::Type<T>::kElement, m, n, k),
                "tensor cores do not multiply matrices of this type and shape");
};
template <int m, int n, int k, class T>
class fragment<accumulator, m, n, k, T, void> : public fencepost_rt::matrix::Part<T, m, n> {
  static_assert(fencepost_rt::matrix::is_accumulator(fencepost_rt::matrix::Type<T>::kElement, m, n, k),
                "tensor cores do not add matrices of this type and shape");
};

/// Rounded to the 10 bits of fraction of tf32, to nearest, ties away from zero.
FENCEPOST_DEVICE float __float_to_tf32(float value) {
  const unsigned int bits = __builtin_bit_cast(unsigned int, value);
  if ((bits & 0x7f800000U) == 0x7f800000U) return value;
  return __builtin_bit_cast(float, (bits + 0x1000U) & 0xffffe000U);
}

template <class Use, int m, int n, int k, class T, class Layout>
FENCEPOST_DEVICE void fill_fragment(fragment<Use, m, n, k, T, Layout>& to,
                                    const typename fragment<Use, m, n, k, T, Layout>::Variable& value) {
  for (auto& x : to.x) x = value;
}

/// `stride`: elements from one row, or column, to the next.
template <class Use, int m, int n, int k, class T, class Layout>
FENCEPOST_DEVICE void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& to,
                                       const typename fragment<Use, m, n, k, T, Layout>::Memory* from,
                                       unsigned int stride) {
  static_assert(!std::is_void_v<Layout>, "the layout of an accumulator is a fourth argument");
  to.load(fencepost_matrix_meeting(), from, stride, std::is_same_v<Layout, row_major>);
}
template <int m, int n, int k, class T>
FENCEPOST_DEVICE void load_matrix_sync(fragment<accumulator, m, n, k, T>& to,
                                       const typename fragment<accumulator, m, n, k, T>::Variable* from,
                                       unsigned int stride, layout_t layout) {
  to.load(fencepost_matrix_meeting(), from, stride, layout == mem_row_major);
}
template <int m, int n, int k, class T>
FENCEPOST_DEVICE void store_matrix_sync(typename fragment<accumulator, m, n, k, T>::Variable* to,
                                        const fragment<accumulator, m, n, k, T>& from, unsigned int stride,
                                        layout_t layout) {
  from.store(fencepost_matrix_meeting(), to, stride, layout == mem_row_major);
}

/// d = a * b + c. `saturates`: what overflows becomes the greatest finite number or integer, NaN becomes 0.
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class TypeC, class TypeD>
FENCEPOST_DEVICE void mma_sync(fragment<accumulator, m, n, k, TypeD>& d,
                               const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                               const fragment<matrix_b, m, n, k, T, LayoutB>& b,
                               const fragment<accumulator, m, n, k, TypeC>& c, bool saturates = false) {
  using fencepost_rt::matrix::Type;
  static_assert(fencepost_rt::matrix::is_sum(Type<TypeC>::kElement, Type<T>::kElement) &&
                    fencepost_rt::matrix::is_sum(Type<TypeD>::kElement, Type<T>::kElement),
                "tensor cores do not add to accumulators of this type");
  fencepost_matrix_multiply(d.x, a.x, b.x, c.x, m, Type<T>::kElement, Type<TypeC>::kElement, Type<TypeD>::kElement,
                            saturates);
}

/// d = c + the number of ones in `op` of a row of a and a column of b.
template <class LayoutA, class LayoutB>
FENCEPOST_DEVICE void bmma_sync(fragment<accumulator, 8, 8, 128, int>& d,
                                const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, LayoutA>& a,
                                const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, LayoutB>& b,
                                const fragment<accumulator, 8, 8, 128, int>& c,
                                experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
                                experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  using fencepost_rt::matrix::Element;
  fencepost_matrix_multiply(d.x, a.x, b.x, c.x, 8,
                            op == experimental::bmmaBitOpAND ? Element::kBitAnd : Element::kBitXor, Element::kInt,
                            Element::kInt, false);
}

}  // namespace nvcuda::wmma
#endif  // __CUDACC__
