// A member of a struct in a shared array.
// FINDING: race error shared intra-warp write@w read@r object=particle
struct Particle {
  int id;
  float x, y;
};
__device__ float out[32];

__global__ void k() {
  __shared__ Particle particle[32];
  int t = threadIdx.x;
  particle[t].id = t;
  particle[t].x = t;                                    // @w
  out[t] = t == 7 ? particle[8].x : particle[t].y = 1;  // @r
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
