// What is wrong with calls of cuSOLVER for sparse matrices is told at their line; so is what was never written, and a kernel in
// another stream.
// FINDING: api-error error none none *@negative message="cusolverSpDcsrlsvchol: m is negative: -1"
// FINDING: api-error error none none *@type message="cusolverSpDcsrlsvchol: the matrix is not CUSPARSE_MATRIX_TYPE_GENERAL"
// FINDING: api-error error none none *@order message="cusolverSpDcsrlsvchol: reorder is 4, not 0 to 3"
// FINDING: api-error error none none *@column message="cusolverSpDcsrlsvchol: element 1 of its csrColIndA is 7, not within 0 and 2"
// FINDING: api-error error none none *@host_column message="cusolverSpDcsrlsvqrHost: element 1 of its csrColIndA is 7, not within 0 and 2"
// FINDING: api-error error none none *@host_offset message="cusolverSpDcsrlsvqrHost: element 2 of its csrRowPtrA is 9, not within 1 and 3"
// FINDING: api-error error none none *@device message="cusolverSpDcsrlsvqrHost: its b \(24 bytes\) is device memory"
// FINDING: api-error error none none *@host message="cusolverSpDcsrlsvqr: its b \(24 bytes\) is not device memory"
// FINDING: api-error error none none *@far message="cusolverSpDcsrlsvqr: its x \(24 bytes\) goes 8 bytes past the end of the 16 bytes allocated"
// FINDING: api-error error none none *@early message="cusolverSpDcsrqrFactor: its matrix was not set up"
// FINDING: api-error error none none *@analysis message="cusolverSpDcsrcholFactor: its matrix was not analysed"
// FINDING: api-error error none none *@factors message="cusolverSpDcsrcholSolve: there are no factors of this type of numbers"
// FINDING: api-error error none none *@permutation message="cusolverSpXcsrpermHost: element 2 of its p is 0, so that it is no order of 3"
// FINDING: api-error error none none *@refused message="cusolverSpDcsreigvsi is not supported"
// FINDING: api-error error none none *@setup message="cusolverRfAnalyze: it was not set up"
// FINDING: uninitialized-read error global none read@unwritten message="cusolverSpDcsrlsvchol reads its b"
// FINDING: race error global stream write@write read@solve object=b
// FINDING: api-error error none none *@twice message="cusolverSpDestroy: its handle was never created, or was destroyed"
// STDOUT: ^3 8 3 6 6 6 6 6 6 6 6 6 6 9 3 0 0 1 $
// COMPILE: -lcusolver -lcusparse
// NEEDS: /usr/lib/x86_64-linux-gnu/libcxsparse.so.3
#include <cusolverRf.h>
#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>

#include <cstdio>

__global__ void write(double* b) {
  b[threadIdx.x] = 1;  // @write
}

template <class T>
static T* device(const T* values, int count) {
  T* memory;
  cudaMalloc(&memory, count * sizeof(T));
  if (values != nullptr) cudaMemcpy(memory, values, count * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

int main() {
  int offsets[] = {0, 1, 2, 3}, wrong_offsets[] = {0, 1, 9, 3}, columns[] = {0, 1, 2}, wrong[] = {0, 7, 2}, status[18], s = 0;
  const double values[] = {4, 5, 6};
  double x_host[3];
  int *const o = device(offsets, 4), *const c = device(columns, 3);
  double *const v = device(values, 3), *const b = device(values, 3), *const x = device(values, 3);
  double *const unwritten = device<double>(nullptr, 3), *const two = device(values, 2);
  int where;
  cusolverSpHandle_t handle;
  cusparseMatDescr_t d, symmetric;
  cusolverSpCreate(&handle);
  cusparseCreateMatDescr(&d);
  cusparseCreateMatDescr(&symmetric);
  cusparseSetMatType(symmetric, CUSPARSE_MATRIX_TYPE_SYMMETRIC);
  csrqrInfo_t qr;
  csrcholInfo_t chol;
  cusolverRfHandle_t rf;
  cusolverSpCreateCsrqrInfo(&qr);
  cusolverSpCreateCsrcholInfo(&chol);
  cusolverRfCreate(&rf);
  status[s++] = cusolverSpDcsrlsvchol(handle, -1, 3, d, v, o, c, b, 0, 0, x, &where);  // @negative
  status[s++] = cusolverSpDcsrlsvchol(handle, 3, 3, symmetric, v, o, c, b, 0, 0, x, &where);  // @type
  status[s++] = cusolverSpDcsrlsvchol(handle, 3, 3, d, v, o, c, b, 0, 4, x, &where);  // @order
  status[s++] = cusolverSpDcsrlsvchol(handle, 3, 3, d, v, o, device(wrong, 3), b, 0, 0, x, &where);  // @column
  status[s++] = cusolverSpDcsrlsvqrHost(handle, 3, 3, d, values, offsets, wrong, values, 0, 0, x_host, &where);  // @host_column
  status[s++] = cusolverSpDcsrlsvqrHost(handle, 3, 3, d, values, wrong_offsets, columns, values, 0, 0, x_host, &where);  // @host_offset
  status[s++] = cusolverSpDcsrlsvqrHost(handle, 3, 3, d, values, offsets, columns, b, 0, 0, x_host, &where);  // @device
  status[s++] = cusolverSpDcsrlsvqr(handle, 3, 3, d, v, o, c, values, 0, 0, x, &where);  // @host
  status[s++] = cusolverSpDcsrlsvqr(handle, 3, 3, d, v, o, c, b, 0, 0, two, &where);  // @far
  status[s++] = cusolverSpDcsrqrFactor(handle, 3, 3, 3, nullptr, nullptr, qr, unwritten);  // @early
  status[s++] = cusolverSpDcsrcholFactor(handle, 3, 3, d, v, o, c, chol, unwritten);  // @analysis
  status[s++] = cusolverSpDcsrcholSolve(handle, 3, b, x, chol, unwritten);  // @factors
  const int twice[] = {0, 1, 0};
  int map[3] = {};
  status[s++] = cusolverSpXcsrpermHost(handle, 3, 3, 3, d, offsets, columns, twice, columns, map, x_host);  // @permutation
  status[s++] = cusolverSpDcsreigvsi(handle, 3, 3, d, v, o, c, 1.0, b, 1, 1.0, x, x);  // @refused
  status[s++] = cusolverRfAnalyze(rf);  // @setup
  double* const never = device<double>(nullptr, 3);
  status[s++] = cusolverSpDcsrlsvchol(handle, 3, 3, d, v, o, c, never, 0, 0, x, &where);  // @unwritten
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  cudaDeviceSynchronize();
  cusolverSpSetStream(handle, streams[0]);
  write<<<1, 3, 0, streams[1]>>>(b);
  status[s++] = cusolverSpDcsrlsvchol(handle, 3, 3, d, v, o, c, b, 0, 0, x, &where);  // @solve
  cusolverSpDestroy(handle);
  status[s++] = cusolverSpDestroy(handle);  // @twice
  for (int i = 0; i < s; ++i) printf("%d ", status[i]);
  printf("\n");
}
