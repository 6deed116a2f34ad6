#include "sim/os/own_threads.h"

#include <dirent.h>
#include <pthread.h>

#include <atomic>
#include <memory>

namespace fencepost::sim {
namespace {

std::atomic<unsigned> own_threads{0};

struct OwnThread {
  OwnThread() { ++own_threads; }
  ~OwnThread() { --own_threads; }
};

}  // namespace

void note_own_thread() {
  // A child that was forked has none of them.
  static const int forks = pthread_atfork(nullptr, nullptr, [] { own_threads = 0; });
  static_cast<void>(forks);
  static thread_local const OwnThread noted;
}

unsigned program_threads() {
  const std::unique_ptr<DIR, int (*)(DIR*)> tasks(opendir("/proc/self/task"), closedir);
  if (tasks == nullptr) return 0;
  unsigned all = 0;
  while (const dirent* const entry = readdir(tasks.get())) all += entry->d_name[0] != '.' ? 1 : 0;
  const unsigned own = own_threads;
  return all > own ? all - own : 0;
}

}  // namespace fencepost::sim
