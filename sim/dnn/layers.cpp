// The functions of cuDNN for pooling, activation and softmax, and for tensors as a whole.
#include <algorithm>
#include <string>
#include <utility>

#include "sim/dnn/tensors.h"
#include "sim/interface/user_pc.h"
#include "sim/library/elements.h"

namespace fencepost::sim {
namespace {

using Tensors = std::vector<DenseTensor>;

PoolingKind kind_of(cudnnPoolingMode_t mode) {
  if (mode == CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING) return PoolingKind::kAverageWithPadding;
  return mode == CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING ? PoolingKind::kAverageWithoutPadding
                                                             : PoolingKind::kMaximum;
}

DnnCheck& check_pooling(DnnCheck& check, const cudnnPoolingStruct* pooling, const cudnnTensorStruct* x,
                        const cudnnTensorStruct* y) {
  if (check.descriptor("poolingDesc", pooling).tensor("xDesc", x).tensor("yDesc", y).failed()) return check;
  check.that(x->dimensions.size() == pooling->window.size.size() + 2,
             "poolingDesc has other dimensions than xDesc, or was not set");
  if (check.failed()) return check;
  const std::vector<std::int64_t> shape = shape_of_pooled(*pooling, *x);
  return check.that(y->dimensions == shape,
                    "yDesc is of " + shape_text(y->dimensions) + ", the result of " + shape_text(shape));
}

ElementFunction function_of(const cudnnActivationStruct& activation) {
  const auto coefficient = static_cast<float>(activation.coefficient);
  switch (activation.mode) {
    case CUDNN_ACTIVATION_SIGMOID:
      return {ElementKind::kSigmoid};
    case CUDNN_ACTIVATION_RELU:
      return {ElementKind::kRelu};
    case CUDNN_ACTIVATION_TANH:
      return {ElementKind::kTanh};
    case CUDNN_ACTIVATION_CLIPPED_RELU:
      return {ElementKind::kClip, 0, coefficient};
    case CUDNN_ACTIVATION_ELU:
      return {ElementKind::kElu, coefficient};
    case CUDNN_ACTIVATION_SWISH:
      return {ElementKind::kSwish, static_cast<float>(activation.swish_beta)};
    case CUDNN_ACTIVATION_IDENTITY:
      break;
  }
  return {ElementKind::kLinear, 1};
}

DnnCheck& check_softmax(DnnCheck& check, cudnnSoftmaxAlgorithm_t algorithm, cudnnSoftmaxMode_t mode) {
  check.that(algorithm >= CUDNN_SOFTMAX_FAST && algorithm <= CUDNN_SOFTMAX_LOG, "there is no such algorithm");
  return check.that(mode == CUDNN_SOFTMAX_MODE_INSTANCE || mode == CUDNN_SOFTMAX_MODE_CHANNEL, "there is no such mode");
}

/// So that the second dimension is what softmax goes over.
DenseTensor shaped_for(cudnnSoftmaxMode_t mode, DenseTensor tensor) {
  if (mode == CUDNN_SOFTMAX_MODE_CHANNEL) return tensor;
  const std::int64_t count = tensor.dimensions[0];
  tensor.dimensions = {count, static_cast<std::int64_t>(tensor.values.size()) / count};
  return tensor;
}

/// `a` can be added to `c`: each dimension is the same, or 1.
DnnCheck& check_spread(DnnCheck& check, const char* name, const cudnnTensorStruct* a, const char* other,
                       const cudnnTensorStruct* c) {
  if (check.failed()) return check;
  bool fits = a->dimensions.size() == c->dimensions.size();
  for (std::size_t i = 0; fits && i < a->dimensions.size(); ++i) {
    fits = a->dimensions[i] == 1 || a->dimensions[i] == c->dimensions[i];
  }
  return check.that(fits, std::string(name) + " is of " + shape_text(a->dimensions) + ", which does not go into " +
                              other + ", of " + shape_text(c->dimensions));
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cudnnStatus_t cudnnPoolingForward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t pooling, const void* alpha,
                                  const cudnnTensorDescriptor_t x_tensor, const void* x, const void* beta,
                                  const cudnnTensorDescriptor_t y_tensor, void* y) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_pooling(check, pooling, x_tensor, y_tensor);
  check.pointer("alpha", alpha).pointer("beta", beta).data("x", x).data("y", y);
  if (check.failed()) return check.status();
  return run_layer(call, handle, {{"x", *x_tensor, x}}, {"y", *y_tensor, y}, blend_of(alpha, beta, y_tensor->type),
                   [what = *pooling](const Tensors& in, DenseTensor& out) {
                     return pool(kind_of(what.mode), what.window, in[0], out);
                   });
}

cudnnStatus_t cudnnPoolingBackward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t pooling, const void* alpha,
                                   const cudnnTensorDescriptor_t y_tensor, const void* y,
                                   const cudnnTensorDescriptor_t dy_tensor, const void* dy,
                                   const cudnnTensorDescriptor_t x_tensor, const void* x, const void* beta,
                                   const cudnnTensorDescriptor_t dx_tensor, void* dx) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_pooling(check, pooling, x_tensor, y_tensor).tensor("dyDesc", dy_tensor).tensor("dxDesc", dx_tensor);
  check.pointer("alpha", alpha).pointer("beta", beta).data("y", y).data("dy", dy).data("x", x).data("dx", dx);
  check.same_shape("dyDesc", dy_tensor, "yDesc", y_tensor).same_shape("dxDesc", dx_tensor, "xDesc", x_tensor);
  if (check.failed()) return check.status();
  return run_layer(call, handle, {{"x", *x_tensor, x}, {"y", *y_tensor, y}, {"dy", *dy_tensor, dy}},
                   {"dx", *dx_tensor, dx}, blend_of(alpha, beta, dx_tensor->type),
                   [what = *pooling](const Tensors& in, DenseTensor& out) {
                     return pool_back(kind_of(what.mode), what.window, in[0], in[2], out);
                   });
}

cudnnStatus_t cudnnActivationForward(cudnnHandle_t handle, cudnnActivationDescriptor_t activation, const void* alpha,
                                     const cudnnTensorDescriptor_t x_tensor, const void* x, const void* beta,
                                     const cudnnTensorDescriptor_t y_tensor, void* y) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check.descriptor("activationDesc", activation).tensor("xDesc", x_tensor).tensor("yDesc", y_tensor);
  check.pointer("alpha", alpha).pointer("beta", beta).data("x", x).data("y", y);
  check.same_shape("xDesc", x_tensor, "yDesc", y_tensor);
  if (check.failed()) return check.status();
  return run_layer(call, handle, {{"x", *x_tensor, x}}, {"y", *y_tensor, y}, blend_of(alpha, beta, y_tensor->type),
                   [function = function_of(*activation)](const Tensors& in, DenseTensor& out) {
                     return apply(function, in[0], out);
                   });
}

cudnnStatus_t cudnnActivationBackward(cudnnHandle_t handle, cudnnActivationDescriptor_t activation, const void* alpha,
                                      const cudnnTensorDescriptor_t y_tensor, const void* y,
                                      const cudnnTensorDescriptor_t dy_tensor, const void* dy,
                                      const cudnnTensorDescriptor_t x_tensor, const void* x, const void* beta,
                                      const cudnnTensorDescriptor_t dx_tensor, void* dx) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check.descriptor("activationDesc", activation).tensor("yDesc", y_tensor).tensor("dyDesc", dy_tensor);
  check.tensor("xDesc", x_tensor).tensor("dxDesc", dx_tensor).pointer("alpha", alpha).pointer("beta", beta);
  check.data("y", y).data("dy", dy).data("x", x).data("dx", dx);
  check.same_shape("xDesc", x_tensor, "yDesc", y_tensor).same_shape("dyDesc", dy_tensor, "yDesc", y_tensor);
  check.same_shape("dxDesc", dx_tensor, "xDesc", x_tensor);
  if (check.failed()) return check.status();
  return run_layer(call, handle, {{"x", *x_tensor, x}, {"y", *y_tensor, y}, {"dy", *dy_tensor, dy}},
                   {"dx", *dx_tensor, dx}, blend_of(alpha, beta, dx_tensor->type),
                   [function = function_of(*activation)](const Tensors& in, DenseTensor& out) {
                     return apply_back(function, in[0], in[2], out);
                   });
}

cudnnStatus_t cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algorithm, cudnnSoftmaxMode_t mode,
                                  const void* alpha, const cudnnTensorDescriptor_t x_tensor, const void* x,
                                  const void* beta, const cudnnTensorDescriptor_t y_tensor, void* y) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_softmax(check, algorithm, mode).tensor("xDesc", x_tensor).tensor("yDesc", y_tensor);
  check.pointer("alpha", alpha).pointer("beta", beta).data("x", x).data("y", y);
  check.same_shape("xDesc", x_tensor, "yDesc", y_tensor);
  if (check.failed()) return check.status();
  return run_layer(call, handle, {{"x", *x_tensor, x}}, {"y", *y_tensor, y}, blend_of(alpha, beta, y_tensor->type),
                   [=](const Tensors& in, DenseTensor& out) {
                     const DenseTensor from = shaped_for(mode, in[0]);
                     DenseTensor to(from.dimensions);
                     const bool right = softmax(algorithm == CUDNN_SOFTMAX_LOG, 1, from, to);
                     out.values = std::move(to.values);
                     return right;
                   });
}

cudnnStatus_t cudnnSoftmaxBackward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algorithm, cudnnSoftmaxMode_t mode,
                                   const void* alpha, const cudnnTensorDescriptor_t y_tensor, const void* y,
                                   const cudnnTensorDescriptor_t dy_tensor, const void* dy, const void* beta,
                                   const cudnnTensorDescriptor_t dx_tensor, void* dx) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_softmax(check, algorithm, mode).tensor("yDesc", y_tensor).tensor("dyDesc", dy_tensor);
  check.tensor("dxDesc", dx_tensor).pointer("alpha", alpha).pointer("beta", beta);
  check.data("y", y).data("dy", dy).data("dx", dx);
  check.same_shape("dyDesc", dy_tensor, "yDesc", y_tensor).same_shape("dxDesc", dx_tensor, "yDesc", y_tensor);
  if (check.failed()) return check.status();
  return run_layer(call, handle, {{"y", *y_tensor, y}, {"dy", *dy_tensor, dy}}, {"dx", *dx_tensor, dx},
                   blend_of(alpha, beta, dx_tensor->type), [=](const Tensors& in, DenseTensor& out) {
                     const DenseTensor from = shaped_for(mode, in[0]);
                     DenseTensor to(from.dimensions);
                     const bool right =
                         softmax_back(algorithm == CUDNN_SOFTMAX_LOG, 1, from, shaped_for(mode, in[1]), to);
                     out.values = std::move(to.values);
                     return right;
                   });
}

// ---- tensors as a whole ----

cudnnStatus_t cudnnAddTensor(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t a_tensor,
                             const void* a, const void* beta, const cudnnTensorDescriptor_t c_tensor, void* c) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check.tensor("aDesc", a_tensor).tensor("cDesc", c_tensor).pointer("alpha", alpha).pointer("beta", beta);
  check_spread(check.data("A", a).data("C", c), "aDesc", a_tensor, "cDesc", c_tensor);
  if (check.failed()) return check.status();
  return run_layer(call, handle, {{"A", *a_tensor, a}}, {"C", *c_tensor, c}, blend_of(alpha, beta, c_tensor->type),
                   [](const Tensors& in, DenseTensor& out) {
                     return combine(PairKind::kAdd, DenseTensor(out.dimensions), in[0], out);
                   });
}

cudnnStatus_t cudnnTransformTensor(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t x_tensor,
                                   const void* x, const void* beta, const cudnnTensorDescriptor_t y_tensor, void* y) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check.tensor("xDesc", x_tensor).tensor("yDesc", y_tensor).pointer("alpha", alpha).pointer("beta", beta);
  check.data("x", x).data("y", y).same_shape("xDesc", x_tensor, "yDesc", y_tensor);
  if (check.failed()) return check.status();
  return run_layer(call, handle, {{"x", *x_tensor, x}}, {"y", *y_tensor, y}, blend_of(alpha, beta, y_tensor->type),
                   [](const Tensors& in, DenseTensor& out) {
                     out.values = in[0].values;
                     return true;
                   });
}

cudnnStatus_t cudnnSetTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t y_tensor, void* y, const void* value) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check.tensor("yDesc", y_tensor).data("y", y).pointer("valuePtr", value);
  if (check.failed()) return check.status();
  const double number = number_at(*number_type(y_tensor->type), value).real();
  return run_layer(call, handle, {}, {"y", *y_tensor, y}, Blend(), [number](const Tensors&, DenseTensor& out) {
    std::ranges::fill(out.values, static_cast<float>(number));
    return true;
  });
}

cudnnStatus_t cudnnScaleTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t y_tensor, void* y,
                               const void* alpha) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check.tensor("yDesc", y_tensor).data("y", y).pointer("alpha", alpha);
  if (check.failed()) return check.status();
  const Blend factor = blend_of(alpha, alpha, y_tensor->type);
  return run_layer(call, handle, {{"y", *y_tensor, y}}, {"y", *y_tensor, y}, {factor.alpha, 0},
                   [](const Tensors& in, DenseTensor& out) {
                     out.values = in[0].values;
                     return true;
                   });
}

cudnnStatus_t cudnnOpTensor(cudnnHandle_t handle, const cudnnOpTensorDescriptor_t operation, const void* alpha1,
                            const cudnnTensorDescriptor_t a_tensor, const void* a, const void* alpha2,
                            const cudnnTensorDescriptor_t b_tensor, const void* b, const void* beta,
                            const cudnnTensorDescriptor_t c_tensor, void* c) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check.descriptor("opTensorDesc", operation).tensor("aDesc", a_tensor).tensor("cDesc", c_tensor);
  if (check.failed()) return check.status();
  const bool is_single = operation->operation == CUDNN_OP_TENSOR_SQRT || operation->operation == CUDNN_OP_TENSOR_NOT;
  check.pointer("alpha1", alpha1).pointer("beta", beta).data("A", a).data("C", c);
  check.same_shape("aDesc", a_tensor, "cDesc", c_tensor);
  if (!is_single) {
    check.tensor("bDesc", b_tensor).pointer("alpha2", alpha2).data("B", b);
    check_spread(check, "bDesc", b_tensor, "cDesc", c_tensor);
  }
  check.provided(!is_single, "with CUDNN_OP_TENSOR_SQRT or CUDNN_OP_TENSOR_NOT");
  if (check.failed()) return check.status();
  const PairKind kinds[] = {PairKind::kAdd, PairKind::kMultiply, PairKind::kMinimum, PairKind::kMaximum};
  const Blend factors = blend_of(alpha1, alpha2, c_tensor->type);
  return run_layer(call, handle, {{"A", *a_tensor, a}, {"B", *b_tensor, b}}, {"C", *c_tensor, c},
                   {1, blend_of(beta, beta, c_tensor->type).beta},
                   [factors, kind = kinds[operation->operation]](const Tensors& in, DenseTensor& out) {
                     DenseTensor first(in[0].dimensions), second(in[1].dimensions);
                     const auto scale = [](double by) {
                       return ElementFunction{ElementKind::kLinear, static_cast<float>(by), 0};
                     };
                     return apply(scale(factors.alpha), in[0], first) && apply(scale(factors.beta), in[1], second) &&
                            combine(kind, first, second, out);
                   });
}

cudnnStatus_t cudnnReduceTensor(cudnnHandle_t handle, const cudnnReduceTensorDescriptor_t reduction, void*, size_t,
                                void*, size_t, const void* alpha, const cudnnTensorDescriptor_t a_tensor, const void* a,
                                const void* beta, const cudnnTensorDescriptor_t c_tensor, void* c) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check.descriptor("reduceTensorDesc", reduction).tensor("aDesc", a_tensor).tensor("cDesc", c_tensor);
  check.pointer("alpha", alpha).pointer("beta", beta).data("A", a).data("C", c);
  check_spread(check, "cDesc", c_tensor, "aDesc", a_tensor);
  if (check.failed()) return check.status();
  check.provided(reduction->operation != CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS, "with CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS");
  check.provided(reduction->indices == CUDNN_REDUCE_TENSOR_NO_INDICES, "with indices");
  if (check.failed()) return check.status();
  return run_layer(call, handle, {{"A", *a_tensor, a}}, {"C", *c_tensor, c}, blend_of(alpha, beta, c_tensor->type),
                   [operation = reduction->operation](const Tensors& in, DenseTensor& out) {
                     const ReductionKind kinds[] = {ReductionKind::kSum,     ReductionKind::kProduct,
                                                    ReductionKind::kMinimum, ReductionKind::kMaximum,
                                                    ReductionKind::kMaximum, ReductionKind::kMean,
                                                    ReductionKind::kNorm1,   ReductionKind::kNorm2};
                     if (operation != CUDNN_REDUCE_TENSOR_AMAX) return reduce(kinds[operation], in[0], out);
                     DenseTensor sizes(in[0].dimensions);
                     return apply({ElementKind::kAbsolute}, in[0], sizes) && reduce(kinds[operation], sizes, out);
                   });
}

}  // extern "C"
