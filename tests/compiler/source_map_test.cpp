// What clang says stands where in a source.
#include "compiler/survey/source_map.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/compiler/mapped_source.h"

namespace fencepost::compiler {
namespace {

using Texts = std::vector<std::string>;

std::string text_of(const MappedSource& source, compiler::TextRange range) {
  const std::size_t begin = source.tokens.begin_offset(range.first);
  return source.text.substr(begin, source.tokens.end_offset(range.last) - begin);
}

/// The statements of `source` for which `is` holds.
template <class Is>
Texts statements(const std::string& source, Is is) {
  const std::unique_ptr<MappedSource> text = mapped(source);
  Texts found;
  for (const compiler::MappedStatement& statement : text->map.statements) {
    if (is(statement) && !statement.block_end) found.push_back(text_of(*text, statement.range));
  }
  return found;
}
Texts barriers(const std::string& source) {
  return statements(source, [](const compiler::MappedStatement& s) { return s.barrier; });
}
Texts synchronising(const std::string& source) {
  return statements(source, [](const compiler::MappedStatement& s) { return s.synchronises && s.in_block; });
}

TEST(SourceMap, KnowsABarrierHoweverItIsSpelled) {
  EXPECT_EQ(
      barriers(
          "__global__ void k(int x) { __syncthreads(); ::__syncthreads_count(x); (void)__syncthreads_count(x);"
          " Block b; b.sync(); Block().sync(); asm volatile(\"bar.sync 0;\"); asm(\" barrier.sync.aligned 0 ;\"); }"),
      (Texts{"__syncthreads();", "::__syncthreads_count(x);", "(void)__syncthreads_count(x);", "b.sync();",
             "Block().sync();", "asm volatile(\"bar.sync 0;\");", "asm(\" barrier.sync.aligned 0 ;\");"}));
}

TEST(SourceMap, TakesNothingElseForABarrier) {
  EXPECT_EQ(
      barriers(
          "struct Mine { __device__ void sync() {} };"
          "__device__ void half(int* a) { *a = 1; __syncthreads(); }"
          "__global__ void k(int* a) { Mine().sync(); half(a); int n = __syncthreads_count(1); asm(\"bar.sync 1;\");"
          " if (__syncthreads_count(n)) f(); asm(\"bar.arrive 0, 64;\"); }"),
      Texts{"__syncthreads();"});
}

TEST(SourceMap, LooksIntoWhatIsCalled) {
  EXPECT_EQ(
      barriers(
          "__device__ void one() { __syncthreads(); } __device__ int two() { one(); return __syncthreads_count(1); }"
          "__global__ void k() { two(); }"),
      (Texts{"__syncthreads();", "one();", "two();"}));
  EXPECT_EQ(
      synchronising("__device__ void deep(int n); __device__ void step(int n) { if (n == 0) __syncthreads(); deep(n); }"
                    "__device__ void deep(int n) { if (n) step(n - 1); }"
                    "__global__ void k() { f(); deep(3); for (int i = 0; i < 3; ++i) step(i); }"),
      (Texts{"if (n == 0) __syncthreads();", "deep(n);", "if (n) step(n - 1);", "deep(3);",
             "for (int i = 0; i < 3; ++i) step(i);"}));
}

TEST(SourceMap, JudgesTemplatesByTheirInstances) {
  const std::string meet =
      "template <class G> __device__ void meet(const G& g) { g.sync(); } struct Idle { __device__ void sync() const {} "
      "};";
  EXPECT_EQ(barriers(meet + "__global__ void k() { meet(Block()); }"), (Texts{"g.sync();", "meet(Block());"}));
  EXPECT_EQ(barriers(meet + "__global__ void k() { meet(Idle()); }"), Texts{});
  EXPECT_EQ(barriers(meet), Texts{});
}

TEST(SourceMap, TakesALambdaForAFunction) {
  const std::string source =
      "__global__ void k(int* a) { auto one = [&](int i) { __syncthreads(); return a[i]; }; a[1] = one(2); }";
  EXPECT_EQ(barriers(source), Texts{"__syncthreads();"});
  // It synchronises where it is called, not where it is written.
  EXPECT_EQ(synchronising(source), (Texts{"__syncthreads();", "a[1] = one(2);"}));
  const std::unique_ptr<MappedSource> text = mapped(source);
  ASSERT_EQ(text->map.functions.size(), 2U);
  EXPECT_TRUE(text->map.functions[1].lambda);
  EXPECT_TRUE(text->map.functions[1].device);
  EXPECT_EQ(text->map.functions[1].returns.size(), 1U);
  EXPECT_EQ(text->map.functions[0].returns.size(), 0U);
}

TEST(SourceMap, KnowsTheConditionsOfLoops) {
  const std::unique_ptr<MappedSource> text = mapped(
      "__global__ void k(int n) { for (int i = 0; i < n; ++i) f(); while (n > 1) f(); do f(); while (n > 2);"
      " while (int m = g()) f(m); }");
  Texts conditions;
  for (const compiler::MappedConstruct& construct : text->map.constructs) {
    conditions.push_back(text_of(*text, construct.condition.tokens));
  }
  EXPECT_EQ(conditions, (Texts{"i < n", "n > 1", "n > 2", "g()"}));
  const std::unique_ptr<MappedSource> endless =
      mapped("__global__ void k() { int i; for (;;) f(); for (i = 0;; ++i) f(); }");
  for (const compiler::MappedConstruct& construct : endless->map.constructs) {
    EXPECT_EQ(construct.condition.tokens.first, kNoToken);
    EXPECT_TRUE(endless->tokens.is(construct.condition.before, ";"));
    EXPECT_TRUE(endless->tokens.is(construct.condition.before + 1, ";"));
  }
}

TEST(SourceMap, KnowsWhatIsVisibleWhere) {
  const std::unique_ptr<MappedSource> text = mapped(
      "template <int size, class T> __global__ void k(T* a, int n) { __shared__ T tile[size]; { int inner = 0; "
      "f(inner); }"
      " for (int i = 0; i < n; ++i) f(i); auto& [u, v] = pairs[0]; f(); }"
      "struct Pair { int first, second; }; ",
      "scan.cu");
  Texts names;
  for (const compiler::MappedVariable& variable : text->map.functions[0].variables) names.push_back(variable.name);
  EXPECT_EQ((Texts{names.begin(), names.begin() + 6}), (Texts{"size", "a", "n", "tile", "inner", "i"}));
  const compiler::MappedVariable& tile = text->map.functions[0].variables[3];
  EXPECT_EQ(tile.kind, compiler::MappedVariable::kShared);
  EXPECT_TRUE(tile.array);
  EXPECT_TRUE(text->tokens.is(tile.declared_to, ";"));
}

TEST(SourceMap, IsTheSameBehindJson) {
  const std::unique_ptr<MappedSource> text =
      mapped("__global__ void k(int* a) { for (int i = 0; i < 3; ++i) { a[i] = 1; } }");
  const std::string json = source_map_json(text->map);
  EXPECT_EQ(source_map_json(parse_source_map(json)), json);
  EXPECT_THROW(parse_source_map("{}"), std::runtime_error);
  EXPECT_THROW(parse_source_map("nothing"), std::runtime_error);
}

}  // namespace
}  // namespace fencepost::compiler
