// The functions of cuSOLVER for sparse matrices that are there. Included by cusolverSp.h, within extern "C". Matrices
// are rows of elements (CSR). Functions whose name ends in Host work in the host's memory, at once; the others in the
// device's, as operations of the handle's stream.

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t* handle);
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle);
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t streamId);
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t* streamId);
cusolverStatus_t cusolverSpCreateCsrqrInfo(csrqrInfo_t* info);
cusolverStatus_t cusolverSpDestroyCsrqrInfo(csrqrInfo_t info);

// ---- orders and patterns ----

/// csrEndPtrA: csrRowPtrA + 1.
cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m, int nnzA, const cusparseMatDescr_t descrA,
                                         const int* csrRowPtrA, const int* csrEndPtrA, const int* csrColIndA,
                                         int* issym);
cusolverStatus_t cusolverSpXcsrsymrcmHost(cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA,
                                          const int* csrRowPtrA, const int* csrColIndA, int* p);
cusolverStatus_t cusolverSpXcsrsymmdqHost(cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA,
                                          const int* csrRowPtrA, const int* csrColIndA, int* p);
cusolverStatus_t cusolverSpXcsrsymamdHost(cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA,
                                          const int* csrRowPtrA, const int* csrColIndA, int* p);
/// options: null.
cusolverStatus_t cusolverSpXcsrmetisndHost(cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA,
                                           const int* csrRowPtrA, const int* csrColIndA, const int64_t* options,
                                           int* p);
cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int m, int n, int nnzA,
                                                   const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                                   const int* csrColIndA, const int* p, const int* q,
                                                   size_t* bufferSizeInBytes);
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int m, int n, int nnzA,
                                        const cusparseMatDescr_t descrA, int* csrRowPtrA, int* csrColIndA, const int* p,
                                        const int* q, int* map, void* pBuffer);
cusolverStatus_t cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int m, int n, int nnzA,
                                                 const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                                 const int* csrColIndA, csrqrInfo_t info);

// ---- families ----

// X is the letter of the type T, R the real type.
#define FENCEPOST_SPARSE_SOLVER_FAMILY(X, T, R)                                                                        \
  cusolverStatus_t cusolverSp##X##csrlsvluHost(                                                                        \
      cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, const T* csrValA,                    \
      const int* csrRowPtrA, const int* csrColIndA, const T* b, R tol, int reorder, T* x, int* singularity);           \
  cusolverStatus_t cusolverSp##X##csrlsvqr(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, \
                                           const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, const T* b, \
                                           R tol, int reorder, T* x, int* singularity);                                \
  cusolverStatus_t cusolverSp##X##csrlsvqrHost(                                                                        \
      cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, const T* csrValA,                    \
      const int* csrRowPtrA, const int* csrColIndA, const T* b, R tol, int reorder, T* x, int* singularity);           \
  cusolverStatus_t cusolverSp##X##csrlsvchol(                                                                          \
      cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, const T* csrValA,                    \
      const int* csrRowPtrA, const int* csrColIndA, const T* b, R tol, int reorder, T* x, int* singularity);           \
  cusolverStatus_t cusolverSp##X##csrlsvcholHost(                                                                      \
      cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, const T* csrValA,                    \
      const int* csrRowPtrA, const int* csrColIndA, const T* b, R tol, int reorder, T* x, int* singularity);           \
  cusolverStatus_t cusolverSp##X##csrzfdHost(cusolverSpHandle_t handle, int n, int nnzA,                               \
                                             const cusparseMatDescr_t descrA, const T* csrValA, const int* csrRowPtrA, \
                                             const int* csrColIndA, int* P, int* numnz);                               \
  cusolverStatus_t cusolverSp##X##csrqrBufferInfoBatched(                                                              \
      cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA,            \
      const int* csrRowPtrA, const int* csrColIndA, int batchSize, csrqrInfo_t info, size_t* internalDataInBytes,      \
      size_t* workspaceInBytes);                                                                                       \
  cusolverStatus_t cusolverSp##X##csrqrsvBatched(                                                                      \
      cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA,            \
      const int* csrRowPtrA, const int* csrColIndA, const T* b, T* x, int batchSize, csrqrInfo_t info, void* pBuffer);
FENCEPOST_SPARSE_SOLVER_FAMILY(S, float, float)
FENCEPOST_SPARSE_SOLVER_FAMILY(D, double, double)
FENCEPOST_SPARSE_SOLVER_FAMILY(C, cuComplex, float)
FENCEPOST_SPARSE_SOLVER_FAMILY(Z, cuDoubleComplex, double)
#undef FENCEPOST_SPARSE_SOLVER_FAMILY
