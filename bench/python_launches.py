#!/usr/bin/env python3
"""What a launch of fencepost.Kernel costs: NumPy arrays to a kernel and back, 10,000 times.

usage: PYTHONPATH=python FENCEPOST_BIN=build/bin bench/python_launches.py

Prints microseconds for each launch from Python, for the same launches in a host program's own loop (the kernel, checked), and
the difference.
"""
import re
import time

import numpy

import fencepost

LAUNCHES = 10_000
KERNEL = """__global__ void add(float* x, const float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += y[i];
}
"""
LOOP = """#include <chrono>
#include <cstdio>
int main() {
  float *x, *y;
  cudaMalloc(&x, 32 * sizeof(float));
  cudaMalloc(&y, 32 * sizeof(float));
  cudaMemset(x, 0, 32 * sizeof(float));
  cudaMemset(y, 0, 32 * sizeof(float));
  const auto launch = [&](int times) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < times; ++i) {
      add<<<1, 32>>>(x, y, 32);
      cudaDeviceSynchronize();
    }
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count() / times;
  };
  launch(100);
  printf("%f\\n", launch(LAUNCHES));
}
"""


def main() -> None:
    add = fencepost.Kernel(KERNEL, "add")
    x, y = numpy.zeros(32, "float32"), numpy.ones(32, "float32")
    for _ in range(100):
        add[1, 32](x, y, 32)
    begin = time.perf_counter()
    for _ in range(LAUNCHES):
        report = add[1, 32](x, y, 32)
    python = (time.perf_counter() - begin) / LAUNCHES * 1e6
    assert report and x[0] == LAUNCHES + 100, report
    loop = float(re.findall(r"[\d.]+", fencepost.run(KERNEL + LOOP, options=[f"-DLAUNCHES={LAUNCHES}"]).stdout)[0])
    print(f"from Python {python:.1f} us, in a loop {loop:.1f} us, beyond the kernel {python - loop:.1f} us")


if __name__ == "__main__":
    main()
