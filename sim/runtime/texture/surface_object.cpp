// Surface objects and references.
#include "sim/interface/observer.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/handle_table.h"
#include "sim/runtime/texture/array.h"
#include "sim/texture/texture.h"

namespace fencepost::sim {

namespace {

HandleTable<Surface>& surfaces() {
  static auto& instance = *new HandleTable<Surface>;
  return instance;
}

}  // namespace

cudaError_t create_surface(cudaSurfaceObject_t* object, const cudaResourceDesc& resource) {
  if (resource.resType != cudaResourceTypeArray) return cudaErrorInvalidValue;
  const cudaArray* const array = resource.res.array.array;
  if (!is_array(array)) return cudaErrorInvalidResourceHandle;
  // Levels of a mipmapped array are accepted without: so they are on hardware, as NVIDIA's bindlessTexture shows.
  const bool is_for_surfaces = (array->flags & cudaArraySurfaceLoadStore) != 0 || array->mipmapped != nullptr;
  if (!is_for_surfaces) return cudaErrorInvalidValue;
  const Surface surface{
      .grid = {array->base, static_cast<std::uint32_t>(array->width()), static_cast<std::uint32_t>(array->height()),
               static_cast<std::uint32_t>(array->depth()), array->row_bytes(), array->slice_bytes()},
      .resource = resource};
  *object = surfaces().add(surface);
  return *object == 0 ? cudaErrorMemoryAllocation : cudaSuccess;
}

const Surface* surface_of(cudaSurfaceObject_t object) { return surfaces().find(object); }
bool destroy_surface(cudaSurfaceObject_t object) { return surfaces().remove(object); }

}  // namespace fencepost::sim

using fencepost::sim::Surface;
using fencepost::sim::surface_of;

namespace {

const char* const kNeedsFlag = "the array was not made with cudaArraySurfaceLoadStore";

cudaError_t create(const char* call, cudaSurfaceObject_t* object, const cudaResourceDesc& resource, const void* pc) {
  const cudaError_t error = fencepost::sim::create_surface(object, resource);
  if (error == cudaErrorInvalidValue && resource.resType == cudaResourceTypeArray) {
    fencepost::sim::observers().calls->on_invalid_arguments(call, kNeedsFlag, pc);
  }
  return fencepost::sim::result(call, error, pc);
}

}  // namespace

#define FENCEPOST_CALLER FENCEPOST_USER_PC

extern "C" {

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
  FENCEPOST_RETURN_IF_STICKY();
  if (object == nullptr || resource == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  return create(__func__, object, *resource, FENCEPOST_CALLER);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  FENCEPOST_RETURN_IF_STICKY();
  const bool done = object == 0 || fencepost::sim::destroy_surface(object);
  return FENCEPOST_RESULT(done ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t object) {
  const Surface* const surface = surface_of(object);
  if (resource == nullptr || surface == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *resource = surface->resource;
  return cudaSuccess;
}

cudaError_t cudaBindSurfaceToArray(const surfaceReference* reference, cudaArray_const_t array,
                                   const cudaChannelFormatDesc*) {
  FENCEPOST_RETURN_IF_STICKY();
  if (reference == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidSurface);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = const_cast<cudaArray_t>(array);
  cudaSurfaceObject_t object = 0;
  const cudaError_t error = create(__func__, &object, resource, FENCEPOST_CALLER);
  if (error != cudaSuccess) return error;
  // Kernels know it as const; the reference itself is a variable of the program.
  auto& bound = const_cast<surfaceReference*>(reference)->fencepost_bound;
  fencepost::sim::destroy_surface(bound);
  bound = object;
  return cudaSuccess;
}

cudaError_t cudaGetSurfaceReference(const surfaceReference** reference, const void* symbol) {
  if (reference == nullptr || symbol == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *reference = static_cast<const surfaceReference*>(symbol);
  return cudaSuccess;
}

}  // extern "C"

#undef FENCEPOST_CALLER
