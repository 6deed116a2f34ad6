// Rotation of an array by one element to the left or right, in place, by one block.
//
// Papers: Safari and Huisman, 2022, list 3 (left);
// Safari et al., NFM 2020, list 1 (right).
//
// Usage: rotate [N | FIRST-LAST | random COUNT LARGEST [SEED]]    N threads on N elements, 1 to 1024
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "sizes.h"

#ifdef __FENCEPOST__
#include <fencepost/ghost.h>
#endif

__global__ void left_rotation(int* array, int size) {
  int temp;
  int tid = threadIdx.x;
  if (tid != size - 1) {
    temp = array[tid + 1];
  } else {
    temp = array[0];
  }
  __syncthreads();
  array[tid] = temp;
}

__global__ void right_rotation(int* array, int size) {
  int temp;
  int tid = threadIdx.x;
  if (tid != 0) {
    temp = array[tid - 1];
  } else {
    temp = array[size - 1];
  }
  __syncthreads();
  array[tid] = temp;
}

// Whether element i is element i + shift of the input, cyclically.
static bool is_rotated(const std::vector<int>& input, const int* array, size_t shift) {
  for (size_t i = 0; i < input.size(); ++i) {
    if (array[i] != input[(i + shift) % input.size()]) return false;
  }
  return true;
}

static bool rotation_is_right(int N, void (*rotate)(int*, int), size_t shift, const char* direction) {
  std::vector<int> input(N), output(N);
  for (int i = 0; i < N; ++i) {
    input[i] = 100 + i;
  }
  const size_t bytes = N * sizeof(int);
  int* array;
  cudaMalloc(&array, bytes);
  cudaMemcpy(array, input.data(), bytes, cudaMemcpyHostToDevice);
  {
#ifdef __FENCEPOST__
    fencepost::GhostCheck unchanged_then_rotated([&](const fencepost::AfterInterval& after) {
      after.require(is_rotated(input, after.array(array), after.at_exit ? shift : 0),
                    "the array is unchanged at the barrier and rotated at the end");
    });
#endif
    rotate<<<1, N>>>(array, N);
  }
  cudaMemcpy(output.data(), array, bytes, cudaMemcpyDeviceToHost);
  const cudaError_t error = cudaGetLastError();
  cudaFree(array);
  if (error != cudaSuccess) {
    printf("rotate: %s\n", cudaGetErrorString(error));
    return false;
  }
  if (!is_rotated(input, output.data(), shift)) {
    printf("rotate: rotation of %d elements to the %s is wrong\n", N, direction);
    return false;
  }
  return true;
}

int main(int argc, char** argv) {
  const std::vector<long> sizes = sizes_of_command_line(argc, argv, "rotate", 1024);
  for (long N : sizes) {
    if (!rotation_is_right(static_cast<int>(N), left_rotation, 1, "left")) return 1;
    if (!rotation_is_right(static_cast<int>(N), right_rotation, N - 1, "right")) return 1;
  }
  printf("rotate: left and right rotation of %s are right\n", in_words(sizes).c_str());
}
