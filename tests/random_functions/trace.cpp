// The accesses that each function makes to its memory, in order: their number, and a sum that tells sequences apart.
#include <cstdint>
#include <cstdio>

#include "cases.h"

long seen_call(int number, void* m, long x, long y);

namespace {

Memory memory;
unsigned long sum, accesses;

void hear(int kind, const void* address, unsigned long bytes) {
  const auto offset = reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(&memory);
  if (offset >= sizeof memory) return;
  ++accesses;
  sum = mixed_up(sum + offset * 64 + bytes * 4 + static_cast<unsigned long>(kind));
}

}  // namespace

// What the host's code looks at to decide whether it tells an access: it tells each.
namespace fencepost::sim {
std::uintptr_t arena_bounds[2] = {0, ~std::uintptr_t{0} >> 1};  // The stack, too.
std::uintptr_t host_watch[2] = {};
}  // namespace fencepost::sim

extern "C" {
#define HEAR(bytes)                                                 \
  void __tsan_read##bytes(void* p) { hear(0, p, bytes); }           \
  void __tsan_write##bytes(void* p) { hear(1, p, bytes); }          \
  void __tsan_unaligned_read##bytes(void* p) { hear(0, p, bytes); } \
  void __tsan_unaligned_write##bytes(void* p) { hear(1, p, bytes); }
HEAR(1)
HEAR(2)
HEAR(4)
HEAR(8)
HEAR(16)
void __tsan_read_range(void* p, unsigned long bytes) { hear(0, p, bytes); }
void __tsan_write_range(void* p, unsigned long bytes) { hear(1, p, bytes); }
void __tsan_vptr_read(void** p) { hear(0, p, sizeof *p); }
void __tsan_vptr_update(void** p, void*) { hear(1, p, sizeof *p); }
void __tsan_init() {}
void fencepost_aligned_store(const void*, unsigned long, unsigned long) {}
void fencepost_bit_field_store(const void*, unsigned long) {}
void** __cudaRegisterFatBinary(const void*) { return nullptr; }
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
}

int main() {
  for (int f = 0; f < kFunctions; ++f) {
    for (int input = 0; input < kInputs; ++input) {
      set_up(&memory, input);
      sum = accesses = 0;
      seen_call(f, &memory, argument(input, 0), argument(input, 1));
      std::printf("f%d(%d) makes %lu accesses, %lx\n", f, input, accesses, sum);
    }
  }
}
