// What only computes stays a function where its copies would make one function very long.
#include <gtest/gtest.h>

#include <string>

#include "compiler/passes/analyses.h"
#include "compiler/passes/passes.h"
#include "tests/compiler/passes_fixture.h"

namespace fencepost::compiler {
namespace {

/// @compute: 20 instructions of a number, by an inner function, with `other` before them; its arguments through
/// variables, as clang writes them. @at: the same of a number in memory. Both always inline. @f calls @at `calls` times
/// for one number after the other, @g once.
std::string calls_of_computation(int calls, const std::string& other = "") {
  std::string text = R"(
    declare void @__tsan_read4(ptr)
    declare i32 @else()
    @number = global i32 0
    define internal i32 @turns(i32 %x) alwaysinline {
      %ends = icmp eq i32 %x, 0
      br i1 %ends, label %end, label %on
    on:
      %less = sub i32 %x, 1
      %sum = call i32 @turns(i32 %less)
      ret i32 %sum
    end:
      ret i32 0
    }
    !0 = !{}
    define internal i32 @inner(i32 %x) alwaysinline {
  )";
  for (int i = 0; i < 19; ++i) {
    text += "%v" + std::to_string(i) + " = mul i32 " + (i == 0 ? "%x" : "%v" + std::to_string(i - 1)) + ", %x\n";
  }
  text += R"(
      ret i32 %v18
    }
    define internal i32 @compute(i32 %x) alwaysinline {
      %place = alloca i32
      store i32 %x, ptr %place
      )" + other +
          R"(
      call void @__tsan_read4(ptr %place), !fencepost.check !0
      %again = load i32, ptr %place
      %result = call i32 @inner(i32 %again)
      ret i32 %result
    }
    define internal i32 @at(ptr %p) alwaysinline {
      call void @__tsan_read4(ptr %p), !fencepost.check !0
      %x = load i32, ptr %p
      %result = call i32 @compute(i32 %x)
      ret i32 %result
    }
    define i32 @g(ptr %p) {
      %r = call i32 @at(ptr %p)
      ret i32 %r
    }
    define i32 @f(ptr %p) {
  )";
  for (int i = 0; i < calls; ++i) {
    const std::string n = std::to_string(i);
    text += "%p" + n + " = getelementptr i32, ptr %p, i64 " + n + "\n";
    text += "%r" + n + " = call i32 @at(ptr %p" + n + ")\n";
    text += "%s" + n + " = xor i32 %r" + n + ", " + (i == 0 ? "0" : "%s" + std::to_string(i - 1)) + "\n";
  }
  return text + "ret i32 %s" + std::to_string(calls - 1) + "\n}";
}

class ComputationsApart : public Passes {
 protected:
  /// Calls of @compute that are left in @f, and those in @g.
  std::pair<std::size_t, std::size_t> left(const std::string& source) {
    const auto module = parse(source);
    optimise(*module, /*whole_chains=*/true);
    EXPECT_EQ(occurrences(text_of(*module), "call i32 @at"), 0U);
    std::pair<std::size_t, std::size_t> calls;
    for (const char* const name : {"f", "g"}) {
      std::string text;
      llvm::raw_string_ostream out(text);
      module->getFunction(name)->print(out);
      (*name == 'f' ? calls.first : calls.second) = occurrences(text, "call i32 @compute");
    }
    reads_ = checks(*module).size();
    return calls;
  }

  std::size_t reads_ = 0;
};

TEST_F(ComputationsApart, AreTakenInWhereTheyAreFew) {
  EXPECT_EQ(left(calls_of_computation(100)), std::pair(std::size_t{0}, std::size_t{0}));
  EXPECT_EQ(reads_, 101U);
}

TEST_F(ComputationsApart, StayCallsInAFunctionThatHasVeryMany) {
  EXPECT_EQ(left(calls_of_computation(500)), std::pair(std::size_t{500}, std::size_t{0}));
  EXPECT_EQ(reads_, 501U);  // Those of their numbers, each in its place.
}

TEST_F(ComputationsApart, WhatReadsMemoryIsNone) {
  EXPECT_EQ(left(calls_of_computation(500, "%o = load volatile i32, ptr @number")).first, 0U);
}

TEST_F(ComputationsApart, WhatCallsItselfIsNoneAndIsNotTakenInForEver) {
  EXPECT_EQ(left(calls_of_computation(500, "%o = call i32 @turns(i32 %x)")).first, 0U);
}

TEST_F(ComputationsApart, WhatCallsOthersIsNone) {
  EXPECT_EQ(left(calls_of_computation(500, "%o = call i32 @else()")).first, 0U);
}

}  // namespace
}  // namespace fencepost::compiler
