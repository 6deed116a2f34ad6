// A call of a library of GPU code: what is wrong with its arguments, and the work that it issues. Each library has its
// own type of status.
#pragma once

#include <climits>
#include <cstdint>
#include <string>
#include <utility>

#include "sim/runtime/devices/current.h"
#include "sim/runtime/memory/library_call.h"

namespace fencepost::sim {

/// The statuses of a library: kSuccess, kNoHandle, kInvalid, kUnsupported, kFailed; kUnsupportedName, the text of one.
template <class Status>
struct StatusesOf;

/// Tells what is wrong with a call, at its line.
template <class Status>
struct ApiCall : LibraryCall {
  using Statuses = StatusesOf<Status>;

  Status invalid(const std::string& what, Status status = Statuses::kInvalid) const {
    observers().calls->on_invalid_arguments(name, what, pc);
    return status;
  }
  /// `what`: of right arguments that Fencepost has no code for.
  [[nodiscard]] Status unsupported(const std::string& what) const {
    const std::string call = name;
    observers().calls->on_unsupported_call(what.empty() ? call : call + " " + what, Statuses::kUnsupportedName, pc);
    return Statuses::kUnsupported;
  }
  [[nodiscard]] Status no_handle(const void* handle) const {
    return invalid(handle == nullptr ? "its handle is null" : "its handle was never created, or was destroyed",
                   Statuses::kNoHandle);
  }
};

/// True if `value` is memory that only the device has, where the host's is wanted; told.
bool is_misplaced(const LibraryCall& call, const char* name, const void* value, std::size_t bytes);

/// Arguments of a call. The first that is wrong is told, and decides the status. Self: the class that adds what a
/// library's own arguments can be.
template <class Self, class Status>
class Arguments {
 public:
  using Call = ApiCall<Status>;
  using Statuses = StatusesOf<Status>;

  explicit Arguments(const Call& call) : call_(call) {}

  /// Not negative, and such that an int holds it.
  Self& size(const char* name, std::int64_t value) {
    if (!failed() && value < 0) fail(std::string(name) + " is negative: " + std::to_string(value));
    return at_most_int(name, value);
  }
  /// A leading dimension of a matrix with so many rows, which `what` names.
  Self& leading(const char* name, std::int64_t value, std::int64_t rows, const char* what) {
    const std::int64_t least = rows > 1 ? rows : 1;
    if (!failed() && value < least) {
      fail(std::string(name) + " is " + std::to_string(value) + ", less than " + what + ", which is " +
           std::to_string(least));
    }
    return at_most_int(name, value);
  }
  Self& pointer(const char* name, const void* value) { return that(value != nullptr, std::string(name) + " is null"); }
  /// A scalar that the call reads, or a result that it writes, of `bytes`: not null and, if it is to be the host's, not
  /// the device's.
  Self& scalar(const char* name, const void* value, std::size_t bytes, bool on_device) {
    if (!pointer(name, value).failed() && !on_device && is_misplaced(call_, name, value, bytes)) {
      status_ = Statuses::kFailed;
    }
    return self();
  }
  /// `what` is told unless `is_right`.
  Self& that(bool is_right, const std::string& what) {
    if (!failed() && !is_right) fail(what);
    return self();
  }
  /// `what`, "with …", is right, but not provided unless `is_provided`.
  Self& provided(bool is_provided, const std::string& what) {
    if (!failed() && !is_provided) status_ = call_.unsupported(what);
    return self();
  }

  [[nodiscard]] Status status() const { return status_; }
  [[nodiscard]] bool failed() const { return status_ != Statuses::kSuccess; }

 protected:
  Self& fail(const std::string& what) { return fail(call_.invalid(what)); }
  Self& fail(Status status) {
    status_ = status;
    return self();
  }
  [[nodiscard]] const Call& call() const { return call_; }

 private:
  Self& self() { return static_cast<Self&>(*this); }
  Self& at_most_int(const char* name, std::int64_t value) {
    return provided(value <= INT_MAX, std::string("with ") + name + " = " + std::to_string(value));
  }

  Call call_;
  Status status_ = Statuses::kSuccess;
};

/// `plan`, which uses a workspace of the program's besides: written, but without contents. Null, or no bytes: none.
LibraryPlan with_workspace(LibraryPlan plan, void* workspace, std::size_t bytes);

/// The stream of a library's handle, which belongs to the device that was current when it was made.
class HandleStream {
 public:
  HandleStream& operator=(cudaStream_t stream) {
    stream_ = stream;
    return *this;
  }
  // NOLINTNEXTLINE(google-explicit-constructor): it is one.
  operator cudaStream_t() const { return stream_; }
  [[nodiscard]] DeviceNumber device() const { return device_; }

 private:
  cudaStream_t stream_ = nullptr;
  DeviceNumber device_ = current_device();
};

/// Issues the work in the stream. `waits`: a result is put into the host's memory.
template <class Status>
Status run(const ApiCall<Status>& call, cudaStream_t stream, bool waits, LibraryPlan plan) {
  using Statuses = StatusesOf<Status>;
  const cudaError_t error = issue(call, stream, waits, std::move(plan));
  if (error == cudaErrorInvalidResourceHandle) {
    return call.invalid("its stream was never created, or was destroyed", Statuses::kFailed);
  }
  return error == cudaSuccess ? Statuses::kSuccess : Statuses::kFailed;
}

/// The same in the stream of a handle, whose device must be current (cuBLAS, "cuBLAS Context", and its kin).
template <class Status>
Status run(const ApiCall<Status>& call, const HandleStream& stream, bool waits, LibraryPlan plan) {
  if (stream.device() != current_device()) {
    const std::string device = std::to_string(stream.device());
    return call.invalid("its handle was created for device " + device + ", but device " +
                            std::to_string(current_device()) + " is current: call cudaSetDevice(" + device + ") before",
                        ApiCall<Status>::Statuses::kFailed);
  }
  return run(call, static_cast<cudaStream_t>(stream), waits, std::move(plan));
}

}  // namespace fencepost::sim

// In the definition of an API function: the call of it, an ApiCall<STATUS>.
#define FENCEPOST_LIBRARY_CALL(STATUS) \
  ::fencepost::sim::ApiCall<STATUS> {  \
    { __func__, FENCEPOST_USER_PC }    \
  }
