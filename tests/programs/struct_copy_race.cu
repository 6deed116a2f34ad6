// A struct of 24 bytes is copied while another thread writes its last member.
// FINDING: race error global intra-warp read@r write@w object=bodies
struct Body {
  float position[3];
  float mass;
  double charge;
};
__device__ Body bodies[2], out;

__global__ void k() {
  if (threadIdx.x == 0) out = bodies[1];           // @r
  if (threadIdx.x == 1) bodies[1].charge = 1.602;  // @w
}

int main() {
  k<<<1, 2>>>();
  return cudaDeviceSynchronize();
}
