#include "sim/dnn/onednn.h"

#include <functional>
#include <numeric>
#include <utility>

#include "sim/library/shared_object.h"

#if __has_include(<oneapi/dnnl/dnnl.h>)
#include <oneapi/dnnl/dnnl.h>
#define FENCEPOST_HAS_ONEDNN 1
#endif

namespace fencepost::sim {

DenseTensor::DenseTensor(std::vector<std::int64_t> its_dimensions)
    : dimensions(std::move(its_dimensions)),
      values(static_cast<std::size_t>(
          std::accumulate(dimensions.begin(), dimensions.end(), std::int64_t{1}, std::multiplies<>()))) {}

#ifdef FENCEPOST_HAS_ONEDNN

namespace {

#define FENCEPOST_ONEDNN_FUNCTIONS(X)               \
  X(engine_create)                                  \
  X(stream_create)                                  \
  X(stream_wait)                                    \
  X(memory_desc_init_by_strides)                    \
  X(memory_create)                                  \
  X(memory_destroy)                                 \
  X(primitive_desc_create)                          \
  X(primitive_desc_destroy)                         \
  X(primitive_desc_query_md)                        \
  X(primitive_create)                               \
  X(primitive_destroy)                              \
  X(primitive_execute)                              \
  X(memory_desc_get_size)                           \
  X(dilated_convolution_forward_desc_init)          \
  X(dilated_convolution_backward_data_desc_init)    \
  X(dilated_convolution_backward_weights_desc_init) \
  X(pooling_forward_desc_init)                      \
  X(pooling_backward_desc_init)                     \
  X(eltwise_forward_desc_init)                      \
  X(eltwise_backward_desc_init)                     \
  X(softmax_forward_desc_init)                      \
  X(softmax_backward_desc_init)                     \
  X(logsoftmax_forward_desc_init)                   \
  X(logsoftmax_backward_desc_init)                  \
  X(batch_normalization_forward_desc_init)          \
  X(batch_normalization_backward_desc_init)         \
  X(binary_desc_init)                               \
  X(reduction_desc_init)

struct OneDnn {
#define FENCEPOST_MEMBER(name) decltype(&::dnnl_##name) name = nullptr;
  FENCEPOST_ONEDNN_FUNCTIONS(FENCEPOST_MEMBER)
#undef FENCEPOST_MEMBER
  int (*threads)() = nullptr;
  void (*set_threads)(int) = nullptr;
  dnnl_engine_t engine = nullptr;
  dnnl_stream_t stream = nullptr;
  bool complete = false;

  OneDnn() {
    void* const library = open_shared_object("libdnnl.so.2");
    complete = true;
#define FENCEPOST_FIND(name) complete = complete && look_up(library, "dnnl_" #name, name);
    FENCEPOST_ONEDNN_FUNCTIONS(FENCEPOST_FIND)
#undef FENCEPOST_FIND
    look_up(library, "omp_get_max_threads", threads);
    look_up(library, "omp_set_num_threads", set_threads);
    complete = complete && engine_create(&engine, dnnl_cpu, 0) == dnnl_success &&
               stream_create(&stream, engine, dnnl_stream_default_flags) == dnnl_success;
  }
};

const OneDnn& onednn() {
  static const OneDnn instance;
  return instance;
}

/// The calling thread's: the same results in each run.
class OneThread {
 public:
  OneThread() {
    if (onednn().threads == nullptr || onednn().set_threads == nullptr) return;
    before_ = onednn().threads();
    onednn().set_threads(1);
  }
  ~OneThread() {
    if (before_ != 0) onednn().set_threads(before_);
  }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_ = 0;
};

dnnl_memory_desc_t description_of(const std::vector<std::int64_t>& dimensions) {
  std::vector<std::int64_t> strides(dimensions.size());
  std::int64_t stride = 1;
  for (std::size_t i = dimensions.size(); i-- != 0; stride *= dimensions[i]) strides[i] = stride;
  dnnl_memory_desc_t description{};
  onednn().memory_desc_init_by_strides(&description, static_cast<int>(dimensions.size()), dimensions.data(), dnnl_f32,
                                       strides.data());
  return description;
}
dnnl_memory_desc_t description_of(const DenseTensor& tensor) { return description_of(tensor.dimensions); }

/// As oneDNN wants filters: with a dimension of groups, if there are several.
dnnl_memory_desc_t description_of_filter(const DenseTensor& filter, std::int64_t groups) {
  std::vector<std::int64_t> dimensions = filter.dimensions;
  if (groups != 1) {
    dimensions.front() /= groups;
    dimensions.insert(dimensions.begin(), groups);
  }
  return description_of(dimensions);
}

/// An operation, and the memory that it is done with.
class Primitive {
 public:
  explicit Primitive(const_dnnl_op_desc_t operation, const_dnnl_primitive_desc_t hint = nullptr) {
    if (onednn().primitive_desc_create(&description_, operation, nullptr, onednn().engine, hint) != dnnl_success)
      return;
    onednn().primitive_create(&primitive_, description_);
  }
  ~Primitive() {
    for (const dnnl_exec_arg_t& argument : arguments_) onednn().memory_destroy(argument.memory);
    if (primitive_ != nullptr) onednn().primitive_destroy(primitive_);
    if (description_ != nullptr) onednn().primitive_desc_destroy(description_);
  }
  Primitive(const Primitive&) = delete;
  Primitive& operator=(const Primitive&) = delete;

  [[nodiscard]] bool exists() const { return primitive_ != nullptr; }
  [[nodiscard]] const_dnnl_primitive_desc_t description() const { return description_; }
  /// What a forward pass keeps for the one back; null: nothing.
  [[nodiscard]] const dnnl_memory_desc_t* workspace() const {
    return onednn().primitive_desc_query_md(description_, dnnl_query_workspace_md, 0);
  }
  Primitive& with(int argument, const dnnl_memory_desc_t& description, const void* data) {
    dnnl_memory_t memory = nullptr;
    onednn().memory_create(&memory, &description, onednn().engine, const_cast<void*>(data));
    arguments_.push_back({argument, memory});
    return *this;
  }
  Primitive& with(int argument, const DenseTensor& tensor) {
    return with(argument, description_of(tensor), tensor.values.data());
  }
  bool run() {
    const OneThread one_thread;
    return exists() &&
           onednn().primitive_execute(primitive_, onednn().stream, static_cast<int>(arguments_.size()),
                                      arguments_.data()) == dnnl_success &&
           onednn().stream_wait(onednn().stream) == dnnl_success;
  }

 private:
  dnnl_primitive_desc_t description_ = nullptr;
  dnnl_primitive_t primitive_ = nullptr;
  std::vector<dnnl_exec_arg_t> arguments_;
};

/// oneDNN counts what lies between two elements, not the step.
std::vector<std::int64_t> gaps(const SlidingWindow& window) {
  std::vector<std::int64_t> gaps = window.dilations;
  for (std::int64_t& gap : gaps) --gap;
  return gaps;
}

/// The padding on the right that makes the result as large as it is: not all of the left one may be needed there.
std::vector<std::int64_t> padding_behind(const SlidingWindow& window, const std::vector<std::int64_t>& size,
                                         const DenseTensor& input, const DenseTensor& output) {
  std::vector<std::int64_t> behind;
  for (std::size_t d = 0; d < window.strides.size(); ++d) {
    const std::int64_t dilation = window.dilations.empty() ? 1 : window.dilations[d];
    const std::int64_t extent = (size[d] - 1) * dilation + 1;
    behind.push_back((output.dimensions[d + 2] - 1) * window.strides[d] + extent - input.dimensions[d + 2] -
                     window.padding[d]);
  }
  return behind;
}

std::vector<std::int64_t> padding_behind_filter(const SlidingWindow& window, const DenseTensor& filter,
                                                const DenseTensor& input, const DenseTensor& output) {
  return padding_behind(window, {filter.dimensions.begin() + 2, filter.dimensions.end()}, input, output);
}

dnnl_alg_kind_t algorithm_of(PoolingKind kind) {
  switch (kind) {
    case PoolingKind::kMaximum:
      return dnnl_pooling_max;
    case PoolingKind::kAverageWithPadding:
      return dnnl_pooling_avg_include_padding;
    case PoolingKind::kAverageWithoutPadding:
      break;
  }
  return dnnl_pooling_avg_exclude_padding;
}

dnnl_alg_kind_t algorithm_of(ElementKind kind) {
  switch (kind) {
    case ElementKind::kRelu:
      return dnnl_eltwise_relu;
    case ElementKind::kSigmoid:
      return dnnl_eltwise_logistic;
    case ElementKind::kTanh:
      return dnnl_eltwise_tanh;
    case ElementKind::kClip:
      return dnnl_eltwise_clip;
    case ElementKind::kElu:
      return dnnl_eltwise_elu;
    case ElementKind::kSwish:
      return dnnl_eltwise_swish;
    case ElementKind::kAbsolute:
      return dnnl_eltwise_abs;
    case ElementKind::kLinear:
      break;
  }
  return dnnl_eltwise_linear;
}

dnnl_pooling_desc_t forward_pooling(PoolingKind kind, dnnl_prop_kind_t purpose, const SlidingWindow& window,
                                    const DenseTensor& x, const DenseTensor& y) {
  const dnnl_memory_desc_t from = description_of(x), to = description_of(y);
  dnnl_pooling_desc_t description{};
  onednn().pooling_forward_desc_init(&description, purpose, algorithm_of(kind), &from, &to, window.strides.data(),
                                     window.size.data(), window.padding.data(),
                                     padding_behind(window, window.size, x, y).data());
  return description;
}

}  // namespace

void need_onednn(const LibraryCall& call) {
  if (!onednn().complete) end_without(call, "oneDNN", "libdnnl2");
}

bool convolve(const SlidingWindow& window, const DenseTensor& x, const DenseTensor& filter, DenseTensor& y) {
  const dnnl_memory_desc_t from = description_of(x), to = description_of(y);
  const dnnl_memory_desc_t weights = description_of_filter(filter, window.groups);
  dnnl_convolution_desc_t description{};
  onednn().dilated_convolution_forward_desc_init(&description, dnnl_forward_inference, dnnl_convolution_direct, &from,
                                                 &weights, nullptr, &to, window.strides.data(), gaps(window).data(),
                                                 window.padding.data(),
                                                 padding_behind_filter(window, filter, x, y).data());
  return Primitive(&description)
      .with(DNNL_ARG_SRC, x)
      .with(DNNL_ARG_WEIGHTS, weights, filter.values.data())
      .with(DNNL_ARG_DST, y)
      .run();
}

bool convolve_back_data(const SlidingWindow& window, const DenseTensor& dy, const DenseTensor& filter,
                        DenseTensor& dx) {
  const dnnl_memory_desc_t from = description_of(dx), to = description_of(dy);
  const dnnl_memory_desc_t weights = description_of_filter(filter, window.groups);
  const std::vector<std::int64_t> between = gaps(window), behind = padding_behind_filter(window, filter, dx, dy);
  dnnl_convolution_desc_t forward{}, description{};
  onednn().dilated_convolution_forward_desc_init(&forward, dnnl_forward_training, dnnl_convolution_direct, &from,
                                                 &weights, nullptr, &to, window.strides.data(), between.data(),
                                                 window.padding.data(), behind.data());
  onednn().dilated_convolution_backward_data_desc_init(&description, dnnl_convolution_direct, &from, &weights, &to,
                                                       window.strides.data(), between.data(), window.padding.data(),
                                                       behind.data());
  const Primitive hint(&forward);
  return hint.exists() && Primitive(&description, hint.description())
                              .with(DNNL_ARG_DIFF_DST, dy)
                              .with(DNNL_ARG_WEIGHTS, weights, filter.values.data())
                              .with(DNNL_ARG_DIFF_SRC, dx)
                              .run();
}

bool convolve_back_filter(const SlidingWindow& window, const DenseTensor& x, const DenseTensor& dy,
                          DenseTensor& d_filter) {
  const dnnl_memory_desc_t from = description_of(x), to = description_of(dy);
  const dnnl_memory_desc_t weights = description_of_filter(d_filter, window.groups);
  const std::vector<std::int64_t> between = gaps(window), behind = padding_behind_filter(window, d_filter, x, dy);
  dnnl_convolution_desc_t forward{}, description{};
  onednn().dilated_convolution_forward_desc_init(&forward, dnnl_forward_training, dnnl_convolution_direct, &from,
                                                 &weights, nullptr, &to, window.strides.data(), between.data(),
                                                 window.padding.data(), behind.data());
  onednn().dilated_convolution_backward_weights_desc_init(&description, dnnl_convolution_direct, &from, &weights,
                                                          nullptr, &to, window.strides.data(), between.data(),
                                                          window.padding.data(), behind.data());
  const Primitive hint(&forward);
  return hint.exists() && Primitive(&description, hint.description())
                              .with(DNNL_ARG_SRC, x)
                              .with(DNNL_ARG_DIFF_DST, dy)
                              .with(DNNL_ARG_DIFF_WEIGHTS, weights, d_filter.values.data())
                              .run();
}

bool pool(PoolingKind kind, const SlidingWindow& window, const DenseTensor& x, DenseTensor& y) {
  const dnnl_pooling_desc_t description = forward_pooling(kind, dnnl_forward_inference, window, x, y);
  return Primitive(&description).with(DNNL_ARG_SRC, x).with(DNNL_ARG_DST, y).run();
}

bool pool_back(PoolingKind kind, const SlidingWindow& window, const DenseTensor& x, const DenseTensor& dy,
               DenseTensor& dx) {
  const dnnl_pooling_desc_t forward = forward_pooling(kind, dnnl_forward_training, window, x, dy);
  DenseTensor y(dy.dimensions);
  Primitive first(&forward);
  if (!first.exists()) return false;
  const dnnl_memory_desc_t* const kept = first.workspace();
  std::vector<std::byte> workspace(kept == nullptr ? 0 : onednn().memory_desc_get_size(kept));
  first.with(DNNL_ARG_SRC, x).with(DNNL_ARG_DST, y);
  if (kept != nullptr) first.with(DNNL_ARG_WORKSPACE, *kept, workspace.data());
  if (!first.run()) return false;
  const dnnl_memory_desc_t from = description_of(dx), to = description_of(dy);
  dnnl_pooling_desc_t description{};
  onednn().pooling_backward_desc_init(&description, algorithm_of(kind), &from, &to, window.strides.data(),
                                      window.size.data(), window.padding.data(),
                                      padding_behind(window, window.size, x, dy).data());
  Primitive second(&description, first.description());
  second.with(DNNL_ARG_DIFF_DST, dy).with(DNNL_ARG_DIFF_SRC, dx);
  if (kept != nullptr) second.with(DNNL_ARG_WORKSPACE, *kept, workspace.data());
  return second.run();
}

bool apply(const ElementFunction& function, const DenseTensor& x, DenseTensor& y) {
  const dnnl_memory_desc_t data = description_of(x);
  dnnl_eltwise_desc_t description{};
  onednn().eltwise_forward_desc_init(&description, dnnl_forward_inference, algorithm_of(function.kind), &data,
                                     function.a, function.b);
  return Primitive(&description).with(DNNL_ARG_SRC, x).with(DNNL_ARG_DST, y).run();
}

bool apply_back(const ElementFunction& function, const DenseTensor& x, const DenseTensor& dy, DenseTensor& dx) {
  const dnnl_memory_desc_t data = description_of(x);
  dnnl_eltwise_desc_t forward{}, description{};
  onednn().eltwise_forward_desc_init(&forward, dnnl_forward_training, algorithm_of(function.kind), &data, function.a,
                                     function.b);
  onednn().eltwise_backward_desc_init(&description, algorithm_of(function.kind), &data, &data, function.a, function.b);
  const Primitive hint(&forward);
  return hint.exists() && Primitive(&description, hint.description())
                              .with(DNNL_ARG_SRC, x)
                              .with(DNNL_ARG_DIFF_DST, dy)
                              .with(DNNL_ARG_DIFF_SRC, dx)
                              .run();
}

bool softmax(bool logarithm, int axis, const DenseTensor& x, DenseTensor& y) {
  const dnnl_memory_desc_t data = description_of(x);
  dnnl_softmax_desc_t description{};
  (logarithm ? onednn().logsoftmax_forward_desc_init : onednn().softmax_forward_desc_init)(
      &description, dnnl_forward_inference, &data, axis);
  return Primitive(&description).with(DNNL_ARG_SRC, x).with(DNNL_ARG_DST, y).run();
}

bool softmax_back(bool logarithm, int axis, const DenseTensor& y, const DenseTensor& dy, DenseTensor& dx) {
  const dnnl_memory_desc_t data = description_of(y);
  dnnl_softmax_desc_t forward{}, description{};
  (logarithm ? onednn().logsoftmax_forward_desc_init : onednn().softmax_forward_desc_init)(
      &forward, dnnl_forward_training, &data, axis);
  (logarithm ? onednn().logsoftmax_backward_desc_init : onednn().softmax_backward_desc_init)(&description, &data, &data,
                                                                                             axis);
  const Primitive hint(&forward);
  return hint.exists() && Primitive(&description, hint.description())
                              .with(DNNL_ARG_DST, y)
                              .with(DNNL_ARG_DIFF_DST, dy)
                              .with(DNNL_ARG_DIFF_SRC, dx)
                              .run();
}

bool normalize(bool by_given, float epsilon, const DenseTensor& x, const DenseTensor& scale, const DenseTensor& shift,
               DenseTensor& mean, DenseTensor& variance, DenseTensor& y) {
  const dnnl_memory_desc_t data = description_of(x);
  const unsigned flags = dnnl_use_scale | dnnl_use_shift | (by_given ? unsigned{dnnl_use_global_stats} : 0U);
  dnnl_batch_normalization_desc_t description{};
  onednn().batch_normalization_forward_desc_init(
      &description, by_given ? dnnl_forward_inference : dnnl_forward_training, &data, epsilon, flags);
  return Primitive(&description)
      .with(DNNL_ARG_SRC, x)
      .with(DNNL_ARG_SCALE, scale)
      .with(DNNL_ARG_SHIFT, shift)
      .with(DNNL_ARG_MEAN, mean)
      .with(DNNL_ARG_VARIANCE, variance)
      .with(DNNL_ARG_DST, y)
      .run();
}

bool normalize_back(float epsilon, const DenseTensor& x, const DenseTensor& dy, const DenseTensor& scale,
                    const DenseTensor& mean, const DenseTensor& variance, DenseTensor& dx, DenseTensor& d_scale,
                    DenseTensor& d_shift) {
  const dnnl_memory_desc_t data = description_of(x);
  const unsigned flags = dnnl_use_scale | dnnl_use_shift;
  dnnl_batch_normalization_desc_t forward{}, description{};
  onednn().batch_normalization_forward_desc_init(&forward, dnnl_forward_training, &data, epsilon, flags);
  onednn().batch_normalization_backward_desc_init(&description, dnnl_backward, &data, &data, epsilon, flags);
  const Primitive hint(&forward);
  return hint.exists() && Primitive(&description, hint.description())
                              .with(DNNL_ARG_SRC, x)
                              .with(DNNL_ARG_DIFF_DST, dy)
                              .with(DNNL_ARG_SCALE, scale)
                              .with(DNNL_ARG_SHIFT, scale)  // Its value does not matter: but it must be there.
                              .with(DNNL_ARG_MEAN, mean)
                              .with(DNNL_ARG_VARIANCE, variance)
                              .with(DNNL_ARG_DIFF_SRC, dx)
                              .with(DNNL_ARG_DIFF_SCALE, d_scale)
                              .with(DNNL_ARG_DIFF_SHIFT, d_shift)
                              .run();
}

bool combine(PairKind kind, const DenseTensor& a, const DenseTensor& b, DenseTensor& c) {
  constexpr dnnl_alg_kind_t kAlgorithms[] = {dnnl_binary_add, dnnl_binary_mul, dnnl_binary_min, dnnl_binary_max};
  const dnnl_memory_desc_t first = description_of(a), second = description_of(b), to = description_of(c);
  dnnl_binary_desc_t description{};
  onednn().binary_desc_init(&description, kAlgorithms[static_cast<int>(kind)], &first, &second, &to);
  return Primitive(&description).with(DNNL_ARG_SRC_0, a).with(DNNL_ARG_SRC_1, b).with(DNNL_ARG_DST, c).run();
}

bool reduce(ReductionKind kind, const DenseTensor& x, DenseTensor& result) {
  constexpr dnnl_alg_kind_t kAlgorithms[] = {dnnl_reduction_sum,        dnnl_reduction_mul,  dnnl_reduction_min,
                                             dnnl_reduction_max,        dnnl_reduction_mean, dnnl_reduction_norm_lp_sum,
                                             dnnl_reduction_norm_lp_sum};
  const bool is_norm = kind == ReductionKind::kNorm1 || kind == ReductionKind::kNorm2;
  if (x.dimensions == result.dimensions) {  // Each number by itself: oneDNN has no such reduction.
    return apply({is_norm ? ElementKind::kAbsolute : ElementKind::kLinear, is_norm ? 0.0F : 1.0F}, x, result);
  }
  const dnnl_memory_desc_t from = description_of(x), to = description_of(result);
  dnnl_reduction_desc_t description{};
  onednn().reduction_desc_init(&description, kAlgorithms[static_cast<int>(kind)], &from, &to,
                               kind == ReductionKind::kNorm1 ? 1.0F : 2.0F, 0);
  return Primitive(&description).with(DNNL_ARG_SRC, x).with(DNNL_ARG_DST, result).run();
}

#else

void need_onednn(const LibraryCall& call) {
  end_without(call, "a Fencepost built with oneDNN's header", "libdnnl-dev");
}

bool convolve(const SlidingWindow&, const DenseTensor&, const DenseTensor&, DenseTensor&) { return false; }
bool convolve_back_data(const SlidingWindow&, const DenseTensor&, const DenseTensor&, DenseTensor&) { return false; }
bool convolve_back_filter(const SlidingWindow&, const DenseTensor&, const DenseTensor&, DenseTensor&) { return false; }
bool pool(PoolingKind, const SlidingWindow&, const DenseTensor&, DenseTensor&) { return false; }
bool pool_back(PoolingKind, const SlidingWindow&, const DenseTensor&, const DenseTensor&, DenseTensor&) {
  return false;
}
bool apply(const ElementFunction&, const DenseTensor&, DenseTensor&) { return false; }
bool apply_back(const ElementFunction&, const DenseTensor&, const DenseTensor&, DenseTensor&) { return false; }
bool softmax(bool, int, const DenseTensor&, DenseTensor&) { return false; }
bool softmax_back(bool, int, const DenseTensor&, const DenseTensor&, DenseTensor&) { return false; }
bool normalize(bool, float, const DenseTensor&, const DenseTensor&, const DenseTensor&, DenseTensor&, DenseTensor&,
               DenseTensor&) {
  return false;
}
bool normalize_back(float, const DenseTensor&, const DenseTensor&, const DenseTensor&, const DenseTensor&,
                    const DenseTensor&, DenseTensor&, DenseTensor&, DenseTensor&) {
  return false;
}
bool combine(PairKind, const DenseTensor&, const DenseTensor&, DenseTensor&) { return false; }
bool reduce(ReductionKind, const DenseTensor&, DenseTensor&) { return false; }

#endif

}  // namespace fencepost::sim
