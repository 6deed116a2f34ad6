#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

#include "compiler/checks/checks.h"
#include "passes_fixture.h"

namespace fencepost::compiler {
namespace {

/// A kernel with `body`, called as kernels are.
std::string kernel(const std::string& body) {
  return R"(
    declare void @__tsan_volatile_read4(ptr)
    declare void @__tsan_volatile_write4(ptr)
    declare void @__tsan_unaligned_volatile_write8(ptr)
    declare void @__syncthreads() convergent nomerge
    declare i32 @_Z9atomicAddPii(ptr, i32)
    declare void @elsewhere.device(ptr)
    define void @k(ptr %p, ptr %q, i32 %n, i1 %c) "fencepost-device-code" {)" +
         body + R"(
    }
    define internal void @k.run(ptr %arguments) "fencepost-kernel-entry" {
      call void @k(ptr %arguments, ptr %arguments, i32 3, i1 true)
      ret void
    })";
}

class PassingOperations : public Passes {
 protected:
  std::vector<std::string> marked(const std::string& body) {
    module_ = parse(kernel(body));
    mark_passing_operations(*module_);
    return checks(*module_);
  }
  bool atomic_is_in_passing() { return text_of(*module_).find("\"fencepost-in-passing\"") != std::string::npos; }

 private:
  std::unique_ptr<llvm::Module> module_;
};

TEST_F(PassingOperations, AreThoseOfLoopsThatArithmeticEnds) {
  EXPECT_EQ(marked(R"(
      br label %loop
    loop:
      %i = phi i32 [ 1, %0 ], [ %next, %loop ]
      call void @__tsan_volatile_read4(ptr %p)
      %v = load volatile i32, ptr %p
      %next = shl i32 %i, 1
      %more = icmp ult i32 %next, %n
      br i1 %more, label %loop, label %done
    done:
      ret void)"),
            (std::vector<std::string>{"__tsan_passing_read4(ptr %p)"}));
}

TEST_F(PassingOperations, AreNotThoseOfLoopsThatEndWhereSomethingWasFound) {
  const std::vector<std::string> as_it_was = {"__tsan_volatile_read4(ptr %p)"};
  // The way through the loop, chosen by what was read, decides which value the condition sees.
  EXPECT_EQ(marked(R"(
      br label %loop
    loop:
      call void @__tsan_volatile_read4(ptr %p)
      %v = load volatile i32, ptr %p
      %seen = icmp ne i32 %v, 0
      br i1 %seen, label %found, label %look
    found:
      br label %look
    look:
      %done = phi i1 [ true, %found ], [ false, %loop ]
      br i1 %done, label %end, label %loop
    end:
      ret void)"),
            as_it_was);
  // So does how often an inner loop was gone through.
  EXPECT_EQ(marked(R"(
      br label %outer
    outer:
      br label %loop
    loop:
      %i = phi i32 [ 0, %outer ], [ %next, %loop ]
      call void @__tsan_volatile_read4(ptr %p)
      %v = load volatile i32, ptr %p
      %next = add i32 %i, 1
      %more = icmp eq i32 %v, 0
      br i1 %more, label %loop, label %look
    look:
      %done = icmp ugt i32 %next, 100
      br i1 %done, label %end, label %outer
    end:
      ret void)"),
            as_it_was);
}

TEST_F(PassingOperations, AreThoseOfLoopsWhoseTurnsAreKnown) {
  EXPECT_EQ(marked(R"(
      br label %loop
    loop:
      %i = phi i32 [ 0, %0 ], [ %next, %loop ]
      call void @__tsan_volatile_read4(ptr %p)
      %v = load volatile i32, ptr %p
      %w = call i32 @_Z9atomicAddPii(ptr %q, i32 %v)
      %next = add nuw nsw i32 %i, 1
      %more = icmp ult i32 %next, %n
      br i1 %more, label %loop, label %done
    done:
      ret void)"),
            (std::vector<std::string>{"__tsan_passing_read4(ptr %p)"}));
  EXPECT_TRUE(atomic_is_in_passing());
}

TEST_F(PassingOperations, AreNotThoseThatALoopMayWaitFor) {
  EXPECT_EQ(marked(R"(
      br label %loop
    loop:
      call void @__tsan_volatile_read4(ptr %p)
      %v = load volatile i32, ptr %p
      %w = call i32 @_Z9atomicAddPii(ptr %q, i32 0)
      %done = icmp eq i32 %v, 0
      br i1 %done, label %end, label %loop
    end:
      ret void)"),
            (std::vector<std::string>{"__tsan_volatile_read4(ptr %p)"}));
  EXPECT_FALSE(atomic_is_in_passing());
}

TEST_F(PassingOperations, AreNotThoseOfAShortLoopWithinOneThatWaits) {
  EXPECT_EQ(marked(R"(
      br label %outer
    outer:
      br label %loop
    loop:
      %i = phi i32 [ 0, %outer ], [ %next, %loop ]
      call void @__tsan_volatile_read4(ptr %p)
      %v = load volatile i32, ptr %p
      %next = add nuw nsw i32 %i, 1
      %more = icmp ult i32 %next, 8
      br i1 %more, label %loop, label %look
    look:
      %done = icmp eq i32 %v, 0
      br i1 %done, label %end, label %outer
    end:
      ret void)"),
            (std::vector<std::string>{"__tsan_volatile_read4(ptr %p)"}));
}

TEST_F(PassingOperations, StayInStepIfOneReadsWhatAnotherMayWrite) {
  const std::vector<std::string> in_step = {"__tsan_volatile_write4(ptr %p)", "__tsan_volatile_read4(ptr %q)"};
  EXPECT_EQ(marked(R"(
      call void @__tsan_volatile_write4(ptr %p)
      store volatile i32 1, ptr %p
      br i1 %c, label %a, label %b
    a:
      br label %b
    b:
      call void @__tsan_volatile_read4(ptr %q)
      %v = load volatile i32, ptr %q
      ret void)"),
            in_step);
  // A barrier on one of two ways does not part them.
  EXPECT_EQ(marked(R"(
      call void @__tsan_volatile_write4(ptr %p)
      store volatile i32 1, ptr %p
      br i1 %c, label %a, label %b
    a:
      call void @__syncthreads()
      br label %b
    b:
      call void @__tsan_volatile_read4(ptr %q)
      %v = load volatile i32, ptr %q
      ret void)"),
            in_step);
  EXPECT_EQ(marked(R"(
      call void @__tsan_volatile_write4(ptr %p)
      store volatile i32 1, ptr %p
      call void @__syncthreads()
      call void @__tsan_volatile_read4(ptr %q)
      %v = load volatile i32, ptr %q
      ret void)"),
            (std::vector<std::string>{"__tsan_passing_write4(ptr %p)", "__tsan_passing_read4(ptr %q)"}));
}

TEST_F(PassingOperations, NeedNotStayInStepAtAPlaceOfTheirOwn) {
  EXPECT_EQ(marked(R"(
      call void @__tsan_unaligned_volatile_write8(ptr %p)
      store volatile i64 1, ptr %p, align 1
      call void @__tsan_volatile_read4(ptr %p)
      %v = load volatile i32, ptr %p
      ret void)"),
            (std::vector<std::string>{"__tsan_unaligned_passing_write8(ptr %p)", "__tsan_passing_read4(ptr %p)"}));
  // In the next turn of the loop the same instruction is at another place.
  EXPECT_EQ(marked(R"(
      br label %loop
    loop:
      %i = phi i32 [ 0, %0 ], [ %next, %loop ]
      %at = getelementptr i32, ptr %p, i32 %i
      call void @__tsan_volatile_read4(ptr %at)
      %v = load volatile i32, ptr %at
      call void @__tsan_volatile_write4(ptr %at)
      store volatile i32 %v, ptr %at
      %next = add nuw nsw i32 %i, 1
      %more = icmp ult i32 %next, %n
      br i1 %more, label %loop, label %done
    done:
      ret void)"),
            (std::vector<std::string>{"__tsan_volatile_read4(ptr %at)", "__tsan_volatile_write4(ptr %at)"}));
}

TEST_F(PassingOperations, NeedNotStayInStepToFindWhatTheThreadItselfWroteLast) {
  // As a scan does that pads its tile with zeros: without a turn there is no barrier between those and the last read.
  const std::string scan = R"(
      call void @__tsan_volatile_write4(ptr %p)
      store volatile i32 0, ptr %p
      call void @__tsan_volatile_write4(ptr %q)
      store volatile i32 %n, ptr %q
      br label %loop
    loop:
      %i = phi i32 [ 1, %0 ], [ %next, %turn ]
      %more = icmp ult i32 %i, %n
      br i1 %more, label %turn, label %done
    turn:
      call void @__syncthreads()
      call void @__tsan_volatile_read4(ptr %p)
      %v = load volatile i32, ptr %p
      call void @__syncthreads()
      call void @__tsan_volatile_write4(ptr WRITTEN)
      store volatile i32 %v, ptr WRITTEN
      %next = shl i32 %i, 1
      br label %loop
    done:
      call void @__tsan_volatile_read4(ptr %q)
      %w = load volatile i32, ptr %q
      ret void)";
  const auto writing = [&](const std::string& place) { return std::regex_replace(scan, std::regex("WRITTEN"), place); };
  EXPECT_EQ(marked(writing("%q")),
            (std::vector<std::string>{"__tsan_passing_write4(ptr %p)", "__tsan_passing_write4(ptr %q)",
                                      "__tsan_passing_read4(ptr %p)", "__tsan_passing_write4(ptr %q)",
                                      "__tsan_passing_read4(ptr %q)"}));
  EXPECT_EQ(marked(writing("%p")),
            (std::vector<std::string>{"__tsan_volatile_write4(ptr %p)", "__tsan_passing_write4(ptr %q)",
                                      "__tsan_passing_read4(ptr %p)", "__tsan_volatile_write4(ptr %p)",
                                      "__tsan_volatile_read4(ptr %q)"}));
}

TEST_F(PassingOperations, StayInStepWithWhatAFunctionMayDo) {
  EXPECT_EQ(marked(R"(
      call void @__tsan_volatile_write4(ptr %p)
      store volatile i32 1, ptr %p
      call void @elsewhere.device(ptr %q)
      call void @__syncthreads()
      call void @__tsan_volatile_read4(ptr %q)
      %v = load volatile i32, ptr %q
      ret void)"),
            (std::vector<std::string>{"__tsan_volatile_write4(ptr %p)", "__tsan_passing_read4(ptr %q)"}));
}

}  // namespace
}  // namespace fencepost::compiler
