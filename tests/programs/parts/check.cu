// A program below `fencepost check`: its first argument says what it does.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

__global__ void race(int* sum) { sum[0] += threadIdx.x; }

__global__ void clean(int* sum) { atomicAdd(sum, 1); }

__global__ void past_end(int* sum) { sum[256 + threadIdx.x] = 1; }

__global__ void endless(int* sum) {
  for (volatile int* own = sum + threadIdx.x;; *own = *own + 1) {
  }
}

static int* data() {
  static int* memory = nullptr;
  if (memory == nullptr) {
    cudaMalloc(&memory, 1024);
    cudaMemset(memory, 0, 1024);
  }
  return memory;
}

static void launch(void (*kernel)(int*)) {
  kernel<<<1, 64>>>(data());
  cudaDeviceSynchronize();
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "clean";
  if (strcmp(what, "nothing") == 0) return 0;
  if (strcmp(what, "fail") == 0) {
    launch(clean);
    return 7;
  }
  if (strcmp(what, "many") == 0) {
    for (int i = 0; i < 1000; ++i) launch(clean);
  }
  if (strcmp(what, "fork") == 0) {
    const pid_t child = fork();
    if (child == 0) {
      launch(past_end);
      exit(0);
    }
    launch(race);
    int status = 0;
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
  }
  if (strcmp(what, "fork-alone") == 0) {
    const pid_t child = fork();
    if (child == 0) {
      launch(race);
      exit(0);
    }
    waitpid(child, nullptr, 0);
    return 0;
  }
  if (strcmp(what, "fork-late") == 0) {
    launch(race);
    const pid_t child = fork();
    if (child == 0) {
      launch(past_end);
      _exit(0);
    }
    waitpid(child, nullptr, 0);
    return 0;
  }
  launch(strcmp(what, "clean") == 0 || strcmp(what, "many") == 0 ? clean : race);
  if (strcmp(what, "kill") == 0) {
    launch(clean);
    kill(getpid(), SIGKILL);
  }
  if (strcmp(what, "abort") == 0) abort();
  if (strcmp(what, "_exit") == 0) _exit(5);
  if (strcmp(what, "exec") == 0) execl(argv[0], argv[0], "clean", static_cast<char*>(nullptr));
  if (strcmp(what, "exec-other") == 0) execlp("true", "true", static_cast<char*>(nullptr));
  if (strcmp(what, "hang") == 0) {
    printf("hanging\n");
    fflush(stdout);
    launch(endless);
  }
  if (strcmp(what, "sleep") == 0) sleep(60);
  return 0;
}
