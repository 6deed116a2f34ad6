// Memory pools: accounts of what was allocated from them. The memory itself is the arena's. Thread safety: full, for
// pools that no other thread destroys at the same time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "sim/include/driver_types.h"
#include "sim/interface/observer.h"

namespace fencepost::sim {

/// As cudaMallocFromPoolAsync; `pool` null stands for the current one of the stream's device. Within a capture, a node
/// of the graph.
cudaError_t allocate_in_stream(const char* call, void** pointer, std::size_t bytes, std::size_t element_bytes,
                               cudaMemPool_t pool, cudaStream_t stream, const void* pc);

/// Of the current device's default pool.
cudaMemPoolProps default_pool_properties();
/// Of a pool that exists.
DeviceNumber pool_device(cudaMemPool_t);

// Of other processes (sim/runtime/mapped/pool_sharing.cpp).

/// It exists, and was created for handles of this type.
bool pool_has_handles(cudaMemPool_t, cudaMemAllocationHandleType);
/// That the allocation at `base` is of; null: of none.
cudaMemPool_t pool_of(const void* base);
/// A pool of another process: nothing is allocated from it.
cudaMemPool_t add_opened_pool(DeviceNumber);
/// Who may access what is opened of it, as Allocation has it; null: it is none of those.
const std::atomic<std::uint32_t>* access_to_opened(cudaMemPool_t);
/// Takes memory away that was opened of such a pool, after it was told; false: it is none. Null: the program opens
/// none.
extern bool (*close_opened)(void* pointer, const void* pc, void (*tell)(const Allocation&, void*), void* teller);

/// Null stands below for the current device's current pool. This is a pool that exists, or null.
bool is_pool(cudaMemPool_t);
bool pool_has_room(cudaMemPool_t, std::size_t bytes);
void take_from_pool(cudaMemPool_t, void* base, std::size_t bytes);
/// Does nothing for memory that is of no pool.
void give_back_to_pool(void* base);

}  // namespace fencepost::sim
