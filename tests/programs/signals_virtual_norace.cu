// A signal handler may construct objects with virtual functions, while the program constructs and copies others.
// CLEAN
// STDOUT: ^handlers ran: 36$
#include <signal.h>
#include <sys/time.h>

#include <cstdio>
#include <new>

struct Shape {
  float size;
  __host__ __device__ explicit Shape(float s) : size(s) {}
  __host__ __device__ virtual float area() const { return size; }
};
struct Square : Shape {
  using Shape::Shape;
  __host__ __device__ float area() const override { return size * size; }
};

alignas(Square) char of_handler[sizeof(Square)], of_program[sizeof(Square)];
volatile sig_atomic_t alarms;

__host__ __device__ __noinline__ void construct(void* where, float size) { new (where) Square(size); }
__device__ __noinline__ float area_of(const Shape& shape) { return shape.area(); }

void on_alarm(int) {
  ++alarms;
  construct(of_handler, 1);
}

__global__ void measure(Square* memory, float* out) {
  construct(memory, 6);
  *out = area_of(*memory);
}

int main() {
  float *out, result = 0;
  Square* memory;
  cudaMalloc(&out, sizeof(float));
  cudaMalloc(&memory, sizeof(Square));
  struct sigaction action = {};
  action.sa_handler = on_alarm;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  const itimerval each_millisecond = {{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &each_millisecond, nullptr);
  while (alarms < 100) {
    for (int i = 0; i < 1000; ++i) construct(of_program, 2);
    cudaMemcpy(memory, of_program, sizeof(Square), cudaMemcpyHostToDevice);
  }
  measure<<<1, 1>>>(memory, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  printf("handlers ran: %g\n", result);
}
