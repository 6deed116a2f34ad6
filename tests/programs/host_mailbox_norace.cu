// Host and kernel hand each other numbers: each side's flag is set behind a fence, and the other side polls it.
// CLEAN
// STDOUT: ^2 6 12 20$
#include <atomic>
#include <cstdio>

struct Mailbox {
  unsigned to_device, to_host;
  int number, answer;
};

__global__ void serve(Mailbox* box, int n) {
  for (unsigned turn = 1; turn <= n; ++turn) {
    while (*(volatile unsigned*)&box->to_device != turn) { }
    __threadfence_system();
    box->answer = box->number * (turn + 1);
    __threadfence_system();
    *(volatile unsigned*)&box->to_host = turn;
  }
}

int main() {
  Mailbox* box;
  cudaMallocManaged(&box, sizeof *box);
  *box = {};
  serve<<<1, 1>>>(box, 4);
  for (unsigned turn = 1; turn <= 4; ++turn) {
    box->number = turn;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    *(volatile unsigned*)&box->to_device = turn;
    while (*(volatile unsigned*)&box->to_host != turn) { }
    std::atomic_thread_fence(std::memory_order_seq_cst);
    printf(turn < 4 ? "%d " : "%d\n", box->answer);
  }
  cudaDeviceSynchronize();
}
