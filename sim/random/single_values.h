// Sequences of 32 random bits each of which one value is made.
#pragma once

#include <cmath>
#include <cstdint>

#include "sim/random/device_functions.h"

namespace fencepost::sim {

/// Self: has next(), the next 32 bits.
template <class Self>
class SingleValues : public Sequence {
 public:
  curandStatus_t fill(const Distribution& d, void* out, std::size_t n) override {
    const auto mean = static_cast<float>(d.mean);
    const auto deviation = static_cast<float>(d.deviation);
    using namespace fencepost_rt::random;
    switch (d.kind) {
      case Distribution::Kind::kBits:
        return singly(static_cast<unsigned int*>(out), n, [](std::uint32_t bits) { return bits; });
      case Distribution::Kind::kUniform:
        return singly(static_cast<float*>(out), n, [](std::uint32_t bits) { return to_float(bits); });
      case Distribution::Kind::kUniformDouble:
        return singly(static_cast<double*>(out), n, [](std::uint32_t bits) { return to_double(bits); });
      case Distribution::Kind::kNormal:
        return singly(static_cast<float*>(out), n,
                      [=](std::uint32_t bits) { return mean + deviation * inverse_normal(bits); });
      case Distribution::Kind::kNormalDouble:
        return singly(static_cast<double*>(out), n,
                      [&](std::uint32_t bits) { return d.mean + d.deviation * inverse_normal_double(bits); });
      case Distribution::Kind::kLogNormal:
        return singly(static_cast<float*>(out), n,
                      [=](std::uint32_t bits) { return std::exp(mean + deviation * inverse_normal(bits)); });
      case Distribution::Kind::kLogNormalDouble:
        return singly(static_cast<double*>(out), n,
                      [&](std::uint32_t bits) { return std::exp(d.mean + d.deviation * inverse_normal_double(bits)); });
      case Distribution::Kind::kPoisson:
        return singly(static_cast<unsigned int*>(out), n, [&](std::uint32_t bits) { return poisson_of(bits, d.mean); });
      case Distribution::Kind::kBits64:
        break;
    }
    return CURAND_STATUS_TYPE_ERROR;
  }

 private:
  template <class T, class Make>
  curandStatus_t singly(T* out, std::size_t n, Make make) {
    for (std::size_t i = 0; i < n; ++i) out[i] = make(static_cast<Self*>(this)->next());
    return CURAND_STATUS_SUCCESS;
  }
};

}  // namespace fencepost::sim
