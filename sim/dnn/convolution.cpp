// The functions of cuDNN that convolve.
#include <algorithm>
#include <array>
#include <string>

#include "sim/dnn/tensors.h"
#include "sim/interface/user_pc.h"

namespace fencepost::sim {
namespace {

/// What algorithms other than the implicit ones ask for: two streams that share one race.
constexpr std::size_t kWorkspaceBytes = 16;

/// The shape of y.
std::vector<std::int64_t> shape_of_output(const cudnnConvolutionStruct& convolution, const cudnnTensorStruct& x,
                                          const cudnnTensorStruct& filter) {
  const SlidingWindow& window = convolution.window;
  std::vector<std::int64_t> shape = {x.dimensions[0], filter.dimensions[0]};
  for (std::size_t d = 0; d < window.strides.size(); ++d) {
    const std::int64_t extent = (filter.dimensions[d + 2] - 1) * window.dilations[d] + 1;
    const std::int64_t room = x.dimensions[d + 2] + 2 * window.padding[d] - extent;
    shape.push_back(room < 0 ? 0 : 1 + room / window.strides[d]);
  }
  return shape;
}

/// A convolution's descriptors; the tensor y may be null: not looked at.
DnnCheck& check_convolution(DnnCheck& check, const cudnnConvolutionStruct* convolution, const char* x_name,
                            const cudnnTensorStruct* x, const char* filter_name, const cudnnFilterStruct* filter,
                            const char* y_name, const cudnnTensorStruct* y) {
  check.descriptor("convDesc", convolution).tensor(x_name, x).filter(filter_name, filter);
  if (y != nullptr || y_name != nullptr) check.tensor(y_name, y);
  if (check.failed()) return check;
  const cudnnTensorStruct& weights = filter->tensor;
  check.that(!convolution->window.strides.empty(), "convDesc was not set");
  check.that(x->dimensions.size() == convolution->window.strides.size() + 2 &&
                 weights.dimensions.size() == x->dimensions.size(),
             std::string(x_name) + ", " + filter_name + " and convDesc have different numbers of dimensions");
  if (check.failed()) return check;
  const std::int64_t groups = convolution->window.groups;
  check.that(weights.dimensions[1] * groups == x->dimensions[1],
             std::string(filter_name) + " is for " + std::to_string(weights.dimensions[1] * groups) + " channels, " +
                 x_name + " has " + std::to_string(x->dimensions[1]));
  check.that(weights.dimensions[0] % groups == 0, std::string(filter_name) + " has " +
                                                      std::to_string(weights.dimensions[0]) + " filters for " +
                                                      std::to_string(groups) + " groups");
  const std::vector<std::int64_t> shape = shape_of_output(*convolution, *x, weights);
  check.that(std::ranges::find(shape, 0) == shape.end(), std::string(filter_name) + " is larger than " + x_name);
  if (y == nullptr || check.failed()) return check;
  return check.that(y->dimensions == shape, std::string(y_name) + " is of " + shape_text(y->dimensions) +
                                                ", the convolution's result of " + shape_text(shape));
}

/// cuDNN's mode CONVOLUTION is a correlation with the filter turned round in space.
DenseTensor turned(const DenseTensor& filter, cudnnConvolutionMode_t mode) {
  if (mode == CUDNN_CROSS_CORRELATION) return filter;
  DenseTensor result = filter;
  std::int64_t space = 1;
  for (std::size_t d = 2; d < filter.dimensions.size(); ++d) space *= filter.dimensions[d];
  for (auto at = result.values.begin(); at != result.values.end(); at += space) std::reverse(at, at + space);
  return result;
}

struct Workspace {
  void* memory;
  std::size_t bytes;
};

DnnCheck& check_workspace(DnnCheck& check, int algorithm, int algorithms, const Workspace& workspace, bool needed) {
  check.that(algorithm >= 0 && algorithm < algorithms, "there is no such algorithm");
  return check.that(!needed || (workspace.memory != nullptr && workspace.bytes >= kWorkspaceBytes),
                    "its workspace is smaller than the algorithm needs: " + std::to_string(kWorkspaceBytes) + " bytes");
}

bool needs_workspace(cudnnConvolutionFwdAlgo_t algorithm) {
  return algorithm != CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM && algorithm != CUDNN_CONVOLUTION_FWD_ALGO_DIRECT;
}
bool needs_workspace(cudnnConvolutionBwdDataAlgo_t algorithm) {
  return algorithm != CUDNN_CONVOLUTION_BWD_DATA_ALGO_0 && algorithm != CUDNN_CONVOLUTION_BWD_DATA_ALGO_1;
}
bool needs_workspace(cudnnConvolutionBwdFilterAlgo_t algorithm) {
  return algorithm != CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0 && algorithm != CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1;
}

/// Fills what a search for algorithms returns: they are all the same here, and take no time.
template <class Performance, class Algorithm>
cudnnStatus_t list_algorithms(DnnCheck& check, int wanted, int* count, Performance* results, Algorithm end) {
  check.that(wanted > 0, "requestedAlgoCount is " + std::to_string(wanted));
  check.pointer("returnedAlgoCount", count).pointer("perfResults", results);
  if (check.failed()) return check.status();
  *count = std::min(wanted, static_cast<int>(end));
  // The one that most programs get from a GPU first.
  for (int i = 0; i < *count; ++i) {
    const auto algorithm = static_cast<Algorithm>(i == 0 ? 1 : i == 1 ? 0 : i);
    results[i] = {};
    results[i].algo = algorithm;
    results[i].status = CUDNN_STATUS_SUCCESS;
    results[i].memory = needs_workspace(algorithm) ? kWorkspaceBytes : 0;
    results[i].determinism = CUDNN_DETERMINISTIC;
  }
  return CUDNN_STATUS_SUCCESS;
}

template <class Algorithm>
cudnnStatus_t workspace_size(DnnCheck& check, Algorithm algorithm, Algorithm end, std::size_t* bytes) {
  check.that(algorithm >= 0 && algorithm < end, "there is no such algorithm").pointer("sizeInBytes", bytes);
  if (!check.failed()) *bytes = needs_workspace(algorithm) ? kWorkspaceBytes : 0;
  return check.status();
}

/// A search that tries the algorithms: what they write is left with contents that are nobody's to read.
template <class Performance, class Algorithm>
cudnnStatus_t try_algorithms(const DnnCall& call, DnnCheck& check, cudnnHandle_t handle, const DnnOperand& output,
                             const Workspace& workspace, int wanted, int* count, Performance* results, Algorithm end) {
  check.data(output.role, output.data);
  if (const auto status = list_algorithms(check, wanted, count, results, end); status != CUDNN_STATUS_SUCCESS) {
    return status;
  }
  LibraryPlan writes = [output](OperandList& list) -> std::function<void()> {
    Operand operand = tensor_operand(output.role, Access::kWrite, output.tensor, output.data);
    operand.scratch = true;
    if (!list.add(std::move(operand))) return nullptr;
    return [] {};
  };
  return run(call, handle->stream, true, with_workspace(std::move(writes), workspace.memory, workspace.bytes));
}

cudnnStatus_t most_algorithms(DnnCheck check, int* count, int most) {
  if (!check.pointer("count", count).failed()) *count = most;
  return check.status();
}

ElementFunction function_of_mode(const cudnnActivationStruct& activation) {
  return activation.mode == CUDNN_ACTIVATION_RELU ? ElementFunction{ElementKind::kRelu}
                                                  : ElementFunction{ElementKind::kLinear, 1, 0};
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cudnnStatus_t cudnnGetConvolution2dForwardOutputDim(const cudnnConvolutionDescriptor_t convolution,
                                                    const cudnnTensorDescriptor_t x,
                                                    const cudnnFilterDescriptor_t filter, int* n, int* c, int* h,
                                                    int* w) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  check_convolution(check, convolution, "inputTensorDesc", x, "filterDesc", filter, nullptr, nullptr);
  if (check.failed()) return check.status();
  check.that(x->dimensions.size() == 4, "inputTensorDesc has not four dimensions");
  check.pointer("n", n).pointer("c", c).pointer("h", h).pointer("w", w);
  if (check.failed()) return check.status();
  const std::vector<std::int64_t> shape = shape_of_output(*convolution, *x, filter->tensor);
  int* const places[] = {n, c, h, w};
  for (std::size_t i = 0; i < shape.size(); ++i) *places[i] = static_cast<int>(shape[i]);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetConvolutionNdForwardOutputDim(const cudnnConvolutionDescriptor_t convolution,
                                                    const cudnnTensorDescriptor_t x,
                                                    const cudnnFilterDescriptor_t filter, int count, int* dimensions) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  check_convolution(check, convolution, "inputTensorDesc", x, "filterDesc", filter, nullptr, nullptr);
  if (check.pointer("tensorOutputDimA", dimensions).failed()) return check.status();
  const std::vector<std::int64_t> shape = shape_of_output(*convolution, *x, filter->tensor);
  for (std::size_t i = 0; i < shape.size() && i < static_cast<std::size_t>(count); ++i) {
    dimensions[i] = static_cast<int>(shape[i]);
  }
  return CUDNN_STATUS_SUCCESS;
}

// ---- forward ----

cudnnStatus_t cudnnGetConvolutionForwardAlgorithmMaxCount(cudnnHandle_t handle, int* count) {
  return most_algorithms(DnnCheck(FENCEPOST_DNN_CALL, handle), count, CUDNN_CONVOLUTION_FWD_ALGO_COUNT);
}

cudnnStatus_t cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t handle, const cudnnTensorDescriptor_t x,
                                                     const cudnnFilterDescriptor_t filter,
                                                     const cudnnConvolutionDescriptor_t convolution,
                                                     const cudnnTensorDescriptor_t y, int wanted, int* count,
                                                     cudnnConvolutionFwdAlgoPerf_t* results) {
  DnnCheck check(FENCEPOST_DNN_CALL, handle);
  check_convolution(check, convolution, "srcDesc", x, "filterDesc", filter, "destDesc", y);
  return list_algorithms(check, wanted, count, results, CUDNN_CONVOLUTION_FWD_ALGO_COUNT);
}

cudnnStatus_t cudnnFindConvolutionForwardAlgorithm(cudnnHandle_t handle, const cudnnTensorDescriptor_t x,
                                                   const cudnnFilterDescriptor_t filter,
                                                   const cudnnConvolutionDescriptor_t convolution,
                                                   const cudnnTensorDescriptor_t y, int wanted, int* count,
                                                   cudnnConvolutionFwdAlgoPerf_t* results) {
  DnnCheck check(FENCEPOST_DNN_CALL, handle);
  check_convolution(check, convolution, "xDesc", x, "wDesc", filter, "yDesc", y);
  return list_algorithms(check, wanted, count, results, CUDNN_CONVOLUTION_FWD_ALGO_COUNT);
}

cudnnStatus_t cudnnFindConvolutionForwardAlgorithmEx(cudnnHandle_t handle, const cudnnTensorDescriptor_t x_tensor,
                                                     const void* x, const cudnnFilterDescriptor_t filter, const void* w,
                                                     const cudnnConvolutionDescriptor_t convolution,
                                                     const cudnnTensorDescriptor_t y_tensor, void* y, int wanted,
                                                     int* count, cudnnConvolutionFwdAlgoPerf_t* results,
                                                     void* workspace, size_t bytes) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_convolution(check, convolution, "xDesc", x_tensor, "wDesc", filter, "yDesc", y_tensor);
  if (check.data("x", x).data("w", w).failed()) return check.status();
  return try_algorithms(call, check, handle, {"y", *y_tensor, y}, {workspace, bytes}, wanted, count, results,
                        CUDNN_CONVOLUTION_FWD_ALGO_COUNT);
}

cudnnStatus_t cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t handle, const cudnnTensorDescriptor_t x,
                                                      const cudnnFilterDescriptor_t filter,
                                                      const cudnnConvolutionDescriptor_t convolution,
                                                      const cudnnTensorDescriptor_t y,
                                                      cudnnConvolutionFwdAlgo_t algorithm, size_t* bytes) {
  DnnCheck check(FENCEPOST_DNN_CALL, handle);
  check_convolution(check, convolution, "xDesc", x, "wDesc", filter, "yDesc", y);
  return workspace_size(check, algorithm, CUDNN_CONVOLUTION_FWD_ALGO_COUNT, bytes);
}

cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t x_tensor,
                                      const void* x, const cudnnFilterDescriptor_t filter, const void* w,
                                      const cudnnConvolutionDescriptor_t convolution,
                                      cudnnConvolutionFwdAlgo_t algorithm, void* workspace, size_t bytes,
                                      const void* beta, const cudnnTensorDescriptor_t y_tensor, void* y) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_convolution(check, convolution, "xDesc", x_tensor, "wDesc", filter, "yDesc", y_tensor);
  check.pointer("alpha", alpha).pointer("beta", beta).data("x", x).data("w", w).data("y", y);
  check_workspace(check, algorithm, CUDNN_CONVOLUTION_FWD_ALGO_COUNT, {workspace, bytes}, needs_workspace(algorithm));
  if (check.failed()) return check.status();
  return run_layer(
      call, handle, {{"x", *x_tensor, x}, {"w", filter->tensor, w}}, {"y", *y_tensor, y},
      blend_of(alpha, beta, y_tensor->type),
      [what = *convolution](const std::vector<DenseTensor>& in, DenseTensor& out) {
        return convolve(what.window, in[0], turned(in[1], what.mode), out);
      },
      needs_workspace(algorithm) ? workspace : nullptr, kWorkspaceBytes);
}

cudnnStatus_t cudnnConvolutionBiasActivationForward(
    cudnnHandle_t handle, const void* alpha1, const cudnnTensorDescriptor_t x_tensor, const void* x,
    const cudnnFilterDescriptor_t filter, const void* w, const cudnnConvolutionDescriptor_t convolution,
    cudnnConvolutionFwdAlgo_t algorithm, void* workspace, size_t bytes, const void* alpha2,
    const cudnnTensorDescriptor_t z_tensor, const void* z, const cudnnTensorDescriptor_t bias_tensor, const void* bias,
    const cudnnActivationDescriptor_t activation, const cudnnTensorDescriptor_t y_tensor, void* y) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_convolution(check, convolution, "xDesc", x_tensor, "wDesc", filter, "yDesc", y_tensor);
  check.tensor("zDesc", z_tensor).tensor("biasDesc", bias_tensor).descriptor("activationDesc", activation);
  check.pointer("alpha1", alpha1).pointer("alpha2", alpha2);
  check.data("x", x).data("w", w).data("z", z).data("bias", bias).data("y", y);
  check.same_shape("zDesc", z_tensor, "yDesc", y_tensor);
  check_workspace(check, algorithm, CUDNN_CONVOLUTION_FWD_ALGO_COUNT, {workspace, bytes}, needs_workspace(algorithm));
  if (check.failed()) return check.status();
  check.that(activation->mode == CUDNN_ACTIVATION_RELU || activation->mode == CUDNN_ACTIVATION_IDENTITY,
             "its activation is neither relu nor identity");
  check.that(bias_tensor->dimensions.size() == y_tensor->dimensions.size() &&
                 bias_tensor->dimensions[1] == y_tensor->dimensions[1],
             "biasDesc is of " + shape_text(bias_tensor->dimensions) + ", not of one number for each channel");
  if (check.failed()) return check.status();
  const Blend factors = blend_of(alpha1, alpha2, y_tensor->type);
  std::vector<DnnOperand> inputs = {{"x", *x_tensor, x}, {"w", filter->tensor, w}, {"bias", *bias_tensor, bias}};
  if (factors.beta != 0) inputs.push_back({"z", *z_tensor, z});
  return run_layer(
      call, handle, std::move(inputs), {"y", *y_tensor, y}, Blend(),
      [what = *convolution, factors, function = function_of_mode(*activation)](const std::vector<DenseTensor>& in,
                                                                               DenseTensor& out) {
        DenseTensor product(out.dimensions), biased(out.dimensions);
        if (!convolve(what.window, in[0], turned(in[1], what.mode), product)) return false;
        const bool adds = in.size() == 4;
        for (std::size_t i = 0; i < product.values.size(); ++i) {
          product.values[i] = static_cast<float>(factors.alpha) * product.values[i] +
                              (adds ? static_cast<float>(factors.beta) * in[3].values[i] : 0.0F);
        }
        return combine(PairKind::kAdd, product, in[2], biased) && apply(function, biased, out);
      },
      needs_workspace(algorithm) ? workspace : nullptr, kWorkspaceBytes);
}

// ---- back ----

cudnnStatus_t cudnnGetConvolutionBackwardDataAlgorithmMaxCount(cudnnHandle_t handle, int* count) {
  return most_algorithms(DnnCheck(FENCEPOST_DNN_CALL, handle), count, CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT);
}

cudnnStatus_t cudnnGetConvolutionBackwardDataAlgorithm_v7(cudnnHandle_t handle, const cudnnFilterDescriptor_t filter,
                                                          const cudnnTensorDescriptor_t dy,
                                                          const cudnnConvolutionDescriptor_t convolution,
                                                          const cudnnTensorDescriptor_t dx, int wanted, int* count,
                                                          cudnnConvolutionBwdDataAlgoPerf_t* results) {
  DnnCheck check(FENCEPOST_DNN_CALL, handle);
  check_convolution(check, convolution, "gradDesc", dx, "filterDesc", filter, "diffDesc", dy);
  return list_algorithms(check, wanted, count, results, CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT);
}

cudnnStatus_t cudnnFindConvolutionBackwardDataAlgorithm(cudnnHandle_t handle, const cudnnFilterDescriptor_t filter,
                                                        const cudnnTensorDescriptor_t dy,
                                                        const cudnnConvolutionDescriptor_t convolution,
                                                        const cudnnTensorDescriptor_t dx, int wanted, int* count,
                                                        cudnnConvolutionBwdDataAlgoPerf_t* results) {
  DnnCheck check(FENCEPOST_DNN_CALL, handle);
  check_convolution(check, convolution, "dxDesc", dx, "wDesc", filter, "dyDesc", dy);
  return list_algorithms(check, wanted, count, results, CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT);
}

cudnnStatus_t cudnnFindConvolutionBackwardDataAlgorithmEx(
    cudnnHandle_t handle, const cudnnFilterDescriptor_t filter, const void* w, const cudnnTensorDescriptor_t dy_tensor,
    const void* dy, const cudnnConvolutionDescriptor_t convolution, const cudnnTensorDescriptor_t dx_tensor, void* dx,
    int wanted, int* count, cudnnConvolutionBwdDataAlgoPerf_t* results, void* workspace, size_t bytes) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_convolution(check, convolution, "dxDesc", dx_tensor, "wDesc", filter, "dyDesc", dy_tensor);
  if (check.data("w", w).data("dy", dy).failed()) return check.status();
  return try_algorithms(call, check, handle, {"dx", *dx_tensor, dx}, {workspace, bytes}, wanted, count, results,
                        CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT);
}

cudnnStatus_t cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle_t handle, const cudnnFilterDescriptor_t filter,
                                                           const cudnnTensorDescriptor_t dy,
                                                           const cudnnConvolutionDescriptor_t convolution,
                                                           const cudnnTensorDescriptor_t dx,
                                                           cudnnConvolutionBwdDataAlgo_t algorithm, size_t* bytes) {
  DnnCheck check(FENCEPOST_DNN_CALL, handle);
  check_convolution(check, convolution, "dxDesc", dx, "wDesc", filter, "dyDesc", dy);
  return workspace_size(check, algorithm, CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT, bytes);
}

cudnnStatus_t cudnnConvolutionBackwardData(cudnnHandle_t handle, const void* alpha,
                                           const cudnnFilterDescriptor_t filter, const void* w,
                                           const cudnnTensorDescriptor_t dy_tensor, const void* dy,
                                           const cudnnConvolutionDescriptor_t convolution,
                                           cudnnConvolutionBwdDataAlgo_t algorithm, void* workspace, size_t bytes,
                                           const void* beta, const cudnnTensorDescriptor_t dx_tensor, void* dx) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_convolution(check, convolution, "dxDesc", dx_tensor, "wDesc", filter, "dyDesc", dy_tensor);
  check.pointer("alpha", alpha).pointer("beta", beta).data("w", w).data("dy", dy).data("dx", dx);
  check_workspace(check, algorithm, CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT, {workspace, bytes},
                  needs_workspace(algorithm));
  if (check.failed()) return check.status();
  return run_layer(
      call, handle, {{"w", filter->tensor, w}, {"dy", *dy_tensor, dy}}, {"dx", *dx_tensor, dx},
      blend_of(alpha, beta, dx_tensor->type),
      [what = *convolution](const std::vector<DenseTensor>& in, DenseTensor& out) {
        return convolve_back_data(what.window, in[1], turned(in[0], what.mode), out);
      },
      needs_workspace(algorithm) ? workspace : nullptr, kWorkspaceBytes);
}

cudnnStatus_t cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(cudnnHandle_t handle, int* count) {
  return most_algorithms(DnnCheck(FENCEPOST_DNN_CALL, handle), count, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT);
}

cudnnStatus_t cudnnGetConvolutionBackwardFilterAlgorithm_v7(cudnnHandle_t handle, const cudnnTensorDescriptor_t x,
                                                            const cudnnTensorDescriptor_t dy,
                                                            const cudnnConvolutionDescriptor_t convolution,
                                                            const cudnnFilterDescriptor_t d_filter, int wanted,
                                                            int* count, cudnnConvolutionBwdFilterAlgoPerf_t* results) {
  DnnCheck check(FENCEPOST_DNN_CALL, handle);
  check_convolution(check, convolution, "srcDesc", x, "gradDesc", d_filter, "diffDesc", dy);
  return list_algorithms(check, wanted, count, results, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT);
}

cudnnStatus_t cudnnFindConvolutionBackwardFilterAlgorithm(cudnnHandle_t handle, const cudnnTensorDescriptor_t x,
                                                          const cudnnTensorDescriptor_t dy,
                                                          const cudnnConvolutionDescriptor_t convolution,
                                                          const cudnnFilterDescriptor_t d_filter, int wanted,
                                                          int* count, cudnnConvolutionBwdFilterAlgoPerf_t* results) {
  DnnCheck check(FENCEPOST_DNN_CALL, handle);
  check_convolution(check, convolution, "xDesc", x, "dwDesc", d_filter, "dyDesc", dy);
  return list_algorithms(check, wanted, count, results, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT);
}

cudnnStatus_t cudnnFindConvolutionBackwardFilterAlgorithmEx(
    cudnnHandle_t handle, const cudnnTensorDescriptor_t x_tensor, const void* x,
    const cudnnTensorDescriptor_t dy_tensor, const void* dy, const cudnnConvolutionDescriptor_t convolution,
    const cudnnFilterDescriptor_t d_filter, void* dw, int wanted, int* count,
    cudnnConvolutionBwdFilterAlgoPerf_t* results, void* workspace, size_t bytes) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_convolution(check, convolution, "xDesc", x_tensor, "dwDesc", d_filter, "dyDesc", dy_tensor);
  if (check.data("x", x).data("dy", dy).failed()) return check.status();
  return try_algorithms(call, check, handle, {"dw", d_filter->tensor, dw}, {workspace, bytes}, wanted, count, results,
                        CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT);
}

cudnnStatus_t cudnnGetConvolutionBackwardFilterWorkspaceSize(cudnnHandle_t handle, const cudnnTensorDescriptor_t x,
                                                             const cudnnTensorDescriptor_t dy,
                                                             const cudnnConvolutionDescriptor_t convolution,
                                                             const cudnnFilterDescriptor_t d_filter,
                                                             cudnnConvolutionBwdFilterAlgo_t algorithm, size_t* bytes) {
  DnnCheck check(FENCEPOST_DNN_CALL, handle);
  check_convolution(check, convolution, "xDesc", x, "gradDesc", d_filter, "dyDesc", dy);
  return workspace_size(check, algorithm, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT, bytes);
}

cudnnStatus_t cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void* alpha,
                                             const cudnnTensorDescriptor_t x_tensor, const void* x,
                                             const cudnnTensorDescriptor_t dy_tensor, const void* dy,
                                             const cudnnConvolutionDescriptor_t convolution,
                                             cudnnConvolutionBwdFilterAlgo_t algorithm, void* workspace, size_t bytes,
                                             const void* beta, const cudnnFilterDescriptor_t d_filter, void* dw) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_convolution(check, convolution, "xDesc", x_tensor, "dwDesc", d_filter, "dyDesc", dy_tensor);
  check.pointer("alpha", alpha).pointer("beta", beta).data("x", x).data("dy", dy).data("dw", dw);
  check_workspace(check, algorithm, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT, {workspace, bytes},
                  needs_workspace(algorithm));
  if (check.failed()) return check.status();
  return run_layer(
      call, handle, {{"x", *x_tensor, x}, {"dy", *dy_tensor, dy}}, {"dw", d_filter->tensor, dw},
      blend_of(alpha, beta, d_filter->tensor.type),
      [what = *convolution](const std::vector<DenseTensor>& in, DenseTensor& out) {
        if (!convolve_back_filter(what.window, in[0], in[1], out)) return false;
        out = turned(out, what.mode);
        return true;
      },
      needs_workspace(algorithm) ? workspace : nullptr, kWorkspaceBytes);
}

cudnnStatus_t cudnnConvolutionBackwardBias(cudnnHandle_t handle, const void* alpha,
                                           const cudnnTensorDescriptor_t dy_tensor, const void* dy, const void* beta,
                                           const cudnnTensorDescriptor_t db_tensor, void* db) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check.pointer("alpha", alpha).pointer("beta", beta).tensor("dyDesc", dy_tensor).tensor("dbDesc", db_tensor);
  if (check.data("dy", dy).data("db", db).failed()) return check.status();
  std::vector<std::int64_t> shape(dy_tensor->dimensions.size(), 1);
  shape[1] = dy_tensor->dimensions[1];
  check.that(db_tensor->dimensions == shape,
             "dbDesc is of " + shape_text(db_tensor->dimensions) + ", not of " + shape_text(shape));
  if (check.failed()) return check.status();
  return run_layer(
      call, handle, {{"dy", *dy_tensor, dy}}, {"db", *db_tensor, db}, blend_of(alpha, beta, db_tensor->type),
      [](const std::vector<DenseTensor>& in, DenseTensor& out) { return reduce(ReductionKind::kSum, in[0], out); });
}

}  // extern "C"
