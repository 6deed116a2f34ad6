#include "cli/doctor/command.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/doctor/system.h"
#include "compiler/driver/temporary.h"
#include "compiler/driver/toolchain.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram =
    "#include <stdio.h>\n#include <vector>\nint main() { return std::vector<int>(1)[0]; }\n";
constexpr const char* kCudaProgram =
    "#include <vector>\n"
    "__global__ void fill(int* out) { out[threadIdx.x] = 1; }\n"
    "int main() {\n"
    "  int* out;\n"
    "  cudaMalloc(&out, 32 * sizeof(int));\n"
    "  fill<<<1, 32>>>(out);\n"
    "  return cudaDeviceSynchronize() != cudaSuccess;\n"
    "}\n";

const Package kCompiler = {.debian = "g++", .fedora = "gcc-c++"};

/// One after the other, each line as it is known.
class Examination {
 public:
  int run() {
    const std::optional<compiler::Toolchain> toolchain = examine_fencepost();
    if (toolchain && examine_compiler(*toolchain)) {
      examine_libraries(*toolchain);
      examine_kernel(*toolchain);
    }
    examine_extras();
    const bool complete = missing_.empty() && !is_broken_;
    if (complete) std::puts("\nAll that a checked program needs is there.");
    if (!missing_.empty()) tell_commands("\nWhat is missing is installed, as root, by", missing_);
    if (complete && !absent_.empty()) tell_commands("\nFor what is absent, if you want it:", absent_);
    return complete ? 0 : 1;
  }

 private:
  static void tell(const char* state, const std::string& name, const std::string& text) {
    std::printf("%-8s %-20s %s\n", state, name.c_str(), text.c_str());
    std::fflush(stdout);
  }

  void tell_commands(const char* head, const std::vector<Package>& packages) const {
    std::puts(head);
    for (const std::string& command : install_commands(distribution_, packages)) std::printf("  %s\n", command.c_str());
  }

  std::optional<compiler::Toolchain> examine_fencepost() {
    try {
      compiler::Toolchain toolchain = compiler::find_toolchain({});
      if (!fs::exists(toolchain.library)) throw std::runtime_error("there is no " + toolchain.library);
      tell("found", "Fencepost", FENCEPOST_VERSION ", headers in " + toolchain.include_directory);
      return toolchain;
    } catch (const std::exception& error) {
      tell("missing", "Fencepost", error.what());
      is_broken_ = true;
      return std::nullopt;
    }
  }

  /// Of plain C++, which also links: the compiler, its library's headers, the linker and what begins each program.
  bool examine_compiler(const compiler::Toolchain& toolchain) {
    const CommandOutput version = output_of({toolchain.compiler, "--version"});
    if (version.status != 0) {
      tell("missing", "C++ compiler", toolchain.compiler + ", which also links");
      missing_.push_back(kCompiler);
      return false;
    }
    tell("found", "C++ compiler", version.first_line());
    const std::string source = folder_.file("program.cpp");
    compiler::write_file(source, kProgram);
    const CommandOutput compiled =
        output_of({toolchain.compiler, "-std=c++17", "-c", source, "-o", folder_.file("program.o")});
    if (compiled.status != 0) {
      tell("missing", "C++ library", compiled.first_line());
      missing_.push_back(kCompiler);
      return false;
    }
    tell("found", "C++ library", "its headers compile");
    const CommandOutput linked = link(toolchain, {});
    if (linked.status != 0) {
      tell("missing", "linker", linked.first_line());
      missing_.push_back({.debian = "binutils", .fedora = "binutils"});
      missing_.push_back(kCompiler);
      return false;
    }
    const CommandOutput ran = output_of({folder_.file("program")});
    if (ran.status != 0) {
      tell("missing", "linker", "what it makes does not run: " + ran.first_line());
      is_broken_ = true;
      return false;
    }
    tell("found", "linker", "a program of C++ links and runs");
    return true;
  }

  CommandOutput link(const compiler::Toolchain& toolchain, const std::vector<std::string>& more) const {
    std::vector<std::string> words = {toolchain.compiler, folder_.file("program.o"), "-o", folder_.file("program")};
    words.insert(words.end(), more.begin(), more.end());
    return output_of(words);
  }

  void examine_libraries(const compiler::Toolchain& toolchain) {
    if (!toolchain.bundled_directory.empty()) {
      tell("found", "runtime's libraries", "in " + toolchain.bundled_directory);
      return;
    }
    struct Library {
      const char* name;
      Package package;
    };
    const std::array<Library, 4> libraries = {{
        {"boost_context", {.debian = "libboost-context-dev", .fedora = "boost-devel"}},
        {"tbb", {.debian = "libtbb-dev", .fedora = "tbb-devel"}},
        {"dw", {.debian = "libdw-dev", .fedora = "elfutils-devel"}},
        {"elf", {.debian = "libelf-dev", .fedora = "elfutils-libelf-devel"}},
    }};
    for (const Library& library : libraries) {
      const CommandOutput linked = link(toolchain, {std::string("-l") + library.name});
      const bool found = linked.status == 0;
      tell(found ? "found" : "missing", std::string("lib") + library.name, found ? "links" : linked.first_line());
      if (!found) missing_.push_back(library.package);
    }
  }

  /// The proof: all of it together, as the user will.
  void examine_kernel(const compiler::Toolchain& toolchain) {
    if (!missing_.empty()) return;
    const std::string source = folder_.file("kernel.cu");
    const std::string binary = folder_.file("kernel");
    compiler::write_file(source, kCudaProgram);
    const std::string nvcc = (fs::path(toolchain.program).parent_path() / "fencepost-nvcc").string();
    const CommandOutput compiled = output_of({nvcc, source, "-o", binary});
    const CommandOutput ran = compiled.status == 0 ? output_of({binary}) : compiled;
    is_broken_ = ran.status != 0;
    tell(is_broken_ ? "fails" : "found", "a kernel", is_broken_ ? "" : "compiles, runs and is checked");
    if (is_broken_) std::printf("%s\n", ran.text.c_str());
    // clang takes the newest GCC that it finds, which may be installed without its C++ headers.
    if (compiled.text.find("' file not found") != std::string::npos) {
      std::puts("A newer GCC may be installed without its C++ library: install g++ of that version, too.");
    }
  }

  void examine_extras() {
    const auto extra = [&](const char* name, bool found, const char* purpose, const Package& package) {
      tell(found ? "found" : "absent", name, purpose);
      if (!found) absent_.push_back(package);
    };
    extra("z3", output_of({"z3", "--version"}).status == 0, "for 'fencepost permissions --prove'",
          {.debian = "z3", .fedora = "z3"});
    extra("gdb", output_of({"gdb", "--version"}).status == 0, "for debugging checked programs",
          {.debian = "gdb", .fedora = "gdb"});
    const CommandOutput libraries = output_of({"/sbin/ldconfig", "-p"});
    extra("OpenBLAS", libraries.text.find("libopenblas.so") != std::string::npos, "for programs that use cuBLAS",
          {.debian = "libopenblas0", .fedora = "openblas"});
    extra("FFTW",
          libraries.text.find("libfftw3.so.3") != std::string::npos &&
              libraries.text.find("libfftw3f.so.3") != std::string::npos,
          "for programs that use cuFFT",
          {.debian = "libfftw3-double3 libfftw3-single3", .fedora = "fftw-libs-double fftw-libs-single"});
    extra("LAPACKE", libraries.text.find("liblapacke.so.3") != std::string::npos, "for programs that use cuSOLVER",
          {.debian = "liblapacke", .fedora = "lapack"});
    extra("CXSparse", libraries.text.find("libcxsparse.so.3") != std::string::npos,
          "for programs that use cuSOLVER's sparse matrices", {.debian = "libcxsparse3", .fedora = "suitesparse"});
    extra("METIS", libraries.text.find("libmetis.so.5") != std::string::npos,
          "for programs that have cuSOLVER order sparse matrices by it", {.debian = "libmetis5", .fedora = "metis"});
    extra("Thrust and CUB", fs::exists("/usr/include/thrust/version.h") && fs::exists("/usr/include/cub/version.cuh"),
          "for programs that include them", {.debian = "libthrust-dev libcub-dev", .fedora = ""});
  }

  compiler::TemporaryDirectory folder_;
  Distribution distribution_ = distribution_of("/etc/os-release");
  std::vector<Package> missing_;  ///< Without these no program is checked.
  std::vector<Package> absent_;   ///< Others.
  bool is_broken_ = false;        ///< Something that no package brings.
};

}  // namespace

CLI::App* add_doctor_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("doctor", "What of the system is there, and what is missing");
  command->footer(
      "Looks for the C++ compiler, its library's headers, the linker and the libraries that\n"
      "checked programs link, compiles and runs a kernel, and prints the command that\n"
      "installs what is missing, for Debian, Ubuntu and Fedora. FENCEPOST_CXX names\n"
      "another C++ compiler than g++.\n\n"
      "Exit status: 0 all that is needed is there, 1 something is missing or fails, 2 bad\n"
      "usage.");
  return command;
}

int examine_system() { return Examination().run(); }

}  // namespace fencepost::cli
