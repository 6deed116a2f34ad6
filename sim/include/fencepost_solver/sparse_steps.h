// The functions of cuSOLVER for the steps of sparse factorisations. Included by cusolverSp_LOWLEVEL_PREVIEW.h, within
// extern "C".

cusolverStatus_t cusolverSpCreateCsrluInfoHost(csrluInfoHost_t* info);
cusolverStatus_t cusolverSpDestroyCsrluInfoHost(csrluInfoHost_t info);
cusolverStatus_t cusolverSpCreateCsrqrInfoHost(csrqrInfoHost_t* info);
cusolverStatus_t cusolverSpDestroyCsrqrInfoHost(csrqrInfoHost_t info);
cusolverStatus_t cusolverSpCreateCsrcholInfoHost(csrcholInfoHost_t* info);
cusolverStatus_t cusolverSpDestroyCsrcholInfoHost(csrcholInfoHost_t info);
cusolverStatus_t cusolverSpCreateCsrcholInfo(csrcholInfo_t* info);
cusolverStatus_t cusolverSpDestroyCsrcholInfo(csrcholInfo_t info);

cusolverStatus_t cusolverSpXcsrluAnalysisHost(cusolverSpHandle_t handle, int n, int nnzA,
                                              const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                              const int* csrColIndA, csrluInfoHost_t info);
/// Of L what is below its diagonal, which is 1.
cusolverStatus_t cusolverSpXcsrluNnzHost(cusolverSpHandle_t handle, int* nnzLRef, int* nnzURef, csrluInfoHost_t info);
cusolverStatus_t cusolverSpXcsrqrAnalysis(cusolverSpHandle_t handle, int m, int n, int nnzA,
                                          const cusparseMatDescr_t descrA, const int* csrRowPtrA, const int* csrColIndA,
                                          csrqrInfo_t info);
cusolverStatus_t cusolverSpXcsrcholAnalysis(cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA,
                                            const int* csrRowPtrA, const int* csrColIndA, csrcholInfo_t info);
cusolverStatus_t cusolverSpXcsrqrAnalysisHost(cusolverSpHandle_t handle, int m, int n, int nnzA,
                                              const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                              const int* csrColIndA, csrqrInfoHost_t info);
cusolverStatus_t cusolverSpXcsrcholAnalysisHost(cusolverSpHandle_t handle, int n, int nnzA,
                                                const cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                                const int* csrColIndA, csrcholInfoHost_t info);

// X is the letter of the type T, R the real type.
#define FENCEPOST_STEPS_FAMILY(X, T, R)                                                                        \
  cusolverStatus_t cusolverSp##X##csrluBufferInfoHost(                                                         \
      cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA,           \
      const int* csrRowPtrA, const int* csrColIndA, csrluInfoHost_t info, size_t* internalDataInBytes,         \
      size_t* workspaceInBytes);                                                                               \
  cusolverStatus_t cusolverSp##X##csrluFactorHost(                                                             \
      cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA,           \
      const int* csrRowPtrA, const int* csrColIndA, csrluInfoHost_t info, R pivot_threshold, void* pBuffer);   \
  cusolverStatus_t cusolverSp##X##csrluZeroPivotHost(cusolverSpHandle_t handle, csrluInfoHost_t info, R tol,   \
                                                     int* position);                                           \
  cusolverStatus_t cusolverSp##X##csrluSolveHost(cusolverSpHandle_t handle, int n, const T* b, T* x,           \
                                                 csrluInfoHost_t info, void* pBuffer);                         \
  cusolverStatus_t cusolverSp##X##csrluExtractHost(                                                            \
      cusolverSpHandle_t handle, int* P, int* Q, const cusparseMatDescr_t descrL, T* csrValL, int* csrRowPtrL, \
      int* csrColIndL, const cusparseMatDescr_t descrU, T* csrValU, int* csrRowPtrU, int* csrColIndU,          \
      csrluInfoHost_t info, void* pBuffer);                                                                    \
  cusolverStatus_t cusolverSp##X##csrcholDiag(cusolverSpHandle_t handle, csrcholInfo_t info, R* diag);
FENCEPOST_STEPS_FAMILY(S, float, float)
FENCEPOST_STEPS_FAMILY(D, double, double)
FENCEPOST_STEPS_FAMILY(C, cuComplex, float)
FENCEPOST_STEPS_FAMILY(Z, cuDoubleComplex, double)
#undef FENCEPOST_STEPS_FAMILY

// HOST: nothing, or the host's.
#define FENCEPOST_STEPS_FAMILY(X, T, R, HOST)                                                                          \
  cusolverStatus_t cusolverSp##X##csrcholBufferInfo##HOST(                                                             \
      cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA,                   \
      const int* csrRowPtrA, const int* csrColIndA, csrcholInfo##HOST##_t info, size_t* internalDataInBytes,           \
      size_t* workspaceInBytes);                                                                                       \
  cusolverStatus_t cusolverSp##X##csrcholFactor##HOST(                                                                 \
      cusolverSpHandle_t handle, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA,                   \
      const int* csrRowPtrA, const int* csrColIndA, csrcholInfo##HOST##_t info, void* pBuffer);                        \
  cusolverStatus_t cusolverSp##X##csrcholZeroPivot##HOST(cusolverSpHandle_t handle, csrcholInfo##HOST##_t info, R tol, \
                                                         int* position);                                               \
  cusolverStatus_t cusolverSp##X##csrcholSolve##HOST(cusolverSpHandle_t handle, int n, const T* b, T* x,               \
                                                     csrcholInfo##HOST##_t info, void* pBuffer);                       \
  cusolverStatus_t cusolverSp##X##csrqrBufferInfo##HOST(                                                               \
      cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA,            \
      const int* csrRowPtrA, const int* csrColIndA, csrqrInfo##HOST##_t info, size_t* internalDataInBytes,             \
      size_t* workspaceInBytes);                                                                                       \
  cusolverStatus_t cusolverSp##X##csrqrSetup##HOST(                                                                    \
      cusolverSpHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const T* csrValA,            \
      const int* csrRowPtrA, const int* csrColIndA, T mu, csrqrInfo##HOST##_t info);                                   \
  cusolverStatus_t cusolverSp##X##csrqrFactor##HOST(cusolverSpHandle_t handle, int m, int n, int nnzA, T* b, T* x,     \
                                                    csrqrInfo##HOST##_t info, void* pBuffer);                          \
  cusolverStatus_t cusolverSp##X##csrqrZeroPivot##HOST(cusolverSpHandle_t handle, csrqrInfo##HOST##_t info, R tol,     \
                                                       int* position);                                                 \
  cusolverStatus_t cusolverSp##X##csrqrSolve##HOST(cusolverSpHandle_t handle, int m, int n, T* b, T* x,                \
                                                   csrqrInfo##HOST##_t info, void* pBuffer);
FENCEPOST_STEPS_FAMILY(S, float, float, )
FENCEPOST_STEPS_FAMILY(S, float, float, Host)
FENCEPOST_STEPS_FAMILY(D, double, double, )
FENCEPOST_STEPS_FAMILY(D, double, double, Host)
FENCEPOST_STEPS_FAMILY(C, cuComplex, float, )
FENCEPOST_STEPS_FAMILY(C, cuComplex, float, Host)
FENCEPOST_STEPS_FAMILY(Z, cuDoubleComplex, double, )
FENCEPOST_STEPS_FAMILY(Z, cuDoubleComplex, double, Host)
#undef FENCEPOST_STEPS_FAMILY
