#include "sim/device/heap.h"

#include <mutex>
#include <vector>

#include "sim/arena.h"

namespace fencepost::sim {

namespace {
std::mutex mutex;
std::vector<void*>& to_free = *new std::vector<void*>;  // Never destroyed: a launch may outlive main()'s end.
}  // namespace

void free_after_launch(void* memory) {
  const std::scoped_lock lock(mutex);
  to_free.push_back(memory);
}

void free_device_heap() {
  const std::scoped_lock lock(mutex);
  for (void* memory : to_free) Arena::instance().free(memory);
  to_free.clear();
}

}  // namespace fencepost::sim
