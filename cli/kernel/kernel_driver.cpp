#include "cli/kernel/kernel_driver.h"

#include <algorithm>

#include "cli/kernel/host_program.h"
#include "cli/kernel/scalar.h"

namespace fencepost::cli {
namespace {

constexpr const char* kHeaders = R"(// Runs a kernel with what a file of numbers says.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <type_traits>
#include <vector>

namespace host {
)";

constexpr const char* kInput = R"(class Input {
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
  long long whole() {
    const auto upper = static_cast<unsigned long long>(static_cast<long long>(next()));
    return static_cast<long long>((upper << 32) + static_cast<unsigned long long>(next()));
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
  void copy_to(void* device) const {
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
)";

class DriverWriter {
 public:
  DriverWriter(std::span<const KernelDriver> kernels, const std::string& path) : kernels_(kernels), path_(path) {}

  std::string text(const std::string& file, bool renames_main) {
    text_ = kHeaders + fillers_text() + kInput;
    line("#pragma GCC diagnostic ignored \"-Wreturn-type\"");
    if (renames_main) line("#define main main_of_the_file");
    line("#include " + quoted(file));
    if (renames_main) line("#undef main");
    for (std::size_t i = 0; i < kernels_.size(); ++i) run(kernels_[i], i);
    line("int main(int fuzzed_count, char** fuzzed_words) {");
    line("  host::Input fuzzed_input(fuzzed_count > 1 ? fuzzed_words[1] : \"\");");
    line("  const int fuzzed_kernel = fuzzed_count > 2 ? std::atoi(fuzzed_words[2]) : 0;");
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
      const std::string number = std::to_string(i);
      line("  if (fuzzed_kernel == " + number + ") fuzzed_run_" + number + "(fuzzed_input);");
    }
    line("}");
    return std::move(text_);
  }

 private:
  void line(const std::string& text) { text_ += text + '\n'; }

  void run(const KernelDriver& kernel, std::size_t number) {
    line("static void fuzzed_run_" + std::to_string(number) + "(host::Input& fuzzed_input) {");
    line("  const dim3 fuzzed_grid = fuzzed_input.sizes(), fuzzed_block = fuzzed_input.sizes();");
    line("  const unsigned fuzzed_shared = fuzzed_input.size();");
    for (const DriverStep& step : kernel.steps) add(step, kernel);
    launch(kernel);
    line("}");
  }

  void at_users(std::uint32_t users, const KernelDriver& kernel) {
    if (users != 0) line("#line " + std::to_string(users) + " " + quoted(kernel.kernel_file));
  }
  void at_ours() {
    const auto count = std::ranges::count(text_, '\n');
    line("#line " + std::to_string(count + 2) + " " + quoted(path_));
  }

  void add(const DriverStep& step, const KernelDriver& kernel) {
    const std::string& type = step.type.name;
    const auto declared = [&](const std::string& of) { return step.member ? step.path : of + " " + step.path; };
    switch (step.kind) {
      case DriverStep::kNumber:
        line("  " + declared(type) + " = host::to<" + type + ">(fuzzed_input.next());");
        break;
      case DriverStep::kWhole:
        line("  " + declared(type) + " = static_cast<" + type + ">(fuzzed_input.whole());");
        break;
      case DriverStep::kStruct:
        if (!step.member) line("  " + type + " " + step.path + "{};");
        break;
      case DriverStep::kArray:
        array(step, kernel);
        break;
      case DriverStep::kNull:
        line("  " + declared("auto*") + " = static_cast<" + pointer_text(type, "", step.dimensions) + ">(nullptr);");
        break;
      case DriverStep::kAlias:
        line("  " + declared("auto*") + " = " + step.other + ";");
        break;
    }
  }

  void array(const DriverStep& step, const KernelDriver& kernel) {
    const std::string contents = step.flat + "_contents";
    std::string fills;
    for (const std::string& scalar : step.scalars) fills += " source.fill(each" + scalar + ");";
    line("  const auto " + contents + " = host::contents<" + step.type.name +
         ">(fuzzed_input, []([[maybe_unused]] auto& source, [[maybe_unused]] auto& each) {" + fills + " });");
    if (!step.member) line("  " + pointer_text(step.type.name, step.path, step.dimensions) + " = nullptr;");
    at_users(step.line, kernel);
    line("  host::check(cudaMalloc(&" + step.path + ", " + contents + ".bytes()));");
    at_ours();
    line("  " + contents + ".copy_to(" + step.path + ");");
  }

  void launch(const KernelDriver& driver) {
    const std::string kernel = "static_cast<" + driver.prototype + ">(" + driver.kernel + ")";
    line("  if (fuzzed_shared > 49152) {");
    line("    host::launched(cudaFuncSetAttribute(reinterpret_cast<const void*>(" + kernel +
         "), cudaFuncAttributeMaxDynamicSharedMemorySize, fuzzed_shared));");
    line("  }");
    std::string arguments;
    if (driver.cooperative) {
      for (const std::string& name : driver.arguments) arguments += (arguments.empty() ? "&" : ", &") + name;
      line("  void* arguments[] = {" + (arguments.empty() ? "nullptr" : arguments) + "};");
      at_users(driver.line, driver);
      line("  host::launched(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(" + kernel +
           "), fuzzed_grid, fuzzed_block, arguments, fuzzed_shared, nullptr));");
    } else {
      for (const std::string& name : driver.arguments) arguments += (arguments.empty() ? "" : ", ") + name;
      at_users(driver.line, driver);
      line("  " + driver.kernel + "<<<fuzzed_grid, fuzzed_block, fuzzed_shared>>>(" + arguments + ");");
    }
    at_ours();
    line("  host::launched(cudaGetLastError());");
    line("  host::check(cudaDeviceSynchronize());");
  }

  std::span<const KernelDriver> kernels_;
  const std::string& path_;
  std::string text_;
};

}  // namespace

std::string prototype_of(const compiler::ListedKernel& kernel) {
  std::string text = "void (*)(";
  for (const compiler::ListedParameter& parameter : kernel.parameters) {
    text += (text.ends_with("(") ? "" : ", ") + parameter.type.name;
  }
  return text + ")";
}

std::string kernel_driver_text(std::span<const KernelDriver> kernels, const std::string& file, bool renames_main,
                               const std::string& path) {
  return DriverWriter(kernels, path).text(file, renames_main);
}

}  // namespace fencepost::cli
