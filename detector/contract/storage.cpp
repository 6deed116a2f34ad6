// The memory of clauses' sequences.
#include <cstdlib>
#include <new>

#include "detector/check/outside_kernel.h"
#include "detector/include/fencepost/contract_sequence.h"
#include "sim/interface/current.h"

namespace fencepost::contract::library {

using namespace detector;  // NOLINT: this is the interface only

void* allocate(size_t bytes) {
  void* const memory = std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void retain(Storage* storage) noexcept { ++storage->users; }
void release(Storage* storage) noexcept {
  if (--storage->users != 0) return;
  const sim::BusySection busy;
  const OutsideKernel outside;
  storage->destroy(storage);
}
void free(void* memory) noexcept { std::free(memory); }

}  // namespace fencepost::contract::library
