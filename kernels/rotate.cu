// Rotation of an array by one element to the left or right, in place, by one block.
//
// Papers: Safari and Huisman, 2022, list 3 (left);
// Safari et al., NFM 2020, list 1 (right).
//
// Usage: rotate [N]    N threads on N elements, 2 to 1024
#include <cstdio>
#include <cstdlib>
#include <vector>

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

// Element i of the result must be element i + shift of the input, cyclically.
static bool rotation_is_right(const std::vector<int>& input, const std::vector<int>& output, size_t shift) {
  for (size_t i = 0; i < input.size(); ++i) {
    int expected = input[(i + shift) % input.size()];
    if (output[i] != expected) {
      printf("rotate: array[%zu] is %d, not %d\n", i, output[i], expected);
      return false;
    }
  }
  return true;
}

int main(int argc, char** argv) {
  char* end = nullptr;
  long N = argc > 1 ? strtol(argv[1], &end, 10) : 8;
  if (argc > 2 || (end && *end) || N < 2 || N > 1024) {
    fprintf(stderr, "usage: rotate [N]   (N is a number from 2 to 1024)\n");
    return 2;
  }

  std::vector<int> input(N), left(N), right(N);
  for (int i = 0; i < N; ++i) {
    input[i] = 100 + i;
  }

  const size_t bytes = N * sizeof(int);
  int* array;
  cudaMalloc(&array, bytes);

  cudaMemcpy(array, input.data(), bytes, cudaMemcpyHostToDevice);
  left_rotation<<<1, N>>>(array, N);
  cudaMemcpy(left.data(), array, bytes, cudaMemcpyDeviceToHost);

  cudaMemcpy(array, input.data(), bytes, cudaMemcpyHostToDevice);
  right_rotation<<<1, N>>>(array, N);
  cudaMemcpy(right.data(), array, bytes, cudaMemcpyDeviceToHost);

  cudaError_t error = cudaGetLastError();
  cudaFree(array);
  if (error != cudaSuccess) {
    printf("rotate: %s\n", cudaGetErrorString(error));
    return 1;
  }
  if (!rotation_is_right(input, left, 1) || !rotation_is_right(input, right, N - 1)) {
    return 1;
  }
  printf("rotate: left and right rotation of %ld elements are right\n", N);
}
