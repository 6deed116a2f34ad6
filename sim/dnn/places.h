// What the functions of cuDNN's descriptors have in common: they make and end them, and put what they hold into places.
#pragma once

#include <vector>

#include "sim/dnn/descriptors.h"

namespace fencepost::sim {

template <class T>
cudnnStatus_t create(const DnnCall& call, T** place) {
  if (place == nullptr) return call.invalid("the place for the descriptor is null");
  *place = Live<T>::add(new T);
  return CUDNN_STATUS_SUCCESS;
}

template <class T>
cudnnStatus_t destroy(const DnnCall& call, T* descriptor) {
  if (descriptor == nullptr || Live<T>::remove(descriptor)) return CUDNN_STATUS_SUCCESS;
  return call.invalid("its descriptor was never created, or was destroyed");
}

inline std::vector<std::int64_t> numbers(const int* from, int count) { return {from, from + count}; }

/// Of a tensor, into places that may be null.
template <class... Places>
void put(const std::vector<std::int64_t>& values, Places... places) {
  std::size_t i = 0;
  const auto one = [&](int* place) {
    if (place != nullptr && i < values.size()) *place = static_cast<int>(values[i]);
    ++i;
  };
  (one(places), ...);
}

inline void put_all(const std::vector<std::int64_t>& values, int most, int* places) {
  if (places == nullptr) return;
  for (std::size_t i = 0; i < values.size() && i < static_cast<std::size_t>(most); ++i) {
    places[i] = static_cast<int>(values[i]);
  }
}

}  // namespace fencepost::sim
