// What is read of a bit-field, to compute, is to have been written: here none of its word was.
// FINDING: uninitialized-read error global none read@read object=states
struct State {
  unsigned count : 8, rest : 24;
};

__global__ void count(State* states) {
  states[threadIdx.x].count += 1;  // @read
}

int main() {
  State* states;
  cudaMalloc(&states, 32 * sizeof(State));
  count<<<1, 32>>>(states);
  cudaDeviceSynchronize();
  return cudaFree(states);
}
