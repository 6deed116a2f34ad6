// The objects of a library that a program has created and not destroyed.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
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
  /// Destroys it; false if it is none. Its address is no other object's for a while, so that one who destroys it again,
  /// or uses it, is told.
  static bool remove(const T* object) {
    Live& live = instance();
    auto* const place = const_cast<T*>(object);
    {
      const std::scoped_lock lock(live.mutex_);
      if (live.objects_.erase(object) == 0) return false;
    }
    std::destroy_at(place);
    const std::scoped_lock lock(live.mutex_);
    live.resting_.push_back(place);
    if (live.resting_.size() > kResting) {
      ::operator delete(live.resting_.front());
      live.resting_.pop_front();
    }
    return true;
  }
  /// It was created, and destroyed not long ago.
  static bool was_removed(const T* object) {
    Live& live = instance();
    const std::scoped_lock lock(live.mutex_);
    return std::ranges::find(live.resting_, object) != live.resting_.end();
  }

 private:
  static constexpr std::size_t kResting = 64;
  static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

  static Live& instance() {
    static auto* const live = new Live;
    return *live;
  }

  HostMutex mutex_;
  std::set<const T*> objects_;
  std::deque<T*> resting_;
};

}  // namespace fencepost::sim
