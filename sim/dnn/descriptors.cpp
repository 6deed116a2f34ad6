#include "sim/dnn/descriptors.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "sim/dnn/places.h"
#include "sim/dnn/tensors.h"
#include "sim/interface/user_pc.h"
#include "sim/library/elements.h"
#include "sim/runtime/device.h"
#include "sim/runtime/error_state.h"

namespace fencepost::sim {
namespace {

/// For elements of a format one behind the other.
std::vector<std::int64_t> strides_of(const std::vector<std::int64_t>& dimensions, cudnnTensorFormat_t format) {
  std::vector<std::int64_t> strides(dimensions.size());
  std::int64_t stride = 1;
  if (format == CUDNN_TENSOR_NHWC) stride = dimensions[1];
  for (std::size_t i = dimensions.size(); i-- != 0;) {
    if (format == CUDNN_TENSOR_NHWC && i == 1) {
      strides[1] = 1;
      continue;
    }
    strides[i] = stride;
    stride *= dimensions[i];
  }
  return strides;
}

cudnnStatus_t check_shape(const DnnCall& call, int count, const int* dimensions, cudnnTensorFormat_t format) {
  DnnCheck check(call);
  check.that(count >= 3 && count <= CUDNN_DIM_MAX,
             "it has " + std::to_string(count) + " dimensions: 3 to 8 are allowed");
  if (check.pointer("dimA", dimensions).failed()) return check.status();
  std::int64_t elements = 1;
  for (int i = 0; i < count; ++i) {
    check.that(dimensions[i] > 0, "dimension " + std::to_string(i) + " is " + std::to_string(dimensions[i]));
    check.that(!__builtin_mul_overflow(elements, dimensions[i], &elements) && elements < (std::int64_t{1} << 40),
               "the dimensions are too large");
  }
  check.that(format >= CUDNN_TENSOR_NCHW && format <= CUDNN_TENSOR_NCHW_VECT_C, "there is no such format");
  check.provided(format != CUDNN_TENSOR_NCHW_VECT_C, "with CUDNN_TENSOR_NCHW_VECT_C");
  return check.status();
}

cudnnStatus_t set_tensor(const DnnCall& call, cudnnTensorStruct* tensor, cudnnDataType_t type, int count,
                         const int* dimensions, const int* strides, cudnnTensorFormat_t format) {
  DnnCheck check(call);
  check.descriptor("tensorDesc", tensor)
      .that(element_bytes(type) != 0, "there is no such type, or none of one element");
  if (check.failed()) return check.status();
  if (const auto status = check_shape(call, count, dimensions, format); status != CUDNN_STATUS_SUCCESS) return status;
  std::vector<std::int64_t> shape = numbers(dimensions, count);
  std::vector<std::int64_t> steps = strides == nullptr ? strides_of(shape, format) : numbers(strides, count);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    check.that(steps[i] > 0, "stride " + std::to_string(i) + " is " + std::to_string(steps[i]));
  }
  if (check.failed()) return check.status();
  *tensor = {.type = type, .dimensions = std::move(shape), .strides = std::move(steps)};
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t set_filter(const DnnCall& call, cudnnFilterStruct* filter, cudnnDataType_t type,
                         cudnnTensorFormat_t format, int count, const int* dimensions) {
  DnnCheck check(call);
  check.descriptor("filterDesc", filter)
      .that(element_bytes(type) != 0, "there is no such type, or none of one element");
  if (check.failed()) return check.status();
  if (const auto status = check_shape(call, count, dimensions, format); status != CUDNN_STATUS_SUCCESS) return status;
  const std::vector<std::int64_t> shape = numbers(dimensions, count);
  *filter = {.tensor = {.type = type, .dimensions = shape, .strides = strides_of(shape, format)}, .format = format};
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t set_convolution(const DnnCall& call, cudnnConvolutionStruct* convolution, int count, const int* padding,
                              const int* strides, const int* dilations, cudnnConvolutionMode_t mode,
                              cudnnDataType_t type) {
  DnnCheck check(call);
  check.descriptor("convDesc", convolution);
  check.that(count >= 1 && count <= 6, "it has " + std::to_string(count) + " dimensions of space");
  check.pointer("padA", padding).pointer("filterStrideA", strides).pointer("dilationA", dilations);
  if (check.failed()) return check.status();
  for (int i = 0; i < count; ++i) {
    check.that(padding[i] >= 0, "its padding is " + std::to_string(padding[i]));
    check.that(strides[i] > 0, "its stride is " + std::to_string(strides[i]));
    check.that(dilations[i] > 0, "its dilation is " + std::to_string(dilations[i]));
  }
  check.that(mode == CUDNN_CONVOLUTION || mode == CUDNN_CROSS_CORRELATION, "there is no such mode");
  check.that(element_bytes(type) != 0, "there is no such type");
  check.provided(count <= 3, "with " + std::to_string(count) + " dimensions of space");
  if (check.failed()) return check.status();
  SlidingWindow& window = convolution->window;
  window.padding = numbers(padding, count);
  window.strides = numbers(strides, count);
  window.dilations = numbers(dilations, count);
  convolution->mode = mode;
  convolution->compute_type = type;
  return CUDNN_STATUS_SUCCESS;
}

}  // namespace

std::size_t element_bytes(cudnnDataType_t type) {
  switch (type) {
    case CUDNN_DATA_DOUBLE:
    case CUDNN_DATA_INT64:
      return 8;
    case CUDNN_DATA_FLOAT:
    case CUDNN_DATA_INT32:
      return 4;
    case CUDNN_DATA_HALF:
    case CUDNN_DATA_BFLOAT16:
      return 2;
    case CUDNN_DATA_INT8:
    case CUDNN_DATA_UINT8:
    case CUDNN_DATA_BOOLEAN:
    case CUDNN_DATA_FP8_E4M3:
    case CUDNN_DATA_FP8_E5M2:
      return 1;
    default:
      return 0;
  }
}

std::string shape_text(const std::vector<std::int64_t>& dimensions) {
  std::string text;
  for (const std::int64_t dimension : dimensions) text += (text.empty() ? "" : "x") + std::to_string(dimension);
  return text;
}

DnnCheck& DnnCheck::tensor(const char* name, const cudnnTensorStruct* value) {
  if (descriptor(name, value).failed()) return *this;
  that(!value->dimensions.empty(), std::string(name) + " was not set");
  return provided(failed() || number_type(value->type).has_value(),
                  std::string("with ") + name + " of cudnnDataType_t " + std::to_string(value->type));
}

DnnCheck& DnnCheck::filter(const char* name, const cudnnFilterStruct* value) {
  if (descriptor(name, value).failed()) return *this;
  that(!value->tensor.dimensions.empty(), std::string(name) + " was not set");
  return provided(failed() || number_type(value->tensor.type).has_value(),
                  std::string("with ") + name + " of cudnnDataType_t " + std::to_string(value->tensor.type));
}

DnnCheck& DnnCheck::same_shape(const char* one, const cudnnTensorStruct* a, const char* other,
                               const cudnnTensorStruct* b) {
  if (failed()) return *this;
  return that(a->dimensions == b->dimensions, std::string(one) + " is of " + shape_text(a->dimensions) + ", " + other +
                                                  " of " + shape_text(b->dimensions));
}

}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cudnnStatus_t cudnnCreate(cudnnHandle_t* handle) {
  if (handle == nullptr) return FENCEPOST_DNN_CALL.invalid("the place for the handle is null");
  if (sticky_error() != cudaSuccess) return CUDNN_STATUS_NOT_INITIALIZED;
  *handle = Live<cudnnContext>::add(new cudnnContext);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnDestroy(cudnnHandle_t handle) {
  if (!Live<cudnnContext>::remove(handle)) return FENCEPOST_DNN_CALL.no_handle(handle);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream) {
  DnnCheck check(FENCEPOST_DNN_CALL, handle);
  if (!check.failed()) handle->stream = stream;
  return check.status();
}
cudnnStatus_t cudnnGetStream(cudnnHandle_t handle, cudaStream_t* stream) {
  DnnCheck check(FENCEPOST_DNN_CALL, handle);
  if (!check.pointer("streamId", stream).failed()) *stream = handle->stream;
  return check.status();
}
size_t cudnnGetVersion() { return CUDNN_VERSION; }
size_t cudnnGetCudartVersion() { return static_cast<size_t>(cuda_version()); }
cudnnStatus_t cudnnGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr) return FENCEPOST_DNN_CALL.invalid("the place for the result is null");
  *value = type == MAJOR_VERSION ? CUDNN_MAJOR : type == MINOR_VERSION ? CUDNN_MINOR : CUDNN_PATCHLEVEL;
  return CUDNN_STATUS_SUCCESS;
}

#define FENCEPOST_STATUS(name) \
  case name:                   \
    return #name;
const char* cudnnGetErrorString(cudnnStatus_t status) {
  switch (status) {
    FENCEPOST_STATUS(CUDNN_STATUS_SUCCESS)
    FENCEPOST_STATUS(CUDNN_STATUS_NOT_INITIALIZED)
    FENCEPOST_STATUS(CUDNN_STATUS_BAD_PARAM)
    FENCEPOST_STATUS(CUDNN_STATUS_NOT_SUPPORTED)
    FENCEPOST_STATUS(CUDNN_STATUS_EXECUTION_FAILED)
    FENCEPOST_STATUS(CUDNN_STATUS_INTERNAL_ERROR)
    FENCEPOST_STATUS(CUDNN_STATUS_ALLOC_FAILED)
    FENCEPOST_STATUS(CUDNN_STATUS_MAPPING_ERROR)
    FENCEPOST_STATUS(CUDNN_STATUS_ARCH_MISMATCH)
    default:
      return "CUDNN_STATUS_UNKNOWN";
  }
}

void cudnnGetLastErrorString(char* text, size_t most) {
  if (text != nullptr && most != 0) std::snprintf(text, most, "see Fencepost's report");
}

// ---- tensors and filters ----

cudnnStatus_t cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t* tensor) {
  return create(FENCEPOST_DNN_CALL, tensor);
}
cudnnStatus_t cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t tensor) {
  return destroy(FENCEPOST_DNN_CALL, tensor);
}
cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensor, cudnnTensorFormat_t format,
                                         cudnnDataType_t type, int n, int c, int h, int w) {
  const int dimensions[] = {n, c, h, w};
  return set_tensor(FENCEPOST_DNN_CALL, tensor, type, 4, dimensions, nullptr, format);
}
cudnnStatus_t cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensor, cudnnDataType_t type, int n, int c, int h,
                                           int w, int n_stride, int c_stride, int h_stride, int w_stride) {
  const int dimensions[] = {n, c, h, w}, strides[] = {n_stride, c_stride, h_stride, w_stride};
  return set_tensor(FENCEPOST_DNN_CALL, tensor, type, 4, dimensions, strides, CUDNN_TENSOR_NCHW);
}
cudnnStatus_t cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t tensor, cudnnDataType_t type, int count,
                                         const int* dimensions, const int* strides) {
  if (strides == nullptr) return FENCEPOST_DNN_CALL.invalid("strideA is null");
  return set_tensor(FENCEPOST_DNN_CALL, tensor, type, count, dimensions, strides, CUDNN_TENSOR_NCHW);
}
cudnnStatus_t cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t tensor, cudnnTensorFormat_t format,
                                           cudnnDataType_t type, int count, const int* dimensions) {
  return set_tensor(FENCEPOST_DNN_CALL, tensor, type, count, dimensions, nullptr, format);
}
cudnnStatus_t cudnnGetTensor4dDescriptor(const cudnnTensorDescriptor_t tensor, cudnnDataType_t* type, int* n, int* c,
                                         int* h, int* w, int* n_stride, int* c_stride, int* h_stride, int* w_stride) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  if (check.descriptor("tensorDesc", tensor).failed()) return check.status();
  if (type != nullptr) *type = tensor->type;
  put(tensor->dimensions, n, c, h, w);
  put(tensor->strides, n_stride, c_stride, h_stride, w_stride);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetTensorNdDescriptor(const cudnnTensorDescriptor_t tensor, int most, cudnnDataType_t* type,
                                         int* count, int* dimensions, int* strides) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  if (check.descriptor("tensorDesc", tensor).failed()) return check.status();
  if (type != nullptr) *type = tensor->type;
  if (count != nullptr) *count = static_cast<int>(tensor->dimensions.size());
  put_all(tensor->dimensions, most, dimensions);
  put_all(tensor->strides, most, strides);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetTensorSizeInBytes(const cudnnTensorDescriptor_t tensor, size_t* bytes) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  if (check.descriptor("tensorDesc", tensor).pointer("size", bytes).failed()) return check.status();
  std::int64_t last = 0;
  for (std::size_t i = 0; i < tensor->dimensions.size(); ++i) last += (tensor->dimensions[i] - 1) * tensor->strides[i];
  *bytes = tensor->dimensions.empty() ? 0 : static_cast<size_t>(last + 1) * element_bytes(tensor->type);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t* filter) {
  return create(FENCEPOST_DNN_CALL, filter);
}
cudnnStatus_t cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t filter) {
  return destroy(FENCEPOST_DNN_CALL, filter);
}
cudnnStatus_t cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filter, cudnnDataType_t type,
                                         cudnnTensorFormat_t format, int k, int c, int h, int w) {
  const int dimensions[] = {k, c, h, w};
  return set_filter(FENCEPOST_DNN_CALL, filter, type, format, 4, dimensions);
}
cudnnStatus_t cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t filter, cudnnDataType_t type,
                                         cudnnTensorFormat_t format, int count, const int* dimensions) {
  return set_filter(FENCEPOST_DNN_CALL, filter, type, format, count, dimensions);
}
cudnnStatus_t cudnnGetFilter4dDescriptor(const cudnnFilterDescriptor_t filter, cudnnDataType_t* type,
                                         cudnnTensorFormat_t* format, int* k, int* c, int* h, int* w) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  if (check.descriptor("filterDesc", filter).failed()) return check.status();
  if (type != nullptr) *type = filter->tensor.type;
  if (format != nullptr) *format = filter->format;
  put(filter->tensor.dimensions, k, c, h, w);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetFilterNdDescriptor(const cudnnFilterDescriptor_t filter, int most, cudnnDataType_t* type,
                                         cudnnTensorFormat_t* format, int* count, int* dimensions) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  if (check.descriptor("filterDesc", filter).failed()) return check.status();
  if (type != nullptr) *type = filter->tensor.type;
  if (format != nullptr) *format = filter->format;
  if (count != nullptr) *count = static_cast<int>(filter->tensor.dimensions.size());
  put_all(filter->tensor.dimensions, most, dimensions);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetFilterSizeInBytes(const cudnnFilterDescriptor_t filter, size_t* bytes) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  if (check.descriptor("filterDesc", filter).pointer("size", bytes).failed()) return check.status();
  *bytes = element_bytes(filter->tensor.type);
  for (const std::int64_t dimension : filter->tensor.dimensions) *bytes *= static_cast<size_t>(dimension);
  return CUDNN_STATUS_SUCCESS;
}

// ---- convolutions ----

cudnnStatus_t cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t* convolution) {
  return create(FENCEPOST_DNN_CALL, convolution);
}
cudnnStatus_t cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t convolution) {
  return destroy(FENCEPOST_DNN_CALL, convolution);
}
cudnnStatus_t cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t convolution, int pad_h, int pad_w, int u,
                                              int v, int dilation_h, int dilation_w, cudnnConvolutionMode_t mode,
                                              cudnnDataType_t type) {
  const int padding[] = {pad_h, pad_w}, strides[] = {u, v}, dilations[] = {dilation_h, dilation_w};
  return set_convolution(FENCEPOST_DNN_CALL, convolution, 2, padding, strides, dilations, mode, type);
}
cudnnStatus_t cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t convolution, int count, const int* padding,
                                              const int* strides, const int* dilations, cudnnConvolutionMode_t mode,
                                              cudnnDataType_t type) {
  return set_convolution(FENCEPOST_DNN_CALL, convolution, count, padding, strides, dilations, mode, type);
}
cudnnStatus_t cudnnGetConvolution2dDescriptor(const cudnnConvolutionDescriptor_t convolution, int* pad_h, int* pad_w,
                                              int* u, int* v, int* dilation_h, int* dilation_w,
                                              cudnnConvolutionMode_t* mode, cudnnDataType_t* type) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  if (check.descriptor("convDesc", convolution).failed()) return check.status();
  put(convolution->window.padding, pad_h, pad_w);
  put(convolution->window.strides, u, v);
  put(convolution->window.dilations, dilation_h, dilation_w);
  if (mode != nullptr) *mode = convolution->mode;
  if (type != nullptr) *type = convolution->compute_type;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t convolution, cudnnMathType_t type) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  if (!check.descriptor("convDesc", convolution).failed()) convolution->math_type = type;
  return check.status();
}
cudnnStatus_t cudnnGetConvolutionMathType(cudnnConvolutionDescriptor_t convolution, cudnnMathType_t* type) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  if (!check.descriptor("convDesc", convolution).pointer("mathType", type).failed()) *type = convolution->math_type;
  return check.status();
}
cudnnStatus_t cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t convolution, int count) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  check.descriptor("convDesc", convolution).that(count > 0, "groupCount is " + std::to_string(count));
  if (!check.failed()) convolution->window.groups = count;
  return check.status();
}
cudnnStatus_t cudnnGetConvolutionGroupCount(cudnnConvolutionDescriptor_t convolution, int* count) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  if (!check.descriptor("convDesc", convolution).pointer("groupCount", count).failed()) {
    *count = static_cast<int>(convolution->window.groups);
  }
  return check.status();
}

}  // extern "C"
