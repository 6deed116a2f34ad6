// An event and the stream that it is recorded in, or the two events that time is measured between, are of two devices.
// OPTIONS: --devices 2
// FINDING: api-error error none none *@record message="cudaEventRecord: the event is of device 0, but the stream of device 1"
// FINDING: api-error error none none *@time message="cudaEventElapsedTime: the first event is of device 0, but the second of device 1"
// EXIT: 66
#include <cstdlib>

int main() {
  cudaEvent_t first, second;
  cudaEventCreate(&first);
  cudaEventRecord(first);
  cudaSetDevice(1);
  cudaEventCreate(&second);
  cudaEventRecord(second);
  if (cudaEventRecord(first) != cudaErrorInvalidResourceHandle) std::abort();  // @record
  float milliseconds;
  if (cudaEventElapsedTime(&milliseconds, first, second) != cudaErrorInvalidResourceHandle) std::abort();  // @time
  // These may be of any device.
  if (cudaEventQuery(first) == cudaErrorInvalidResourceHandle || cudaEventSynchronize(first) != cudaSuccess) std::abort();
  if (cudaStreamWaitEvent(nullptr, first, 0) != cudaSuccess) std::abort();
}
