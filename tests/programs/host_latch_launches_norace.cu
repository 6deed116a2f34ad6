// Several kernels in streams of their own wait each for a flag that a host thread sets, the last one first, when the one
// before has told it that it has ended.
// CLEAN
// STDOUT: ^43210 cudaSuccess$
// SCHEDULE-DEPENDENT: how often threads look while they wait
#include <cstdio>
#include <thread>

struct Shared {
  volatile int begin[5], end[5];
  int order[5], count;
};

__global__ void wait_and_tell(Shared* shared, int place) {
  while (shared->begin[place] == 0) { }
  __threadfence_system();
  shared->order[shared->count++] = place;
  __threadfence_system();
  shared->end[place] = 1;
}

int main() {
  Shared* shared;
  cudaMallocHost(&shared, sizeof *shared);
  *(Shared*)shared = {};
  cudaStream_t streams[5];
  for (int place = 0; place < 5; ++place) {
    cudaStreamCreateWithFlags(&streams[place], cudaStreamNonBlocking);
    wait_and_tell<<<1, 1, 0, streams[place]>>>(shared, place);
  }
  std::thread setter([=] {
    for (int place = 4; place >= 0; --place) {
      shared->begin[place] = 1;
      while (shared->end[place] == 0) std::this_thread::yield();
    }
  });
  const cudaError_t error = cudaDeviceSynchronize();
  setter.join();
  for (int i = 0; i < 5; ++i) printf("%d", shared->order[i]);
  printf(" %s\n", cudaGetErrorName(error));
}
