#include "sim/fft/fftw.h"

#include <mutex>
#include <string>

#include "sim/library/shared_object.h"

namespace fencepost::sim {
namespace {

// FFTW 3.3, "Guru Interface": plans of any strides, and their execution with other arrays.
using Dimensions = const FftwDimension*;
using PlanComplex = void*(int, Dimensions, int, Dimensions, void*, void*, int, unsigned);
using PlanReal = void*(int, Dimensions, int, Dimensions, void*, void*, unsigned);
using Execute = void(void*, void*, void*);
using Destroy = void(void*);
using AlignmentOf = int(void*);
constexpr unsigned kEstimate = 1U << 6U, kPreserveInput = 1U << 4U;

struct Library {
  PlanComplex* plan_complex = nullptr;
  PlanReal *plan_to_complex = nullptr, *plan_to_real = nullptr;
  Execute *execute_complex = nullptr, *execute_to_complex = nullptr, *execute_to_real = nullptr;
  Destroy* destroy = nullptr;
  AlignmentOf* alignment_of = nullptr;
  bool complete = false;
};

Library load(const char* file, const std::string& prefix) {
  Library library;
  void* const handle = open_shared_object(file);
  const auto find = [&](const char* name, auto*& function) {
    return look_up(handle, (prefix + name).c_str(), function);
  };
  library.complete =
      find("plan_guru64_dft", library.plan_complex) && find("plan_guru64_dft_r2c", library.plan_to_complex) &&
      find("plan_guru64_dft_c2r", library.plan_to_real) && find("execute_dft", library.execute_complex) &&
      find("execute_dft_r2c", library.execute_to_complex) && find("execute_dft_c2r", library.execute_to_real) &&
      find("destroy_plan", library.destroy) && find("alignment_of", library.alignment_of);
  return library;
}

const Library& library(bool is_double) {
  static const Library instances[] = {load("libfftw3f.so.3", "fftwf_"), load("libfftw3.so.3", "fftw_")};
  return instances[is_double ? 1 : 0];
}

/// FFTW makes and destroys one plan at a time. Never destroyed: plans may outlive it.
HostMutex& planner() {
  static auto* const mutex = new HostMutex;
  return *mutex;
}

}  // namespace

void need_fftw(const LibraryCall& call, bool is_double) {
  if (!library(is_double).complete) end_without(call, "FFTW", is_double ? "libfftw3-double3" : "libfftw3-single3");
}

FftwPlans::~FftwPlans() {
  const std::scoped_lock lock(planner());
  for (const auto& entry : plans_) library(shape_.is_double).destroy(entry.second);
}

bool FftwPlans::execute(void* in, void* out, int direction) {
  const Library& fftw = library(shape_.is_double);
  void* plan = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    void*& known = plans_[{in == out, direction, fftw.alignment_of(in), fftw.alignment_of(out)}];
    if (known == nullptr) {
      const std::scoped_lock planning(planner());
      const auto rank = static_cast<int>(shape_.dimensions.size());
      Dimensions dimensions = shape_.dimensions.data();
      if (shape_.kind == FftKind::kComplex) {
        known = fftw.plan_complex(rank, dimensions, 1, &shape_.batch, in, out, direction, kEstimate);
      } else if (shape_.kind == FftKind::kRealToComplex) {
        known = fftw.plan_to_complex(rank, dimensions, 1, &shape_.batch, in, out, kEstimate | kPreserveInput);
      } else {
        const unsigned flags = rank == 1 && in != out ? kEstimate | kPreserveInput : kEstimate;
        known = fftw.plan_to_real(rank, dimensions, 1, &shape_.batch, in, out, flags);
      }
    }
    plan = known;
  }
  if (plan == nullptr) return false;
  Execute* const run = shape_.kind == FftKind::kComplex         ? fftw.execute_complex
                       : shape_.kind == FftKind::kRealToComplex ? fftw.execute_to_complex
                                                                : fftw.execute_to_real;
  run(plan, in, out);
  return true;
}

}  // namespace fencepost::sim
