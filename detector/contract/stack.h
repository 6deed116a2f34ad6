// Where the clauses of contracts run: on a large stack, away from the CUDA thread's, and able to fail.
#pragma once

#include <cstddef>
#include <span>

#include "sim/os/fiber.h"

namespace fencepost::detector {

/// One per OS thread. Recursive functions of contracts go as deep as the sequences they walk are long. Thread safety:
/// none; its own OS thread only.
class EvaluationStack {
 public:
  static constexpr std::size_t kBytes = std::size_t{64} << 20;

  enum class End : std::uint8_t { kReturned, kStackOverflow, kCrash };

  static EvaluationStack& of_this_thread();
  EvaluationStack() = default;
  ~EvaluationStack();
  EvaluationStack(const EvaluationStack&) = delete;
  EvaluationStack& operator=(const EvaluationStack&) = delete;

  /// Calls `body(argument)`, which must not throw and not run() again. If it overflows the stack or gets a deadly
  /// signal, its frames are abandoned, not unwound.
  End run(void (*body)(void*), void* argument);
  [[nodiscard]] bool is_running() const { return running_; }
  /// The running body has little room left.
  [[nodiscard]] bool is_nearly_full() const;

 private:
  static void enter(boost::context::detail::transfer_t from);
  [[noreturn]] static void go_on_after_fault();

  std::span<std::byte> stack_;  ///< Above its guard page. Empty until the first run().
  sim::Context inside_, outside_;
  void (*body_)(void*) = nullptr;
  void* argument_ = nullptr;
  End end_{};
  bool running_ = false;
};

}  // namespace fencepost::detector
