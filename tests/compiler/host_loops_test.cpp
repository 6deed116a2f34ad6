// Loops of the host's code: what is asked of their accesses before they begin.
#include <gtest/gtest.h>

#include <memory>
#include <regex>
#include <string>

#include "compiler/checks/checks.h"
#include "tests/compiler/passes_fixture.h"

namespace fencepost::compiler {
namespace {

/// `p[i] = INDEX's element of q`, for i from 0 up to n.
constexpr const char* kLoop = R"(
  declare void @__tsan_read4(ptr) memory(inaccessiblemem: readwrite) nounwind
  declare void @__tsan_write4(ptr) memory(inaccessiblemem: readwrite) nounwind
  declare void @other()
  declare double @sin(double)
  define void @host(ptr %p, ptr %q, i64 %n) {
  entry:
    br label %loop
  loop:
    %i = phi i64 [ 0, %entry ], [ %next, %body ]
    %more = icmp slt i64 %i, %n
    br i1 %more, label %body, label %end
  body:
    %from = getelementptr i32, ptr %q, i64 INDEX
    call void @__tsan_read4(ptr %from)
    %v = load i32, ptr %from
    %to = getelementptr i32, ptr %p, i64 %i
    call void @__tsan_write4(ptr %to)
    store i32 %v, ptr %to
    CALL
    %next = add i64 %i, 1
    br label %loop
  end:
    ret void
  })";

std::string text_of_loop(const std::string& index, const std::string& call, const std::string& function = kLoop) {
  return std::regex_replace(std::regex_replace(function, std::regex("INDEX"), index), std::regex("CALL"), call);
}

class HostLoops : public Passes {
 protected:
  /// How often a loop's accesses are asked for before it, and accesses by themselves alone.
  struct Counts {
    std::size_t extents, by_themselves, plain_loops;
    bool operator==(const Counts&) const = default;
  };
  Counts counts(const std::string& text) {
    const auto module = parse(text);
    inline_host_checks(*module);
    const std::string all = text_of(*module);
    const std::size_t conditional = occurrences(all, " = xor i1 %");
    return {occurrences(all, "@llvm.umin.i64(i64 %"), checks(*module).size() - conditional,
            occurrences(all, "!\"fencepost.plain_loop\"")};
  }
};

TEST_F(HostLoops, AreAskedOnceForAllTheirTurns) {
  EXPECT_EQ(counts(text_of_loop("%i", "")), (Counts{2, 0, 1}));
  // Two elements one behind the other are one extent.
  EXPECT_EQ(counts(text_of_loop("%i", R"(%second = getelementptr i8, ptr %from, i64 4
    call void @__tsan_read4(ptr %second))")),
            (Counts{2, 0, 1}));
  EXPECT_EQ(counts(text_of_loop("%i", "call double @sin(double 1.0)")), (Counts{2, 0, 1}));
}

TEST_F(HostLoops, WhoseAddressesAreNotKnownAreAskedInEachTurn) {
  EXPECT_EQ(
      counts(text_of_loop("%square", "",
                          std::regex_replace(kLoop, std::regex("%from ="), "%square = mul i64 %i, %i\n    %from ="))),
      (Counts{1, 1, 1}));
  // Another function may begin a copy.
  EXPECT_EQ(counts(text_of_loop("%i", "call void @other()")), (Counts{0, 2, 0}));
  // Nobody knows how many turns there are.
  EXPECT_EQ(counts(text_of_loop(
                "%i", "", std::regex_replace(kLoop, std::regex("icmp slt i64 %i, %n"), "load volatile i1, ptr %p"))),
            (Counts{0, 2, 0}));
}

}  // namespace
}  // namespace fencepost::compiler
