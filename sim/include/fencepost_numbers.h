// cuda::std::numbers in C++17 (C++20, [math.constants]). Included by cuda/std/numbers.
#pragma once

#include <type_traits>

#include "fencepost_standard_library.h"

namespace cuda::std::numbers {

#define FENCEPOST_NUMBER(name, value)                                                                     \
  template <class T>                                                                                      \
  inline constexpr ::std::enable_if_t<::std::is_floating_point_v<T>, T> name##_v = static_cast<T>(value); \
  inline constexpr double name = name##_v<double>
FENCEPOST_NUMBER(e, 2.718281828459045235360287471352662498L);
FENCEPOST_NUMBER(log2e, 1.442695040888963407359924681001892137L);
FENCEPOST_NUMBER(log10e, 0.434294481903251827651128918916605082L);
FENCEPOST_NUMBER(pi, 3.141592653589793238462643383279502884L);
FENCEPOST_NUMBER(inv_pi, 0.318309886183790671537767526745028724L);
FENCEPOST_NUMBER(inv_sqrtpi, 0.564189583547756286948079451560772586L);
FENCEPOST_NUMBER(ln2, 0.693147180559945309417232121458176568L);
FENCEPOST_NUMBER(ln10, 2.302585092994045684017991454684364208L);
FENCEPOST_NUMBER(sqrt2, 1.414213562373095048801688724209698079L);
FENCEPOST_NUMBER(sqrt3, 1.732050807568877293527446341505872367L);
FENCEPOST_NUMBER(inv_sqrt3, 0.577350269189625764509148780501957456L);
FENCEPOST_NUMBER(egamma, 0.577215664901532860606512090082402431L);
FENCEPOST_NUMBER(phi, 1.618033988749894848204586834365638118L);
#undef FENCEPOST_NUMBER

}  // namespace cuda::std::numbers
