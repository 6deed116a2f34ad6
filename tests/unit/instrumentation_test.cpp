// Which accesses of a source become callbacks. The expectations are in probes/trace.cpp.
#include <gtest/gtest.h>

#include "compiler/driver/process.h"
#include "compiler/driver/temporary.h"
#include "compiler/object/compile.h"

namespace fencepost::compiler {
namespace {

/// Compiles the probes as CUDA sources are compiled and runs them: how many differ from what is expected.
int differing_probes(bool debug) {
  const TemporaryDirectory directory;
  const std::string include = "-I" FENCEPOST_SOURCE_DIR "/tests/unit";
  const std::string probes = FENCEPOST_SOURCE_DIR "/tests/unit/probes/";
  compiler::Request request;
  request.translation.source = probes + "accesses.cpp";
  request.translation.arguments = {"-std=gnu++17", include};
  request.translation.image = directory.file("image");
  write_file(request.translation.image, "none");
  request.object = directory.file("accesses.o");
  request.debug = debug;
  EXPECT_TRUE(compiler::compile(request));
  const std::string program = directory.file("probe");
  const CommandRunner runner(false, false);
  EXPECT_EQ(runner.run({"g++", "-std=c++17", include, "-fno-pie", "-no-pie", probes + "trace.cpp", request.object, "-o",
                        program}),
            0);
  return debug ? runner.run({program, "without-inlining"}) : runner.run({program});
}

TEST(Instrumentation, KeepsEveryAccessOfTheSourceAndNoLocals) { EXPECT_EQ(differing_probes(false), 0); }

TEST(Instrumentation, ForADebuggerKeepsEveryAccessOfTheSource) { EXPECT_EQ(differing_probes(true), 0); }

}  // namespace
}  // namespace fencepost::compiler
