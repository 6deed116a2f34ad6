#include "sim/blas/cblas.h"

#include "sim/library/shared_object.h"

namespace fencepost::sim {
namespace {

// The C interface to the BLAS (BLAS Technical Forum Standard, appendix B). Complex scalars go by address.
constexpr int kColumnMajor = 102;

template <class T>
using ByValueOrAddress = std::conditional_t<std::is_same_v<T, Real<T>>, T, const void*>;
template <class T>
using Gemm = void(int, int, int, int, int, int, ByValueOrAddress<T>, const T*, int, const T*, int, ByValueOrAddress<T>,
                  T*, int);
template <class T>
using Trsm = void(int, int, int, int, int, int, int, ByValueOrAddress<T>, const T*, int, T*, int);
template <class T>
using Rotg = void(T*, T*, Real<T>*, T*);
template <class T>
using Rotmg = void(T*, T*, T*, const T*, T*);

struct Library {
  Gemm<float>* sgemm = nullptr;
  Gemm<double>* dgemm = nullptr;
  Gemm<std::complex<float>>* cgemm = nullptr;
  Gemm<std::complex<double>>* zgemm = nullptr;
  Trsm<float>* strsm = nullptr;
  Trsm<double>* dtrsm = nullptr;
  Trsm<std::complex<float>>* ctrsm = nullptr;
  Trsm<std::complex<double>>* ztrsm = nullptr;
  // By their names in Fortran, the same for all types.
  Rotg<float>* srotg = nullptr;
  Rotg<double>* drotg = nullptr;
  Rotg<std::complex<float>>* crotg = nullptr;
  Rotg<std::complex<double>>* zrotg = nullptr;
  Rotmg<float>* srotmg = nullptr;
  Rotmg<double>* drotmg = nullptr;
  bool complete = false;
};

Library load() {
  Library library;
  void* const handle = open_shared_object("libopenblas.so.0");
  if (handle == nullptr) return library;
  library.complete = look_up(handle, "cblas_sgemm", library.sgemm) && look_up(handle, "cblas_dgemm", library.dgemm) &&
                     look_up(handle, "cblas_cgemm", library.cgemm) && look_up(handle, "cblas_zgemm", library.zgemm) &&
                     look_up(handle, "cblas_strsm", library.strsm) && look_up(handle, "cblas_dtrsm", library.dtrsm) &&
                     look_up(handle, "cblas_ctrsm", library.ctrsm) && look_up(handle, "cblas_ztrsm", library.ztrsm) &&
                     look_up(handle, "srotg_", library.srotg) && look_up(handle, "drotg_", library.drotg) &&
                     look_up(handle, "crotg_", library.crotg) && look_up(handle, "zrotg_", library.zrotg) &&
                     look_up(handle, "srotmg_", library.srotmg) && look_up(handle, "drotmg_", library.drotmg);
  keep_openblas_on_one_thread(handle);
  return library;
}

const Library& library() {
  static const Library instance = load();
  return instance;
}

template <class T>
Gemm<T>* gemm_of() {
  if constexpr (std::is_same_v<T, float>) return library().sgemm;
  if constexpr (std::is_same_v<T, double>) return library().dgemm;
  if constexpr (std::is_same_v<T, std::complex<float>>) return library().cgemm;
  if constexpr (std::is_same_v<T, std::complex<double>>) return library().zgemm;
}

template <class T>
Trsm<T>* trsm_of() {
  if constexpr (std::is_same_v<T, float>) return library().strsm;
  if constexpr (std::is_same_v<T, double>) return library().dtrsm;
  if constexpr (std::is_same_v<T, std::complex<float>>) return library().ctrsm;
  if constexpr (std::is_same_v<T, std::complex<double>>) return library().ztrsm;
}

template <class T>
ByValueOrAddress<T> passed(const T& value) {
  if constexpr (std::is_same_v<T, Real<T>>) {
    return value;
  } else {
    return &value;
  }
}

int transposition(cublasOperation_t operation) {
  constexpr int kNone = 111;
  return kNone + static_cast<int>(operation);  // CblasTrans, CblasConjTrans follow.
}

int number(std::int64_t value) { return static_cast<int>(value); }

}  // namespace

void need_openblas(const BlasCall& call) {
  if (!library().complete) end_without(call, "OpenBLAS", "libopenblas0");
}

template <class T>
void gemm(cublasOperation_t transa, cublasOperation_t transb, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
          const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c, std::int64_t ldc) {
  gemm_of<T>()(kColumnMajor, transposition(transa), transposition(transb), number(m), number(n), number(k),
               passed(alpha), a, number(lda), b, number(ldb), passed(beta), c, number(ldc));
}

template <class T>
void trsm(cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, std::int64_t m,
          std::int64_t n, T alpha, const T* a, std::int64_t lda, T* b, std::int64_t ldb) {
  constexpr int kLeft = 141, kRight = 142, kUpper = 121, kLower = 122, kNonUnit = 131, kUnit = 132;
  trsm_of<T>()(kColumnMajor, side == CUBLAS_SIDE_LEFT ? kLeft : kRight,
               uplo == CUBLAS_FILL_MODE_UPPER ? kUpper : kLower, transposition(trans),
               diag == CUBLAS_DIAG_UNIT ? kUnit : kNonUnit, number(m), number(n), passed(alpha), a, number(lda), b,
               number(ldb));
}

#define FENCEPOST_INSTANTIATE(T)                                                                                     \
  template void gemm<T>(cublasOperation_t, cublasOperation_t, std::int64_t, std::int64_t, std::int64_t, T, const T*, \
                        std::int64_t, const T*, std::int64_t, T, T*, std::int64_t);                                  \
  template void trsm<T>(cublasSideMode_t, cublasFillMode_t, cublasOperation_t, cublasDiagType_t, std::int64_t,       \
                        std::int64_t, T, const T*, std::int64_t, T*, std::int64_t);
FENCEPOST_INSTANTIATE(float)
FENCEPOST_INSTANTIATE(double)
FENCEPOST_INSTANTIATE(std::complex<float>)
FENCEPOST_INSTANTIATE(std::complex<double>)
#undef FENCEPOST_INSTANTIATE

template <>
void rotg(float& a, float& b, float& c, float& s) {
  library().srotg(&a, &b, &c, &s);
}
template <>
void rotg(double& a, double& b, double& c, double& s) {
  library().drotg(&a, &b, &c, &s);
}
template <>
void rotg(std::complex<float>& a, std::complex<float>& b, float& c, std::complex<float>& s) {
  library().crotg(&a, &b, &c, &s);
}
template <>
void rotg(std::complex<double>& a, std::complex<double>& b, double& c, std::complex<double>& s) {
  library().zrotg(&a, &b, &c, &s);
}
void rotmg(float& d1, float& d2, float& x1, const float& y1, float* param) {
  library().srotmg(&d1, &d2, &x1, &y1, param);
}
void rotmg(double& d1, double& d2, double& x1, const double& y1, double* param) {
  library().drotmg(&d1, &d2, &x1, &y1, param);
}

}  // namespace fencepost::sim
