// A kernel without its barrier, for kernel_in_header_race.cu.
#pragma once

__global__ void reverse(int* data) {
  __shared__ int tile[32];
  tile[threadIdx.x] = data[threadIdx.x];       // @w
  data[threadIdx.x] = tile[31 - threadIdx.x];  // @r
}
