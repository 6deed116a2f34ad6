// The C library as compiled user code sees it. fencepost-nvcc renames the references in its objects (memcpy →
// fencepost_memcpy, …); on the host they behave as always, in a kernel as CUDA documents them.
#include <unistd.h>

#include <csetjmp>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>

#include "sim/engine/arena.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/engine.h"
#include "sim/engine/fault.h"
#include "sim/engine/heap.h"
#include "sim/interface/current.h"
#include "sim/interface/host_watch.h"
#include "sim/interface/thread_variables.h"
#include "sim/os/late_signals.h"

using fencepost::sim::BusySection;
using fencepost::sim::current;

extern "C" [[noreturn]] void __assert_fail(const char*, const char*, unsigned,
                                           const char*) noexcept;  // Hidden by NDEBUG.

extern "C" long long clock64();

#define FENCEPOST_CALLER __builtin_return_address(0)

namespace {

/// Not so in the runtime's own work for a kernel: the C++ library, which it calls, takes a template's instance, such as
/// std::string::reserve, from the program if that has it, and with it these functions.
bool runs_kernel() { return current.in_kernel && !current.busy; }

/// Prints that a thread's assertion failed, as on hardware. Returns what it asserts.
const char* failed_assertion(const char* expression, const char* file, unsigned line, const char* function) {
  const auto& b = fencepost_block_idx;
  const auto& t = fencepost_thread_idx;
  std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line,
               function, b.x, b.y, b.z, t.x, t.y, t.z, expression);
  return expression;
}

void tell_range(const void* address, std::size_t bytes, bool writes, const void* pc) {
  if (bytes == 0 || current.busy) return;
  if (runs_kernel()) return fencepost::sim::observers().accesses->on_range(address, bytes, writes, pc);
  if (fencepost::sim::host_watch.meets(address, bytes)) {
    fencepost::sim::observers().streams->on_host_access(address, bytes, writes, false, pc);
  }
}

int print_from_kernel(const char* format, std::va_list arguments) {
  const BusySection busy;
  std::va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  if (length < 0) return length;
  std::string& output = current.runner->output();
  const std::size_t before = output.size();
  output.resize(before + static_cast<std::size_t>(length) + 1);
  std::vsnprintf(output.data() + before, static_cast<std::size_t>(length) + 1, format, arguments);
  output.pop_back();
  return length;
}

/// Device-side malloc: null when the device's memory is used up, as documented.
void* device_heap_allocate(std::size_t bytes, const void* pc) {
  const BusySection busy;
  return fencepost::sim::Arena::instance().allocate(bytes, fencepost::sim::MemorySpace::kHeap, 0, pc, {},
                                                    current.runner->launch()->device);
}

void device_heap_free(const char* call, void* memory, const void* pc) {
  if (memory == nullptr || fencepost::sim::free_in_kernel(memory, pc)) return;
  const BusySection busy;
  fencepost::sim::observers().calls->on_invalid_free(call, memory, pc);
}

}  // namespace

extern "C" {

void* fencepost_memcpy(void* destination, const void* source, std::size_t bytes) {
  tell_range(source, bytes, false, FENCEPOST_CALLER);
  tell_range(destination, bytes, true, FENCEPOST_CALLER);
  return std::memcpy(destination, source, bytes);
}

void* fencepost_memmove(void* destination, const void* source, std::size_t bytes) {
  tell_range(source, bytes, false, FENCEPOST_CALLER);
  tell_range(destination, bytes, true, FENCEPOST_CALLER);
  return std::memmove(destination, source, bytes);
}

void* fencepost_memset(void* destination, int value, std::size_t bytes) {
  tell_range(destination, bytes, true, FENCEPOST_CALLER);
  return std::memset(destination, value, bytes);
}

int fencepost_memcmp(const void* a, const void* b, std::size_t bytes) {
  tell_range(a, bytes, false, FENCEPOST_CALLER);
  tell_range(b, bytes, false, FENCEPOST_CALLER);
  return std::memcmp(a, b, bytes);
}

std::size_t fencepost_fread(void* to, std::size_t bytes, std::size_t count, std::FILE* file) {
  tell_range(to, bytes * count, true, FENCEPOST_CALLER);
  return std::fread(to, bytes, count, file);
}

std::size_t fencepost_fwrite(const void* from, std::size_t bytes, std::size_t count, std::FILE* file) {
  tell_range(from, bytes * count, false, FENCEPOST_CALLER);
  return std::fwrite(from, bytes, count, file);
}

void* fencepost_malloc(std::size_t bytes) {
  return runs_kernel() ? device_heap_allocate(bytes, FENCEPOST_CALLER) : std::malloc(bytes);
}

void* fencepost_calloc(std::size_t count, std::size_t bytes) {
  if (!runs_kernel()) return std::calloc(count, bytes);
  void* memory = device_heap_allocate(count * bytes, FENCEPOST_CALLER);
  if (memory == nullptr) return nullptr;
  fencepost::sim::observers().memory->on_memset(memory, count * bytes);
  return std::memset(memory, 0, count * bytes);
}

void* fencepost_realloc(void* memory, std::size_t bytes) { return std::realloc(memory, bytes); }

void fencepost_free(void* memory) {
  if (runs_kernel()) {
    device_heap_free("free", memory, FENCEPOST_CALLER);
  } else {
    std::free(memory);
  }
}

int fencepost_vprintf(const char* format, std::va_list arguments) {
  return runs_kernel() ? print_from_kernel(format, arguments) : std::vprintf(format, arguments);
}

int fencepost_printf(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = fencepost_vprintf(format, arguments);
  va_end(arguments);
  return length;
}

int fencepost_puts(const char* text) { return runs_kernel() ? fencepost_printf("%s\n", text) : std::puts(text); }

int fencepost_putchar(int character) {
  return runs_kernel() ? fencepost_printf("%c", character) : std::putchar(character);
}

[[noreturn]] void fencepost___assert_fail(const char* expression, const char* file, unsigned line,
                                          const char* function) {
  if (!runs_kernel()) __assert_fail(expression, file, line, function);
  fencepost::sim::stop_launch({.reason = fencepost::sim::StopReason::kAssertion,
                               .pc = FENCEPOST_CALLER,
                               .text = failed_assertion(expression, file, line, function)});
}

/// What CUDA's `assert` calls, which libraries do, too, with a message of theirs (Kokkos).
[[noreturn]] void __assertfail(const void* message, const void* file, unsigned line, const void* function,
                               std::size_t /*character_bytes*/) {
  fencepost::sim::stop_launch(
      {.reason = fencepost::sim::StopReason::kAssertion,
       .pc = FENCEPOST_CALLER,
       .text = failed_assertion(static_cast<const char*>(message), static_cast<const char*>(file), line,
                                static_cast<const char*>(function))});
}

[[noreturn]] void fencepost_abort() {
  if (!runs_kernel()) std::abort();
  fencepost::sim::stop_launch({.reason = fencepost::sim::StopReason::kTrap, .pc = FENCEPOST_CALLER, .text = "abort()"});
}

/// Out of a signal handler. One that runs beside a launch has not interrupted what it would go on with.
[[noreturn]] void fencepost_longjmp(std::jmp_buf buffer, int value) {
  if (fencepost::sim::takes_late_signals()) {
    const auto launch = fencepost::sim::running_launch();
    std::fprintf(stderr,
                 "fencepost: error: a signal handler leaves launch %llu, which still runs, by siglongjmp; let it set a "
                 "flag that the program looks at after the launch\n",
                 static_cast<unsigned long long>(launch ? launch->number : 0));
    fencepost::sim::stop_launch_for_exit();
    for (;;) pause();
  }
  std::longjmp(buffer, value);
}

/// In a kernel a cycle counter, as clock64(): programs wait for as many ticks as cudaDeviceProp::clockRate promises.
std::clock_t fencepost_clock() { return runs_kernel() ? static_cast<std::clock_t>(clock64()) : std::clock(); }

void* fencepost_new(std::size_t bytes) {
  return runs_kernel() ? device_heap_allocate(bytes, FENCEPOST_CALLER) : ::operator new(bytes);
}
void* fencepost_new_array(std::size_t bytes) {
  return runs_kernel() ? device_heap_allocate(bytes, FENCEPOST_CALLER) : ::operator new[](bytes);
}
void fencepost_delete(void* memory) {
  runs_kernel() ? device_heap_free("delete", memory, FENCEPOST_CALLER) : ::operator delete(memory);
}
void fencepost_delete_sized(void* memory, std::size_t /*bytes*/) { fencepost_delete(memory); }
void fencepost_delete_array(void* memory) {
  runs_kernel() ? device_heap_free("delete[]", memory, FENCEPOST_CALLER) : ::operator delete[](memory);
}
void fencepost_delete_array_sized(void* memory, std::size_t /*bytes*/) { fencepost_delete_array(memory); }

}  // extern "C"
