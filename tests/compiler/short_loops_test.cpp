// Loops of a few turns within others become their turns; what must not be made twice stays.
#include <gtest/gtest.h>

#include <string>

#include "compiler/passes/analyses.h"
#include "compiler/passes/passes.h"
#include "tests/compiler/passes_fixture.h"

namespace fencepost::compiler {
namespace {

/// A sum over `turns` elements of each of `lines`.
std::string sum_over(const std::string& turns, const std::string& lines = "100", const std::string& other = "",
                     const std::string& attributes = "\"fencepost-device-code\"") {
  return R"(
    declare void @__tsan_read4(ptr)
    declare void @_Z13__syncthreadsv()
    define i32 @k(ptr %p, i64 %n, i64 %m) )" +
         attributes + R"( {
    entry:
      br label %lines
    lines:
      %line = phi i64 [ 0, %entry ], [ %next_line, %behind ]
      %total = phi i32 [ 0, %entry ], [ %sum, %behind ]
      %more_lines = icmp slt i64 %line, )" +
         lines + R"(
      br i1 %more_lines, label %places, label %end
    places:
      %place = phi i64 [ 0, %lines ], [ %next_place, %body ]
      %sum = phi i32 [ %total, %lines ], [ %added, %body ]
      %more_places = icmp slt i64 %place, )" +
         turns + R"(
      br i1 %more_places, label %body, label %behind
    body:
      )" +
         other +
         R"(
      %offset = mul i64 %line, 100
      %index = add i64 %offset, %place
      %at = getelementptr i32, ptr %p, i64 %index
      call void @__tsan_read4(ptr %at)
      %value = load i32, ptr %at
      %added = add i32 %sum, %value
      %next_place = add i64 %place, 1
      br label %places
    behind:
      %next_line = add i64 %line, 1
      br label %lines
    end:
      ret i32 %total
    })";
}

class ShortLoops : public Passes {
 protected:
  /// How many reads are told in what becomes of it.
  std::size_t reads_of(const std::string& source) {
    const auto module = parse(source);
    Analyses analyses;
    UnrollShortLoops::run(*module->getFunction("k"), analyses.functions);
    return checks(*module).size();
  }
};

TEST_F(ShortLoops, InOthersBecomeTheirTurns) {
  EXPECT_EQ(reads_of(sum_over("3")), 3U);
  EXPECT_EQ(reads_of(sum_over("9")), 9U);
}

TEST_F(ShortLoops, OfManyTurnsOrAnUnknownNumberStay) {
  EXPECT_EQ(reads_of(sum_over("10")), 1U);
  EXPECT_EQ(reads_of(sum_over("%m")), 1U);
}

TEST_F(ShortLoops, InOnesOfAnUnknownNumberStay) { EXPECT_EQ(reads_of(sum_over("3", "%n")), 1U); }

TEST_F(ShortLoops, WithWhatIsToBeThereOnceStay) {
  EXPECT_EQ(reads_of(sum_over("3", "100", "call void @_Z13__syncthreadsv()")), 1U);
  EXPECT_EQ(reads_of(sum_over("3", "100", "%old = atomicrmw add ptr %p, i32 1 monotonic")), 1U);
  EXPECT_EQ(reads_of(sum_over("3", "100", "%seen = load volatile i32, ptr %p")), 1U);
}

TEST_F(ShortLoops, OfTheHostStay) { EXPECT_EQ(reads_of(sum_over("3", "100", "", "")), 1U); }

TEST_F(ShortLoops, ThatAreInNoOtherStay) {
  EXPECT_EQ(reads_of(R"(
    declare void @__tsan_read4(ptr)
    define i32 @k(ptr %p) "fencepost-device-code" {
    entry:
      br label %places
    places:
      %place = phi i64 [ 0, %entry ], [ %next_place, %body ]
      %sum = phi i32 [ 0, %entry ], [ %added, %body ]
      %more = icmp slt i64 %place, 3
      br i1 %more, label %body, label %end
    body:
      %at = getelementptr i32, ptr %p, i64 %place
      call void @__tsan_read4(ptr %at)
      %value = load i32, ptr %at
      %added = add i32 %sum, %value
      %next_place = add i64 %place, 1
      br label %places
    end:
      ret i32 %sum
    })"),
            1U);
}

}  // namespace
}  // namespace fencepost::compiler
