// Copies between boxes of bytes: what cudaMemcpy and its kin come down to.
#pragma once

#include <cstddef>
#include <optional>

#include "sim/include/driver_types.h"
#include "sim/include/fencepost_graph_types.h"

namespace fencepost::sim {

/// A box of bytes: `depth` slices of `height` rows of `width` bytes.
struct Box {
  std::size_t width = 0, height = 1, depth = 1;
  [[nodiscard]] bool empty() const { return width == 0 || height == 0 || depth == 0; }
};

/// Where a box lies.
struct Place {
  std::byte* base;
  std::size_t pitch = 0;        ///< Bytes from row to row.
  std::size_t slice_bytes = 0;  ///< Bytes from slice to slice.

  // NOLINTNEXTLINE(google-explicit-constructor): an address alone is a place.
  Place(const void* address, std::size_t row_pitch = 0, std::size_t slice = 0)
      : base(static_cast<std::byte*>(const_cast<void*>(address))), pitch(row_pitch), slice_bytes(slice) {}

  [[nodiscard]] std::byte* row(std::size_t y, std::size_t z) const { return base + z * slice_bytes + y * pitch; }
  /// From the first to the last byte of the box.
  [[nodiscard]] std::size_t span(const Box& box) const {
    return (box.depth - 1) * slice_bytes + (box.height - 1) * pitch + box.width;
  }
};

/// Checks the arguments, tells the observer, copies. Without a stream: the synchronous form, in the default stream.
/// Returns what `call`, made at `pc`, returns.
cudaError_t copy(const char* call, const Place& dst, const Place& src, const Box& box, cudaMemcpyKind kind,
                 std::optional<cudaStream_t> stream, const void* pc);

/// As cudaMemcpyPeer, with a stream as cudaMemcpyPeerAsync.
cudaError_t copy_between_devices(const char* call, void* dst, int dst_device, const void* src, int src_device,
                                 std::size_t bytes, std::optional<cudaStream_t> stream, const void* pc);

/// As cudaMemcpy3DAsync in the default stream. Errors are those of `call`, at `pc`.
cudaError_t copy_box(const char* call, const cudaMemcpy3DParms&, const void* pc);
/// Without a stream: as cudaMemset2D. Fills `height` rows of `width` words of 1, 2 or 4 bytes.
cudaError_t fill_words(const char* call, const cudaMemsetParams&, std::optional<cudaStream_t>, const void* pc);

}  // namespace fencepost::sim
