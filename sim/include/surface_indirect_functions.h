// Accesses to surface objects and references. x counts bytes; sizeof(T) of them are read or written, as they are.
#pragma once

#include "fencepost_texture.h"

namespace fencepost_rt {

/// A surface reference, as CUDA had them up to release 11: `surface<void, 2> s;` at namespace scope.
/// fencepost-nvcc makes the name global for programs that use it so.
template <class T, int type = cudaSurfaceType1D>
struct surface : surfaceReference {
  surface() : surfaceReference{} {}
};

template <int type>
using SurfaceOf = surface<void, type>;

FENCEPOST_DEVICE unsigned long long surface_object(cudaSurfaceObject_t object) { return object; }
FENCEPOST_DEVICE unsigned long long surface_object(const surfaceReference& reference) {
  return fencepost_surface_bound(&reference);
}

}  // namespace fencepost_rt

#define FENCEPOST_WITHOUT_PARENTHESES(...) __VA_ARGS__
/// Defines read and write for surfaces of type `surface_type`.
#define FENCEPOST_SURFACE_OF(name, surface_type, shape, parameters, arguments, y, z)                           \
  template <class T>                                                                                           \
  FENCEPOST_DEVICE T name##read(                                                                               \
      surface_type target, int x,                                                                              \
      FENCEPOST_WITHOUT_PARENTHESES parameters cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {          \
    return fencepost_rt::from_texel<T>(fencepost_rt::fencepost_surface_read(                                   \
        fencepost_rt::surface_object(target), fencepost_rt::shape, sizeof(T), x, y, z, mode));                 \
  }                                                                                                            \
  template <class T>                                                                                           \
  FENCEPOST_DEVICE void name##read(                                                                            \
      T* result, surface_type target, int x,                                                                   \
      FENCEPOST_WITHOUT_PARENTHESES parameters cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {          \
    *result = name##read<T>(target, x, FENCEPOST_WITHOUT_PARENTHESES arguments mode);                          \
  }                                                                                                            \
  template <class T>                                                                                           \
  FENCEPOST_DEVICE void name##write(                                                                           \
      T value, surface_type target, int x,                                                                     \
      FENCEPOST_WITHOUT_PARENTHESES parameters cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {          \
    fencepost_rt::fencepost_surface_write(fencepost_rt::to_texel(value), fencepost_rt::surface_object(target), \
                                          fencepost_rt::shape, sizeof(T), x, y, z, mode);                      \
  }
#define FENCEPOST_SURFACE(name, type, shape, parameters, arguments, y, z)             \
  FENCEPOST_SURFACE_OF(name, cudaSurfaceObject_t, shape, parameters, arguments, y, z) \
  FENCEPOST_SURFACE_OF(name, FENCEPOST_SURFACE_REFERENCE(type), shape, parameters, arguments, y, z)
#define FENCEPOST_SURFACE_REFERENCE(type) const fencepost_rt::SurfaceOf<type>&

FENCEPOST_SURFACE(surf1D, cudaSurfaceType1D, k1D, (), (), 0, 0)
FENCEPOST_SURFACE(surf2D, cudaSurfaceType2D, k2D, (int y, ), (y, ), y, 0)
FENCEPOST_SURFACE(surf3D, cudaSurfaceType3D, k3D, (int y, int z, ), (y, z, ), y, z)
FENCEPOST_SURFACE(surf1DLayered, cudaSurfaceType1DLayered, k1DLayered, (int layer, ), (layer, ), 0, layer)
FENCEPOST_SURFACE(surf2DLayered, cudaSurfaceType2DLayered, k2DLayered, (int y, int layer, ), (y, layer, ), y, layer)
FENCEPOST_SURFACE(surfCubemap, cudaSurfaceTypeCubemap, kCubemap, (int y, int face, ), (y, face, ), y, face)
FENCEPOST_SURFACE(surfCubemapLayered, cudaSurfaceTypeCubemapLayered, kCubemapLayered, (int y, int layer_face, ),
                  (y, layer_face, ), y, layer_face)

#undef FENCEPOST_SURFACE_REFERENCE
#undef FENCEPOST_SURFACE
#undef FENCEPOST_SURFACE_OF
#undef FENCEPOST_WITHOUT_PARENTHESES
