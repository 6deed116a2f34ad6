#include "sim/runtime/memory/library_call.h"

#include <algorithm>
#include <string>
#include <utility>

#include "sim/engine/arena.h"
#include "sim/engine/fault.h"
#include "sim/engine/memory/peers.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/devices/variables.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/launch.h"
#include "sim/runtime/memory/addresses.h"
#include "sim/runtime/resting/held_work.h"
#include "sim/runtime/stream.h"
#include "sim/runtime/work.h"

namespace fencepost::sim {

bool OperandList::admits(const Operand& operand) const {
  if (operand.ranges.empty()) return true;
  const auto begin_of = [](const OperationRange& range) { return static_cast<const std::byte*>(range.address); };
  const std::byte* begin = begin_of(operand.ranges.front());
  const std::byte* end = begin;
  for (const OperationRange& range : operand.ranges) {
    begin = std::min(begin, begin_of(range));
    end = std::max(end, begin_of(range) + range.bytes);
  }
  const auto bytes = static_cast<std::size_t>(end - begin);
  if (arena_bounds.contains(begin) && !reaches(current_device(), begin)) {
    const std::string own = std::to_string(current_device()),
                      other = std::to_string(Arena::instance().device_of(begin));
    observers().calls->on_invalid_arguments(
        call_.name,
        std::string("its ") + operand.role + " is memory of device " + other + ", which device " + own +
            " may not access: call " +
            (arena_bounds.is_mapped(begin) ? "cuMemSetAccess for it before"
                                           : "cudaDeviceEnablePeerAccess(" + other + ", 0) before"),
        call_.pc);
    return false;
  }
  if (is_device_range(begin, bytes)) {
    if (!operand.writes || is_writable_device_range(begin, bytes)) return true;
    observers().calls->on_invalid_arguments(
        call_.name, std::string("its ") + operand.role + " is memory that is mapped for reading only (cuMemSetAccess)",
        call_.pc);
    return false;
  }
  observers().calls->on_invalid_range(call_.name, operand.role, begin, bytes, true, call_.pc);
  return false;
}

bool OperandList::add(Operand operand) {
  if (!admits(operand)) return false;
  if (operand.ranges.empty()) return true;
  for (OperationRange& range : operand.ranges) range.writes = operand.writes;
  operands_.push_back(std::move(operand));
  return true;
}

void OperandList::tell_reads() const {
  for (const Operand& operand : operands_) {
    if (operand.reads)
      observers().calls->on_operand_read(call_.name, operand.role, operand.ranges, operand.element_bytes, call_.pc);
  }
}

void OperandList::tell(StreamNumber stream, CallReturns returns) const {
  observers().calls->on_library_operation();
  tell_reads();
  std::vector<OperationRange> ranges;
  for (const Operand& operand : operands_) {
    ranges.insert(ranges.end(), operand.ranges.begin(), operand.ranges.end());
  }
  observers().streams->on_operation({.call = call_.name,
                                     .stream = stream,
                                     .ranges = ranges,
                                     .returns = returns,
                                     .pc = call_.pc,
                                     .device = current_device()});
  for (const Operand& operand : operands_) {
    if (!operand.writes || operand.scratch) continue;
    for (const OperationRange& range : operand.ranges) observers().memory->on_memset(range.address, range.bytes);
  }
}

cudaError_t issue(const LibraryCall& call, cudaStream_t stream, bool waits, LibraryPlan plan) {
  if (sticky_error() != cudaSuccess) return sticky_error();
  if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
  prepare_fault_handling();
  const auto act = [call, waits, plan = std::move(plan)](StreamNumber number) -> cudaError_t {
    OperandList list(call);
    const std::function<void()> compute = plan(list);
    if (!compute) return cudaErrorInvalidValue;
    list.tell(number, waits ? CallReturns::kWhenDone : CallReturns::kAtOnce);
    compute();
    return cudaSuccess;
  };
  // Operands may be variables of which each device has its own.
  const auto perform = [act, device = current_device()](StreamNumber number) -> cudaError_t {
    if (device_count() == 1) return act(number);
    const DeviceGuard of_call(device);
    cudaError_t error = cudaSuccess;
    between_launches([&] {
      show_variables_of(device);
      error = act(number);
    });
    return error;
  };
  if (recorders != 0) {
    if (waits) {
      if (const cudaError_t error = forbidden_by_capture_of(stream); error != cudaSuccess) return error;
    } else if (const auto kept = keep(stream, {.type = cudaGraphNodeTypeKernel, .pc = call.pc, .perform = perform})) {
      return *kept;
    }
  }
  if (launch_rests && waits) finish_held_work(stream);
  Work work = {.pc = call.pc, .perform = perform};
  if (launch_rests && hold_back(stream, work)) return cudaSuccess;
  return perform(stream_number(stream));
}

}  // namespace fencepost::sim
