// Copies to, from and between arrays, and cudaMemcpy3D, which takes both arrays and linear memory.
#include <optional>
#include <string>

#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/observer.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/memory/copy.h"
#include "sim/runtime/texture/array.h"

using fencepost::sim::Box;
using fencepost::sim::copy;
using fencepost::sim::is_array;
using fencepost::sim::observers;
using fencepost::sim::Place;
using fencepost::sim::result;

namespace {

#define FENCEPOST_CALLER FENCEPOST_USER_PC

/// How a call copies, apart from what.
struct Call {
  const char* name;
  cudaMemcpyKind kind;
  std::optional<cudaStream_t> stream;  ///< None: the synchronous form.
  const void* pc;
};

std::string box_text(std::size_t width, std::size_t height, std::size_t depth) {
  return std::to_string(width) + " x " + std::to_string(height) + " x " + std::to_string(depth);
}

/// One side of a copy: an array from some byte of a row on, or linear memory.
struct Side {
  const cudaArray* array = nullptr;
  std::size_t x_bytes = 0, y = 0, z = 0;
  Place place{nullptr};
};

Side side_of(cudaArray_const_t array, std::size_t x_bytes, std::size_t y, std::size_t z = 0) {
  if (!is_array(array)) return {.array = array};
  const Place all(array->base, array->row_bytes(), array->slice_bytes());
  return {array, x_bytes, y, z, Place(all.row(y, z) + x_bytes, all.pitch, all.slice_bytes)};
}

/// cudaSuccess, or why the box does not lie in the array. Told, if the program's extents are wrong.
cudaError_t check_array(const Call& call, const char* role, const Side& side, const Box& box, bool on_device) {
  if (side.array == nullptr) return cudaSuccess;
  if (!is_array(side.array)) return cudaErrorInvalidResourceHandle;
  if (call.kind != cudaMemcpyDefault && !on_device) return cudaErrorInvalidMemcpyDirection;
  const auto fits = [](std::size_t begin, std::size_t length, std::size_t size) {
    return begin <= size && length <= size - begin;
  };
  if (fits(side.x_bytes, box.width, side.array->row_bytes()) && fits(side.y, box.height, side.array->height()) &&
      fits(side.z, box.depth, side.array->depth())) {
    return cudaSuccess;
  }
  observers().calls->on_invalid_arguments(
      call.name,
      std::string("its ") + role + ", " + box_text(box.width, box.height, box.depth) +
          " bytes, rows and slices from (" + std::to_string(side.x_bytes) + ", " + std::to_string(side.y) + ", " +
          std::to_string(side.z) + ") on, does not lie within the array of " +
          box_text(side.array->row_bytes(), side.array->height(), side.array->depth()),
      call.pc);
  return cudaErrorInvalidValue;
}

cudaError_t copy_sides(const Call& call, const Side& dst, const Side& src, const Box& box) {
  const bool to_device = call.kind == cudaMemcpyHostToDevice || call.kind == cudaMemcpyDeviceToDevice;
  const bool from_device = call.kind == cudaMemcpyDeviceToHost || call.kind == cudaMemcpyDeviceToDevice;
  cudaError_t error = check_array(call, "destination", dst, box, to_device);
  if (error == cudaSuccess) error = check_array(call, "source", src, box, from_device);
  if (error != cudaSuccess) return result(call.name, error, call.pc);
  return copy(call.name, dst.place, src.place, box, call.kind, call.stream, call.pc);
}

/// Bytes one behind the other, from row to row: of an array, as its rows follow each other without gaps.
cudaError_t copy_line(const Call& call, const Side& dst, const Side& src, std::size_t bytes) {
  for (const Side* side : {&dst, &src}) {
    if (side->array == nullptr) continue;
    if (!is_array(side->array)) return result(call.name, cudaErrorInvalidResourceHandle, call.pc);
    const auto offset = static_cast<std::size_t>(side->place.base - side->array->base);
    if (side->x_bytes >= side->array->row_bytes() || offset > side->array->slice_bytes() ||
        bytes > side->array->slice_bytes() - offset) {
      observers().calls->on_invalid_arguments(
          call.name,
          std::to_string(bytes) + " bytes from (" + std::to_string(side->x_bytes) + ", " + std::to_string(side->y) +
              ") on do not lie within the array of " + std::to_string(side->array->slice_bytes()) + " bytes",
          call.pc);
      return result(call.name, cudaErrorInvalidValue, call.pc);
    }
  }
  return copy(call.name, dst.place, src.place, {bytes}, call.kind, call.stream, call.pc);
}

cudaError_t copy_3d(const char* name, const cudaMemcpy3DParms* p, std::optional<cudaStream_t> stream, const void* pc) {
  if (p == nullptr) return result(name, cudaErrorInvalidValue, pc);
  for (const cudaArray* array : {p->srcArray, p->dstArray}) {
    if (array != nullptr && !is_array(array)) return result(name, cudaErrorInvalidResourceHandle, pc);
  }
  const bool both = p->srcArray != nullptr && p->dstArray != nullptr;
  if ((p->srcArray != nullptr && p->srcPtr.ptr != nullptr) || (p->dstArray != nullptr && p->dstPtr.ptr != nullptr) ||
      (both && p->srcArray->format.bytes() != p->dstArray->format.bytes())) {
    return result(name, cudaErrorInvalidValue, pc);
  }
  const auto side = [](cudaArray_const_t array, const cudaPitchedPtr& pointer, const cudaPos& at) -> Side {
    if (array != nullptr) return side_of(array, at.x * array->format.bytes(), at.y, at.z);
    Place place(pointer.ptr, pointer.pitch, pointer.pitch * pointer.ysize);
    place.base = place.row(at.y, at.z) + at.x;
    return {.place = place};
  };
  // The extent counts elements of the array, if there is one.
  const cudaArray* const array = p->srcArray != nullptr ? p->srcArray : p->dstArray;
  const std::size_t element_bytes = array != nullptr ? array->format.bytes() : 1;
  return copy_sides({name, p->kind, stream, pc}, side(p->dstArray, p->dstPtr, p->dstPos),
                    side(p->srcArray, p->srcPtr, p->srcPos),
                    {p->extent.width * element_bytes, p->extent.height, p->extent.depth});
}

cudaError_t copy_3d_peer(const char* name, const cudaMemcpy3DPeerParms* p, std::optional<cudaStream_t> stream,
                         const void* pc) {
  if (p == nullptr) return result(name, cudaErrorInvalidValue, pc);
  if (!fencepost::sim::is_device(p->srcDevice) || !fencepost::sim::is_device(p->dstDevice)) {
    return result(name, cudaErrorInvalidDevice, pc);
  }
  const cudaMemcpy3DParms same{p->srcArray, p->srcPos, p->srcPtr, p->dstArray,
                               p->dstPos,   p->dstPtr, p->extent, cudaMemcpyDeviceToDevice};
  return copy_3d(name, &same, stream, pc);
}

}  // namespace

cudaError_t fencepost::sim::copy_box(const char* call, const cudaMemcpy3DParms& parameters, const void* pc) {
  return copy_3d(call, &parameters, nullptr, pc);
}

extern "C" {

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return copy_3d(__func__, parameters, std::nullopt, FENCEPOST_CALLER);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return copy_3d(__func__, parameters, stream, FENCEPOST_CALLER);
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* parameters) {
  return copy_3d_peer(__func__, parameters, std::nullopt, FENCEPOST_CALLER);
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* parameters, cudaStream_t stream) {
  return copy_3d_peer(__func__, parameters, stream, FENCEPOST_CALLER);
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t x_bytes, size_t y, const void* src, size_t bytes,
                              cudaMemcpyKind kind) {
  return copy_line({__func__, kind, std::nullopt, FENCEPOST_CALLER}, side_of(dst, x_bytes, y), {.place = src}, bytes);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t x_bytes, size_t y, const void* src, size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_line({__func__, kind, stream, FENCEPOST_CALLER}, side_of(dst, x_bytes, y), {.place = src}, bytes);
}

cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, size_t x_bytes, size_t y, size_t bytes,
                                cudaMemcpyKind kind) {
  return copy_line({__func__, kind, std::nullopt, FENCEPOST_CALLER}, {.place = dst}, side_of(src, x_bytes, y), bytes);
}

cudaError_t cudaMemcpyFromArrayAsync(void* dst, cudaArray_const_t src, size_t x_bytes, size_t y, size_t bytes,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_line({__func__, kind, stream, FENCEPOST_CALLER}, {.place = dst}, side_of(src, x_bytes, y), bytes);
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t dst_x_bytes, size_t dst_y, cudaArray_const_t src,
                                   size_t src_x_bytes, size_t src_y, size_t bytes, cudaMemcpyKind kind) {
  return copy_line({__func__, kind, std::nullopt, FENCEPOST_CALLER}, side_of(dst, dst_x_bytes, dst_y),
                   side_of(src, src_x_bytes, src_y), bytes);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t x_bytes, size_t y, const void* src, size_t src_pitch,
                                size_t width, size_t height, cudaMemcpyKind kind) {
  return copy_sides({__func__, kind, std::nullopt, FENCEPOST_CALLER}, side_of(dst, x_bytes, y),
                    {.place = Place(src, src_pitch)}, {width, height});
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t x_bytes, size_t y, const void* src, size_t src_pitch,
                                     size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_sides({__func__, kind, stream, FENCEPOST_CALLER}, side_of(dst, x_bytes, y),
                    {.place = Place(src, src_pitch)}, {width, height});
}

cudaError_t cudaMemcpy2DFromArray(void* dst, size_t dst_pitch, cudaArray_const_t src, size_t x_bytes, size_t y,
                                  size_t width, size_t height, cudaMemcpyKind kind) {
  return copy_sides({__func__, kind, std::nullopt, FENCEPOST_CALLER}, {.place = Place(dst, dst_pitch)},
                    side_of(src, x_bytes, y), {width, height});
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, size_t dst_pitch, cudaArray_const_t src, size_t x_bytes, size_t y,
                                       size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_sides({__func__, kind, stream, FENCEPOST_CALLER}, {.place = Place(dst, dst_pitch)},
                    side_of(src, x_bytes, y), {width, height});
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t dst_x_bytes, size_t dst_y, cudaArray_const_t src,
                                     size_t src_x_bytes, size_t src_y, size_t width, size_t height,
                                     cudaMemcpyKind kind) {
  return copy_sides({__func__, kind, std::nullopt, FENCEPOST_CALLER}, side_of(dst, dst_x_bytes, dst_y),
                    side_of(src, src_x_bytes, src_y), {width, height});
}

}  // extern "C"

#undef FENCEPOST_CALLER
