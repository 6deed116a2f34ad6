// The libraries' types of numbers as those that C++ computes with.
#pragma once

#include <complex>
#include <type_traits>

#include "sim/include/cuComplex.h"

namespace fencepost::sim {

inline const float* as(const float* p) { return p; }
inline const double* as(const double* p) { return p; }
inline const std::complex<float>* as(const cuComplex* p) { return reinterpret_cast<const std::complex<float>*>(p); }
inline const std::complex<double>* as(const cuDoubleComplex* p) {
  return reinterpret_cast<const std::complex<double>*>(p);
}
inline float* as(float* p) { return p; }
inline double* as(double* p) { return p; }
inline std::complex<float>* as(cuComplex* p) { return reinterpret_cast<std::complex<float>*>(p); }
inline std::complex<double>* as(cuDoubleComplex* p) { return reinterpret_cast<std::complex<double>*>(p); }

/// The type that C++ computes with.
template <class T>
using Number = std::remove_pointer_t<decltype(as(static_cast<T*>(nullptr)))>;

/// The type without its imaginary part.
template <class T>
struct RealOf {
  using Type = T;
};
template <class T>
struct RealOf<std::complex<T>> {
  using Type = T;
};
template <class T>
using Real = typename RealOf<T>::Type;

template <class T>
inline T conjugate(T value, bool really = true) {
  if constexpr (std::is_same_v<T, Real<T>>) {
    return value;
  } else {
    return really ? std::conj(value) : value;
  }
}

}  // namespace fencepost::sim
