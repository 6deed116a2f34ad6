// cuRAND's host API. A generator is its options and, once it has begun, the sequence of its values.
#include "sim/include/curand.h"

#include <cmath>
#include <cstdio>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "sim/engine/arena.h"
#include "sim/include/curand_kernel.h"
#include "sim/interface/observer.h"
#include "sim/interface/user_pc.h"
#include "sim/library/live.h"
#include "sim/random/scrambled_vectors.h"
#include "sim/random/sequence.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/memory/addresses.h"
#include "sim/runtime/resting/held_work.h"
#include "sim/runtime/stream.h"

using fencepost::sim::Arena;
using fencepost::sim::Distribution;
using fencepost::sim::observers;
using fencepost::sim::OperationRange;
using fencepost::sim::Sequence;
using fencepost::sim::SequenceOptions;

struct curandGenerator_st {
  SequenceOptions options;
  bool of_host = false;
  cudaStream_t stream = nullptr;
  fencepost::sim::DeviceNumber device = fencepost::sim::current_device();
  std::unique_ptr<Sequence> sequence;  ///< Null until it is drawn from, and again when an option changes.
};

namespace {

bool is_quasi(const SequenceOptions& options) { return options.type >= CURAND_RNG_QUASI_DEFAULT; }

/// A call of the program: its name and place.
struct Call {
  const char* name;
  const void* pc;

  curandStatus_t wrong(const std::string& what, curandStatus_t status) const {
    observers().calls->on_invalid_arguments(name, what, pc);
    return status;
  }
};

#define FENCEPOST_RANDOM_CALL \
  Call { __func__, FENCEPOST_USER_PC }

/// The status does not say that it is Fencepost which lacks something; this does.
curandStatus_t not_supported(const char* call, const char* what, curandStatus_t status) {
  std::fprintf(stderr, "fencepost: %s: %s is not supported by Fencepost (docs/random.md)\n", call, what);
  return status;
}

/// CURAND_STATUS_SUCCESS: the generator was created and not destroyed.
curandStatus_t check(const Call& call, curandGenerator_t generator) {
  if (fencepost::sim::Live<curandGenerator_st>::contains(generator)) return CURAND_STATUS_SUCCESS;
  return call.wrong(
      generator == nullptr ? "its generator is null" : "its generator was never created, or was destroyed",
      CURAND_STATUS_NOT_INITIALIZED);
}

/// A status that says what is wrong with the arguments, told.
curandStatus_t tell(const Call& call, curandStatus_t status) {
  switch (status) {
    case CURAND_STATUS_TYPE_ERROR:
      return call.wrong("the generator's type does not have that", status);
    case CURAND_STATUS_OUT_OF_RANGE:
      return call.wrong("an argument is out of range", status);
    case CURAND_STATUS_LENGTH_NOT_MULTIPLE:
      return call.wrong("the count is not a multiple of what the generator makes at once", status);
    default:
      return status;
  }
}

curandStatus_t create(const Call& call, curandGenerator_t* generator, curandRngType_t type, bool of_host) {
  if (fencepost::sim::sticky_error() != cudaSuccess) return CURAND_STATUS_PREEXISTING_FAILURE;
  if (generator == nullptr) return call.wrong("the place for the generator is null", CURAND_STATUS_NOT_INITIALIZED);
  auto made = std::make_unique<curandGenerator_st>();
  made->options.type = type;
  if (is_quasi(made->options)) made->options.ordering = CURAND_ORDERING_QUASI_DEFAULT;
  made->of_host = of_host;
  made->sequence = fencepost::sim::make_sequence(made->options);
  if (made->sequence == nullptr) return call.wrong("there is no such type", CURAND_STATUS_TYPE_ERROR);
  *generator = fencepost::sim::Live<curandGenerator_st>::add(made.release());
  return CURAND_STATUS_SUCCESS;
}

/// Changes an option; the sequence starts anew.
template <class Change>
curandStatus_t change(const Call& call, curandGenerator_t generator, Change set) {
  if (const curandStatus_t status = check(call, generator); status != CURAND_STATUS_SUCCESS) return status;
  const curandStatus_t status = set(generator->options);
  if (status == CURAND_STATUS_SUCCESS) generator->sequence = nullptr;
  return tell(call, status);
}

curandStatus_t generate(const Call& call, curandGenerator_t generator, void* out, std::size_t n,
                        const Distribution& distribution) {
  if (const curandStatus_t status = check(call, generator); status != CURAND_STATUS_SUCCESS) return status;
  if (fencepost::sim::sticky_error() != cudaSuccess) return CURAND_STATUS_PREEXISTING_FAILURE;
  if (n == 0) return CURAND_STATUS_SUCCESS;
  const std::size_t bytes = n * fencepost::sim::element_bytes(distribution.kind);
  const bool valid =
      generator->of_host ? fencepost::sim::is_host_range(out, bytes) : fencepost::sim::is_device_range(out, bytes);
  if (!valid) {
    observers().calls->on_invalid_range(call.name, "destination", out, bytes, !generator->of_host, call.pc);
    return CURAND_STATUS_LAUNCH_FAILURE;
  }
  if (!fencepost::sim::is_stream(generator->stream)) {
    return call.wrong("its stream was never created, or was destroyed", CURAND_STATUS_LAUNCH_FAILURE);
  }
  if (const auto now = fencepost::sim::current_device(); !generator->of_host && generator->device != now) {
    return call.wrong("its generator was created for device " + std::to_string(generator->device) + ", but device " +
                          std::to_string(now) + " is current",
                      CURAND_STATUS_LAUNCH_FAILURE);
  }
  if (!generator->of_host) {
    const OperationRange range{out, bytes, true};
    if (fencepost::sim::launch_rests) fencepost::sim::finish_held_work(generator->stream);
    observers().streams->on_operation({.call = call.name,
                                       .stream = fencepost::sim::stream_number(generator->stream),
                                       .ranges = {&range, 1},
                                       .pc = call.pc});
    observers().memory->on_memset(out, bytes);
  }
  if (generator->sequence == nullptr) generator->sequence = fencepost::sim::make_sequence(generator->options);
  return tell(call, generator->sequence->fill(distribution, out, n));
}

}  // namespace

#define FENCEPOST_CALLER FENCEPOST_USER_PC

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t rng_type) {
  return create(FENCEPOST_RANDOM_CALL, generator, rng_type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t rng_type) {
  return create(FENCEPOST_RANDOM_CALL, generator, rng_type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (fencepost::sim::Live<curandGenerator_st>::remove(generator)) return CURAND_STATUS_SUCCESS;
  return check(FENCEPOST_RANDOM_CALL, generator);
}
curandStatus_t curandGetVersion(int* version) {
  if (version == nullptr) return tell(FENCEPOST_RANDOM_CALL, CURAND_STATUS_OUT_OF_RANGE);
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  const curandStatus_t status = check(FENCEPOST_RANDOM_CALL, generator);
  if (status == CURAND_STATUS_SUCCESS) generator->stream = stream;
  return status;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  return change(FENCEPOST_RANDOM_CALL, generator, [seed](SequenceOptions& options) {
    if (is_quasi(options)) return CURAND_STATUS_TYPE_ERROR;
    options.seed = seed;
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  return change(FENCEPOST_RANDOM_CALL, generator, [offset](SequenceOptions& options) {
    if (options.type == CURAND_RNG_PSEUDO_MTGP32 || options.type == CURAND_RNG_PSEUDO_MT19937) {
      return CURAND_STATUS_TYPE_ERROR;  // As NVIDIA's.
    }
    options.offset = offset;
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  return change(FENCEPOST_RANDOM_CALL, generator, [order](SequenceOptions& options) {
    const bool exists = is_quasi(options)
                            ? order == CURAND_ORDERING_QUASI_DEFAULT
                            : order >= CURAND_ORDERING_PSEUDO_BEST && order <= CURAND_ORDERING_PSEUDO_DYNAMIC;
    const bool is_varied = order == CURAND_ORDERING_PSEUDO_SEEDED || order == CURAND_ORDERING_PSEUDO_DYNAMIC;
    if (!exists || (is_varied && options.type == CURAND_RNG_PSEUDO_MTGP32)) return CURAND_STATUS_OUT_OF_RANGE;
    options.ordering = order;
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int num_dimensions) {
  constexpr unsigned int kMost = 20000;  // NVIDIA's limit.
  return change(FENCEPOST_RANDOM_CALL, generator, [=](SequenceOptions& options) {
    if (!is_quasi(options)) return CURAND_STATUS_TYPE_ERROR;
    if (num_dimensions == 0 || num_dimensions > kMost) return CURAND_STATUS_OUT_OF_RANGE;
    if (num_dimensions > fencepost::sim::kSobolDimensions) {
      return not_supported("curandSetQuasiRandomGeneratorDimensions", "more than 161 dimensions",
                           CURAND_STATUS_OUT_OF_RANGE);
    }
    options.dimensions = num_dimensions;
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) { return check(FENCEPOST_RANDOM_CALL, generator); }

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* out, size_t n) {
  return generate(FENCEPOST_RANDOM_CALL, generator, out, n, {Distribution::Kind::kBits});
}
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* out, size_t n) {
  return generate(FENCEPOST_RANDOM_CALL, generator, out, n, {Distribution::Kind::kBits64});
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* out, size_t n) {
  return generate(FENCEPOST_RANDOM_CALL, generator, out, n, {Distribution::Kind::kUniform});
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* out, size_t n) {
  return generate(FENCEPOST_RANDOM_CALL, generator, out, n, {Distribution::Kind::kUniformDouble});
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* out, size_t n, float mean, float stddev) {
  return generate(FENCEPOST_RANDOM_CALL, generator, out, n, {Distribution::Kind::kNormal, mean, stddev});
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* out, size_t n, double mean,
                                          double stddev) {
  return generate(FENCEPOST_RANDOM_CALL, generator, out, n, {Distribution::Kind::kNormalDouble, mean, stddev});
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* out, size_t n, float mean, float stddev) {
  return generate(FENCEPOST_RANDOM_CALL, generator, out, n, {Distribution::Kind::kLogNormal, mean, stddev});
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* out, size_t n, double mean,
                                             double stddev) {
  return generate(FENCEPOST_RANDOM_CALL, generator, out, n, {Distribution::Kind::kLogNormalDouble, mean, stddev});
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* out, size_t n, double lambda) {
  constexpr double kMost = 400000;  // NVIDIA's limit.
  if (generator != nullptr && !(lambda > 0 && lambda <= kMost)) {
    return FENCEPOST_RANDOM_CALL.wrong("lambda is not above 0 and at most 400000", CURAND_STATUS_OUT_OF_RANGE);
  }
  return generate(FENCEPOST_RANDOM_CALL, generator, out, n, {Distribution::Kind::kPoisson, lambda});
}

curandStatus_t curandCreatePoissonDistribution(double lambda, curandDiscreteDistribution_t* distribution) {
  constexpr double kMost = 400000;
  if (distribution == nullptr || !(lambda > 0 && lambda <= kMost)) {
    return tell(FENCEPOST_RANDOM_CALL, CURAND_STATUS_OUT_OF_RANGE);
  }
  // Less than 1e-15 of the values lie outside.
  const double reach = 9 * std::sqrt(lambda) + 20;
  const auto first = static_cast<unsigned int>(std::fmax(0, lambda - reach));
  const auto length = static_cast<unsigned int>(lambda + reach) - first;
  const std::size_t bytes = sizeof(curandDiscreteDistribution_st) + length * sizeof(double);
  void* const memory = Arena::instance().allocate(bytes, fencepost::sim::MemorySpace::kDevice, sizeof(double),
                                                  FENCEPOST_CALLER, {}, fencepost::sim::current_device());
  if (memory == nullptr) return CURAND_STATUS_ALLOCATION_FAILED;
  observers().memory->on_memset(memory, bytes);
  auto* const made = static_cast<curandDiscreteDistribution_st*>(memory);
  auto* const sums = reinterpret_cast<double*>(made + 1);
  double sum = 0;
  for (unsigned int i = 0; i < length; ++i) {
    const double count = first + i;
    sum += std::exp(count * std::log(lambda) - lambda - std::lgamma(count + 1));
    sums[i] = sum;
  }
  *made = {sums, first, length};
  *distribution = made;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution) {
  if (fencepost::sim::launch_rests) {
    fencepost::sim::finish_held_work_of_device(fencepost::sim::current_device());
  }
  observers().streams->on_host_wait_device(fencepost::sim::current_device(), FENCEPOST_CALLER);
  if (Arena::instance().free(distribution, FENCEPOST_CALLER)) return CURAND_STATUS_SUCCESS;
  return FENCEPOST_RANDOM_CALL.wrong("its distribution was never created, or was destroyed",
                                     CURAND_STATUS_NOT_INITIALIZED);
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t** vectors, curandDirectionVectorSet_t set) {
  if (vectors == nullptr) return tell(FENCEPOST_RANDOM_CALL, CURAND_STATUS_OUT_OF_RANGE);
  const bool is_scrambled = set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6;
  if (set != CURAND_DIRECTION_VECTORS_32_JOEKUO6 && !is_scrambled) {
    return tell(FENCEPOST_RANDOM_CALL, CURAND_STATUS_OUT_OF_RANGE);
  }
  *vectors = is_scrambled ? fencepost::sim::scrambled_vectors_32() : fencepost::sim::direction_vectors_32();
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t** vectors, curandDirectionVectorSet_t set) {
  if (vectors == nullptr) return tell(FENCEPOST_RANDOM_CALL, CURAND_STATUS_OUT_OF_RANGE);
  const bool is_scrambled = set == CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6;
  if (set != CURAND_DIRECTION_VECTORS_64_JOEKUO6 && !is_scrambled) {
    return tell(FENCEPOST_RANDOM_CALL, CURAND_STATUS_OUT_OF_RANGE);
  }
  *vectors = is_scrambled ? fencepost::sim::scrambled_vectors_64() : fencepost::sim::direction_vectors_64();
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetScrambleConstants32(unsigned int** constants) {
  if (constants == nullptr) return tell(FENCEPOST_RANDOM_CALL, CURAND_STATUS_OUT_OF_RANGE);
  *constants = fencepost::sim::scramble_constants_32();
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetScrambleConstants64(unsigned long long** constants) {
  if (constants == nullptr) return tell(FENCEPOST_RANDOM_CALL, CURAND_STATUS_OUT_OF_RANGE);
  *constants = fencepost::sim::scramble_constants_64();
  return CURAND_STATUS_SUCCESS;
}

}  // extern "C"
