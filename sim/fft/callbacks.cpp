// Callbacks of cuFFT (cuFFT, "cuFFT Callback Routines"): kernels of the program's (fencepost_fft_callback.h) that call
// them, and memory for what lies between those and the transform.
#include "sim/fft/plan.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/launch.h"

namespace fencepost::sim {
namespace {

constexpr std::size_t kMostSharedBytes = 16384;

/// As fencepost_fft_callback.h has it.
struct Elements {
  long long count = 1;
  long long counts[4] = {1, 1, 1, 1}, strides[4] = {};
};

Elements elements_of(const std::vector<Dimension>& dimensions) {
  Elements elements;
  const std::size_t first = 4 - dimensions.size();
  for (std::size_t d = 0; d < dimensions.size(); ++d) {
    elements.counts[first + d] = dimensions[d].count;
    elements.strides[first + d] = dimensions[d].stride;
    elements.count *= dimensions[d].count;
  }
  return elements;
}

/// Of the array, from its first element to its last.
std::size_t bytes_of(const std::vector<Dimension>& dimensions, std::size_t element_bytes) {
  std::int64_t last = 0;
  for (const Dimension& dimension : dimensions) last += (dimension.count - 1) * dimension.stride;
  return static_cast<std::size_t>(last + 1) * element_bytes;
}

cufftResult launch(const FftCall& call, const FftPlan& plan, const FftCallback& callback, void* data, void* elements,
                   const std::vector<Dimension>& dimensions) {
  constexpr long long kThreads = 128;
  const void* function = callback.function;
  void* info = callback.info;
  Elements where = elements_of(dimensions);
  void* arguments[] = {&function, &data, &info, &where, &elements};
  const auto blocks = static_cast<std::uint32_t>((where.count + kThreads - 1) / kThreads);
  const cudaError_t error = launch_function(call.name, callback.kernel, arguments,
                                            {.grid = {blocks, 1, 1},
                                             .block = {kThreads, 1, 1},
                                             .shared_bytes = callback.shared_bytes,
                                             .stream = plan.stream,
                                             .pc = call.pc});
  return error == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

/// Memory of the plan's stream, as long as this lives; null: there is none.
class StreamMemory {
 public:
  StreamMemory(const FftPlan& plan, bool is_needed, std::size_t bytes) : stream_(plan.stream) {
    if (is_needed && cudaMallocAsync(&memory_, bytes, stream_) != cudaSuccess) memory_ = nullptr;
  }
  ~StreamMemory() {
    if (memory_ != nullptr) (void)cudaFreeAsync(memory_, stream_);
  }
  StreamMemory(const StreamMemory&) = delete;
  StreamMemory& operator=(const StreamMemory&) = delete;

  [[nodiscard]] void* get() const { return memory_; }

 private:
  cudaStream_t stream_;
  void* memory_ = nullptr;
};

bool loads(cufftXtCallbackType type) { return type < CUFFT_CB_ST_COMPLEX; }

/// The one that `type` is of; null, and told, if it cannot be one of the plan's.
FftCallback* callback_of(const FftCall& call, FftPlan& plan, cufftXtCallbackType type, cufftResult& status) {
  if (type < CUFFT_CB_LD_COMPLEX || type >= CUFFT_CB_UNDEFINED) {
    status = call.invalid("cbType is " + std::to_string(type) + ", which is no type of a callback", CUFFT_INVALID_TYPE);
    return nullptr;
  }
  if (!plan.transform) {
    status = call.invalid("its plan was not made: cufftCreate only names it", CUFFT_INVALID_PLAN);
    return nullptr;
  }
  const bool is_double = (type & 1) != 0, is_real = (type & 2) != 0;
  const FftKind real = loads(type) ? FftKind::kRealToComplex : FftKind::kComplexToReal;
  if (is_double != plan.transform->is_double || is_real != (plan.transform->kind == real)) {
    status = call.invalid("cbType is of other elements than the plan " + std::string(loads(type) ? "loads" : "stores"),
                          CUFFT_INVALID_TYPE);
    return nullptr;
  }
  if (!plan.devices.empty()) {
    status = call.unsupported("of a plan for several GPUs");
    return nullptr;
  }
  return loads(type) ? &plan.load : &plan.store;
}

/// `act` with the callback of a plan that `type` is of.
template <class Do>
cufftResult with_callback(const FftCall& call, cufftHandle handle, cufftXtCallbackType type, Do act) {
  const std::shared_ptr<FftPlan> plan = known_plan(call, handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  cufftResult status = CUFFT_SUCCESS;
  FftCallback* const callback = callback_of(call, *plan, type, status);
  if (callback != nullptr) act(*callback);
  return status;
}

}  // namespace

cufftResult with_callbacks(const FftCall& call, const FftPlan& plan, void* input, void* output,
                           const std::function<cufftResult(void* from, void* to)>& transform) {
  if (plan.load.kernel == nullptr && plan.store.kernel == nullptr) return transform(input, output);
  const Transform& what = *plan.transform;
  const auto from_where = what.dimensions(true, input == output), to_where = what.dimensions(false, input == output);
  const StreamMemory loaded(plan, plan.load.kernel != nullptr, bytes_of(from_where, what.element_bytes(true)));
  const StreamMemory transformed(plan, plan.store.kernel != nullptr, bytes_of(to_where, what.element_bytes(false)));
  if ((plan.load.kernel != nullptr && loaded.get() == nullptr) ||
      (plan.store.kernel != nullptr && transformed.get() == nullptr)) {
    return CUFFT_ALLOC_FAILED;
  }
  void* from = input;
  void* to = output;
  if (plan.load.kernel != nullptr) {
    from = loaded.get();
    if (const cufftResult status = launch(call, plan, plan.load, input, from, from_where); status != CUFFT_SUCCESS) {
      return status;
    }
  }
  if (plan.store.kernel != nullptr) to = transformed.get();
  if (const cufftResult status = transform(from, to); status != CUFFT_SUCCESS) return status;
  return plan.store.kernel != nullptr ? launch(call, plan, plan.store, output, to, to_where) : CUFFT_SUCCESS;
}

}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

/// cufftXtSetCallback, with the kernel that calls it.
cufftResult fencepost_set_fft_callback(cufftHandle plan, void** callback_routine, cufftXtCallbackType cbType,
                                       void** caller_info, const void* kernel) {
  const FftCall call{{"cufftXtSetCallback", FENCEPOST_USER_PC}};
  if (callback_routine == nullptr || *callback_routine == nullptr) return call.invalid("callback_routine is null");
  return with_callback(call, plan, cbType, [&](FftCallback& callback) {
    callback = {.kernel = kernel,
                .function = *callback_routine,
                .info = caller_info != nullptr ? *caller_info : nullptr,
                .shared_bytes = callback.shared_bytes};
  });
}
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType cbType) {
  return with_callback(FENCEPOST_FFT_CALL, plan, cbType, [](FftCallback& callback) { callback = {}; });
}
cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType cbType, size_t sharedSize) {
  const FftCall call = FENCEPOST_FFT_CALL;
  if (sharedSize > kMostSharedBytes) {
    return call.invalid("sharedSize is " + std::to_string(sharedSize) + ", more than " +
                        std::to_string(kMostSharedBytes));
  }
  return with_callback(call, plan, cbType, [&](FftCallback& callback) { callback.shared_bytes = sharedSize; });
}

}  // extern "C"
