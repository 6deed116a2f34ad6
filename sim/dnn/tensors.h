// Tensors of cuDNN as operands, and as numbers that oneDNN computes with.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "sim/dnn/descriptors.h"

namespace fencepost::sim {

/// Of a type that is provided: float, double, half, bfloat16.
std::optional<cudaDataType> number_type(cudnnDataType_t);

/// The elements that it names.
Operand tensor_operand(const char* role, Access, const cudnnTensorStruct&, const void* data);

/// Its numbers, converted.
DenseTensor load(const cudnnTensorStruct&, const void* data);

/// As a call is given alpha and beta: floats, or doubles with tensors of doubles. Both must be right.
struct Blend {
  double alpha = 1, beta = 0;
};
Blend blend_of(const void* alpha, const void* beta, cudnnDataType_t);

/// data = alpha * result + beta * data.
void store(const Blend&, const DenseTensor& result, const cudnnTensorStruct&, void* data);

std::vector<std::int64_t> shape_of_pooled(const cudnnPoolingStruct&, const cudnnTensorStruct& input);

/// Where a tensor of the call lies.
struct DnnOperand {
  const char* role;
  const cudnnTensorStruct tensor;
  const void* data;
};

struct DnnOutput {
  DnnOperand operand;
  Blend blend;
};

/// Issues what reads `inputs` and blends results into `outputs`: `compute` is given the inputs' numbers, and fills the
/// results, which have the outputs' shapes; false: oneDNN has no code for it. Inputs are read unless all alphas are 0.
cudnnStatus_t run_layers(const DnnCall& call, cudnnHandle_t handle, std::vector<DnnOperand> inputs,
                         std::vector<DnnOutput> outputs,
                         std::function<bool(const std::vector<DenseTensor>&, std::vector<DenseTensor>&)> compute,
                         void* workspace = nullptr, std::size_t workspace_bytes = 0);

/// The same with one output.
cudnnStatus_t run_layer(const DnnCall& call, cudnnHandle_t handle, std::vector<DnnOperand> inputs, DnnOperand output,
                        const Blend&, std::function<bool(const std::vector<DenseTensor>&, DenseTensor&)> compute,
                        void* workspace = nullptr, std::size_t workspace_bytes = 0);

}  // namespace fencepost::sim
