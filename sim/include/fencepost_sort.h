// A stable sort of numbers on the device, for Thrust. Defined in sim/device/sort.cpp.
#pragma once

#include <stddef.h>

enum FencepostKeyKind { kFencepostUnsignedKey, kFencepostSignedKey, kFencepostFloatKey };

/// By a CUDA thread: sorts `count` keys of `key_bytes` (1, 2, 4 or 8) each, and the values of `value_bytes` each along
/// with them unless `values` is null. Counts as a read of each, and then a write.
extern "C" void fencepost_sort(void* keys, size_t count, FencepostKeyKind kind, size_t key_bytes, bool descending,
                               void* values, size_t value_bytes);
