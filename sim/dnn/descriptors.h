// The handles and descriptors of cuDNN, and what is wrong with its calls.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/dnn/onednn.h"
#include "sim/include/cudnn.h"
#include "sim/library/call.h"
#include "sim/library/live.h"
#include "sim/library/operand.h"

struct cudnnContext {
  fencepost::sim::HandleStream stream;
};

struct cudnnTensorStruct {
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  std::vector<std::int64_t> dimensions{}, strides{};  ///< N, C, and those of space. Empty: not set.
};

struct cudnnFilterStruct {
  cudnnTensorStruct tensor;  ///< K, C, and those of space.
  cudnnTensorFormat_t format = CUDNN_TENSOR_NCHW;
};

struct cudnnConvolutionStruct {
  fencepost::sim::SlidingWindow window;  ///< Nothing for each dimension of space: not set.
  cudnnConvolutionMode_t mode = CUDNN_CROSS_CORRELATION;
  cudnnDataType_t compute_type = CUDNN_DATA_FLOAT;
  cudnnMathType_t math_type = CUDNN_DEFAULT_MATH;
};

struct cudnnPoolingStruct {
  fencepost::sim::SlidingWindow window;
  cudnnPoolingMode_t mode = CUDNN_POOLING_MAX;
  cudnnNanPropagation_t nans = CUDNN_NOT_PROPAGATE_NAN;
};

struct cudnnActivationStruct {
  cudnnActivationMode_t mode = CUDNN_ACTIVATION_IDENTITY;
  cudnnNanPropagation_t nans = CUDNN_NOT_PROPAGATE_NAN;
  double coefficient = 0;
  double swish_beta = 1;
  bool is_set = false;
};

struct cudnnOpTensorStruct {
  cudnnOpTensorOp_t operation = CUDNN_OP_TENSOR_ADD;
  cudnnDataType_t compute_type = CUDNN_DATA_FLOAT;
  cudnnNanPropagation_t nans = CUDNN_NOT_PROPAGATE_NAN;
};

struct cudnnReduceTensorStruct {
  cudnnReduceTensorOp_t operation = CUDNN_REDUCE_TENSOR_ADD;
  cudnnDataType_t compute_type = CUDNN_DATA_FLOAT;
  cudnnNanPropagation_t nans = CUDNN_NOT_PROPAGATE_NAN;
  cudnnReduceTensorIndices_t indices = CUDNN_REDUCE_TENSOR_NO_INDICES;
  cudnnIndicesType_t index_type = CUDNN_32BIT_INDICES;
};

struct cudnnDropoutStruct {
  float probability = 0;
  void* states = nullptr;  ///< Null: not set, or without.
  unsigned long long seed = 0;
};

namespace fencepost::sim {

template <>
struct StatusesOf<cudnnStatus_t> {
  static constexpr auto kSuccess = CUDNN_STATUS_SUCCESS;
  static constexpr auto kNoHandle = CUDNN_STATUS_NOT_INITIALIZED;
  static constexpr auto kInvalid = CUDNN_STATUS_BAD_PARAM;
  static constexpr auto kUnsupported = CUDNN_STATUS_NOT_SUPPORTED;
  static constexpr auto kUnsupportedName = "CUDNN_STATUS_NOT_SUPPORTED";
  static constexpr auto kFailed = CUDNN_STATUS_EXECUTION_FAILED;
};

using DnnCall = ApiCall<cudnnStatus_t>;

class DnnCheck : public Arguments<DnnCheck, cudnnStatus_t> {
 public:
  using Arguments::Arguments;
  DnnCheck(const DnnCall& call, cudnnHandle_t handle) : Arguments(call) {
    if (!Live<cudnnContext>::contains(handle)) fail(call.no_handle(handle));
  }

  /// A descriptor that was created and not destroyed; `name` as NVIDIA names the parameter.
  template <class T>
  DnnCheck& descriptor(const char* name, const T* value) {
    return that(value != nullptr, std::string(name) + " is null")
        .that(failed() || Live<T>::contains(value), std::string(name) + " was never created, or was destroyed");
  }
  /// … that was set, of a type that is provided, with its data.
  DnnCheck& tensor(const char* name, const cudnnTensorStruct* value);
  DnnCheck& filter(const char* name, const cudnnFilterStruct* value);
  DnnCheck& data(const char* name, const void* value) { return pointer(name, value); }
  /// The shapes are the same.
  DnnCheck& same_shape(const char* one, const cudnnTensorStruct* a, const char* other, const cudnnTensorStruct* b);
};

/// "2x3x5x5".
std::string shape_text(const std::vector<std::int64_t>& dimensions);

/// 0: there is no such type.
std::size_t element_bytes(cudnnDataType_t);

}  // namespace fencepost::sim

// In the definition of an API function: the call of it.
#define FENCEPOST_DNN_CALL FENCEPOST_LIBRARY_CALL(cudnnStatus_t)
