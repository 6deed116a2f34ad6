// Through which of its arguments a kernel writes: what the detector goes by when it decides what a launch only reads.
#include <gtest/gtest.h>
#include <llvm/IR/Constants.h>

#include <string>

#include "compiler/checks/checks.h"
#include "sim/interface/kernel_table.h"
#include "tests/compiler/passes_fixture.h"

namespace fencepost::compiler {
namespace {

class WrittenArguments : public Passes {
 protected:
  /// "0 16 " of a kernel `k(ptr, ptr, ptr)` with that body, whose parameters are %a, %b and %c; or "anything".
  std::string of_body(const std::string& body, const std::string& around = "") {
    return of(R"(
      define internal void @k.run(ptr %arguments) "fencepost-kernel-entry" {
        %a = load ptr, ptr %arguments
        %at_b = getelementptr i8, ptr %arguments, i64 8
        %b = load ptr, ptr %at_b
        %at_c = getelementptr i8, ptr %arguments, i64 16
        %c = load ptr, ptr %at_c
        call void @k(ptr %a, ptr %b, ptr %c)
        ret void
      }
      define internal void @k(ptr %a, ptr %b, ptr %c) {
        )" + body +
              R"(
        ret void
      })" + around);
  }

  std::string of(const std::string& text) {
    const auto module = parse("@k.writes = private constant { ptr, i64 } { ptr null, i64 -1 }\n" + text);
    tell_written_arguments(*module);
    const llvm::Constant* const told = module->getGlobalVariable("k.writes", true)->getInitializer();
    const std::uint64_t count = llvm::cast<llvm::ConstantInt>(told->getAggregateElement(1U))->getZExtValue();
    if (count == kAnythingWritten) return "anything";
    std::string offsets;
    for (unsigned i = 0; i < count; ++i) {
      const auto* const array = llvm::cast<llvm::GlobalVariable>(told->getAggregateElement(0U));
      const llvm::Constant* const offset = array->getInitializer()->getAggregateElement(i);
      offsets += std::to_string(llvm::cast<llvm::ConstantInt>(offset)->getZExtValue());
      offsets += ' ';
    }
    return offsets;
  }
};

TEST_F(WrittenArguments, StoresAndAtomicOperations) {
  EXPECT_EQ(of_body("%x = load i32, ptr %b"), "");
  EXPECT_EQ(of_body("%at = getelementptr i32, ptr %b, i64 7\n store i32 1, ptr %at"), "8 ");
  EXPECT_EQ(of_body("%x = atomicrmw add ptr %a, i32 1 monotonic\n store i32 1, ptr %c"), "0 16 ");
  EXPECT_EQ(of_body("%x = cmpxchg ptr %c, i32 0, i32 1 seq_cst monotonic"), "16 ");
  EXPECT_EQ(of_body("call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 12, i1 false)",
                    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"),
            "0 ");
}

TEST_F(WrittenArguments, PointersThatMayPointToSeveral) {
  EXPECT_EQ(of_body("%x = load i1, ptr %c\n %to = select i1 %x, ptr %a, ptr %b\n store i32 1, ptr %to"), "0 8 ");
  EXPECT_EQ(of_body(R"(br label %loop
      loop:
        %at = phi ptr [ %b, %0 ], [ %next, %loop ]
        store i32 1, ptr %at
        %next = getelementptr i32, ptr %at, i64 1
        %goes = icmp ne ptr %next, %c
        br i1 %goes, label %loop, label %end
      end:)"),
            "8 ");
}

TEST_F(WrittenArguments, WhatIsNotKnown) {
  EXPECT_EQ(of_body("%to = load ptr, ptr %a\n store i32 1, ptr %to"), "anything");
  EXPECT_EQ(of_body("%x = load i64, ptr %a\n %to = inttoptr i64 %x to ptr\n store i32 1, ptr %to"), "anything");
  EXPECT_EQ(of_body("call void %a()"), "anything");
  EXPECT_EQ(of_body("call void @f.device(ptr %a)", "declare void @f.device(ptr)"), "anything");
  EXPECT_EQ(of_body("call void @fencepost_tensor_store(ptr %a, ptr %b, i32 1, ptr %c)",
                    "declare void @fencepost_tensor_store(ptr, ptr, i32, ptr)"),
            "anything");
  EXPECT_EQ(of_body("%to = call ptr @malloc(i64 4)\n store i32 1, ptr %to", "declare ptr @malloc(i64)"), "anything");
  EXPECT_EQ(of_body("call void asm sideeffect \"nop\", \"~{memory}\"()"), "anything");
}

TEST_F(WrittenArguments, VariablesAreNobodysArrays) {
  EXPECT_EQ(of_body(R"(%own = alloca [4 x i32]
        store i32 1, ptr %own
        store i32 1, ptr @variable
        %tile = call ptr @llvm.threadlocal.address.p0(ptr @tile)
        %same = call ptr asm "", "=r,0"(ptr %tile)
        store i32 1, ptr %same)",
                    R"(@variable = internal global i32 0
      @tile = internal thread_local global [4 x i32] zeroinitializer
      declare ptr @llvm.threadlocal.address.p0(ptr))"),
            "");
  // What is accessed instead of what lies beside one.
  EXPECT_EQ(
      of_body("%own = alloca ptr\n %else = call ptr @fencepost_outside_local(ptr %own, i64 8, ptr null, i64 4, i32 1)\n"
              "store i32 1, ptr %else",
              "declare ptr @fencepost_outside_local(ptr, i64, ptr, i64, i32)"),
      "");
}

TEST_F(WrittenArguments, PointersThatAreKeptInVariables) {
  constexpr const char* kVariable = R"(%own = alloca { ptr, ptr, i64 }
        %second = getelementptr i8, ptr %own, i64 8
        store ptr %a, ptr %own
        store ptr %b, ptr %second
        )";
  const auto with = [&](const std::string& body, const std::string& around = "") {
    return of_body(kVariable + body + "\n %to = load ptr, ptr %second\n store i32 1, ptr %to", around);
  };
  EXPECT_EQ(with(""), "8 ") << "not what lies beside it";
  EXPECT_EQ(with("store ptr %c, ptr %second"), "8 16 ");
  EXPECT_EQ(with("call void @keep(ptr %own, ptr %c)",
                 "define internal void @keep(ptr %all, ptr %new) { %at = getelementptr i8, ptr %all, i64 8\n"
                 " store ptr %new, ptr %at\n call void @keep(ptr %all, ptr %new)\n ret void }"),
            "8 16 ");
  EXPECT_EQ(with("%third = getelementptr i8, ptr %own, i64 16\n store i64 1, ptr %third"), "8 ");
  EXPECT_EQ(with("store i64 1, ptr %second"), "anything") << "a number that may be a pointer";
  EXPECT_EQ(with("%middle = getelementptr i8, ptr %own, i64 12\n store i32 1, ptr %middle"), "anything");
  EXPECT_EQ(with("%n = load i64, ptr %c\n %any = getelementptr i8, ptr %own, i64 %n\n store ptr %c, ptr %any"),
            "anything");
  EXPECT_EQ(with("store ptr %second, ptr %c"), "anything") << "others may store there";
  EXPECT_EQ(with("call void @__tsan_write8(ptr %second)", "declare void @__tsan_write8(ptr)"), "8 ");
  EXPECT_EQ(with("%x = call i64 @__tsan_atomic64_exchange(ptr %second, i64 1, i32 0)",
                 "declare i64 @__tsan_atomic64_exchange(ptr, i64, i32)"),
            "anything");
  EXPECT_EQ(with("%number = ptrtoint ptr %own to i64"), "anything");
  EXPECT_EQ(with("call void @use(ptr %own)", "declare void @use(ptr) memory(none)"), "anything");
  EXPECT_EQ(with("call void @use(ptr %own)", "define internal ptr @use(ptr %same) { ret ptr %same }"), "anything");
}

TEST_F(WrittenArguments, FunctionsThatAreCalled) {
  EXPECT_EQ(of_body("call void @put(ptr %c, ptr %a)\n call void @put(ptr %b, ptr %a)",
                    "define internal void @put(ptr %to, ptr %from) { %x = load i32, ptr %from\n store i32 %x, ptr %to\n"
                    " ret void }"),
            "8 16 ");
  EXPECT_EQ(of_body("call void @deep(ptr %b, i32 3)",
                    "define internal void @deep(ptr %to, i32 %n) { %at = getelementptr i32, ptr %to, i32 %n\n"
                    " call void @deep(ptr %at, i32 1)\n store i32 1, ptr %to\n ret void }"),
            "8 ");
  // The runtime's: what they are passed is written, or read alone.
  EXPECT_EQ(of_body("call void @__tsan_write4(ptr %a)\n call void @__syncthreads()\n"
                    "%x = call i32 @__tsan_atomic32_fetch_add(ptr %b, i32 1, i32 0)\n"
                    "call void @fencepost_copy(ptr %c, ptr %a, i64 16)\n %y = call float @sinf(float 1.0)",
                    "declare void @__tsan_write4(ptr)\n declare void @__syncthreads()\n"
                    "declare i32 @__tsan_atomic32_fetch_add(ptr, i32, i32)\n"
                    "declare void @fencepost_copy(ptr, ptr, i64)\n declare float @sinf(float)"),
            "8 16 ");
}

TEST_F(WrittenArguments, StructsThatArePassed) {
  constexpr const char* kEntry = R"(
    define internal void @k.run(ptr %arguments) "fencepost-kernel-entry" {
      %copy = alloca [32 x i8], align 16
      %from = getelementptr i8, ptr %arguments, i64 8
      call void @llvm.memcpy.p0.p0.i64(ptr align 16 %copy, ptr align 8 %from, i64 24, i1 false)
      call void @k(ptr %copy)
      ret void
    }
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    define internal void @k(ptr %pair) {
      %at = getelementptr i8, ptr %pair, i64 16
      %to = load ptr, ptr %at
      store i32 1, ptr %to
      )";
  EXPECT_EQ(of(std::string(kEntry) + "ret void }"), "24 ");
  EXPECT_EQ(of(std::string(kEntry) + "%x = load ptr, ptr %pair\n ret void }"), "24 ");
  // It is copied into a variable, with what lies around it or without.
  const auto copied = [&](const std::string& at, const std::string& bytes) {
    return of(kEntry + ("%own = alloca [32 x i8]\n %part = getelementptr i8, ptr %own, i64 8\n"
                        "%of = getelementptr i8, ptr %pair, i64 " +
                        at +
                        "\n"
                        "call void @llvm.memcpy.p0.p0.i64(ptr %part, ptr %of, i64 " +
                        bytes +
                        ", i1 false)\n"
                        "%second = getelementptr i8, ptr %own, i64 16\n %too = load ptr, ptr %second\n"
                        "store i32 1, ptr %too\n ret void }"));
  };
  EXPECT_EQ(copied("0", "24"), "16 24 ");
  EXPECT_EQ(copied("8", "8"), "24 ");
  EXPECT_EQ(copied("8", "12"), "anything");
  // The kernel changes its copy.
  EXPECT_EQ(of(std::string(kEntry) + "store ptr %to, ptr %pair\n ret void }"), "anything");
}

}  // namespace
}  // namespace fencepost::compiler
