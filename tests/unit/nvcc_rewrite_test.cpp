#include "cli/nvcc_rewrite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/unit/squeezed.h"

namespace fencepost::cli {
namespace {

std::string rewritten(std::string_view text) { return squeezed(rewrite(text, {}).text); }

void expect_rewrite(std::string_view from, std::string_view to) { EXPECT_EQ(rewritten(from), squeezed(to)); }
void expect_unchanged(std::string_view text) { expect_rewrite(text, text); }

std::string prologue(const std::string& arguments, const std::string& names, const std::string& call) {
  return "if (__builtin_expect(::fencepost_rt::on_host(), 0)) { [=]() mutable { ::fencepost_rt::bind(" + arguments +
         "); ::fencepost_rt::launch(\"" + names + "\", [=]() __attribute__((no_sanitize(\"thread\"))) { " + call +
         "; }" + (arguments.empty() ? "" : ", " + arguments) + "); }(); return; }";
}

// ---- calls whose result is dropped ----

// `statement` within a function of the user, behind a declaration of the API in a system header.
std::string rewritten_statement(const std::string& statement) {
  const std::string text =
      "# 1 \"api.h\" 1 3\ncudaError_t cudaFree(void* p);\ncudaError_t cudaGetLastError();\n"
      "# 2 \"user.cu\" 2\nvoid f() {\n" +
      statement + "\n}\n";
  std::string result;
  bool marker = false;  // Line markers are of no interest here.
  for (const char c : rewrite(text, {}).text) {
    if (c == '#') marker = true;
    if (!marker) result += c;
    if (c == '\n') marker = false;
  }
  const std::size_t body = result.find("f() {") + 5;
  return squeezed(std::string_view(result).substr(body, result.rfind('}') - body));
}

TEST(RewriteDiscardingCalls, StatementsThatAreOneCall) {
  const std::string call = "::fencepost_rt::Discarded{}, cudaFree(p);";
  const auto becomes = [](const std::string& from, const std::string& to) {
    EXPECT_EQ(rewritten_statement(from), squeezed("\n" + to + "\n")) << from;
  };
  becomes("cudaFree(p);", call);
  becomes("::cudaFree(p);", "::fencepost_rt::Discarded{}, ::cudaFree(p);");
  becomes("if (x) cudaFree(p); else cudaFree(p);", "if (x) " + call + " else " + call);
  becomes("if constexpr (x) cudaFree(p);", "if constexpr (x) " + call);
  becomes("while (x) cudaFree(p);", "while (x) " + call);
  becomes("do cudaFree(p); while (x);", "do " + call + " while (x);");
  becomes("switch (x) { case a ? 1 : 2: cudaFree(q); case A::b: cudaFree(p); default: cudaFree(p); }",
          "switch (x) { case a ? 1 : 2: cudaFree(q); case A::b: " + call + " default: " + call + " }");
  becomes("end: cudaFree(p);", "end: " + call);
  becomes("auto g = [&] { cudaFree(p); };", "auto g = [&] { " + call + " };");
}

TEST(RewriteDiscardingCalls, OthersAreLeftAlone) {
  for (const std::string statement :
       {"(void)cudaFree(p);", "auto e = cudaFree(p);", "return cudaFree(p);", "x ? cudaFree(p) : cudaFree(q);",
        "for (cudaFree(p); cudaFree(p); cudaFree(p)) ;", "check(cudaFree(p));", "auto e = ({ cudaFree(p); });",
        "s.cudaFree(p);", "cudaFree(p) == 0;", "cudaGetLastError();", "cudaOther(p);", "check(1) cudaFree(p);"}) {
    EXPECT_EQ(rewritten_statement(statement), squeezed("\n" + statement + "\n")) << statement;
  }
}

TEST(RewriteDroppedAnswers, StatementsThatAreAQuestion) {
  const auto becomes = [](const std::string& from, const std::string& to) {
    EXPECT_EQ(rewritten_statement(from), squeezed("\n" + to + "\n")) << from;
  };
  const std::string dropped = "::fencepost_rt::DroppedAnswer{}, ";
  becomes("cuStreamQuery(s);", dropped + "cuStreamQuery(s);");
  becomes("(void)cudaStreamQuery(s);", dropped + "(void)cudaStreamQuery(s);");
  becomes("(void)::cudaEventQuery(e);", dropped + "(void)::cudaEventQuery(e);");
  becomes("if (x) static_cast<void>(cudaStreamQuery(s)); else f();",
          "if (x) " + dropped + "static_cast<void>(cudaStreamQuery(s)); else f();");
  becomes("auto g = [&] { (void)cuEventQuery(e); };", "auto g = [&] { " + dropped + "(void)cuEventQuery(e); };");
}

TEST(RewriteDroppedAnswers, OthersAreLeftAlone) {
  for (const std::string statement :
       {"auto e = cudaStreamQuery(s);", "while (cudaStreamQuery(s) != cudaSuccess) ;", "return cuStreamQuery(s);",
        "check(cudaStreamQuery(s));", "auto e = ({ cudaStreamQuery(s); });", "static_cast<int>(cudaStreamQuery(s));",
        "f((void)cudaStreamQuery(s));", "(void)cudaStreamSynchronize(s);", "s.cuStreamQuery(s);"}) {
    EXPECT_EQ(rewritten_statement(statement), squeezed("\n" + statement + "\n")) << statement;
  }
}

// ---- variables ----

TEST(RewriteVariables, ConstantDefinitionsTellTheirAddresses) {
  const auto told = [](const std::string& name) {
    return "static const ::fencepost_rt::ConstantVariable fencepost_" + name + "(&" + name + ",sizeof " + name + ");";
  };
  const auto expect = [&](const std::string& declaration, const std::vector<std::string>& names) {
    const std::string text = rewritten("__constant__ " + declaration);
    for (const char* name : {"x", "y", "T", "S", "int"}) {
      EXPECT_EQ(text.find(squeezed(told(name))) != std::string::npos, std::ranges::find(names, name) != names.end())
          << name << " in " << text;
    }
  };
  expect("int x;", {"x"});
  expect("int x[2][3], y;", {"x", "y"});
  expect("float x = 1, y[2] = {1, 2};", {"x", "y"});
  expect("int x = f<S, T>(1), y;", {"x"});
  expect("alignas(16) T<S, int> x{};", {"x"});
  expect("__attribute__((aligned(8))) const unsigned int x[] = {1};", {"x"});
  expect("struct S { int y; } x;", {});
  expect("int (*x)(int);", {});
  expect("int S::x;", {});
}

TEST(RewriteVariables, OnlyDefinitionsAtNamespaceScope) {
  EXPECT_NE(rewritten("namespace a::b { extern \"C\" { static __constant__ int x; } }").find("Variable"),
            std::string::npos);
  for (const char* text : {"extern __constant__ int x;", "template <class T> __constant__ T x;",
                           "struct S { static __constant__ int x; };", "void f() { __constant__ int x; }"}) {
    EXPECT_EQ(rewritten(text).find("Variable"), std::string::npos) << text;
  }
}

TEST(RewriteVariables, NamesOfDeviceDeclarations) {
  EXPECT_NE(
      rewritten("int a; __device__ int f(int b) { return c; } int d; int __device__ e; static __constant__ int g[n];")
          .find("DeviceNames fencepost_device_names(\"e g int\")"),
      std::string::npos);
}

// ---- launches ----

TEST(RewriteLaunches, SimpleCall) {
  expect_rewrite("void f() { k<<<g, b, 16, s>>>(x, y); }",
                 "void f() { (::fencepost_rt::configure(g, b, 16, s), k(x, y)); }");
}

TEST(RewriteLaunches, MarksInTwoWords) {
  expect_rewrite("void f() { k << < g, b >> > (x, y); }", "void f() { (::fencepost_rt::configure(g, b ), k (x, y)); }");
  expect_unchanged("int x = a << b > (c);");
}

TEST(RewriteLaunches, Callees) {
  const auto launch = [](const std::string& callee, const std::string& before = "") {
    expect_rewrite("void f() { " + before + callee + "<<<1, 2>>>(x); }",
                   "void f() { " + before + "(::fencepost_rt::configure(1, 2), " + callee + "(x)); }");
  };
  launch("ns::k");
  launch("::ns::k");
  launch("k<int>");
  launch("k<A<B<int>>>");
  launch("k<(a > b), sizeof(T)>");
  launch("ns::S<T>::template k<U>");
  launch("(*fp)");
  launch("table[i]");
  launch("table[i][j + 1].fn");
  launch("p->q.k");
  launch("get(a, b)");
  launch("get<T>(a)[1]");
  launch("this->k");
  launch("object.template k<T>");
  launch("k", "if (c) ");
  launch("(*fp)", "if (c) ");
  launch("k", "if (c) x; else ");
  launch("::k", "return ");
  launch("k", "c ? (void)0 : ");
  launch("k", "for (;;) ");
  launch("k", "auto l = [&] { ");
  launch("k", "label: ");
}

TEST(RewriteLaunches, Configurations) {
  const auto launch = [](const std::string& configuration) {
    expect_rewrite("void f() { k<<<" + configuration + ">>>(x); }",
                   "void f() { (::fencepost_rt::configure(" + configuration + "), k(x)); }");
  };
  launch("dim3(1, 2), dim3(3)");
  launch("n < 10 ? 1 : 2, 32");
  launch("(n + 255) / 256, n > 256 ? 256 : n");
  launch("n >> 5, 1 << 5");
  launch("f<g<h<int>>>(x), 32");
  launch("std::min<int>(a, b), 32, sizeof(A<B<C<int>>>)");
  launch("grid, kBlock<int>");
  launch("a[b > c], p->q");
  launch("{1, 2}, {3}");
  launch("[&] { return 1; }(), 1");
}

TEST(RewriteLaunches, BracketsMayHoldASpace) {
  expect_rewrite("void f() { k << < g<A<int>>(1), b >> > (x); }",
                 "void f() { (::fencepost_rt::configure( g<A<int>>(1), b ), k   (x)); }");
}

TEST(RewriteLaunches, ArgumentsMayHoldLaunches) {
  expect_rewrite("void f() { k<<<1, 1>>>([&] { j<<<2, 2>>>(); return 1; }()); }",
                 "void f() { (::fencepost_rt::configure(1, 1), k([&] { (::fencepost_rt::configure(2, 2), j()); return "
                 "1; }())); }");
}

TEST(RewriteLaunches, WhatOnlyLooksLikeOneStays) {
  expect_unchanged("int x = operator<<<int>(a, b);");
  expect_unchanged("auto p = &operator<<<T>;");
  expect_unchanged("std::ostream& operator<< <T>(std::ostream&, T);");
  expect_unchanged("const char* s = \"k<<<1, 1>>>(x)\";");
  expect_unchanged("const char* s = R\"(k<<<1, 1>>>(x))\";");
  expect_unchanged("int x = a << 1 << b >> 2;");
  expect_unchanged("A<B<C<D>>> x(1); f<A<B<C>>>(y);");
  expect_unchanged("void f() { k<<<1, 1; }");
  expect_unchanged("void f() { k<<<1, 1>>>; }");
  expect_unchanged("<<<");
  expect_unchanged("k<<<(1, 1>>>(x)");
}

TEST(RewriteLaunches, LinesAndColumnsAreKept) {
  const Rewritten result = rewrite("# 5 \"a.cu\"\n  k<<<1,\n      2>>>(x,\n  y); z\n", {});
  const TokenStream tokens(result.text);
  const std::map<std::string_view, unsigned> expected = {{"k", 5}, {"2", 6}, {"x", 6}, {"y", 7}, {"z", 7}};
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto line = expected.find(tokens.spelling(i));
    if (line == expected.end()) continue;
    EXPECT_EQ(tokens.place(i).line, line->second) << line->first;
  }
  EXPECT_NE(result.text.find("\n# 5 \"a.cu\"\n  k"), std::string::npos);
  EXPECT_NE(result.text.find("\n# 6 \"a.cu\"\n          (x"), std::string::npos);
}

// ---- kernels ----

void expect_kernel(const std::string& head_from, const std::string& head_to, const std::string& arguments,
                   const std::string& names, const std::string& call) {
  EXPECT_EQ(rewritten(head_from + " { body(); }"),
            squeezed(head_to + " { " + prologue(arguments, names, call) + " body(); }"));
}

TEST(RewriteKernels, PlainKernel) {
  expect_kernel("__global__ void k(float* a, int n)", "__attribute__((noipa)) void k(float* a, int n)", "a, n", "a,n",
                "k(a, n)");
  expect_kernel("__global__ void k()", "__attribute__((noipa)) void k()", "", "", "k()");
  expect_kernel("__global__ void k(void)", "__attribute__((noipa)) void k(void)", "", "", "k()");
}

TEST(RewriteKernels, SpecifiersInAnyOrder) {
  expect_kernel("static void __global__ k(int n)", "static void __attribute__((noipa)) k(int n)", "n", "n", "k(n)");
  expect_kernel("extern \"C\" __global__ void k(int n)", "extern \"C\" __attribute__((noipa)) void k(int n)", "n", "n",
                "k(n)");
  expect_kernel("__attribute__((used)) __global__ void __attribute__((x(1))) k(int n)",
                "__attribute__((used)) __attribute__((noipa)) void __attribute__((x(1))) k(int n)", "n", "n", "k(n)");
}

TEST(RewriteKernels, ParameterNames) {
  expect_kernel(
      "__global__ void k(const T* __restrict__ a, unsigned int n, int m[4], void (*f)(int), A<B, C> q, int d = g(1, "
      "2))",
      "__attribute__((noipa)) void k(const T* __restrict__ a, unsigned int n, int m[4], void (*f)(int), A<B, C> q, int "
      "d = g(1, 2))",
      "a, n, m, f, q, d", "a,n,m,f,q,d", "k(a, n, m, f, q, d)");
}

TEST(RewriteKernels, UnnamedParametersGetNames) {
  expect_kernel("__global__ void k(int, std::size_t, float*, void (*)(int), const Foo, unsigned, int[3])",
                "__attribute__((noipa)) void k(int fencepost_p0, std::size_t fencepost_p1, float* fencepost_p2, "
                "void (* fencepost_p3)(int), const Foo fencepost_p4, unsigned fencepost_p5, int fencepost_p6[3])",
                "fencepost_p0, fencepost_p1, fencepost_p2, fencepost_p3, fencepost_p4, fencepost_p5, fencepost_p6",
                "fencepost_p0,fencepost_p1,fencepost_p2,fencepost_p3,fencepost_p4,fencepost_p5,fencepost_p6",
                "k(fencepost_p0, fencepost_p1, fencepost_p2, fencepost_p3, fencepost_p4, fencepost_p5, fencepost_p6)");
}

TEST(RewriteKernels, TemplatesCallThemselvesWithTheirArguments) {
  expect_kernel("template <class T, int N = 3, typename... Ts> __global__ void k(T a, Ts... xs)",
                "template <class T, int N = 3, typename... Ts> __attribute__((noipa)) void k(T a, Ts... xs)",
                "a, xs...", "a,xs...", "k<T, N, Ts...>(a, xs...)");
  expect_kernel(
      "template <class, typename = std::enable_if_t<(N > 1), A<B<int>>>, int = 0, std::size_t> __global__ void k(int "
      "n)",
      "template <class fencepost_t0, typename fencepost_t1 = std::enable_if_t<(N > 1), A<B<int>>>, int fencepost_t2 = "
      "0, "
      "std::size_t fencepost_t3> __attribute__((noipa)) void k(int n)",
      "n", "n", "k<fencepost_t0, fencepost_t1, fencepost_t2, fencepost_t3>(n)");
  expect_kernel(
      "template <template <class, class> class C, auto V, bool (*F)(int)> __global__ void k(C<int, int> c)",
      "template <template <class, class> class C, auto V, bool (*F)(int)> __attribute__((noipa)) void k(C<int, int> c)",
      "c", "c", "k<C, V, F>(c)");
}

TEST(RewriteKernels, SpecialisationsCallThemselves) {
  expect_kernel("template <> __global__ void k<float>(float* a)",
                "template <> __attribute__((noipa)) void k<float>(float* a)", "a", "a", "k<float>(a)");
  expect_kernel("template <> __global__ void k(float* a)", "template <> __attribute__((noipa)) void k(float* a)", "a",
                "a", "k<>(a)");
}

TEST(RewriteKernels, AParameterMayBearTheKernelsName) {
  EXPECT_NE(rewritten("namespace a { namespace { namespace b::c { __global__ void sum(int* sum) {} } } }")
                .find("{::a::b::c::sum(sum);}"),
            std::string::npos);
}

TEST(RewriteKernels, PrototypesGetNoPrologue) {
  expect_rewrite("__global__ void k(int*);", "void k(int*);");
  expect_rewrite("struct S { friend __global__ void k(S s); };", "struct S { friend void k(S s); };");
  expect_rewrite("template __global__ void k<int>(int*);", "template void k<int>(int*);");
}

TEST(RewriteKernels, AClassBeforeAKernelDoesNotHideIt) {
  const std::string text =
      "struct A : B<int> { A() : x{1}, y(2) {} __device__ int f() const { return 1; } int x, y; } a; enum class E { u, "
      "v }; "
      "int t[] = {1, 2}; int u{3}; extern \"C\" { void g(); } __global__ void k() {}";
  EXPECT_TRUE(rewrite(text, {}).has_kernel);
  EXPECT_NE(rewritten(text).find("{k();}"), std::string::npos);
}

TEST(RewriteKernels, ClangHasItsOwnAttribute) {
  EXPECT_EQ(squeezed(rewrite("__global__ void k() {}", {.gnu = false}).text).find("__attribute__((noinline))void k()"),
            0U);
}

// ---- keywords ----

TEST(RewriteKeywords, SharedVariables) {
  expect_rewrite(
      "void f() { __shared__ int a[4]; static __shared__ int b; volatile __shared__ int c; }",
      "void f() { static thread_local int a[4]; static thread_local int b; volatile static thread_local int c; }");
  expect_rewrite("void f() { if (x) { __shared__ A<int, 2> a; } }",
                 "void f() { if (x) { static thread_local A<int, 2> a; } }");
}

TEST(RewriteKeywords, DynamicSharedArrays) {
  expect_rewrite("void f() { extern __shared__ float a[]; }", "void f() { extern __thread float a[]; }");
  expect_rewrite("void f() { __shared__ extern volatile float a[]; }",
                 "void f() { extern __thread volatile float a[]; }");
  expect_rewrite("extern volatile __attribute__((aligned(16))) __shared__ float a[];",
                 "volatile __attribute__((aligned(16))) extern __thread float a[];");
  expect_rewrite("extern __shared__ alignas(16) float a[];", "alignas(16) extern __thread float a[];");
  expect_rewrite("void f() { __shared__ alignas(T) char a[4]; }",
                 "void f() { alignas(T) static thread_local char a[4]; }");
  expect_rewrite("void f() { static __shared__ alignas(8) char a[4]; }",
                 "void f() { alignas(8) static thread_local char a[4]; }");
}

TEST(RewriteKeywords, DynamicSharedArraysOfADependentTypeArePointers) {
  expect_rewrite(
      "template <class T> void f() { extern __shared__ T a[]; extern __shared__ float b[]; }",
      "template <class T> void f() { T (*const a) = ::fencepost_rt::DynamicShared{}; extern __thread float b[]; }");
  expect_rewrite("template <class T> struct S { void f() { extern volatile __shared__ A<T, 2> a[][3]; } };",
                 "template <class T> struct S { void f() { volatile A<T, 2> (*const a)[3] = "
                 "::fencepost_rt::DynamicShared{}; } };");
}

TEST(RewriteKeywords, ExecutionSpacesVanish) {
  expect_rewrite("__host__ __device__ int f(); auto l = [=] __device__ (int i) { return i; };",
                 "int f(); auto l = [=] (int i) { return i; };");
}

TEST(RewriteKeywords, NoinlineInsideAnAttributeStays) {
  expect_rewrite("__noinline__ int f(); __attribute__((__noinline__)) int g();",
                 "__attribute__((noinline)) int f(); __attribute__((__noinline__)) int g();");
}

// ---- what cannot be run ----

std::string form(const std::string& type, const std::string& semantics, const std::string& scope,
                 const std::string& space) {
  return "::fencepost_ptx::form<" + type + ", void, ::fencepost_ptx::semantics::" + semantics +
         ", ::fencepost_ptx::scope::" + scope + ", ::fencepost_ptx::space::" + space + ">()";
}

std::string first_error(std::string_view text) {
  const Rewritten result = rewrite(text, {});
  if (result.errors.empty()) return "";
  const RewriteError& error = result.errors.front();
  return error.place.file + ":" + std::to_string(error.place.line) + ": " + error.message;
}

TEST(Unsupported, InlinePtxNamesItsLine) {
  EXPECT_EQ(first_error(
                "# 1 \"a.cu\"\n__device__ int f() {\n  int x;\n  asm volatile(\"mov.u32 %0, %smid;\" : \"=r\"(x));\n}"),
            "a.cu:3: inline PTX (mov.u32) is not supported by Fencepost: use the CUDA intrinsic or plain C++ instead");
  EXPECT_EQ(first_error("# 1 \"a.cu\" 3\n__device__ void f() { asm(\"brkpt;\"); }"), "") << "a system header";
  EXPECT_EQ(first_error("# 1 \"a.cu\"\n__device__ void f() { asm volatile(\"\" ::: \"memory\"); }"), "")
      << "a compiler barrier";
  EXPECT_EQ(first_error("# 1 \"a.cu\"\nvoid f() { asm(\"rdtsc\"); }"), "") << "host code";
}

// ---- inline PTX ----

TEST(RewritePtx, AStatementBecomesACall) {
  expect_rewrite("__device__ void f() { asm volatile(\"bar.sync 0;\"); }", "void f() { ({ ::__syncthreads(); }); }");
  expect_rewrite("__device__ void f() { asm(\"bar.sync %0, %1;\" :: \"r\"(a + 1), \"n\"(64) : \"memory\"); }",
                 "void f() { ({ [[maybe_unused]] const auto fencepost_0 = (a + 1); "
                 "[[maybe_unused]] const auto fencepost_1 = (64); ::fencepost_ptx::bar_sync(" +
                     form("void", "none", "none", "generic") + ", fencepost_0, fencepost_1); }); }");
  expect_rewrite(
      "__device__ void f() { asm(\"ld.global.acquire.gpu.b32 %[to], [%[from] + 4];\" "
      ": [to] \"=r\"(x) : [from] \"l\"(p)); }",
      "void f() { ({ auto&& fencepost_0 = (x); [[maybe_unused]] const auto fencepost_1 = (p); "
      "::fencepost_ptx::ld(" +
          form("::fencepost_ptx::b32", "acquire", "gpu", "global") +
          ", ::fencepost_ptx::address<::fencepost_ptx::space::global>(fencepost_1, 4), fencepost_0); }); }");
}

TEST(RewritePtx, RegistersPredicatesAndLabels) {
  expect_rewrite("__device__ void f() { asm(\"{ .reg .pred p; again: @!p bra again; }\"); }",
                 "void f() { ({ { __label__ fencepost_label_again; { ::fencepost_ptx::pred fencepost_register_p{}; "
                 "fencepost_label_again:; if (!fencepost_register_p) { goto fencepost_label_again; } } } }); }");
}

TEST(RewritePtx, WhatIsNotKnownIsNamed) {
  const auto error = [](const std::string& text) {
    return first_error("__device__ void f() { asm(\"" + text + "\"); }");
  };
  EXPECT_NE(error("bar.sync 0; wgmma.fence.sync.aligned;").find("(wgmma.fence.sync.aligned)"), std::string::npos);
  EXPECT_NE(error("ld.param.u32 %0, [x];").find("(ld.param.u32)"), std::string::npos);
  EXPECT_NE(error("bar.arrive 1;").find("(bar.arrive)"), std::string::npos) << "an operand is missing";
}

TEST(RewriteReferences, NamesAreMadeGlobalForThoseThatDeclareReferences) {
  const auto is_global = [](const std::string& text) {
    return rewrite("# 1 \"a.cu\"\n" + text, {}).text.find("using ::fencepost_rt::texture;") != std::string::npos;
  };
  EXPECT_TRUE(is_global("texture<float, 2> t;"));
  EXPECT_TRUE(is_global("int i; static texture<float, 2, cudaReadModeElementType> t;"));
  EXPECT_TRUE(is_global("template <class T> texture<T, 1> make();"));
  EXPECT_FALSE(is_global("template <class T> class texture {}; texture<float> t;"));
  EXPECT_FALSE(is_global("namespace n { template <class T> struct texture {}; texture<float> t; }"));
  EXPECT_FALSE(is_global("bool f(int texture) { return texture < 3 && 5 > texture; }"));
  EXPECT_FALSE(is_global("int texture; std::texture<float> t;"));
  EXPECT_NE(rewrite("# 1 \"a.cu\"\nsurface<void, 2> s;", {}).text.find("using ::fencepost_rt::surface;"),
            std::string::npos);
}

TEST(Unsupported, LaunchesInDeviceCode) {
  EXPECT_NE(
      first_error("# 1 \"a.cu\"\n__global__ void p() {\n k<<<1, 1>>>(); }").find("a.cu:2: a launch inside a kernel"),
      std::string::npos);
  EXPECT_EQ(first_error("__host__ __device__ void p() { k<<<1, 1>>>(); }"), "");
  EXPECT_EQ(first_error("__device__ void d() {} void p() { k<<<1, 1>>>(); }"), "");
}

// ---- robustness ----

TEST(Rewrite, SurvivesUnfinishedText) {
  const std::string whole =
      "template <class T> __global__ void k(T* a, int (*f)(int), int = 3) { extern __shared__ T s[]; k<<<1, "
      "f<2>(3)>>>(a, \"x\"); }";
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    rewrite(whole.substr(0, length), {});
    rewrite(whole.substr(length), {});
  }
}

}  // namespace
}  // namespace fencepost::cli
