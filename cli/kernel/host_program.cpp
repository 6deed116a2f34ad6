#include "cli/kernel/host_program.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string_view>

#include "cli/kernel/scalar.h"

namespace fencepost::cli {
namespace {

constexpr const char* kCheck = R"(/// Ends the program if a call of CUDA's has failed.
inline void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}
)";

constexpr const char* kTo = R"(/// `value` as any kind of number.
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
)";

constexpr const char* kConstant = R"(struct Constant {
  double value;
  template <class T>
  void fill(T& number) const {
    number = to<T>(value);
  }
};
)";

constexpr const char* kIota = R"(/// One number after the other.
struct Iota {
  double next, step;
  template <class T>
  void fill(T& number) {
    number = to<T>(next);
    next += step;
  }
};
)";

constexpr const char* kRandom = R"(/// Numbers from `least` to `greatest`: whole ones both included.
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
)";

constexpr const char* kCsv = R"(/// Numbers of a text file, one after the other.
class Csv {
 public:
  explicit Csv(const char* file) : in_(file) {}
  template <class T>
  void fill(T& number) {
    while (in_ && std::strchr(",; \t\r\n", in_.peek()) != nullptr) in_.get();
    if constexpr (std::is_integral_v<T> && sizeof(T) > 1) {
      in_ >> number;
    } else {
      double value = 0;
      in_ >> value;
      number = to<T>(value);
    }
    if (in_) return;
    std::fputs("a .csv file has too few numbers\n", stderr);
    std::exit(1);
  }

 private:
  std::ifstream in_;
};
)";

constexpr const char* kReadBytes = R"(/// The numbers of a .npy file, which begin at `offset`.
inline void read_bytes(const char* file, long offset, void* to, std::size_t bytes) {
  std::FILE* const in = std::fopen(file, "rb");
  if (in == nullptr || std::fseek(in, offset, SEEK_SET) != 0 || std::fread(to, 1, bytes, in) != bytes) {
    std::fprintf(stderr, "cannot read %s\n", file);
    std::exit(1);
  }
  std::fclose(in);
}
)";

constexpr const char* kSave = R"(/// Writes a .npy file.
inline void save(const char* file, const char* header, const void* from, std::size_t bytes) {
  std::FILE* const out = std::fopen(file, "wb");
  if (out == nullptr || std::fwrite("\x93NUMPY\x01\x00\x76\x00", 1, 10, out) != 10 ||
      std::fprintf(out, "%-117s\n", header) != 118 || std::fwrite(from, 1, bytes, out) != bytes ||
      std::fclose(out) != 0) {
    std::fprintf(stderr, "cannot write %s\n", file);
    std::exit(1);
  }
}
)";

constexpr const char* kText = R"(template <class T>
std::string text_of(const T& value) {
  char text[64];
  if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    std::snprintf(text, sizeof text, "%lld", static_cast<long long>(value));
  } else if constexpr (std::is_same_v<T, double>) {
    std::snprintf(text, sizeof text, "%.15g", value);
  } else {
    std::snprintf(text, sizeof text, "%.7g", static_cast<double>(static_cast<float>(value)));
  }
  return text;
}
)";

constexpr const char* kPrint = R"(/// The first and the last elements, or all.
template <class T>
void print(const char* name, const std::vector<T>& values, bool all) {
  const std::size_t count = values.size();
  if (!all) {
    std::printf("%s[%zu] =", name, count);
    for (std::size_t i = 0; i < count; ++i) {
      if (count > 12 && i == 8) {
        std::printf(" …");
        i = count - 3;
      }
      std::printf(" %s", text_of(values[i]).c_str());
    }
    std::printf("\n");
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 8 == 0) std::printf("%s[%zu] =", name, i);
    std::printf(" %s%s", text_of(values[i]).c_str(), i % 8 == 7 || i + 1 == count ? "\n" : "");
  }
}
)";

std::string sizes(const std::array<std::uint64_t, 3>& size) {
  std::string text = "dim3(" + std::to_string(size[0]);
  if (size[1] != 1 || size[2] != 1) text += ", " + std::to_string(size[1]);
  if (size[2] != 1) text += ", " + std::to_string(size[2]);
  return text + ")";
}

class Writer {
 public:
  Writer(const HostProgram& program, const std::string& path) : program_(program), path_(path) {}

  std::string text() {
    comment();
    headers();
    before();
    include();
    after();
    line("int main() {");
    for (const HostStep& step : program_.steps) add(step);
    launch();
    results();
    for (const HostStep& step : program_.steps) {
      if (allocates(step)) line("  host::check(cudaFree(" + step.variable + "));");
    }
    line("}");
    return std::move(text_);
  }

 private:
  static bool allocates(const HostStep& step) { return step.kind == HostStep::kArray || step.kind == HostStep::kCopy; }
  static bool is_filled(const HostStep& step) {
    return step.kind == HostStep::kArray &&
           (step.contents == ArrayContents::kIota || step.contents == ArrayContents::kRandom ||
            step.contents == ArrayContents::kConstant || step.contents == ArrayContents::kCsv);
  }
  [[nodiscard]] bool any(const std::function<bool(const HostStep&)>& is) const {
    return std::ranges::any_of(program_.steps, is);
  }
  [[nodiscard]] bool has(ArrayContents::Kind contents) const {
    return any([contents](const HostStep& step) { return step.kind == HostStep::kArray && step.contents == contents; });
  }
  [[nodiscard]] bool prints() const {
    return std::ranges::any_of(program_.prints, [](const PrintRequest& print) { return print.file.empty(); });
  }
  [[nodiscard]] bool saves() const {
    return std::ranges::any_of(program_.prints, [](const PrintRequest& print) { return !print.file.empty(); });
  }

  void line(std::string_view text) {
    text_ += text;
    text_ += '\n';
  }

  /// The next line is said to be that one of the user's file.
  void at_users(std::uint32_t users) {
    if (!path_.empty() && users != 0) line("#line " + std::to_string(users) + " " + quoted(program_.kernel_file));
  }
  /// From here on lines are ours again.
  void at_ours() {
    if (path_.empty()) return;
    const auto count = std::ranges::count(text_, '\n');
    line("#line " + std::to_string(count + 2) + " " + quoted(path_));
  }

  void comment() {
    line("// Runs one kernel of " + program_.shown_file + ", as this does:");
    line("//   " + program_.command);
  }

  void headers() {
    std::vector<const char*> names = {"cstdio", "cstdlib", "vector"};
    const bool fills = any(is_filled);
    if (fills || prints()) names.push_back("type_traits");
    if (has(ArrayContents::kRandom)) names.insert(names.end(), {"cmath", "random"});
    if (has(ArrayContents::kCsv)) names.insert(names.end(), {"cstring", "fstream"});
    if (prints()) names.push_back("string");
    const bool has_limits = any([](const HostStep& step) {
      return step.text.find("NAN") != std::string::npos || step.text.find("INFINITY") != std::string::npos ||
             std::ranges::any_of(step.numbers, [](const std::string& n) {
               return n.starts_with("double") || n.starts_with("-double");
             });
    });
    if (has_limits && !has(ArrayContents::kRandom)) names.push_back("cmath");
    if (any([](const HostStep& step) { return step.text == "INT64_MIN"; })) names.push_back("cstdint");
    std::ranges::sort(names, {}, [](const char* name) { return std::string_view(name); });
    for (const char* const name : names) line(std::string("#include <") + name + ">");
    line("");
  }

  void before() {
    line("namespace host {");
    text_ += kCheck;
    if (any(is_filled)) text_ += kTo;
    if (has(ArrayContents::kConstant)) text_ += kConstant;
    if (has(ArrayContents::kIota)) text_ += kIota;
    if (has(ArrayContents::kRandom)) text_ += kRandom;
    if (has(ArrayContents::kCsv)) text_ += kCsv;
    if (has(ArrayContents::kNpy)) text_ += kReadBytes;
    if (prints()) text_ += kText;
    if (saves()) text_ += kSave;
    line("}  // namespace host");
    line("");
  }

  void include() {
    if (program_.renames_main) {
      line("#pragma GCC diagnostic ignored \"-Wreturn-type\"  // Of its main, which has another name here.");
      line("#define main main_of_the_file");
    }
    line("#include " + quoted(program_.file));
    if (program_.renames_main) line("#undef main");
    line("");
  }

  /// Text of structs that are printed.
  void after() {
    if (!prints()) return;
    line("namespace host {");
    std::vector<std::string> done;
    for (const PrintRequest& print : program_.prints) {
      const HostStep& step = step_of(print);
      if (step.element.kind != compiler::ListedType::kStruct || std::ranges::find(done, step.type) != done.end())
        continue;
      done.push_back(step.type);
      std::string members;
      for (const compiler::ListedField& field : step.element.fields) {
        if (field.type.kind != compiler::ListedType::kNumber) continue;
        members += (members.empty() ? "" : R"( + ", " + )") + std::string("text_of(value.") + field.name + ")";
      }
      line("inline std::string text_of(const ::" + step.type + "& value) { return \"{\" + " +
           (members.empty() ? "std::string()" : members) + " + \"}\"; }");
    }
    text_ += kPrint;
    line("}  // namespace host");
    line("");
  }

  [[nodiscard]] const HostStep& step_of(const PrintRequest& print) const {
    return *std::ranges::find_if(program_.steps, [&](const HostStep& step) {
      return step.variable == print.name && (step.kind == HostStep::kArray || step.kind == HostStep::kMake);
    });
  }

  /// vector<bool> is no array.
  static std::string host_type(const HostStep& step) { return step.type == "bool" ? "unsigned char" : step.type; }

  void add(const HostStep& step) {
    const std::string note = step.note.empty() ? "" : "  // " + step.note;
    switch (step.kind) {
      case HostStep::kNumber:
        line("  " + step.type + " " + step.variable + " = " + step.text + ";" + note);
        break;
      case HostStep::kStruct:
        line("  " + step.type + " " + step.variable + "{};");
        break;
      case HostStep::kMember:
        line("  " + step.variable + " = " + step.text + ";" + note);
        break;
      case HostStep::kArray:
      case HostStep::kMake:
        line("  std::vector<" + host_type(step) + "> " + step.variable + "_host(" + std::to_string(step.count) + ");" +
             note);
        fill(step);
        if (step.kind == HostStep::kArray) copy(step);
        break;
      case HostStep::kCopy:
        copy(step);
        break;
    }
  }

  void fill(const HostStep& step) {
    const std::string host = step.variable + "_host";
    if (step.contents == ArrayContents::kNpy) {
      line("  host::read_bytes(" + quoted(step.file) + ", " + std::to_string(step.offset) + ", " + host + ".data(), " +
           host + ".size() * sizeof(" + step.type + "));");
    }
    if (!is_filled(step)) return;
    std::string source = step.contents == ArrayContents::kRandom     ? "Random"
                         : step.contents == ArrayContents::kIota     ? "Iota"
                         : step.contents == ArrayContents::kConstant ? "Constant"
                                                                     : "Csv";
    std::string numbers = step.contents == ArrayContents::kCsv ? quoted(step.file) : "";
    for (const std::string& number : step.numbers) numbers += (numbers.empty() ? "" : ", ") + number;
    line("  host::" + source + " " + step.variable + "_source{" + numbers + "};");
    line("  for (" + host_type(step) + "& each : " + host + ") {");
    for (const std::string& path : step.scalars) line("    " + step.variable + "_source.fill(each" + path + ");");
    line("  }");
  }

  void copy(const HostStep& step) {
    const std::string host = step.variable + "_host";
    const std::string bytes = host + ".size() * sizeof(" + step.type + ")";
    line("  " + pointer_text(step.type, step.variable, step.dimensions) + " = nullptr;");
    at_users(step.line);
    line("  host::check(cudaMalloc(&" + step.variable + ", " + bytes + "));");
    if (step.line != 0) at_ours();
    if (step.contents == ArrayContents::kUnset && step.kind == HostStep::kArray) return;
    line("  host::check(cudaMemcpy(" + step.variable + ", " + host + ".data(), " + bytes +
         ", cudaMemcpyHostToDevice));");
  }

  void launch() {
    const std::string kernel = program_.prototype.empty()
                                   ? program_.kernel
                                   : "static_cast<" + program_.prototype + ">(" + program_.kernel + ")";
    constexpr std::uint64_t kWithoutAsking = 49152;
    if (program_.shared > kWithoutAsking) {
      line("  host::check(cudaFuncSetAttribute(" + kernel + ", cudaFuncAttributeMaxDynamicSharedMemorySize, " +
           std::to_string(program_.shared) + "));");
    }
    std::string arguments;
    if (program_.cooperative) {
      // Each by its address.
      for (std::size_t i = 0; i < program_.arguments.size(); ++i) {
        std::string name = program_.arguments[i];
        if (name == "nullptr") {
          name = "null" + std::to_string(i);
          line("  void* " + name + " = nullptr;");
        }
        arguments += (i == 0 ? "&" : ", &") + name;
      }
      line("  void* arguments[] = {" + (arguments.empty() ? "nullptr" : arguments) + "};");
      at_users(program_.line);
      line("  host::check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(" + kernel + "), " +
           sizes(program_.grid) + ", " + sizes(program_.block) + ", arguments, " + std::to_string(program_.shared) +
           ", nullptr));");
    } else {
      for (const std::string& name : program_.arguments) arguments += (arguments.empty() ? "" : ", ") + name;
      at_users(program_.line);
      line("  " + program_.kernel + "<<<" + sizes(program_.grid) + ", " + sizes(program_.block) +
           (program_.shared == 0 ? "" : ", " + std::to_string(program_.shared)) + ">>>(" + arguments + ");");
    }
    at_ours();
    line("  host::check(cudaGetLastError());");
    line("  host::check(cudaDeviceSynchronize());");
  }

  /// As NumPy writes it.
  static std::string shape_of(const HostStep& step) {
    if (step.dimensions.empty()) return std::to_string(step.count) + ",";
    std::uint64_t inner = 1;
    std::string text;
    for (std::size_t at = 0; at < step.dimensions.size(); at = step.dimensions.find(']', at) + 1) {
      const std::uint64_t size = std::strtoull(step.dimensions.c_str() + at + 1, nullptr, 10);
      inner *= size;
      text += ", " + std::to_string(size);
    }
    return std::to_string(inner == 0 ? 0 : step.count / inner) + text;
  }

  void results() {
    std::vector<std::string> copied;
    for (const PrintRequest& print : program_.prints) {
      const HostStep& step = step_of(print);
      const std::string host = step.variable + "_host";
      if (std::ranges::find(copied, host) == copied.end()) {
        line("  host::check(cudaMemcpy(" + host + ".data(), " + step.variable + ", " + host + ".size() * sizeof(" +
             step.type + "), cudaMemcpyDeviceToHost));");
        copied.push_back(host);
      }
      if (print.file.empty()) {
        line("  host::print(" + quoted(print.name) + ", " + host + ", " + (print.all ? "true" : "false") + ");");
      } else {
        line("  host::save(" + quoted(print.file) + ", " +
             quoted("{'descr': '" + step.text + "', 'fortran_order': False, 'shape': (" + shape_of(step) + "), }") +
             ", " + host + ".data(), " + host + ".size() * sizeof(" + step.type + "));");
      }
    }
  }

  const HostProgram& program_;
  const std::string& path_;
  std::string text_;
};

}  // namespace

std::string fillers_text() { return std::string(kCheck) + kTo + kConstant + kIota + kRandom; }

std::string host_program_text(const HostProgram& program, const std::string& path) {
  return Writer(program, path).text();
}

}  // namespace fencepost::cli
