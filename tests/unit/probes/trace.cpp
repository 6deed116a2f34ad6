// Records the callbacks that accesses.cpp makes and compares them with the accesses of its source. An access is written
// r4+0 (kind, bytes, offset into `memory`), a barrier `|`. Order counts across barriers only. Exit status: the number
// of probes that differ.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "probes/accesses.h"

namespace {

alignas(64) unsigned char memory[1024];
std::vector<std::string> trace;
bool recording = false;
bool only_memory = false;  // Drop accesses to anything else.
const void* last_barrier = nullptr;

// Strings allocate and copy: nothing they do may come back here.
void record(const char* kind, const void* address, std::size_t bytes) {
  if (!recording) return;
  const auto offset = reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(memory);
  if (only_memory && offset >= sizeof memory) return;
  recording = false;
  trace.push_back(kind + std::to_string(bytes) + "+" + (offset < sizeof memory ? std::to_string(offset) : "?"));
  recording = true;
}

std::string normalised(std::vector<std::string> words) {
  auto begin = words.begin();
  for (auto it = words.begin();; ++it) {
    if (it != words.end() && *it != "|") continue;
    std::sort(begin, it);
    if (it == words.end()) break;
    begin = it + 1;
  }
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string normalised(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return normalised(words);
}

int failures = 0;

void expect(const char* name, const std::string& expected, const std::function<void()>& probe) {
  std::memset(memory, 0, sizeof memory);
  trace.clear();
  trace.reserve(64);
  recording = true;
  probe();
  recording = false;
  if (normalised(trace) == normalised(expected)) return;
  ++failures;
  std::printf("%s:\n  expected %s\n  got      %s\n", name, normalised(expected).c_str(), normalised(trace).c_str());
}

// Whether both ways through `probe` meet the barrier at the same address.
void expect_barriers(const char* name, void (*probe)(int*, int), bool same) {
  int* p = reinterpret_cast<int*>(memory);
  probe(p, 0);
  const void* const first = last_barrier;
  probe(p, 1);
  if ((first == last_barrier) == same) return;
  ++failures;
  std::printf("%s: %s\n", name, same ? "one barrier became two" : "two barriers became one");
}

}  // namespace

// What kernels look at to decide checks themselves: none is, of nothing.
namespace fencepost {
namespace detector {
__thread unsigned char access_state[256];
}
namespace sim {
__thread unsigned current;
// The host tells its accesses to these: begin and bytes.
std::uintptr_t arena_bounds[2] = {0, ~std::uintptr_t{0} >> 1};  // The stack, too.
std::uintptr_t host_watch[2] = {};
}  // namespace sim
}  // namespace fencepost

extern "C" {
#define PROBE_PLACES(bytes)                                                                      \
  void fencepost_place_read##bytes(void* p, std::uint64_t* /*place*/) { record("r", p, bytes); } \
  void fencepost_place_write##bytes(void* p, std::uint64_t* /*place*/) { record("w", p, bytes); }
PROBE_PLACES(4)
PROBE_PLACES(8)
PROBE_PLACES(16)
void fencepost_place_read_range(void* p, std::uint64_t* /*place*/, std::size_t n) { record("r", p, n); }
void fencepost_place_write_range(void* p, std::uint64_t* /*place*/, std::size_t n) { record("w", p, n); }
#define PROBE_ACCESSES(bytes)                                            \
  void __tsan_read##bytes(void* p) { record("r", p, bytes); }            \
  void __tsan_write##bytes(void* p) { record("w", p, bytes); }           \
  void __tsan_unaligned_read##bytes(void* p) { record("r", p, bytes); }  \
  void __tsan_unaligned_write##bytes(void* p) { record("w", p, bytes); } \
  void __tsan_volatile_read##bytes(void* p) { record("vr", p, bytes); }  \
  void __tsan_volatile_write##bytes(void* p) { record("vw", p, bytes); }
PROBE_ACCESSES(1)
PROBE_ACCESSES(2)
PROBE_ACCESSES(4)
PROBE_ACCESSES(8)
PROBE_ACCESSES(16)
void __tsan_read_range(void* p, std::size_t bytes) { record("r", p, bytes); }
void __tsan_write_range(void* p, std::size_t bytes) { record("w", p, bytes); }
void __tsan_vptr_read(void** p) { record("r", p, sizeof *p); }
void __tsan_vptr_update(void** p, void*) { record("w", p, sizeof *p); }
void __tsan_init() {}
void** __cudaRegisterFatBinary(const void*) { return nullptr; }
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
void barrier() {
  last_barrier = __builtin_return_address(0);
  if (recording) trace.emplace_back("|");
}
}

int main(int argc, char**) {
  int* p = reinterpret_cast<int*>(memory);
#define EXPECT(text, call) expect(#call, text, [&] { (void)(call); })
  EXPECT("w4+0 w4+0", store_twice(p));
  EXPECT("r4+0 r4+0", load_twice(p));
  EXPECT("w4+0 r4+0", store_load(p));
  EXPECT("r4+0", load_then_maybe_use(p, 0));
  EXPECT("r4+0", dead_load(p));
  EXPECT("r4+0 r4+4 r4+8", dead_loads_in_loop(p, 3));
  EXPECT("", conditional_store(p, 0));
  EXPECT("w4+0", conditional_store(p, 1));
  EXPECT("", conditional_load(p, 0));
  EXPECT("r4+0", conditional_load(p, 1));
  EXPECT("r4+4", ternary_load(p, 0));
  EXPECT("w4+0", store_in_both_branches(p, 0));
  EXPECT("w4+0", store_then_maybe_store(p, 0));
  EXPECT("w4+0 w4+0", store_then_maybe_store(p, 1));
  EXPECT("", guarded_invariant_load(p, 3, 3));
  EXPECT("r4+0 r4+0", guarded_invariant_load(p, 3, 0));
  EXPECT("r4+0 r4+0 r4+0", invariant_load(p, 3));
  EXPECT("", invariant_load(p, 0));
  EXPECT("w4+0 w4+0 w4+0", invariant_store(p, 3));
  EXPECT("r4+0 r4+4 w4+0 r4+0 r4+8 w4+0", accumulate(p, 2));
  EXPECT("r4+0 | w4+0 r4+0", spin(p));
  EXPECT("r4+0 w4+0", self_assign(p));
  EXPECT("r4+0 w4+0", store_if_different(p));
  EXPECT("r4+0 w4+0 r4+0 w4+0", increment_twice(p));
  EXPECT("r4+8 w4+8", plus_equal(p, 2));
  EXPECT("w4+0 | w4+0", store_before_and_after_barrier(p));
  EXPECT("r4+0 | r4+0", load_before_and_after_barrier(p));
  EXPECT("r4+0 r4+32 w4+32 r4+4 r4+32 w4+32 r4+8 r4+32 w4+32 r4+12 r4+32 w4+32", unrolled(p));
  EXPECT("w4+0 w4+4 w4+8 w4+12", neighbours(p));
  EXPECT("w4+0 w4+4 w4+8", zero_loop(p, 3));
  EXPECT("r4+64 w4+0 r4+68 w4+4", copy_loop(p, 2));
  EXPECT("r4+0", both(p));
  EXPECT("w1+0 w1+1 w1+2 w1+3", bytes(memory));
  EXPECT("r1+0 r1+1 r1+2 r1+3", byte_loads(memory));
  EXPECT("vw4+0 vw4+0", volatile_stores(p));
  EXPECT("r16+16 w16+0", struct_copy(reinterpret_cast<Quad*>(memory)));
  EXPECT("r4+0 | r4+4 w4+4 | | |", scan_step(p, 1, 4));
  EXPECT("r4+0 r4+0 r4+0", pure_calls(p));

  // Without inlining, arguments and results on the stack call back, too.
  only_memory = argc != 1;
  Triple* t = reinterpret_cast<Triple*>(memory);
  Large* l = reinterpret_cast<Large*>(memory);
  const Shape shape;
  EXPECT("r12+12", struct_argument(t));
  EXPECT("r12+12", struct_argument_unused(t));
  EXPECT("r12+12", struct_copy_unused(t));
  EXPECT("w12+12", struct_result(t));
  EXPECT("r12+12 r12+24 w12+0", struct_argument_and_result(t));
  EXPECT("r12+0 r12+12 w12+0", struct_through_pointer(t, add_triples));
  EXPECT("r12+12", struct_return(t));
  EXPECT("r12+12 w12+0", struct_recursion(t));
  EXPECT("r12+12 w12+0", struct_in_try(t, 0));
  EXPECT("r12+12 | w12+0", struct_around_barrier(t));
  EXPECT("w12+0", struct_initialised(t));
  EXPECT("r12+12 w12+24", struct_member(reinterpret_cast<Triple(*)[2]>(memory)));
  EXPECT("", empty_struct(reinterpret_cast<Empty*>(memory)));
  EXPECT("", local_struct_calls(3));
  only_memory = true;  // Not a result that is too large for registers, an exception, a table of virtual functions, an
                       // object passed by reference.
  EXPECT("r72+72 w72+0", large_struct(l));
  EXPECT("r72+72", large_struct_return(l));
  EXPECT("r12+12 w4+36", struct_in_try(t, 1));
  EXPECT("r12+12 w12+0", struct_virtual(t, &shape));
  EXPECT("r4+4 w4+0", struct_not_copyable(p));
  only_memory = false;
  if (argc == 1) EXPECT("w12+?", struct_shared());

  EXPECT("w4+?", shared_write_only());
  EXPECT("r4+?", shared_read_only());
  EXPECT("", local_struct(3));
  expect_barriers("one_barrier", one_barrier, true);
  expect_barriers("barrier_in_each_branch", barrier_in_each_branch, false);
  if (argc == 1) {  // With an argument: where nothing is optimised.
    EXPECT("", local_array(3));
    EXPECT("", locals_by_reference(1, 2));
    EXPECT("", local_lambda(1, 2));
  }
  return failures;
}
