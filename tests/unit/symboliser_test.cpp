#include "detector/symbols/symboliser.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "detector/symbols/demangle.h"

namespace fencepost::detector {
namespace {

/// Compiled by the test; prints the addresses and TLS offsets that the test asks about.
constexpr const char* kProgram = R"(#include <cstdio>
typedef int Row[8];
struct Particle { float x; int k[3]; struct { float u, v; } velocity; };
namespace ns {
Row table[4];
Particle particles[7];
}
int scalar;
extern thread_local unsigned char fencepost_dynamic_shared[4096];
extern thread_local double buffer[];
inline __attribute__((always_inline)) const void* leaf() {
  const void* pc; asm volatile("lea 1f(%%rip), %0\n1:" : "=r"(pc)); return pc;
}
inline __attribute__((always_inline)) const void* middle() {
  return leaf();
}
template <class T>
__attribute__((noinline)) const void* kernel(T* p, int) {
  static thread_local T tile[16][17];
  tile[3][2] = *p;
  p[0] += tile[1][1] + T(buffer[0]);
  return middle();
}
extern "C" __attribute__((noinline)) int* plain(int v) { static thread_local int cells[5]; cells[v] = v; return cells; }
int main() {
  float f = 1;
  const char* base; asm("mov %%fs:0, %0" : "=r"(base));
  const void* pc = kernel(&f, 0);
  ns::table[0][0] = ns::particles[0].k[0] = scalar = 1;
  printf("%p %p %p %p %ld\n", pc, (void*)&ns::table[2][3], (void*)&ns::particles[1].k[0], (void*)&scalar,
         (long)((const char*)plain(2) - (const char*)fencepost_dynamic_shared));
}
)";

/// As the runtime defines the memory of `extern __shared__` arrays.
constexpr const char* kBuffer = R"(
.section .tbss,"awT",@nobits
.balign 128
.globl fencepost_dynamic_shared
.type fencepost_dynamic_shared, @object
.size fencepost_dynamic_shared, 4096
fencepost_dynamic_shared:
.zero 4096
.section .note.GNU-stack,"",@progbits
)";

void write(const std::string& path, const char* text) { std::ofstream(path) << text; }

/// One compiler, one compiled program, shared by the tests.
class SymboliserTest : public testing::TestWithParam<const char*> {
 protected:
  static std::string command_output(const std::string& command) {
    std::string output;
    FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return output;
    char buffer[512];
    while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) output += buffer;
    pclose(pipe);
    return output;
  }

  void SetUp() override {
    char name[] = "/tmp/fencepost-symboliser-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    directory_ = name;
    const std::string compiler = GetParam();
    if (std::system((compiler + " --version > /dev/null 2>&1").c_str()) != 0) GTEST_SKIP() << "no " << compiler;
    write(directory_ + "/program.cpp", kProgram);
    write(directory_ + "/buffer.s", kBuffer);
    const std::string extern_tls = compiler == "g++" ? " -fno-extern-tls-init" : "";
    // Then as fencepost-nvcc renames the arrays.
    const std::string command = "cd " + directory_ + " && " + compiler +
                                " -std=c++20 -g -O2 -fno-pie -w -c program.cpp" + extern_tls +
                                " && objcopy --redefine-sym buffer=fencepost_dynamic_shared"
                                " --add-symbol=fencepost_dynamic_shared.buffer=0,local program.o && " +
                                compiler + " -no-pie program.o buffer.s -o program";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    std::istringstream output(command_output(directory_ + "/program"));
    output >> pc_ >> table_ >> particles_ >> scalar_ >> cells_from_buffer_;
    ASSERT_TRUE(output);
    symboliser_ = std::make_unique<Symboliser>(directory_ + "/program");
  }

  void TearDown() override {
    std::error_code error;
    std::filesystem::remove_all(directory_, error);
  }

  /// Offset of the dynamic buffer in the TLS segment: found by asking everywhere.
  std::size_t buffer_offset() {
    for (std::size_t offset = 0; offset < 8192; ++offset) {
      const auto variable = symboliser_->shared(offset, pc_);
      if (variable && variable->dynamic_shared) return offset;
    }
    ADD_FAILURE() << "no dynamic buffer";
    return 0;
  }

  std::string directory_;
  void* pc_ = nullptr;
  void* table_ = nullptr;
  void* particles_ = nullptr;
  void* scalar_ = nullptr;
  long cells_from_buffer_ = 0;
  std::unique_ptr<Symboliser> symboliser_;
};

TEST_P(SymboliserTest, GivesTheChainOfInlinedCalls) {
  const auto frames = symboliser_->frames(pc_);
  ASSERT_EQ(frames.size(), 3U);
  EXPECT_EQ(frames[0], (Location{"program.cpp", 12, "leaf"}));
  EXPECT_EQ(frames[1], (Location{"program.cpp", 15, "middle"}));
  EXPECT_EQ(frames[2], (Location{"program.cpp", 22, "kernel<float>(float*, int)"}));
  EXPECT_EQ(symboliser_->line(pc_).line, 12U);
  EXPECT_EQ(symboliser_->function(pc_), "kernel<float>(float*, int)");
}

TEST_P(SymboliserTest, ReadsTheSourceOfALine) {
  const Location place = symboliser_->frames(pc_).at(1);
  EXPECT_EQ(symboliser_->source_text(place.file, place.line), "  return leaf();");
  EXPECT_EQ(symboliser_->source_text(place.file, 10000), std::nullopt);
  EXPECT_EQ(symboliser_->source_text("no/such/file.cu", 1), std::nullopt);
}

TEST(MemberText, ChoosesAmongThePartsOfAUnion) {
  // union { int i; struct { short low, high; } half; double d[2]; } and a number behind it.
  const std::vector<Member> members = {
      {"i", 0, 4, 0}, {"half.low", 0, 2, 0}, {"d", 0, 8, 2}, {"half.high", 2, 2, 0}, {"last", 16, 4, 0}};
  EXPECT_EQ(member_text(members, 0, 4), ".i");
  EXPECT_EQ(member_text(members, 0, 2), ".half.low");
  EXPECT_EQ(member_text(members, 2, 2), ".half.high");
  EXPECT_EQ(member_text(members, 2, 1), ".half.high");
  EXPECT_EQ(member_text(members, 8, 8), ".d[1]");
  EXPECT_EQ(member_text(members, 1, 1), ".i+1");
  EXPECT_EQ(member_text(members, 18, 1), ".last+2");
  EXPECT_EQ(member_text(members, 20, 4), "");
}

TEST_P(SymboliserTest, NamesGlobalVariablesWithTheirBounds) {
  const auto table = symboliser_->global(table_);
  ASSERT_TRUE(table);
  EXPECT_EQ(table->name, "ns::table");
  EXPECT_EQ(table->bytes, 128U);
  EXPECT_EQ(table->element_bytes, 4U);
  EXPECT_EQ(table->dimensions, (std::vector<std::size_t>{4, 8}));
  EXPECT_EQ(table->declared.line, 5U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(table_) - table->begin, (2U * 8U + 3U) * 4U);

  const auto particles = symboliser_->global(particles_);
  ASSERT_TRUE(particles);
  EXPECT_EQ(particles->element_bytes, 24U);
  EXPECT_EQ(particles->dimensions, std::vector<std::size_t>{7});
  EXPECT_EQ(member_text(particles->members, 0, 4), ".x");
  EXPECT_EQ(member_text(particles->members, 8, 4), ".k[1]");
  EXPECT_EQ(member_text(particles->members, 16, 4), ".velocity.u");
  EXPECT_EQ(member_text(particles->members, 20, 4), ".velocity.v");
  EXPECT_EQ(member_text(particles->members, 24, 4), "");

  const auto scalar = symboliser_->global(scalar_);
  ASSERT_TRUE(scalar);
  EXPECT_EQ(scalar->name, "scalar");
  EXPECT_TRUE(scalar->dimensions.empty());
}

TEST_P(SymboliserTest, NamesSharedVariablesOfAKernel) {
  const std::size_t buffer = buffer_offset();
  const auto cells = symboliser_->shared(buffer + static_cast<std::size_t>(cells_from_buffer_), pc_);
  ASSERT_TRUE(cells);
  EXPECT_EQ(cells->name, "cells");
  EXPECT_EQ(cells->dimensions, std::vector<std::size_t>{5});
  EXPECT_EQ(cells->declared.line, 24U);
  EXPECT_FALSE(cells->dynamic_shared);

  std::optional<Variable> tile;
  for (std::size_t offset = 0; offset < 8192 && !tile; offset += 4) {
    tile = symboliser_->shared(offset, pc_);
    if (tile && tile->name != "tile") tile.reset();
  }
  ASSERT_TRUE(tile);
  EXPECT_EQ(tile->dimensions, (std::vector<std::size_t>{16, 17}));
  EXPECT_EQ(tile->element_bytes, 4U);
  EXPECT_EQ(tile->bytes, 16U * 17U * 4U);
}

TEST_P(SymboliserTest, NamesDynamicSharedMemoryAsTheSourceDoes) {
  const std::size_t offset = buffer_offset();
  const auto variable = symboliser_->shared(offset + 8, pc_);
  ASSERT_TRUE(variable);
  EXPECT_EQ(variable->name, "buffer");
  EXPECT_EQ(variable->begin, offset);
  // An array without a bound; clang does not describe what is only declared.
  if (std::string(GetParam()) == "g++") {
    EXPECT_EQ(variable->dimensions, std::vector<std::size_t>{0});
    EXPECT_EQ(variable->element_bytes, 8U);
  }
}

TEST_P(SymboliserTest, KnowsNothingOfForeignAddresses) {
  int local = 0;
  EXPECT_TRUE(symboliser_->frames(&local).empty());
  EXPECT_EQ(symboliser_->line(&local).line, 0U);
  EXPECT_EQ(symboliser_->function(&local), "");
  EXPECT_FALSE(symboliser_->global(&local));
  EXPECT_FALSE(symboliser_->shared(1 << 30, nullptr));
}

INSTANTIATE_TEST_SUITE_P(Compilers, SymboliserTest, testing::Values("g++", "clang++"),
                         [](const auto& parameter) { return std::string(parameter.param) == "g++" ? "gcc" : "clang"; });

TEST(Symboliser, OfAFileThatCannotBeReadHasNoSymbols) {
  for (const char* path : {"/no/such/program", "/etc/passwd", "/"}) {
    Symboliser symboliser{std::string(path)};
    EXPECT_TRUE(symboliser.frames(reinterpret_cast<const void*>(0x401000)).empty());
    EXPECT_FALSE(symboliser.global(reinterpret_cast<const void*>(0x401000)));
  }
}

TEST(Demangle, NamesFunctionsAsPeopleDo) {
  EXPECT_EQ(function_name("_Z4scanPKiPii"), "scan(int const*, int*, int)");
  EXPECT_EQ(function_name("_Z4kernIfEvPT_i"), "kern<float>(float*, int)");
  EXPECT_EQ(function_name("_Z4kernIfEvPT_i.constprop.0"), "kern<float>(float*, int)");
  EXPECT_EQ(function_name("main"), "main");
  EXPECT_EQ(function_name("plain.part.0"), "plain");
  EXPECT_EQ(short_function_name("_ZN2ns5applyIiEEvT_"), "ns::apply<int>");
  EXPECT_EQ(function_name("_ZplRK6float3S1_"), "operator+(float3 const&, float3 const&)");
  EXPECT_EQ(function_name("_ZN3FooclEv"), "Foo::operator()()");
  EXPECT_EQ(function_name("_ZlsIiER3OutS1_T_"), "operator<< <int>(Out&, int)");
  EXPECT_EQ(function_name("_Z5applyIZ4mainEUliE_EvT_i"), "apply<main::{lambda#1}>(main::{lambda#1}, int)");
}

TEST(Demangle, NamesOfThousandCharactersAreCut) {
  std::string types;
  for (int i = 0; i < 60; ++i) types += "20abcdefghijklmnopqrst";
  EXPECT_EQ(function_name(("_ZN2nsL6kernelIJ" + types + "EEEvv").c_str()), "ns::kernel<...>");
  EXPECT_EQ(short_function_name(("_ZN12_GLOBAL__N_16kernelIJ" + types + "EEEvv").c_str()),
            "(anonymous namespace)::kernel<...>");
  EXPECT_EQ(function_name(("_Z4scan" + types).c_str()), "scan");
  EXPECT_EQ(function_name(("_ZN2ns4scanE" + types).c_str()), "ns::scan");
  EXPECT_EQ(function_name(("_ZSt4scan" + types).c_str()), "_ZSt4scan" + types);
}

TEST(Demangle, NamesVariablesAsTheSourceDoes) {
  EXPECT_EQ(variable_name("_ZZ6kernelPiE4tile"), "tile");
  EXPECT_EQ(variable_name("_ZZ4kernIfEvPT_iE4tile"), "tile");
  EXPECT_EQ(variable_name("_ZN2ns5tableE"), "ns::table");
  EXPECT_EQ(variable_name("_ZN12_GLOBAL__N_14anonE"), "anon");
  EXPECT_EQ(variable_name("cells.0"), "cells");
  EXPECT_EQ(variable_name("scalar"), "scalar");
  EXPECT_EQ(variable_name("_ZGVZ6kernelPiE4tile"), "");
}

}  // namespace
}  // namespace fencepost::detector
