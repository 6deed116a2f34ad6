// A struct of two doubles needs no address that is a multiple of 16; a packed one needs none at all.
// CLEAN
struct Pair {
  double x, y;
};
struct Row {
  double tag;
  Pair pair;
};
struct __attribute__((packed)) Packed {
  char tag;
  int value;
};

__device__ Packed in_variable[32];

__global__ void k(Row* rows, Packed* packed, Pair* pairs) {
  pairs[threadIdx.x] = rows[threadIdx.x].pair;
  __shared__ Packed in_block[32];
  in_block[threadIdx.x].value = 1;
  in_variable[threadIdx.x].value = in_block[threadIdx.x].value;
  packed[threadIdx.x].value += in_variable[threadIdx.x].value;
}

int main() {
  Row* rows;
  Pair* pairs;
  Packed* packed;
  cudaMalloc(&rows, 32 * sizeof(Row));
  cudaMalloc(&pairs, 33 * sizeof(Pair));
  cudaMalloc(&packed, 32 * sizeof(Packed));
  cudaMemset(rows, 0, 32 * sizeof(Row));
  cudaMemset(packed, 0, 32 * sizeof(Packed));
  k<<<1, 32>>>(rows, packed, pairs);
  cudaDeviceSynchronize();
  cudaFree(rows);
  cudaFree(pairs);
  cudaFree(packed);
}
