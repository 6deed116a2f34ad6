#include "sim/engine/fault.h"

#include <execinfo.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "sim/code/loaded_code.h"
#include "sim/interface/config.h"
#include "sim/interface/crash.h"
#include "sim/interface/current.h"
#include "sim/interface/inlined_checks.h"
#include "sim/os/held_signals.h"
#include "sim/os/image.h"
#include "sim/os/late_signals.h"
#include "sim/os/memory_left.h"
#include "sim/os/own_threads.h"

extern "C" char etext __attribute__((visibility("hidden")));  // NOLINT: names given by the linker
/// The C library's entry point; the user's objects follow it. A library has neither.
extern "C" void _start() __attribute__((weak));  // NOLINT
/// The end of the user's objects: sim/link/user_text_end.cpp.
extern "C" char fencepost_user_text_end __attribute__((weak));

namespace fencepost::sim {

__thread FaultEscape fault_escape;

bool in_user_code(const void* address) {
  const auto begin = reinterpret_cast<std::uintptr_t>(&_start);
  const auto end = reinterpret_cast<std::uintptr_t>(&fencepost_user_text_end);
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (own_image().is_library) return in_loaded_code(at);
  return end == 0 || (at > begin && at < end) || in_loaded_code(at);
}

namespace {

/// A StopReason, or kNoRequest.
std::atomic<int> the_request{-1};
constexpr int kNoRequest = -1;

/// The first one counts.
void request_stop(StopReason reason) {
  int none = kNoRequest;
  the_request.compare_exchange_strong(none, static_cast<int>(reason));
}
std::atomic<int> launches_under_watch{0};
sem_t wake_watchdog;
std::mutex workers_mutex;
std::vector<pthread_t>& workers = *new std::vector<pthread_t>;  // Never destroyed: the watchdog outlives main().

std::chrono::steady_clock::time_point watch_start;

std::atomic<int> stop_tries{0};
constexpr int kTries = 600;
constexpr int kTriesInBody = 60;  // A short kernel may be all in what looks like its first instructions.
constexpr auto kPauseBetweenTries = std::chrono::milliseconds(3);

constexpr std::size_t kSignalStackBytes = 64 * 1024;
constexpr std::size_t kEmergencyStackBytes = 256 * 1024;

/// Written by a handler, read after it on the same OS thread.
struct PendingStop {
  StopReason reason;
  const void* pc;
  const void* address;
  StopAccess access;
};
__thread PendingStop pending_stop;
__thread std::byte* emergency_stack;
__thread int launches_of_thread;  ///< That it issues, one in the other.

std::byte* new_stack(std::size_t bytes) {
  return static_cast<std::byte*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

/// An OS thread that runs blocks, with the stacks of its signals, from its first block until it ends.
class Worker {
 public:
  Worker() : signal_stack_(new_stack(kSignalStackBytes)) {
    emergency_stack = new_stack(kEmergencyStackBytes);
    stack_t alternate = {};
    alternate.ss_sp = signal_stack_;
    alternate.ss_size = kSignalStackBytes;
    sigaltstack(&alternate, nullptr);
    const std::scoped_lock lock(workers_mutex);
    workers.push_back(pthread_self());
  }
  ~Worker() {
    if (gettid() == getpid()) return;  // What is to be done at the program's end may launch, too.
    {
      const std::scoped_lock lock(workers_mutex);
      std::erase(workers, pthread_self());
    }
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
    munmap(signal_stack_, kSignalStackBytes);
    munmap(std::exchange(emergency_stack, nullptr), kEmergencyStackBytes);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

 private:
  std::byte* const signal_stack_;
};

[[noreturn]] void stop_after_signal() {
  const bool of_row = (current.thread & inlined_checks::kRow) != 0;
  current.thread &= ~inlined_checks::kRow;
  const Stop stop{.reason = pending_stop.reason,
                  .thread = current.thread,
                  .or_later = of_row,
                  .pc = pending_stop.pc,
                  .address = pending_stop.address,
                  .access = pending_stop.access};
  if (ends_program(stop.reason)) current.runner->abandon(stop);
  current.runner->fail(stop);
}

struct UserFrames {
  const void* innermost = nullptr;  ///< As return addresses.
  const void* caller = nullptr;     ///< Of the function of the innermost.
};

/// The user's code on the stack of the interrupted thread. Unwinds from the signal handler; install_handlers() has made
/// that safe.
UserFrames user_frames() {
  std::array<void*, 32> frames{};
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  UserFrames found;
  for (int i = 0; i < count; ++i) {
    const void* const frame = frames.at(static_cast<std::size_t>(i));
    if (!in_user_code(frame)) continue;
    if (found.innermost != nullptr) {
      found.caller = frame;
      break;
    }
    found.innermost = frame;
  }
  return found;
}

/// The place in the user's code where the interrupted thread is, as a return address: the interrupted instruction, or
/// the innermost call from there into the runtime.
const void* user_pc(const ucontext_t& context) {
  // Code addresses are handled as return addresses everywhere: one past the instruction.
  const auto* const pc = reinterpret_cast<const void*>(context.uc_mcontext.gregs[REG_RIP] + 1);
  if (!in_user_code(pc)) {
    // A call through a bad function pointer leaves nothing to unwind but its return address.
    const auto* top = reinterpret_cast<const void* const*>(context.uc_mcontext.gregs[REG_RSP]);
    if (current.runner->stacks().contains(top) && !current.runner->stacks().is_guard(top) && in_user_code(*top)) {
      return *top;
    }
    if (const UserFrames frames = user_frames(); frames.innermost != nullptr) return frames.innermost;
  }
  return pc;
}

/// Of a function that found no room on the stack: where it was called, which is of more interest than its entry.
const void* call_without_room(const ucontext_t& context) {
  const void* const pc = user_pc(context);
  if (!in_user_code(reinterpret_cast<const void*>(context.uc_mcontext.gregs[REG_RIP] + 1))) {
    // In the runtime, which keeps no frame pointers.
    const void* const caller = user_frames().caller;
    return caller != nullptr ? caller : pc;
  }
  const auto* frame = reinterpret_cast<const void* const*>(context.uc_mcontext.gregs[REG_RBP]);
  const StackPool& stacks = current.runner->stacks();
  const bool readable = stacks.contains(frame + 1) && !stacks.is_guard(frame + 1);
  return readable && in_user_code(frame[1]) ? frame[1] : pc;
}

/// Lets the interrupted thread continue in `function`, which does not return, on a stack of its own.
void continue_in(void (*function)(), ucontext_t& context) {
  const auto top = reinterpret_cast<std::uintptr_t>(emergency_stack + kEmergencyStackBytes);
  context.uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(top / 16 * 16 - 8);
  context.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(function);
}

/// Lets the interrupted thread continue in stop_after_signal().
void divert(ucontext_t& context, StopReason reason, const void* address) {
  auto& registers = context.uc_mcontext.gregs;
  constexpr greg_t kPageFault = 14;
  const bool tells_access = reason == StopReason::kInvalidAddress && registers[REG_TRAPNO] == kPageFault;
  const StopAccess access = (registers[REG_ERR] & 2) != 0 ? StopAccess::kWrite : StopAccess::kRead;
  const void* const pc = reason == StopReason::kStackOverflow ? call_without_room(context) : user_pc(context);
  pending_stop = {reason, pc, address, tells_access ? access : StopAccess::kUnknown};
  continue_in(&stop_after_signal, context);
}

StopReason reason_of(int signal, const siginfo_t& info) {
  switch (signal) {
    case SIGFPE:
      return StopReason::kArithmetic;
    case SIGILL:
    case SIGTRAP:
      return StopReason::kIllegalInstruction;
    case SIGABRT:
      return StopReason::kTrap;
    default:
      return current.runner->stacks().is_guard(info.si_addr) ? StopReason::kStackOverflow : StopReason::kInvalidAddress;
  }
}

void on_fault(int signal, siginfo_t* info, void* context) {
  if (current.in_kernel && current.runner != nullptr && emergency_stack != nullptr) {
    divert(*static_cast<ucontext_t*>(context), reason_of(signal, *info), info->si_addr);
    return;
  }
  if (fault_escape.go_on != nullptr && emergency_stack != nullptr) {
    fault_escape.address = info->si_addr;
    continue_in(fault_escape.go_on, *static_cast<ucontext_t*>(context));
    return;
  }
  ::signal(signal, SIG_DFL);
  tell_crash(signal);
  // A fault happens again on return, with the default action and the original address; one that was sent does not.
  if (info->si_code <= 0) raise(signal);
}

bool in_program_text(const ucontext_t& context) {
  const auto pc = static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
  return (pc >= own_image().begin && pc < reinterpret_cast<std::uintptr_t>(&etext)) || in_loaded_code(pc);
}

/// Delivered to workers again and again until it meets code that may be abandoned.
void on_stop_signal(int /*signal*/, siginfo_t* /*info*/, void* context) {
  auto& interrupted = *static_cast<ucontext_t*>(context);
  if (!current.in_kernel || current.busy || emergency_stack == nullptr || !in_program_text(interrupted)) return;
  const auto reason = stop_requested();
  if (!reason) return;
  // Between two threads' turns nothing says where the kernel is; they soon come.
  const void* const pc = user_pc(interrupted);
  if (!in_user_code(pc) || (stop_tries.load() < kTriesInBody && current.runner->begins_loop(pc))) return;
  current.busy = true;  // Until the block is abandoned: the next signal may be on its way already.
  divert(interrupted, *reason, nullptr);
}

/// A second signal ends the process at once, without a report. Not one that comes with the first: who ends a whole
/// process group often sends several.
void on_interrupt(int signal) {
  constexpr std::int64_t kPatienceMs = 500;
  static std::atomic<std::int64_t> first_ms{0};
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t now_ms = std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
  std::int64_t first = 0;
  if (!first_ms.compare_exchange_strong(first, now_ms)) {
    if (now_ms - first > kPatienceMs) _exit(128 + signal);
    return;
  }
  the_request = static_cast<int>(StopReason::kInterrupt);
  sem_post(&wake_watchdog);
}

/// What the check keeps of a launch cannot grow: the run ends as when the machine's memory runs out. Without one, the
/// program is told as ever.
void on_new_failed() {
  if (launches_of_thread == 0 && (emergency_stack == nullptr || current.runner == nullptr)) throw std::bad_alloc();
  request_stop(StopReason::kMemory);
  sem_post(&wake_watchdog);
  for (;;) pause();
}

void install_handlers() {
  if (std::get_new_handler() == nullptr) std::set_new_handler(on_new_failed);
  // The first backtrace() loads a library; later ones allocate nothing and may be made in a handler.
  std::array<void*, 1> frames{};
  backtrace(frames.data(), 1);
  struct sigaction action = {};
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  action.sa_sigaction = on_fault;
  prepare_for_crashes(note_own_thread);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) sigaction(signal, &action, nullptr);
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  action.sa_sigaction = on_stop_signal;
  sigaction(stop_signal(), &action, nullptr);
}

/// How often the watchdog looks how much memory is left: what a process takes in that time fits into what
/// runs_out() still leaves.
constexpr double kSecondsBetweenLooks = 0.1;

bool is_woken_within(double seconds) {
  timespec until{};
  clock_gettime(CLOCK_MONOTONIC, &until);
  const double at = static_cast<double>(until.tv_sec) + static_cast<double>(until.tv_nsec) * 1e-9 + seconds;
  until.tv_sec = static_cast<time_t>(at);
  until.tv_nsec = static_cast<long>((at - static_cast<double>(until.tv_sec)) * 1e9);
  return sem_clockwait(&wake_watchdog, CLOCK_MONOTONIC, &until) == 0;
}

int status_of(StopReason reason) {
  return reason == StopReason::kTimeout ? 124 : reason == StopReason::kInterrupt ? 130 : 66;
}

[[noreturn]] void watch() {
  note_own_thread();
  const double limit = config().timeout_seconds;
  while (!stop_requested()) {
    double left = kSecondsBetweenLooks;
    if (limit > 0) {
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - watch_start;
      left = std::min(left, limit - passed.count());
    }
    if (left <= 0) {
      request_stop(StopReason::kTimeout);
    } else if (!is_woken_within(left) && launch_runs() && runs_out(memory_use(), config().memory_limit)) {
      request_stop(StopReason::kMemory);
    }
  }
  // Workers stop where they safely can. One that cannot within two seconds is left behind.
  while (stop_tries.fetch_add(1) < kTries && launches_under_watch.load() > 0) {
    {
      const std::scoped_lock lock(workers_mutex);
      for (const pthread_t worker : workers) pthread_kill(worker, stop_signal());
    }
    std::this_thread::sleep_for(kPauseBetweenTries);
  }
  // The launch is over and its thread is about to end the process; if that does not happen, do it here.
  if (launches_under_watch.load() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const StopReason reason = *stop_requested();
  observers().process->on_abandon(reason);
  _exit(status_of(reason));
}

}  // namespace

std::optional<StopReason> stop_requested() {
  const int request = the_request.load(std::memory_order_relaxed);
  if (request == kNoRequest) return std::nullopt;
  return static_cast<StopReason>(request);
}

void prepare_fault_handling() {
  static std::once_flag once;
  std::call_once(once, install_handlers);
}

void prepare_fault_handling_on_this_thread(BlockRunner& /*runner*/) {
  prepare_fault_handling();
  if (emergency_stack != nullptr) return;
  static thread_local const Worker entered;
  SignalsHeld::for_good();
}

void watch_for_timeout() {
  static std::atomic<bool> watching{false};
  if (watching.exchange(true)) return;
  // The child has not got the threads.
  static const int forks = pthread_atfork(
      [] { workers_mutex.lock(); }, [] { workers_mutex.unlock(); },
      [] {
        std::erase_if(workers, [](pthread_t worker) { return pthread_equal(worker, pthread_self()) == 0; });
        workers_mutex.unlock();
        watching = false;
      });
  static_cast<void>(forks);
  watch_start = std::chrono::steady_clock::now();
  sem_init(&wake_watchdog, 0, 0);
  struct sigaction old = {};
  for (const int signal : {SIGINT, SIGTERM}) {
    sigaction(signal, nullptr, &old);
    if (old.sa_handler != SIG_DFL) continue;  // The program handles it, or was told to ignore it.
    struct sigaction action = {};
    sigemptyset(&action.sa_mask);
    action.sa_handler = on_interrupt;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
  }
  const SignalsHeld of_the_new_threads;
  std::thread(watch).detach();
  take_late_signals(on_interrupt);
}

bool launch_runs() { return launches_under_watch.load() > 0; }

void stop_launch_for_exit() {
  request_stop(StopReason::kInterrupt);
  sem_post(&wake_watchdog);
}

LaunchUnderWatch::LaunchUnderWatch() {
  ++launches_under_watch;
  ++launches_of_thread;
  launch_begins();
}

LaunchUnderWatch::~LaunchUnderWatch() {
  launch_ends();
  --launches_of_thread;
  --launches_under_watch;
}

}  // namespace fencepost::sim
