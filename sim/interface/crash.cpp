#include "sim/interface/crash.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <string_view>
#include <thread>

#include "sim/interface/host_mutex.h"
#include "sim/interface/observer.h"

namespace fencepost::sim {

namespace {

constexpr unsigned kPatienceSeconds = 30;

std::atomic<int> crashed_with{0};
std::atomic<bool> thread_waits{false};
sem_t crash_came, crash_told;
__thread bool tells = false;

/// The calling thread is in the memory allocator, by the functions that any allocator exports; each of its own was
/// called by one of these. glibc's have a second name, which dladdr() may give.
bool is_in_allocator() {
  constexpr std::array<std::string_view, 10> kEntries = {"malloc",        "free",          "calloc", "realloc",
                                                         "reallocarray",  "memalign",      "valloc", "pvalloc",
                                                         "aligned_alloc", "posix_memalign"};
  constexpr std::string_view kSecondName = "__libc_";
  std::array<void*, 64> frames{};
  const auto count = static_cast<std::size_t>(backtrace(frames.data(), static_cast<int>(frames.size())));
  return std::any_of(frames.begin(), frames.begin() + count, [&](const void* return_address) {
    Dl_info symbol{};
    if (dladdr(static_cast<const char*>(return_address) - 1, &symbol) == 0 || symbol.dli_sname == nullptr) return false;
    std::string_view name = symbol.dli_sname;
    if (name.starts_with(kSecondName)) name.remove_prefix(kSecondName.size());
    return std::find(kEntries.begin(), kEntries.end(), name) != kEntries.end();
  });
}

[[noreturn]] void give_up(int /*signal*/) {
  constexpr std::string_view kMessage = "fencepost: error: the report after the crash could not be written\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kMessage.data(), kMessage.size());
  _exit(128 + crashed_with);
}

/// Whatever the program has made of SIGALRM.
void bound_the_time() {
  struct sigaction action = {};
  sigemptyset(&action.sa_mask);
  action.sa_handler = give_up;
  sigaction(SIGALRM, &action, nullptr);
  sigset_t alarms;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  alarm(kPatienceSeconds);
  pthread_sigmask(SIG_UNBLOCK, &alarms, nullptr);
}

void wait_for(sem_t& semaphore) {
  while (sem_wait(&semaphore) != 0) continue;  // Interrupted by a handler.
}

/// Its allocations come from another arena of glibc's than those of the thread that crashed (malloc(3), "arenas").
[[noreturn]] void tell_for_another(void (*note_own_thread)()) {
  note_own_thread();
  wait_for(crash_came);
  tells = true;
  observers().process->on_host_crash(crashed_with);
  sem_post(&crash_told);
  for (;;) pause();
}

}  // namespace

void prepare_for_crashes(void (*note_own_thread)()) {
  sem_init(&crash_came, 0, 0);
  sem_init(&crash_told, 0, 0);
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // None of the program's handlers runs on the thread.
  std::thread(tell_for_another, note_own_thread).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  thread_waits = true;
  pthread_atfork(nullptr, nullptr, [] { thread_waits = false; });  // The child has not got it.
}

void tell_crash(int signal) {
  int none = 0;
  if (!crashed_with.compare_exchange_strong(none, signal)) {
    while (!tells) pause();  // Another thread's crash is told, which ends the process.
    return;
  }
  bound_the_time();
  if (!thread_waits || !is_in_allocator()) {
    tells = true;
    observers().process->on_host_crash(signal);
    return;
  }
  HostMutex::abandon_own();
  sem_post(&crash_came);
  wait_for(crash_told);
}

}  // namespace fencepost::sim
