#include "sim/runtime/devices/current.h"

#include <array>
#include <atomic>
#include <utility>
#include <vector>

namespace fencepost::sim {

namespace {
thread_local DeviceNumber device_of_thread = 0;
thread_local std::vector<CUctx_st*> contexts_of_thread;

void follow_top() {
  if (!contexts_of_thread.empty()) device_of_thread = contexts_of_thread.back()->device;
}
}  // namespace

unsigned long long new_context_id() {
  static std::atomic<unsigned long long> last{0};
  return ++last;
}

DeviceNumber current_device() { return device_of_thread; }

void set_current_device(DeviceNumber device) {
  if (!contexts_of_thread.empty()) contexts_of_thread.back() = &primary_context(device);
  device_of_thread = device;
}

CUctx_st& primary_context(DeviceNumber device) {
  static auto* const all = [] {
    auto* const made = new std::array<CUctx_st, kMostDevices>;
    for (DeviceNumber i = 0; i < kMostDevices; ++i) (*made)[i].device = i;
    return made;
  }();
  return (*all)[device];
}

CUctx_st* top_context() { return contexts_of_thread.empty() ? nullptr : contexts_of_thread.back(); }

void push_context(CUctx_st* context) {
  contexts_of_thread.push_back(context);
  follow_top();
}

CUctx_st* pop_context() {
  if (contexts_of_thread.empty()) return nullptr;
  CUctx_st* const top = contexts_of_thread.back();
  contexts_of_thread.pop_back();
  follow_top();
  return top;
}

DeviceGuard::DeviceGuard(DeviceNumber device) : before_(std::exchange(device_of_thread, device)) {}
DeviceGuard::~DeviceGuard() { device_of_thread = before_; }

}  // namespace fencepost::sim
