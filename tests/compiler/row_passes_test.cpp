// Rows of accesses: loops over threads in IR, and what must stand in them when they tell rows.
#include "compiler/rows/rows.h"

#include <gtest/gtest.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <regex>
#include <string>

#include "compiler/checks/checks.h"
#include "compiler/passes/passes.h"
#include "tests/compiler/passes_fixture.h"

namespace fencepost::compiler {
namespace {

/// Thread x reads its own element, and writes one `step` words apart, up to a bound.
constexpr const char* kRowLoop = R"(
    @_ZN9fencepost3sim7currentE = external thread_local global [8 x i8]
    @read = private global i64 0
    @written = private global i64 0
    declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull)
    declare void @fencepost_place_read4(ptr, ptr)
    declare void @fencepost_place_write4(ptr, ptr)
    define internal ptr @k(ptr %in, ptr %out, i32 %from, i32 %to, i32 %n, i64 %step)
        "fencepost-thread-loop" "fencepost-fixed-in-loop" {
    entry:
      %current = call ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost3sim7currentE)
      br label %thread
    thread:
      %x = phi i32 [ %from, %entry ], [ %next, %behind ]
      store volatile i32 %x, ptr %current
      %inside = icmp slt i32 %x, %n
      br i1 %inside, label %access, label %behind
    access:
      %i = sext i32 %x to i64
      %a = getelementptr i32, ptr %in, i64 INDEX
      call void @fencepost_place_read4(ptr %a, ptr @read)
      %v = load i32, ptr %a
      %j = mul i64 %i, %step
      %b = getelementptr i32, ptr %out, i64 %j
      call void @fencepost_place_write4(ptr %b, ptr @written)
      store i32 %v, ptr %b
      br label %behind
    behind:
      %next = add nuw i32 %x, 1
      %more = icmp ult i32 %next, %to
      br i1 %more, label %thread, label %done
    done:
      ret ptr null
    })";

TEST_F(Passes, AccessesOneStepApartAreToldAtOnce) {
  const auto module = parse(std::regex_replace(kRowLoop, std::regex("INDEX"), "%i"));
  tell_rows(*module, /*checked=*/true);
  const std::string text = text_of(*module);
  // Where the bound parts the threads, and once before and once behind the copy of the loop that has no checks.
  EXPECT_EQ(occurrences(text, "call i32 @fencepost_rows_split("), 1U) << text;
  // Once more when the two places have got their numbers.
  EXPECT_EQ(occurrences(text, "call i32 @fencepost_rows_begin("), 2U) << text;
  EXPECT_EQ(occurrences(text, "call void @fencepost_row_name("), 2U) << text;
  EXPECT_EQ(occurrences(text, "call void @fencepost_rows_end("), 1U) << text;
  EXPECT_EQ(occurrences(text, "call void @fencepost_place_read4("), 1U) << text;
  EXPECT_EQ(occurrences(text, "load i32, ptr %a"), 2U) << text;
}

TEST_F(Passes, InUncheckedCodeRowsAreAskedForTheirBounds) {
  std::string loop = std::regex_replace(kRowLoop, std::regex("INDEX"), "%i");
  loop = std::regex_replace(loop, std::regex("fencepost_place_(read|write)4\\((ptr|ptr %.), ptr( @\\w+)?\\)"),
                            "__tsan_$014($02) memory(inaccessiblemem: readwrite) nounwind");
  loop = std::regex_replace(loop, std::regex("\"fencepost-thread-loop\""), "$& \"fencepost-unchecked\"");
  const auto module = parse(loop);
  tell_rows(*module, /*checked=*/true);
  inline_bounds_checks(*module);
  const std::string text = text_of(*module);
  EXPECT_EQ(occurrences(text, "call i32 @fencepost_rows_owned("), 1U) << text;
  EXPECT_EQ(occurrences(text, "@fencepost_rows_end"), 0U) << text;
  EXPECT_EQ(occurrences(text, "call void @__tsan_read4("), 1U) << text;
  EXPECT_EQ(occurrences(text, "call void @__tsan_write4("), 1U) << text;
}

TEST_F(Passes, ThreadsWithoutChecksLieSideBySide) {
  std::string loop = std::regex_replace(kRowLoop, std::regex("INDEX"), "%i");
  loop = std::regex_replace(loop, std::regex("mul i64 %i, %step"), "add i64 %i, 1");
  const auto module = parse(loop);
  tell_rows(*module, /*checked=*/true);
  EXPECT_FALSE(contains(text_of(*module), "<4 x i32>"));
  llvm::InitializeNativeTarget();
  const std::string triple = "x86_64-pc-linux-gnu";
  std::string error;
  const llvm::Target* const target = llvm::TargetRegistry::lookupTarget(triple, error);
  ASSERT_NE(target, nullptr) << error;
  const std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, "x86-64", "", {}, llvm::Reloc::PIC_));
  optimise_plain_loops(*module, *machine);
  const std::string text = text_of(*module);
  EXPECT_TRUE(contains(text, "load <4 x i32>, ptr ")) << text;
  EXPECT_TRUE(contains(text, "store <4 x i32> ")) << text;
  // The loop with checks is as it was.
  EXPECT_EQ(occurrences(text, "call void @fencepost_place_read4("), 1U) << text;
}

TEST_F(Passes, AtomicOperationsLeaveTheReadsBesideThemInRows) {
  // Each thread asks whether it had to wait, and others were run without this loop.
  std::string loop = std::regex_replace(kRowLoop, std::regex("INDEX"), "%i");
  loop = std::regex_replace(loop, std::regex("call void @fencepost_place_write4\\([^\n]*\n[^\n]*"),
                            "%old = call i32 @_Z9atomicAddPii(ptr %b, i32 %v), !fencepost.place !0");
  loop = std::regex_replace(loop, std::regex("(behind:\n)(\\s*%next[^\n]*\n\\s*%more[^\n]*\n\\s*br[^\n]*)"),
                            "$1      %flag = load volatile i32, ptr %waited\n"
                            "      %stays = icmp ne i32 %flag, 0\n"
                            "      br i1 %stays, label %latch, label %stop\n"
                            "    latch:\n$2");
  loop = std::regex_replace(loop, std::regex("(ret ptr null\n)(\\s*\\})"),
                            "$1    stop:\n      store i32 0, ptr %waited\n      ret ptr null\n$2\n"
                            "    declare i32 @_Z9atomicAddPii(ptr, i32)\n    !0 = !{ptr @read}");
  loop = std::regex_replace(loop, std::regex("ptr %out"), "ptr %out, ptr %waited",
                            std::regex_constants::format_first_only);
  loop = std::regex_replace(loop, std::regex("%next, %behind"), "%next, %latch");
  const auto module = parse(loop);
  tell_rows(*module, /*checked=*/true);
  const std::string text = text_of(*module);
  EXPECT_EQ(occurrences(text, "call void @fencepost_row_name("), 1U) << text;
  EXPECT_EQ(occurrences(text, "call void @fencepost_place_read4("), 1U) << text;
  EXPECT_EQ(occurrences(text, "call i32 @_Z9atomicAddPii("), 2U) << text;
  EXPECT_EQ(occurrences(text, "call void @fencepost_rows_stop("), 1U) << text;
  EXPECT_EQ(occurrences(text, "call void @fencepost_rows_end("), 0U) << text;
}

TEST_F(Passes, WhereOneAccessIsAnywhereWritesAreToldOneByOne) {
  std::string loop = std::regex_replace(kRowLoop, std::regex("INDEX"), "%elsewhere");
  loop = std::regex_replace(loop, std::regex("(%i = sext i32 %x to i64)"), "$1\n      %elsewhere = xor i64 %i, 5");
  const auto module = parse(loop);
  tell_rows(*module, /*checked=*/true);
  const std::string text = text_of(*module);
  EXPECT_EQ(occurrences(text, "@fencepost_rows_begin"), 0U) << text;
  EXPECT_EQ(occurrences(text, "call void @fencepost_place_write4("), 1U) << text;
}

/// Lines of `width` threads, of which each reads its own element of a plane and writes one at INDEX.
constexpr const char* kLinesLoop = R"(
    @_ZN9fencepost3sim7currentE = external thread_local global [8 x i8]
    @read = private global i64 0
    @written = private global i64 0
    declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull)
    declare i32 @llvm.umin.i32(i32, i32)
    declare void @fencepost_place_read4(ptr, ptr)
    declare void @fencepost_place_write4(ptr, ptr)
    define internal ptr @k(ptr %in, ptr %out, i32 %begin, i32 %end, i32 %width, i32 %height, i32 %n, i32 %pitch)
        "fencepost-thread-loop" "fencepost-fixed-in-loop" {
    entry:
      %current = call ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost3sim7currentE)
      br label %line
    line:
      %base = phi i32 [ %begin, %entry ], [ %behind, %last ]
      %y = phi i32 [ 0, %entry ], [ %next.y, %last ]
      %left = sub i32 %end, %base
      %to = call i32 @llvm.umin.i32(i32 %width, i32 %left)
      %line.begin = mul i32 %y, %pitch
      br label %thread
    thread:
      %x = phi i32 [ 0, %line ], [ %next, %done ]
      %rank = add i32 %base, %x
      store volatile i32 RANK, ptr %current
      %inside = icmp slt i32 LIMITED, %n
      br i1 %inside, label %access, label %done
    access:
      %at = add i32 %line.begin, %x
      %i = sext i32 %at to i64
      %a = getelementptr i32, ptr %in, i64 %i
      call void @fencepost_place_read4(ptr %a, ptr @read)
      %v = load i32, ptr %a
      %there = INDEX
      %j = sext i32 %there to i64
      %b = getelementptr i32, ptr %out, i64 %j
      call void @fencepost_place_write4(ptr %b, ptr @written)
      store i32 %v, ptr %b
      br label %done
    done:
      %next = add nuw i32 %x, 1
      %more = icmp ult i32 %next, %to
      br i1 %more, label %thread, label %last
    last:
      %behind = add i32 %base, %width
      %on = add i32 %y, 1
      %is.end = icmp eq i32 %on, %height
      %next.y = select i1 %is.end, i32 0, i32 %on
      %more.lines = icmp ult i32 %behind, %end
      br i1 %more.lines, label %line, label %all
    all:
      ret ptr null
    })";

TEST_F(Passes, LinesOfABlockAreToldTogether) {
  const auto told = [&](const char* limited, const char* index, const char* rank = "%rank") {
    std::string loop = std::regex_replace(kLinesLoop, std::regex("LIMITED"), limited);
    loop = std::regex_replace(loop, std::regex("INDEX"), index);
    const auto module = parse(std::regex_replace(loop, std::regex("RANK"), rank));
    tell_rows(*module, /*checked=*/true);
    return text_of(*module);
  };
  // Asked for all lines, for one, and for that once more when its places have got their numbers.
  for (const char* const limited : {"%x", "%y"}) {
    const std::string text = told(limited, "add i32 %at, 5");
    EXPECT_EQ(occurrences(text, "call i32 @fencepost_rows_begin("), 3U) << text;
    EXPECT_EQ(occurrences(text, "call void @fencepost_rows_end("), 1U) << text;
    EXPECT_EQ(occurrences(text, "call void @fencepost_place_read4("), 1U) << text;
    EXPECT_EQ(occurrences(text, "load i32, ptr %a"), 2U) << text;
  }
  // Lines one by one: no plane, by a square of threadIdx.y; threads that are not numbered line by line.
  for (const std::string& text : {told("%x", "mul i32 %line.begin, %y"), told("%x", "add i32 %at, 5", "%x")})
    EXPECT_EQ(occurrences(text, "call i32 @fencepost_rows_begin("), 2U) << text;
}

/// The same without checks. CALL: what else a thread does.
std::string row_without_checks(const std::string& call) {
  const std::string text = std::regex_replace(kRowLoop, std::regex("INDEX"), "%i");
  const std::string bare = std::regex_replace(text, std::regex(" *call void @fencepost_place_[^\n]*\n"), "");
  return std::regex_replace(bare, std::regex("%j = mul"), call + "\n      %j = mul") +
         "\n declare void @other() declare float @llvm.sqrt.f32(float)";
}

TEST_F(Passes, RowsThatNobodyChecksAreAnnouncedAtOnce) {
  const auto module = parse(row_without_checks("%root = call float @llvm.sqrt.f32(float 2.0)"));
  tell_rows(*module, /*checked=*/false);
  const std::string text = text_of(*module);
  // Before the copy of the loop, and behind it; and in the loop itself, for few threads.
  EXPECT_EQ(occurrences(text, "store volatile i32"), 3) << text;
  EXPECT_EQ(occurrences(text, ", -2147483648"), 1) << text;
  EXPECT_TRUE(contains(text, "fencepost.plain_loop"));
  EXPECT_EQ(text.find("fencepost_rows_begin"), std::string::npos) << text;
}

TEST_F(Passes, ThreadsThatCallSomethingAreAnnouncedOneByOne) {
  const auto module = parse(row_without_checks("call void @other()"));
  const std::string before = text_of(*module);
  tell_rows(*module, /*checked=*/false);
  EXPECT_EQ(occurrences(text_of(*module), "store volatile i32"), 1) << before;
  EXPECT_EQ(text_of(*module).find("fencepost.plain_loop"), std::string::npos);
}

}  // namespace
}  // namespace fencepost::compiler
