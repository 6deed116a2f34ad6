// What is different in the headers of a library, such as CUB's.
#include <gtest/gtest.h>

#include <string>

#include "cli/nvcc_rewrite.h"

namespace fencepost::cli {
namespace {

Rewritten in_header(const std::string& text) { return rewrite("# 1 \"/usr/include/cub/a.cuh\" 3\n" + text, {}); }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string with_ptx(const std::string& ptx) { return "__device__ void f() { asm volatile(\"" + ptx + "\"); }"; }

TEST(RewriteLibrary, InlinePtxIsTranslated) {
  const Rewritten result = in_header(with_ptx("bar.sync 0;"));
  EXPECT_TRUE(contains(result.text, "::__syncthreads()")) << result.text;
}

TEST(RewriteLibrary, HostAssemblyIsLeftAlone) {
  const std::string text = "void f() { asm(\"mov.u32 %0, %1;\"); }";
  EXPECT_TRUE(contains(in_header(text).text, text));
}

TEST(RewriteLibrary, UnknownPtxIsAnErrorWhereItIsUsed) {
  const Rewritten result = in_header(with_ptx("brkpt;"));
  EXPECT_TRUE(result.errors.empty());
  EXPECT_TRUE(
      contains(result.text, "__attribute__((__error__(\"inline PTX (brkpt) is not supported by Fencepost\")))"));
}

TEST(RewriteLibrary, LoadsPastTheFirstCacheAreStrong) {
  const std::string load = "asm volatile(\"ld.cg.v2.u32 {%0, %1}, [%2];\" : \"=r\"(x), \"=r\"(y) : \"l\"(p));";
  const std::string text = "__device__ void f() { " + load + " }";
  EXPECT_TRUE(contains(in_header(text).text, "semantics::coherent"));
  EXPECT_TRUE(contains(rewrite("# 1 \"a.cu\"\n" + text, {}).text, "semantics::none")) << "the user's own";
}

TEST(RewriteLibrary, MembersNamedAsTheirTemplate) {
  const std::string text = "struct S { typedef WarpScan<int, (1 > 0)> WarpScan; typedef WarpScan<int> Other; };";
  EXPECT_TRUE(
      contains(in_header(text).text, "typedef cub::WarpScan<int, (1 > 0)> WarpScan; typedef WarpScan<int> Other;"));
  EXPECT_TRUE(contains(rewrite("# 1 \"a.cu\"\n" + text, {}).text, text));
}

TEST(RewritePtx, APredicateBesideTheValue) {
  const std::string text =
      rewrite(with_ptx("{ .reg .s32 r; .reg .pred p; shfl.sync.up.b32 r|p, 1, 2, 0, 3; }"), {}).text;
  EXPECT_TRUE(contains(text, ", fencepost_register_r, fencepost_register_p, 1, 2, 0, 3);")) << text;
}

TEST(RewritePtx, PartsOfANumber) {
  EXPECT_TRUE(contains(rewrite(with_ptx("{ .reg .u32 l, h; .reg .u64 x; mov.b64 {l, h}, x; }"), {}).text,
                       ", fencepost_register_x, fencepost_register_l, fencepost_register_h);"));
  EXPECT_TRUE(contains(rewrite(with_ptx("{ .reg .u32 l, h; .reg .u64 x; mov.b64 x, {l, h}; }"), {}).text, "mov_pack("));
}

}  // namespace
}  // namespace fencepost::cli
