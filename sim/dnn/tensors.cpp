#include "sim/dnn/tensors.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "sim/interface/user_pc.h"
#include "sim/library/elements.h"

namespace fencepost::sim {
namespace {

/// Calls `act` with the offset of each row of the innermost dimension, in elements of memory, and the number of it.
template <class Act>
void for_each_row(const cudnnTensorStruct& tensor, Act act) {
  const std::size_t outer = tensor.dimensions.size() - 1;
  std::vector<std::int64_t> index(outer);
  std::size_t row = 0;
  for (bool more = true; more; ++row) {
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < outer; ++d) offset += index[d] * tensor.strides[d];
    act(offset, row);
    more = false;
    for (std::size_t d = outer; d-- != 0 && !more;) {
      more = ++index[d] != tensor.dimensions[d];
      if (!more) index[d] = 0;
    }
  }
}

}  // namespace

std::optional<cudaDataType> number_type(cudnnDataType_t type) {
  switch (type) {
    case CUDNN_DATA_FLOAT:
      return CUDA_R_32F;
    case CUDNN_DATA_DOUBLE:
      return CUDA_R_64F;
    case CUDNN_DATA_HALF:
      return CUDA_R_16F;
    case CUDNN_DATA_BFLOAT16:
      return CUDA_R_16BF;
    default:
      return std::nullopt;
  }
}

Operand tensor_operand(const char* role, Access access, const cudnnTensorStruct& tensor, const void* data) {
  // As it lies in memory.
  std::vector<Dimension> dimensions;
  for (std::size_t i = 0; i < tensor.dimensions.size(); ++i) {
    dimensions.push_back({tensor.dimensions[i], tensor.strides[i]});
  }
  std::ranges::stable_sort(dimensions, [](const Dimension& a, const Dimension& b) {
    return a.stride != b.stride ? a.stride > b.stride : a.count > b.count;
  });
  return array_operand(role, access, data, element_bytes(tensor.type), dimensions);
}

DenseTensor load(const cudnnTensorStruct& tensor, const void* data) {
  DenseTensor dense(tensor.dimensions);
  const cudaDataType type = *number_type(tensor.type);
  const std::int64_t width = tensor.dimensions.back();
  for_each_row(tensor, [&](std::int64_t offset, std::size_t row) {
    const auto* const from =
        static_cast<const std::byte*>(data) + static_cast<std::size_t>(offset) * element_bytes(type);
    read_elements(type, from, tensor.strides.back(), width,
                  dense.values.data() + row * static_cast<std::size_t>(width));
  });
  return dense;
}

Blend blend_of(const void* alpha, const void* beta, cudnnDataType_t type) {
  const auto value = [type](const void* from) -> double {
    return type == CUDNN_DATA_DOUBLE ? *static_cast<const double*>(from) : *static_cast<const float*>(from);
  };
  return {value(alpha), value(beta)};
}

void store(const Blend& blend, const DenseTensor& result, const cudnnTensorStruct& tensor, void* data) {
  const cudaDataType type = *number_type(tensor.type);
  const auto width = static_cast<std::size_t>(tensor.dimensions.back());
  std::vector<double> values(width);
  for_each_row(tensor, [&](std::int64_t offset, std::size_t row) {
    auto* const to = static_cast<std::byte*>(data) + static_cast<std::size_t>(offset) * element_bytes(type);
    const auto count = static_cast<std::int64_t>(width);
    if (blend.beta != 0) read_elements(type, to, tensor.strides.back(), count, values.data());
    for (std::size_t i = 0; i < width; ++i) {
      const double old = blend.beta != 0 ? blend.beta * values[i] : 0;
      values[i] = blend.alpha * static_cast<double>(result.values[row * width + i]) + old;
    }
    write_elements(type, values.data(), count, to, tensor.strides.back());
  });
}

std::vector<std::int64_t> shape_of_pooled(const cudnnPoolingStruct& pooling, const cudnnTensorStruct& input) {
  const SlidingWindow& window = pooling.window;
  std::vector<std::int64_t> shape = {input.dimensions[0], input.dimensions[1]};
  for (std::size_t d = 0; d < window.size.size(); ++d) {
    shape.push_back(1 + (input.dimensions[d + 2] + 2 * window.padding[d] - window.size[d]) / window.strides[d]);
  }
  return shape;
}

cudnnStatus_t run_layers(const DnnCall& call, cudnnHandle_t handle, std::vector<DnnOperand> inputs,
                         std::vector<DnnOutput> outputs,
                         std::function<bool(const std::vector<DenseTensor>&, std::vector<DenseTensor>&)> compute,
                         void* workspace, std::size_t workspace_bytes) {
  need_onednn(call);
  const bool reads = std::ranges::any_of(outputs, [](const DnnOutput& output) { return output.blend.alpha != 0; });
  LibraryPlan plan = [=, inputs = std::move(inputs), outputs = std::move(outputs),
                      compute = std::move(compute)](OperandList& list) -> std::function<void()> {
    for (const DnnOperand& input : inputs) {
      if (reads && !list.add(tensor_operand(input.role, Access::kRead, input.tensor, input.data))) return nullptr;
    }
    for (const auto& [operand, blend] : outputs) {
      const Access access = blend.beta != 0 ? Access::kUpdate : Access::kWrite;
      if (!list.add(tensor_operand(operand.role, access, operand.tensor, operand.data))) return nullptr;
    }
    return [=] {
      std::vector<DenseTensor> numbers, results;
      for (const DnnOutput& output : outputs) results.emplace_back(output.operand.tensor.dimensions);
      for (const DnnOperand& input : inputs) {
        if (reads) numbers.push_back(load(input.tensor, input.data));
      }
      if (reads && !compute(numbers, results)) {
        static_cast<void>(call.unsupported("with these shapes (oneDNN has no code for them)"));
        return;
      }
      for (std::size_t i = 0; i < outputs.size(); ++i) {
        store(outputs[i].blend, results[i], outputs[i].operand.tensor, const_cast<void*>(outputs[i].operand.data));
      }
    };
  };
  return run(call, handle->stream, false, with_workspace(std::move(plan), workspace, workspace_bytes));
}

cudnnStatus_t run_layer(const DnnCall& call, cudnnHandle_t handle, std::vector<DnnOperand> inputs, DnnOperand output,
                        const Blend& blend, std::function<bool(const std::vector<DenseTensor>&, DenseTensor&)> compute,
                        void* workspace, std::size_t workspace_bytes) {
  return run_layers(
      call, handle, std::move(inputs), {{std::move(output), blend}},
      [compute = std::move(compute)](const std::vector<DenseTensor>& in, std::vector<DenseTensor>& out) {
        return compute(in, out.front());
      },
      workspace, workspace_bytes);
}

}  // namespace fencepost::sim
