#include "compiler/frontend/leading_headers.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace fencepost::compiler {
namespace {

using Names = std::vector<std::string>;

Names names_of(const std::string& text) { return leading_headers(text, "main.cu", {}); }

TEST(LeadingHeaders, AreTheFirstInclusionsOfStandardHeaders) {
  EXPECT_EQ(
      names_of("// What it is.\n#include <vector>\n\n/* And */ \n# include <cstdio>  // printf\n#include <vector>\n"),
      (Names{"vector", "cstdio"}));
  EXPECT_EQ(names_of("#include <cuda_runtime.h>\n#include <cassert>\n#include <cmath>"), Names{"cmath"});
  EXPECT_EQ(names_of(""), Names{});
}

TEST(LeadingHeaders, EndWhereSomethingCouldChangeTheirMeaning) {
  for (const char* between : {"#define private public\n", "int x;\n", "#if A\n", "#include <thrust/sort.h>\n",
                              "#include NAME\n", "#include \"not_there.h\"\n", "#pragma once\n", "#include <vector\n",
                              "#include <cmath> x\n", "#\n", "\\\n#define A\n"}) {
    EXPECT_EQ(names_of(std::string("#include <cstdio>\n") + between + "#include <cmath>\n"), Names{"cstdio"})
        << between;
  }
  EXPECT_EQ(names_of("/* #include <cmath>\n*/ int x; // #include <cmath>\n#include <cmath>\n"), Names{});
}

TEST(LeadingHeaders, AreThoseOfHeadersNextToTheSourceToo) {
  std::string folder = std::filesystem::temp_directory_path() / "leading_headers.XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const auto write = [&](const char* name, const char* text) { std::ofstream(folder + '/' + name) << text; };
  write("empty.h", "#pragma once\n#include <array>\n");
  write("self.h", "#include \"self.h\"\n#include <map>\n");
  write("code.h", "#include \"empty.h\"\n#include <span>\nint f();\n#include <list>\n");
  const std::string path = folder + "/main.cu";
  EXPECT_EQ(leading_headers("#include \"empty.h\"\n#include <bit>\n", path, {}), (Names{"array", "bit"}));
  EXPECT_EQ(leading_headers("#include \"code.h\"\n#include <bit>\n", path, {}), (Names{"array", "span"}));
  EXPECT_EQ(leading_headers("#include \"self.h\"\n#include <bit>\n", path, {}), Names{});
  const HeaderFolders elsewhere{.users = {folder + "/none/", folder + '/'}};
  EXPECT_EQ(leading_headers("#include \"empty.h\"\n#include <bit>\n", "main.cu", elsewhere), (Names{"array", "bit"}));
  std::filesystem::remove_all(folder);
}

TEST(LeadingHeaders, AreThoseOfCudaToo) {
  std::string folder = std::filesystem::temp_directory_path() / "leading_headers.XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  folder += '/';
  for (const char* name : {"cuda", "thrust"}) std::filesystem::create_directory(folder + name);
  for (const char* name : {"mma.h", "cuda/atomic", "thrust/sort.h"}) std::ofstream(folder + name) << "";
  const std::string text = "#include <mma.h>\n#include <cuda/atomic>\n#include <cmath>\n";
  EXPECT_EQ(leading_headers(text + "#include <mine.h>\n#include <cstdio>\n", "main.cu", {.own = {folder}}),
            (Names{"mma.h", "cuda/atomic", "cmath"}));
  EXPECT_EQ(leading_headers("#include <thrust/sort.h>\n" + text, "main.cu", {.own = {folder}}), Names{});
  std::filesystem::remove_all(folder);
}

TEST(LeadingHeaders, AreThoseOfLibrariesThatAreReadOnce) {
  std::string folder = std::filesystem::temp_directory_path() / "leading_headers.XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  folder += '/';
  const auto write = [&](const char* name, const char* text) { std::ofstream(folder + name) << text; };
  write("pragma.h", "// A library's.\n#pragma once\nint f();\n");
  write("macro.h", "/* A library's. */\n#ifndef MACRO_H\n#define MACRO_H\n#endif\n");
  write("each_time.h", "#if FIRST\n#pragma once\n#endif\n");
  write("code.h", "int f();\n");
  const auto names_in = [&](const std::string& text) {
    return leading_headers(text, "main.cu", {.libraries = {folder}});
  };
  EXPECT_EQ(names_in("#include <pragma.h>\n#include <macro.h>\n#include <map>\n"),
            (Names{"pragma.h", "macro.h", "map"}));
  for (const char* other : {"each_time.h", "code.h", "not_there.h"}) {
    EXPECT_EQ(names_in(std::string("#include <map>\n#include <") + other + ">\n#include <set>\n"), Names{"map"})
        << other;
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace fencepost::compiler
