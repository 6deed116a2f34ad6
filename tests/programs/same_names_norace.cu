// CLEAN
// SOURCES: parts/same_names_other.cu
// Each file has a variable of its own by this name, and a struct a member.
__device__ int counter;
struct Queue {
  int counter;
};

__global__ void count(Queue* queue) {
  atomicAdd(&counter, 1);
  atomicAdd(&queue->counter, 2);
}

int count_elsewhere();

int main() {
  Queue* queue;
  cudaMallocManaged(&queue, sizeof(Queue));
  queue->counter = 0;
  count<<<1, 32>>>(queue);
  cudaDeviceSynchronize();
  int here = 0;
  cudaMemcpyFromSymbol(&here, counter, sizeof here);
  return !(here == 32 && queue->counter == 64 && count_elsewhere() == 300);
}
