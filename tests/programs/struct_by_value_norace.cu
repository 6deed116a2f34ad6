// Structs passed and returned by value to a function that is not inlined, with a barrier between write and read.
// CLEAN
struct State {
  float weight, mean;
};
struct Statistics {
  double moment[4];
  int count;
};
__device__ Statistics results[64];

__device__ __noinline__ State merged(State a, State b) {
  const float weight = a.weight + b.weight;
  return {weight, weight == 0 ? 0 : (a.weight * a.mean + b.weight * b.mean) / weight};
}
// The caller's element is written when the call has returned: after the barrier.
__device__ __noinline__ State exchanged(State mine, int t) {
  __shared__ State row[64];
  row[t] = mine;
  __syncthreads();
  return row[63 - t];
}
__device__ __noinline__ Statistics counted(Statistics s, int depth) {
  s.count += depth;
  return depth == 0 ? s : counted(s, depth - 1);
}

__global__ void reduce(State* out) {
  __shared__ State parts[64];
  int t = threadIdx.x;
  parts[t] = State{1, float(t)};
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (t < half) parts[t] = merged(parts[t], parts[t + half]);
    __syncthreads();
  }
  float mean = parts[0].mean;
  parts[(t + 1) % 64] = exchanged(parts[t], t);
  __syncthreads();
  out[t] = merged(parts[t], State{mean, 0});
  results[t] = counted(results[t], 3);
}

int main() {
  State* out;
  cudaMalloc(&out, 64 * sizeof(State));
  reduce<<<1, 64>>>(out);
  return cudaDeviceSynchronize();
}
