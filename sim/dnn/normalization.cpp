// The functions of cuDNN that normalise batches.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "sim/dnn/tensors.h"
#include "sim/interface/user_pc.h"

namespace fencepost::sim {
namespace {

using Numbers = std::vector<DenseTensor>;

/// The shape of what there is for each channel or, per activation, for each element of a sample.
std::vector<std::int64_t> shape_of_parameters(cudnnBatchNormMode_t mode, const cudnnTensorStruct& x) {
  std::vector<std::int64_t> shape = x.dimensions;
  shape[0] = 1;
  if (mode != CUDNN_BATCHNORM_PER_ACTIVATION) std::fill(shape.begin() + 2, shape.end(), 1);
  return shape;
}

/// So that the second dimension is what is normalised by itself.
DenseTensor with_channels(cudnnBatchNormMode_t mode, DenseTensor x) {
  if (mode != CUDNN_BATCHNORM_PER_ACTIVATION) return x;
  const std::int64_t count = x.dimensions[0];
  x.dimensions = {count, static_cast<std::int64_t>(x.values.size()) / count, 1, 1};
  return x;
}
DenseTensor as_vector(DenseTensor parameters) {
  parameters.dimensions = {static_cast<std::int64_t>(parameters.values.size())};
  return parameters;
}

DnnCheck& check_normalization(DnnCheck& check, cudnnBatchNormMode_t mode, const cudnnTensorStruct* x,
                              const char* parameters_name, const cudnnTensorStruct* parameters, double epsilon) {
  check.that(mode >= CUDNN_BATCHNORM_PER_ACTIVATION && mode <= CUDNN_BATCHNORM_SPATIAL_PERSISTENT,
             "there is no such mode");
  check.tensor("xDesc", x).tensor(parameters_name, parameters);
  check.that(epsilon >= CUDNN_BN_MIN_EPSILON, "epsilon is negative");
  if (check.failed()) return check;
  const std::vector<std::int64_t> shape = shape_of_parameters(mode, *x);
  return check.that(
      parameters->dimensions == shape,
      std::string(parameters_name) + " is of " + shape_text(parameters->dimensions) + ", not of " + shape_text(shape));
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cudnnStatus_t cudnnDeriveBNTensorDescriptor(cudnnTensorDescriptor_t derived, const cudnnTensorDescriptor_t x,
                                            cudnnBatchNormMode_t mode) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  if (check.descriptor("derivedBnDesc", derived).tensor("xDesc", x).failed()) return check.status();
  const std::vector<std::int64_t> shape = shape_of_parameters(mode, *x);
  std::vector<std::int64_t> strides(shape.size());
  std::int64_t stride = 1;
  for (std::size_t i = shape.size(); i-- != 0; stride *= shape[i]) strides[i] = stride;
  *derived = {.type = x->type == CUDNN_DATA_DOUBLE ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT,
              .dimensions = shape,
              .strides = std::move(strides)};
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnBatchNormalizationForwardInference(cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                                                      const void* alpha, const void* beta,
                                                      const cudnnTensorDescriptor_t x_tensor, const void* x,
                                                      const cudnnTensorDescriptor_t y_tensor, void* y,
                                                      const cudnnTensorDescriptor_t parameters, const void* scale,
                                                      const void* bias, const void* mean, const void* variance,
                                                      double epsilon) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_normalization(check, mode, x_tensor, "bnScaleBiasMeanVarDesc", parameters, epsilon).tensor("yDesc", y_tensor);
  check.pointer("alpha", alpha).pointer("beta", beta).data("x", x).data("y", y).data("bnScale", scale);
  check.data("bnBias", bias).data("estimatedMean", mean).data("estimatedVariance", variance);
  check.same_shape("xDesc", x_tensor, "yDesc", y_tensor);
  if (check.failed()) return check.status();
  return run_layer(call, handle,
                   {{"x", *x_tensor, x},
                    {"bnScale", *parameters, scale},
                    {"bnBias", *parameters, bias},
                    {"estimatedMean", *parameters, mean},
                    {"estimatedVariance", *parameters, variance}},
                   {"y", *y_tensor, y}, blend_of(alpha, beta, y_tensor->type),
                   [mode, epsilon](const Numbers& in, DenseTensor& out) {
                     const DenseTensor from = with_channels(mode, in[0]);
                     DenseTensor to(from.dimensions), its_mean = as_vector(in[3]), its_variance = as_vector(in[4]);
                     const bool right = normalize(true, static_cast<float>(epsilon), from, as_vector(in[1]),
                                                  as_vector(in[2]), its_mean, its_variance, to);
                     out.values = std::move(to.values);
                     return right;
                   });
}

cudnnStatus_t cudnnBatchNormalizationForwardTraining(cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void* alpha,
                                                     const void* beta, const cudnnTensorDescriptor_t x_tensor,
                                                     const void* x, const cudnnTensorDescriptor_t y_tensor, void* y,
                                                     const cudnnTensorDescriptor_t parameters, const void* scale,
                                                     const void* bias, double factor, void* running_mean,
                                                     void* running_variance, double epsilon, void* saved_mean,
                                                     void* saved_inverse) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_normalization(check, mode, x_tensor, "bnScaleBiasMeanVarDesc", parameters, epsilon).tensor("yDesc", y_tensor);
  check.pointer("alpha", alpha).pointer("beta", beta).data("x", x).data("y", y).data("bnScale", scale);
  check.data("bnBias", bias).same_shape("xDesc", x_tensor, "yDesc", y_tensor);
  check.that((running_mean == nullptr) == (running_variance == nullptr),
             "of resultRunningMean and resultRunningVariance one is null");
  check.that((saved_mean == nullptr) == (saved_inverse == nullptr),
             "of resultSaveMean and resultSaveInvVariance one is null");
  if (check.failed()) return check.status();
  std::vector<DnnOutput> outputs = {{{"y", *y_tensor, y}, blend_of(alpha, beta, y_tensor->type)}};
  const bool runs = running_mean != nullptr, saves = saved_mean != nullptr;
  if (runs) {
    outputs.push_back({{"resultRunningMean", *parameters, running_mean}, {factor, 1 - factor}});
    outputs.push_back({{"resultRunningVariance", *parameters, running_variance}, {factor, 1 - factor}});
  }
  if (saves) {
    outputs.push_back({{"resultSaveMean", *parameters, saved_mean}, Blend()});
    outputs.push_back({{"resultSaveInvVariance", *parameters, saved_inverse}, Blend()});
  }
  return run_layers(
      call, handle, {{"x", *x_tensor, x}, {"bnScale", *parameters, scale}, {"bnBias", *parameters, bias}},
      std::move(outputs), [=](const Numbers& in, Numbers& out) {
        const DenseTensor from = with_channels(mode, in[0]), factors = as_vector(in[1]);
        DenseTensor to(from.dimensions), mean(factors.dimensions), variance(factors.dimensions);
        if (!normalize(false, static_cast<float>(epsilon), from, factors, as_vector(in[2]), mean, variance, to)) {
          return false;
        }
        const float count = static_cast<float>(from.values.size()) / static_cast<float>(mean.values.size());
        out[0].values = std::move(to.values);
        for (std::size_t i = 0; i < mean.values.size(); ++i) {
          if (runs) {
            out[1].values[i] = mean.values[i];
            out[2].values[i] = count > 1 ? variance.values[i] * count / (count - 1) : variance.values[i];
          }
          if (saves) {
            out[runs ? 3 : 1].values[i] = mean.values[i];
            out[runs ? 4 : 2].values[i] = 1 / std::sqrt(variance.values[i] + static_cast<float>(epsilon));
          }
        }
        return true;
      });
}

cudnnStatus_t cudnnBatchNormalizationBackward(cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void* alpha,
                                              const void* beta, const void* alpha_parameters,
                                              const void* beta_parameters, const cudnnTensorDescriptor_t x_tensor,
                                              const void* x, const cudnnTensorDescriptor_t dy_tensor, const void* dy,
                                              const cudnnTensorDescriptor_t dx_tensor, void* dx,
                                              const cudnnTensorDescriptor_t parameters, const void* scale,
                                              void* d_scale, void* d_bias, double epsilon, const void* saved_mean,
                                              const void* saved_inverse) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_normalization(check, mode, x_tensor, "dBnScaleBiasDesc", parameters, epsilon).tensor("dyDesc", dy_tensor);
  check.tensor("dxDesc", dx_tensor).pointer("alphaDataDiff", alpha).pointer("betaDataDiff", beta);
  check.pointer("alphaParamDiff", alpha_parameters).pointer("betaParamDiff", beta_parameters);
  check.data("x", x).data("dy", dy).data("dx", dx).data("bnScale", scale);
  check.data("dBnScaleResult", d_scale).data("dBnBiasResult", d_bias);
  check.same_shape("dyDesc", dy_tensor, "xDesc", x_tensor).same_shape("dxDesc", dx_tensor, "xDesc", x_tensor);
  check.that((saved_mean == nullptr) == (saved_inverse == nullptr), "of savedMean and savedInvVariance one is null");
  if (check.failed()) return check.status();
  std::vector<DnnOperand> inputs = {{"x", *x_tensor, x}, {"dy", *dy_tensor, dy}, {"bnScale", *parameters, scale}};
  if (saved_mean != nullptr) {
    inputs.push_back({"savedMean", *parameters, saved_mean});
    inputs.push_back({"savedInvVariance", *parameters, saved_inverse});
  }
  const Blend of_parameters = blend_of(alpha_parameters, beta_parameters, x_tensor->type);
  return run_layers(
      call, handle, std::move(inputs),
      {{{"dx", *dx_tensor, dx}, blend_of(alpha, beta, dx_tensor->type)},
       {{"dBnScaleResult", *parameters, d_scale}, of_parameters},
       {{"dBnBiasResult", *parameters, d_bias}, of_parameters}},
      [=](const Numbers& in, Numbers& out) {
        const auto small = static_cast<float>(epsilon);
        const DenseTensor from = with_channels(mode, in[0]), factors = as_vector(in[2]);
        DenseTensor mean(factors.dimensions), variance(factors.dimensions), to(from.dimensions);
        if (in.size() == 5) {
          mean = as_vector(in[3]);
          for (std::size_t i = 0; i < variance.values.size(); ++i) {
            variance.values[i] = 1 / (in[4].values[i] * in[4].values[i]) - small;
          }
        } else if (!normalize(false, small, from, factors, DenseTensor(factors.dimensions), mean, variance, to)) {
          return false;
        }
        DenseTensor its_d_scale(factors.dimensions), its_d_bias(factors.dimensions);
        const bool right = normalize_back(small, from, with_channels(mode, in[1]), factors, mean, variance, to,
                                          its_d_scale, its_d_bias);
        out[0].values = std::move(to.values);
        out[1].values = std::move(its_d_scale.values);
        out[2].values = std::move(its_d_bias.values);
        return right;
      });
}

}  // extern "C"
