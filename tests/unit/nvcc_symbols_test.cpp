#include "cli/nvcc_symbols.h"

#include <gtest/gtest.h>

#include "cli/nvcc_process.h"
#include "cli/nvcc_temporary.h"

namespace fencepost::cli {
namespace {

class NvccSymbolsTest : public testing::Test {
 protected:
  std::string compile(const std::string& name, const std::string& source) {
    write_file(directory_.file(name + ".cpp"), source);
    std::string object = directory_.file(name + ".o");
    EXPECT_EQ(runner_.run({"g++", "-c", directory_.file(name + ".cpp"), "-o", object}), 0);
    return object;
  }

  TemporaryDirectory directory_;
  CommandRunner runner_{false, false};
};

TEST_F(NvccSymbolsTest, UndefinedThreadLocalsAreDynamicSharedArrays) {
  const std::string object =
      compile("a",
              "extern __thread float tile[]; extern __thread int other; extern __thread int mine;"
              "__thread int mine = 1; extern int plain; void f();"
              "void g() { tile[0] = other + mine + plain; f(); }");
  const ObjectSymbols symbols = read_symbols(read_file(object));
  EXPECT_TRUE(symbols.undefined.contains("plain"));
  EXPECT_TRUE(symbols.undefined.contains("_Z1fv"));
  EXPECT_EQ(symbols.undefined_tls, (std::set<std::string>{"other", "tile"}));
  EXPECT_EQ(symbols.own_tls, (std::set<std::string>{"mine"}));
  EXPECT_EQ(dynamic_shared_arrays(symbols, {"tile", "mine"}), (std::set<std::string>{"tile"}));
}

TEST_F(NvccSymbolsTest, ArchivesAreReadMemberByMember) {
  const std::string first = compile("first", "extern __thread float tile[]; float f() { return tile[1]; }");
  const std::string second = compile("a_second_member_with_a_long_name", "__thread int defined_here;");
  const std::string archive = directory_.file("x.a");
  ASSERT_EQ(runner_.run({"ar", "rcs", archive, first, second}), 0);
  const ObjectSymbols symbols = read_symbols(read_file(archive));
  EXPECT_EQ(symbols.undefined_tls, (std::set<std::string>{"tile"}));
  EXPECT_EQ(symbols.own_tls, (std::set<std::string>{"defined_here"}));
}

TEST_F(NvccSymbolsTest, NamesAreReadFromMangledOnes) {
  EXPECT_EQ(unqualified_name("counter"), "counter");
  EXPECT_EQ(unqualified_name("_ZN5outer5inner7counterE"), "counter");
  EXPECT_EQ(unqualified_name("_ZN12_GLOBAL__N_17counterE"), "counter");
  EXPECT_EQ(unqualified_name("_ZL7counter"), "");      // Local already.
  EXPECT_EQ(unqualified_name("_ZN5TableIiE1xE"), "");  // A template's: one for all files.
  EXPECT_EQ(unqualified_name("_ZN1SplERKS_"), "");
  EXPECT_EQ(unqualified_name("_ZNSt3pmr1xE"), "");
  EXPECT_EQ(unqualified_name("_Z99x"), "");
}

TEST_F(NvccSymbolsTest, VariablesThatOthersMayNotDefineAreOwn) {
  const std::string object = compile("own",
                                     "int a; static int b; inline int c; extern int d; namespace n { int e = 1; }"
                                     "int f() { return b + c + d; }");
  EXPECT_EQ(read_symbols(read_file(object)).own, (std::set<std::string>{"a", "_ZN1n1eE"}));
}

TEST_F(NvccSymbolsTest, MergedSymbolsAreOneForTheLinker) {
  const std::string object =
      compile("main",
              "extern __thread float a[]; extern __thread char b[]; extern __thread char buffer[];"
              "int main() { a[0] = 1; b[63] = 1; buffer[1] = 1;"
              " return (char*)a != b || b != buffer; }");
  std::string merged = read_file(object);
  merge_symbols(merged, {"a", "b"}, "buffer");
  EXPECT_EQ(read_symbols(merged).undefined_tls, (std::set<std::string>{"buffer"}));
  write_file(object, merged);
  const std::string definition = compile("definition", "__thread char buffer[64];");
  const std::string program = directory_.file("program");
  ASSERT_EQ(runner_.run({"g++", object, definition, "-o", program}), 0);
  EXPECT_EQ(runner_.run({program}), 0);
}

TEST_F(NvccSymbolsTest, DamagedFilesHaveNoSymbols) {
  const std::string object = read_file(compile("a", "extern __thread int x; int f() { return x; }"));
  for (std::size_t length = 0; length < object.size(); length += 7) {
    std::string start = object.substr(0, length);
    read_symbols(start);
    merge_symbols(start, {"x"}, "_Z1fv");
  }
  std::string damaged = object;
  for (std::size_t i = 16; i < damaged.size(); i += 3) damaged[i] = static_cast<char>(0xff);
  read_symbols(damaged);
  merge_symbols(damaged, {"x"}, "_Z1fv");
  EXPECT_TRUE(read_symbols("!<arch>\n").undefined.empty());
  EXPECT_TRUE(read_symbols("").undefined.empty());
}

}  // namespace
}  // namespace fencepost::cli
