// Each pass: what goes in, and what must stand in what comes out.
#include "compiler/passes/passes.h"

#include <gtest/gtest.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <memory>
#include <regex>
#include <string>

#include "compiler/checks/checks.h"
#include "compiler/passes/thread_order.h"
#include "compiler/threads/lost_lines.h"
#include "compiler/threads/split_kernels.h"
#include "tests/compiler/passes_fixture.h"

namespace fencepost::compiler {
namespace {

TEST_F(Passes, SharedVariablesBecomeThreadLocal) {
  const auto module = parse(R"(
    @tile = internal addrspace(3) global [256 x i32] undef, align 4
    @dynamic = external addrspace(3) global [0 x float], align 4
    define float @k(i64 %i) {
      %a = getelementptr [256 x i32], ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 0, i64 %i
      store i32 1, ptr %a
      %b = load float, ptr addrspacecast (ptr addrspace(3) @dynamic to ptr)
      ret float %b
    })");
  place_variables(*module);
  const std::string text = text_of(*module);
  EXPECT_TRUE(contains(text, "@tile.shared = internal thread_local global [256 x i32] zeroinitializer, align 4"));
  EXPECT_TRUE(contains(text, "@fencepost_dynamic_shared = external thread_local global [0 x i8]"));
  EXPECT_TRUE(contains(text, ".set \\22fencepost_dynamic_shared.dynamic\\22, 0"));
  EXPECT_EQ(text.find("addrspace(3)"), std::string::npos) << text;
}

TEST_F(Passes, AccessesAreToldByKindAndSize) {
  const auto module = parse(R"(
    define void @f(ptr %p, ptr %q) sanitize_thread {
      %a = load i32, ptr %p, align 4
      store i64 1, ptr %q, align 8
      %b = load i64, ptr %p, align 4
      store volatile i16 2, ptr %q, align 2
      store <3 x float> zeroinitializer, ptr %q, align 16
      call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 12, i1 false)
      call void @llvm.memset.p0.i64(ptr align 8 %p, i8 0, i64 8, i1 false)
      ret void
    }
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    declare void @llvm.memset.p0.i64(ptr, i8, i64, i1))");
  instrument_accesses(*module);
  EXPECT_EQ(checks(*module),
            (std::vector<std::string>{"__tsan_read4(ptr %p)", "__tsan_write8(ptr %q)", "__tsan_unaligned_read8(ptr %p)",
                                      "__tsan_volatile_write2(ptr %q)", "__tsan_write_range(ptr %q, i64 12)",
                                      "__tsan_read_range(ptr %q, i64 12)", "__tsan_write_range(ptr %p, i64 12)",
                                      "__tsan_write8(ptr %p)"}));
}

TEST_F(Passes, WhatOnlyTheThreadSeesIsNotTold) {
  const auto module = parse(R"(
    @fencepost_thread_idx = external thread_local global [3 x i32]
    @table = private constant [2 x i32] [i32 1, i32 2]
    define i32 @f(ptr byval([4 x i32]) %copy) sanitize_thread {
      %local = alloca [4 x i32]
      store i32 1, ptr %local
      %a = load i32, ptr %copy
      %t = call ptr @llvm.threadlocal.address.p0(ptr @fencepost_thread_idx)
      %x = load i32, ptr %t
      %c = load i32, ptr @table
      ret i32 %x
    }
    define void @of_library(ptr %p) {
      store i32 1, ptr %p
      ret void
    }
    declare ptr @llvm.threadlocal.address.p0(ptr))");
  instrument_accesses(*module);
  EXPECT_EQ(checks(*module), std::vector<std::string>{});
}

TEST_F(Passes, AtomicOperationsBecomeCalls) {
  const auto module = parse(R"(
    define i32 @f(ptr %p, float %x) sanitize_thread {
      %a = load atomic i32, ptr %p acquire, align 4
      store atomic float %x, ptr %p release, align 4
      %b = atomicrmw add ptr %p, i32 1 seq_cst
      %c = cmpxchg ptr %p, i32 %a, i32 %b acq_rel monotonic
      %d = extractvalue { i32, i1 } %c, 0
      ret i32 %d
    })");
  instrument_accesses(*module);
  EXPECT_EQ(checks(*module), (std::vector<std::string>{
                                 "__tsan_atomic32_load(ptr %p, i32 2)", "__tsan_atomic32_store(ptr %p, i32 %2, i32 3)",
                                 "__tsan_atomic32_fetch_add(ptr %p, i32 1, i32 5)",
                                 "__tsan_atomic32_compare_exchange_val(ptr %p, i32 %1, i32 %3, i32 4, i32 0)"}));
}

TEST_F(Passes, ChecksOfWhatInliningMadeLocalAreDropped) {
  const auto module = parse(R"(
    define internal void @set(ptr %p) sanitize_thread alwaysinline {
      store i32 1, ptr %p, align 4
      ret void
    }
    define void @f(ptr %shared) sanitize_thread {
      %local = alloca i32, align 4
      call void @set(ptr %local)
      call void @set(ptr %shared)
      ret void
    })");
  instrument_accesses(*module);
  EXPECT_EQ(checks(*module), std::vector<std::string>{"__tsan_write4(ptr %p)"});
  optimise(*module, false);
  EXPECT_EQ(checks(*module), std::vector<std::string>{"__tsan_write4(ptr %shared)"});
}

TEST_F(Passes, NoAccessIsLostAddedOrMovedByTheOptimiser) {
  const auto module = parse(R"(
    define void @f(ptr %p, i1 %c) sanitize_thread {
      %unused = load i32, ptr %p, align 4
      store i32 1, ptr %p, align 4
      store i32 2, ptr %p, align 4
      br i1 %c, label %yes, label %no
    yes:
      store i32 3, ptr %p, align 4
      call void @__syncthreads()
      br label %end
    no:
      store i32 3, ptr %p, align 4
      br label %end
    end:
      ret void
    }
    declare void @__syncthreads())");
  instrument_accesses(*module);
  const std::vector<std::string> before = checks(*module);
  EXPECT_EQ(before.size(), 5U);
  optimise(*module, false);
  EXPECT_EQ(checks(*module), before);
}

TEST_F(Passes, EntriesPassEachParameterAsTheConventionWants) {
  const auto module = parse(R"(
    define void @k(i32 %n, <2 x float> %pair, ptr byval([40 x i8]) align 8 %big, ptr %object) {
      ret void
    }
    !fencepost.kernels = !{!0}
    !0 = !{ptr @k, !1, !2, !3, !4, !9}
    !1 = !{!"n", i64 4, i64 4, i64 0, i64 0, !5, i64 0, !""}
    !2 = !{!"pair", i64 8, i64 4, i64 0, i64 0, !6, i64 0, !""}
    !3 = !{!"big", i64 40, i64 8, i64 0, i64 0, !7, i64 0, !""}
    !4 = !{!"object", i64 16, i64 8, i64 0, i64 2, !8, i64 0, !"f 0 4 0 x"}
    !5 = !{!"direct", i32 undef, i64 0}
    !6 = !{!"direct", <2 x float> undef, i64 0}
    !7 = !{!"indirect"}
    !8 = !{!"copied"}
    !9 = !{!"empty", i64 1, i64 1, i64 0, i64 0, !10, i64 0, !""}
    !10 = !{!"ignored"})");
  make_kernel_entries(*module, /*checked=*/true);
  const std::string text = text_of(*module);
  EXPECT_TRUE(contains(text, "define internal void @k.run(ptr %0)"));
  EXPECT_TRUE(std::regex_search(
      text,
      std::regex(R"(call void @k\(i32 %\d+, <2 x float> %\d+, ptr byval\(\[40 x i8\]\) align 8 %\d+, ptr %\d+\))")))
      << text;
  // Sizes and places: 4 bytes at 0, 8 at 4, 40 at 16, 16 at 56, 1 at 72.
  EXPECT_TRUE(contains(text, "getelementptr i8, ptr %0, i64 56"));
  EXPECT_TRUE(contains(text, ", i64 1, i64 72, i64 0, i64 0, ptr @"));
  EXPECT_TRUE(contains(text, "@fencepost.table = "));
  EXPECT_TRUE(contains(text, "c\"object\\00\""));
  EXPECT_TRUE(contains(text, "c\"f 0 4 0 x\\00\""));
}

TEST_F(Passes, KernelsThatMayOrderThreadsAreKnown) {
  constexpr const char* kText = R"(
    define void @plain(ptr %p) { %a = call i32 @relaxed(ptr %p)
      call void @__syncthreads()
      ret void }
    define i32 @relaxed(ptr %p) { %a = atomicrmw add ptr %p, i32 1 monotonic
      ret i32 %a }
    define void @fences() { call void @through()
      ret void }
    define void @through() { call void @fencepost_fence(i32 1, i32 5)
      ret void }
    define void @recursive(ptr %p) { call void @recursive(ptr %p)
      %a = call i32 @acquires(ptr %p)
      ret void }
    define i32 @acquires(ptr %p) { %a = load atomic i32, ptr %p acquire, align 4
      ret i32 %a }
    define void @exchanges(ptr %p) { %a = cmpxchg ptr %p, i32 0, i32 1 seq_cst monotonic
      ret void }
    define void @calls_pointer(ptr %f) { call void %f()
      ret void }
    declare void @__syncthreads()
    declare void @fencepost_fence(i32, i32))";
  const auto ordering = [](const llvm::Module& module) {
    const ThreadOrder order(module);
    std::string names;
    for (const llvm::Function& function : module) {
      if (!function.isDeclaration() && order.orders_threads(function)) names += function.getName().str() + ' ';
    }
    return names;
  };
  EXPECT_EQ(ordering(*parse(kText)), "fences through recursive acquires exchanges ");
  // Somebody has the address of a function that orders threads.
  const std::string taken = std::string(kText) + "\n@table = constant ptr @through";
  EXPECT_EQ(ordering(*parse(taken)), "fences through recursive acquires exchanges calls_pointer ");
  // Code of another object may do anything.
  const std::string foreign = std::string(kText) + R"(
    define void @calls_foreign() { call void @f.device()
      ret void }
    declare void @f.device())";
  EXPECT_EQ(ordering(*parse(foreign)), "fences through recursive acquires exchanges calls_pointer calls_foreign ");
}

TEST_F(Passes, KernelsThatLearnOfOtherBlocks) {
  constexpr const char* kText = R"(
    define void @fences(ptr %p) { call void @fencepost_fence(i32 0, i32 0)
      call void @__syncwarp(i32 -1)
      %a = load i32, ptr %p
      ret void }
    define void @counts(ptr %p) { %a = atomicrmw add ptr %p, i32 1 monotonic
      ret void }
    define void @takes(ptr %p) { %a = atomicrmw add ptr %p, i32 1 monotonic
      store i32 %a, ptr %p
      ret void }
    define void @looks(ptr %p) { %a = load volatile i32, ptr %p
      ret void }
    define void @through(ptr %p) { call void @looks(ptr %p)
      ret void }
    define void @launches() { call void @cudaDeviceSynchronize()
      ret void }
    define void @in_cluster() { call void @fencepost_cluster_wait(i32 0)
      ret void }
    define void @foreign() { call void @f.device()
      ret void }
    define void @by_pointer(ptr %f) { call void %f()
      ret void }
    declare void @fencepost_fence(i32, i32)
    declare void @fencepost_cluster_wait(i32)
    declare void @__syncwarp(i32)
    declare void @cudaDeviceSynchronize()
    declare void @f.device())";
  const auto module = parse(kText);
  const ThreadOrder order(*module);
  std::string names;
  for (const llvm::Function& function : *module) {
    if (!function.isDeclaration() && order.learns_of_others(function)) names += function.getName().str() + ' ';
  }
  EXPECT_EQ(names, "takes looks through launches in_cluster foreign by_pointer ");
}

TEST_F(Passes, DeviceCodeIsTheObjectsOwn) {
  constexpr const char* kText = R"(
    $twice = comdat any
    @counter = externally_initialized global i32 0
    define void @k() { %x = call i32 @twice(i32 1)
      call void @take(i32 %x)
      ret void }
    define linkonce_odr i32 @twice(i32 %x) comdat { ret i32 %x }
    define linkonce_odr i32 @unused(i32 %x) { ret i32 %x }
    define i32 @visible(i32 %x) { ret i32 %x }
    declare void @take(i32) "fencepost-device"
    !fencepost.kernels = !{!0}
    !0 = !{ptr @k})";
  const auto alone = parse(kText);
  own_code(*alone, false);
  const std::string text = text_of(*alone);
  EXPECT_TRUE(contains(text, "define internal void @k()"));
  EXPECT_TRUE(contains(text, "define internal i32 @twice(i32 %x)"));
  EXPECT_EQ(text.find("@unused"), std::string::npos);
  EXPECT_EQ(text.find("@visible"), std::string::npos);
  EXPECT_TRUE(contains(text, "declare void @take(i32)"));
  const auto relocatable = parse(kText);
  own_code(*relocatable, true);
  const std::string shared = text_of(*relocatable);
  EXPECT_TRUE(contains(shared, "define i32 @visible.device(i32 %x)"));
  EXPECT_TRUE(contains(shared, "define linkonce_odr i32 @twice.device(i32 %x) #0 comdat"));
  EXPECT_TRUE(contains(shared, "declare void @take.device(i32)"));
}

TEST_F(Passes, AConstantOfSharedAddressesIsMadeAnew) {
  const auto module = parse(R"(
    @s = internal addrspace(3) global [32 x i32] undef
    @t = internal addrspace(3) global [32 x i32] undef
    @both = private constant [2 x ptr] [ptr addrspacecast (ptr addrspace(3) @s to ptr), ptr addrspacecast (ptr addrspace(3) @t to ptr)]
    define void @k(ptr %p) {
      call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @both, i64 16, i1 false)
      ret void
    }
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1))");
  place_variables(*module);
  const std::string text = text_of(*module);
  EXPECT_EQ(text.find("@both"), std::string::npos);
  EXPECT_EQ(text.find("poison)"), std::string::npos) << text;
  EXPECT_TRUE(contains(text, "alloca [2 x ptr]"));
  EXPECT_TRUE(contains(text, "insertvalue [2 x ptr] poison, ptr %"));
}

TEST_F(Passes, VariablesArePartedByWhatIsNobodys) {
  const auto module = parse(R"(
    @zeros = internal global [4 x i32] zeroinitializer
    @tile.shared = internal thread_local global [4 x i32] zeroinitializer
    @known = internal global i32 5
    @table = internal constant [4 x i32] zeroinitializer
    @elsewhere = external global i32)");
  part_variables(*module);
  std::vector<std::string> names;
  for (const llvm::GlobalVariable& variable : module->globals()) {
    names.push_back(variable.getName().substr(0, variable.getName().find_last_not_of("0123456789.") + 1).str());
  }
  const std::vector<std::string> expected = {"zeros", "fencepost.gap", "tile.shared", "fencepost.gap",
                                             "known", "table",         "elsewhere",   "llvm.used"};
  EXPECT_EQ(names, expected);
  EXPECT_TRUE(contains(text_of(*module), "private thread_local global [128 x i8] zeroinitializer, align 1"));
}

TEST_F(Passes, IndicesOfLocalArraysAreChecked) {
  const auto module = parse(R"(
    define i32 @k(i64 %i, i32 %v) "fencepost-device-code" {
      %h = alloca [8 x i32]
      %first = getelementptr [8 x i32], ptr %h, i64 0, i64 7
      store i32 %v, ptr %first
      %any = getelementptr [8 x i32], ptr %h, i64 0, i64 %i
      %r = load i32, ptr %any
      ret i32 %r
    }
    define i32 @of_host(i64 %i) {
      %h = alloca [8 x i32]
      %any = getelementptr [8 x i32], ptr %h, i64 0, i64 %i
      %r = load i32, ptr %any
      ret i32 %r
    })");
  check_local_bounds(*module);
  const std::string text = text_of(*module);
  EXPECT_TRUE(contains(text, "icmp ugt i64 %3, 28"));
  EXPECT_TRUE(contains(
      text,
      "call ptr @fencepost_outside_local(ptr nocapture readonly null, i64 %3, ptr @fencepost.local, i64 4, i32 0)"));
  EXPECT_TRUE(contains(text, "= phi ptr [ %any, %0 ], [ %"));
  EXPECT_TRUE(contains(text, "store i32 %v, ptr %first"));
  const std::string call = "call ptr @fencepost_outside_local";
  EXPECT_EQ(text.find(call), text.rfind(call)) << "the host's function has none:\n" << text;
}

TEST_F(Passes, HostAndDeviceBecomeOneObject) {
  auto host = parse(R"(
    @counter = internal global i32 undef
    @of_each_side = internal global i32 1
    @wrapper_data = private constant [9 x i8] c"fencepost"
    @__cuda_fatbin_wrapper = internal constant { i32, i32, ptr, ptr } { i32 1180844977, i32 1, ptr @wrapper_data, ptr null }
    define i32 @both() { %x = load i32, ptr @counter
      ret i32 %x }
    define internal i32 @lent() { ret i32 7 }
    define ptr @fatbin() { ret ptr @__cuda_fatbin_wrapper })");
  auto device = parse(R"(
    @counter = internal externally_initialized global i32 5
    @of_each_side = internal global i32 2
    define internal i32 @both() { %x = load i32, ptr @counter
      %z = load i32, ptr @of_each_side
      %y = call i32 @lent()
      ret i32 %y }
    declare i32 @lent()
    @fencepost.table = constant { i64, ptr } { i64 1, ptr @both })");
  merge(*host, std::move(device));
  const std::string text = text_of(*host);
  EXPECT_TRUE(contains(text, "@counter = internal externally_initialized global i32 5"));
  EXPECT_TRUE(contains(text, "@of_each_side = internal global i32 1"));
  EXPECT_TRUE(contains(text, "@of_each_side.device = internal global i32 2"));
  EXPECT_TRUE(contains(text, "define internal i32 @both.device()"));
  EXPECT_TRUE(contains(text, "define i32 @both()"));
  EXPECT_TRUE(contains(text, "define internal i32 @lent()"));
  EXPECT_TRUE(contains(text, "{ i32 1180844977, i32 1, ptr @fencepost.table, ptr null }"));
}

TEST_F(Passes, DeclaredFunctionsGoByTheRuntimesNames) {
  const auto module = parse(R"(
    define void @f(ptr %p) { call void @free(ptr %p)
      call void @malloc_own(ptr %p)
      ret void }
    declare void @free(ptr)
    define void @malloc_own(ptr %p) { ret void })");
  redirect_calls(*module, {{"free", "fencepost_free"}, {"malloc_own", "fencepost_malloc"}});
  const std::string text = text_of(*module);
  EXPECT_TRUE(contains(text, "call void @fencepost_free(ptr %p)"));
  EXPECT_TRUE(contains(text, "call void @malloc_own(ptr %p)"));
}

TEST_F(Passes, InlinePtxBecomesACallOfItsTranslation) {
  const auto module = parse(R"(
    define i32 @f(i32 %x) {
      %a = call i32 asm sideeffect "add.u32 $0, $1, $2;", "=r,r,r"(i32 %x, i32 1)
      %b = call i32 asm "add.u32 $0, $1, $2;", "=r,r,r"(i32 %a, i32 %x)
      call void asm sideeffect "", "~{memory}"()
      ret i32 %b
    })");
  std::string source;
  ASSERT_TRUE(lower_inline_ptx(
      *module,
      [&](const std::string& text) {
        source = text;
        return parse("define void @fencepost_asm_0(ptr %a, i32 %b, i32 %c) { ret void }");
      },
      /*refuses=*/true));
  EXPECT_TRUE(contains(source, "::fencepost_ptx::add("));
  EXPECT_EQ(source.find("fencepost_asm_1"), std::string::npos) << "the same statement is translated once:\n" << source;
  const std::string text = text_of(*module);
  EXPECT_TRUE(std::regex_search(text, std::regex(R"(call void @fencepost_asm_0\(ptr %\d+, i32 %x, i32 1\))"))) << text;
  EXPECT_EQ(text.find("add.u32"), std::string::npos) << text;
}

TEST_F(Passes, UnknownPtxIsToldByName) {
  const auto module = parse(R"(
    define void @f() {
      call void asm sideeffect "frobnicate.u32 7;", ""()
      ret void
    })");
  testing::internal::CaptureStderr();
  EXPECT_FALSE(lower_inline_ptx(
      *module, [&](const std::string&) { return nullptr; }, /*refuses=*/true));
  EXPECT_TRUE(contains(testing::internal::GetCapturedStderr(), "inline PTX (frobnicate.u32) is not supported"));
}

TEST_F(Passes, AKernelOfTheHostsPassAloneStopsItsLaunch) {
  const auto host = parse(R"(
    @name = private constant [6 x i8] c"_Z1kv\00"
    define void @register(ptr %table, ptr %stub) {
      call void @__cudaRegisterFunction(ptr %table, ptr %stub, ptr @name, ptr @name)
      ret void
    }
    declare void @__cudaRegisterFunction(ptr, ptr, ptr, ptr))");
  const auto device = parse("");
  ASSERT_TRUE(add_missing_kernels(*host, *device));
  EXPECT_TRUE(contains(text_of(*device), "call void @fencepost_lacks_device_code()"));
}

TEST_F(Passes, DeviceFunctionsAreToBeInlinedButNotKernelsAndThoseThatCallThemselves) {
  const auto module = parse(R"(
    define void @leaf() noinline "fencepost-device-code" { ret void }
    define void @again(i1 %c) "fencepost-device-code" {
      call void @again(i1 %c)
      ret void
    }
    define void @host() { ret void }
    define void @kernel() "fencepost-device-code" {
      call void @leaf()
      call void @again(i1 true)
      call void @host()
      ret void
    }
    define void @kernel.run(ptr %arguments) "fencepost-kernel-entry" {
      call void @kernel()
      ret void
    })");
  inline_device_calls(*module);
  const auto is_inlined = [&](const char* name) {
    return module->getFunction(name)->hasFnAttribute(llvm::Attribute::AlwaysInline);
  };
  EXPECT_TRUE(is_inlined("leaf"));
  EXPECT_FALSE(is_inlined("again"));
  EXPECT_FALSE(is_inlined("host"));
  EXPECT_FALSE(is_inlined("kernel"));
}

TEST_F(Passes, EachBasicBlockIsTold) {
  const auto module = parse(R"(
    define void @f(i1 %c) sanitize_thread {
      br i1 %c, label %yes, label %end
    yes:
      br label %end
    end:
      ret void
    })");
  tell_basic_blocks(*module);
  const std::string text = text_of(*module);
  std::size_t calls = 0;
  for (std::size_t at = text.find("call void @__sanitizer_cov_trace_pc"); at != std::string::npos;
       at = text.find("call void @__sanitizer_cov_trace_pc", at + 1)) {
    ++calls;
  }
  EXPECT_EQ(calls, 3U) << text;
}

TEST_F(Passes, KernelsAreLoopsOverThreads) {
  const auto module = parse(R"(
    @k.threads = private constant { ptr, i64, i64, i64, i64, i64, ptr, i64 } zeroinitializer
    @one.threads = private constant { ptr, i64, i64, i64, i64, i64, ptr, i64 } zeroinitializer
    @table = global [6 x ptr] [ptr @k.run, ptr @k, ptr @k.threads, ptr @one.run, ptr @one, ptr @one.threads]
    @fencepost_thread_idx = external thread_local global [3 x i32]
    declare void @__syncthreads()
    declare i32 @use(i32) memory(none)
    define internal void @k(i32 %n) {
      %kept = call i32 @use(i32 %n)
      call void @__syncthreads()
      %gone = call i32 @use(i32 %kept)
      %c = icmp eq i32 %gone, 0
      br i1 %c, label %end, label %more
    more:
      call void @__syncthreads()
      br label %end
    end:
      ret void
    }
    define internal void @k.run(ptr %arguments) "fencepost-kernel-entry" {
      %a = load ptr, ptr %arguments
      %n = load i32, ptr %a
      call void @k(i32 %n)
      ret void
    }
    define internal void @one(ptr %p) {
      %t = load i32, ptr @fencepost_thread_idx
      %a = getelementptr i32, ptr %p, i32 %t
      store i32 1, ptr %a
      ret void
    }
    define internal void @one.run(ptr %arguments) "fencepost-kernel-entry" {
      %p = load ptr, ptr %arguments
      call void @one(ptr %p)
      ret void
    })");
  split_kernels(*module);
  const std::string text = text_of(*module);
  EXPECT_TRUE(contains(text, "[6 x ptr] [ptr null, ptr @k, ptr @k.threads, ptr null, ptr @one, ptr @one.threads]"));
  EXPECT_TRUE(contains(
      text,
      "@one.threads = private constant { ptr, i64, i64, i64, i64, i64, ptr, i64 } { ptr @one, i64 0, i64 64, i64 "
      "0, i64 0, i64 0, ptr null, i64 0 }"));
  EXPECT_EQ(text.find("__syncthreads()\n  "), std::string::npos) << text;
  EXPECT_EQ(text.find("k.begin"), std::string::npos) << text;
  // A place for each barrier, and one call in each region that makes it.
  const llvm::Function* kernel = module->getFunction("k");
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(kernel->arg_size(), 2U);
  std::size_t uses = 0, places = 0;
  for (const llvm::BasicBlock& block : *kernel) {
    for (const llvm::Instruction& instruction : block) {
      const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr) continue;
      uses += call->getCalledFunction() == module->getFunction("use") ? 1 : 0;
      places += call->isInlineAsm() ? 1 : 0;
    }
  }
  EXPECT_EQ(uses, 2U) << text;
  EXPECT_EQ(places, 2U) << text;
  // resume, destroy, what is kept and which barrier: no more lives on.
  const auto* const threads = llvm::cast<llvm::ConstantStruct>(module->getNamedGlobal("k.threads")->getInitializer());
  EXPECT_EQ(threads->getOperand(0), kernel);
  EXPECT_LE(llvm::cast<llvm::ConstantInt>(threads->getOperand(1))->getZExtValue(), 32U) << text;
}

TEST_F(Passes, BarriersHaveLoopsOfTheirOwnWhereTheseAreShort) {
  const auto uses_with = [&](auto... most_in_loops) {
    const auto module = parse(R"(
      @k.threads = private constant { ptr, i64, i64, i64, i64, i64, ptr, i64 } zeroinitializer
      declare void @__syncthreads()
      declare i32 @use(i32) memory(none)
      define internal void @k(i32 %n) {
        br label %turn
      turn:
        %i = phi i32 [ %n, %0 ], [ %next, %turn ]
        %next = call i32 @use(i32 %i)
        call void @__syncthreads()
        %again = icmp ne i32 %next, 0
        br i1 %again, label %turn, label %end
      end:
        ret void
      }
      define internal void @k.run(ptr %arguments) "fencepost-kernel-entry" {
        %a = load ptr, ptr %arguments
        %n = load i32, ptr %a
        call void @k(i32 %n)
        ret void
      })");
    split_kernels(*module, most_in_loops...);
    std::size_t uses = 0;
    for (const llvm::BasicBlock& block : *module->getFunction("k")) {
      for (const llvm::Instruction& instruction : block) {
        const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        uses += call != nullptr && call->getCalledFunction() == module->getFunction("use") ? 1 : 0;
      }
    }
    return uses;
  };
  EXPECT_EQ(uses_with(), 2U);  // From the begin, and from the barrier on.
  EXPECT_EQ(uses_with(std::size_t{5}), 1U);
}

TEST_F(Passes, ChecksOfWordsAreInlined) {
  const auto module = parse(R"(
    @tile.shared = internal thread_local global [256 x i32] zeroinitializer
    declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull)
    declare void @__tsan_read4(ptr)
    declare void @__tsan_write4(ptr)
    define i32 @k(i64 %i, ptr %global) "fencepost-device-code" {
      %tile = call ptr @llvm.threadlocal.address.p0(ptr @tile.shared)
      %a = getelementptr [256 x i32], ptr %tile, i64 0, i64 %i
      call void @__tsan_write4(ptr %a)
      store i32 1, ptr %a
      call void @__tsan_read4(ptr %a)
      %v = load i32, ptr %a
      call void @__tsan_read4(ptr %global)
      %w = load i32, ptr %global
      %sum = add i32 %v, %w
      ret i32 %sum
    })");
  name_places(*module);
  inline_checks(*module);
  const std::string text = text_of(*module);
  EXPECT_EQ(checks(*module), std::vector<std::string>{});
  EXPECT_TRUE(contains(text, "call void @fencepost_place_read4(ptr %global, ptr @fencepost.place"));
  EXPECT_TRUE(contains(text, "call void @fencepost_place_write4(ptr %a, ptr @fencepost.place"));
  EXPECT_TRUE(contains(text, "call void @fencepost_place_read4(ptr %a, ptr @fencepost.place"));
}

TEST_F(Passes, WhatAtomicOperationsReturnToNobodyIsTold) {
  const auto module = parse(R"(
    declare i32 @_Z9atomicAddPii(ptr, i32)
    declare i32 @_Z15atomicAdd_blockPii(ptr, i32)
    define i32 @k(ptr %counter) {
      %old = call i32 @_Z9atomicAddPii(ptr %counter, i32 1)
      %none = call i32 @_Z9atomicAddPii(ptr %counter, i32 2)
      %scoped = call i32 @_Z15atomicAdd_blockPii(ptr %counter, i32 3)
      ret i32 %old
    }
  )");
  mark_unused_results(*module);
  EXPECT_EQ(occurrences(text_of(*module), "store i8"), 0U);
  announce_atomics(*module);
  const std::string text = text_of(*module);
  EXPECT_EQ(occurrences(text, "store i8"), 1U) << text;
  EXPECT_TRUE(std::regex_search(text, std::regex("or i8 %\\w+, 16\n\\s*store i8 [^\n]*\n[^\n]*ptr %counter, i32 2\\)")))
      << text;
}

TEST_F(Passes, KernelsGetACodeThatChecksBoundsAlone) {
  const auto module = parse(R"(
    @tile.shared = internal thread_local global [256 x i32] zeroinitializer
    @k.unchecked.code = private constant { ptr, ptr } zeroinitializer
    declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull)
    declare void @__tsan_read4(ptr)
    declare void @__tsan_write8(ptr)
    declare void @__tsan_volatile_read4(ptr)
    declare void @__tsan_read_range(ptr, i64)
    declare void @__syncthreads() convergent nomerge
    define void @k(i64 %i, ptr %global) "fencepost-device-code" {
      %tile = call ptr @llvm.threadlocal.address.p0(ptr @tile.shared)
      %a = getelementptr [256 x i32], ptr %tile, i64 0, i64 %i
      call void @__tsan_read4(ptr %a)
      %v = load i32, ptr %a
      call void @__syncthreads()
      call void @__tsan_volatile_read4(ptr %global)
      %w = load volatile i32, ptr %global
      %sum = add i32 %v, %w
      %wide = zext i32 %sum to i64
      call void @__tsan_read_range(ptr %global, i64 400)
      call void @__tsan_write8(ptr %global)
      store i64 %wide, ptr %global
      ret void
    }
    define internal void @k.run(ptr %arguments) "fencepost-kernel-entry" {
      %global = load ptr, ptr %arguments
      call void @k(i64 3, ptr %global)
      ret void
    })");
  add_unchecked_kernels(*module);
  const std::string text = text_of(*module);
  EXPECT_TRUE(contains(
      text, "@k.unchecked.code = private constant { ptr, ptr } { ptr @k.unchecked.run, ptr @k.unchecked.threads }"));
  EXPECT_TRUE(contains(text, "call void @k.unchecked(i64 3, ptr %global)"));
  inline_bounds_checks(*module);
  // What the kernel itself calls is as it was; its second code has each call once.
  const std::vector<std::string> each = {"__tsan_read4(ptr %a)", "__tsan_volatile_read4(ptr %global)",
                                         "__tsan_read_range(ptr %global, i64 400)", "__tsan_write8(ptr %global)"};
  std::vector<std::string> twice = each;
  twice.insert(twice.end(), each.begin(), each.end());
  EXPECT_EQ(checks(*module), twice);
  // A plain access asks first: one of shared memory its cell, one of eight bytes the owners of two words.
  std::size_t conditions = 0;
  for (const llvm::BasicBlock& block : *module->getFunction("k.unchecked")) {
    const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    conditions += branch != nullptr && branch->isConditional() ? 1 : 0;
  }
  EXPECT_EQ(conditions, 2U + 3U) << text;
  EXPECT_EQ(module->getFunction("k")->size(), 1U);
}

TEST_F(Passes, TheHostTellsAccessesToTheDevicesMemoryAlone) {
  const auto module = parse(R"(
    declare void @__tsan_read4(ptr)
    define i32 @host(ptr %p) {
      call void @__tsan_read4(ptr %p)
      %v = load i32, ptr %p
      ret i32 %v
    }
    define i32 @device(ptr %p) "fencepost-device-code" {
      call void @__tsan_read4(ptr %p)
      %v = load i32, ptr %p
      ret i32 %v
    })");
  inline_host_checks(*module);
  const std::string text = text_of(*module);
  EXPECT_EQ(module->getFunction("host")->size(), 3U) << text;
  EXPECT_EQ(module->getFunction("device")->size(), 1U) << text;
  EXPECT_EQ(checks(*module), (std::vector<std::string>{"__tsan_read4(ptr %p)", "__tsan_read4(ptr %p)"}));
  EXPECT_TRUE(contains(text, "@_ZN9fencepost3sim12arena_boundsE"));
  EXPECT_TRUE(contains(text, "@_ZN9fencepost3sim10host_watchE"));
}

TEST_F(Passes, PlainCodeKeepsItsCallsApartAndItsBarriersOne) {
  const auto module = parse(R"(
    declare void @__syncthreads() convergent nomerge
    declare void @api(i32)
    define void @f(i1 %c, i32 %n) {
      br i1 %c, label %yes, label %no
    yes:
      call void @api(i32 1)
      br label %end
    no:
      call void @api(i32 1)
      br label %end
    end:
      %more = icmp sgt i32 %n, 0
      br label %loop
    loop:
      %i = phi i32 [ 0, %end ], [ %next, %loop ]
      call void @__syncthreads()
      %next = add i32 %i, 1
      %again = icmp slt i32 %next, 4
      br i1 %again, label %loop, label %out
    out:
      call void @api(i32 %n)
      ret void
    }
    define void @checked(ptr %p) "fencepost-device-code" {
      %unused = alloca i32
      ret void
    })");
  optimise_plain_code(*module, false);
  const std::string text = text_of(*module);
  const auto count = [&](const std::string& part) {
    std::size_t times = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++times;
    return times;
  };
  EXPECT_EQ(count("call void @api"), 3U) << text;
  EXPECT_EQ(count("call void @__syncthreads"), 1U) << text;
  EXPECT_TRUE(contains(text, "\"disable-tail-calls\"=\"true\""));
  EXPECT_TRUE(contains(text, "%unused = alloca i32"));
  optimise_plain_code(*module, true);
  EXPECT_EQ(text_of(*module).find("alloca"), std::string::npos);
}

TEST_F(Passes, WhatHasNoLineGetsThatOfWhatComesNext) {
  const auto module = parse(R"(
define void @k(ptr %data, i32 %n) !dbg !4 {
entry:
  %room = alloca i32
  %twice = add i32 %n, %n
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  store i32 %i, ptr %data, !dbg !6
  %more = icmp ult i32 %i, %twice, !dbg !8
  br i1 %more, label %latch, label %end, !dbg !6
latch:
  %next = add i32 %i, 1
  br label %loop
end:
  %unknown = add i32 %n, 1
  ret void, !dbg !7
}
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "k.cu", directory: "/")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 3, scope: !4)
!7 = !DILocation(line: 5, scope: !4)
!8 = !DILocation(line: 0, scope: !4)
)");
  mend_lost_lines(*module);
  const auto line_of = [&](const llvm::StringRef name) -> unsigned {
    for (const llvm::BasicBlock& block : *module->getFunction("k")) {
      for (const llvm::Instruction& instruction : block) {
        if (instruction.getName() == name) return instruction.getDebugLoc() ? instruction.getDebugLoc().getLine() : 0;
      }
    }
    ADD_FAILURE() << name.str();
    return 0;
  };
  EXPECT_EQ(line_of("twice"), 3U);
  EXPECT_EQ(line_of("more"), 3U);
  EXPECT_EQ(line_of("next"), 3U);  // The loop's beginning comes next.
  EXPECT_EQ(line_of("unknown"), 5U);
  EXPECT_EQ(line_of("room"), 0U);
  EXPECT_EQ(line_of("i"), 0U);
  text_of(*module);
}

}  // namespace
}  // namespace fencepost::compiler
