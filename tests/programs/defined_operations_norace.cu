// A number that an integer has no room for becomes the nearest one that it has: of casts, lrint() and lround().
// A shift by more than there are bits leaves none.
// CLEAN
// STDOUT: ^2147483647 -2147483648 0 4294967295 0 9223372036854775807 2147483647 -1 255 9223372036854775807 -3 0
// STDOUT: -2147483648 0 0 -1$
#include <cstdio>

__global__ void convert(long long* to, const float* from, double nan, int many) {
  to[0] = static_cast<int>(from[0]);
  to[1] = static_cast<int>(-from[0]);
  to[2] = static_cast<unsigned>(-from[1]);
  to[3] = static_cast<unsigned>(from[0]);
  to[4] = static_cast<long long>(static_cast<unsigned long long>(-from[0]));
  to[5] = static_cast<long long>(from[0]);
  to[6] = lrintf(from[0]) > 2147483647 ? 2147483647 : 0;
  to[7] = static_cast<short>(from[0]);  // The lower half of what an int would be.
  to[8] = static_cast<unsigned char>(from[0]);
  to[9] = llround(static_cast<double>(from[0]));
  to[10] = lrintf(-from[1]);
  to[11] = static_cast<int>(static_cast<float>(nan));
  to[12] = static_cast<int>(nan);
  to[13] = 5 << many;
  to[14] = static_cast<long long>(~0ULL >> (2 * many));
  to[15] = -5 >> many;
}

int main() {
  long long* to;
  float* from;
  cudaMallocManaged(&to, 16 * sizeof(long long));
  cudaMallocManaged(&from, 2 * sizeof(float));
  from[0] = 1e30f;
  from[1] = 2.75f;
  convert<<<1, 1>>>(to, from, 0.0 / 0.0, 32);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; ++i) printf("%lld%c", to[i], i < 15 ? ' ' : '\n');
}
