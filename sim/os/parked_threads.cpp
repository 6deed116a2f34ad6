#include "sim/os/parked_threads.h"

#include <pthread.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "sim/os/own_threads.h"

namespace fencepost::sim {

namespace {

struct Parked {
  std::condition_variable wake;
  std::function<void()> work;  ///< Empty while parked.
};

// Never destroyed: the threads never end, signals may be sent to them for as long as the process lives.
std::mutex& mutex = *new std::mutex;
std::vector<Parked*>& parked = *new std::vector<Parked*>;

void* live(void* argument) {
  note_own_thread();
  auto& self = *static_cast<Parked*>(argument);
  std::unique_lock lock(mutex);
  for (;;) {
    self.wake.wait(lock, [&] { return self.work != nullptr; });
    lock.unlock();
    self.work();
    lock.lock();
    self.work = nullptr;
    parked.push_back(&self);
  }
}

bool start(Parked* thread) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kWorkerStackBytes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t id{};
  const bool started = pthread_create(&id, &attributes, live, thread) == 0;
  pthread_attr_destroy(&attributes);
  return started;
}

}  // namespace

bool run_on_parked_thread(std::function<void()> work) {
  const std::scoped_lock lock(mutex);
  if (!parked.empty()) {
    Parked& thread = *parked.back();
    parked.pop_back();
    thread.work = std::move(work);
    thread.wake.notify_one();
    return true;
  }
  auto thread = std::make_unique<Parked>();
  thread->work = std::move(work);
  if (!start(thread.get())) return false;
  thread.release();
  return true;
}

}  // namespace fencepost::sim
