#include "sim/os/fiber.h"

#include <sys/mman.h>

#include <atomic>
#include <new>

#ifdef FENCEPOST_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

#ifdef __x86_64__
extern "C" void fencepost_begin_fiber();
// Two places to jump to, without unwinding tables: a signal's backtrace ends there.
//
// fencepost_switch suspends into the Context at rsi, which will go on at rax, and resumes that at rdi.
// fencepost_begin_fiber is where a new fiber goes on, its stack pointer at what make_fcontext() made; nobody waits for
// an answer.
asm(R"(
.text
.globl fencepost_switch
.hidden fencepost_switch
.type fencepost_switch, @function
fencepost_switch:
  mov %rsp, (%rsi)
  mov %rbp, 8(%rsi)
  mov %rax, 16(%rsi)
  mov (%rdi), %rsp
  mov 8(%rdi), %rbp
  jmp *16(%rdi)
.size fencepost_switch, .-fencepost_switch

.type fencepost_begin_fiber, @function
fencepost_begin_fiber:
  mov %rsp, %rdi
  xor %esi, %esi
  jmp *jump_fcontext@GOTPCREL(%rip)
.size fencepost_begin_fiber, .-fencepost_begin_fiber
)");
#endif

namespace fencepost::sim {

namespace {
constexpr std::size_t kCacheLine = 64;
/// Each takes two of the mappings a process may have (vm.max_map_count, 65530). Stacks beyond do without.
constexpr std::size_t kMostGuards = 24 * 1024;
std::atomic<std::size_t> guards{0};
constexpr std::size_t kColours = 48;  // Offsets stay within one page, so that colouring costs no extra page.

/// Bytes that stack number `index` leaves free at its top.
std::size_t colour_of(std::size_t index) { return index * 7 % kColours * kCacheLine; }
}  // namespace

StackPool::StackPool(std::size_t stack_bytes)
    : stack_bytes_((stack_bytes + kGuardBytes - 1) / kGuardBytes * kGuardBytes) {
  slabs_.reserve(1024 / kStacksPerSlab + 1);
}

StackPool::~StackPool() {
  for (std::byte* slab : slabs_) munmap(slab, kStacksPerSlab * (stack_bytes_ + kGuardBytes));
}

std::span<std::byte> StackPool::stack(std::size_t index) {
  const std::size_t pitch = stack_bytes_ + kGuardBytes;
  while (slabs_.size() * kStacksPerSlab <= index) {
    void* slab = mmap(nullptr, kStacksPerSlab * pitch, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (slab == MAP_FAILED) throw std::bad_alloc();
    // Without this a kernel that holds 256 threads would keep 256 huge pages busy.
    madvise(slab, kStacksPerSlab * pitch, MADV_NOHUGEPAGE);
    for (std::size_t i = 0; i < kStacksPerSlab && guards < kMostGuards; ++i, ++guards) {
      mprotect(static_cast<std::byte*>(slab) + i * pitch, kGuardBytes, PROT_NONE);
    }
    slabs_.push_back(static_cast<std::byte*>(slab));
  }
  std::byte* base = slabs_[index / kStacksPerSlab] + (index % kStacksPerSlab) * pitch;
  return {base + kGuardBytes, stack_bytes_ - colour_of(index)};
}

bool StackPool::is_guard(const void* address) const {
  const std::size_t pitch = stack_bytes_ + kGuardBytes;
  const auto* at = static_cast<const std::byte*>(address);
  for (const std::byte* slab : slabs_) {
    if (at >= slab && at < slab + kStacksPerSlab * pitch) {
      return static_cast<std::size_t>(at - slab) % pitch < kGuardBytes;
    }
  }
  return false;
}

const std::byte* StackPool::end_of_stack(const void* address) const {
  const std::size_t pitch = stack_bytes_ + kGuardBytes;
  const auto* at = static_cast<const std::byte*>(address);
  for (std::size_t i = 0; i < slabs_.size(); ++i) {
    if (at < slabs_[i] || at >= slabs_[i] + kStacksPerSlab * pitch) continue;
    const std::size_t in_slab = static_cast<std::size_t>(at - slabs_[i]) / pitch;
    return slabs_[i] + (in_slab + 1) * pitch - colour_of(i * kStacksPerSlab + in_slab);
  }
  return nullptr;
}

bool StackPool::contains(const void* address) const {
  const std::size_t bytes = kStacksPerSlab * (stack_bytes_ + kGuardBytes);
  const auto* at = static_cast<const std::byte*>(address);
  for (const std::byte* slab : slabs_) {
    if (at >= slab && at < slab + bytes) return true;
  }
  return false;
}

void Context::prepare(std::span<std::byte> stack, void (*entry)(boost::context::detail::transfer_t)) {
  stack_pointer_ = boost::context::detail::make_fcontext(stack.data() + stack.size(), stack.size(), entry);
#ifdef __x86_64__
  go_on_ = &fencepost_begin_fiber;
#endif
#ifdef FENCEPOST_ASAN
  __asan_unpoison_memory_region(stack.data(), stack.size());  // It may hold frames that nobody will leave.
  stack_ = stack;
#endif
}

#ifdef FENCEPOST_ASAN
void Context::asan_enter(Context& self) {
  // The host's own stack has no span; ASan then learns it from the call below on the way back.
  __sanitizer_start_switch_fiber(&self.fake_stack_, stack_.data(), stack_.size());
}

void Context::asan_arrived() {
  const void* bottom = nullptr;
  std::size_t size = 0;
  __sanitizer_finish_switch_fiber(fake_stack_, &bottom, &size);
}
#endif

}  // namespace fencepost::sim
