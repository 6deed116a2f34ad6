#include "detector/contract/stack.h"

#include <sys/mman.h>

#include <new>

#include "sim/engine/fault.h"

namespace fencepost::detector {
namespace {
constexpr std::size_t kGuardBytes = 4096;
constexpr std::size_t kReserve = 256 * 1024;  ///< For what does not ask whether there is room.
}  // namespace

EvaluationStack& EvaluationStack::of_this_thread() {
  thread_local EvaluationStack stack;
  return stack;
}

EvaluationStack::~EvaluationStack() {
  if (!stack_.empty()) munmap(stack_.data() - kGuardBytes, kGuardBytes + kBytes);
}

bool EvaluationStack::is_nearly_full() const {
  const auto* here = static_cast<const std::byte*>(__builtin_frame_address(0));
  return running_ && !stack_.empty() && here < stack_.data() + kReserve;
}

#ifdef FENCEPOST_ASAN
// ASan has to know the bounds of the stack that one returns to; the CUDA thread's are not known here.
EvaluationStack::End EvaluationStack::run(void (*body)(void*), void* argument) {
  running_ = true;
  body(argument);
  running_ = false;
  return End::kReturned;
}
#else
EvaluationStack::End EvaluationStack::run(void (*body)(void*), void* argument) {
  if (stack_.empty()) {
    void* memory = mmap(nullptr, kGuardBytes + kBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    madvise(memory, kGuardBytes + kBytes, MADV_NOHUGEPAGE);
    mprotect(memory, kGuardBytes, PROT_NONE);
    stack_ = {static_cast<std::byte*>(memory) + kGuardBytes, kBytes};
  }
  body_ = body;
  argument_ = argument;
  end_ = End::kReturned;
  inside_.prepare(stack_, &EvaluationStack::enter);
  running_ = true;
  sim::fault_escape = {.go_on = &EvaluationStack::go_on_after_fault};
  inside_.resume_from(outside_);
  sim::fault_escape = {};
  running_ = false;
  return end_;
}
#endif

void EvaluationStack::enter(boost::context::detail::transfer_t from) {
  sim::Context::arrive(from);
  EvaluationStack& stack = of_this_thread();
  stack.body_(stack.argument_);
  stack.outside_.resume_from(stack.inside_);
  __builtin_unreachable();
}

void EvaluationStack::go_on_after_fault() {
  EvaluationStack& stack = of_this_thread();
  const auto* at = static_cast<const std::byte*>(sim::fault_escape.address);
  const bool in_guard = at >= stack.stack_.data() - kGuardBytes && at < stack.stack_.data();
  stack.end_ = in_guard ? End::kStackOverflow : End::kCrash;
  stack.outside_.resume_from(stack.inside_);
  __builtin_unreachable();
}

}  // namespace fencepost::detector
