// Plans for several GPUs (cufftXt.h): the data is divided into parts, one behind the other, of whole rows of the
// outermost dimension. A transform gathers them on the first device and gives them back, so that they are always in
// natural order. Each copy and transform is an operation of its device's default stream, and the calls wait for them.
#include <algorithm>
#include <string>
#include <vector>

#include "sim/fft/plan.h"
#include "sim/interface/user_pc.h"
#include "sim/library/live.h"
#include "sim/runtime/memory/allocation.h"
#include "sim/runtime/memory/copy.h"

namespace fencepost::sim {
namespace {

constexpr int kFewest = 2, kMost = 16;  ///< GPUs of a plan.

/// Makes a device current for the life of this object.
class OnDevice {
 public:
  explicit OnDevice(int device) {
    cudaGetDevice(&before_);
    cudaSetDevice(device);
  }
  ~OnDevice() { cudaSetDevice(before_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int before_ = 0;
};

cufftResult set_devices(const FftCall& call, cufftHandle handle, int count, const int* devices) {
  const std::shared_ptr<FftPlan> plan = known_plan(call, handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  if (plan->transform) return call.invalid("its plan was made before", CUFFT_INVALID_PLAN);
  if (devices == nullptr) return call.invalid("whichGPUs is null");
  if (count < kFewest || count > kMost) {
    return call.invalid("nGPUs is " + std::to_string(count) + ", not within 2 and 16");
  }
  std::vector<int> chosen(devices, devices + count);
  for (const int device : chosen) {
    if (is_device(device) && std::ranges::count(chosen, device) == 1) continue;
    return call.invalid("there is no GPU " + std::to_string(device) + ", or it is there twice", CUFFT_INVALID_DEVICE);
  }
  plan->devices = std::move(chosen);
  return CUFFT_SUCCESS;
}

/// Memory of the current device; null: there is none left.
void* allocate(const FftCall& call, std::size_t bytes) {
  void* memory = nullptr;
  return allocate_device_memory(call.name, &memory, bytes, call.pc) == cudaSuccess ? memory : nullptr;
}

/// In the default stream of the current device, which it waits for, between any two places.
bool copy_bytes(const FftCall& call, void* to, void* from, std::size_t bytes) {
  const cudaMemcpy3DParms box{
      nullptr, {}, {from, bytes, bytes, 1}, nullptr, {}, {to, bytes, bytes, 1}, {bytes, 1, 1}, cudaMemcpyDefault};
  return copy_box(call.name, box, call.pc) == cudaSuccess && cudaStreamSynchronize(nullptr) == cudaSuccess;
}

/// A plan for several devices that was made; null, and told: there is none.
std::shared_ptr<FftPlan> made_plan(const FftCall& call, cufftHandle handle) {
  std::shared_ptr<FftPlan> plan = known_plan(call, handle);
  if (plan == nullptr) return nullptr;
  if (plan->devices.empty() || !plan->transform) {
    call.invalid("its plan was not made for several GPUs: cufftXtSetGPUs comes before", CUFFT_INVALID_PLAN);
    return nullptr;
  }
  return plan;
}

bool is_known(const FftCall& call, const cudaLibXtDesc* data, const FftPlan& plan) {
  const bool is_live = data != nullptr && Live<cudaLibXtDesc>::contains(data);
  if (is_live && data->descriptor->nGPUs == static_cast<int>(plan.devices.size())) return true;
  call.invalid(is_live ? "a descriptor is of a plan for other GPUs"
                       : "a descriptor was never made by cufftXtMalloc, or was freed");
  return false;
}

/// The parts of a descriptor, from the first on: act(device, memory, bytes, offset in all of the data).
template <class Act>
bool for_each_part(const cudaLibXtDesc& data, Act act) {
  std::size_t offset = 0;
  for (int i = 0; i < data.descriptor->nGPUs; ++i) {
    const OnDevice current(data.descriptor->GPUs[i]);
    const std::size_t bytes = data.descriptor->size[i];
    if (bytes != 0 && !act(data.descriptor->data[i], bytes, offset)) return false;
    offset += bytes;
  }
  return true;
}

cufftResult release(const FftCall& call, cudaLibXtDesc* data) {
  const bool freed = for_each_part(*data, [&](void* memory, std::size_t, std::size_t) {
    return free_device_memory(call.name, memory, call.pc) == cudaSuccess;
  });
  delete data->descriptor;
  Live<cudaLibXtDesc>::remove(data);
  return freed ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

cufftResult allocate(const FftCall& call, cufftHandle handle, cudaLibXtDesc** place, cufftXtSubFormat format) {
  const std::shared_ptr<FftPlan> plan = made_plan(call, handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  if (place == nullptr) return call.invalid("the place for the descriptor is null");
  const Transform& transform = *plan->transform;
  const bool is_several = transform.batch > 1;
  const auto rows = static_cast<std::size_t>(is_several ? transform.batch : transform.sizes.front());
  const std::size_t row_bytes = transform.work_bytes() / rows;
  auto* const data = Live<cudaLibXtDesc>::add(new cudaLibXtDesc{CUDA_XT_DESCRIPTOR_VERSION, new cudaXtDesc{},
                                                                LIB_FORMAT_CUFFT, static_cast<int>(format), nullptr});
  cudaXtDesc& parts = *data->descriptor;
  parts.version = CUDA_XT_DESCRIPTOR_VERSION;
  parts.nGPUs = static_cast<int>(plan->devices.size());
  std::size_t first = 0;
  for (std::size_t i = 0; i < plan->devices.size(); ++i) {
    const std::size_t end = rows * (i + 1) / plan->devices.size();
    parts.GPUs[i] = plan->devices[i];
    parts.size[i] = (end - first) * row_bytes;
    first = end;
    const OnDevice current(parts.GPUs[i]);
    if (parts.size[i] != 0) parts.data[i] = allocate(call, parts.size[i]);
    if (parts.size[i] == 0 || parts.data[i] != nullptr) continue;
    parts.nGPUs = static_cast<int>(i);
    release(call, data);
    return CUFFT_ALLOC_FAILED;
  }
  *place = data;
  return CUFFT_SUCCESS;
}

cufftResult copy(const FftCall& call, cufftHandle handle, void* to, void* from, cufftXtCopyType type) {
  const std::shared_ptr<FftPlan> plan = made_plan(call, handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  if (to == nullptr || from == nullptr) return call.invalid(std::string(to == nullptr ? "dst" : "src") + " is null");
  auto* const target = static_cast<cudaLibXtDesc*>(to);
  auto* const source = static_cast<cudaLibXtDesc*>(from);
  bool done = false;
  switch (type) {
    case CUFFT_COPY_HOST_TO_DEVICE:
      if (!is_known(call, target, *plan)) return CUFFT_INVALID_VALUE;
      done = for_each_part(*target, [&](void* memory, std::size_t bytes, std::size_t offset) {
        return copy_bytes(call, memory, static_cast<std::byte*>(from) + offset, bytes);
      });
      break;
    case CUFFT_COPY_DEVICE_TO_HOST:
      if (!is_known(call, source, *plan)) return CUFFT_INVALID_VALUE;
      done = for_each_part(*source, [&](void* memory, std::size_t bytes, std::size_t offset) {
        return copy_bytes(call, static_cast<std::byte*>(to) + offset, memory, bytes);
      });
      break;
    case CUFFT_COPY_DEVICE_TO_DEVICE: {
      if (!is_known(call, source, *plan) || !is_known(call, target, *plan)) return CUFFT_INVALID_VALUE;
      int part = 0;
      done = for_each_part(*source, [&](void* memory, std::size_t bytes, std::size_t) {
        return copy_bytes(call, target->descriptor->data[part++], memory, bytes);
      });
      target->subFormat = CUFFT_XT_FORMAT_INPLACE;
      break;
    }
    default:
      return call.invalid("there is no such kind of copy");
  }
  return done ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

cufftResult transform(const FftCall& call, cufftHandle handle, FftKind kind, bool is_double, cudaLibXtDesc* input,
                      cudaLibXtDesc* output, int direction) {
  const std::shared_ptr<FftPlan> plan = made_plan(call, handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  if (!is_known(call, input, *plan) || !is_known(call, output, *plan)) return CUFFT_INVALID_VALUE;
  if (plan->transform->kind != kind || plan->transform->is_double != is_double) {
    return call.invalid("its plan was made for transforms of another type", CUFFT_INVALID_PLAN);
  }
  const OnDevice current(static_cast<int>(plan->stream.device()));
  auto* const all = static_cast<std::byte*>(allocate(call, plan->transform->work_bytes()));
  if (all == nullptr) return CUFFT_ALLOC_FAILED;
  bool copied = for_each_part(*input, [&](void* memory, std::size_t bytes, std::size_t offset) {
    return copy_bytes(call, all + offset, memory, bytes);
  });
  cufftResult status = copied ? execute(call, handle, all, all, direction) : CUFFT_EXEC_FAILED;
  if (status == CUFFT_SUCCESS) {
    cudaStreamSynchronize(plan->stream);
    copied = for_each_part(*output, [&](void* memory, std::size_t bytes, std::size_t offset) {
      return copy_bytes(call, memory, all + offset, bytes);
    });
    if (!copied) status = CUFFT_EXEC_FAILED;
  }
  free_device_memory(call.name, all, call.pc);
  return status;
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cufftResult cufftXtSetGPUs(cufftHandle handle, int nGPUs, int* whichGPUs) {
  return set_devices(FENCEPOST_FFT_CALL, handle, nGPUs, whichGPUs);
}
cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc** descriptor, cufftXtSubFormat format) {
  return allocate(FENCEPOST_FFT_CALL, plan, descriptor, format);
}
cufftResult cufftXtMemcpy(cufftHandle plan, void* dst, void* src, cufftXtCopyType type) {
  return copy(FENCEPOST_FFT_CALL, plan, dst, src, type);
}
cufftResult cufftXtFree(cudaLibXtDesc* descriptor) {
  if (Live<cudaLibXtDesc>::contains(descriptor)) return release(FENCEPOST_FFT_CALL, descriptor);
  return FENCEPOST_FFT_CALL.invalid("the descriptor was never made by cufftXtMalloc, or was freed");
}
cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output, int direction) {
  return transform(FENCEPOST_FFT_CALL, plan, FftKind::kComplex, false, input, output, direction);
}
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output, int direction) {
  return transform(FENCEPOST_FFT_CALL, plan, FftKind::kComplex, true, input, output, direction);
}

}  // extern "C"
