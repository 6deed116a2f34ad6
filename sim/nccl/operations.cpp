// The functions of NCCL that communicate, with their groups, reductions and memory.
#include <optional>
#include <string>
#include <utility>

#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/user_pc.h"
#include "sim/library/live.h"
#include "sim/nccl/group.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/memory/addresses.h"
#include "sim/runtime/memory/allocation.h"
#include "sim/runtime/stream.h"
#include "sim/runtime/work.h"

#define FENCEPOST_NCCL_CALL FENCEPOST_LIBRARY_CALL(ncclResult_t)

namespace fencepost::sim {
namespace {

/// What a call is given.
struct Communication {
  PartKind kind;
  const void* send;
  void* receive;
  std::size_t count;
  ncclDataType_t type;
  ncclComm_t comm;
  cudaStream_t stream;
  int root = 0;  ///< Or the peer.
  ncclRedOp_t operation = ncclSum;
};

class CommunicationCheck : public Arguments<CommunicationCheck, ncclResult_t> {
 public:
  using Arguments::Arguments;

  CommunicationCheck& communicator(ncclComm_t comm) {
    if (failed()) return *this;
    if (!Live<ncclComm>::contains(comm)) {
      return fail(comm == nullptr ? "its communicator is null"
                                  : "its communicator was never created, or was destroyed");
    }
    return comm->finalized ? fail(call().invalid("its communicator was finalized", ncclInvalidUsage)) : *this;
  }
  CommunicationCheck& type(ncclDataType_t type) { return that(element_bytes(type) != 0, "there is no such type"); }
  CommunicationCheck& rank(const char* name, int value, int ranks) {
    return that(value >= 0 && value < ranks, std::string(name) + " is " + std::to_string(value) + ", of " +
                                                 std::to_string(ranks) + " ranks from 0 on");
  }
};

/// Null: there is none.
std::optional<Reduction> reduction_of(const ncclComm& comm, ncclRedOp_t operation) {
  if (operation >= 0 && operation < ncclNumOps) return Reduction{.operation = operation};
  const auto found = comm.reductions.find(operation);
  return found == comm.reductions.end() ? std::nullopt : std::optional(found->second);
}

/// The form in place that the documentation of the call allows; null: none.
const char* form_in_place(PartKind kind) {
  switch (kind) {
    case PartKind::kAllGather:
    case PartKind::kGather:
      return "sendbuff is recvbuff + rank * count";
    case PartKind::kReduceScatter:
    case PartKind::kScatter:
      return "recvbuff is sendbuff + rank * count";
    case PartKind::kAllToAll:
      return nullptr;
    default:
      return "sendbuff is recvbuff";
  }
}

bool is_in_place(const Part& part) {
  const auto* const send = static_cast<const std::byte*>(part.send);
  const auto* const receive = static_cast<const std::byte*>(part.receive);
  const std::size_t own = static_cast<std::size_t>(part.rank) * part.count * element_bytes(part.type);
  switch (part.kind) {
    case PartKind::kAllGather:
    case PartKind::kGather:
      return send == receive + own;
    case PartKind::kReduceScatter:
    case PartKind::kScatter:
      return receive == send + own;
    case PartKind::kAllToAll:
      return false;
    default:
      return send == receive;
  }
}

/// What the rank sends and receives must not overlap, but as the documentation allows.
void check_place(const Part& part) {
  const std::size_t reads = bytes_read(part), writes = bytes_written(part);
  const auto* const send = static_cast<const std::byte*>(part.send);
  const auto* const receive = static_cast<const std::byte*>(part.receive);
  if (reads == 0 || writes == 0 || send >= receive + writes || receive >= send + reads || is_in_place(part)) return;
  const char* const form = form_in_place(part.kind);
  part.call.invalid(std::string("what it sends and what it receives overlap") +
                    (form == nullptr ? ": it has no form in place" : ", but not as in place: then ") +
                    (form == nullptr ? "" : form));
}

/// It is done at once, or kept for a graph.
ncclResult_t issue_alone(const std::shared_ptr<Part>& part, cudaStream_t stream) {
  const Work work{
      .type = cudaGraphNodeTypeKernel, .pc = part->call.pc, .perform = [part](StreamNumber number) -> cudaError_t {
        const auto once = std::make_shared<Part>(*part);
        once->stream = number;
        return submit(once) == ncclSuccess ? cudaSuccess : cudaErrorInvalidValue;
      }};
  const auto kept = keep(stream, work);
  if (!kept) return submit(part);
  return *kept == cudaSuccess ? ncclSuccess : fail_group(ncclUnhandledCudaError);
}

ncclResult_t communicate(const NcclCall& call, const Communication& what) {
  CommunicationCheck check(call);
  if (check.communicator(what.comm).type(what.type).failed()) return fail_group(check.status());
  const ncclComm& comm = *what.comm;
  const int ranks = comm.clique->size();
  if (has_root(what.kind)) check.rank("root", what.root, ranks);
  if (is_point_to_point(what.kind)) check.rank("peer", what.root, ranks);
  std::size_t bytes = 0;
  check.that(!__builtin_mul_overflow(what.count, element_bytes(what.type) * static_cast<std::size_t>(ranks), &bytes),
             "count is too large");
  const std::optional<Reduction> reduction =
      reduces(what.kind) ? reduction_of(comm, what.operation) : std::optional(Reduction());
  check.that(reduction.has_value(), "there is no such operation, or it is of another communicator");
  if (check.failed()) return fail_group(check.status());
  check.that(!reduction->has_factor || reduction->factor_type == what.type,
             "its operation was made for " + name_of(reduction->factor_type));
  const auto part = std::make_shared<Part>();
  part->call = call;
  part->rank = comm.rank;
  part->kind = what.kind;
  part->clique = comm.clique;
  part->send = what.send;
  part->receive = what.receive;
  part->count = what.count;
  part->type = what.type;
  part->reduction = *reduction;
  part->root = what.root;
  if (bytes_read(*part) != 0) check.pointer("sendbuff", what.send);
  if (bytes_written(*part) != 0) check.pointer("recvbuff", what.receive);
  if (check.failed()) return fail_group(check.status());
  if (sticky_error() != cudaSuccess) return fail_group(ncclUnhandledCudaError);
  const DeviceNumber device = comm.clique->devices[comm.rank];
  const DeviceGuard guard(device);
  if (!is_stream(what.stream)) {
    return fail_group(call.invalid("its stream was never created, or was destroyed", ncclUnhandledCudaError));
  }
  if (stream_device(what.stream) != device) {
    return fail_group(call.invalid("its stream is of device " + std::to_string(stream_device(what.stream)) +
                                       ", but its communicator of device " + std::to_string(device),
                                   ncclUnhandledCudaError));
  }
  check_place(*part);
  if (what.count == 0 && !is_point_to_point(what.kind)) return ncclSuccess;  // For NCCL that is nothing to meet for.
  part->stream = stream_number(what.stream);
  if (recorders == 0) return submit(part);
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  cudaStreamIsCapturing(what.stream, &capture);
  if (capture == cudaStreamCaptureStatusNone) return submit(part);
  if (ranks > 1) return fail_group(call.unsupported("of several ranks in a stream that is captured"));
  if (is_point_to_point(what.kind)) return fail_group(call.unsupported("in a stream that is captured"));
  return issue_alone(part, what.stream);
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

ncclResult_t ncclGroupStart() {
  begin_group();
  return ncclSuccess;
}

ncclResult_t ncclGroupEnd() { return end_group(FENCEPOST_NCCL_CALL); }

ncclResult_t ncclAllReduce(const void* send, void* receive, size_t count, ncclDataType_t type, ncclRedOp_t operation,
                           ncclComm_t comm, cudaStream_t stream) {
  return communicate(FENCEPOST_NCCL_CALL,
                     {PartKind::kAllReduce, send, receive, count, type, comm, stream, 0, operation});
}

ncclResult_t ncclReduce(const void* send, void* receive, size_t count, ncclDataType_t type, ncclRedOp_t operation,
                        int root, ncclComm_t comm, cudaStream_t stream) {
  return communicate(FENCEPOST_NCCL_CALL,
                     {PartKind::kReduce, send, receive, count, type, comm, stream, root, operation});
}

ncclResult_t ncclReduceScatter(const void* send, void* receive, size_t count, ncclDataType_t type,
                               ncclRedOp_t operation, ncclComm_t comm, cudaStream_t stream) {
  return communicate(FENCEPOST_NCCL_CALL,
                     {PartKind::kReduceScatter, send, receive, count, type, comm, stream, 0, operation});
}

ncclResult_t ncclBroadcast(const void* send, void* receive, size_t count, ncclDataType_t type, int root,
                           ncclComm_t comm, cudaStream_t stream) {
  return communicate(FENCEPOST_NCCL_CALL, {PartKind::kBroadcast, send, receive, count, type, comm, stream, root});
}

ncclResult_t ncclBcast(void* buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                       cudaStream_t stream) {
  return communicate(FENCEPOST_NCCL_CALL, {PartKind::kBroadcast, buffer, buffer, count, type, comm, stream, root});
}

ncclResult_t ncclAllGather(const void* send, void* receive, size_t count, ncclDataType_t type, ncclComm_t comm,
                           cudaStream_t stream) {
  return communicate(FENCEPOST_NCCL_CALL, {PartKind::kAllGather, send, receive, count, type, comm, stream});
}

ncclResult_t ncclAlltoAll(const void* send, void* receive, size_t count, ncclDataType_t type, ncclComm_t comm,
                          cudaStream_t stream) {
  return communicate(FENCEPOST_NCCL_CALL, {PartKind::kAllToAll, send, receive, count, type, comm, stream});
}

ncclResult_t ncclGather(const void* send, void* receive, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                        cudaStream_t stream) {
  return communicate(FENCEPOST_NCCL_CALL, {PartKind::kGather, send, receive, count, type, comm, stream, root});
}

ncclResult_t ncclScatter(const void* send, void* receive, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                         cudaStream_t stream) {
  return communicate(FENCEPOST_NCCL_CALL, {PartKind::kScatter, send, receive, count, type, comm, stream, root});
}

ncclResult_t ncclSend(const void* send, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  return communicate(FENCEPOST_NCCL_CALL, {PartKind::kSend, send, nullptr, count, type, comm, stream, peer});
}

ncclResult_t ncclRecv(void* receive, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  return communicate(FENCEPOST_NCCL_CALL, {PartKind::kReceive, nullptr, receive, count, type, comm, stream, peer});
}

ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t* operation, void* scalar, ncclDataType_t type,
                                      ncclScalarResidence_t residence, ncclComm_t comm) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  CommunicationCheck check(call);
  const bool on_device = residence == ncclScalarDevice;
  check.communicator(comm).type(type).pointer("the place for the operation", operation);
  check.that(on_device || residence == ncclScalarHostImmediate, "there is no such residence");
  check.scalar("scalar", scalar, element_bytes(type), on_device);
  if (check.failed()) return check.status();
  Reduction reduction{.has_factor = true, .factor_type = type};
  if (on_device) {
    reduction.factor_on_device = scalar;
  } else {
    const auto* const bytes = static_cast<const std::byte*>(scalar);
    reduction.factor.assign(bytes, bytes + element_bytes(type));
  }
  *operation = static_cast<ncclRedOp_t>(comm->next_reduction);
  comm->reductions[comm->next_reduction++] = std::move(reduction);
  return ncclSuccess;
}

ncclResult_t ncclRedOpDestroy(ncclRedOp_t operation, ncclComm_t comm) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  if (!Live<ncclComm>::contains(comm)) return call.no_handle(comm);
  if (comm->reductions.erase(operation) != 0) return ncclSuccess;
  return call.invalid(operation >= 0 && operation < ncclNumOps
                          ? "the operation is one of NCCL's own"
                          : "the operation was never created with this communicator, or was destroyed");
}

ncclResult_t ncclMemAlloc(void** pointer, size_t bytes) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  if (pointer == nullptr) return call.invalid("the place for the pointer is null");
  return allocate_device_memory(call.name, pointer, bytes, call.pc) == cudaSuccess ? ncclSuccess
                                                                                   : ncclUnhandledCudaError;
}

ncclResult_t ncclMemFree(void* pointer) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  return free_device_memory(call.name, pointer, call.pc) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

// Registered memory is memory as any other here. Handles are the addresses.
ncclResult_t ncclCommRegister(const ncclComm_t comm, void* buffer, size_t bytes, void** handle) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  if (!Live<ncclComm>::contains(comm)) return call.no_handle(comm);
  if (handle == nullptr) return call.invalid("the place for the handle is null");
  if (!is_device_range(buffer, bytes)) return call.invalid("the buffer is not device memory, in one allocation");
  *handle = buffer;
  return ncclSuccess;
}

ncclResult_t ncclCommDeregister(const ncclComm_t comm, void*) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  return Live<ncclComm>::contains(comm) ? ncclSuccess : call.no_handle(comm);
}

ncclResult_t ncclCommWindowRegister(ncclComm_t comm, void* buffer, size_t bytes, ncclWindow_t* window, int) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  if (!Live<ncclComm>::contains(comm)) return call.no_handle(comm);
  if (window == nullptr) return call.invalid("the place for the window is null");
  if (!is_device_range(buffer, bytes)) return call.invalid("the buffer is not device memory, in one allocation");
  *window = static_cast<ncclWindow_t>(buffer);
  return ncclSuccess;
}

ncclResult_t ncclCommWindowDeregister(ncclComm_t comm, ncclWindow_t) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  return Live<ncclComm>::contains(comm) ? ncclSuccess : call.no_handle(comm);
}

}  // extern "C"
