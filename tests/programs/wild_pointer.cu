// An address that nothing is at.
// FINDING: invalid-address error * * write@w message="writes through a pointer to no memory"
__global__ void k(long long where) {
  *reinterpret_cast<double*>(where) = 1;  // @w
}

int main() {
  k<<<1, 1>>>(0x123450000ll);
  cudaDeviceSynchronize();
}
