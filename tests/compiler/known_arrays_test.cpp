// Arrays that are known before a loop over threads: what is left of the checks of accesses to them.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "compiler/checks/checks.h"
#include "tests/compiler/passes_fixture.h"

namespace fencepost::compiler {
namespace {

/// Thread x reads `from[x * x]`, and writes to a `__shared__` variable and by a pointer that it reads.
std::string thread_loop(const std::string& attributes) {
  return R"(
    @_ZN9fencepost3sim7currentE = external thread_local global [32 x i8]
    @tile.shared = internal thread_local global [256 x i32] zeroinitializer "fencepost-shared"
    declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull)
    declare void @__tsan_read4(ptr) memory(inaccessiblemem: readwrite) nounwind
    declare void @__tsan_write4(ptr) memory(inaccessiblemem: readwrite) nounwind
    define internal ptr @k(ptr %from, ptr %pointers, i32 %to) "fencepost-unchecked" )" +
         attributes + R"( {
    entry:
      %tile = call ptr @llvm.threadlocal.address.p0(ptr @tile.shared)
      br label %thread
    thread:
      %x = phi i32 [ 0, %entry ], [ %next, %thread ]
      %square = mul i32 %x, %x
      %i = zext i32 %square to i64
      %a = getelementptr i32, ptr %from, i64 %i
      call void @__tsan_read4(ptr %a)
      %v = load i32, ptr %a
      %j = zext i32 %v to i64
      %b = getelementptr i32, ptr %tile, i64 %j
      call void @__tsan_write4(ptr %b)
      store i32 %v, ptr %b
      %other = load ptr, ptr %pointers
      %c = getelementptr i32, ptr %other, i64 %j
      call void @__tsan_write4(ptr %c)
      store volatile i32 %v, ptr %c
      %next = add nuw i32 %x, 1
      %more = icmp ult i32 %next, %to
      br i1 %more, label %thread, label %done
    done:
      ret ptr null
    })";
}

TEST_F(Passes, APointerIsLookedUpOnceBeforeTheLoop) {
  const auto module = parse(thread_loop("\"fencepost-thread-loop\""));
  inline_bounds_checks(*module);
  const std::string text = text_of(*module);
  // Not one that each thread reads anew.
  EXPECT_EQ(occurrences(text, "call { i64, i64 } @fencepost_array_around("), 1U) << text;
  EXPECT_LT(text.find("@fencepost_array_around(ptr %from, i32 1)"), text.find("thread:")) << text;
  // The variable has its 256 elements.
  EXPECT_TRUE(contains(text, "icmp ult i32 %v, 256")) << text;
  // All three can still be told.
  EXPECT_EQ(checks(*module).size(), 3U) << text;
}

TEST_F(Passes, OfASingleThreadNothingIsLookedUp) {
  const auto module = parse(thread_loop(""));
  inline_bounds_checks(*module);
  EXPECT_EQ(occurrences(text_of(*module), "@fencepost_array_around"), 0U);
}

}  // namespace
}  // namespace fencepost::compiler
