// Of a __managed__ variable there is one for all devices.
// OPTIONS: --devices 2
// FINDING: race error global stream write@set#0 write@set#0 object=total message="set in the default stream of device 0 and set in the default stream of device 1 access total, and nothing orders them"
__managed__ int total;
__device__ int own;

__global__ void set(int value) {
  total = value;  // @set
  own = value;
}

int main() {
  set<<<1, 1>>>(1);
  cudaSetDevice(1);
  set<<<1, 1>>>(2);
}
