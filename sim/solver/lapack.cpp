#include "sim/solver/lapack.h"

#include <string>

#include "sim/library/shared_object.h"

namespace fencepost::sim {
namespace {

template <class T>
bool load(void* library, const char* letter, Lapack<T>& of) {
  const auto find = [&](const std::string& name, auto*& function) {
    return look_up(library, ("LAPACKE_" + (letter + name)).c_str(), function);
  };
  const std::string orthogonal = kIsReal<T> ? "or" : "un", symmetric = kIsReal<T> ? "sy" : "he";
  return find("potrf", of.potrf) && find("potrs", of.potrs) && find("potri", of.potri) && find("getrf", of.getrf) &&
         find("getrs", of.getrs) && find("getri", of.getri) && find("gels", of.gels) && find("geqrf", of.geqrf) &&
         find(orthogonal + "gqr", of.orgqr) && find(orthogonal + "mqr", of.ormqr) && find("gesvd", of.gesvd) &&
         find(symmetric + "evd", of.syevd) && find(symmetric + "gvd", of.sygvd);
}

struct Library {
  Lapack<float> s{};
  Lapack<double> d{};
  Lapack<std::complex<float>> c{};
  Lapack<std::complex<double>> z{};
  bool complete = false;

  Library() {
    void* const library = open_shared_object("liblapacke.so.3");
    complete = load(library, "s", s) && load(library, "d", d) && load(library, "c", c) && load(library, "z", z);
    // What is not a number goes through, as on a GPU.
    void (*check_numbers)(int) = nullptr;
    if (look_up(library, "LAPACKE_set_nancheck", check_numbers)) check_numbers(0);
    keep_openblas_on_one_thread(library);
  }
};

const Library& library() {
  static const Library instance;
  return instance;
}

}  // namespace

template <class T>
const Lapack<T>& lapack() {
  if constexpr (std::is_same_v<T, float>) return library().s;
  if constexpr (std::is_same_v<T, double>) return library().d;
  if constexpr (std::is_same_v<T, std::complex<float>>) return library().c;
  if constexpr (std::is_same_v<T, std::complex<double>>) return library().z;
}

template const Lapack<float>& lapack();
template const Lapack<double>& lapack();
template const Lapack<std::complex<float>>& lapack();
template const Lapack<std::complex<double>>& lapack();

void need_lapacke(const LibraryCall& call) {
  if (!library().complete) end_without(call, "LAPACKE", "liblapacke");
}

}  // namespace fencepost::sim
