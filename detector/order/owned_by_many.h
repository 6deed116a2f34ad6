// A pointer that shares what it points to, as std::shared_ptr does, in one word and without atomic operations: the
// threads of a launch that is checked access by access run one at a time.
//
// Thread safety: none; all pointers to an object count as the object itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace fencepost::detector {

/// Base of what is shared. A copy has owners of its own.
class OwnedByMany {
 public:
  OwnedByMany() = default;
  OwnedByMany(const OwnedByMany& /*other*/) {}
  OwnedByMany& operator=(const OwnedByMany& /*other*/) { return *this; }

 protected:
  ~OwnedByMany() = default;

 private:
  template <class T>
  friend class Shared;
  mutable std::uint32_t owners_ = 0;
};

/// Base of a class of which many objects come and go: their memory is used again, of one OS thread's by itself.
/// `T`: that class, which no other is derived from.
template <class T>
class Recycled {
 public:
  static void* operator new(std::size_t bytes) {
    if (unused == nullptr) return ::operator new(bytes);
    return std::exchange(unused, unused->next);
  }
  static void operator delete(void* object) { unused = new (object) Unused{unused}; }

 protected:
  Recycled() = default;
  ~Recycled() = default;

 private:
  struct Unused {
    Unused* next;
  };
  static inline constinit thread_local Unused* unused = nullptr;
};

/// `T`: a class derived from OwnedByMany, perhaps const. Null by default.
template <class T>
class Shared {
 public:
  Shared() = default;
  Shared(std::nullptr_t) {}  // NOLINT(google-explicit-constructor): as for every pointer
  explicit Shared(T* made) : object_(made) { add_owner(); }
  Shared(const Shared& other) : object_(other.object_) { add_owner(); }
  Shared(Shared&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  /// What has just been made becomes const.
  template <class U>
  Shared(Shared<U> other) : object_(other.release()) {}  // NOLINT(google-explicit-constructor): likewise
  Shared& operator=(Shared other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Shared() {
    if (object_ != nullptr && --object_->owners_ == 0) destroy(object_);
  }

  /// Gives up the pointer, but not its place among the owners.
  [[nodiscard]] T* release() { return std::exchange(object_, nullptr); }
  [[nodiscard]] T* get() const { return object_; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  friend bool operator==(const Shared& a, const Shared& b) { return a.object_ == b.object_; }
  friend bool operator==(const Shared& a, std::nullptr_t) { return a.object_ == nullptr; }

 private:
  /// Not inline: where several members may point to one object, g++ 12 takes what the last owner does for what each
  /// does.
  [[gnu::noinline]] static void destroy(T* object) { delete object; }
  void add_owner() const {
    if (object_ != nullptr) ++object_->owners_;
  }
  T* object_ = nullptr;
};

template <class T, class... Arguments>
Shared<T> make_shared_of(Arguments&&... arguments) {
  return Shared<T>(new T(std::forward<Arguments>(arguments)...));
}

}  // namespace fencepost::detector
