// The functions of cuDNN for dropout. What is dropped is drawn from the states in the device's memory, and written
// down, a byte for each element, in the reserve space.
#include <cstring>
#include <string>
#include <utility>

#include "sim/dnn/tensors.h"
#include "sim/interface/user_pc.h"

namespace fencepost::sim {
namespace {

/// What lies in the states: the numbers drawn so far are those of the seed.
struct DropoutStates {
  std::uint64_t seed, drawn;
};

/// The number at a place of a seed's sequence, from 0 to 1 (SplitMix64: Steele, Lea, Flood, "Fast Splittable
/// Pseudorandom Number Generators", 2014).
double drawn_at(std::uint64_t seed, std::uint64_t place) {
  std::uint64_t z = seed + (place + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111eb;
  z ^= z >> 31U;
  return static_cast<double>(z >> 11U) * 0x1p-53;
}

std::size_t elements_of(const cudnnTensorStruct& tensor) {
  std::size_t count = 1;
  for (const std::int64_t dimension : tensor.dimensions) count *= static_cast<std::size_t>(dimension);
  return count;
}

Operand bytes_operand(const char* role, Access access, const void* data, std::size_t bytes) {
  return vector_operand(role, access, data, 1, static_cast<std::int64_t>(bytes), 1);
}

DnnCheck& check_probability(DnnCheck& check, float probability) {
  return check.that(probability >= 0 && probability <= 1, "dropout is " + std::to_string(probability));
}

DnnCheck& check_states(DnnCheck& check, const void* states, std::size_t bytes) {
  return check.that(
      states == nullptr || bytes >= sizeof(DropoutStates),
      "its states are of " + std::to_string(bytes) + " bytes, and must be of " + std::to_string(sizeof(DropoutStates)));
}

DnnCheck& check_dropout(DnnCheck& check, const cudnnDropoutStruct* dropout, const char* from_name,
                        const cudnnTensorStruct* from, const char* to_name, const cudnnTensorStruct* to,
                        const void* reserve, std::size_t bytes) {
  check.descriptor("dropoutDesc", dropout).tensor(from_name, from).tensor(to_name, to);
  check.same_shape(from_name, from, to_name, to).pointer("reserveSpace", reserve);
  if (check.failed()) return check;
  check.that(dropout->states != nullptr, "dropoutDesc was not set, or without states");
  return check.that(bytes >= elements_of(*from), "its reserve space is of " + std::to_string(bytes) +
                                                     " bytes, and must be of " + std::to_string(elements_of(*from)));
}

/// Elements that are kept grow, so that the sum stays about the same.
void keep_some(const cudnnDropoutStruct& dropout, const unsigned char* kept, const DenseTensor& from, DenseTensor& to) {
  const float factor = dropout.probability < 1 ? 1 / (1 - dropout.probability) : 0;
  for (std::size_t i = 0; i < from.values.size(); ++i) to.values[i] = kept[i] != 0 ? from.values[i] * factor : 0;
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

cudnnStatus_t cudnnDropoutGetStatesSize(cudnnHandle_t handle, size_t* bytes) {
  DnnCheck check(FENCEPOST_DNN_CALL, handle);
  if (!check.pointer("sizeInBytes", bytes).failed()) *bytes = sizeof(DropoutStates);
  return check.status();
}

cudnnStatus_t cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t x, size_t* bytes) {
  DnnCheck check(FENCEPOST_DNN_CALL);
  if (!check.tensor("xDesc", x).pointer("sizeInBytes", bytes).failed()) *bytes = elements_of(*x);
  return check.status();
}

cudnnStatus_t cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t dropout, cudnnHandle_t handle, float probability,
                                        void* states, size_t bytes, unsigned long long seed) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_states(check_probability(check.descriptor("dropoutDesc", dropout), probability), states, bytes);
  if (check.failed()) return check.status();
  *dropout = {.probability = probability, .states = states, .seed = seed};
  if (states == nullptr) return CUDNN_STATUS_SUCCESS;
  return run(call, handle->stream, false, [=](OperandList& list) -> std::function<void()> {
    if (!list.add(bytes_operand("states", Access::kWrite, states, sizeof(DropoutStates)))) return nullptr;
    return [=] {
      const DropoutStates first{seed, 0};
      std::memcpy(states, &first, sizeof(first));
    };
  });
}

cudnnStatus_t cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t dropout, cudnnHandle_t handle, float probability,
                                            void* states, size_t bytes, unsigned long long seed) {
  DnnCheck check(FENCEPOST_DNN_CALL, handle);
  check.descriptor("dropoutDesc", dropout).pointer("states", states);
  check_states(check_probability(check, probability), states, bytes);
  if (!check.failed()) *dropout = {.probability = probability, .states = states, .seed = seed};
  return check.status();
}

cudnnStatus_t cudnnGetDropoutDescriptor(cudnnDropoutDescriptor_t dropout, cudnnHandle_t handle, float* probability,
                                        void** states, unsigned long long* seed) {
  DnnCheck check(FENCEPOST_DNN_CALL, handle);
  check.descriptor("dropoutDesc", dropout).pointer("dropout", probability).pointer("states", states);
  if (check.pointer("seed", seed).failed()) return check.status();
  *probability = dropout->probability;
  *states = dropout->states;
  *seed = dropout->seed;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnDropoutForward(cudnnHandle_t handle, const cudnnDropoutDescriptor_t dropout,
                                  const cudnnTensorDescriptor_t x_tensor, const void* x,
                                  const cudnnTensorDescriptor_t y_tensor, void* y, void* reserve, size_t bytes) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_dropout(check, dropout, "xdesc", x_tensor, "ydesc", y_tensor, reserve, bytes).data("x", x).data("y", y);
  if (check.failed()) return check.status();
  return run(call, handle->stream, false,
             [=, what = *dropout, from = *x_tensor, to = *y_tensor](OperandList& list) -> std::function<void()> {
               if (!list.add(bytes_operand("states", Access::kUpdate, what.states, sizeof(DropoutStates))) ||
                   !list.add(tensor_operand("x", Access::kRead, from, x)) ||
                   !list.add(tensor_operand("y", Access::kWrite, to, y)) ||
                   !list.add(bytes_operand("reserveSpace", Access::kWrite, reserve, elements_of(from)))) {
                 return nullptr;
               }
               return [=] {
                 DropoutStates states{};
                 std::memcpy(&states, what.states, sizeof(states));
                 const DenseTensor numbers = load(from, x);
                 DenseTensor result(to.dimensions);
                 auto* const kept = static_cast<unsigned char*>(reserve);
                 for (std::size_t i = 0; i < numbers.values.size(); ++i) {
                   kept[i] = drawn_at(states.seed, states.drawn + i) >= what.probability ? 1 : 0;
                 }
                 states.drawn += numbers.values.size();
                 std::memcpy(what.states, &states, sizeof(states));
                 keep_some(what, kept, numbers, result);
                 store(Blend(), result, to, y);
               };
             });
}

cudnnStatus_t cudnnDropoutBackward(cudnnHandle_t handle, const cudnnDropoutDescriptor_t dropout,
                                   const cudnnTensorDescriptor_t dy_tensor, const void* dy,
                                   const cudnnTensorDescriptor_t dx_tensor, void* dx, void* reserve, size_t bytes) {
  const DnnCall call = FENCEPOST_DNN_CALL;
  DnnCheck check(call, handle);
  check_dropout(check, dropout, "dydesc", dy_tensor, "dxdesc", dx_tensor, reserve, bytes).data("dy", dy).data("dx", dx);
  if (check.failed()) return check.status();
  return run(call, handle->stream, false,
             [=, what = *dropout, from = *dy_tensor, to = *dx_tensor](OperandList& list) -> std::function<void()> {
               if (!list.add(tensor_operand("dy", Access::kRead, from, dy)) ||
                   !list.add(bytes_operand("reserveSpace", Access::kRead, reserve, elements_of(from))) ||
                   !list.add(tensor_operand("dx", Access::kWrite, to, dx))) {
                 return nullptr;
               }
               return [=] {
                 DenseTensor result(to.dimensions);
                 keep_some(what, static_cast<const unsigned char*>(reserve), load(from, dy), result);
                 store(Blend(), result, to, dx);
               };
             });
}

}  // extern "C"
