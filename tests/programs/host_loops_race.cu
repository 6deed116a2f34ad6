// The host's loops over managed memory that a kernel still uses, in each way that they may go through it; none over what
// is the host's own, or behind what the kernel uses, says anything.
// FINDING: race error global host-device write@k read@up object=data element=data[0]
// FINDING: race error global host-device write@k read@down object=data element=data[63]
// FINDING: race error global host-device write@k read@column object=data element=data[2]
// FINDING: race error global host-device write@k read@seldom object=data element=data[40]
// FINDING: race error global host-device write@k read@last object=data element=data[63]
// FINDING: race error global host-device *@k write@fills object=data element=data[1]
// FINDING: race error global host-device *@k write@byte object=data element=data[0] size=1
// STDOUT: ^sum 2064$
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kElements = 64;

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @k
}

int up(const int* data, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += data[i];  // @up
  return sum;
}
int down(const int* data, int n) {
  int sum = 0;
  for (int i = n - 1; i >= 0; --i) sum += data[i] * i;  // @down
  return sum;
}
int column(const int* data, int rows, int pitch, int x) {
  int sum = 0;
  for (int y = 0; y < rows; ++y) sum += data[y * pitch + x];  // @column
  return sum;
}
int seldom(const int* data, const int* wanted, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    if (wanted[i] == 40) sum += data[i];  // @seldom
  }
  return sum;
}
/// Only its last turn comes to what the kernel uses.
int last(const int* data, int from) {
  int sum = 0;
  for (int i = from; i >= kElements - 1; --i) sum += data[i];  // @last
  return sum;
}
void set(int* data, int from, int to, int value) {
  for (int i = from; i < to; ++i) data[i] = value;  // @fills
}
void set_bytes(char* data, unsigned n) {
  for (unsigned i = 0; i != n; ++i) data[i] = 1;  // @byte
}

int main() {
  int *data, *own = static_cast<int*>(std::malloc(4 * kElements * sizeof(int)));
  cudaMallocManaged(&data, 2 * kElements * sizeof(int));
  std::vector<int> numbers(kElements);
  for (int i = 0; i < kElements; ++i) numbers[i] = i;
  set(own, 0, 4 * kElements, 1);
  set_bytes(reinterpret_cast<char*>(own), 5);
  int sum = up(own + 8, 100) + down(own + 2, kElements - 2) + column(own + 2, 8, 8, 2) + last(own, 2 * kElements);
  sum -= seldom(own, numbers.data(), kElements);
  std::printf("sum %d\n", sum);
  fill<<<1, kElements>>>(data);
  up(data, kElements);
  down(data, kElements);
  column(data, 8, 8, 2);
  seldom(data, numbers.data(), kElements);
  last(data, 2 * kElements - 1);
  up(data, 0);
  up(data + kElements, kElements);  // Nobody's.
  up(own, 4 * kElements);
  set(data, 1, 3, 2);
  set_bytes(reinterpret_cast<char*>(data), 4);
  set(data, kElements, 2 * kElements, 3);
  cudaDeviceSynchronize();
  up(data, kElements);
}
