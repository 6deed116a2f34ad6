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

/// A suspended flow of control. Empty while it runs.
///
/// Switching is symmetric: whoever runs jumps straight to the next, without a scheduler in between. fcontext, the layer
/// below boost::context::fiber, is used because a jump there is a dozen instructions and allocates nothing.
class Context {
 public:
  /// Stops the caller, stores its state in `self`, and continues `*this`. Returns when somebody resumes `self`.
  void resume_from(Context& self) {
    boost::context::detail::fcontext_t target = context_;
    context_ = nullptr;
#ifdef FENCEPOST_ASAN
    asan_enter(self);
#endif
    arrive(jump(target, &self));
#ifdef FENCEPOST_ASAN
    self.asan_arrived();
#endif
  }

  /// Makes `*this` start in `entry` on `stack`. `entry` must never return.
  void prepare(std::span<std::byte> stack, void (*entry)(boost::context::detail::transfer_t)) {
    context_ = boost::context::detail::make_fcontext(stack.data() + stack.size(), stack.size(), entry);
#ifdef FENCEPOST_ASAN
    stack_ = stack;
#endif
  }

  /// To be called first by an `entry`.
  static void arrive(boost::context::detail::transfer_t from) {
    static_cast<Context*>(from.data)->context_ = from.fctx;
  }

  /// jump_fcontext, entered by a jump and not by a call. It leaves by a jump too (into the other fiber), so a call
  /// would leave one return address too many in the processor's return predictor, and every return up to the kernel
  /// would be mispredicted: 28 ns a barrier crossing instead of 12 (bench: barrier).
  static boost::context::detail::transfer_t jump(boost::context::detail::fcontext_t target, void* data) {
#ifdef __x86_64__
    boost::context::detail::transfer_t from;
    asm volatile(
        "lea -128(%%rsp), %%rsp\n\t"  // Past the red zone.
        "lea 1f(%%rip), %%rax\n\t"
        "push %%rax\n\t"
        "jmp *jump_fcontext@GOTPCREL(%%rip)\n"
        "1:\n\t"
        "lea 128(%%rsp), %%rsp"
        : "=a"(from.fctx), "=d"(from.data), "+D"(target), "+S"(data)
        :
        : "rcx", "r8", "r9", "r10", "r11", "cc", "memory", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6",
          "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
    return from;
#else
    return boost::context::detail::jump_fcontext(target, data);
#endif
  }

  explicit operator bool() const { return context_ != nullptr; }

#ifdef FENCEPOST_ASAN
  void asan_enter(Context& self);
  void asan_arrived();
  std::span<std::byte> stack_;
  void* fake_stack_ = nullptr;
#endif

 private:
  boost::context::detail::fcontext_t context_ = nullptr;
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
  /// Of the stack that `address` lies on; null if it lies on none.
  [[nodiscard]] const std::byte* end_of_stack(const void* address) const;

 private:
  static constexpr std::size_t kStacksPerSlab = 64;
  std::size_t stack_bytes_;
  std::vector<std::byte*> slabs_;
};

}  // namespace fencepost::sim
