#include "sim/os/late_signals.h"

#include <pthread.h>
#include <semaphore.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <thread>

#include "sim/os/held_signals.h"
#include "sim/os/own_threads.h"

namespace fencepost::sim {

namespace {

constexpr auto kTick = std::chrono::milliseconds(50);
constexpr std::int64_t kPatienceSeconds = 1;

/// The last launch: its number, twice as large, and what is done about its signals.
enum Phase : std::uint64_t { kEnded, kRuns, kTaken };
constexpr std::uint64_t kPhaseBits = 2;
std::atomic<std::uint64_t> the_launch{kEnded};
sigset_t launcher_blocks;  ///< Of a launch that runs.

std::atomic<bool> asleep{false};
sem_t wake, launch_over, launcher_may_go;

void (*the_own_handler)(int) = nullptr;
__thread bool is_the_thread = false;

bool runs(std::uint64_t launch) { return (launch & ((1U << kPhaseBits) - 1)) == kRuns; }

void wait_for(sem_t& semaphore) {
  while (sem_wait(&semaphore) != 0) continue;  // Interrupted by a handler.
}

bool wait_for(sem_t& semaphore, std::int64_t seconds) {
  timespec until{};
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += seconds;
  while (sem_timedwait(&semaphore, &until) != 0) {
    if (errno != EINTR) return false;
  }
  return true;
}

bool has_handler(int signal) {
  struct sigaction action {};
  if (sigaction(signal, nullptr, &action) != 0) return false;
  return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN && action.sa_handler != the_own_handler;
}

/// Until the launch is over.
void take_signals() {
  sigset_t blocked = launcher_blocks;
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    if (has_handler(signal)) sigaddset(&blocked, signal);
  }
  pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
  if (!wait_for(launch_over, kPatienceSeconds)) {
    pthread_sigmask(SIG_SETMASK, &launcher_blocks, nullptr);
    wait_for(launch_over);
  }
  sigfillset(&blocked);
  pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
  sem_post(&launcher_may_go);
}

[[noreturn]] void live() {
  std::uint64_t seen = kEnded;
  for (;;) {
    const std::uint64_t launch = the_launch.load();
    if (launch != seen) {
      seen = launch;
    } else if (runs(launch)) {
      std::uint64_t expected = launch;
      if (the_launch.compare_exchange_strong(expected, launch - kRuns + kTaken)) take_signals();
    } else {
      asleep = true;
      // Whoever takes the flag posts.
      if (the_launch.load() == launch || !asleep.exchange(false)) wait_for(wake);
    }
    std::this_thread::sleep_for(kTick);
  }
}

}  // namespace

void take_late_signals(void (*own_handler)(int)) {
  the_own_handler = own_handler;
  for (sem_t* semaphore : {&wake, &launch_over, &launcher_may_go}) sem_init(semaphore, 0, 0);
  std::thread([] {
    note_own_thread();
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    is_the_thread = true;
    live();
  }).detach();
}

bool takes_late_signals() { return is_the_thread; }

void launch_begins() {
  launcher_blocks = SignalsHeld::blocked_before();
  the_launch = ((the_launch.load() >> kPhaseBits) + 1) << kPhaseBits | kRuns;
  if (asleep && asleep.exchange(false)) sem_post(&wake);
}

void launch_ends() {
  const std::uint64_t launch = the_launch.load() >> kPhaseBits << kPhaseBits;
  if (the_launch.exchange(launch | kEnded) != (launch | kTaken)) return;
  sem_post(&launch_over);
  wait_for(launcher_may_go);
}

}  // namespace fencepost::sim
