// cuDNN's layers compute what plain loops on the host do: convolutions forward and back, with groups, dilation, strides, NHWC and
// halves; pooling, activations and softmax forward and back; operations on tensors; alpha and beta.
// CLEAN
// NEEDS: /usr/lib/x86_64-linux-gnu/libdnnl.so.2
// COMPILE: -lcudnn
#include <cuda_fp16.h>
#include <cudnn.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#define CUDNN(call)                                                                     \
  do {                                                                                  \
    if (const cudnnStatus_t status = call; status != CUDNN_STATUS_SUCCESS) {            \
      printf("line %d: %s\n", __LINE__, cudnnGetErrorString(status));                   \
      std::exit(1);                                                                     \
    }                                                                                   \
  } while (0)

cudnnHandle_t handle;
const float kOne = 1, kZero = 0;

/// A tensor of floats on both sides, NCHW there, here by indices.
struct Tensor {
  int n, c, h, w;
  std::vector<float> values;
  float* data;
  cudnnTensorDescriptor_t description;

  Tensor(int its_n, int its_c, int its_h, int its_w, int seed) : n(its_n), c(its_c), h(its_h), w(its_w) {
    for (int i = 0; i < n * c * h * w; ++i) values.push_back(float((i * 7 + seed * 13) % 23 - 11) / 8);
    cudaMalloc(&data, values.size() * sizeof(float));
    push();
    CUDNN(cudnnCreateTensorDescriptor(&description));
    CUDNN(cudnnSetTensor4dDescriptor(description, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, c, h, w));
  }
  Tensor(const Tensor&) = delete;
  ~Tensor() {
    cudaFree(data);
    cudnnDestroyTensorDescriptor(description);
  }
  void push() { cudaMemcpy(data, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice); }
  float& at(int i, int j, int y, int x) { return values[((i * c + j) * h + y) * w + x]; }
  float get(int i, int j, int y, int x) { return y < 0 || y >= h || x < 0 || x >= w ? 0 : at(i, j, y, x); }
};

/// What lies on the device is about `right`.
void expect(const Tensor& got, const std::vector<float>& right, const char* what) {
  std::vector<float> values(right.size());
  cudaMemcpy(values.data(), got.data, values.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (size_t i = 0; i < right.size(); ++i) {
    if (std::fabs(values[i] - right[i]) <= 1e-4F * (1 + std::fabs(right[i]))) continue;
    printf("%s: %g instead of %g at %zu\n", what, values[i], right[i], i);
    std::exit(1);
  }
}

struct Convolution {
  int pad, stride, dilation, groups;
  cudnnConvolutionMode_t mode;
};

void convolutions(const Convolution& k) {
  Tensor x(2, 4, 7, 6, 1), w(6, 4 / k.groups, 3, 2, 2);
  cudnnFilterDescriptor_t filter;
  CUDNN(cudnnCreateFilterDescriptor(&filter));
  CUDNN(cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, w.n, w.c, w.h, w.w));
  cudnnConvolutionDescriptor_t how;
  CUDNN(cudnnCreateConvolutionDescriptor(&how));
  CUDNN(cudnnSetConvolution2dDescriptor(how, k.pad, k.pad, k.stride, k.stride, k.dilation, k.dilation, k.mode,
                                        CUDNN_DATA_FLOAT));
  CUDNN(cudnnSetConvolutionGroupCount(how, k.groups));
  int n, c, h, width;
  CUDNN(cudnnGetConvolution2dForwardOutputDim(how, x.description, filter, &n, &c, &h, &width));
  Tensor y(n, c, h, width, 3);
  // Each term of the sum: an element of y, one of the filter and one of x.
  const auto terms = [&](const std::function<void(float& to, float& by, int i, int channel, int row, int column)>& act,
                         Tensor& to, Tensor& by) {
    for (int i = 0; i < n; ++i)
      for (int o = 0; o < c; ++o)
        for (int p = 0; p < h; ++p)
          for (int q = 0; q < width; ++q)
            for (int j = 0; j < by.c; ++j)
              for (int a = 0; a < by.h; ++a)
                for (int b = 0; b < by.w; ++b) {
                  const bool turned = k.mode == CUDNN_CONVOLUTION;
                  act(to.at(i, o, p, q), by.at(o, j, turned ? by.h - 1 - a : a, turned ? by.w - 1 - b : b), i,
                      o / (c / k.groups) * by.c + j, p * k.stride - k.pad + a * k.dilation,
                      q * k.stride - k.pad + b * k.dilation);
                }
  };
  const float two = 2, half = 0.5F;
  std::vector<float> old = y.values;
  Tensor right(n, c, h, width, 0);
  std::fill(right.values.begin(), right.values.end(), 0);
  terms([&](float& to, float& by, int i, int j, int r, int s) { to += by * x.get(i, j, r, s); }, right, w);
  for (size_t i = 0; i < old.size(); ++i) right.values[i] = two * right.values[i] + half * old[i];
  cudnnConvolutionFwdAlgoPerf_t found[8];
  int count = 0;
  CUDNN(cudnnFindConvolutionForwardAlgorithm(handle, x.description, filter, how, y.description, 8, &count, found));
  size_t bytes = 0;
  CUDNN(cudnnGetConvolutionForwardWorkspaceSize(handle, x.description, filter, how, y.description, found[0].algo, &bytes));
  void* workspace;
  cudaMalloc(&workspace, bytes + 1);
  CUDNN(cudnnConvolutionForward(handle, &two, x.description, x.data, filter, w.data, how, found[0].algo, workspace, bytes,
                                &half, y.description, y.data));
  expect(y, right.values, "forward");
  // Back: what each element of x and of the filter adds to y.
  Tensor dx(x.n, x.c, x.h, x.w, 4), dw(w.n, w.c, w.h, w.w, 5), db(1, c, 1, 1, 6);
  std::vector<float> dx_right(dx.values.size()), db_right(c);
  std::fill(dw.values.begin(), dw.values.end(), 0);
  y.push();
  terms(
      [&](float& from, float& by, int i, int j, int r, int s) {
        if (r < 0 || r >= x.h || s < 0 || s >= x.w) return;
        dx_right[((i * x.c + j) * x.h + r) * x.w + s] += from * by;
      },
      y, w);
  terms([&](float& from, float& by, int i, int j, int r, int s) { by += from * x.get(i, j, r, s); }, y, dw);
  for (int i = 0; i < n; ++i)
    for (int o = 0; o < c; ++o)
      for (int p = 0; p < h * width; ++p) db_right[o] += y.at(i, o, p / width, p % width);
  CUDNN(cudnnConvolutionBackwardData(handle, &kOne, filter, w.data, y.description, y.data, how,
                                     CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, nullptr, 0, &kZero, dx.description, dx.data));
  expect(dx, dx_right, "back to data");
  CUDNN(cudnnConvolutionBackwardFilter(handle, &kOne, x.description, x.data, y.description, y.data, how,
                                       CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, nullptr, 0, &kZero, filter, dw.data));
  expect(dw, dw.values, "back to filter");
  CUDNN(cudnnConvolutionBackwardBias(handle, &kOne, y.description, y.data, &kZero, db.description, db.data));
  expect(db, db_right, "back to bias");
  cudaFree(workspace);
  CUDNN(cudnnDestroyConvolutionDescriptor(how));
  CUDNN(cudnnDestroyFilterDescriptor(filter));
}

/// With bias, what is added, and an activation; of three dimensions of space.
void more_convolutions() {
  Tensor x(1, 2, 4, 4, 1), w(3, 2, 1, 1, 2), z(1, 3, 4, 4, 3), bias(1, 3, 1, 1, 4), y(1, 3, 4, 4, 5);
  cudnnFilterDescriptor_t filter;
  CUDNN(cudnnCreateFilterDescriptor(&filter));
  CUDNN(cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 3, 2, 1, 1));
  cudnnConvolutionDescriptor_t how;
  CUDNN(cudnnCreateConvolutionDescriptor(&how));
  CUDNN(cudnnSetConvolution2dDescriptor(how, 0, 0, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
  cudnnActivationDescriptor_t relu;
  CUDNN(cudnnCreateActivationDescriptor(&relu));
  CUDNN(cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0));
  const float two = 2, half = 0.5F;
  std::vector<float> right;
  for (int o = 0; o < 3; ++o)
    for (int i = 0; i < 16; ++i) {
      const float product = w.at(o, 0, 0, 0) * x.values[i] + w.at(o, 1, 0, 0) * x.values[16 + i];
      right.push_back(std::max(0.0F, two * product + half * z.values[o * 16 + i] + bias.values[o]));
    }
  CUDNN(cudnnConvolutionBiasActivationForward(handle, &two, x.description, x.data, filter, w.data, how,
                                              CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, nullptr, 0, &half, z.description,
                                              z.data, bias.description, bias.data, relu, y.description, y.data));
  expect(y, right, "with bias and activation");
  // 2 x 2 x 2 numbers into each of 2 x 2 x 3, from 3 x 3 x 4, with the last of them next to each other in memory.
  const int from[] = {1, 1, 3, 3, 4}, by[] = {1, 1, 2, 2, 2}, to[] = {1, 1, 2, 2, 3};
  const int none[] = {0, 0, 0}, one[] = {1, 1, 1};
  Tensor in(1, 1, 9, 4, 6), factors(1, 1, 4, 2, 7), out(1, 1, 4, 3, 8);
  CUDNN(cudnnSetTensorNdDescriptorEx(in.description, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 5, from));
  CUDNN(cudnnSetTensorNdDescriptorEx(out.description, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 5, to));
  CUDNN(cudnnSetFilterNdDescriptor(filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 5, by));
  CUDNN(cudnnSetConvolutionNdDescriptor(how, 3, none, one, one, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
  int shape[5];
  CUDNN(cudnnGetConvolutionNdForwardOutputDim(how, in.description, filter, 5, shape));
  if (!std::equal(shape, shape + 5, to)) std::exit(2);
  right.assign(12, 0);
  for (int i = 0; i < 12; ++i)
    for (int k = 0; k < 8; ++k) {
      const int plane = i / 6 + k / 4, row = i / 3 % 2 + k / 2 % 2, column = i % 3 + k % 2;
      right[i] += in.values[(plane * 3 + row) * 4 + column] * factors.values[k];
    }
  CUDNN(cudnnConvolutionForward(handle, &kOne, in.description, in.data, filter, factors.data, how,
                                CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, nullptr, 0, &kZero, out.description, out.data));
  expect(out, right, "three dimensions of space");
  CUDNN(cudnnDestroyActivationDescriptor(relu));
  CUDNN(cudnnDestroyConvolutionDescriptor(how));
  CUDNN(cudnnDestroyFilterDescriptor(filter));
}

void pooling(cudnnPoolingMode_t mode) {
  Tensor x(2, 3, 7, 5, 1);
  cudnnPoolingDescriptor_t how;
  CUDNN(cudnnCreatePoolingDescriptor(&how));
  CUDNN(cudnnSetPooling2dDescriptor(how, mode, CUDNN_NOT_PROPAGATE_NAN, 3, 2, 1, 0, 2, 2));
  int n, c, h, w;
  CUDNN(cudnnGetPooling2dForwardOutputDim(how, x.description, &n, &c, &h, &w));
  Tensor y(n, c, h, w, 2), dy(n, c, h, w, 3), dx(x.n, x.c, x.h, x.w, 4);
  std::vector<float> right, back(dx.values.size());
  for (int i = 0; i < n * c; ++i)
    for (int p = 0; p < h; ++p)
      for (int q = 0; q < w; ++q) {
        float largest = -100, sum = 0;
        int place = 0, inside = 0;
        const auto each = [&](const std::function<void(int, float)>& act) {
          for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 2; ++b) {
              const int row = p * 2 - 1 + a, column = q * 2 + b;
              if (row < 0 || row >= x.h || column >= x.w) continue;
              const int at = (i * x.h + row) * x.w + column;
              act(at, x.values[at]);
            }
        };
        each([&](int at, float value) {
          ++inside;
          sum += value;
          if (value > largest) largest = value, place = at;
        });
        const float own = dy.values[right.size()];
        if (mode == CUDNN_POOLING_MAX) {
          right.push_back(largest);
          back[place] += own;
        } else {
          const float all = mode == CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING ? 6 : inside;
          right.push_back(sum / all);
          each([&](int at, float) { back[at] += own / all; });
        }
      }
  CUDNN(cudnnPoolingForward(handle, how, &kOne, x.description, x.data, &kZero, y.description, y.data));
  expect(y, right, "pooling");
  CUDNN(cudnnPoolingBackward(handle, how, &kOne, y.description, y.data, dy.description, dy.data, x.description, x.data,
                             &kZero, dx.description, dx.data));
  expect(dx, back, "pooling, back");
  CUDNN(cudnnDestroyPoolingDescriptor(how));
}

void activations() {
  struct Function {
    cudnnActivationMode_t mode;
    double coefficient;
    std::function<float(float)> f, slope;
  };
  const auto sigmoid = [](float v) { return 1 / (1 + std::exp(-v)); };
  const Function functions[] = {
      {CUDNN_ACTIVATION_SIGMOID, 0, sigmoid, [=](float v) { return sigmoid(v) * (1 - sigmoid(v)); }},
      {CUDNN_ACTIVATION_RELU, 0, [](float v) { return v > 0 ? v : 0; }, [](float v) { return v > 0 ? 1 : 0; }},
      {CUDNN_ACTIVATION_TANH, 0, [](float v) { return std::tanh(v); },
       [](float v) { return 1 - std::tanh(v) * std::tanh(v); }},
      {CUDNN_ACTIVATION_CLIPPED_RELU, 0.7, [](float v) { return std::min(std::max(v, 0.0F), 0.7F); },
       [](float v) { return v > 0 && v < 0.7F ? 1 : 0; }},
      {CUDNN_ACTIVATION_ELU, 0.5, [](float v) { return v > 0 ? v : 0.5F * (std::exp(v) - 1); },
       [](float v) { return v > 0 ? 1 : 0.5F * std::exp(v); }},
      {CUDNN_ACTIVATION_SWISH, 0, [=](float v) { return v * sigmoid(v); },
       [=](float v) { return sigmoid(v) + v * sigmoid(v) * (1 - sigmoid(v)); }},
  };
  cudnnActivationDescriptor_t how;
  CUDNN(cudnnCreateActivationDescriptor(&how));
  for (const Function& one : functions) {
    Tensor x(1, 3, 4, 5, 1), y(1, 3, 4, 5, 2), dy(1, 3, 4, 5, 3), dx(1, 3, 4, 5, 4);
    CUDNN(cudnnSetActivationDescriptor(how, one.mode, CUDNN_NOT_PROPAGATE_NAN, one.coefficient));
    CUDNN(cudnnActivationForward(handle, how, &kOne, x.description, x.data, &kZero, y.description, y.data));
    CUDNN(cudnnActivationBackward(handle, how, &kOne, y.description, y.data, dy.description, dy.data, x.description,
                                  x.data, &kZero, dx.description, dx.data));
    std::vector<float> right, back;
    for (size_t i = 0; i < x.values.size(); ++i) {
      right.push_back(one.f(x.values[i]));
      back.push_back(dy.values[i] * one.slope(x.values[i]));
    }
    expect(y, right, "activation");
    expect(dx, back, "activation, back");
  }
  CUDNN(cudnnDestroyActivationDescriptor(how));
}

void softmaxes(cudnnSoftmaxAlgorithm_t algorithm, cudnnSoftmaxMode_t mode) {
  Tensor x(2, 3, 2, 2, 1), y(2, 3, 2, 2, 2), dy(2, 3, 2, 2, 3), dx(2, 3, 2, 2, 4);
  CUDNN(cudnnSoftmaxForward(handle, algorithm, mode, &kOne, x.description, x.data, &kZero, y.description, y.data));
  CUDNN(cudnnSoftmaxBackward(handle, algorithm, mode, &kOne, y.description, y.data, dy.description, dy.data, &kZero,
                             dx.description, dx.data));
  std::vector<float> right(x.values.size()), back(x.values.size());
  const bool by_channel = mode == CUDNN_SOFTMAX_MODE_CHANNEL, logarithm = algorithm == CUDNN_SOFTMAX_LOG;
  const int size = by_channel ? 3 : 12, step = by_channel ? 4 : 1;
  for (int group = 0; group < 24 / size; ++group) {
    const int begin = by_channel ? group / 4 * 12 + group % 4 : group * 12;
    float sum = 0, dot = 0;
    for (int i = 0; i < size; ++i) sum += std::exp(x.values[begin + i * step]);
    for (int i = 0; i < size; ++i) {
      const int at = begin + i * step;
      right[at] = logarithm ? x.values[at] - std::log(sum) : std::exp(x.values[at]) / sum;
      dot += logarithm ? dy.values[at] : dy.values[at] * right[at];
    }
    for (int i = 0; i < size; ++i) {
      const int at = begin + i * step;
      back[at] = logarithm ? dy.values[at] - std::exp(right[at]) * dot : right[at] * (dy.values[at] - dot);
    }
  }
  expect(y, right, "softmax");
  expect(dx, back, "softmax, back");
}

void normalization(cudnnBatchNormMode_t mode) {
  const bool by_channel = mode == CUDNN_BATCHNORM_SPATIAL;
  const int n = 4, c = 3, space = 4, size = by_channel ? c : c * space, each = by_channel ? n * space : n;
  Tensor x(n, c, 2, 2, 1), y(n, c, 2, 2, 2), dy(n, c, 2, 2, 3), dx(n, c, 2, 2, 4);
  const auto parameters = [&](int seed) { return Tensor(1, c, by_channel ? 1 : 2, by_channel ? 1 : 2, seed); };
  Tensor scale = parameters(5), bias = parameters(6), running_mean = parameters(7), running_variance = parameters(8);
  Tensor mean = parameters(9), inverse = parameters(10), d_scale = parameters(11), d_bias = parameters(12);
  const double epsilon = 1e-3, factor = 0.25;
  const auto group_of = [&](int i) { return by_channel ? i / space % c : i % (c * space); };
  std::vector<float> means(size), variances(size), inverses(size), right, to_scale(size), to_bias(size), back;
  std::vector<float> new_means, new_variances;
  const int count = x.values.size();
  for (int i = 0; i < count; ++i) means[group_of(i)] += x.values[i] / each;
  for (int i = 0; i < count; ++i) variances[group_of(i)] += std::pow(x.values[i] - means[group_of(i)], 2.0F) / each;
  for (int g = 0; g < size; ++g) {
    inverses[g] = 1 / std::sqrt(variances[g] + epsilon);
    new_means.push_back(0.75F * running_mean.values[g] + 0.25F * means[g]);
    new_variances.push_back(0.75F * running_variance.values[g] + 0.25F * variances[g] * each / (each - 1));
  }
  const auto normal = [&](int i) { return (x.values[i] - means[group_of(i)]) * inverses[group_of(i)]; };
  for (int i = 0; i < count; ++i) {
    const int g = group_of(i);
    right.push_back(normal(i) * scale.values[g] + bias.values[g]);
    to_scale[g] += dy.values[i] * normal(i);
    to_bias[g] += dy.values[i];
  }
  for (int i = 0; i < count; ++i) {
    const int g = group_of(i);
    back.push_back(scale.values[g] * inverses[g] * (dy.values[i] - to_bias[g] / each - normal(i) * to_scale[g] / each));
  }
  cudnnTensorDescriptor_t derived;
  CUDNN(cudnnCreateTensorDescriptor(&derived));
  CUDNN(cudnnDeriveBNTensorDescriptor(derived, x.description, mode));
  CUDNN(cudnnBatchNormalizationForwardTraining(handle, mode, &kOne, &kZero, x.description, x.data, y.description, y.data,
                                               derived, scale.data, bias.data, factor, running_mean.data,
                                               running_variance.data, epsilon, mean.data, inverse.data));
  expect(y, right, "normalized");
  expect(running_mean, new_means, "running mean");
  expect(running_variance, new_variances, "running variance");
  expect(mean, means, "mean");
  expect(inverse, inverses, "inverse deviation");
  for (const bool saved : {true, false}) {
    CUDNN(cudnnBatchNormalizationBackward(handle, mode, &kOne, &kZero, &kOne, &kZero, x.description, x.data,
                                          dy.description, dy.data, dx.description, dx.data, derived, scale.data,
                                          d_scale.data, d_bias.data, epsilon, saved ? mean.data : nullptr,
                                          saved ? inverse.data : nullptr));
    expect(dx, back, "normalized, back");
    expect(d_scale, to_scale, "back to scale");
    expect(d_bias, to_bias, "back to bias");
  }
  cudaMemcpy(running_variance.data, variances.data(), size * sizeof(float), cudaMemcpyHostToDevice);
  CUDNN(cudnnBatchNormalizationForwardInference(handle, mode, &kOne, &kZero, x.description, x.data, y.description,
                                                y.data, derived, scale.data, bias.data, mean.data,
                                                running_variance.data, epsilon));
  expect(y, right, "by given means");
  CUDNN(cudnnDestroyTensorDescriptor(derived));
}

void dropout() {
  Tensor x(2, 3, 20, 20, 1), y(2, 3, 20, 20, 2), again(2, 3, 20, 20, 3), dx(2, 3, 20, 20, 4);
  size_t state_bytes, bytes;
  CUDNN(cudnnDropoutGetStatesSize(handle, &state_bytes));
  CUDNN(cudnnDropoutGetReserveSpaceSize(x.description, &bytes));
  void *states, *reserve;
  cudaMalloc(&states, state_bytes);
  cudaMalloc(&reserve, bytes);
  cudnnDropoutDescriptor_t how;
  CUDNN(cudnnCreateDropoutDescriptor(&how));
  CUDNN(cudnnSetDropoutDescriptor(how, handle, 0.25F, states, state_bytes, 7));
  std::fill(x.values.begin(), x.values.end(), 3);
  x.push();
  CUDNN(cudnnDropoutForward(handle, how, x.description, x.data, again.description, again.data, reserve, bytes));
  CUDNN(cudnnDropoutForward(handle, how, x.description, x.data, y.description, y.data, reserve, bytes));
  CUDNN(cudnnDropoutBackward(handle, how, x.description, x.data, dx.description, dx.data, reserve, bytes));
  std::vector<float> values(x.values.size()), others(x.values.size());
  cudaMemcpy(values.data(), y.data, values.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(others.data(), again.data, values.size() * sizeof(float), cudaMemcpyDeviceToHost);
  const int kept = std::count(values.begin(), values.end(), 4), dropped = std::count(values.begin(), values.end(), 0);
  if (kept + dropped != 2400 || dropped < 500 || dropped > 700 || values == others) {
    printf("dropout: %d of 2400, and %d kept\n", dropped, kept);
    std::exit(1);
  }
  expect(dx, values, "dropout, back");
  CUDNN(cudnnDestroyDropoutDescriptor(how));
  cudaFree(states);
  cudaFree(reserve);
}

void tensors() {
  Tensor a(1, 3, 1, 1, 1), b(2, 3, 2, 2, 2), c(2, 3, 2, 2, 3);
  const float two = 2, half = 0.5F;
  std::vector<float> right = c.values;
  for (int i = 0; i < 24; ++i) right[i] = 2 * a.values[i / 4 % 3] + 0.5F * right[i];
  CUDNN(cudnnAddTensor(handle, &two, a.description, a.data, &half, c.description, c.data));
  expect(c, right, "add");
  CUDNN(cudnnScaleTensor(handle, c.description, c.data, &half));
  for (float& value : right) value /= 2;
  expect(c, right, "scale");
  cudnnOpTensorDescriptor_t product;
  CUDNN(cudnnCreateOpTensorDescriptor(&product));
  CUDNN(cudnnSetOpTensorDescriptor(product, CUDNN_OP_TENSOR_MUL, CUDNN_DATA_FLOAT, CUDNN_NOT_PROPAGATE_NAN));
  CUDNN(cudnnOpTensor(handle, product, &two, b.description, b.data, &half, a.description, a.data, &kOne, c.description,
                      c.data));
  for (int i = 0; i < 24; ++i) right[i] += b.values[i] * a.values[i / 4 % 3];
  expect(c, right, "product");
  cudnnReduceTensorDescriptor_t largest;
  CUDNN(cudnnCreateReduceTensorDescriptor(&largest));
  CUDNN(cudnnSetReduceTensorDescriptor(largest, CUDNN_REDUCE_TENSOR_AMAX, CUDNN_DATA_FLOAT, CUDNN_NOT_PROPAGATE_NAN,
                                       CUDNN_REDUCE_TENSOR_NO_INDICES, CUDNN_32BIT_INDICES));
  CUDNN(cudnnReduceTensor(handle, largest, nullptr, 0, nullptr, 0, &kOne, b.description, b.data, &kZero, a.description,
                          a.data));
  std::vector<float> most(3);
  for (int i = 0; i < 24; ++i) most[i / 4 % 3] = std::max(most[i / 4 % 3], std::fabs(b.values[i]));
  expect(a, most, "largest");
  CUDNN(cudnnSetTensor(handle, c.description, c.data, &two));
  expect(c, std::vector<float>(24, 2), "set");
  // NHWC of halves, and back.
  __half* halves;
  cudaMalloc(&halves, 24 * sizeof(__half));
  cudnnTensorDescriptor_t turned;
  CUDNN(cudnnCreateTensorDescriptor(&turned));
  CUDNN(cudnnSetTensor4dDescriptor(turned, CUDNN_TENSOR_NHWC, CUDNN_DATA_HALF, 2, 3, 2, 2));
  CUDNN(cudnnTransformTensor(handle, &kOne, b.description, b.data, &kZero, turned, halves));
  std::vector<__half> values(24);
  cudaMemcpy(values.data(), halves, 24 * sizeof(__half), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 24; ++i) {
    if (__half2float(values[(i / 12 * 4 + i % 4) * 3 + i / 4 % 3]) != b.values[i]) {
      printf("halves\n");
      std::exit(1);
    }
  }
  CUDNN(cudnnTransformTensor(handle, &kOne, turned, halves, &kZero, c.description, c.data));
  expect(c, b.values, "from halves");
  cudaFree(halves);
  CUDNN(cudnnDestroyTensorDescriptor(turned));
  CUDNN(cudnnDestroyOpTensorDescriptor(product));
  CUDNN(cudnnDestroyReduceTensorDescriptor(largest));
}

int main() {
  CUDNN(cudnnCreate(&handle));
  convolutions({1, 1, 1, 1, CUDNN_CROSS_CORRELATION});
  convolutions({0, 2, 1, 1, CUDNN_CONVOLUTION});
  convolutions({2, 3, 2, 2, CUDNN_CROSS_CORRELATION});
  more_convolutions();
  for (const auto mode : {CUDNN_POOLING_MAX, CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING,
                          CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING}) {
    pooling(mode);
  }
  activations();
  for (const auto algorithm : {CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_LOG}) {
    softmaxes(algorithm, CUDNN_SOFTMAX_MODE_INSTANCE);
    softmaxes(algorithm, CUDNN_SOFTMAX_MODE_CHANNEL);
  }
  normalization(CUDNN_BATCHNORM_SPATIAL);
  normalization(CUDNN_BATCHNORM_PER_ACTIVATION);
  dropout();
  tensors();
  CUDNN(cudnnDestroy(handle));
}
