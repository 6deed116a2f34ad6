// The objects of a library that a program has created and not destroyed.
#pragma once

#include <mutex>
#include <set>

#include "sim/interface/host_mutex.h"

namespace fencepost::sim {

/// Handles or descriptors, which programs know by their address. Never destroyed: a program's own destructors may still
/// use them. Thread safety: full.
template <class T>
class Live {
 public:
  static T* add(T* object) {
    Live& live = instance();
    const std::scoped_lock lock(live.mutex_);
    live.objects_.insert(object);
    return object;
  }
  static bool contains(const T* object) {
    Live& live = instance();
    const std::scoped_lock lock(live.mutex_);
    return live.objects_.contains(object);
  }
  /// Deletes it; false if it is none.
  static bool remove(const T* object) {
    {
      Live& live = instance();
      const std::scoped_lock lock(live.mutex_);
      if (live.objects_.erase(object) == 0) return false;
    }
    delete object;
    return true;
  }

 private:
  static Live& instance() {
    static auto* const live = new Live;
    return *live;
  }

  HostMutex mutex_;
  std::set<const T*> objects_;
};

}  // namespace fencepost::sim
