// The descriptors of cuDNN for layers other than convolutions.
#include <string>

#include "sim/dnn/places.h"
#include "sim/dnn/tensors.h"
#include "sim/interface/user_pc.h"

namespace fencepost::sim {
namespace {

cudnnStatus_t set_pooling(const DnnCall& call, cudnnPoolingStruct* pooling, cudnnPoolingMode_t mode,
                          cudnnNanPropagation_t nans, int count, const int* size, const int* padding,
                          const int* strides) {
  DnnCheck check(call);
  check.descriptor("poolingDesc", pooling);
  check.that(mode >= CUDNN_POOLING_MAX && mode <= CUDNN_POOLING_MAX_DETERMINISTIC, "there is no such mode");
  check.that(count >= 1 && count <= 6, "it has " + std::to_string(count) + " dimensions of space");
  check.pointer("windowDimA", size).pointer("paddingA", padding).pointer("strideA", strides);
  if (check.failed()) return check.status();
  for (int i = 0; i < count; ++i) {
    check.that(size[i] > 0, "its window is " + std::to_string(size[i]));
    check.that(padding[i] >= 0 && padding[i] < size[i],
               "its padding is " + std::to_string(padding[i]) + ": not negative, and less than the window");
    check.that(strides[i] > 0, "its stride is " + std::to_string(strides[i]));
  }
  check.provided(count <= 3, "with " + std::to_string(count) + " dimensions of space");
  if (check.failed()) return check.status();
  *pooling = {
      .window = {.strides = numbers(strides, count), .padding = numbers(padding, count), .size = numbers(size, count)},
      .mode = mode,
      .nans = nans};
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t pooled_shape(const DnnCall& call, const cudnnPoolingStruct* pooling, const cudnnTensorStruct* input,
                           std::vector<std::int64_t>& shape) {
  DnnCheck check(call);
  check.descriptor("poolingDesc", pooling).tensor("inputTensorDesc", input);
  if (check.failed()) return check.status();
  check.that(input->dimensions.size() == pooling->window.size.size() + 2,
             "the pooling has other dimensions than the tensor, or was not set");
  if (!check.failed()) shape = shape_of_pooled(*pooling, *input);
  return check.status();
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

// ---- pooling and activation ----

cudnnStatus_t cudnnCreatePoolingDescriptor(cudnnPoolingDescriptor_t* pooling) {
  return create(FENCEPOST_DNN_CALL, pooling);
}
cudnnStatus_t cudnnDestroyPoolingDescriptor(cudnnPoolingDescriptor_t pooling) {
  return destroy(FENCEPOST_DNN_CALL, pooling);
}
cudnnStatus_t cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t pooling, cudnnPoolingMode_t mode,
                                          cudnnNanPropagation_t nans, int height, int width, int pad_h, int pad_w,
                                          int stride_h, int stride_w) {
  const int size[] = {height, width}, padding[] = {pad_h, pad_w}, strides[] = {stride_h, stride_w};
  return set_pooling(FENCEPOST_DNN_CALL, pooling, mode, nans, 2, size, padding, strides);
}
cudnnStatus_t cudnnGetPooling2dDescriptor(const cudnnPoolingDescriptor_t pooling, cudnnPoolingMode_t* mode,
                                          cudnnNanPropagation_t* nans, int* height, int* width, int* pad_h, int* pad_w,
                                          int* stride_h, int* stride_w) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  if (check.descriptor("poolingDesc", pooling).failed()) return check.status();
  if (mode != nullptr) *mode = pooling->mode;
  if (nans != nullptr) *nans = pooling->nans;
  put(pooling->window.size, height, width);
  put(pooling->window.padding, pad_h, pad_w);
  put(pooling->window.strides, stride_h, stride_w);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t pooling, cudnnPoolingMode_t mode,
                                          cudnnNanPropagation_t nans, int count, const int* size, const int* padding,
                                          const int* strides) {
  return set_pooling(FENCEPOST_DNN_CALL, pooling, mode, nans, count, size, padding, strides);
}
cudnnStatus_t cudnnGetPooling2dForwardOutputDim(const cudnnPoolingDescriptor_t pooling,
                                                const cudnnTensorDescriptor_t input, int* n, int* c, int* h, int* w) {
  std::vector<std::int64_t> shape;
  const cudnnStatus_t status = pooled_shape(FENCEPOST_DNN_CALL, pooling, input, shape);
  put(shape, n, c, h, w);
  return status;
}
cudnnStatus_t cudnnGetPoolingNdForwardOutputDim(const cudnnPoolingDescriptor_t pooling,
                                                const cudnnTensorDescriptor_t input, int count, int* dimensions) {
  std::vector<std::int64_t> shape;
  const cudnnStatus_t status = pooled_shape(FENCEPOST_DNN_CALL, pooling, input, shape);
  put_all(shape, count, dimensions);
  return status;
}

cudnnStatus_t cudnnCreateActivationDescriptor(cudnnActivationDescriptor_t* activation) {
  return create(FENCEPOST_DNN_CALL, activation);
}
cudnnStatus_t cudnnDestroyActivationDescriptor(cudnnActivationDescriptor_t activation) {
  return destroy(FENCEPOST_DNN_CALL, activation);
}
cudnnStatus_t cudnnSetActivationDescriptor(cudnnActivationDescriptor_t activation, cudnnActivationMode_t mode,
                                           cudnnNanPropagation_t nans, double coefficient) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  check.descriptor("activationDesc", activation);
  check.that(mode >= CUDNN_ACTIVATION_SIGMOID && mode <= CUDNN_ACTIVATION_SWISH, "there is no such mode");
  if (!check.failed()) {
    *activation = {.mode = mode, .nans = nans, .coefficient = coefficient, .is_set = true};
  }
  return check.status();
}
cudnnStatus_t cudnnGetActivationDescriptor(const cudnnActivationDescriptor_t activation, cudnnActivationMode_t* mode,
                                           cudnnNanPropagation_t* nans, double* coefficient) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  check.descriptor("activationDesc", activation).pointer("mode", mode).pointer("reluNanOpt", nans);
  if (check.pointer("coef", coefficient).failed()) return check.status();
  *mode = activation->mode;
  *nans = activation->nans;
  *coefficient = activation->coefficient;
  return CUDNN_STATUS_SUCCESS;
}
// ---- dropout, and operations with tensors ----

cudnnStatus_t cudnnCreateDropoutDescriptor(cudnnDropoutDescriptor_t* dropout) {
  return create(FENCEPOST_DNN_CALL, dropout);
}
cudnnStatus_t cudnnDestroyDropoutDescriptor(cudnnDropoutDescriptor_t dropout) {
  return destroy(FENCEPOST_DNN_CALL, dropout);
}

cudnnStatus_t cudnnCreateOpTensorDescriptor(cudnnOpTensorDescriptor_t* operation) {
  return create(FENCEPOST_DNN_CALL, operation);
}
cudnnStatus_t cudnnDestroyOpTensorDescriptor(cudnnOpTensorDescriptor_t operation) {
  return destroy(FENCEPOST_DNN_CALL, operation);
}
cudnnStatus_t cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t operation, cudnnOpTensorOp_t which,
                                         cudnnDataType_t type, cudnnNanPropagation_t nans) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  check.descriptor("opTensorDesc", operation);
  check.that(which >= CUDNN_OP_TENSOR_ADD && which <= CUDNN_OP_TENSOR_NOT, "there is no such operation");
  if (!check.failed()) *operation = {which, type, nans};
  return check.status();
}
cudnnStatus_t cudnnCreateReduceTensorDescriptor(cudnnReduceTensorDescriptor_t* reduction) {
  return create(FENCEPOST_DNN_CALL, reduction);
}
cudnnStatus_t cudnnDestroyReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduction) {
  return destroy(FENCEPOST_DNN_CALL, reduction);
}
cudnnStatus_t cudnnSetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduction, cudnnReduceTensorOp_t which,
                                             cudnnDataType_t type, cudnnNanPropagation_t nans,
                                             cudnnReduceTensorIndices_t indices, cudnnIndicesType_t index_type) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  check.descriptor("reduceTensorDesc", reduction);
  check.that(which >= CUDNN_REDUCE_TENSOR_ADD && which <= CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS,
             "there is no such operation");
  if (!check.failed()) *reduction = {which, type, nans, indices, index_type};
  return check.status();
}
// Nothing is needed: a reduction without indices is made at once.
cudnnStatus_t cudnnGetReductionWorkspaceSize(cudnnHandle_t handle, const cudnnReduceTensorDescriptor_t reduction,
                                             const cudnnTensorDescriptor_t a, const cudnnTensorDescriptor_t c,
                                             size_t* bytes) {
  DnnCheck check(FENCEPOST_DNN_CALL, handle);
  check.descriptor("reduceTensorDesc", reduction).descriptor("aDesc", a).descriptor("cDesc", c);
  if (!check.pointer("sizeInBytes", bytes).failed()) *bytes = 0;
  return check.status();
}

cudnnStatus_t cudnnSetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activation, double beta) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  if (!check.descriptor("activationDesc", activation).failed()) activation->swish_beta = beta;
  return check.status();
}

}  // extern "C"
