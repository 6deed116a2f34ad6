// What lanes need no call for that ask their warp for what the first of them did.
#include "compiler/checks/checks.h"
#include "tests/compiler/passes_fixture.h"

namespace fencepost::compiler {
namespace {

TEST_F(Passes, LanesThatAskAlikeBringTheirValuesWithoutACall) {
  const auto module = parse(R"(
    declare i8 @fencepost_ask_shuffle(i32, i64, i64, i32, i32, i32)
    declare i8 @fencepost_ask_vote(i32, i64, i32, i32)
    declare i8 @fencepost_ask_sync(i64, i32)
    declare i64 @fencepost_answer()
    define i64 @loop(i64 %mask, i64 %value, i32 %by) {
      %a = call i8 @fencepost_ask_shuffle(i32 2, i64 4294967295, i64 %value, i32 %by, i32 32, i32 7)
      %b = call i8 @fencepost_ask_vote(i32 1, i64 4294967295, i32 %by, i32 8)
      %c = call i8 @fencepost_ask_sync(i64 4294967295, i32 9)
      %d = call i8 @fencepost_ask_sync(i64 %mask, i32 0)
      %ab = add i8 %a, %b
      %abc = add i8 %ab, %c
      %all = add i8 %abc, %d
      %word = zext i8 %all to i64
      %answer = call i64 @fencepost_answer()
      %sum = add i64 %word, %answer
      ret i64 %sum
    })");
  inline_warp_operations(*module);
  const std::string text = text_of(*module);
  EXPECT_EQ(occurrences(text, "icmp eq i32"), 3U) << text;
  EXPECT_EQ(occurrences(text, "phi i8 [ 0, %"), 3U) << text;
  // Each can still be asked for.
  EXPECT_EQ(occurrences(text, "call i8 @fencepost_ask_"), 4U) << text;
  EXPECT_TRUE(contains(text, "store i64 %value, ptr ")) << text;
  EXPECT_TRUE(contains(text, "store i32 %by, ptr ")) << text;
  EXPECT_EQ(occurrences(text, "icmp ne i32 %by, 0"), 1U) << text;
  EXPECT_EQ(occurrences(text, "store "), 3U) << text;
  EXPECT_EQ(occurrences(text, "call i64 @fencepost_answer"), 0U) << text;
}

}  // namespace
}  // namespace fencepost::compiler
