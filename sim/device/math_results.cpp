// Functions of the C library that write a result through a pointer, which may be shared or global memory.
// fencepost-nvcc renames the references in its objects.
#include <cmath>

#include "sim/device/told_result.h"

#define FENCEPOST_CALLER __builtin_return_address(0)

using fencepost::sim::told;

extern "C" {

void fencepost_sincos(double x, double* sine, double* cosine) {
  *told(sine, FENCEPOST_CALLER) = std::sin(x);
  *told(cosine, FENCEPOST_CALLER) = std::cos(x);
}
void fencepost_sincosf(float x, float* sine, float* cosine) {
  *told(sine, FENCEPOST_CALLER) = std::sin(x);
  *told(cosine, FENCEPOST_CALLER) = std::cos(x);
}
double fencepost_modf(double x, double* whole) { return std::modf(x, told(whole, FENCEPOST_CALLER)); }
float fencepost_modff(float x, float* whole) { return std::modf(x, told(whole, FENCEPOST_CALLER)); }
double fencepost_frexp(double x, int* exponent) { return std::frexp(x, told(exponent, FENCEPOST_CALLER)); }
float fencepost_frexpf(float x, int* exponent) { return std::frexp(x, told(exponent, FENCEPOST_CALLER)); }
double fencepost_remquo(double x, double y, int* quotient) {
  return std::remquo(x, y, told(quotient, FENCEPOST_CALLER));
}
float fencepost_remquof(float x, float y, int* quotient) { return std::remquo(x, y, told(quotient, FENCEPOST_CALLER)); }

}  // extern "C"
