// A null pointer is written, by one thread of many.
// FINDING: invalid-address error * * write@w
struct Node {
  int value;
  Node* next;
};

__global__ void k(Node* node) {
  if (threadIdx.x == 17 && blockIdx.x == 1) node->next->value = 1;  // @w
}

int main() {
  Node* node;
  cudaMalloc(&node, sizeof(Node));
  cudaMemset(node, 0, sizeof(Node));
  k<<<3, 32>>>(node);
  cudaDeviceSynchronize();
}
