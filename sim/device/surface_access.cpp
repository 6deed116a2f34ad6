// Surface reads and writes: plain accesses of the running thread to the bytes of an array.
#include <algorithm>
#include <cstring>
#include <string>

#include "sim/engine/engine.h"
#include "sim/include/fencepost_texture.h"
#include "sim/interface/current.h"
#include "sim/texture/texture.h"

using fencepost_rt::Texel;
using namespace fencepost::sim;  // NOLINT: what the functions of the ABI are made of

namespace {

#define FENCEPOST_CALLER __builtin_return_address(0)

constexpr const char* kNames[] = {
    "surf1D", "surf2D", "surf3D", "surf1DLayered", "surf2DLayered", "surfCubemap", "surfCubemapLayered"};

struct SurfaceAccess {
  int shape, bytes, x, y, z, mode;
  bool writes;
  const void* pc;
};

std::string name_of(const SurfaceAccess& access) {
  return std::string(kNames[access.shape]) + (access.writes ? "write" : "read");
}

[[noreturn]] void stop_beyond(const SurfaceAccess& access, const TexelGrid& grid) {
  const auto triple = [](auto x, auto y, auto z) {
    return std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z);
  };
  stop_launch({.reason = StopReason::kSurfaceBounds,
               .pc = access.pc,
               .address = grid.base,
               .access = access.writes ? StopAccess::kWrite : StopAccess::kRead,
               .text = name_of(access) + " of " + std::to_string(access.bytes) + " bytes at (" +
                       triple(access.x, access.y, access.z) + "), which does not lie within the surface of " +
                       triple(grid.row_bytes, grid.height, grid.depth) + " bytes, rows and slices"});
}

/// `value` within [0, size); false if it is not, and does not become so.
bool bring_within(int& value, std::int64_t size, int mode) {
  if (value >= 0 && value < size) return true;
  if (mode != cudaBoundaryModeClamp) return false;
  value = value < 0 ? 0 : static_cast<int>(size - 1);
  return true;
}

/// The bytes of the access; null if it is to be left out.
std::byte* place_of(std::uint64_t object, SurfaceAccess access) {
  if (!current.in_kernel) return nullptr;
  const Surface* const surface = surface_of(object);
  if (surface == nullptr) {
    stop_launch({.reason = StopReason::kInvalidHandle,
                 .pc = access.pc,
                 .text = name_of(access) + " of a surface that " +
                         (object == 0 ? "is bound to nothing" : "does not exist, or was destroyed")});
  }
  const TexelGrid& grid = surface->grid;
  SurfaceAccess at = access;
  // In whole accesses: x has to be a multiple of their size.
  bool within = access.x % access.bytes == 0;
  at.x = access.x < 0 ? -1 : access.x / access.bytes;
  within = within && bring_within(at.x, static_cast<std::int64_t>(grid.row_bytes) / access.bytes, access.mode);
  within = within && bring_within(at.y, grid.height, access.mode) && bring_within(at.z, grid.depth, access.mode);
  if (!within) {
    if (access.mode == cudaBoundaryModeTrap || access.x % access.bytes != 0) stop_beyond(access, grid);
    return nullptr;
  }
  auto* const base = const_cast<std::byte*>(grid.base);
  return base + static_cast<std::size_t>(at.z) * grid.slice_bytes + static_cast<std::size_t>(at.y) * grid.row_bytes +
         static_cast<std::size_t>(at.x) * static_cast<std::size_t>(access.bytes);
}

}  // namespace

namespace fencepost_rt {

extern "C" {

Texel fencepost_surface_read(unsigned long long object, int shape, int bytes, int x, int y, int z, int mode) {
  Texel result = {};
  const std::byte* const place = place_of(object, {shape, bytes, x, y, z, mode, false, FENCEPOST_CALLER});
  if (place == nullptr) return result;
  observers().accesses->on_range(place, static_cast<std::size_t>(bytes), false, FENCEPOST_CALLER);
  std::memcpy(&result, place, static_cast<std::size_t>(bytes));
  return result;
}

void fencepost_surface_write(Texel value, unsigned long long object, int shape, int bytes, int x, int y, int z,
                             int mode) {
  std::byte* const place = place_of(object, {shape, bytes, x, y, z, mode, true, FENCEPOST_CALLER});
  if (place == nullptr) return;
  observers().accesses->on_range(place, static_cast<std::size_t>(bytes), true, FENCEPOST_CALLER);
  std::memcpy(place, &value, static_cast<std::size_t>(bytes));
}

unsigned long long fencepost_surface_bound(const surfaceReference* reference) { return reference->fencepost_bound; }

}  // extern "C"

}  // namespace fencepost_rt
