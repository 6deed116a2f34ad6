// What is not allowed while a stream is captured, by its error.
// CLEAN
// OPTIONS: --check race,memory,sync --fail-on never
// STDOUT: ^sync 900 end 901 null 1$
// STDOUT: ^malloc 900 end 901$
// STDOUT: ^relaxed 0 end 0$
// STDOUT: ^legacy 906 end 901$
// STDOUT: ^asked 906 of it 1 end 0$
// STDOUT: ^unmatched 903 end 901$
// STDOUT: ^unjoined 904$
// STDOUT: ^isolation 905$
// STDOUT: ^event 907$
// STDOUT: ^merge 902$
// STDOUT: ^default stream 900 other stream 401$
// STDOUT: ^status 1 0$
// STDOUT: ^joined stream destroyed 0 end 0 nodes 1$
// STDOUT: ^stream destroyed 0 legacy 0 new stream 0 end 400$
#include <cstdio>

__global__ void set(int* p) { *p = 1; }

int main() {
  int* data;
  cudaMalloc(&data, sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaGraph_t graph;
  const auto begin = [&](cudaStream_t stream, cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
    return cudaStreamBeginCapture(stream, mode);
  };

  begin(s);
  int error = cudaStreamSynchronize(s);
  int end = cudaStreamEndCapture(s, &graph);
  printf("sync %d end %d null %d\n", error, end, graph == nullptr);

  begin(s);
  int* more;
  error = cudaMalloc(&more, 4);
  printf("malloc %d end %d\n", error, cudaStreamEndCapture(s, &graph));

  begin(s, cudaStreamCaptureModeRelaxed);
  error = cudaMalloc(&more, 4);
  printf("relaxed %d end %d\n", error, cudaStreamEndCapture(s, &graph));
  cudaFree(more);

  begin(s);
  error = cudaMemset(data, 0, 4);
  printf("legacy %d end %d\n", error, cudaStreamEndCapture(s, &graph));

  cudaStreamCaptureStatus of_legacy, of_it;
  begin(s);
  error = cudaStreamIsCapturing(cudaStreamLegacy, &of_legacy);
  cudaStreamIsCapturing(s, &of_it);
  printf("asked %d of it %d end %d\n", error, of_it, cudaStreamEndCapture(s, &graph));
  cudaGraphDestroy(graph);

  begin(s);
  cudaEventRecord(event, s);
  cudaStreamWaitEvent(t, event);
  error = cudaStreamEndCapture(t, &graph);
  printf("unmatched %d end %d\n", error, cudaStreamEndCapture(s, &graph));

  begin(s);
  cudaEventRecord(event, s);
  cudaStreamWaitEvent(t, event);
  set<<<1, 1, 0, t>>>(data);
  printf("unjoined %d\n", cudaStreamEndCapture(s, &graph));

  cudaEventRecord(event, t);
  begin(s);
  printf("isolation %d\n", cudaStreamWaitEvent(s, event));
  cudaStreamEndCapture(s, &graph);

  begin(s);
  cudaEventRecord(event, s);
  printf("event %d\n", cudaEventQuery(event));
  cudaStreamEndCapture(s, &graph);

  begin(s);
  begin(t);
  cudaEventRecord(event, s);
  printf("merge %d\n", cudaStreamWaitEvent(t, event));
  cudaStreamEndCapture(s, &graph);
  cudaStreamEndCapture(t, &graph);

  error = begin(0);
  printf("default stream %d other stream %d\n", error, cudaStreamEndCapture(t, &graph));

  cudaStreamCaptureStatus during, after;
  begin(s);
  cudaStreamIsCapturing(s, &during);
  cudaStreamEndCapture(s, &graph);
  cudaStreamIsCapturing(s, &after);
  printf("status %d %d\n", during, after);

  begin(s);
  cudaEventRecord(event, s);
  cudaStreamWaitEvent(t, event);
  set<<<1, 1, 0, t>>>(data);
  cudaEventRecord(event, t);
  cudaStreamWaitEvent(s, event);
  error = cudaStreamDestroy(t);
  end = cudaStreamEndCapture(s, &graph);
  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  printf("joined stream destroyed %d end %d nodes %zu\n", error, end, nodes);
  cudaGraphDestroy(graph);

  begin(s);
  set<<<1, 1, 0, s>>>(data);
  error = cudaStreamDestroy(s);
  end = cudaMemset(data, 0, 4);
  cudaStreamCreate(&t);  // Perhaps where the other one was.
  cudaStreamIsCapturing(t, &after);
  cudaStreamDestroy(t);
  printf("stream destroyed %d legacy %d new stream %d end %d\n", error, end, after, cudaStreamEndCapture(s, &graph));
  cudaGetLastError();
  cudaFree(data);
}
