// Copies and fills. All are complete when the call returns.
#include "sim/runtime/memory/copy.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "sim/engine/arena.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/observer.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/devices/variables.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/graph/environment.h"
#include "sim/runtime/launch.h"
#include "sim/runtime/memory/addresses.h"
#include "sim/runtime/resting/held_work.h"
#include "sim/runtime/stream.h"
#include "sim/runtime/work.h"

using fencepost::sim::Box;
using fencepost::sim::CallReturns;
using fencepost::sim::copy;
using fencepost::sim::copy_between_devices;
using fencepost::sim::is_device_range;
using fencepost::sim::is_host_range;
using fencepost::sim::observers;
using fencepost::sim::OperationRange;
using fencepost::sim::Place;
using fencepost::sim::result;
using fencepost::sim::sticky_error;
using fencepost::sim::StreamNumber;
using fencepost::sim::Work;

namespace {

#define FENCEPOST_CALLER FENCEPOST_USER_PC

constexpr std::string_view kDestination = "destination";

bool lies_on(const Place& place, const Box& box, bool on_device) {
  const std::size_t bytes = place.span(box);
  return on_device ? is_device_range(place.base, bytes) : is_host_range(place.base, bytes);
}

/// False, and told, if `place` is no memory of the side it is to be on. Memory of the device in the place of the host's
/// is told and copied: hardware, where addresses say which side they are on, has been seen to do it.
bool check_place(const char* call, std::string_view role, const Place& place, const Box& box, bool on_device,
                 const void* pc) {
  const std::size_t bytes = place.span(box);
  if (lies_on(place, box, on_device)) {
    if (!on_device || role != kDestination || fencepost::sim::is_writable_device_range(place.base, bytes)) return true;
    observers().calls->on_invalid_arguments(
        call, "its destination is memory that is mapped for reading only (cuMemSetAccess)", pc);
    return false;
  }
  observers().calls->on_invalid_range(call, role, place.base, bytes, on_device, pc);
  return !on_device && is_device_range(place.base, bytes) &&
         (role != kDestination || fencepost::sim::is_writable_device_range(place.base, bytes));
}

cudaError_t check(const char* call, const Place& dst, const Place& src, const Box& box, cudaMemcpyKind kind,
                  const void* pc) {
  if ((box.height > 1 || box.depth > 1) && (dst.pitch < box.width || src.pitch < box.width)) {
    return cudaErrorInvalidPitchValue;
  }
  bool to_device = false;
  bool from_device = false;
  switch (kind) {
    case cudaMemcpyHostToHost:
      break;
    case cudaMemcpyHostToDevice:
      to_device = true;
      break;
    case cudaMemcpyDeviceToHost:
      from_device = true;
      break;
    case cudaMemcpyDeviceToDevice:
      to_device = from_device = true;
      break;
    case cudaMemcpyDefault:
      to_device = is_device_range(dst.base, 1);
      from_device = is_device_range(src.base, 1);
      break;
    default:
      return cudaErrorInvalidMemcpyDirection;
  }
  if (box.empty()) return cudaSuccess;
  const bool is_backwards = !lies_on(dst, box, to_device) && !lies_on(src, box, from_device);
  return check_place(call, kDestination, dst, box, to_device, pc) && !is_backwards &&
                 check_place(call, "source", src, box, from_device, pc)
             ? cudaSuccess
             : cudaErrorInvalidValue;
}

/// Whose memory an address belongs to, as far as the API's promises about waiting depend on it.
enum class Residence { kPageable, kPinned, kManaged, kDevice };

Residence residence(const void* address, bool on_device) {
  if (fencepost::sim::arena_bounds.is_device_only(address)) return Residence::kDevice;
  if (const auto allocation = fencepost::sim::Arena::instance().find(address)) {
    return allocation->space == fencepost::sim::MemorySpace::kManaged ? Residence::kManaged : Residence::kPinned;
  }
  if (fencepost::sim::registered_range(address).base != nullptr) return Residence::kPinned;
  return on_device && fencepost::sim::is_program_variable(address) ? Residence::kDevice : Residence::kPageable;
}

bool is_of_host(Residence place) { return place == Residence::kPageable || place == Residence::kPinned; }

/// CUDA Runtime API, "API synchronization behavior". Where that says nothing, of managed memory, a copy without a
/// stream is taken to wait and one in a stream not to.
CallReturns copy_returns(Residence to, Residence from, bool in_stream) {
  if (is_of_host(to) && is_of_host(from)) return CallReturns::kWhenDone;
  if (in_stream) return to == Residence::kPageable ? CallReturns::kWhenDone : CallReturns::kAtOnce;
  if (to == Residence::kDevice && from == Residence::kDevice) return CallReturns::kAtOnce;
  return to == Residence::kDevice && from == Residence::kPageable ? CallReturns::kWhenStaged : CallReturns::kWhenDone;
}

/// Adds the bytes of a box to what an operation accesses. Pageable memory is out of its reach: copies go through a
/// buffer of CUDA's own.
void add_ranges(std::vector<OperationRange>& ranges, const Place& place, const Box& box, Residence where, bool writes) {
  if (where == Residence::kPageable) return;
  for (std::size_t z = 0; z < box.depth; ++z) {
    for (std::size_t y = 0; y < box.height; ++y) ranges.push_back({place.row(y, z), box.width, writes});
  }
}

/// A copy without a stream of its own (`in_stream` false) is the synchronous form.
struct Copy {
  const char* call;
  Place dst, src;
  Box box;
  cudaMemcpyKind kind;
  bool in_stream;
  const void* pc;
  fencepost::sim::DeviceNumber device;  ///< That is current.
  std::uint32_t serialises = 0;         ///< As StreamOperation's.
};

/// A bit for each device in whose own memory the copy begins, if these are several.
std::uint32_t several_devices(const void* dst, const void* src) {
  if (fencepost::sim::device_count() == 1) return 0;
  std::uint32_t devices = 0;
  for (const void* address : {dst, src}) {
    if (fencepost::sim::arena_bounds.is_device_only(address)) {
      devices |= std::uint32_t{1} << fencepost::sim::Arena::instance().device_of(address);
    }
  }
  return (devices & (devices - 1)) != 0 ? devices : 0;
}

/// Does what may access variables of which each device has its own.
void with_variables(std::initializer_list<const void*> addresses, fencepost::sim::DeviceNumber device,
                    const std::function<void()>& work) {
  if (std::ranges::none_of(addresses, fencepost::sim::is_of_each_device)) return work();
  fencepost::sim::between_launches([&] {
    fencepost::sim::show_variables_of(device);
    work();
  });
}

std::pair<Residence, Residence> sides(const Copy& copy) {
  // Of cudaMemcpyDefault a variable of the program is taken for one of the host.
  return {residence(copy.dst.base, copy.kind == cudaMemcpyHostToDevice || copy.kind == cudaMemcpyDeviceToDevice),
          residence(copy.src.base, copy.kind == cudaMemcpyDeviceToHost || copy.kind == cudaMemcpyDeviceToDevice)};
}

void tell_copy(const Copy& copy, StreamNumber stream) {
  const auto& [call, dst, src, box, kind, in_stream, pc, device, serialises] = copy;
  const auto [to, from] = sides(copy);
  std::vector<OperationRange> ranges;
  add_ranges(ranges, src, box, from, false);
  add_ranges(ranges, dst, box, to, true);
  observers().streams->on_operation({.call = call,
                                     .stream = stream,
                                     .ranges = ranges,
                                     .returns = copy_returns(to, from, in_stream),
                                     .pc = pc,
                                     .device = device,
                                     .serialises = serialises,
                                     .descent = fencepost::sim::descent_of_running_graph()});
}

void move(const Copy& copy) {
  for (std::size_t z = 0; z < copy.box.depth; ++z) {
    for (std::size_t y = 0; y < copy.box.height; ++y) {
      observers().memory->on_copy(copy.dst.row(y, z), copy.src.row(y, z), copy.box.width);
      std::memmove(copy.dst.row(y, z), copy.src.row(y, z), copy.box.width);
    }
  }
}

void perform(const Copy& copy, StreamNumber stream) {
  tell_copy(copy, stream);
  with_variables({copy.dst.base, copy.src.base}, copy.device, [&] { move(copy); });
}

Work work(const Copy& copy) {
  const auto pitched = [&](const Place& place) {
    return cudaPitchedPtr{place.base, std::max(place.pitch, copy.box.width), copy.box.width,
                          place.pitch != 0 ? std::max(place.slice_bytes / place.pitch, copy.box.height) : 1};
  };
  return {.type = cudaGraphNodeTypeMemcpy,
          .pc = copy.pc,
          .perform =
              [copy](StreamNumber stream) {
                // The memory may be gone, or not be there yet.
                const Copy& c = copy;
                if (check(c.call, c.dst, c.src, c.box, c.kind, c.pc) == cudaSuccess) perform(c, stream);
              },
          .parameters = cudaMemcpy3DParms{nullptr,
                                          {},
                                          pitched(copy.src),
                                          nullptr,
                                          {},
                                          pitched(copy.dst),
                                          {copy.box.width, copy.box.height, copy.box.depth},
                                          copy.kind}};
}

bool host_waits(const Copy& copy) {
  const auto [to, from] = sides(copy);
  return copy_returns(to, from, copy.in_stream) != CallReturns::kAtOnce;
}

/// What is in pageable memory now is copied later.
Work held_work(const Copy& copy) {
  if (sides(copy).second != Residence::kPageable) return work(copy);
  const Box& box = copy.box;
  const auto staged = std::make_shared<std::vector<std::byte>>(box.width * box.height * box.depth);
  Copy later = copy;
  later.src = {staged->data(), box.width, box.width * box.height};
  for (std::size_t z = 0; z < box.depth; ++z) {
    for (std::size_t y = 0; y < box.height; ++y) std::memcpy(later.src.row(y, z), copy.src.row(y, z), box.width);
  }
  Work held = work(later);
  held.perform = [staged, perform = std::move(held.perform)](StreamNumber stream) { perform(stream); };
  return held;
}

/// A fill with bytes, or with words of `element_bytes`.
struct Fill {
  const char* call;
  Place place;
  unsigned int value;
  unsigned int element_bytes;
  Box box;
  bool in_stream;
  const void* pc;
  fencepost::sim::DeviceNumber device;  ///< That is current.
};

void tell_fill(const Fill& fill, StreamNumber stream) {
  const auto& [call, place, value, element_bytes, box, in_stream, pc, device] = fill;
  const Residence where = residence(place.base, true);
  std::vector<OperationRange> ranges;
  add_ranges(ranges, place, box, where, true);
  observers().streams->on_operation(
      {.call = call,
       .stream = stream,
       .ranges = ranges,
       .returns = in_stream || where == Residence::kDevice ? CallReturns::kAtOnce : CallReturns::kWhenDone,
       .pc = pc,
       .device = device,
       .descent = fencepost::sim::descent_of_running_graph()});
}

void set_words(std::byte* row, unsigned int value, unsigned int element_bytes, std::size_t bytes) {
  if (element_bytes == 1) {
    std::memset(row, static_cast<int>(value & 0xff), bytes);
    return;
  }
  for (std::size_t at = 0; at < bytes; at += element_bytes) std::memcpy(row + at, &value, element_bytes);
}

void perform(const Fill& fill, StreamNumber stream) {
  tell_fill(fill, stream);
  with_variables({fill.place.base}, fill.device, [&] {
    for (std::size_t z = 0; z < fill.box.depth; ++z) {
      for (std::size_t y = 0; y < fill.box.height; ++y) {
        observers().memory->on_memset(fill.place.row(y, z), fill.box.width);
        set_words(fill.place.row(y, z), fill.value, fill.element_bytes, fill.box.width);
      }
    }
  });
}

bool host_waits(const Fill& fill) { return !fill.in_stream && residence(fill.place.base, true) != Residence::kDevice; }

Work work(const Fill& fill) {
  return {.type = cudaGraphNodeTypeMemset,
          .pc = fill.pc,
          .perform =
              [fill](StreamNumber stream) {
                if (check_place(fill.call, "destination", fill.place, fill.box, true, fill.pc)) perform(fill, stream);
              },
          .parameters = cudaMemsetParams{fill.place.base, fill.place.pitch, fill.value, fill.element_bytes,
                                         fill.box.width / fill.element_bytes, fill.box.height}};
}

Work held_work(const Fill& fill) { return work(fill); }

/// Performs it, or keeps it for a graph.
template <class Operation>
cudaError_t issue(const Operation& operation, std::optional<cudaStream_t> stream) {
  if (fencepost::sim::recorders != 0) {
    if (const auto kept = fencepost::sim::keep(stream, work(operation))) {
      return result(operation.call, *kept, operation.pc);
    }
  }
  if (fencepost::sim::launch_rests) {
    if (host_waits(operation)) {
      fencepost::sim::finish_held_work(stream.value_or(nullptr));
      if (sticky_error() != cudaSuccess) return result(operation.call, sticky_error(), operation.pc);
    } else if (Work held = held_work(operation); fencepost::sim::hold_back(stream, held)) {
      return cudaSuccess;
    }
  }
  perform(operation, fencepost::sim::stream_number(stream.value_or(nullptr)));
  return cudaSuccess;
}

}  // namespace

cudaError_t fencepost::sim::copy(const char* call, const Place& dst, const Place& src, const Box& box,
                                 cudaMemcpyKind kind, std::optional<cudaStream_t> stream, const void* pc) {
  if (sticky_error() != cudaSuccess) return result(call, sticky_error(), pc);
  if (!fencepost::sim::is_stream(stream.value_or(nullptr))) return result(call, cudaErrorInvalidResourceHandle, pc);
  if (const cudaError_t error = check(call, dst, src, box, kind, pc); error != cudaSuccess) {
    return result(call, error, pc);
  }
  if (box.empty()) return cudaSuccess;
  // "A copy (in the implicit NULL stream) between the memories of two different devices" begins after, and ends before,
  // all else of either (Programming Guide, Peer-to-Peer Memory Copy).
  const bool in_null_stream = !stream || fencepost::sim::is_legacy(*stream);
  const std::uint32_t serialises = in_null_stream ? several_devices(dst.base, src.base) : 0;
  return issue(Copy{call, dst, src, box, kind, stream.has_value(), pc, current_device(), serialises}, stream);
}

namespace {

cudaError_t fill(const char* call, const Place& place, int value, const Box& box, std::optional<cudaStream_t> stream,
                 const void* pc, unsigned int element_bytes = 1) {
  if (sticky_error() != cudaSuccess) return result(call, sticky_error(), pc);
  if (!fencepost::sim::is_stream(stream.value_or(nullptr))) return result(call, cudaErrorInvalidResourceHandle, pc);
  if (box.empty()) return cudaSuccess;
  if ((box.height > 1 && place.pitch < box.width) || !check_place(call, kDestination, place, box, true, pc)) {
    return result(call, cudaErrorInvalidValue, pc);
  }
  return issue(Fill{call, place, static_cast<unsigned int>(value), element_bytes, box, stream.has_value(), pc,
                    fencepost::sim::current_device()},
               stream);
}

}  // namespace

cudaError_t fencepost::sim::copy_between_devices(const char* call, void* dst, int dst_device, const void* src,
                                                 int src_device, std::size_t bytes, std::optional<cudaStream_t> stream,
                                                 const void* pc) {
  if (!is_device(dst_device) || !is_device(src_device)) return result(call, cudaErrorInvalidDevice, pc);
  const auto is_wrong = [&](const char* role, const void* address, int device) {
    if (!arena_bounds.is_device_only(address)) return false;
    const DeviceNumber owner = Arena::instance().device_of(address);
    if (owner == static_cast<DeviceNumber>(device)) return false;
    observers().calls->on_invalid_arguments(call,
                                            std::string("its ") + role + " is memory of device " +
                                                std::to_string(owner) + ", not of device " + std::to_string(device),
                                            pc);
    return true;
  };
  if (is_wrong("destination", dst, dst_device) || is_wrong("source", src, src_device)) {
    return result(call, cudaErrorInvalidValue, pc);
  }
  return copy(call, dst, src, {bytes}, cudaMemcpyDeviceToDevice, stream, pc);
}

cudaError_t fencepost::sim::fill_words(const char* call, const cudaMemsetParams& p, std::optional<cudaStream_t> stream,
                                       const void* pc) {
  if (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4) return result(call, cudaErrorInvalidValue, pc);
  return fill(call, {p.dst, p.pitch}, static_cast<int>(p.value), {p.width * p.elementSize, p.height}, stream, pc,
              p.elementSize);
}

extern "C" {

cudaError_t cudaMemcpy(void* dst, const void* src, size_t bytes, cudaMemcpyKind kind) {
  return copy(__func__, dst, src, {bytes}, kind, std::nullopt, FENCEPOST_CALLER);
}

cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(__func__, dst, src, {bytes}, kind, stream, FENCEPOST_CALLER);
}

cudaError_t cudaMemcpyPeer(void* dst, int dst_device, const void* src, int src_device, size_t bytes) {
  return fencepost::sim::copy_between_devices(__func__, dst, dst_device, src, src_device, bytes, std::nullopt,
                                              FENCEPOST_CALLER);
}

cudaError_t cudaMemcpyPeerAsync(void* dst, int dst_device, const void* src, int src_device, size_t bytes,
                                cudaStream_t stream) {
  return fencepost::sim::copy_between_devices(__func__, dst, dst_device, src, src_device, bytes, stream,
                                              FENCEPOST_CALLER);
}

cudaError_t cudaMemcpy2D(void* dst, size_t dst_pitch, const void* src, size_t src_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  return copy(__func__, {dst, dst_pitch}, {src, src_pitch}, {width, height}, kind, std::nullopt, FENCEPOST_CALLER);
}

cudaError_t cudaMemcpy2DAsync(void* dst, size_t dst_pitch, const void* src, size_t src_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(__func__, {dst, dst_pitch}, {src, src_pitch}, {width, height}, kind, stream, FENCEPOST_CALLER);
}

cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
  return fill(__func__, pointer, value, {bytes}, std::nullopt, FENCEPOST_CALLER);
}

cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
  return fill(__func__, pointer, value, {bytes}, stream, FENCEPOST_CALLER);
}

cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  return fill(__func__, {pointer, pitch}, value, {width, height}, std::nullopt, FENCEPOST_CALLER);
}

cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  return fill(__func__, {pointer, pitch}, value, {width, height}, stream, FENCEPOST_CALLER);
}

cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
  return fill(__func__, {pointer.ptr, pointer.pitch, pointer.pitch * pointer.ysize}, value,
              {extent.width, extent.height, extent.depth}, std::nullopt, FENCEPOST_CALLER);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent, cudaStream_t stream) {
  return fill(__func__, {pointer.ptr, pointer.pitch, pointer.pitch * pointer.ysize}, value,
              {extent.width, extent.height, extent.depth}, stream, FENCEPOST_CALLER);
}

}  // extern "C"

#undef FENCEPOST_CALLER
