// A struct passed by value is read by the call, one returned by value is written by it: a function that is not inlined
// hides neither.
// FINDING: race error shared intra-block read@argument write@fill object=parts
// FINDING: race error global intra-block write@result read@sum object=totals
// FINDING: race error global intra-block read@pointed write@pointer object=states
// FINDING: race error global intra-block write@deep read@after object=deep
struct State {
  float weight, mean;
};
struct Statistics {
  double moment[4];
  int count;
};
__device__ State totals[64], states[64];
__device__ Statistics deep[64];

__device__ __noinline__ State merged(State a, State b) {
  const float weight = a.weight + b.weight;
  return {weight, weight == 0 ? 0 : (a.weight * a.mean + b.weight * b.mean) / weight};
}
__device__ __noinline__ State identity() { return {0, 0}; }
__device__ __noinline__ Statistics counted(Statistics s, int depth) {
  s.count += depth;
  return depth == 0 ? s : counted(s, depth - 1);
}
__device__ __noinline__ float weight_of(State s) { return s.weight; }

__global__ void reduce() {
  __shared__ State parts[64];
  int t = threadIdx.x;
  parts[t] = State{1, float(t)};  // @fill
  State sum = merged(parts[(t + 1) % 64], State{0, 0});  // @argument
  __syncthreads();
  parts[t] = sum;
}

__global__ void collect(float* out) {
  int t = threadIdx.x;
  totals[t] = identity();  // @result
  out[t] = totals[(t + 1) % 64].weight;  // @sum
}

__device__ State (*operation)(State, State) = merged;

__global__ void through_pointer() {
  int t = threadIdx.x;
  State other = operation(states[(t + 1) % 64], State{1, 0});  // @pointed
  states[t].mean = other.mean;  // @pointer
}

__global__ void recursive(int* out) {
  int t = threadIdx.x;
  deep[t] = counted(Statistics{}, 3);  // @deep
  out[t] = deep[(t + 1) % 64].count;  // @after
}

int main() {
  float* out;
  int* counts;
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMalloc(&counts, 64 * sizeof(int));
  reduce<<<1, 64>>>();
  collect<<<1, 64>>>(out);
  through_pointer<<<1, 64>>>();
  recursive<<<1, 64>>>(counts);
  return cudaDeviceSynchronize();
}
