// Things that look like launches: strings, comments, raw strings, shifts, templates of templates.
// CLEAN
// STDOUT: ^k<<<1, 1>>>\(x\); k<<<2, 2>>>\(\) 16 5 8$
#include <cstdio>
#include <vector>

struct Stream {
  int value = 0;
};

template <class T>
Stream& operator<<(Stream& stream, T value) {
  stream.value += value;
  return stream;
}

/* k<<<3, 3>>>(comment); */
__global__ void k(int* out, int shift) {
  *out = 1 << (64 >> shift);  // k<<<4, 4>>>(comment);
}

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  std::vector<std::vector<std::vector<int>>> nested(1);
  const char* text = "k<<<1, 1>>>(x);";
  const char* raw = R"raw(k<<<2, 2>>>())raw";
  Stream stream;
  operator<< <int>(stream << 2, 3);
  k<<<1 << 0, 2 >> 1>>>(out, 4);
  cudaDeviceSynchronize();
  printf("%s %s %d %d %d\n", text, raw, *out, stream.value, 64 >> 3 << int(nested.size() - 1));
}
