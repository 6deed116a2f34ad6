// Runs a kernel with what a file of numbers says.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <type_traits>
#include <vector>

namespace host {
/// Ends the program if a call of CUDA's has failed.
inline void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}
/// `value` as any kind of number.
template <class T>
T to(double value) {
  if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    return static_cast<T>(static_cast<long long>(value));
  } else if constexpr (std::is_same_v<T, double>) {
    return value;
  } else {
    return static_cast<T>(static_cast<float>(value));
  }
}
struct Constant {
  double value;
  template <class T>
  void fill(T& number) const {
    number = to<T>(value);
  }
};
/// One number after the other.
struct Iota {
  double next, step;
  template <class T>
  void fill(T& number) {
    number = to<T>(next);
    next += step;
  }
};
/// Numbers from `least` to `greatest`: whole ones both included.
class Random {
 public:
  Random(unsigned seed, double least, double greatest) : generator_(seed), least_(least), greatest_(greatest) {}
  template <class T>
  void fill(T& number) {
    const double part = generator_() / 4294967296.0;
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      number = to<T>(std::floor(least_ + part * (greatest_ - least_ + 1)));
    } else {
      number = to<T>(least_ + part * (greatest_ - least_));
    }
  }

 private:
  std::mt19937 generator_;
  double least_, greatest_;
};
class Input {
 public:
  explicit Input(const char* file) : in_(std::fopen(file, "rb")) {}
  double next() {
    double value = 0;
    if (in_ == nullptr || std::fread(&value, sizeof value, 1, in_) != 1) {
      std::fputs("no input, or it is too short\n", stderr);
      std::exit(1);
    }
    return value;
  }
  unsigned size() { return static_cast<unsigned>(next()); }
  dim3 sizes() {
    const unsigned x = size(), y = size(), z = size();
    return dim3(x, y, z);
  }

 private:
  std::FILE* in_;
};
/// vector<bool> is no array.
template <class T>
using HostType = std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;
/// What an array begins with. `fill` gives an element the next numbers of a source.
template <class T, class Fill>
class Contents {
 public:
  Contents(Input& in, Fill fill) {
    values_.resize(static_cast<std::size_t>(in.next()));
    const int kind = static_cast<int>(in.next());
    const double first = in.next(), second = in.next();
    const unsigned seed = in.size();
    if (kind == 0) from(Constant{first}, fill);
    if (kind == 1) from(Iota{first, second}, fill);
    if (kind == 2) from(Random{seed, first, second}, fill);
    unset_ = kind == 3;
    for (unsigned left = in.size(); left != 0; --left) {
      const std::size_t index = static_cast<std::size_t>(in.next());
      const double value = in.next();
      if constexpr (!std::is_class_v<T> || std::is_convertible_v<float, T>) {
        if (index < values_.size()) Constant{value}.fill(values_[index]);
      }
    }
  }
  std::size_t bytes() const { return values_.size() * sizeof(T); }
  void copy_to(T* device) const {
    if (!unset_) check(cudaMemcpy(device, values_.data(), bytes(), cudaMemcpyHostToDevice));
  }

 private:
  template <class Source>
  void from(Source source, Fill fill) {
    for (auto& each : values_) fill(source, each);
  }
  std::vector<HostType<T>> values_;
  bool unset_ = false;
};
template <class T, class Fill>
Contents<T, Fill> contents(Input& in, Fill fill) {
  return Contents<T, Fill>(in, fill);
}
/// Ends the program with another status if there can be no such launch.
inline void launched(cudaError_t status) {
  if (status == cudaErrorInvalidValue || status == cudaErrorInvalidConfiguration ||
      status == cudaErrorLaunchOutOfResources || status == cudaErrorCooperativeLaunchTooLarge) {
    std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
    std::exit(77);
  }
  check(status);
}
}  // namespace host
#pragma GCC diagnostic ignored "-Wreturn-type"
#include "/tmp/nul.cu"
int main(int fuzzed_count, char** fuzzed_words) {
  host::Input fuzzed_input(fuzzed_count > 1 ? fuzzed_words[1] : "");
  const dim3 fuzzed_grid = fuzzed_input.sizes(), fuzzed_block = fuzzed_input.sizes();
  const unsigned fuzzed_shared = fuzzed_input.size();
  const auto a_contents = host::contents<int>(fuzzed_input, []([[maybe_unused]] auto& source, [[maybe_unused]] auto& each) { source.fill(each); });
  int* a = nullptr;
#line 2 "/tmp/nul.cu"
  host::check(cudaMalloc(&a, a_contents.bytes()));
#line 143 "/work/main/fencepost-fuzz/nul.nothing/driver.cu"
  a_contents.copy_to(a);
  const auto out_contents = host::contents<int>(fuzzed_input, []([[maybe_unused]] auto& source, [[maybe_unused]] auto& each) { source.fill(each); });
  int* out = nullptr;
#line 2 "/tmp/nul.cu"
  host::check(cudaMalloc(&out, out_contents.bytes()));
#line 149 "/work/main/fencepost-fuzz/nul.nothing/driver.cu"
  out_contents.copy_to(out);
  int n = host::to<int>(fuzzed_input.next());
  if (fuzzed_shared > 49152) {
    host::launched(cudaFuncSetAttribute(reinterpret_cast<const void*>(static_cast<void (*)(const int *, int *, int)>(::nothing)), cudaFuncAttributeMaxDynamicSharedMemorySize, fuzzed_shared));
  }
#line 2 "/tmp/nul.cu"
  ::nothing<<<fuzzed_grid, fuzzed_block, fuzzed_shared>>>(a, out, n);
#line 157 "/work/main/fencepost-fuzz/nul.nothing/driver.cu"
  host::launched(cudaGetLastError());
  host::check(cudaDeviceSynchronize());
}
