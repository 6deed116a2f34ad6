// Rotations with contracts: each thread gives back the element that it read and is given its own. As in kernels/rotate.cu
// and the papers named there.
// CLEAN
// COMPILE: --contracts
#include <cstdio>
#include <cstdlib>
#include <vector>

/*@
  context_everywhere size == blockDim.x && gridDim.x == 1;
  requires Perm(array[(\ltid + 1) % size], write);
  ensures Perm(array[\ltid], write);
  ensures array[\ltid] == \old(array[(\ltid + 1) % size]);
@*/
__global__ void left_rotation(int* array, int size) {
  int temp;
  int tid = threadIdx.x;
  //@ assert tid == \ltid;
  if (tid != size - 1) {
    temp = array[tid + 1];
  } else {
    temp = array[0];
  }
  /*@
    requires tid != size - 1 ==> Perm(array[tid + 1], write);
    requires tid == size - 1 ==> Perm(array[0], write);
    requires temp == \old(array[(tid + 1) % size]);
    ensures Perm(array[tid], write);
  @*/
  __syncthreads();
  array[tid] = temp;
}

/*@
  context_everywhere size == blockDim.x && gridDim.x == 1;
  requires \pointer_index(array, \ltid != 0 ? \ltid - 1 : size - 1, 1);
  ensures \pointer_index(array, \ltid, 1);
  ensures array[\ltid] == \old(array[\ltid != 0 ? \ltid - 1 : size - 1]);
@*/
__global__ void right_rotation(int* array, int size) {
  int temp;
  int tid = threadIdx.x;
  if (tid != 0) {
    temp = array[tid - 1];
  } else {
    temp = array[size - 1];
  }
  /*@
    requires \pointer_index(array, (tid + size - 1) % size, 1);
    ensures \pointer_index(array, tid, 1);
  @*/
  __syncthreads();
  array[tid] = temp;
}

static bool rotates(void (*rotate)(int*, int), int size, int shift) {
  std::vector<int> input(size), output(size);
  for (int i = 0; i < size; ++i) input[i] = 100 + i;
  int* array;
  cudaMalloc(&array, size * sizeof(int));
  cudaMemcpy(array, input.data(), size * sizeof(int), cudaMemcpyHostToDevice);
  rotate<<<1, size>>>(array, size);
  cudaMemcpy(output.data(), array, size * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(array);
  for (int i = 0; i < size; ++i) {
    if (output[i] != input[(i + shift) % size]) return false;
  }
  return true;
}

int main(int argc, char** argv) {
  const int size = argc > 1 ? atoi(argv[1]) : 40;
  const bool right = rotates(left_rotation, size, 1) && rotates(right_rotation, size, size - 1);
  printf(right ? "right\n" : "wrong\n");
  return right ? 0 : 1;
}
