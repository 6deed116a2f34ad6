// Stacks and contexts for CUDA threads.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#define FENCEPOST_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FENCEPOST_ASAN 1
#endif
#endif

namespace fencepost::sim {

/// A suspended flow of control.
///
/// Switching is symmetric: whoever runs jumps straight to the next, without a scheduler in between. Fibers are made by
/// fcontext, the layer below boost::context::fiber. The switch between them is ours on x86-64, as the crossing of a
/// barrier is little else: it saves what the compiler cannot be told to save, and leaves alone the floating-point
/// control words, which kernels cannot change. On other processors it is fcontext's. Thread safety: none; a flow of
/// control goes on where it began, on the same OS thread.
class Context {
 public:
  /// Stops the caller, stores its state in `self`, and continues `*this`. Returns when somebody resumes `self`.
  [[gnu::always_inline]] void resume_from(Context& self) {
#ifdef FENCEPOST_ASAN
    asan_enter(self);
#endif
#ifdef __x86_64__
    Context* to = this;
    Context* from = &self;
    // Not a call: it would leave by a jump (into the other fiber), and the processor predicts that calls and returns
    // come in pairs. Changes no register that unwinding needs before fencepost_switch: a signal may come in between.
    asm volatile(
        "lea 1f(%%rip), %%rax\n\t"
        "jmp fencepost_switch\n"
        "1:"
        : "+D"(to), "+S"(from)
        :
        : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "cc", "memory", "xmm0",
          "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
          "xmm14", "xmm15");
#else
    arrive(boost::context::detail::jump_fcontext(stack_pointer_, &self));
#endif
#ifdef FENCEPOST_ASAN
    self.asan_arrived();
#endif
  }

  /// Makes `*this` start in `entry` on `stack`. `entry` must never return.
  void prepare(std::span<std::byte> stack, void (*entry)(boost::context::detail::transfer_t));

  /// To be called first by an `entry`.
  static void arrive(boost::context::detail::transfer_t from) {
    if (from.data != nullptr) static_cast<Context*>(from.data)->stack_pointer_ = from.fctx;
  }

 private:
  // First and in this order, for fencepost_switch.
  void* stack_pointer_ = nullptr;
  [[maybe_unused]] void* frame_pointer_ = nullptr;
  [[maybe_unused]] void (*go_on_)() = nullptr;

#ifdef FENCEPOST_ASAN
 public:
  void asan_enter(Context& self);
  void asan_arrived();
  std::span<std::byte> stack_;
  void* fake_stack_ = nullptr;
#endif
};

/// Stacks of one worker, each above a guard page. Grows in slabs, never shrinks; untouched pages are not backed by
/// memory. Thread safety: one user, except find_guard(), which is async-signal-safe and may be called by the same OS
/// thread.
class StackPool {
 public:
  explicit StackPool(std::size_t stack_bytes);
  ~StackPool();
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;

  /// The usable bytes of stack number `index` (created on first use). The top is offset by a multiple of the cache line
  /// that differs between neighbours: equal offsets would all fall into the same cache sets.
  std::span<std::byte> stack(std::size_t index);

  [[nodiscard]] bool is_guard(const void* address) const;
  [[nodiscard]] bool contains(const void* address) const;
  /// Among the first stacks, on which most threads run.
  [[nodiscard]] bool is_among_first(const void* address) const {
    return !slabs_.empty() && static_cast<std::size_t>(static_cast<const std::byte*>(address) - slabs_.front()) <
                                  kStacksPerSlab * (stack_bytes_ + kGuardBytes);
  }
  /// Of the stack that `address` lies on; null if it lies on none.
  [[nodiscard]] const std::byte* end_of_stack(const void* address) const;

 private:
  static constexpr std::size_t kStacksPerSlab = 64;
  static constexpr std::size_t kGuardBytes = 4096;
  std::size_t stack_bytes_;
  std::vector<std::byte*> slabs_;
};

}  // namespace fencepost::sim
