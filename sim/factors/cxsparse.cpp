#include "sim/factors/cxsparse.h"

#include <string>

#include "sim/library/shared_object.h"

namespace fencepost::sim {
namespace {

template <class T>
bool load(void* library, const std::string& prefix, CxSparse<T>& of) {
  const auto find = [&](const char* name, auto*& function) {
    return look_up(library, (prefix + name).c_str(), function);
  };
  return find("transpose", of.transpose) && find("schol", of.schol) && find("sqr", of.sqr) && find("chol", of.chol) &&
         find("lu", of.lu) && find("qr", of.qr) && find("happly", of.happly) && find("lsolve", of.lsolve) &&
         find("ltsolve", of.ltsolve) && find("usolve", of.usolve) && find("ipvec", of.ipvec) && find("pvec", of.pvec) &&
         find("amd", of.amd) && find("maxtrans", of.maxtrans) && find("spfree", of.spfree) && find("sfree", of.sfree) &&
         find("nfree", of.nfree) && find("free", of.free);
}

struct Library {
  CxSparse<double> real{};
  CxSparse<std::complex<double>> complex{};
  bool complete = false;

  Library() {
    void* const library = open_shared_object("libcxsparse.so.3");
    complete = load(library, "cs_di_", real) && load(library, "cs_ci_", complex);
  }
};

const Library& library() {
  static const Library instance;
  return instance;
}

}  // namespace

template <>
const CxSparse<double>& cxsparse() {
  return library().real;
}
template <>
const CxSparse<std::complex<double>>& cxsparse() {
  return library().complex;
}

void need_cxsparse(const LibraryCall& call) {
  if (!library().complete) end_without(call, "CXSparse", "libcxsparse3");
}

}  // namespace fencepost::sim
