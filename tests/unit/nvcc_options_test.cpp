#include "compiler/driver/options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "compiler/driver/environment.h"
#include "compiler/driver/hip_options.h"
#include "compiler/driver/temporary.h"

namespace fencepost::compiler {
namespace {

using Words = std::vector<std::string>;

NvccOptions parsed(const Words& arguments) {
  auto result = parse_nvcc_options(arguments);
  const auto* error = std::get_if<UsageError>(&result);
  EXPECT_EQ(error, nullptr) << (error != nullptr ? error->message : "");
  return error != nullptr ? NvccOptions{} : std::get<NvccOptions>(result);
}

std::string usage_error(const Words& arguments) {
  auto result = parse_nvcc_options(arguments);
  const auto* error = std::get_if<UsageError>(&result);
  return error != nullptr ? error->message : "";
}

TEST(NvccOptions, PlainCompileAndLink) {
  const NvccOptions options = parsed({"app.cu", "-o", "app"});
  EXPECT_EQ(options.phase, Phase::kLink);
  EXPECT_EQ(options.output, "app");
  ASSERT_EQ(options.inputs.size(), 1U);
  EXPECT_EQ(options.inputs[0].language, Language::kCuda);
  EXPECT_EQ(options.standard, "gnu++17");
  EXPECT_TRUE(options.check);
}

TEST(NvccOptions, FastCompilationHasLevels) {
  EXPECT_EQ(parsed({"a.cu"}).quick_code, QuickCode::kIfVeryLarge);
  EXPECT_EQ(parsed({"a.cu", "-Ofc", "0"}).quick_code, QuickCode::kNever);
  EXPECT_EQ(parsed({"a.cu", "-Ofc=min"}).quick_code, QuickCode::kIfVeryLarge);
  EXPECT_EQ(parsed({"a.cu", "--Ofast-compile=mid"}).quick_code, QuickCode::kAlways);
  EXPECT_EQ(parsed({"a.cu", "--Ofast-compile", "max"}).quick_code, QuickCode::kAlways);
  EXPECT_EQ(usage_error({"a.cu", "-Ofc=most"}), "unknown level 'most' in -Ofast-compile; use 0, min, mid or max");
}

TEST(NvccOptions, ValuesMayBeSeparateOrAttached) {
  EXPECT_EQ(parsed({"-c", "a.cu", "-o=x.o"}).output, "x.o");
  EXPECT_EQ(parsed({"a.cu", "--output-file", "x"}).output, "x");
  EXPECT_EQ(parsed({"a.cu", "-Ia", "-I", "b", "-I=c", "--include-path=d"}).preprocess_flags,
            (Words{"-Ia", "-Ib", "-Ic", "-Id"}));
  EXPECT_EQ(parsed({"a.cu", "-DX=1", "-D", "Y=2", "-UZ", "-include", "p.h"}).preprocess_flags,
            (Words{"-DX=1", "-DY=2", "-UZ", "-include", "p.h"}));
  EXPECT_EQ(parsed({"a.cu", "-O3"}).optimisation, "-O3");
  EXPECT_EQ(parsed({"a.cu", "--optimize", "1"}).optimisation, "-O1");
}

TEST(NvccOptions, LanguageComesFromTheExtensionUnlessForced) {
  const NvccOptions options = parsed({"a.cu", "b.cpp", "c.c", "d.o", "e.a", "f.cc"});
  const std::vector<Language> expected = {Language::kCuda,   Language::kCxx,    Language::kC,
                                          Language::kObject, Language::kObject, Language::kCxx};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(options.inputs[i].language, expected[i]) << i;
  EXPECT_EQ(parsed({"a.cpp", "-x", "cu"}).inputs[0].language, Language::kCuda);
  EXPECT_EQ(parsed({"-x=cu", "a.cpp"}).inputs[0].language, Language::kCuda);
}

TEST(NvccOptions, StandardsBelowSeventeenAreRaised) {
  EXPECT_EQ(parsed({"a.cu", "-std=c++11"}).standard, "c++17");
  EXPECT_EQ(parsed({"a.cu", "--std", "c++14"}).standard, "c++17");
  EXPECT_EQ(parsed({"a.cu", "-std=c++20"}).standard, "c++20");
  EXPECT_NE(usage_error({"a.cu", "-std=c++99"}), "");
}

TEST(NvccOptions, DefaultStreamIsAMacroAsWithNvcc) {
  EXPECT_EQ(parsed({"a.cu", "--default-stream", "per-thread"}).preprocess_flags,
            (Words{"-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"}));
  EXPECT_TRUE(parsed({"a.cu", "-default-stream=legacy"}).preprocess_flags.empty());
  EXPECT_NE(usage_error({"a.cu", "--default-stream", "own"}), "");
}

TEST(NvccOptions, OptionsOfAGpuAreIgnored) {
  const Words ignored = {"-arch=sm_90",
                         "-gencode",
                         "arch=compute_80,code=sm_80",
                         "-lineinfo",
                         "-rdc=true",
                         "-Xptxas",
                         "-v",
                         "--maxrregcount=32",
                         "--use_fast_math",
                         "-ftz=true",
                         "-prec-div=false",
                         "-res-usage",
                         "--expt-relaxed-constexpr",
                         "--extended-lambda",
                         "-Wno-deprecated-gpu-targets",
                         "-keep",
                         "-G",
                         "-g",
                         "-code=sm_90",
                         "-m64",
                         "-cudart",
                         "static",
                         "-lcudart",
                         "-lcudadevrt",
                         "-lcuda",
                         "-Xcudafe",
                         "--diag_suppress=177",
                         "-gencode=arch=compute_90,code=sm_90",
                         "-arch",
                         "native",
                         "-jtd=50",
                         "--entries",
                         "k1,k2",
                         "-ewp",
                         "--brief-diagnostics=true",
                         "--jobserver",
                         "-Xfatbin=-compress-all",
                         "-Xcicc",
                         "-O3"};
  Words arguments = {"a.cu"};
  arguments.insert(arguments.end(), ignored.begin(), ignored.end());
  const NvccOptions options = parsed(arguments);
  EXPECT_EQ(options.inputs.size(), 1U);
  EXPECT_TRUE(options.compile_flags.empty());
  EXPECT_TRUE(options.link_flags.empty());
  EXPECT_FALSE(options.verbose);
}

TEST(NvccOptions, TheCodeOfTheLatestArchitectureThatTheDeviceRunsIsCompiled) {
  const auto definitions = [](const Words& options) {
    Words arguments = {"a.cu"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Architectures architectures = parsed(arguments).architectures;
    Words all = architectures.device_definitions();
    const Words common = architectures.common_definitions();
    all.insert(all.end(), common.begin(), common.end());
    return all;
  };
  EXPECT_EQ(definitions({}), (Words{"-D__CUDA_ARCH__=900", "-D__CUDA_ARCH_LIST__=900"}));
  EXPECT_EQ(definitions({"-arch=sm_20"}), (Words{"-D__CUDA_ARCH__=200", "-D__CUDA_ARCH_LIST__=200"}));
  EXPECT_EQ(definitions({"-arch", "compute_80", "-code", "sm_80"}),
            (Words{"-D__CUDA_ARCH__=800", "-D__CUDA_ARCH_LIST__=800"}));
  EXPECT_EQ(definitions({"-gencode", "arch=compute_120,code=sm_120", "--generate-code=arch=compute_80,code=[sm_80]",
                         "-gencode=arch=compute_75,code=\"sm_75,compute_75\""}),
            (Words{"-D__CUDA_ARCH__=800", "-D__CUDA_ARCH_LIST__=750,800,1200"}));
  EXPECT_EQ(definitions({"-arch=sm_90a"}),
            (Words{"-D__CUDA_ARCH__=900", "-D__CUDA_ARCH_FEAT_SM90_ALL", "-D__CUDA_ARCH_SPECIFIC__=900",
                   "-D__CUDA_ARCH_FAMILY_SPECIFIC__=900", "-D__CUDA_ARCH_LIST__=900"}));
  EXPECT_EQ(definitions({"-arch=sm_120", "-arch=sm_100f"})[0], "-D__CUDA_ARCH__=1000");
  EXPECT_EQ(definitions({"-arch=all-major"})[0], "-D__CUDA_ARCH__=900");
  EXPECT_EQ(definitions({"-arch=native"})[1], "-D__CUDA_ARCH_LIST__=900");
  for (const char* wrong : {"-arch=fast", "-arch=sm_", "-arch=90", "-arch=sm_90x", "-gencode=code=sm_90"}) {
    EXPECT_NE(usage_error({"a.cu", wrong}), "") << wrong;
  }
}

TEST(NvccOptions, UnknownOptionsGoToTheHostCompilerIfAskedTo) {
  EXPECT_NE(usage_error({"a.cu", "-funroll-loops"}), "");
  const NvccOptions options = parsed({"-funroll-loops", "a.cu", "-forward-unknown-to-host-compiler", "-fPIC"});
  EXPECT_EQ(options.compile_flags, Words{"-funroll-loops"});
  EXPECT_TRUE(options.link_flags.empty());
  EXPECT_EQ(parsed({"a.cu", "--forward-unknown-to-host-linker", "-rdynamic"}).link_flags, Words{"-rdynamic"});
  EXPECT_NE(usage_error({"a.cu", "--forward-unknown-opts", "-fsanitize=address"}), "");
}

TEST(NvccOptions, WhatCannotBeDoneIsRefusedByName) {
  for (const char* option : {"-optix-ir", "-ltoir", "-r", "-clean", "-hls=gen-lcs"}) {
    const std::string name = std::string(option).substr(0, std::string(option).find('='));
    EXPECT_NE(usage_error({"a.cu", option}).find(name), std::string::npos) << option;
  }
}

TEST(NvccOptions, HostCompilerAndLinkerListsAreSplit) {
  const NvccOptions options = parsed({"a.cu", "-Xcompiler", "-Wall,-fPIC", "-Xcompiler=-fopenmp", "-Xlinker",
                                      "-rpath,/x", "-L/y", "-L", "z", "-lm", "-l", "dl"});
  EXPECT_EQ(options.compile_flags, (Words{"-Wall", "-fopenmp"}));
  EXPECT_EQ(options.link_flags,
            (Words{"-fopenmp", "-Xlinker", "-rpath", "-Xlinker", "/x", "-L/y", "-Lz", "-lm", "-ldl"}));
}

// CMake takes the folders of libraries from what the compiler that links says; Kokkos' nvcc_wrapper asks so.
TEST(NvccOptions, TheLinkingCompilerIsVerboseToo) {
  const NvccOptions options = parsed({"a.o", "-Xcompiler", "-v,-Wall", "-Xcompiler=-static-libstdc++"});
  EXPECT_EQ(options.compile_flags, (Words{"-v", "-Wall", "-static-libstdc++"}));
  EXPECT_EQ(options.link_flags, (Words{"-v", "-static-libstdc++"}));
}

TEST(NvccOptions, ListsHaveWordsOfAShell) {
  EXPECT_EQ(parsed({"a.cu", "--compiler-options=\"-DA=x y\",'-DB'"}).compile_flags, (Words{"-DA=x y", "-DB"}));
  EXPECT_EQ(parsed({"a.cu", "-Xcompiler", R"(-DA=\"x\" "-Wall")"}).compile_flags, (Words{"-DA=\"x\"", "-Wall"}));
}

// As nvcc 13 has them.
TEST(NvccOptions, MacrosAreLists) {
  EXPECT_EQ(parsed({"a.cu", "-DA=1,B", "-D", R"(C=2\,3)", "-UD,E"}).preprocess_flags,
            (Words{"-DA=1", "-DB", "-DC=2,3", "-UD", "-UE"}));
  EXPECT_EQ(parsed({"a.cu", R"(-DA="x,y",B)", R"(-DC=\"z\")"}).preprocess_flags,
            (Words{"-DA=\"x,y\"", "-DB", "-DC=\"z\""}));
  EXPECT_EQ(parsed({"--hip", "a.hip", "-DA=f(1,2)"}).preprocess_flags, (Words{"-DA=f(1,2)"}));
}

TEST(NvccOptions, HostCompilerIsChosenByName) {
  EXPECT_EQ(parsed({"a.cu", "-ccbin", "g++-12"}).compiler, "g++-12");
  EXPECT_EQ(parsed({"a.cu", "-ccbin=/usr/bin/clang-14"}).compiler, "/usr/bin/clang++-14");
  EXPECT_EQ(parsed({"a.cu", "-ccbin", "gcc"}).compiler, "g++");
  EXPECT_EQ(parsed({"a.cu", "-ccbin=/usr/bin/c++"}).compiler, "/usr/bin/c++");
  EXPECT_EQ(parsed({"a.cu", "-ccbin=/opt/x86_64-conda-linux-gnu-cc"}).compiler, "/opt/x86_64-conda-linux-gnu-c++");
  EXPECT_EQ(parsed({"a.cu", "-ccbin", "mpicxx"}).compiler, "mpicxx");
  EXPECT_EQ(parsed({"a.cu", "-ccbin", "/usr/bin"}).compiler, "/usr/bin/g++");
  EXPECT_NE(usage_error({"a.cu", "-ccbin", "icc"}), "");
}

TEST(NvccOptions, WarningsAsErrorsTakesAKindOrNone) {
  EXPECT_EQ(parsed({"-Werror", "a.cu"}).compile_flags, Words{"-Werror"});
  EXPECT_EQ(parsed({"-Werror", "all-warnings", "a.cu"}).compile_flags, Words{"-Werror"});
  EXPECT_TRUE(parsed({"-Werror=cross-execution-space-call", "a.cu"}).compile_flags.empty());
}

TEST(NvccOptions, MistakesNameTheOptionAndTheRemedy) {
  EXPECT_NE(usage_error({"a.cu", "--no-such-option"}).find("--no-such-option"), std::string::npos);
  EXPECT_NE(usage_error({"a.cu", "-fno-rtti"}).find("-Xcompiler"), std::string::npos);
  EXPECT_NE(usage_error({"a.cu", "-march=native"}).find("-Xcompiler"), std::string::npos);
  EXPECT_NE(usage_error({"a.cu", "-o"}).find("needs a value"), std::string::npos);
  EXPECT_NE(usage_error({}).find("no input files"), std::string::npos);
  EXPECT_NE(usage_error({"a.txt"}).find("a.txt"), std::string::npos);
  EXPECT_NE(usage_error({"a.cu", "-lcupti"}).find("cupti"), std::string::npos);
  EXPECT_NE(usage_error({"a.cu", "-optix-ir"}).find("-optix-ir"), std::string::npos);
  EXPECT_NE(usage_error({"-c", "a.cu", "b.cu", "-o", "x.o"}).find("-o"), std::string::npos);
  EXPECT_NE(usage_error({"a.cu", "-Xcompiler", "-fsanitize=address"}).find("-fsanitize=address"), std::string::npos);
  EXPECT_NE(usage_error({"a.cu", "-c=maybe"}).find("takes no value"), std::string::npos);
}

TEST(NvccOptions, ContractsAreCommentsUnlessAskedFor) {
  EXPECT_EQ(parsed({"a.cu"}).contracts, Contracts::kComments);
  const NvccOptions checked = parsed({"--contracts", "a.cu"});
  EXPECT_EQ(checked.contracts, Contracts::kChecked);
  EXPECT_EQ(checked.inputs.size(), 1U);
  EXPECT_EQ(parsed({"--contracts=strict", "a.cu"}).contracts, Contracts::kStrict);
  EXPECT_NE(usage_error({"--contracts=maybe", "a.cu"}).find("strict"), std::string::npos);
}

TEST(NvccOptions, ResponseFilesAreReadInPlace) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("options");
  write_file(path, "-DA=1 -o 'the app'\n\"b c.cu\"");
  for (const Words& arguments :
       {Words{"a.cu", "@" + path}, Words{"a.cu", "--options-file", path}, Words{"a.cu", "-optf=" + path}}) {
    const NvccOptions options = parsed(arguments);
    EXPECT_EQ(options.output, "the app");
    ASSERT_EQ(options.inputs.size(), 2U);
    EXPECT_EQ(options.inputs[1].path, "b c.cu");
  }
  EXPECT_NE(usage_error({"@/no/such/file"}), "");
  write_file(path, "@" + path);
  EXPECT_NE(usage_error({"@" + path}), "");
}

TEST(NvccOptions, FoldersAndLibrariesMayBeLists) {
  const NvccOptions options =
      parsed({"a.cu", "-Iia,ib", "-isystem", "sa,sb", "-I", "x\\,y", "-Lla,lb", "-lcublas,m", "-include", "p.h,q.h"});
  EXPECT_EQ(options.preprocess_flags,
            (Words{"-Iia", "-Iib", "-isystem", "sa", "-isystem", "sb", "-Ix,y", "-include", "p.h", "-include", "q.h"}));
  EXPECT_EQ((Words{options.link_flags.begin(), options.link_flags.begin() + 2}), (Words{"-Lla", "-Llb"}));
  EXPECT_NE(usage_error({"a.cu", "-lm,cupti"}).find("cupti"), std::string::npos);
  const NvccOptions of_hip = parsed(nvcc_arguments({"--hipcc", "a.hip", "-Iia,ib"}));
  EXPECT_EQ(std::ranges::count(of_hip.preprocess_flags, "-Iia,ib"), 1);
}

TEST(NvccOptions, VariablesOfNvccHoldOptions) {
  const Words arguments = {"a.cu", "-DA=1"};
  EXPECT_EQ(with_environment(arguments), arguments);
  EXPECT_EQ(variables_with_flags(arguments), "");
  setenv("NVCC_PREPEND_FLAGS", "-DA=0 '-DB=x y'", 1);
  setenv("NVCC_APPEND_FLAGS", "-std=c++17  -G", 1);
  setenv("NVCC_CCBIN", "clang++", 1);
  setenv("HIPCC_COMPILE_FLAGS_APPEND", "-DH", 1);
  setenv("HIPCC_LINK_FLAGS_APPEND", "-lm", 1);
  EXPECT_EQ(with_environment(arguments),
            (Words{"-DA=0", "-DB=x y", "-ccbin=clang++", "a.cu", "-DA=1", "-std=c++17", "-G"}));
  EXPECT_EQ(variables_with_flags(arguments),
            "#$ NVCC_PREPEND_FLAGS=\"-DA=0 '-DB=x y'\"\n#$ NVCC_CCBIN=\"clang++\"\n"
            "#$ NVCC_APPEND_FLAGS=\"-std=c++17  -G\"\n");
  EXPECT_EQ(with_environment({"--hipcc", "a.hip"}), (Words{"--hipcc", "a.hip", "-DH", "-lm"}));
  setenv("NVCC_CCBIN", "", 1);
  unsetenv("NVCC_PREPEND_FLAGS");
  unsetenv("NVCC_APPEND_FLAGS");
  EXPECT_EQ(with_environment(arguments), arguments);
  for (const char* name : {"NVCC_CCBIN", "HIPCC_COMPILE_FLAGS_APPEND", "HIPCC_LINK_FLAGS_APPEND"}) unsetenv(name);
}

TEST(NvccOptions, HelpAndVersionNeedNoInput) {
  EXPECT_TRUE(parsed({"--help"}).help);
  EXPECT_TRUE(parsed({"--version"}).version);
}

}  // namespace
}  // namespace fencepost::compiler
