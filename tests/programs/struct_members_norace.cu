// The members of a struct belong to different threads.
// CLEAN
struct Body {
  float position[3];
  float mass;
  double charge;
};
__device__ Body body;

__global__ void k() {
  int t = threadIdx.x;
  if (t < 3) body.position[t] = t;
  if (t == 3) body.mass = 1;
  if (t == 4) body.charge = 1.602;
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
