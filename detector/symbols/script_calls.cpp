#include "detector/symbols/script_calls.h"

#include <dlfcn.h>
#include <sys/mman.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "sim/interface/host_mutex.h"

namespace fencepost::detector {
namespace {

struct Object;  // PyObject, PyFrameObject, PyCodeObject.

/// Of Python's C API, as far as the process has it (docs.python.org, "Python/C API Reference": 3.9 and later).
struct Python {
  int (*is_initialized)() = nullptr;
  int (*is_finalizing)() = nullptr;
  void* (*thread_state)() = nullptr;
  int (*take_lock)() = nullptr;
  void (*give_lock)(int) = nullptr;
  Object* (*frame)() = nullptr;
  Object* (*frame_back)(Object*) = nullptr;
  Object* (*frame_code)(Object*) = nullptr;
  int (*frame_line)(Object*) = nullptr;  ///< From 1 on; 0: unknown.
  Object* (*attribute)(Object*, const char*) = nullptr;
  const char* (*text)(Object*) = nullptr;
  void (*clear_error)() = nullptr;
  void (*keep)(Object*) = nullptr;
  void (*drop)(Object*) = nullptr;

  [[nodiscard]] bool is_complete() const {
    return is_initialized != nullptr && is_finalizing != nullptr && thread_state != nullptr && take_lock != nullptr &&
           give_lock != nullptr && frame != nullptr && frame_back != nullptr && frame_code != nullptr &&
           frame_line != nullptr && attribute != nullptr && text != nullptr && clear_error != nullptr &&
           keep != nullptr && drop != nullptr;
  }
};

template <class Function>
void find(Function& function, const char* name, const char* older_name = nullptr) {
  void* found = dlsym(RTLD_DEFAULT, name);
  if (found == nullptr && older_name != nullptr) found = dlsym(RTLD_DEFAULT, older_name);
  function = reinterpret_cast<Function>(found);
}

const Python& python() {
  static const Python found = [] {
    Python p;
    find(p.is_initialized, "Py_IsInitialized");
    find(p.is_finalizing, "Py_IsFinalizing", "_Py_IsFinalizing");
    find(p.thread_state, "PyGILState_GetThisThreadState");
    find(p.take_lock, "PyGILState_Ensure");
    find(p.give_lock, "PyGILState_Release");
    find(p.frame, "PyEval_GetFrame");
    find(p.frame_back, "PyFrame_GetBack");
    find(p.frame_code, "PyFrame_GetCode");
    find(p.frame_line, "PyFrame_GetLineNumber");
    find(p.attribute, "PyObject_GetAttrString");
    find(p.text, "PyUnicode_AsUTF8");
    find(p.clear_error, "PyErr_Clear");
    find(p.keep, "Py_IncRef");
    find(p.drop, "Py_DecRef");
    return p;
  }();
  return found;
}

/// A reference to an object of Python's.
class Held {
 public:
  explicit Held(Object* object) : object_(object) {}
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  Held(Held&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Held& operator=(Held&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Held() {
    if (object_ != nullptr) python().drop(object_);
  }
  [[nodiscard]] Object* get() const { return object_; }

 private:
  Object* object_;
};

std::string text_of(const Held& object, const char* attribute) {
  const Held value(object.get() != nullptr ? python().attribute(object.get(), attribute) : nullptr);
  const char* const text = value.get() != nullptr ? python().text(value.get()) : nullptr;
  if (text == nullptr) python().clear_error();
  return text != nullptr ? text : "";
}

/// Of an installed package, of Python's own library, or of no file.
bool is_of_package(const std::string& file) {
  return file.starts_with("<") || file.find("/site-packages/") != std::string::npos ||
         file.find("/dist-packages/") != std::string::npos || file.find("/lib/python3") != std::string::npos;
}

/// With the interpreter's lock.
std::optional<Location> line_of_script() {
  constexpr int kFrames = 256;
  Object* const innermost = python().frame();
  if (innermost == nullptr) return std::nullopt;
  python().keep(innermost);
  std::optional<Location> result;
  Held frame(innermost);
  for (int i = 0; i < kFrames && frame.get() != nullptr; ++i) {
    const Held code(python().frame_code(frame.get()));
    std::string file = text_of(code, "co_filename");
    const bool is_last = !is_of_package(file);
    if (is_last || !result) {
      const int line = python().frame_line(frame.get());
      result = Location{.file = std::move(file), .line = static_cast<std::uint32_t>(std::max(line, 0))};
      result->function = text_of(code, "co_name");
    }
    if (is_last) break;
    frame = Held(python().frame_back(frame.get()));
  }
  return result;
}

/// The lines that were called from, each with an address.
class Lines {
 public:
  static Lines& instance() {
    static auto& lines = *new Lines;  // Never destroyed: calls come until the process is gone.
    return lines;
  }

  const void* address(Location line) {
    const std::scoped_lock lock(mutex_);
    std::string key = line.file + ':' + std::to_string(line.line) + ':' + line.function;
    const auto [known, is_new] = by_line_.try_emplace(std::move(key), lines_.size());
    if (is_new && lines_.size() == kMost) known->second = kMost - 1;
    if (known->second == lines_.size()) {
      // As sources are named.
      std::error_code error;
      const std::string folder = std::filesystem::current_path(error).string() + '/';
      if (!error && line.file.starts_with(folder)) line.file.erase(0, folder.size());
      lines_.push_back(std::move(line));
    }
    return begin_ != nullptr ? begin_ + known->second * kStep + 1 : nullptr;
  }

  std::optional<Location> line(const void* address) {
    const std::scoped_lock lock(mutex_);
    const auto* const at = static_cast<const char*>(address);
    if (begin_ == nullptr || at < begin_ || at >= begin_ + kMost * kStep) return std::nullopt;
    const auto number = static_cast<std::size_t>(at - begin_) / kStep;
    return number < lines_.size() ? std::optional(lines_[number]) : std::nullopt;
  }

 private:
  static constexpr std::size_t kMost = 65536;
  static constexpr std::size_t kStep = 16;

  Lines() {
    void* const room = mmap(nullptr, kMost * kStep, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room != MAP_FAILED) begin_ = static_cast<char*>(room);
  }

  sim::HostMutex mutex_;
  char* begin_ = nullptr;
  std::vector<Location> lines_;
  std::map<std::string, std::size_t> by_line_;
};

}  // namespace

const void* script_call() {
  const Python& api = python();
  if (!api.is_complete() || api.is_initialized() == 0 || api.is_finalizing() != 0) return nullptr;
  if (api.thread_state() == nullptr) return nullptr;  // No thread of Python's.
  const int lock = api.take_lock();
  std::optional<Location> line = line_of_script();
  api.give_lock(lock);
  return line && line->line > 0 ? Lines::instance().address(std::move(*line)) : nullptr;
}

std::optional<Location> script_line(const void* address) { return Lines::instance().line(address); }

}  // namespace fencepost::detector
