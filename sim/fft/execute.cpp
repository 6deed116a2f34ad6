// The functions of cuFFT that transform.
#include <string>

#include "sim/fft/plan.h"
#include "sim/interface/user_pc.h"

namespace fencepost::sim {
namespace {

/// What FFTW is to do; made when a plan is first used so.
std::shared_ptr<FftwPlans> plans_for(FftPlan& plan, bool in_place) {
  std::shared_ptr<FftwPlans>& known = in_place ? plan.in_place : plan.out_of_place;
  if (known != nullptr) return known;
  const Transform& transform = *plan.transform;
  const std::vector<Dimension> input = transform.dimensions(true, in_place);
  const std::vector<Dimension> output = transform.dimensions(false, in_place);
  FftShape shape{.kind = transform.kind,
                 .is_double = transform.is_double,
                 .batch = {transform.batch, input[0].stride, output[0].stride}};
  for (std::size_t d = 0; d < transform.sizes.size(); ++d) {
    shape.dimensions.push_back({transform.sizes[d], input[d + 1].stride, output[d + 1].stride});
  }
  known = std::make_shared<FftwPlans>(std::move(shape));
  return known;
}

/// An operand, of which the whole was looked at first: it may be larger than all memory.
bool add_array(OperandList& list, const char* role, Access access, const void* base, std::size_t bytes,
               const std::vector<Dimension>& dimensions) {
  const std::optional<Operand> whole = span_of_array(role, base, bytes, dimensions);
  return whole && list.admits(*whole) && list.add(array_operand(role, access, base, bytes, dimensions));
}

cufftResult transform(const FftCall& call, cufftHandle handle, void* input, void* output, int direction) {
  const std::shared_ptr<FftPlan> plan = plan_of(handle);
  if (input == nullptr || output == nullptr) {
    return call.invalid(std::string(input == nullptr ? "idata" : "odata") + " is null");
  }
  if (!plan->allocates && plan->work_area == nullptr) {
    return call.invalid(
        "its plan has no work area: cufftSetAutoAllocation was given 0, and cufftSetWorkArea not called",
        CUFFT_NO_WORKSPACE);
  }
  const Transform& what = *plan->transform;
  need_fftw(call, what.is_double);
  const bool in_place = input == output;
  // cuFFT, "Data Layout": transforms to real numbers use their input as work area.
  const Access reads = what.kind == FftKind::kComplexToReal ? Access::kUpdate : Access::kRead;
  return with_callbacks(call, *plan, input, output, [&](void* from, void* to) {
    LibraryPlan work = [=, fftw = plans_for(*plan, in_place),
                        arrays = what](OperandList& list) -> std::function<void()> {
      if (!add_array(list, "idata", reads, from, arrays.element_bytes(true), arrays.dimensions(true, in_place)) ||
          !add_array(list, "odata", Access::kWrite, to, arrays.element_bytes(false),
                     arrays.dimensions(false, in_place))) {
        return nullptr;
      }
      return [=] { fftw->execute(from, to, direction); };
    };
    return run(call, plan->stream, false, with_workspace(std::move(work), plan->work_area, what.work_bytes()));
  });
}

/// A function for one kind of numbers.
cufftResult transform_as(const FftCall& call, cufftHandle handle, FftKind kind, bool is_double, void* input,
                         void* output, int direction) {
  const std::shared_ptr<FftPlan> plan = known_plan(call, handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  if (!plan->transform) return call.invalid("its plan was not made: cufftCreate only names it", CUFFT_INVALID_PLAN);
  if (plan->transform->kind != kind || plan->transform->is_double != is_double) {
    return call.invalid("its plan was made for transforms of another type", CUFFT_INVALID_PLAN);
  }
  if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE) {
    return call.invalid("direction is " + std::to_string(direction) + ", neither CUFFT_FORWARD nor CUFFT_INVERSE");
  }
  return transform(call, handle, input, output, direction);
}

}  // namespace

cufftResult execute(const FftCall& call, cufftHandle handle, void* input, void* output, int direction) {
  const std::shared_ptr<FftPlan> plan = plan_of(handle);
  const bool is_double = plan != nullptr && plan->transform && plan->transform->is_double;
  return transform_as(call, handle, FftKind::kComplex, is_double, input, output, direction);
}

}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* idata, cufftComplex* odata, int direction) {
  return transform_as(FENCEPOST_FFT_CALL, plan, FftKind::kComplex, false, idata, odata, direction);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* idata, cufftDoubleComplex* odata, int direction) {
  return transform_as(FENCEPOST_FFT_CALL, plan, FftKind::kComplex, true, idata, odata, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* idata, cufftComplex* odata) {
  return transform_as(FENCEPOST_FFT_CALL, plan, FftKind::kRealToComplex, false, idata, odata, CUFFT_FORWARD);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* idata, cufftDoubleComplex* odata) {
  return transform_as(FENCEPOST_FFT_CALL, plan, FftKind::kRealToComplex, true, idata, odata, CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* idata, cufftReal* odata) {
  return transform_as(FENCEPOST_FFT_CALL, plan, FftKind::kComplexToReal, false, idata, odata, CUFFT_INVERSE);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* idata, cufftDoubleReal* odata) {
  return transform_as(FENCEPOST_FFT_CALL, plan, FftKind::kComplexToReal, true, idata, odata, CUFFT_INVERSE);
}
cufftResult cufftXtExec(cufftHandle handle, void* input, void* output, int direction) {
  const FftCall call = FENCEPOST_FFT_CALL;
  const std::shared_ptr<FftPlan> plan = plan_of(handle);
  const bool is_made = plan != nullptr && plan->transform;
  const FftKind kind = is_made ? plan->transform->kind : FftKind::kComplex;
  if (kind == FftKind::kRealToComplex) direction = CUFFT_FORWARD;  // The types say it.
  if (kind == FftKind::kComplexToReal) direction = CUFFT_INVERSE;
  return transform_as(call, handle, kind, is_made && plan->transform->is_double, input, output, direction);
}

}  // extern "C"
