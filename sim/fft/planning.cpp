// The functions of cuFFT that make plans and set what they use.
#include <string>
#include <utility>

#include "sim/fft/plan.h"
#include "sim/interface/user_pc.h"
#include "sim/library/elements.h"
#include "sim/runtime/error_state.h"

namespace fencepost::sim {
namespace {

using Sizes = std::vector<long long>;

/// The arguments of a function that takes pointers to ints, which may be null; so many as rank says.
Sizes widened(const int* values, int rank) {
  return values == nullptr || rank < 1 || rank > 3 ? Sizes{} : Sizes(values, values + rank);
}
const long long* pointer_to(const Sizes& values) { return values.empty() ? nullptr : values.data(); }

/// What the functions with any type, size and layout have in common.
struct Many {
  int rank;
  const long long* sizes;
  LayoutArguments input, output;
  long long batch;
};

/// The bytes of a work area go to `work_bytes`.
cufftResult tell_size(const FftCall& call, std::optional<Transform> transform, const Many& many,
                      std::size_t* work_bytes) {
  if (work_bytes == nullptr) return call.invalid("the place for the size of the work area is null");
  if (!transform) return call.invalid("there is no such type", CUFFT_INVALID_TYPE);
  const cufftResult status = describe(call, many.rank, many.sizes, many.input, many.output, many.batch, *transform);
  if (status == CUFFT_SUCCESS) *work_bytes = transform->work_bytes();
  return status;
}

cufftResult tell_size_of(const FftCall& call, cufftHandle handle, std::optional<Transform> transform, const Many& many,
                         std::size_t* work_bytes) {
  if (known_plan(call, handle) == nullptr) return CUFFT_INVALID_PLAN;
  return tell_size(call, std::move(transform), many, work_bytes);
}

cufftResult make(const FftCall& call, cufftHandle handle, std::optional<Transform> transform, const Many& many,
                 std::size_t* work_bytes) {
  const std::shared_ptr<FftPlan> plan = known_plan(call, handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  if (plan->transform) return call.invalid("its plan was made before", CUFFT_INVALID_PLAN);
  if (const cufftResult status = tell_size(call, transform, many, work_bytes); status != CUFFT_SUCCESS) return status;
  describe(call, many.rank, many.sizes, many.input, many.output, many.batch, *transform);
  // Of several devices each has a work area.
  for (std::size_t i = 1; i < plan->devices.size(); ++i) work_bytes[i] = work_bytes[0];
  plan->transform = std::move(transform);
  return CUFFT_SUCCESS;
}

/// A new plan, made.
cufftResult plan_anew(const FftCall& call, cufftHandle* handle, cufftType type, const Many& many) {
  if (handle == nullptr) return call.invalid("the place for the plan is null");
  if (sticky_error() != cudaSuccess) return CUFFT_SETUP_FAILED;
  const cufftHandle added = add_plan(std::make_shared<FftPlan>());
  std::size_t work_bytes = 0;
  const cufftResult status = make(call, added, transform_of(type), many, &work_bytes);
  if (status == CUFFT_SUCCESS) {
    *handle = added;
  } else {
    remove_plan(added);
  }
  return status;
}

/// The types of cufftXtMakePlanMany: of the input, of the output, of what is computed with.
cufftResult transform_between(const FftCall& call, cudaDataType from, cudaDataType to, cudaDataType with,
                              std::optional<Transform>& transform) {
  for (const cudaDataType type : {from, to, with}) {
    if (type == CUDA_R_16F || type == CUDA_C_16F || type == CUDA_R_16BF || type == CUDA_C_16BF) {
      return call.unsupported("with " + type_name(type));
    }
  }
  struct Row {
    cudaDataType from, to;
    cufftType type;
  };
  static constexpr Row kRows[] = {{CUDA_C_32F, CUDA_C_32F, CUFFT_C2C}, {CUDA_R_32F, CUDA_C_32F, CUFFT_R2C},
                                  {CUDA_C_32F, CUDA_R_32F, CUFFT_C2R}, {CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z},
                                  {CUDA_R_64F, CUDA_C_64F, CUFFT_D2Z}, {CUDA_C_64F, CUDA_R_64F, CUFFT_Z2D}};
  for (const Row& row : kRows) {
    if (row.from != from || row.to != to) continue;
    transform = transform_of(row.type);
    const cudaDataType right = transform->is_double ? CUDA_C_64F : CUDA_C_32F;
    if (with == right) return CUFFT_SUCCESS;
  }
  return call.invalid("there is no transform of " + type_name(from) + " to " + type_name(to) + " in " + type_name(with),
                      CUFFT_INVALID_TYPE);
}

/// Sets something of a plan.
template <class Do>
cufftResult with_plan(const FftCall& call, cufftHandle handle, Do act) {
  const std::shared_ptr<FftPlan> plan = known_plan(call, handle);
  return plan == nullptr ? CUFFT_INVALID_PLAN : act(*plan);
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

#define FENCEPOST_1D              \
  const long long sizes[] = {nx}; \
  const Many many { 1, sizes, {}, {}, batch }
#define FENCEPOST_2D                  \
  const long long sizes[] = {nx, ny}; \
  const Many many { 2, sizes, {}, {}, 1 }
#define FENCEPOST_3D                      \
  const long long sizes[] = {nx, ny, nz}; \
  const Many many { 3, sizes, {}, {}, 1 }
#define FENCEPOST_MANY                                                                                  \
  const Sizes sizes = widened(n, rank), in = widened(inembed, rank), out = widened(onembed, rank);      \
  const Many many {                                                                                     \
    rank, pointer_to(sizes), {pointer_to(in), istride, idist}, {pointer_to(out), ostride, odist}, batch \
  }
#define FENCEPOST_MANY_64 \
  const Many many { rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch }

extern "C" {

cufftResult cufftCreate(cufftHandle* handle) {
  if (handle == nullptr) return FENCEPOST_FFT_CALL.invalid("the place for the plan is null");
  if (sticky_error() != cudaSuccess) return CUFFT_SETUP_FAILED;
  *handle = add_plan(std::make_shared<FftPlan>());
  return CUFFT_SUCCESS;
}
cufftResult cufftDestroy(cufftHandle plan) {
  if (remove_plan(plan)) return CUFFT_SUCCESS;
  return FENCEPOST_FFT_CALL.invalid("its plan was never created, or was destroyed", CUFFT_INVALID_PLAN);
}

cufftResult cufftPlan1d(cufftHandle* plan, int nx, cufftType type, int batch) {
  FENCEPOST_1D;
  return plan_anew(FENCEPOST_FFT_CALL, plan, type, many);
}
cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type) {
  FENCEPOST_2D;
  return plan_anew(FENCEPOST_FFT_CALL, plan, type, many);
}
cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type) {
  FENCEPOST_3D;
  return plan_anew(FENCEPOST_FFT_CALL, plan, type, many);
}
cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                          int ostride, int odist, cufftType type, int batch) {
  FENCEPOST_MANY;
  return plan_anew(FENCEPOST_FFT_CALL, plan, type, many);
}

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t* workSize) {
  FENCEPOST_1D;
  return make(FENCEPOST_FFT_CALL, plan, transform_of(type), many, workSize);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* workSize) {
  FENCEPOST_2D;
  return make(FENCEPOST_FFT_CALL, plan, transform_of(type), many, workSize);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t* workSize) {
  FENCEPOST_3D;
  return make(FENCEPOST_FFT_CALL, plan, transform_of(type), many, workSize);
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                              int ostride, int odist, cufftType type, int batch, size_t* workSize) {
  FENCEPOST_MANY;
  return make(FENCEPOST_FFT_CALL, plan, transform_of(type), many, workSize);
}
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long* n, long long* inembed, long long istride,
                                long long idist, long long* onembed, long long ostride, long long odist, cufftType type,
                                long long batch, size_t* workSize) {
  FENCEPOST_MANY_64;
  return make(FENCEPOST_FFT_CALL, plan, transform_of(type), many, workSize);
}

cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t* workSize) {
  FENCEPOST_1D;
  return tell_size(FENCEPOST_FFT_CALL, transform_of(type), many, workSize);
}
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t* workSize) {
  FENCEPOST_2D;
  return tell_size(FENCEPOST_FFT_CALL, transform_of(type), many, workSize);
}
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t* workSize) {
  FENCEPOST_3D;
  return tell_size(FENCEPOST_FFT_CALL, transform_of(type), many, workSize);
}
cufftResult cufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                              int odist, cufftType type, int batch, size_t* workSize) {
  FENCEPOST_MANY;
  return tell_size(FENCEPOST_FFT_CALL, transform_of(type), many, workSize);
}
cufftResult cufftGetSize1d(cufftHandle plan, int nx, cufftType type, int batch, size_t* workSize) {
  FENCEPOST_1D;
  return tell_size_of(FENCEPOST_FFT_CALL, plan, transform_of(type), many, workSize);
}
cufftResult cufftGetSize2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* workSize) {
  FENCEPOST_2D;
  return tell_size_of(FENCEPOST_FFT_CALL, plan, transform_of(type), many, workSize);
}
cufftResult cufftGetSize3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t* workSize) {
  FENCEPOST_3D;
  return tell_size_of(FENCEPOST_FFT_CALL, plan, transform_of(type), many, workSize);
}
cufftResult cufftGetSizeMany(cufftHandle plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                             int ostride, int odist, cufftType type, int batch, size_t* workSize) {
  FENCEPOST_MANY;
  return tell_size_of(FENCEPOST_FFT_CALL, plan, transform_of(type), many, workSize);
}
cufftResult cufftGetSizeMany64(cufftHandle plan, int rank, long long* n, long long* inembed, long long istride,
                               long long idist, long long* onembed, long long ostride, long long odist, cufftType type,
                               long long batch, size_t* workSize) {
  FENCEPOST_MANY_64;
  return tell_size_of(FENCEPOST_FFT_CALL, plan, transform_of(type), many, workSize);
}
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long* n, long long* inembed, long long istride,
                                long long idist, cudaDataType inputtype, long long* onembed, long long ostride,
                                long long odist, cudaDataType outputtype, long long batch, size_t* workSize,
                                cudaDataType executiontype) {
  const FftCall call = FENCEPOST_FFT_CALL;
  FENCEPOST_MANY_64;
  std::optional<Transform> transform;
  const cufftResult status = transform_between(call, inputtype, outputtype, executiontype, transform);
  return status == CUFFT_SUCCESS ? make(call, plan, std::move(transform), many, workSize) : status;
}
cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long* n, long long* inembed, long long istride,
                               long long idist, cudaDataType inputtype, long long* onembed, long long ostride,
                               long long odist, cudaDataType outputtype, long long batch, size_t* workSize,
                               cudaDataType executiontype) {
  const FftCall call = FENCEPOST_FFT_CALL;
  FENCEPOST_MANY_64;
  std::optional<Transform> transform;
  const cufftResult status = transform_between(call, inputtype, outputtype, executiontype, transform);
  return status == CUFFT_SUCCESS ? tell_size_of(call, plan, std::move(transform), many, workSize) : status;
}

cufftResult cufftGetSize(cufftHandle plan, size_t* workSize) {
  const FftCall call = FENCEPOST_FFT_CALL;
  if (workSize == nullptr) return call.invalid("the place for the size of the work area is null");
  return with_plan(call, plan, [&](FftPlan& known) {
    if (!known.transform) return call.invalid("its plan was not made: cufftCreate only names it", CUFFT_INVALID_PLAN);
    *workSize = known.transform->work_bytes();
    return CUFFT_SUCCESS;
  });
}
cufftResult cufftSetWorkArea(cufftHandle plan, void* workArea) {
  return with_plan(FENCEPOST_FFT_CALL, plan, [&](FftPlan& known) {
    known.work_area = workArea;
    return CUFFT_SUCCESS;
  });
}
cufftResult cufftXtSetWorkArea(cufftHandle plan, void** workArea) {
  if (workArea == nullptr) return FENCEPOST_FFT_CALL.invalid("workArea is null");
  return cufftSetWorkArea(plan, workArea[0]);  // Of the one device that plans are for.
}
cufftResult cufftSetAutoAllocation(cufftHandle plan, int autoAllocate) {
  return with_plan(FENCEPOST_FFT_CALL, plan, [&](FftPlan& known) {
    known.allocates = autoAllocate != 0;
    return CUFFT_SUCCESS;
  });
}
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
  return with_plan(FENCEPOST_FFT_CALL, plan, [&](FftPlan& known) {
    known.stream = stream;
    return CUFFT_SUCCESS;
  });
}

cufftResult cufftGetVersion(int* version) {
  if (version == nullptr) return FENCEPOST_FFT_CALL.invalid("the place for the result is null");
  *version = CUFFT_VERSION;
  return CUFFT_SUCCESS;
}
cufftResult cufftGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr) return FENCEPOST_FFT_CALL.invalid("the place for the result is null");
  switch (type) {
    case MAJOR_VERSION:
      *value = CUFFT_VER_MAJOR;
      return CUFFT_SUCCESS;
    case MINOR_VERSION:
      *value = CUFFT_VER_MINOR;
      return CUFFT_SUCCESS;
    case PATCH_LEVEL:
      *value = CUFFT_VER_PATCH;
      return CUFFT_SUCCESS;
  }
  return FENCEPOST_FFT_CALL.invalid("there is no such property");
}

}  // extern "C"
