// Operations on a sparse and a dense vector.
#include <vector>

#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/stream.h"
#include "sim/sparse/entries.h"

namespace fencepost::sim {
namespace {

SparseCheck check(const SparseCall& call, cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                  cusparseConstDnVecDescr_t y) {
  SparseCheck check(call, handle);
  check.descriptor("vecX", x).descriptor("vecY", y);
  if (!check.failed()) check.equal("the size of vecX", x->size, "that of vecY is", y->size);
  return check;
}

std::optional<SparseIndices> indices_of(const SparseCall& call, OperandList& list, const cusparseSpVecDescr& x) {
  return indices_of(call, list, "indices", x.indices, x.index_type, x.base, x.nonzeros, x.size);
}

Operand values_operand(Access access, const cusparseSpVecDescr& x) {
  return vector_operand("values of vecX", access, x.values, element_bytes(x.type), x.nonzeros, 1);
}

/// Between the elements of x and those of y at its indices: each is read, written, or both.
template <class Do>
cusparseStatus_t at_indices(const SparseCall& call, cusparseHandle_t handle, const cusparseSpVecDescr& x,
                            Access access_x, const cusparseDnVecDescr& y, Access access_y, Do act) {
  return run(call, handle->stream, false, [=](OperandList& list) -> SparseCompute {
    const std::optional<SparseIndices> indices = indices_of(call, list, x);
    if (!indices || !list.add(values_operand(access_x, x)) ||
        !list.add(elements_operand("vecY", access_y, y, *indices))) {
      return nullptr;
    }
    return [=, indices = *indices] {
      for (std::size_t i = 0; i < indices.size(); ++i) act(x, static_cast<std::int64_t>(i), y, indices[i]);
    };
  });
}

/// The two factors are of x's type.
cusparseStatus_t axpby(const SparseCall& call, cusparseHandle_t handle, const void* alpha, cusparseConstSpVecDescr_t x,
                       const void* beta, cusparseDnVecDescr_t y) {
  SparseCheck checked = check(call, handle, x, y);
  if (checked.failed()) return checked.status();
  const std::size_t bytes = element_bytes(y->type);
  const bool on_device = is_on_device(handle);
  if (checked.scalar("alpha", alpha, bytes, on_device).scalar("beta", beta, bytes, on_device).failed()) {
    return checked.status();
  }
  return run(
      call, handle->stream, false,
      [=, x = *x, y = *y, first = AnyScalar("alpha", alpha, y->type, on_device),
       second = AnyScalar("beta", beta, y->type, on_device)](OperandList& list) mutable -> SparseCompute {
        if (!first.add(list) || !second.add(list)) return nullptr;
        const std::optional<SparseIndices> indices = indices_of(call, list, x);
        const Access access = second.value == 0.0 ? Access::kWrite : Access::kUpdate;
        if (!indices || !list.add(values_operand(Access::kRead, x)) || !list.add(dense_operand("vecY", access, y))) {
          return nullptr;
        }
        return [=, indices = *indices, alpha = first.value, beta = second.value] {
          std::vector<SparseNumber> sums(static_cast<std::size_t>(y.size));
          for (std::size_t i = 0; i < indices.size(); ++i) {
            sums[static_cast<std::size_t>(indices[i])] +=
                alpha * element_at(x.type, x.values, static_cast<std::int64_t>(i));
          }
          for (std::int64_t i = 0; i < y.size; ++i) {
            const SparseNumber old = beta == 0.0 ? 0.0 : beta * element_at(y.type, y.values, i);
            set_element(y.type, y.values, i, sums[static_cast<std::size_t>(i)] + old);
          }
        };
      });
}

cusparseStatus_t rotate(const SparseCall& call, cusparseHandle_t handle, const void* c, const void* s,
                        cusparseSpVecDescr_t x, cusparseDnVecDescr_t y) {
  SparseCheck checked = check(call, handle, x, y);
  if (checked.failed()) return checked.status();
  const bool on_device = is_on_device(handle);
  const std::size_t bytes = element_bytes(x->type);
  if (checked.scalar("c_coeff", c, bytes, on_device).scalar("s_coeff", s, bytes, on_device).failed()) {
    return checked.status();
  }
  if (on_device) return call.unsupported("with factors on the device");
  const SparseNumber cosine = number_at(x->type, c), sine = number_at(x->type, s);
  return at_indices(call, handle, *x, Access::kUpdate, *y, Access::kUpdate,
                    [=](const auto& from, std::int64_t i, const auto& to, std::int64_t j) {
                      const SparseNumber a = element_at(from.type, from.values, i);
                      const SparseNumber b = element_at(to.type, to.values, j);
                      set_element(from.type, from.values, i, cosine * a + sine * b);
                      set_element(to.type, to.values, j, cosine * b - sine * a);
                    });
}

/// A result in the host's memory is waited for, but in a graph, which writes it when it is launched.
bool waits_for_result(cusparseHandle_t handle) {
  if (is_on_device(handle)) return false;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  const bool asks = handle->stream != nullptr && is_stream(handle->stream);
  return !asks || cudaStreamIsCapturing(handle->stream, &status) != cudaSuccess ||
         status != cudaStreamCaptureStatusActive;
}

cusparseStatus_t dot(const SparseCall& call, cusparseHandle_t handle, cusparseOperation_t operation,
                     cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, void* result, cudaDataType compute,
                     void* buffer) {
  SparseCheck checked = check(call, handle, x, y);
  checked.operation("opX", operation).type(compute);
  if (checked.failed()) return checked.status();
  const bool on_device = is_on_device(handle);
  if (checked.scalar("result", result, element_bytes(compute), on_device).failed()) return checked.status();
  return run_with(
      call, handle, buffer,
      [=, x = *x, y = *y](OperandList& list) -> SparseCompute {
        const std::optional<SparseIndices> indices = indices_of(call, list, x);
        if (!indices || !list.add(values_operand(Access::kRead, x)) ||
            !list.add(elements_operand("vecY", Access::kRead, y, *indices)) ||
            (on_device && !list.add(vector_operand("result", Access::kWrite, result, element_bytes(compute), 1, 1)))) {
          return nullptr;
        }
        return [=, indices = *indices] {
          SparseNumber sum;
          for (std::size_t i = 0; i < indices.size(); ++i) {
            sum += conjugated(element_at(x.type, x.values, static_cast<std::int64_t>(i)), operation) *
                   element_at(y.type, y.values, indices[i]);
          }
          set_element(compute, result, 0, sum);
        };
      },
      waits_for_result(handle));
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void* alpha, cusparseConstSpVecDescr_t vecX,
                               const void* beta, cusparseDnVecDescr_t vecY) {
  return axpby(FENCEPOST_SPARSE_CALL, handle, alpha, vecX, beta, vecY);
}
cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t vecY, cusparseSpVecDescr_t vecX) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  if (const SparseCheck checked = check(call, handle, vecX, vecY); checked.failed()) return checked.status();
  return at_indices(call, handle, *vecX, Access::kWrite, *vecY, Access::kRead,
                    [](const auto& x, std::int64_t i, const auto& y, std::int64_t j) {
                      set_element(x.type, x.values, i, element_at(y.type, y.values, j));
                    });
}
cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t vecX, cusparseDnVecDescr_t vecY) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  if (const SparseCheck checked = check(call, handle, vecX, vecY); checked.failed()) return checked.status();
  return at_indices(call, handle, *vecX, Access::kRead, *vecY, Access::kWrite,
                    [](const auto& x, std::int64_t i, const auto& y, std::int64_t j) {
                      set_element(y.type, y.values, j, element_at(x.type, x.values, i));
                    });
}
cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void* c_coeff, const void* s_coeff,
                             cusparseSpVecDescr_t vecX, cusparseDnVecDescr_t vecY) {
  return rotate(FENCEPOST_SPARSE_CALL, handle, c_coeff, s_coeff, vecX, vecY);
}
cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opX,
                                         cusparseConstSpVecDescr_t vecX, cusparseConstDnVecDescr_t vecY, const void*,
                                         cudaDataType computeType, size_t* bufferSize) {
  const SparseCall call = FENCEPOST_SPARSE_CALL;
  SparseCheck checked = check(call, handle, vecX, vecY);
  if (checked.operation("opX", opX).type(computeType).pointer("bufferSize", bufferSize).failed())
    return checked.status();
  *bufferSize = kSparseBufferBytes;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t opX, cusparseConstSpVecDescr_t vecX,
                              cusparseConstDnVecDescr_t vecY, void* result, cudaDataType computeType,
                              void* externalBuffer) {
  return dot(FENCEPOST_SPARSE_CALL, handle, opX, vecX, vecY, result, computeType, externalBuffer);
}

}  // extern "C"
