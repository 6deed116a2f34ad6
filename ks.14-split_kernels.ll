; ModuleID = '/tmp/ks.cu'
source_filename = "/tmp/ks.cu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.dim3 = type { i32, i32, i32 }

@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [11 x i8] c"cudaMalloc\00", align 1, !dbg !8
@0 = private unnamed_addr constant [14 x i8] c"_Z4scanPKiPii\00", align 1
@__cuda_fatbin_wrapper = internal constant { i32, i32, ptr, ptr } { i32 1180844977, i32 1, ptr @fencepost.table, ptr null }, section ".nvFatBinSegment", align 8
@__cuda_gpubin_handle = internal global ptr null, align 8
@fencepost.gap = private global [128 x i8] zeroinitializer, align 1
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @__cuda_module_ctor, ptr null }, { i32, ptr, ptr } { i32 0, ptr @__tsan_init, ptr null }]
@fencepost_program = weak hidden constant [31 x i8] c"/work/main/build/bin/fencepost\00"
@_ZZ4scanPKiPiiE4tile.shared = internal thread_local global [256 x i32] zeroinitializer, align 16, !dbg !14
@fencepost.gap.2 = private thread_local global [128 x i8] zeroinitializer, align 1
@fencepost_thread_idx = external thread_local global %struct.dim3, align 4
@fencepost_block_idx = external thread_local global %struct.dim3, align 4
@fencepost_block_dim = external thread_local global %struct.dim3, align 4
@1 = private constant [2 x i8] c"a\00"
@2 = private constant [4 x i8] c"out\00"
@3 = private constant [2 x i8] c"n\00"
@4 = private constant [14 x i8] c"_Z4scanPKiPii\00"
@5 = private constant [3 x { ptr, i64, i64, i64, i64 }] [{ ptr, i64, i64, i64, i64 } { ptr @1, i64 8, i64 0, i64 4, i64 3 }, { ptr, i64, i64, i64, i64 } { ptr @2, i64 8, i64 8, i64 4, i64 3 }, { ptr, i64, i64, i64, i64 } { ptr @3, i64 4, i64 16, i64 0, i64 0 }]
@_Z4scanPKiPii.frame = private constant { ptr, i64, i64 } { ptr @_Z4scanPKiPii.begin, i64 80, i64 8 }
@_Z4scanPKiPii.unchecked.code = private constant { ptr, ptr } { ptr null, ptr @_Z4scanPKiPii.unchecked.frame }
@6 = private constant [1 x { ptr, ptr, ptr, ptr, i64, i64, ptr, ptr }] [{ ptr, ptr, ptr, ptr, i64, i64, ptr, ptr } { ptr @4, ptr null, ptr @_Z4scanPKiPii, ptr @5, i64 3, i64 0, ptr @_Z4scanPKiPii.frame, ptr @_Z4scanPKiPii.unchecked.code }]
@fencepost.table = internal constant { i64, ptr, i64, ptr, i64 } { i64 7378424937691742213, ptr @6, i64 1, ptr null, i64 0 }
@llvm.compiler.used = appending global [2 x ptr] [ptr @fencepost.gap, ptr @fencepost.gap.2], section "llvm.metadata"
@_ZN9fencepost8detector12access_stateE = external dso_local thread_local global i64
@_Z4scanPKiPii.unchecked.frame = private constant { ptr, i64, i64 } { ptr @_Z4scanPKiPii.unchecked.begin, i64 112, i64 8 }
@fencepost.place = private global i64 0
@_ZN9fencepost3sim7currentE = external dso_local thread_local global i64
@fencepost.place.5 = private global i64 0
@fencepost.place.6 = private global i64 0
@fencepost.place.7 = private global i64 0
@fencepost.place.8 = private global i64 0
@fencepost.place.9 = private global i64 0
@fencepost.place.10 = private global i64 0
@_Z4scanPKiPii.begin.resumers = private constant [3 x ptr] [ptr @_Z4scanPKiPii, ptr null, ptr null]
@_Z4scanPKiPii.unchecked.begin.resumers = private constant [3 x ptr] [ptr @_Z4scanPKiPii.unchecked, ptr null, ptr null]

; Function Attrs: norecurse null_pointer_is_valid sanitize_thread uwtable
define dso_local void @_Z19__device_stub__scanPKiPii(ptr %0, ptr %1, i32 %2) #0 !dbg !659 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca %struct.dim3, align 8
  %8 = alloca %struct.dim3, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
    #dbg_value(ptr %0, !661, !DIExpression(), !664)
  store ptr %0, ptr %4, align 8
    #dbg_value(ptr %1, !662, !DIExpression(), !664)
  store ptr %1, ptr %5, align 8
    #dbg_value(i32 %2, !663, !DIExpression(), !664)
  store i32 %2, ptr %6, align 4
  %11 = alloca [3 x ptr], align 16, !dbg !665
  store ptr %4, ptr %11, align 8, !dbg !665
  %12 = getelementptr inbounds i8, ptr %11, i64 8, !dbg !665
  store ptr %5, ptr %12, align 8, !dbg !665
  %13 = getelementptr inbounds i8, ptr %11, i64 16, !dbg !665
  store ptr %6, ptr %13, align 8, !dbg !665
  %14 = call i32 @__cudaPopCallConfiguration(ptr nonnull %7, ptr nonnull %8, ptr nonnull %9, ptr nonnull %10) #13, !dbg !665
  %15 = load i64, ptr %9, align 8, !dbg !665
  %16 = load ptr, ptr %10, align 8, !dbg !665
  %17 = load i64, ptr %7, align 8, !dbg !665
  %18 = getelementptr inbounds i8, ptr %7, i64 8, !dbg !665
  %19 = load i32, ptr %18, align 8, !dbg !665
  %20 = load i64, ptr %8, align 8, !dbg !665
  %21 = getelementptr inbounds i8, ptr %8, i64 8, !dbg !665
  %22 = load i32, ptr %21, align 8, !dbg !665
  %23 = call i32 @cudaLaunchKernel(ptr nonnull @_Z19__device_stub__scanPKiPii, i64 %17, i32 %19, i64 %20, i32 %22, ptr nonnull %11, i64 %15, ptr %16) #14, !dbg !665
  ret void, !dbg !666
}

declare i32 @__cudaPopCallConfiguration(ptr, ptr, ptr, ptr)

declare i32 @cudaLaunchKernel(ptr, i64, i32, i64, i32, ptr, i64, ptr)

; Function Attrs: norecurse null_pointer_is_valid sanitize_thread uwtable
define dso_local i32 @main() #1 !dbg !667 {
  %1 = alloca ptr, align 8
  %2 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %1) #11, !dbg !672
    #dbg_value(ptr null, !669, !DIExpression(), !673)
  store ptr null, ptr %1, align 8, !dbg !674, !annotation !675
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #11, !dbg !672
    #dbg_value(ptr null, !670, !DIExpression(), !673)
  store ptr null, ptr %2, align 8, !dbg !676, !annotation !675
    #dbg_value(i32 1048576, !671, !DIExpression(), !673)
    #dbg_value(ptr %1, !677, !DIExpression(), !687)
    #dbg_value(i64 4194304, !684, !DIExpression(), !687)
    #dbg_value(ptr %1, !669, !DIExpression(DW_OP_deref), !673)
  %3 = call i32 @fencepost_cuda_malloc(ptr nonnull @.str.1, ptr nonnull %1, i64 4194304, i32 0, i64 4) #14, !dbg !689
  call void @fencepost_discarded(i32 %3) #13, !dbg !690
    #dbg_value(ptr %2, !677, !DIExpression(), !691)
    #dbg_value(i64 4194304, !684, !DIExpression(), !691)
    #dbg_value(ptr %2, !670, !DIExpression(DW_OP_deref), !673)
  %4 = call i32 @fencepost_cuda_malloc(ptr nonnull @.str.1, ptr nonnull %2, i64 4194304, i32 0, i64 4) #14, !dbg !693
  call void @fencepost_discarded(i32 %4) #13, !dbg !694
  %5 = load ptr, ptr %1, align 8, !dbg !695
    #dbg_value(ptr %5, !669, !DIExpression(), !673)
  %6 = call i32 @cudaMemset(ptr %5, i32 0, i64 4194304) #14, !dbg !696
  call void @fencepost_discarded(i32 %6) #13, !dbg !696
  %7 = call i32 @__cudaPushCallConfiguration(i64 4294971392, i32 1, i64 4294967552, i32 1, i64 0, ptr null) #14, !dbg !697
  %8 = icmp eq i32 %7, 0, !dbg !697
  br i1 %8, label %9, label %12, !dbg !698

9:                                                ; preds = %0
  %10 = load ptr, ptr %1, align 8, !dbg !699
    #dbg_value(ptr %10, !669, !DIExpression(), !673)
  %11 = load ptr, ptr %2, align 8, !dbg !700
    #dbg_value(ptr %11, !670, !DIExpression(), !673)
  call void @_Z19__device_stub__scanPKiPii(ptr %10, ptr %11, i32 1048576) #15, !dbg !698
  br label %12, !dbg !698

12:                                               ; preds = %9, %0
  %13 = call i32 @cudaDeviceSynchronize() #14, !dbg !701
  %14 = call i32 (ptr, ...) @fencepost_printf(ptr nonnull @.str, i32 %13) #16, !dbg !702
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #11, !dbg !703
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %1) #11, !dbg !703
  ret i32 0, !dbg !703
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: null_pointer_is_valid
declare !dbg !704 i32 @cudaMemset(ptr, i32, i64) #3

; Function Attrs: null_pointer_is_valid
declare !dbg !708 i32 @__cudaPushCallConfiguration(i64, i32, i64, i32, i64, ptr) #3

; Function Attrs: null_pointer_is_valid
declare !dbg !187 i32 @fencepost_printf(ptr, ...) #3

; Function Attrs: null_pointer_is_valid
declare !dbg !714 i32 @cudaDeviceSynchronize() #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: null_pointer_is_valid
declare !dbg !717 i32 @fencepost_cuda_malloc(ptr, ptr, i64, i32, i64) #3

declare i32 @__cudaRegisterFunction(ptr, ptr, ptr, ptr, i32, ptr, ptr, ptr, ptr, ptr)

declare ptr @__cudaRegisterFatBinary(ptr)

define internal void @__cuda_module_ctor() #4 {
  %1 = call ptr @__cudaRegisterFatBinary(ptr nonnull @__cuda_fatbin_wrapper) #13
  store ptr %1, ptr @__cuda_gpubin_handle, align 8
  %2 = call i32 @__cudaRegisterFunction(ptr %1, ptr nonnull @_Z19__device_stub__scanPKiPii, ptr nonnull @0, ptr nonnull @0, i32 -1, ptr null, ptr null, ptr null, ptr null, ptr null) #13
  call void @__cudaRegisterFatBinaryEnd(ptr %1) #13
  %3 = call i32 @atexit(ptr nonnull @__cuda_module_dtor) #13
  ret void
}

declare void @__cudaRegisterFatBinaryEnd(ptr)

declare void @__cudaUnregisterFatBinary(ptr)

define internal void @__cuda_module_dtor() #4 {
  %1 = load ptr, ptr @__cuda_gpubin_handle, align 8
  call void @__cudaUnregisterFatBinary(ptr %1) #13
  ret void
}

declare i32 @atexit(ptr)

declare void @fencepost_discarded(i32)

; Function Attrs: nomerge nounwind
declare void @__tsan_write4(ptr) #5

declare void @__tsan_init()

; Function Attrs: nocallback nofree nosync speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #6

; Function Attrs: nomerge nounwind
declare void @__tsan_read4(ptr) #5

; Function Attrs: convergent null_pointer_is_valid
declare !dbg !720 void @__syncthreads() #7

declare void @fencepost_place_read4(ptr, ptr)

declare void @fencepost_place_write4(ptr, ptr)

; Function Attrs: coro_only_destroy_when_complete norecurse null_pointer_is_valid sanitize_thread uwtable
define internal ptr @_Z4scanPKiPii.begin(ptr %0, ptr %1) #8 {
  store ptr @_Z4scanPKiPii, ptr %1, align 8
  %3 = getelementptr inbounds i8, ptr %1, i64 8
  store ptr null, ptr %3, align 8
  %4 = getelementptr inbounds i8, ptr %1, i64 24
  store ptr %0, ptr %4, align 8
  %5 = getelementptr inbounds i8, ptr %1, i64 72
  store i2 0, ptr %5, align 1
  ret ptr %1
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare token @llvm.coro.id(i32, ptr readnone, ptr nocapture readonly, ptr) #9

declare void @fencepost.frame(i64, i64)

; Function Attrs: nounwind memory(none)
declare i64 @llvm.coro.size.i64() #10

; Function Attrs: nounwind memory(none)
declare i64 @llvm.coro.align.i64() #10

; Function Attrs: nounwind
declare ptr @llvm.coro.begin(token, ptr writeonly) #11

; Function Attrs: nounwind
declare i8 @llvm.coro.suspend(token, i1) #11

; Function Attrs: nounwind
declare i1 @llvm.coro.end(ptr, i1, token) #11

; Function Attrs: coro_only_destroy_when_complete norecurse null_pointer_is_valid sanitize_thread uwtable
define internal ptr @_Z4scanPKiPii.unchecked.begin(ptr %0, ptr %1) #12 {
  store ptr @_Z4scanPKiPii.unchecked, ptr %1, align 8
  %3 = getelementptr inbounds i8, ptr %1, i64 8
  store ptr null, ptr %3, align 8
  %4 = getelementptr inbounds i8, ptr %1, i64 24
  store ptr %0, ptr %4, align 8
  %5 = getelementptr inbounds i8, ptr %1, i64 104
  store i2 0, ptr %5, align 1
  ret ptr %1
}

; Function Attrs: nomerge nounwind
declare token @llvm.coro.save(ptr) #5

; Function Attrs: coro_only_destroy_when_complete norecurse null_pointer_is_valid sanitize_thread uwtable
define internal void @_Z4scanPKiPii(ptr noundef nonnull align 8 dereferenceable(80) %0) #8 !dbg !724 {
  %2 = getelementptr inbounds i8, ptr %0, i64 16
  %3 = getelementptr inbounds i8, ptr %0, i64 72
  %4 = load i2, ptr %3, align 1
  switch i2 %4, label %565 [
    i2 0, label %5
    i2 1, label %153
    i2 -2, label %230
    i2 -1, label %357
  ]

5:                                                ; preds = %1
  %6 = getelementptr inbounds i8, ptr %0, i64 24
  %7 = load ptr, ptr %6, align 8
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr i8, ptr %7, i64 8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %0, i64 32
  store ptr %10, ptr %11, align 8
  %12 = getelementptr i8, ptr %7, i64 16
  %13 = load i32, ptr %12, align 4
  %14 = getelementptr inbounds i8, ptr %0, i64 48
  store i32 %13, ptr %14, align 4
    #dbg_value(ptr %0, !726, !DIExpression(DW_OP_plus_uconst, 24, DW_OP_deref, DW_OP_deref), !736)
    #dbg_value(ptr %0, !727, !DIExpression(DW_OP_plus_uconst, 24, DW_OP_deref, DW_OP_plus_uconst, 8, DW_OP_deref), !736)
    #dbg_value(ptr %0, !728, !DIExpression(DW_OP_plus_uconst, 24, DW_OP_deref, DW_OP_plus_uconst, 16, DW_OP_deref), !736)
  %15 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_thread_idx), !dbg !737
  %16 = load i32, ptr %15, align 4, !dbg !738
    #dbg_value(ptr %15, !729, !DIExpression(DW_OP_deref), !736)
  %17 = getelementptr inbounds i8, ptr %0, i64 52, !dbg !739
  store i32 %16, ptr %17, align 4, !dbg !739
  %18 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_block_idx), !dbg !739
  %19 = load i32, ptr %18, align 4, !dbg !740
  %20 = getelementptr inbounds i8, ptr %0, i64 56, !dbg !741
  store i32 %19, ptr %20, align 4, !dbg !741
  %21 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_block_dim), !dbg !741
  %22 = load i32, ptr %21, align 4, !dbg !742
  %23 = getelementptr inbounds i8, ptr %0, i64 60, !dbg !743
  store i32 %22, ptr %23, align 4, !dbg !743
  %24 = mul i32 %19, %22, !dbg !743
  %25 = add i32 %24, %16, !dbg !744
    #dbg_value(i32 %25, !730, !DIExpression(), !736)
  %26 = icmp slt i32 %25, %13, !dbg !745
  br i1 %26, label %27, label %107, !dbg !746

27:                                               ; preds = %5
  %28 = sext i32 %25 to i64, !dbg !747
  %29 = getelementptr i32, ptr %8, i64 %28, !dbg !747
  %30 = call align 8 ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost8detector12access_stateE), !dbg !747
  %31 = getelementptr inbounds i8, ptr %30, i64 88, !dbg !747
  %32 = load i64, ptr %31, align 8, !dbg !747
  %33 = ptrtoint ptr %29 to i64, !dbg !747
  %34 = sub i64 %33, %32, !dbg !747
  %35 = getelementptr inbounds i8, ptr %30, i64 96, !dbg !747
  %36 = load i64, ptr %35, align 8, !dbg !747
  %37 = icmp ult i64 %34, %36, !dbg !747
  %38 = and i64 %34, 3, !dbg !747
  %39 = icmp eq i64 %38, 0, !dbg !747
  %40 = and i1 %37, %39, !dbg !747
  br i1 %40, label %46, label %41, !dbg !747, !prof !748

41:                                               ; preds = %99, %95, %87, %79, %71, %50, %46, %27
  call void @fencepost_place_read4(ptr %29, ptr nonnull @fencepost.place.9) #5, !dbg !747
  br label %105, !dbg !747

42:                                               ; preds = %79, %104, %75, %53
  %43 = getelementptr inbounds i8, ptr %30, i64 16, !dbg !747
  %44 = load i64, ptr %43, align 8, !dbg !747
  %45 = add i64 %44, 1, !dbg !747
  store i64 %45, ptr %43, align 8, !dbg !747
  br label %105, !dbg !747

46:                                               ; preds = %27
  %47 = getelementptr inbounds i8, ptr %30, i64 56, !dbg !747
  %48 = load i64, ptr %47, align 8, !dbg !747
  %49 = icmp eq i64 %48, 0, !dbg !747
  br i1 %49, label %50, label %41, !dbg !747, !prof !749

50:                                               ; preds = %46
  %51 = load atomic i64, ptr @fencepost.place.9 monotonic, align 8, !dbg !747
  %52 = icmp eq i64 %51, 0, !dbg !747
  br i1 %52, label %41, label %53, !dbg !747, !prof !750

53:                                               ; preds = %50
  %54 = call align 8 ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost3sim7currentE), !dbg !747
  %55 = load i32, ptr %54, align 4, !dbg !747
  %56 = zext i32 %55 to i64, !dbg !747
  %57 = load i64, ptr %30, align 8, !dbg !747
  %58 = or i64 %51, %57, !dbg !747
  %59 = or i64 %58, %56, !dbg !747
  %60 = lshr exact i64 %34, 2, !dbg !747
  %61 = getelementptr inbounds i8, ptr %30, i64 104, !dbg !747
  %62 = load i64, ptr %61, align 8, !dbg !747
  %63 = inttoptr i64 %62 to ptr, !dbg !747
  %64 = getelementptr [2 x i64], ptr %63, i64 %60, !dbg !747
  %65 = getelementptr inbounds i8, ptr %64, i64 8, !dbg !747
  %66 = load i64, ptr %64, align 16, !dbg !747
  %67 = icmp eq i64 %66, %59, !dbg !747
  br i1 %67, label %42, label %68, !dbg !747

68:                                               ; preds = %53
  %69 = xor i64 %66, %59, !dbg !747
  %70 = icmp ult i64 %69, 1024, !dbg !747
  br i1 %70, label %75, label %71, !dbg !747

71:                                               ; preds = %68
  %72 = getelementptr inbounds i8, ptr %30, i64 112, !dbg !747
  %73 = load i64, ptr %72, align 8, !dbg !747
  %74 = icmp ult i64 %66, %73, !dbg !747
  br i1 %74, label %87, label %41, !dbg !747, !prof !749

75:                                               ; preds = %68
  %76 = load i64, ptr %65, align 8, !dbg !747
  %77 = xor i64 %76, 1024, !dbg !747
  %78 = icmp ult i64 %77, %56, !dbg !747
  br i1 %78, label %42, label %79, !dbg !747

79:                                               ; preds = %75
  %80 = and i64 %66, 1023, !dbg !747
  %81 = icmp ult i64 %76, %56, !dbg !747
  %82 = icmp ne i64 %76, %80, !dbg !747
  %83 = and i1 %81, %82, !dbg !747
  %84 = xor i64 %80, %56, !dbg !747
  %85 = icmp ult i64 %84, 32, !dbg !747
  %86 = and i1 %83, %85, !dbg !747
  br i1 %86, label %42, label %41, !dbg !747, !prof !751

87:                                               ; preds = %71
  %88 = getelementptr inbounds i8, ptr %30, i64 128, !dbg !747
  %89 = load i64, ptr %88, align 8, !dbg !747
  %90 = inttoptr i64 %89 to ptr, !dbg !747
  %91 = lshr i64 %34, 12, !dbg !747
  %92 = getelementptr i8, ptr %90, i64 %91, !dbg !747
  %93 = load i8, ptr %92, align 1, !dbg !747
  %94 = icmp eq i8 %93, 0, !dbg !747
  br i1 %94, label %41, label %95, !dbg !747, !prof !750

95:                                               ; preds = %87
  %96 = getelementptr inbounds i8, ptr %30, i64 120, !dbg !747
  %97 = load i64, ptr %96, align 8, !dbg !747
  %98 = icmp eq i64 %97, 0, !dbg !747
  br i1 %98, label %41, label %99, !dbg !747, !prof !750

99:                                               ; preds = %95
  %100 = inttoptr i64 %97 to ptr, !dbg !747
  %101 = getelementptr i8, ptr %100, i64 %60, !dbg !747
  %102 = load i8, ptr %101, align 1, !dbg !747
  %103 = icmp eq i8 %102, -1, !dbg !747
  br i1 %103, label %104, label %41, !dbg !747, !prof !749

104:                                              ; preds = %99
  store i64 %59, ptr %64, align 16, !dbg !747
  store i64 %56, ptr %65, align 8, !dbg !747
  br label %42, !dbg !747

105:                                              ; preds = %42, %41
  %106 = load i32, ptr %29, align 4, !dbg !747
  br label %107, !dbg !746

107:                                              ; preds = %5, %105
  %108 = phi i32 [ %106, %105 ], [ 0, %5 ], !dbg !746
  %109 = sext i32 %16 to i64, !dbg !752
  %110 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @_ZZ4scanPKiPiiE4tile.shared), !dbg !752
  %111 = getelementptr inbounds i8, ptr %0, i64 40, !dbg !752
  store ptr %110, ptr %111, align 8, !dbg !752
  %112 = getelementptr [256 x i32], ptr %110, i64 0, i64 %109, !dbg !752
  %113 = call align 8 ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost8detector12access_stateE), !dbg !753
  %114 = getelementptr inbounds i8, ptr %113, i64 32, !dbg !753
  %115 = load i64, ptr %114, align 8, !dbg !753
  %116 = ptrtoint ptr %112 to i64, !dbg !753
  %117 = sub i64 %116, %115, !dbg !753
  %118 = getelementptr inbounds i8, ptr %113, i64 40, !dbg !753
  %119 = load i64, ptr %118, align 8, !dbg !753
  %120 = icmp ult i64 %117, %119, !dbg !753
  br i1 %120, label %126, label %121, !dbg !753, !prof !749

121:                                              ; preds = %146, %126, %107
  call void @fencepost_place_write4(ptr %112, ptr nonnull @fencepost.place.8) #5, !dbg !753
  br label %151, !dbg !753

122:                                              ; preds = %150, %130
  %123 = getelementptr inbounds i8, ptr %113, i64 16, !dbg !753
  %124 = load i64, ptr %123, align 8, !dbg !753
  %125 = add i64 %124, 1, !dbg !753
  store i64 %125, ptr %123, align 8, !dbg !753
  br label %151, !dbg !753

126:                                              ; preds = %107
  %127 = getelementptr inbounds i8, ptr %113, i64 56, !dbg !753
  %128 = load i64, ptr %127, align 8, !dbg !753
  %129 = icmp eq i64 %128, 0, !dbg !753
  br i1 %129, label %130, label %121, !dbg !753, !prof !749

130:                                              ; preds = %126
  %131 = load atomic i64, ptr @fencepost.place.8 monotonic, align 8, !dbg !753
  %132 = load i64, ptr %113, align 8, !dbg !753
  %133 = call align 8 ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost3sim7currentE), !dbg !753
  %134 = load i32, ptr %133, align 4, !dbg !753
  %135 = zext i32 %134 to i64, !dbg !753
  %136 = or i64 %131, %132, !dbg !753
  %137 = or i64 %136, %135, !dbg !753
  %138 = getelementptr inbounds i8, ptr %113, i64 48, !dbg !753
  %139 = load i64, ptr %138, align 8, !dbg !753
  %140 = inttoptr i64 %139 to ptr, !dbg !753
  %141 = lshr exact i64 %117, 2, !dbg !753
  %142 = getelementptr [2 x i64], ptr %140, i64 %141, !dbg !753
  %143 = getelementptr inbounds i8, ptr %142, i64 8, !dbg !753
  %144 = load i64, ptr %142, align 16, !dbg !753
  %145 = icmp eq i64 %144, %137, !dbg !753
  br i1 %145, label %122, label %146, !dbg !753

146:                                              ; preds = %130
  %147 = icmp ult i64 %144, %132, !dbg !753
  %148 = icmp ne i64 %131, 0, !dbg !753
  %149 = select i1 %147, i1 %148, i1 false, !dbg !753
  br i1 %149, label %150, label %121, !dbg !753, !prof !748

150:                                              ; preds = %146
  store i64 %137, ptr %142, align 16, !dbg !753
  store i64 %135, ptr %143, align 8, !dbg !753
  br label %122, !dbg !753

151:                                              ; preds = %122, %121
  store i32 %108, ptr %112, align 4, !dbg !753
    #dbg_value(i32 1, !731, !DIExpression(), !754)
  %152 = call ptr asm sideeffect "leaq .Lfencepost_at_${:uid}(%rip), $0\0A.Lfencepost_at_${:uid}:", "=r"() #17, !dbg !755
  store ptr %152, ptr %2, align 8, !dbg !755
  store i2 1, ptr %3, align 1
  br label %564, !dbg !755

153:                                              ; preds = %1, %357
  %154 = phi i32 [ %360, %357 ], [ 1, %1 ], !dbg !756
  %155 = getelementptr inbounds i8, ptr %0, i64 64, !dbg !757
  store i32 %154, ptr %155, align 4, !dbg !757
    #dbg_value(i32 %154, !731, !DIExpression(), !754)
  %156 = icmp slt i32 %154, 256, !dbg !757
  br i1 %156, label %157, label %361, !dbg !758

157:                                              ; preds = %153
  %158 = getelementptr inbounds i8, ptr %0, i64 52, !dbg !759
  %159 = load i32, ptr %158, align 4, !dbg !759
    #dbg_value(i32 0, !733, !DIExpression(), !761)
  %160 = icmp slt i32 %159, %154, !dbg !759
  br i1 %160, label %226, label %161, !dbg !762

161:                                              ; preds = %157
  %162 = getelementptr inbounds i8, ptr %0, i64 40, !dbg !763
  %163 = load ptr, ptr %162, align 8, !dbg !763
  %164 = sub i32 %159, %154, !dbg !763
  %165 = sext i32 %164 to i64, !dbg !764
  %166 = getelementptr [256 x i32], ptr %163, i64 0, i64 %165, !dbg !764
  %167 = call align 8 ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost8detector12access_stateE), !dbg !764
  %168 = getelementptr inbounds i8, ptr %167, i64 32, !dbg !764
  %169 = load i64, ptr %168, align 8, !dbg !764
  %170 = ptrtoint ptr %166 to i64, !dbg !764
  %171 = sub i64 %170, %169, !dbg !764
  %172 = getelementptr inbounds i8, ptr %167, i64 40, !dbg !764
  %173 = load i64, ptr %172, align 8, !dbg !764
  %174 = icmp ult i64 %171, %173, !dbg !764
  br i1 %174, label %180, label %175, !dbg !764, !prof !749

175:                                              ; preds = %215, %201, %180, %161
  call void @fencepost_place_read4(ptr %166, ptr nonnull @fencepost.place.6) #5, !dbg !764
  br label %224, !dbg !764

176:                                              ; preds = %215, %223, %211, %209
  %177 = getelementptr inbounds i8, ptr %167, i64 16, !dbg !764
  %178 = load i64, ptr %177, align 8, !dbg !764
  %179 = add i64 %178, 1, !dbg !764
  store i64 %179, ptr %177, align 8, !dbg !764
  br label %224, !dbg !764

180:                                              ; preds = %161
  %181 = getelementptr inbounds i8, ptr %167, i64 56, !dbg !764
  %182 = load i64, ptr %181, align 8, !dbg !764
  %183 = icmp eq i64 %182, 0, !dbg !764
  br i1 %183, label %184, label %175, !dbg !764, !prof !749

184:                                              ; preds = %180
  %185 = load atomic i64, ptr @fencepost.place.6 monotonic, align 8, !dbg !764
  %186 = load i64, ptr %167, align 8, !dbg !764
  %187 = call align 8 ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost3sim7currentE), !dbg !764
  %188 = load i32, ptr %187, align 4, !dbg !764
  %189 = zext i32 %188 to i64, !dbg !764
  %190 = or i64 %185, %186, !dbg !764
  %191 = or i64 %190, %189, !dbg !764
  %192 = getelementptr inbounds i8, ptr %167, i64 48, !dbg !764
  %193 = load i64, ptr %192, align 8, !dbg !764
  %194 = inttoptr i64 %193 to ptr, !dbg !764
  %195 = lshr exact i64 %171, 2, !dbg !764
  %196 = getelementptr [2 x i64], ptr %194, i64 %195, !dbg !764
  %197 = getelementptr inbounds i8, ptr %196, i64 8, !dbg !764
  %198 = load i64, ptr %196, align 16, !dbg !764
  %199 = xor i64 %198, %191, !dbg !764
  %200 = icmp ult i64 %199, 1024, !dbg !764
  br i1 %200, label %209, label %201, !dbg !764

201:                                              ; preds = %184
  %202 = getelementptr inbounds i8, ptr %167, i64 8, !dbg !764
  %203 = load i64, ptr %202, align 8, !dbg !764
  %204 = sub i64 %186, %203, !dbg !764
  %205 = sub i64 %198, %203, !dbg !764
  %206 = icmp ult i64 %205, %204, !dbg !764
  %207 = icmp ne i64 %185, 0, !dbg !764
  %208 = select i1 %206, i1 %207, i1 false, !dbg !764
  br i1 %208, label %223, label %175, !dbg !764, !prof !748

209:                                              ; preds = %184
  %210 = icmp eq i64 %198, %191, !dbg !764
  br i1 %210, label %176, label %211, !dbg !764

211:                                              ; preds = %209
  %212 = load i64, ptr %197, align 8, !dbg !764
  %213 = xor i64 %212, 1024, !dbg !764
  %214 = icmp ult i64 %213, %189, !dbg !764
  br i1 %214, label %176, label %215, !dbg !764

215:                                              ; preds = %211
  %216 = and i64 %198, 1023, !dbg !764
  %217 = icmp ult i64 %212, %189, !dbg !764
  %218 = icmp ne i64 %212, %216, !dbg !764
  %219 = and i1 %217, %218, !dbg !764
  %220 = xor i64 %216, %189, !dbg !764
  %221 = icmp ult i64 %220, 32, !dbg !764
  %222 = and i1 %219, %221, !dbg !764
  br i1 %222, label %176, label %175, !dbg !764, !prof !751

223:                                              ; preds = %201
  store i64 %191, ptr %196, align 16, !dbg !764
  store i64 %189, ptr %197, align 8, !dbg !764
  br label %176, !dbg !764

224:                                              ; preds = %176, %175
  %225 = load i32, ptr %166, align 4, !dbg !764
    #dbg_value(ptr %166, !733, !DIExpression(DW_OP_deref), !761)
  br label %226, !dbg !765

226:                                              ; preds = %157, %224
  %227 = phi i32 [ %225, %224 ], [ 0, %157 ], !dbg !761
  %228 = getelementptr inbounds i8, ptr %0, i64 68, !dbg !766
  store i32 %227, ptr %228, align 4, !dbg !766
    #dbg_value(i32 %227, !733, !DIExpression(), !761)
  %229 = call ptr asm sideeffect "leaq .Lfencepost_at_${:uid}(%rip), $0\0A.Lfencepost_at_${:uid}:", "=r"() #17, !dbg !766
  store ptr %229, ptr %2, align 8, !dbg !766
  store i2 -2, ptr %3, align 1
  br label %564, !dbg !766

230:                                              ; preds = %1
  %231 = getelementptr inbounds i8, ptr %0, i64 64, !dbg !759
  %232 = load i32, ptr %231, align 4, !dbg !759
  %233 = getelementptr inbounds i8, ptr %0, i64 52, !dbg !759
  %234 = load i32, ptr %233, align 4, !dbg !759
  %235 = icmp slt i32 %234, %232, !dbg !759
  br i1 %235, label %355, label %236, !dbg !767

236:                                              ; preds = %230
  %237 = getelementptr inbounds i8, ptr %0, i64 40, !dbg !752
  %238 = load ptr, ptr %237, align 8, !dbg !752
  %239 = sext i32 %234 to i64, !dbg !752
  %240 = getelementptr [256 x i32], ptr %238, i64 0, i64 %239, !dbg !752
  %241 = call align 8 ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost8detector12access_stateE), !dbg !768
  %242 = getelementptr inbounds i8, ptr %241, i64 32, !dbg !768
  %243 = load i64, ptr %242, align 8, !dbg !768
  %244 = ptrtoint ptr %240 to i64, !dbg !768
  %245 = sub i64 %244, %243, !dbg !768
  %246 = getelementptr inbounds i8, ptr %241, i64 40, !dbg !768
  %247 = load i64, ptr %246, align 8, !dbg !768
  %248 = icmp ult i64 %245, %247, !dbg !768
  br i1 %248, label %258, label %249, !dbg !768, !prof !749

249:                                              ; preds = %293, %279, %258, %236
  %250 = load ptr, ptr %237, align 8, !dbg !752
  %251 = load i32, ptr %233, align 4, !dbg !752
  %252 = sext i32 %251 to i64, !dbg !752
  %253 = getelementptr [256 x i32], ptr %250, i64 0, i64 %252, !dbg !752
  call void @fencepost_place_read4(ptr %253, ptr nonnull @fencepost.place.5) #5, !dbg !768
  br label %302, !dbg !768

254:                                              ; preds = %293, %301, %289, %287
  %255 = getelementptr inbounds i8, ptr %241, i64 16, !dbg !768
  %256 = load i64, ptr %255, align 8, !dbg !768
  %257 = add i64 %256, 1, !dbg !768
  store i64 %257, ptr %255, align 8, !dbg !768
  br label %302, !dbg !768

258:                                              ; preds = %236
  %259 = getelementptr inbounds i8, ptr %241, i64 56, !dbg !768
  %260 = load i64, ptr %259, align 8, !dbg !768
  %261 = icmp eq i64 %260, 0, !dbg !768
  br i1 %261, label %262, label %249, !dbg !768, !prof !749

262:                                              ; preds = %258
  %263 = load atomic i64, ptr @fencepost.place.5 monotonic, align 8, !dbg !768
  %264 = load i64, ptr %241, align 8, !dbg !768
  %265 = call align 8 ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost3sim7currentE), !dbg !768
  %266 = load i32, ptr %265, align 4, !dbg !768
  %267 = zext i32 %266 to i64, !dbg !768
  %268 = or i64 %263, %264, !dbg !768
  %269 = or i64 %268, %267, !dbg !768
  %270 = getelementptr inbounds i8, ptr %241, i64 48, !dbg !768
  %271 = load i64, ptr %270, align 8, !dbg !768
  %272 = inttoptr i64 %271 to ptr, !dbg !768
  %273 = lshr exact i64 %245, 2, !dbg !768
  %274 = getelementptr [2 x i64], ptr %272, i64 %273, !dbg !768
  %275 = getelementptr inbounds i8, ptr %274, i64 8, !dbg !768
  %276 = load i64, ptr %274, align 16, !dbg !768
  %277 = xor i64 %276, %269, !dbg !768
  %278 = icmp ult i64 %277, 1024, !dbg !768
  br i1 %278, label %287, label %279, !dbg !768

279:                                              ; preds = %262
  %280 = getelementptr inbounds i8, ptr %241, i64 8, !dbg !768
  %281 = load i64, ptr %280, align 8, !dbg !768
  %282 = sub i64 %264, %281, !dbg !768
  %283 = sub i64 %276, %281, !dbg !768
  %284 = icmp ult i64 %283, %282, !dbg !768
  %285 = icmp ne i64 %263, 0, !dbg !768
  %286 = select i1 %284, i1 %285, i1 false, !dbg !768
  br i1 %286, label %301, label %249, !dbg !768, !prof !748

287:                                              ; preds = %262
  %288 = icmp eq i64 %276, %269, !dbg !768
  br i1 %288, label %254, label %289, !dbg !768

289:                                              ; preds = %287
  %290 = load i64, ptr %275, align 8, !dbg !768
  %291 = xor i64 %290, 1024, !dbg !768
  %292 = icmp ult i64 %291, %267, !dbg !768
  br i1 %292, label %254, label %293, !dbg !768

293:                                              ; preds = %289
  %294 = and i64 %276, 1023, !dbg !768
  %295 = icmp ult i64 %290, %267, !dbg !768
  %296 = icmp ne i64 %290, %294, !dbg !768
  %297 = and i1 %295, %296, !dbg !768
  %298 = xor i64 %294, %267, !dbg !768
  %299 = icmp ult i64 %298, 32, !dbg !768
  %300 = and i1 %297, %299, !dbg !768
  br i1 %300, label %254, label %249, !dbg !768, !prof !751

301:                                              ; preds = %279
  store i64 %269, ptr %274, align 16, !dbg !768
  store i64 %267, ptr %275, align 8, !dbg !768
  br label %254, !dbg !768

302:                                              ; preds = %254, %249
  %303 = getelementptr inbounds i8, ptr %0, i64 68, !dbg !752
  %304 = load i32, ptr %303, align 4, !dbg !752
  %305 = load ptr, ptr %237, align 8, !dbg !752
  %306 = load i32, ptr %233, align 4, !dbg !752
  %307 = sext i32 %306 to i64, !dbg !752
  %308 = getelementptr [256 x i32], ptr %305, i64 0, i64 %307, !dbg !752
  %309 = load i32, ptr %308, align 4, !dbg !768
  %310 = add i32 %309, %304, !dbg !768
  %311 = load i64, ptr %242, align 8, !dbg !768
  %312 = ptrtoint ptr %308 to i64, !dbg !768
  %313 = sub i64 %312, %311, !dbg !768
  %314 = load i64, ptr %246, align 8, !dbg !768
  %315 = icmp ult i64 %313, %314, !dbg !768
  br i1 %315, label %325, label %316, !dbg !768, !prof !749

316:                                              ; preds = %345, %325, %302
  %317 = load ptr, ptr %237, align 8, !dbg !752
  %318 = load i32, ptr %233, align 4, !dbg !752
  %319 = sext i32 %318 to i64, !dbg !752
  %320 = getelementptr [256 x i32], ptr %317, i64 0, i64 %319, !dbg !752
  call void @fencepost_place_write4(ptr %320, ptr nonnull @fencepost.place.7) #5, !dbg !768
  br label %350, !dbg !768

321:                                              ; preds = %349, %329
  %322 = getelementptr inbounds i8, ptr %241, i64 16, !dbg !768
  %323 = load i64, ptr %322, align 8, !dbg !768
  %324 = add i64 %323, 1, !dbg !768
  store i64 %324, ptr %322, align 8, !dbg !768
  br label %350, !dbg !768

325:                                              ; preds = %302
  %326 = getelementptr inbounds i8, ptr %241, i64 56, !dbg !768
  %327 = load i64, ptr %326, align 8, !dbg !768
  %328 = icmp eq i64 %327, 0, !dbg !768
  br i1 %328, label %329, label %316, !dbg !768, !prof !749

329:                                              ; preds = %325
  %330 = load atomic i64, ptr @fencepost.place.7 monotonic, align 8, !dbg !768
  %331 = load i64, ptr %241, align 8, !dbg !768
  %332 = call align 8 ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost3sim7currentE), !dbg !768
  %333 = load i32, ptr %332, align 4, !dbg !768
  %334 = zext i32 %333 to i64, !dbg !768
  %335 = or i64 %330, %331, !dbg !768
  %336 = or i64 %335, %334, !dbg !768
  %337 = getelementptr inbounds i8, ptr %241, i64 48, !dbg !768
  %338 = load i64, ptr %337, align 8, !dbg !768
  %339 = inttoptr i64 %338 to ptr, !dbg !768
  %340 = lshr exact i64 %313, 2, !dbg !768
  %341 = getelementptr [2 x i64], ptr %339, i64 %340, !dbg !768
  %342 = getelementptr inbounds i8, ptr %341, i64 8, !dbg !768
  %343 = load i64, ptr %341, align 16, !dbg !768
  %344 = icmp eq i64 %343, %336, !dbg !768
  br i1 %344, label %321, label %345, !dbg !768

345:                                              ; preds = %329
  %346 = icmp ult i64 %343, %331, !dbg !768
  %347 = icmp ne i64 %330, 0, !dbg !768
  %348 = select i1 %346, i1 %347, i1 false, !dbg !768
  br i1 %348, label %349, label %316, !dbg !768, !prof !748

349:                                              ; preds = %345
  store i64 %336, ptr %341, align 16, !dbg !768
  store i64 %334, ptr %342, align 8, !dbg !768
  br label %321, !dbg !768

350:                                              ; preds = %321, %316
  %351 = load ptr, ptr %237, align 8, !dbg !752
  %352 = load i32, ptr %233, align 4, !dbg !752
  %353 = sext i32 %352 to i64, !dbg !752
  %354 = getelementptr [256 x i32], ptr %351, i64 0, i64 %353, !dbg !752
  store i32 %310, ptr %354, align 4, !dbg !768
  br label %355, !dbg !770

355:                                              ; preds = %350, %230
  %356 = call ptr asm sideeffect "leaq .Lfencepost_at_${:uid}(%rip), $0\0A.Lfencepost_at_${:uid}:", "=r"() #17, !dbg !771
  store ptr %356, ptr %2, align 8, !dbg !771
  store i2 -1, ptr %3, align 1
  br label %564, !dbg !771

357:                                              ; preds = %1
  %358 = getelementptr inbounds i8, ptr %0, i64 64, !dbg !772
  %359 = load i32, ptr %358, align 4, !dbg !772
  %360 = shl i32 %359, 1, !dbg !772
    #dbg_value(ptr %0, !731, !DIExpression(DW_OP_plus_uconst, 64, DW_OP_deref, DW_OP_constu, 1, DW_OP_shl), !754)
  br label %153, !dbg !773, !llvm.loop !774

361:                                              ; preds = %153
  %362 = getelementptr inbounds i8, ptr %0, i64 60, !dbg !743
  %363 = load i32, ptr %362, align 4, !dbg !743
  %364 = getelementptr inbounds i8, ptr %0, i64 56, !dbg !743
  %365 = load i32, ptr %364, align 4, !dbg !743
  %366 = getelementptr inbounds i8, ptr %0, i64 52, !dbg !743
  %367 = load i32, ptr %366, align 4, !dbg !743
  %368 = getelementptr inbounds i8, ptr %0, i64 48, !dbg !743
  %369 = load i32, ptr %368, align 4, !dbg !743
  %370 = mul i32 %365, %363, !dbg !743
  %371 = add i32 %370, %367, !dbg !744
  %372 = icmp slt i32 %371, %369, !dbg !745
  br i1 %372, label %373, label %563, !dbg !777

373:                                              ; preds = %361
  %374 = getelementptr inbounds i8, ptr %0, i64 40, !dbg !752
  %375 = load ptr, ptr %374, align 8, !dbg !752
  %376 = sext i32 %367 to i64, !dbg !752
  %377 = getelementptr [256 x i32], ptr %375, i64 0, i64 %376, !dbg !752
  %378 = call align 8 ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost8detector12access_stateE), !dbg !778
  %379 = getelementptr inbounds i8, ptr %378, i64 32, !dbg !778
  %380 = load i64, ptr %379, align 8, !dbg !778
  %381 = ptrtoint ptr %377 to i64, !dbg !778
  %382 = sub i64 %381, %380, !dbg !778
  %383 = getelementptr inbounds i8, ptr %378, i64 40, !dbg !778
  %384 = load i64, ptr %383, align 8, !dbg !778
  %385 = icmp ult i64 %382, %384, !dbg !778
  br i1 %385, label %395, label %386, !dbg !778, !prof !749

386:                                              ; preds = %430, %416, %395, %373
  %387 = load ptr, ptr %374, align 8, !dbg !752
  %388 = load i32, ptr %366, align 4, !dbg !752
  %389 = sext i32 %388 to i64, !dbg !752
  %390 = getelementptr [256 x i32], ptr %387, i64 0, i64 %389, !dbg !752
  call void @fencepost_place_read4(ptr %390, ptr nonnull @fencepost.place) #5, !dbg !778
  br label %439, !dbg !778

391:                                              ; preds = %430, %438, %426, %424
  %392 = getelementptr inbounds i8, ptr %378, i64 16, !dbg !778
  %393 = load i64, ptr %392, align 8, !dbg !778
  %394 = add i64 %393, 1, !dbg !778
  store i64 %394, ptr %392, align 8, !dbg !778
  br label %439, !dbg !778

395:                                              ; preds = %373
  %396 = getelementptr inbounds i8, ptr %378, i64 56, !dbg !778
  %397 = load i64, ptr %396, align 8, !dbg !778
  %398 = icmp eq i64 %397, 0, !dbg !778
  br i1 %398, label %399, label %386, !dbg !778, !prof !749

399:                                              ; preds = %395
  %400 = load atomic i64, ptr @fencepost.place monotonic, align 8, !dbg !778
  %401 = load i64, ptr %378, align 8, !dbg !778
  %402 = call align 8 ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost3sim7currentE), !dbg !778
  %403 = load i32, ptr %402, align 4, !dbg !778
  %404 = zext i32 %403 to i64, !dbg !778
  %405 = or i64 %400, %401, !dbg !778
  %406 = or i64 %405, %404, !dbg !778
  %407 = getelementptr inbounds i8, ptr %378, i64 48, !dbg !778
  %408 = load i64, ptr %407, align 8, !dbg !778
  %409 = inttoptr i64 %408 to ptr, !dbg !778
  %410 = lshr exact i64 %382, 2, !dbg !778
  %411 = getelementptr [2 x i64], ptr %409, i64 %410, !dbg !778
  %412 = getelementptr inbounds i8, ptr %411, i64 8, !dbg !778
  %413 = load i64, ptr %411, align 16, !dbg !778
  %414 = xor i64 %413, %406, !dbg !778
  %415 = icmp ult i64 %414, 1024, !dbg !778
  br i1 %415, label %424, label %416, !dbg !778

416:                                              ; preds = %399
  %417 = getelementptr inbounds i8, ptr %378, i64 8, !dbg !778
  %418 = load i64, ptr %417, align 8, !dbg !778
  %419 = sub i64 %401, %418, !dbg !778
  %420 = sub i64 %413, %418, !dbg !778
  %421 = icmp ult i64 %420, %419, !dbg !778
  %422 = icmp ne i64 %400, 0, !dbg !778
  %423 = select i1 %421, i1 %422, i1 false, !dbg !778
  br i1 %423, label %438, label %386, !dbg !778, !prof !748

424:                                              ; preds = %399
  %425 = icmp eq i64 %413, %406, !dbg !778
  br i1 %425, label %391, label %426, !dbg !778

426:                                              ; preds = %424
  %427 = load i64, ptr %412, align 8, !dbg !778
  %428 = xor i64 %427, 1024, !dbg !778
  %429 = icmp ult i64 %428, %404, !dbg !778
  br i1 %429, label %391, label %430, !dbg !778

430:                                              ; preds = %426
  %431 = and i64 %413, 1023, !dbg !778
  %432 = icmp ult i64 %427, %404, !dbg !778
  %433 = icmp ne i64 %427, %431, !dbg !778
  %434 = and i1 %432, %433, !dbg !778
  %435 = xor i64 %431, %404, !dbg !778
  %436 = icmp ult i64 %435, 32, !dbg !778
  %437 = and i1 %434, %436, !dbg !778
  br i1 %437, label %391, label %386, !dbg !778, !prof !751

438:                                              ; preds = %416
  store i64 %406, ptr %411, align 16, !dbg !778
  store i64 %404, ptr %412, align 8, !dbg !778
  br label %391, !dbg !778

439:                                              ; preds = %391, %386
  %440 = load ptr, ptr %374, align 8, !dbg !752
  %441 = load i32, ptr %362, align 4, !dbg !752
  %442 = load i32, ptr %364, align 4, !dbg !752
  %443 = load i32, ptr %366, align 4, !dbg !752
  %444 = getelementptr inbounds i8, ptr %0, i64 32, !dbg !752
  %445 = load ptr, ptr %444, align 8, !dbg !752
  %446 = sext i32 %443 to i64, !dbg !752
  %447 = getelementptr [256 x i32], ptr %440, i64 0, i64 %446, !dbg !752
  %448 = mul i32 %442, %441, !dbg !743
  %449 = add i32 %448, %443, !dbg !744
  %450 = load i32, ptr %447, align 4, !dbg !778
  %451 = sext i32 %449 to i64, !dbg !780
  %452 = getelementptr i32, ptr %445, i64 %451, !dbg !780
  %453 = getelementptr inbounds i8, ptr %378, i64 88, !dbg !781
  %454 = load i64, ptr %453, align 8, !dbg !781
  %455 = ptrtoint ptr %452 to i64, !dbg !781
  %456 = sub i64 %455, %454, !dbg !781
  %457 = getelementptr inbounds i8, ptr %378, i64 96, !dbg !781
  %458 = load i64, ptr %457, align 8, !dbg !781
  %459 = icmp ult i64 %456, %458, !dbg !781
  %460 = and i64 %456, 3, !dbg !781
  %461 = icmp eq i64 %460, 0, !dbg !781
  %462 = and i1 %459, %461, !dbg !781
  br i1 %462, label %464, label %463, !dbg !781, !prof !748

463:                                              ; preds = %497, %468, %464, %439
  call void @fencepost_place_write4(ptr %452, ptr nonnull @fencepost.place.10) #5, !dbg !781
  store i32 %450, ptr %452, align 4, !dbg !781
  br label %563, !dbg !781

464:                                              ; preds = %439
  %465 = getelementptr inbounds i8, ptr %378, i64 56, !dbg !781
  %466 = load i64, ptr %465, align 8, !dbg !781
  %467 = icmp eq i64 %466, 0, !dbg !781
  br i1 %467, label %468, label %463, !dbg !781, !prof !749

468:                                              ; preds = %464
  %469 = load atomic i64, ptr @fencepost.place.10 monotonic, align 8, !dbg !781
  %470 = icmp eq i64 %469, 0, !dbg !781
  br i1 %470, label %463, label %471, !dbg !781, !prof !750

471:                                              ; preds = %468
  %472 = call align 8 ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost3sim7currentE), !dbg !781
  %473 = load i32, ptr %472, align 4, !dbg !781
  %474 = zext i32 %473 to i64, !dbg !781
  %475 = load i64, ptr %378, align 8, !dbg !781
  %476 = or i64 %469, %475, !dbg !781
  %477 = or i64 %476, %474, !dbg !781
  %478 = lshr exact i64 %456, 2, !dbg !781
  %479 = getelementptr inbounds i8, ptr %378, i64 104, !dbg !781
  %480 = load i64, ptr %479, align 8, !dbg !781
  %481 = inttoptr i64 %480 to ptr, !dbg !781
  %482 = getelementptr [2 x i64], ptr %481, i64 %478, !dbg !781
  %483 = getelementptr inbounds i8, ptr %482, i64 8, !dbg !781
  %484 = load i64, ptr %482, align 16, !dbg !781
  %485 = xor i64 %484, %477, !dbg !781
  %486 = getelementptr inbounds i8, ptr %378, i64 64, !dbg !781
  store i64 %455, ptr %486, align 8, !dbg !781
  %487 = getelementptr inbounds i8, ptr %378, i64 72, !dbg !781
  store i64 4, ptr %487, align 8, !dbg !781
  %488 = getelementptr inbounds i8, ptr %378, i64 208, !dbg !781
  %489 = load i64, ptr %488, align 8, !dbg !781
  store atomic i64 %489, ptr %465 release, align 8, !dbg !781
  fence syncscope("singlethread") seq_cst, !dbg !781
  %490 = getelementptr inbounds i8, ptr %378, i64 224, !dbg !781
  %491 = load i64, ptr %490, align 8, !dbg !781
  %492 = inttoptr i64 %491 to ptr, !dbg !781
  %493 = lshr i64 %456, 12, !dbg !781
  %494 = getelementptr i8, ptr %492, i64 %493, !dbg !781
  %495 = load atomic i8, ptr %494 monotonic, align 1, !dbg !781
  %496 = icmp eq i8 %495, 1, !dbg !781
  br i1 %496, label %498, label %497, !dbg !781

497:                                              ; preds = %532, %471
  store atomic i64 0, ptr %465 release, align 8, !dbg !781
  br label %463, !dbg !781

498:                                              ; preds = %471
  %499 = load i64, ptr %483, align 8, !dbg !781
  %500 = getelementptr inbounds i8, ptr %378, i64 112, !dbg !781
  %501 = load i64, ptr %500, align 8, !dbg !781
  %502 = icmp ult i64 %484, %501, !dbg !781
  br i1 %502, label %540, label %519, !dbg !781

503:                                              ; preds = %524, %519, %557, %556
  %504 = phi i64 [ %474, %556 ], [ %562, %557 ], [ %499, %519 ], [ %499, %524 ]
  %505 = getelementptr inbounds i8, ptr %378, i64 216, !dbg !781
  %506 = load i64, ptr %505, align 8, !dbg !781
  %507 = inttoptr i64 %506 to ptr, !dbg !781
  %508 = getelementptr i8, ptr %507, i64 %456, !dbg !781
  %509 = load i32, ptr %508, align 4, !dbg !781
  %510 = and i64 %504, 1152921504606846976, !dbg !781
  %511 = icmp ne i64 %510, 0, !dbg !781
  %512 = icmp ne i32 %509, %450, !dbg !781
  %513 = and i1 %511, %512, !dbg !781
  %514 = select i1 %513, i64 3458764513820540928, i64 1152921504606846976, !dbg !781
  %515 = or i64 %504, %514, !dbg !781
  store i64 %515, ptr %483, align 8, !dbg !781
  store i32 %450, ptr %508, align 4, !dbg !781
  %516 = getelementptr inbounds i8, ptr %378, i64 16, !dbg !781
  %517 = load i64, ptr %516, align 8, !dbg !781
  %518 = add i64 %517, 1, !dbg !781
  store i64 %518, ptr %516, align 8, !dbg !781
  store i32 %450, ptr %452, align 4, !dbg !781
  store atomic i64 0, ptr %465 release, align 8, !dbg !781
  br label %563, !dbg !781

519:                                              ; preds = %551, %547, %540, %498
  %520 = and i64 %499, -4611686018427387904, !dbg !781
  %521 = icmp ne i64 %520, -9223372036854775808, !dbg !781
  %522 = icmp eq i64 %484, %477, !dbg !781
  %523 = and i1 %522, %521, !dbg !781
  br i1 %523, label %503, label %524, !dbg !781

524:                                              ; preds = %519
  %525 = and i64 %477, 34359738367, !dbg !781
  %526 = lshr i64 %499, 22, !dbg !781
  %527 = and i64 %526, 3573412790271, !dbg !781
  %528 = or disjoint i64 %525, 1099511627776, !dbg !781
  %529 = icmp eq i64 %527, %528, !dbg !781
  %530 = icmp ult i64 %485, 34359738368, !dbg !781
  %531 = and i1 %530, %529, !dbg !781
  br i1 %531, label %503, label %532, !dbg !781

532:                                              ; preds = %524
  %533 = and i64 %485, -34359721985, !dbg !781
  %534 = icmp eq i64 %533, 0, !dbg !781
  %535 = and i64 %499, -3458764513820540929, !dbg !781
  %536 = icmp eq i64 %535, %474, !dbg !781
  %537 = icmp ne i64 %484, %477, !dbg !781
  %538 = and i1 %534, %536, !dbg !781
  %539 = and i1 %538, %537, !dbg !781
  br i1 %539, label %557, label %497, !dbg !781

540:                                              ; preds = %498
  %541 = getelementptr inbounds i8, ptr %378, i64 128, !dbg !781
  %542 = load i64, ptr %541, align 8, !dbg !781
  %543 = inttoptr i64 %542 to ptr, !dbg !781
  %544 = getelementptr i8, ptr %543, i64 %493, !dbg !781
  %545 = load i8, ptr %544, align 1, !dbg !781
  %546 = icmp eq i8 %545, 0, !dbg !781
  br i1 %546, label %519, label %547, !dbg !781

547:                                              ; preds = %540
  %548 = getelementptr inbounds i8, ptr %378, i64 120, !dbg !781
  %549 = load i64, ptr %548, align 8, !dbg !781
  %550 = icmp eq i64 %549, 0, !dbg !781
  br i1 %550, label %519, label %551, !dbg !781

551:                                              ; preds = %547
  %552 = inttoptr i64 %549 to ptr, !dbg !781
  %553 = getelementptr i8, ptr %552, i64 %478, !dbg !781
  %554 = load i8, ptr %553, align 1, !dbg !781
  %555 = icmp eq i8 %554, -1, !dbg !781
  br i1 %555, label %556, label %519, !dbg !781

556:                                              ; preds = %551
  store i64 %477, ptr %482, align 16, !dbg !781
  br label %503, !dbg !781

557:                                              ; preds = %532
  %558 = shl nuw nsw i64 %474, 11, !dbg !781
  %559 = shl nuw nsw i64 %525, 22, !dbg !781
  %560 = or i64 %559, %558, !dbg !781
  %561 = or disjoint i64 %560, 4611686018427387904, !dbg !781
  %562 = or i64 %499, %561, !dbg !781
  br label %503, !dbg !781

563:                                              ; preds = %503, %463, %361
  store ptr null, ptr %2, align 8
  br label %564

564:                                              ; preds = %355, %226, %151, %563
  ret void

565:                                              ; preds = %1
  unreachable
}

; Function Attrs: coro_only_destroy_when_complete norecurse null_pointer_is_valid sanitize_thread uwtable
define internal void @_Z4scanPKiPii.unchecked(ptr noundef nonnull align 8 dereferenceable(112) %0) #12 !dbg !782 {
  %2 = getelementptr inbounds i8, ptr %0, i64 16
  %3 = getelementptr inbounds i8, ptr %0, i64 104
  %4 = load i2, ptr %3, align 1
  switch i2 %4, label %247 [
    i2 0, label %5
    i2 1, label %83
    i2 -2, label %119
    i2 -1, label %166
  ]

5:                                                ; preds = %1
  %6 = getelementptr inbounds i8, ptr %0, i64 24
  %7 = load ptr, ptr %6, align 8
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr i8, ptr %7, i64 8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %0, i64 32
  store ptr %10, ptr %11, align 8
  %12 = getelementptr i8, ptr %7, i64 16
  %13 = load i32, ptr %12, align 4
  %14 = getelementptr inbounds i8, ptr %0, i64 80
  store i32 %13, ptr %14, align 4
    #dbg_value(ptr %0, !784, !DIExpression(DW_OP_plus_uconst, 24, DW_OP_deref, DW_OP_deref), !794)
    #dbg_value(ptr %0, !785, !DIExpression(DW_OP_plus_uconst, 24, DW_OP_deref, DW_OP_plus_uconst, 8, DW_OP_deref), !794)
    #dbg_value(ptr %0, !786, !DIExpression(DW_OP_plus_uconst, 24, DW_OP_deref, DW_OP_plus_uconst, 16, DW_OP_deref), !794)
  %15 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_thread_idx), !dbg !795
  %16 = load i32, ptr %15, align 4, !dbg !796
    #dbg_value(ptr %15, !787, !DIExpression(DW_OP_deref), !794)
  %17 = getelementptr inbounds i8, ptr %0, i64 84, !dbg !797
  store i32 %16, ptr %17, align 4, !dbg !797
  %18 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_block_idx), !dbg !797
  %19 = load i32, ptr %18, align 4, !dbg !798
  %20 = getelementptr inbounds i8, ptr %0, i64 88, !dbg !799
  store i32 %19, ptr %20, align 4, !dbg !799
  %21 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_block_dim), !dbg !799
  %22 = load i32, ptr %21, align 4, !dbg !800
  %23 = getelementptr inbounds i8, ptr %0, i64 92, !dbg !801
  store i32 %22, ptr %23, align 4, !dbg !801
  %24 = mul i32 %22, %19, !dbg !801
  %25 = add i32 %24, %16, !dbg !802
    #dbg_value(i32 %25, !788, !DIExpression(), !794)
  %26 = icmp slt i32 %25, %13, !dbg !803
  br i1 %26, label %27, label %50, !dbg !804

27:                                               ; preds = %5
  %28 = sext i32 %25 to i64, !dbg !805
  %29 = getelementptr i32, ptr %8, i64 %28, !dbg !805
  %30 = call align 8 ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost8detector12access_stateE), !dbg !805
  %31 = getelementptr inbounds i8, ptr %30, i64 184, !dbg !805
  %32 = load i64, ptr %31, align 8, !dbg !805, !invariant.load !806
  %33 = ptrtoint ptr %29 to i64, !dbg !805
  %34 = sub i64 %33, %32, !dbg !805
  %35 = getelementptr inbounds i8, ptr %30, i64 192, !dbg !805
  %36 = load i64, ptr %35, align 8, !dbg !805, !invariant.load !806
  %37 = icmp ult i64 %34, %36, !dbg !805
  br i1 %37, label %39, label %38, !dbg !805, !prof !749

38:                                               ; preds = %39, %27
  call void @__tsan_read4(ptr %29) #18, !dbg !805, !fencepost.check !806
  br label %48, !dbg !805

39:                                               ; preds = %27
  %40 = getelementptr inbounds i8, ptr %30, i64 200, !dbg !805
  %41 = load i64, ptr %40, align 8, !dbg !805, !invariant.load !806
  %42 = inttoptr i64 %41 to ptr, !dbg !805
  %43 = lshr i64 %34, 2, !dbg !805
  %44 = getelementptr i8, ptr %42, i64 %43, !dbg !805
  %45 = load i8, ptr %44, align 1, !dbg !805
  %46 = and i8 %45, 15, !dbg !805
  %47 = icmp eq i8 %46, 15, !dbg !805
  br i1 %47, label %48, label %38, !dbg !805, !prof !749

48:                                               ; preds = %39, %38
  %49 = load i32, ptr %29, align 4, !dbg !805
  br label %50, !dbg !804

50:                                               ; preds = %5, %48
  %51 = phi i32 [ %49, %48 ], [ 0, %5 ], !dbg !804
  %52 = sext i32 %16 to i64, !dbg !807
  %53 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @_ZZ4scanPKiPiiE4tile.shared), !dbg !807
  %54 = getelementptr inbounds i8, ptr %0, i64 40, !dbg !807
  store ptr %53, ptr %54, align 8, !dbg !807
  %55 = getelementptr [256 x i32], ptr %53, i64 0, i64 %52, !dbg !807
  %56 = call align 8 ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost8detector12access_stateE), !dbg !808
  %57 = getelementptr inbounds i8, ptr %0, i64 48, !dbg !808
  store ptr %56, ptr %57, align 8, !dbg !808
  %58 = getelementptr inbounds i8, ptr %56, i64 32, !dbg !808
  %59 = load i64, ptr %58, align 8, !dbg !808, !invariant.load !806
  %60 = getelementptr inbounds i8, ptr %0, i64 56, !dbg !808
  store i64 %59, ptr %60, align 8, !dbg !808
  %61 = ptrtoint ptr %55 to i64, !dbg !808
  %62 = sub i64 %61, %59, !dbg !808
  %63 = getelementptr inbounds i8, ptr %56, i64 40, !dbg !808
  %64 = load i64, ptr %63, align 8, !dbg !808, !invariant.load !806
  %65 = getelementptr inbounds i8, ptr %0, i64 64, !dbg !808
  store i64 %64, ptr %65, align 8, !dbg !808
  %66 = icmp ult i64 %62, %64, !dbg !808
  br i1 %66, label %71, label %67, !dbg !808, !prof !749

67:                                               ; preds = %50
  %68 = lshr i64 %62, 2
  br label %69, !dbg !808

69:                                               ; preds = %71, %67
  %70 = phi i64 [ %68, %67 ], [ %75, %71 ]
  call void @__tsan_write4(ptr %55) #18, !dbg !808, !fencepost.check !806
  br label %79, !dbg !808

71:                                               ; preds = %50
  %72 = getelementptr inbounds i8, ptr %56, i64 48, !dbg !808
  %73 = load i64, ptr %72, align 8, !dbg !808, !invariant.load !806
  %74 = inttoptr i64 %73 to ptr, !dbg !808
  %75 = lshr i64 %62, 2, !dbg !808
  %76 = getelementptr [2 x i64], ptr %74, i64 %75, !dbg !808
  %77 = load i64, ptr %76, align 16, !dbg !808
  %78 = icmp eq i64 %77, -1, !dbg !808
  br i1 %78, label %69, label %79, !dbg !808, !prof !750

79:                                               ; preds = %71, %69
  %80 = phi i64 [ %70, %69 ], [ %75, %71 ]
  %81 = getelementptr inbounds i8, ptr %0, i64 72, !dbg !808
  store i64 %80, ptr %81, align 8, !dbg !808
  store i32 %51, ptr %55, align 4, !dbg !808
    #dbg_value(i32 1, !789, !DIExpression(), !809)
  %82 = call ptr asm sideeffect "leaq .Lfencepost_at_${:uid}(%rip), $0\0A.Lfencepost_at_${:uid}:", "=r"() #17, !dbg !810
  store ptr %82, ptr %2, align 8, !dbg !810
  store i2 1, ptr %3, align 1
  br label %246, !dbg !810

83:                                               ; preds = %1, %166
  %84 = phi i32 [ %169, %166 ], [ 1, %1 ]
  %85 = getelementptr inbounds i8, ptr %0, i64 96, !dbg !811
  store i32 %84, ptr %85, align 4, !dbg !811
  %86 = getelementptr inbounds i8, ptr %0, i64 84, !dbg !811
  %87 = load i32, ptr %86, align 4, !dbg !811
    #dbg_value(i32 %84, !789, !DIExpression(), !809)
    #dbg_value(i32 0, !791, !DIExpression(), !813)
  %88 = icmp slt i32 %87, %84, !dbg !811
  br i1 %88, label %115, label %89, !dbg !814

89:                                               ; preds = %83
  %90 = getelementptr inbounds i8, ptr %0, i64 64, !dbg !815
  %91 = load i64, ptr %90, align 8, !dbg !815
  %92 = getelementptr inbounds i8, ptr %0, i64 56, !dbg !815
  %93 = load i64, ptr %92, align 8, !dbg !815
  %94 = getelementptr inbounds i8, ptr %0, i64 40, !dbg !815
  %95 = load ptr, ptr %94, align 8, !dbg !815
  %96 = sub i32 %87, %84, !dbg !815
  %97 = sext i32 %96 to i64, !dbg !816
  %98 = getelementptr [256 x i32], ptr %95, i64 0, i64 %97, !dbg !816
  %99 = ptrtoint ptr %98 to i64, !dbg !816
  %100 = sub i64 %99, %93, !dbg !816
  %101 = icmp ult i64 %100, %91, !dbg !816
  br i1 %101, label %103, label %102, !dbg !816, !prof !749

102:                                              ; preds = %103, %89
  call void @__tsan_read4(ptr %98) #18, !dbg !816, !fencepost.check !806
  br label %113, !dbg !816

103:                                              ; preds = %89
  %104 = getelementptr inbounds i8, ptr %0, i64 48
  %105 = load ptr, ptr %104, align 8
  %106 = getelementptr inbounds i8, ptr %105, i64 48
  %107 = load i64, ptr %106, align 8, !dbg !816, !invariant.load !806
  %108 = inttoptr i64 %107 to ptr, !dbg !816
  %109 = lshr i64 %100, 2, !dbg !816
  %110 = getelementptr [2 x i64], ptr %108, i64 %109, !dbg !816
  %111 = load i64, ptr %110, align 16, !dbg !816
  %112 = icmp eq i64 %111, -1, !dbg !816
  br i1 %112, label %102, label %113, !dbg !816, !prof !750

113:                                              ; preds = %103, %102
  %114 = load i32, ptr %98, align 4, !dbg !816
    #dbg_value(ptr %98, !791, !DIExpression(DW_OP_deref), !813)
  br label %115, !dbg !817

115:                                              ; preds = %83, %113
  %116 = phi i32 [ %114, %113 ], [ 0, %83 ], !dbg !813
  %117 = getelementptr inbounds i8, ptr %0, i64 100, !dbg !818
  store i32 %116, ptr %117, align 4, !dbg !818
    #dbg_value(i32 %116, !791, !DIExpression(), !813)
  %118 = call ptr asm sideeffect "leaq .Lfencepost_at_${:uid}(%rip), $0\0A.Lfencepost_at_${:uid}:", "=r"() #17, !dbg !818
  store ptr %118, ptr %2, align 8, !dbg !818
  store i2 -2, ptr %3, align 1
  br label %246, !dbg !818

119:                                              ; preds = %1
  %120 = getelementptr inbounds i8, ptr %0, i64 96, !dbg !811
  %121 = load i32, ptr %120, align 4, !dbg !811
  %122 = getelementptr inbounds i8, ptr %0, i64 84, !dbg !811
  %123 = load i32, ptr %122, align 4, !dbg !811
  %124 = icmp slt i32 %123, %121, !dbg !811
  br i1 %124, label %164, label %125, !dbg !819

125:                                              ; preds = %119
  %126 = getelementptr inbounds i8, ptr %0, i64 64, !dbg !807
  %127 = load i64, ptr %126, align 8, !dbg !807
  %128 = getelementptr inbounds i8, ptr %0, i64 56, !dbg !807
  %129 = load i64, ptr %128, align 8, !dbg !807
  %130 = getelementptr inbounds i8, ptr %0, i64 40, !dbg !807
  %131 = load ptr, ptr %130, align 8, !dbg !807
  %132 = sext i32 %123 to i64, !dbg !807
  %133 = getelementptr [256 x i32], ptr %131, i64 0, i64 %132, !dbg !807
  %134 = ptrtoint ptr %133 to i64, !dbg !808
  %135 = sub i64 %134, %129, !dbg !808
  %136 = icmp ult i64 %135, %127, !dbg !808
  br i1 %136, label %137, label %149, !dbg !820, !prof !749

137:                                              ; preds = %125
  %138 = getelementptr inbounds i8, ptr %0, i64 72
  %139 = load i64, ptr %138, align 8
  %140 = getelementptr inbounds i8, ptr %0, i64 48
  %141 = load ptr, ptr %140, align 8
  %142 = getelementptr inbounds i8, ptr %141, i64 48
  %143 = load i64, ptr %142, align 8, !dbg !820, !invariant.load !806
  %144 = inttoptr i64 %143 to ptr, !dbg !820
  %145 = getelementptr [2 x i64], ptr %144, i64 %139, !dbg !820
  %146 = load i64, ptr %145, align 16, !dbg !820
  %147 = icmp eq i64 %146, -1, !dbg !820
  br i1 %147, label %148, label %155, !dbg !820, !prof !750

148:                                              ; preds = %137
  call void @__tsan_read4(ptr %133) #18, !dbg !820, !fencepost.check !806
  br label %150, !dbg !820

149:                                              ; preds = %125
  call void @__tsan_read4(ptr %133) #18, !dbg !820, !fencepost.check !806
  br label %150, !dbg !820

150:                                              ; preds = %149, %148
  %151 = load ptr, ptr %130, align 8, !dbg !807
  %152 = load i32, ptr %122, align 4, !dbg !807
  %153 = sext i32 %152 to i64, !dbg !807
  %154 = getelementptr [256 x i32], ptr %151, i64 0, i64 %153, !dbg !807
  call void @__tsan_write4(ptr %154) #18, !dbg !820, !fencepost.check !806
  br label %155, !dbg !820

155:                                              ; preds = %137, %150
  %156 = getelementptr inbounds i8, ptr %0, i64 100, !dbg !807
  %157 = load i32, ptr %156, align 4, !dbg !807
  %158 = load ptr, ptr %130, align 8, !dbg !807
  %159 = load i32, ptr %122, align 4, !dbg !807
  %160 = sext i32 %159 to i64, !dbg !807
  %161 = getelementptr [256 x i32], ptr %158, i64 0, i64 %160, !dbg !807
  %162 = load i32, ptr %161, align 4, !dbg !820
  %163 = add i32 %162, %157, !dbg !820
  store i32 %163, ptr %161, align 4, !dbg !820
  br label %164, !dbg !822

164:                                              ; preds = %155, %119
  %165 = call ptr asm sideeffect "leaq .Lfencepost_at_${:uid}(%rip), $0\0A.Lfencepost_at_${:uid}:", "=r"() #17, !dbg !823
  store ptr %165, ptr %2, align 8, !dbg !823
  store i2 -1, ptr %3, align 1
  br label %246, !dbg !823

166:                                              ; preds = %1
  %167 = getelementptr inbounds i8, ptr %0, i64 96, !dbg !824
  %168 = load i32, ptr %167, align 4, !dbg !824
  %169 = shl i32 %168, 1, !dbg !824
    #dbg_value(ptr %0, !789, !DIExpression(DW_OP_plus_uconst, 96, DW_OP_deref, DW_OP_constu, 1, DW_OP_shl), !809)
  %170 = icmp slt i32 %169, 256, !dbg !825
  br i1 %170, label %83, label %171, !dbg !826, !llvm.loop !827

171:                                              ; preds = %166
  %172 = getelementptr inbounds i8, ptr %0, i64 92, !dbg !801
  %173 = load i32, ptr %172, align 4, !dbg !801
  %174 = getelementptr inbounds i8, ptr %0, i64 88, !dbg !801
  %175 = load i32, ptr %174, align 4, !dbg !801
  %176 = getelementptr inbounds i8, ptr %0, i64 84, !dbg !801
  %177 = load i32, ptr %176, align 4, !dbg !801
  %178 = getelementptr inbounds i8, ptr %0, i64 80, !dbg !801
  %179 = load i32, ptr %178, align 4, !dbg !801
  %180 = mul i32 %173, %175, !dbg !801
  %181 = add i32 %180, %177, !dbg !802
  %182 = icmp slt i32 %181, %179, !dbg !803
  br i1 %182, label %183, label %245, !dbg !829

183:                                              ; preds = %171
  %184 = getelementptr inbounds i8, ptr %0, i64 64, !dbg !807
  %185 = load i64, ptr %184, align 8, !dbg !807
  %186 = getelementptr inbounds i8, ptr %0, i64 56, !dbg !807
  %187 = load i64, ptr %186, align 8, !dbg !807
  %188 = getelementptr inbounds i8, ptr %0, i64 40, !dbg !807
  %189 = load ptr, ptr %188, align 8, !dbg !807
  %190 = sext i32 %177 to i64, !dbg !807
  %191 = getelementptr [256 x i32], ptr %189, i64 0, i64 %190, !dbg !807
  %192 = ptrtoint ptr %191 to i64, !dbg !808
  %193 = sub i64 %192, %187, !dbg !808
  %194 = icmp ult i64 %193, %185, !dbg !808
  br i1 %194, label %200, label %195, !dbg !830, !prof !749

195:                                              ; preds = %200, %183
  %196 = load ptr, ptr %188, align 8, !dbg !807
  %197 = load i32, ptr %176, align 4, !dbg !807
  %198 = sext i32 %197 to i64, !dbg !807
  %199 = getelementptr [256 x i32], ptr %196, i64 0, i64 %198, !dbg !807
  call void @__tsan_read4(ptr %199) #18, !dbg !830, !fencepost.check !806
  br label %211, !dbg !830

200:                                              ; preds = %183
  %201 = getelementptr inbounds i8, ptr %0, i64 72
  %202 = load i64, ptr %201, align 8
  %203 = getelementptr inbounds i8, ptr %0, i64 48
  %204 = load ptr, ptr %203, align 8
  %205 = getelementptr inbounds i8, ptr %204, i64 48
  %206 = load i64, ptr %205, align 8, !dbg !830, !invariant.load !806
  %207 = inttoptr i64 %206 to ptr, !dbg !830
  %208 = getelementptr [2 x i64], ptr %207, i64 %202, !dbg !830
  %209 = load i64, ptr %208, align 16, !dbg !830
  %210 = icmp eq i64 %209, -1, !dbg !830
  br i1 %210, label %195, label %211, !dbg !830, !prof !750

211:                                              ; preds = %200, %195
  %212 = getelementptr inbounds i8, ptr %0, i64 48, !dbg !807
  %213 = load ptr, ptr %212, align 8, !dbg !807
  %214 = load ptr, ptr %188, align 8, !dbg !807
  %215 = load i32, ptr %172, align 4, !dbg !807
  %216 = load i32, ptr %174, align 4, !dbg !807
  %217 = load i32, ptr %176, align 4, !dbg !807
  %218 = getelementptr inbounds i8, ptr %0, i64 32, !dbg !807
  %219 = load ptr, ptr %218, align 8, !dbg !807
  %220 = sext i32 %217 to i64, !dbg !807
  %221 = getelementptr [256 x i32], ptr %214, i64 0, i64 %220, !dbg !807
  %222 = mul i32 %215, %216, !dbg !801
  %223 = add i32 %222, %217, !dbg !802
  %224 = load i32, ptr %221, align 4, !dbg !830
  %225 = sext i32 %223 to i64, !dbg !832
  %226 = getelementptr i32, ptr %219, i64 %225, !dbg !832
  %227 = getelementptr inbounds i8, ptr %213, i64 184, !dbg !833
  %228 = load i64, ptr %227, align 8, !dbg !833, !invariant.load !806
  %229 = ptrtoint ptr %226 to i64, !dbg !833
  %230 = sub i64 %229, %228, !dbg !833
  %231 = getelementptr inbounds i8, ptr %213, i64 192, !dbg !833
  %232 = load i64, ptr %231, align 8, !dbg !833, !invariant.load !806
  %233 = icmp ult i64 %230, %232, !dbg !833
  br i1 %233, label %235, label %234, !dbg !833, !prof !749

234:                                              ; preds = %235, %211
  call void @__tsan_write4(ptr %226) #18, !dbg !833, !fencepost.check !806
  br label %244, !dbg !833

235:                                              ; preds = %211
  %236 = getelementptr inbounds i8, ptr %213, i64 200, !dbg !833
  %237 = load i64, ptr %236, align 8, !dbg !833, !invariant.load !806
  %238 = inttoptr i64 %237 to ptr, !dbg !833
  %239 = lshr i64 %230, 2, !dbg !833
  %240 = getelementptr i8, ptr %238, i64 %239, !dbg !833
  %241 = load i8, ptr %240, align 1, !dbg !833
  %242 = and i8 %241, 15, !dbg !833
  %243 = icmp eq i8 %242, 15, !dbg !833
  br i1 %243, label %244, label %234, !dbg !833, !prof !749

244:                                              ; preds = %235, %234
  store i32 %224, ptr %226, align 4, !dbg !833
  br label %245, !dbg !832

245:                                              ; preds = %244, %171
  store ptr null, ptr %2, align 8
  br label %246

246:                                              ; preds = %164, %115, %79, %245
  ret void

247:                                              ; preds = %1
  unreachable
}

attributes #0 = { norecurse null_pointer_is_valid sanitize_thread uwtable "disable-tail-calls"="true" "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" "uniform-work-group-size"="true" }
attributes #1 = { norecurse null_pointer_is_valid sanitize_thread uwtable "disable-tail-calls"="true" "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { null_pointer_is_valid "disable-tail-calls"="true" "frame-pointer"="all" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { "disable-tail-calls"="true" }
attributes #5 = { nomerge nounwind }
attributes #6 = { nocallback nofree nosync speculatable willreturn memory(none) }
attributes #7 = { convergent null_pointer_is_valid "disable-tail-calls"="true" "frame-pointer"="all" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { coro_only_destroy_when_complete norecurse null_pointer_is_valid sanitize_thread uwtable "disable-tail-calls"="true" "fencepost-device-code" "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" "uniform-work-group-size"="true" }
attributes #9 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #10 = { nounwind memory(none) }
attributes #11 = { nounwind }
attributes #12 = { coro_only_destroy_when_complete norecurse null_pointer_is_valid sanitize_thread uwtable "disable-tail-calls"="true" "fencepost-device-code" "fencepost-unchecked" "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" "uniform-work-group-size"="true" }
attributes #13 = { nomerge }
attributes #14 = { nomerge "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" }
attributes #15 = { nomerge "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "uniform-work-group-size"="true" }
attributes #16 = { nobuiltin nomerge "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" }
attributes #17 = { convergent noduplicate nomerge nounwind }
attributes #18 = { cold nomerge memory(inaccessiblemem: readwrite) }

!llvm.module.flags = !{!286, !287, !288, !289, !290, !291, !292, !293}
!llvm.dbg.cu = !{!294, !23}
!llvm.ident = !{!651, !651}
!fencepost.stubs = !{!652}
!fencepost.kernels = !{!653}
!fencepost.variables = !{}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 16, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "/tmp/ks.cu", directory: "", checksumkind: CSK_MD5, checksum: "0a6ffba9ebee0dc0f86d9366abc0ab37")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 32, elements: !6)
!4 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !5)
!5 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!6 = !{!7}
!7 = !DISubrange(count: 4)
!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())
!9 = distinct !DIGlobalVariable(scope: null, file: !10, line: 78, type: !11, isLocal: true, isDefinition: true)
!10 = !DIFile(filename: "build/include/fencepost/cuda_runtime.h", directory: "/work/main")
!11 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 88, elements: !12)
!12 = !{!13}
!13 = !DISubrange(count: 11)
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!15 = distinct !DIGlobalVariable(name: "tile", scope: !16, file: !2, line: 3, type: !283, isLocal: true, isDefinition: true)
!16 = distinct !DISubprogram(name: "scan", linkageName: "_Z4scanPKiPii", scope: !2, file: !2, line: 2, type: !17, scopeLine: 2, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !23, retainedNodes: !272)
!17 = !DISubroutineType(types: !18)
!18 = !{null, !19, !22, !21}
!19 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64)
!20 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !21)
!21 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!22 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64)
!23 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !24, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !25, imports: !26, splitDebugInlining: false, nameTableKind: None)
!24 = !DIFile(filename: "/tmp/ks.cu", directory: "/work/main", checksumkind: CSK_MD5, checksum: "0a6ffba9ebee0dc0f86d9366abc0ab37")
!25 = !{!14}
!26 = !{!27, !90, !96, !101, !105, !107, !109, !111, !113, !120, !125, !131, !135, !139, !143, !148, !152, !154, !158, !164, !168, !175, !177, !182, !186, !190, !192, !196, !200, !202, !206, !208, !210, !214, !218, !222, !226, !230, !234, !236, !242, !246, !250, !255, !257, !259, !263, !267, !268, !269, !270, !271}
!27 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !29, file: !89, line: 98)
!28 = !DINamespace(name: "std", scope: null)
!29 = !DIDerivedType(tag: DW_TAG_typedef, name: "FILE", file: !30, line: 7, baseType: !31)
!30 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types/FILE.h", directory: "", checksumkind: CSK_MD5, checksum: "571f9fb6223c42439075fdde11a0de5d")
!31 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "_IO_FILE", file: !32, line: 49, size: 1728, flags: DIFlagTypePassByValue, elements: !33, identifier: "_ZTS8_IO_FILE")
!32 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types/struct_FILE.h", directory: "", checksumkind: CSK_MD5, checksum: "1bad07471b7974df4ecc1d1c2ca207e6")
!33 = !{!34, !35, !37, !38, !39, !40, !41, !42, !43, !44, !45, !46, !47, !50, !52, !53, !54, !58, !60, !62, !66, !69, !71, !74, !77, !78, !80, !84, !85}
!34 = !DIDerivedType(tag: DW_TAG_member, name: "_flags", scope: !31, file: !32, line: 51, baseType: !21, size: 32)
!35 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_read_ptr", scope: !31, file: !32, line: 54, baseType: !36, size: 64, offset: 64)
!36 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_read_end", scope: !31, file: !32, line: 55, baseType: !36, size: 64, offset: 128)
!38 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_read_base", scope: !31, file: !32, line: 56, baseType: !36, size: 64, offset: 192)
!39 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_write_base", scope: !31, file: !32, line: 57, baseType: !36, size: 64, offset: 256)
!40 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_write_ptr", scope: !31, file: !32, line: 58, baseType: !36, size: 64, offset: 320)
!41 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_write_end", scope: !31, file: !32, line: 59, baseType: !36, size: 64, offset: 384)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_buf_base", scope: !31, file: !32, line: 60, baseType: !36, size: 64, offset: 448)
!43 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_buf_end", scope: !31, file: !32, line: 61, baseType: !36, size: 64, offset: 512)
!44 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_save_base", scope: !31, file: !32, line: 64, baseType: !36, size: 64, offset: 576)
!45 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_backup_base", scope: !31, file: !32, line: 65, baseType: !36, size: 64, offset: 640)
!46 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_save_end", scope: !31, file: !32, line: 66, baseType: !36, size: 64, offset: 704)
!47 = !DIDerivedType(tag: DW_TAG_member, name: "_markers", scope: !31, file: !32, line: 68, baseType: !48, size: 64, offset: 768)
!48 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !49, size: 64)
!49 = !DICompositeType(tag: DW_TAG_structure_type, name: "_IO_marker", file: !32, line: 36, flags: DIFlagFwdDecl | DIFlagNonTrivial, identifier: "_ZTS10_IO_marker")
!50 = !DIDerivedType(tag: DW_TAG_member, name: "_chain", scope: !31, file: !32, line: 70, baseType: !51, size: 64, offset: 832)
!51 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64)
!52 = !DIDerivedType(tag: DW_TAG_member, name: "_fileno", scope: !31, file: !32, line: 72, baseType: !21, size: 32, offset: 896)
!53 = !DIDerivedType(tag: DW_TAG_member, name: "_flags2", scope: !31, file: !32, line: 73, baseType: !21, size: 32, offset: 928)
!54 = !DIDerivedType(tag: DW_TAG_member, name: "_old_offset", scope: !31, file: !32, line: 74, baseType: !55, size: 64, offset: 960)
!55 = !DIDerivedType(tag: DW_TAG_typedef, name: "__off_t", file: !56, line: 152, baseType: !57)
!56 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types.h", directory: "", checksumkind: CSK_MD5, checksum: "d108b5f93a74c50510d7d9bc0ab36df9")
!57 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!58 = !DIDerivedType(tag: DW_TAG_member, name: "_cur_column", scope: !31, file: !32, line: 77, baseType: !59, size: 16, offset: 1024)
!59 = !DIBasicType(name: "unsigned short", size: 16, encoding: DW_ATE_unsigned)
!60 = !DIDerivedType(tag: DW_TAG_member, name: "_vtable_offset", scope: !31, file: !32, line: 78, baseType: !61, size: 8, offset: 1040)
!61 = !DIBasicType(name: "signed char", size: 8, encoding: DW_ATE_signed_char)
!62 = !DIDerivedType(tag: DW_TAG_member, name: "_shortbuf", scope: !31, file: !32, line: 79, baseType: !63, size: 8, offset: 1048)
!63 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, size: 8, elements: !64)
!64 = !{!65}
!65 = !DISubrange(count: 1)
!66 = !DIDerivedType(tag: DW_TAG_member, name: "_lock", scope: !31, file: !32, line: 81, baseType: !67, size: 64, offset: 1088)
!67 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !68, size: 64)
!68 = !DIDerivedType(tag: DW_TAG_typedef, name: "_IO_lock_t", file: !32, line: 43, baseType: null)
!69 = !DIDerivedType(tag: DW_TAG_member, name: "_offset", scope: !31, file: !32, line: 89, baseType: !70, size: 64, offset: 1152)
!70 = !DIDerivedType(tag: DW_TAG_typedef, name: "__off64_t", file: !56, line: 153, baseType: !57)
!71 = !DIDerivedType(tag: DW_TAG_member, name: "_codecvt", scope: !31, file: !32, line: 91, baseType: !72, size: 64, offset: 1216)
!72 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !73, size: 64)
!73 = !DICompositeType(tag: DW_TAG_structure_type, name: "_IO_codecvt", file: !32, line: 37, flags: DIFlagFwdDecl | DIFlagNonTrivial, identifier: "_ZTS11_IO_codecvt")
!74 = !DIDerivedType(tag: DW_TAG_member, name: "_wide_data", scope: !31, file: !32, line: 92, baseType: !75, size: 64, offset: 1280)
!75 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !76, size: 64)
!76 = !DICompositeType(tag: DW_TAG_structure_type, name: "_IO_wide_data", file: !32, line: 38, flags: DIFlagFwdDecl | DIFlagNonTrivial, identifier: "_ZTS13_IO_wide_data")
!77 = !DIDerivedType(tag: DW_TAG_member, name: "_freeres_list", scope: !31, file: !32, line: 93, baseType: !51, size: 64, offset: 1344)
!78 = !DIDerivedType(tag: DW_TAG_member, name: "_freeres_buf", scope: !31, file: !32, line: 94, baseType: !79, size: 64, offset: 1408)
!79 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!80 = !DIDerivedType(tag: DW_TAG_member, name: "__pad5", scope: !31, file: !32, line: 95, baseType: !81, size: 64, offset: 1472)
!81 = !DIDerivedType(tag: DW_TAG_typedef, name: "size_t", file: !82, line: 18, baseType: !83)
!82 = !DIFile(filename: "/usr/lib/llvm-19/lib/clang/19/include/__stddef_size_t.h", directory: "", checksumkind: CSK_MD5, checksum: "2c44e821a2b1951cde2eb0fb2e656867")
!83 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!84 = !DIDerivedType(tag: DW_TAG_member, name: "_mode", scope: !31, file: !32, line: 96, baseType: !21, size: 32, offset: 1536)
!85 = !DIDerivedType(tag: DW_TAG_member, name: "_unused2", scope: !31, file: !32, line: 98, baseType: !86, size: 160, offset: 1568)
!86 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, size: 160, elements: !87)
!87 = !{!88}
!88 = !DISubrange(count: 20)
!89 = !DIFile(filename: "/usr/lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/cstdio", directory: "")
!90 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !91, file: !89, line: 99)
!91 = !DIDerivedType(tag: DW_TAG_typedef, name: "fpos_t", file: !92, line: 84, baseType: !93)
!92 = !DIFile(filename: "/usr/include/stdio.h", directory: "", checksumkind: CSK_MD5, checksum: "b5a90985555f47bfb88eff5a8f0f5b72")
!93 = !DIDerivedType(tag: DW_TAG_typedef, name: "__fpos_t", file: !94, line: 14, baseType: !95)
!94 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types/__fpos_t.h", directory: "", checksumkind: CSK_MD5, checksum: "32de8bdaf3551a6c0a9394f9af4389ce")
!95 = !DICompositeType(tag: DW_TAG_structure_type, name: "_G_fpos_t", file: !94, line: 10, size: 128, flags: DIFlagFwdDecl, identifier: "_ZTS9_G_fpos_t")
!96 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !97, file: !89, line: 101)
!97 = !DISubprogram(name: "clearerr", scope: !92, file: !92, line: 786, type: !98, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!98 = !DISubroutineType(types: !99)
!99 = !{null, !100}
!100 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !29, size: 64)
!101 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !102, file: !89, line: 102)
!102 = !DISubprogram(name: "fclose", scope: !92, file: !92, line: 178, type: !103, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!103 = !DISubroutineType(types: !104)
!104 = !{!21, !100}
!105 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !106, file: !89, line: 103)
!106 = !DISubprogram(name: "feof", scope: !92, file: !92, line: 788, type: !103, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!107 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !108, file: !89, line: 104)
!108 = !DISubprogram(name: "ferror", scope: !92, file: !92, line: 790, type: !103, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!109 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !110, file: !89, line: 105)
!110 = !DISubprogram(name: "fflush", scope: !92, file: !92, line: 230, type: !103, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!111 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !112, file: !89, line: 106)
!112 = !DISubprogram(name: "fgetc", scope: !92, file: !92, line: 513, type: !103, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!113 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !114, file: !89, line: 107)
!114 = !DISubprogram(name: "fgetpos", scope: !92, file: !92, line: 760, type: !115, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!115 = !DISubroutineType(types: !116)
!116 = !{!21, !117, !118}
!117 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !100)
!118 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !119)
!119 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !91, size: 64)
!120 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !121, file: !89, line: 108)
!121 = !DISubprogram(name: "fgets", scope: !92, file: !92, line: 592, type: !122, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!122 = !DISubroutineType(types: !123)
!123 = !{!36, !124, !21, !117}
!124 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !36)
!125 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !126, file: !89, line: 109)
!126 = !DISubprogram(name: "fopen", scope: !92, file: !92, line: 258, type: !127, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!127 = !DISubroutineType(types: !128)
!128 = !{!100, !129, !129}
!129 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !130)
!130 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!131 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !132, file: !89, line: 110)
!132 = !DISubprogram(name: "fprintf", scope: !92, file: !92, line: 350, type: !133, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!133 = !DISubroutineType(types: !134)
!134 = !{!21, !117, !129, null}
!135 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !136, file: !89, line: 111)
!136 = !DISubprogram(name: "fputc", scope: !92, file: !92, line: 549, type: !137, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!137 = !DISubroutineType(types: !138)
!138 = !{!21, !21, !100}
!139 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !140, file: !89, line: 112)
!140 = !DISubprogram(name: "fputs", scope: !92, file: !92, line: 655, type: !141, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!141 = !DISubroutineType(types: !142)
!142 = !{!21, !129, !117}
!143 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !144, file: !89, line: 113)
!144 = !DISubprogram(name: "fread", scope: !92, file: !92, line: 675, type: !145, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!145 = !DISubroutineType(types: !146)
!146 = !{!81, !147, !81, !81, !117}
!147 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !79)
!148 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !149, file: !89, line: 114)
!149 = !DISubprogram(name: "freopen", scope: !92, file: !92, line: 265, type: !150, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!150 = !DISubroutineType(types: !151)
!151 = !{!100, !129, !129, !117}
!152 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !153, file: !89, line: 115)
!153 = !DISubprogram(name: "fscanf", linkageName: "__isoc99_fscanf", scope: !92, file: !92, line: 434, type: !133, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!154 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !155, file: !89, line: 116)
!155 = !DISubprogram(name: "fseek", scope: !92, file: !92, line: 713, type: !156, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!156 = !DISubroutineType(types: !157)
!157 = !{!21, !100, !57, !21}
!158 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !159, file: !89, line: 117)
!159 = !DISubprogram(name: "fsetpos", scope: !92, file: !92, line: 765, type: !160, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!160 = !DISubroutineType(types: !161)
!161 = !{!21, !100, !162}
!162 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !163, size: 64)
!163 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !91)
!164 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !165, file: !89, line: 118)
!165 = !DISubprogram(name: "ftell", scope: !92, file: !92, line: 718, type: !166, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!166 = !DISubroutineType(types: !167)
!167 = !{!57, !100}
!168 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !169, file: !89, line: 119)
!169 = !DISubprogram(name: "fwrite", scope: !92, file: !92, line: 681, type: !170, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!170 = !DISubroutineType(types: !171)
!171 = !{!81, !172, !81, !81, !117}
!172 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !173)
!173 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !174, size: 64)
!174 = !DIDerivedType(tag: DW_TAG_const_type, baseType: null)
!175 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !176, file: !89, line: 120)
!176 = !DISubprogram(name: "getc", scope: !92, file: !92, line: 514, type: !103, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!177 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !178, file: !89, line: 121)
!178 = !DISubprogram(name: "getchar", scope: !179, file: !179, line: 47, type: !180, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!179 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/stdio.h", directory: "", checksumkind: CSK_MD5, checksum: "c10e343656e7a2bf1044ef4e4442d902")
!180 = !DISubroutineType(types: !181)
!181 = !{!21}
!182 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !183, file: !89, line: 126)
!183 = !DISubprogram(name: "perror", scope: !92, file: !92, line: 804, type: !184, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!184 = !DISubroutineType(types: !185)
!185 = !{null, !130}
!186 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !187, file: !89, line: 127)
!187 = !DISubprogram(name: "printf", scope: !92, file: !92, line: 356, type: !188, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!188 = !DISubroutineType(types: !189)
!189 = !{!21, !129, null}
!190 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !191, file: !89, line: 128)
!191 = !DISubprogram(name: "putc", scope: !92, file: !92, line: 550, type: !137, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!192 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !193, file: !89, line: 129)
!193 = !DISubprogram(name: "putchar", scope: !179, file: !179, line: 82, type: !194, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!194 = !DISubroutineType(types: !195)
!195 = !{!21, !21}
!196 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !197, file: !89, line: 130)
!197 = !DISubprogram(name: "puts", scope: !92, file: !92, line: 661, type: !198, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!198 = !DISubroutineType(types: !199)
!199 = !{!21, !130}
!200 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !201, file: !89, line: 131)
!201 = !DISubprogram(name: "remove", scope: !92, file: !92, line: 152, type: !198, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!202 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !203, file: !89, line: 132)
!203 = !DISubprogram(name: "rename", scope: !92, file: !92, line: 154, type: !204, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!204 = !DISubroutineType(types: !205)
!205 = !{!21, !130, !130}
!206 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !207, file: !89, line: 133)
!207 = !DISubprogram(name: "rewind", scope: !92, file: !92, line: 723, type: !98, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!208 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !209, file: !89, line: 134)
!209 = !DISubprogram(name: "scanf", linkageName: "__isoc99_scanf", scope: !92, file: !92, line: 437, type: !188, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!210 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !211, file: !89, line: 135)
!211 = !DISubprogram(name: "setbuf", scope: !92, file: !92, line: 328, type: !212, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!212 = !DISubroutineType(types: !213)
!213 = !{null, !117, !124}
!214 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !215, file: !89, line: 136)
!215 = !DISubprogram(name: "setvbuf", scope: !92, file: !92, line: 332, type: !216, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!216 = !DISubroutineType(types: !217)
!217 = !{!21, !117, !124, !21, !81}
!218 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !219, file: !89, line: 137)
!219 = !DISubprogram(name: "sprintf", scope: !92, file: !92, line: 358, type: !220, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!220 = !DISubroutineType(types: !221)
!221 = !{!21, !124, !129, null}
!222 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !223, file: !89, line: 138)
!223 = !DISubprogram(name: "sscanf", linkageName: "__isoc99_sscanf", scope: !92, file: !92, line: 439, type: !224, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!224 = !DISubroutineType(types: !225)
!225 = !{!21, !129, !129, null}
!226 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !227, file: !89, line: 139)
!227 = !DISubprogram(name: "tmpfile", scope: !92, file: !92, line: 188, type: !228, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!228 = !DISubroutineType(types: !229)
!229 = !{!100}
!230 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !231, file: !89, line: 141)
!231 = !DISubprogram(name: "tmpnam", scope: !92, file: !92, line: 205, type: !232, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!232 = !DISubroutineType(types: !233)
!233 = !{!36, !36}
!234 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !235, file: !89, line: 143)
!235 = !DISubprogram(name: "ungetc", scope: !92, file: !92, line: 668, type: !137, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!236 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !237, file: !89, line: 144)
!237 = !DISubprogram(name: "vfprintf", scope: !92, file: !92, line: 365, type: !238, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!238 = !DISubroutineType(types: !239)
!239 = !{!21, !117, !129, !240}
!240 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !241, size: 64)
!241 = !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", file: !2, size: 192, flags: DIFlagFwdDecl, identifier: "_ZTS13__va_list_tag")
!242 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !243, file: !89, line: 145)
!243 = !DISubprogram(name: "vprintf", scope: !179, file: !179, line: 39, type: !244, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!244 = !DISubroutineType(types: !245)
!245 = !{!21, !129, !240}
!246 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !247, file: !89, line: 146)
!247 = !DISubprogram(name: "vsprintf", scope: !92, file: !92, line: 373, type: !248, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!248 = !DISubroutineType(types: !249)
!249 = !{!21, !124, !129, !240}
!250 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !251, entity: !252, file: !89, line: 175)
!251 = !DINamespace(name: "__gnu_cxx", scope: null)
!252 = !DISubprogram(name: "snprintf", scope: !92, file: !92, line: 378, type: !253, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!253 = !DISubroutineType(types: !254)
!254 = !{!21, !124, !81, !129, null}
!255 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !251, entity: !256, file: !89, line: 176)
!256 = !DISubprogram(name: "vfscanf", linkageName: "__isoc99_vfscanf", scope: !92, file: !92, line: 479, type: !238, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!257 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !251, entity: !258, file: !89, line: 177)
!258 = !DISubprogram(name: "vscanf", linkageName: "__isoc99_vscanf", scope: !92, file: !92, line: 484, type: !244, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!259 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !251, entity: !260, file: !89, line: 178)
!260 = !DISubprogram(name: "vsnprintf", scope: !92, file: !92, line: 382, type: !261, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!261 = !DISubroutineType(types: !262)
!262 = !{!21, !124, !81, !129, !240}
!263 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !251, entity: !264, file: !89, line: 179)
!264 = !DISubprogram(name: "vsscanf", linkageName: "__isoc99_vsscanf", scope: !92, file: !92, line: 487, type: !265, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!265 = !DISubroutineType(types: !266)
!266 = !{!21, !129, !129, !240}
!267 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !252, file: !89, line: 185)
!268 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !256, file: !89, line: 186)
!269 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !258, file: !89, line: 187)
!270 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !260, file: !89, line: 188)
!271 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !264, file: !89, line: 189)
!272 = !{!273, !274, !275, !276, !277, !278, !280}
!273 = !DILocalVariable(name: "a", arg: 1, scope: !16, file: !2, line: 2, type: !19)
!274 = !DILocalVariable(name: "out", arg: 2, scope: !16, file: !2, line: 2, type: !22)
!275 = !DILocalVariable(name: "n", arg: 3, scope: !16, file: !2, line: 2, type: !21)
!276 = !DILocalVariable(name: "t", scope: !16, file: !2, line: 4, type: !21)
!277 = !DILocalVariable(name: "i", scope: !16, file: !2, line: 4, type: !21)
!278 = !DILocalVariable(name: "d", scope: !279, file: !2, line: 7, type: !21)
!279 = distinct !DILexicalBlock(scope: !16, file: !2, line: 7, column: 3)
!280 = !DILocalVariable(name: "x", scope: !281, file: !2, line: 8, type: !21)
!281 = distinct !DILexicalBlock(scope: !282, file: !2, line: 7, column: 36)
!282 = distinct !DILexicalBlock(scope: !279, file: !2, line: 7, column: 3)
!283 = !DICompositeType(tag: DW_TAG_array_type, baseType: !21, size: 8192, elements: !284)
!284 = !{!285}
!285 = !DISubrange(count: 256)
!286 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 5]}
!287 = !{i32 7, !"Dwarf Version", i32 5}
!288 = !{i32 2, !"Debug Info Version", i32 3}
!289 = !{i32 1, !"wchar_size", i32 4}
!290 = !{i32 8, !"PIC Level", i32 2}
!291 = !{i32 7, !"PIE Level", i32 2}
!292 = !{i32 7, !"uwtable", i32 2}
!293 = !{i32 7, !"frame-pointer", i32 2}
!294 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !24, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !295, retainedTypes: !434, globals: !518, imports: !521, splitDebugInlining: false, nameTableKind: None)
!295 = !{!296}
!296 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "cudaError", file: !297, line: 14, baseType: !298, size: 32, elements: !299, identifier: "_ZTS9cudaError")
!297 = !DIFile(filename: "build/include/fencepost/driver_types.h", directory: "/work/main")
!298 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!299 = !{!300, !301, !302, !303, !304, !305, !306, !307, !308, !309, !310, !311, !312, !313, !314, !315, !316, !317, !318, !319, !320, !321, !322, !323, !324, !325, !326, !327, !328, !329, !330, !331, !332, !333, !334, !335, !336, !337, !338, !339, !340, !341, !342, !343, !344, !345, !346, !347, !348, !349, !350, !351, !352, !353, !354, !355, !356, !357, !358, !359, !360, !361, !362, !363, !364, !365, !366, !367, !368, !369, !370, !371, !372, !373, !374, !375, !376, !377, !378, !379, !380, !381, !382, !383, !384, !385, !386, !387, !388, !389, !390, !391, !392, !393, !394, !395, !396, !397, !398, !399, !400, !401, !402, !403, !404, !405, !406, !407, !408, !409, !410, !411, !412, !413, !414, !415, !416, !417, !418, !419, !420, !421, !422, !423, !424, !425, !426, !427, !428, !429, !430, !431, !432, !433}
!300 = !DIEnumerator(name: "cudaSuccess", value: 0, isUnsigned: true)
!301 = !DIEnumerator(name: "cudaErrorInvalidValue", value: 1, isUnsigned: true)
!302 = !DIEnumerator(name: "cudaErrorMemoryAllocation", value: 2, isUnsigned: true)
!303 = !DIEnumerator(name: "cudaErrorInitializationError", value: 3, isUnsigned: true)
!304 = !DIEnumerator(name: "cudaErrorCudartUnloading", value: 4, isUnsigned: true)
!305 = !DIEnumerator(name: "cudaErrorProfilerDisabled", value: 5, isUnsigned: true)
!306 = !DIEnumerator(name: "cudaErrorProfilerNotInitialized", value: 6, isUnsigned: true)
!307 = !DIEnumerator(name: "cudaErrorProfilerAlreadyStarted", value: 7, isUnsigned: true)
!308 = !DIEnumerator(name: "cudaErrorProfilerAlreadyStopped", value: 8, isUnsigned: true)
!309 = !DIEnumerator(name: "cudaErrorInvalidConfiguration", value: 9, isUnsigned: true)
!310 = !DIEnumerator(name: "cudaErrorInvalidPitchValue", value: 12, isUnsigned: true)
!311 = !DIEnumerator(name: "cudaErrorInvalidSymbol", value: 13, isUnsigned: true)
!312 = !DIEnumerator(name: "cudaErrorInvalidHostPointer", value: 16, isUnsigned: true)
!313 = !DIEnumerator(name: "cudaErrorInvalidDevicePointer", value: 17, isUnsigned: true)
!314 = !DIEnumerator(name: "cudaErrorInvalidTexture", value: 18, isUnsigned: true)
!315 = !DIEnumerator(name: "cudaErrorInvalidTextureBinding", value: 19, isUnsigned: true)
!316 = !DIEnumerator(name: "cudaErrorInvalidChannelDescriptor", value: 20, isUnsigned: true)
!317 = !DIEnumerator(name: "cudaErrorInvalidMemcpyDirection", value: 21, isUnsigned: true)
!318 = !DIEnumerator(name: "cudaErrorAddressOfConstant", value: 22, isUnsigned: true)
!319 = !DIEnumerator(name: "cudaErrorTextureFetchFailed", value: 23, isUnsigned: true)
!320 = !DIEnumerator(name: "cudaErrorTextureNotBound", value: 24, isUnsigned: true)
!321 = !DIEnumerator(name: "cudaErrorSynchronizationError", value: 25, isUnsigned: true)
!322 = !DIEnumerator(name: "cudaErrorInvalidFilterSetting", value: 26, isUnsigned: true)
!323 = !DIEnumerator(name: "cudaErrorInvalidNormSetting", value: 27, isUnsigned: true)
!324 = !DIEnumerator(name: "cudaErrorMixedDeviceExecution", value: 28, isUnsigned: true)
!325 = !DIEnumerator(name: "cudaErrorNotYetImplemented", value: 31, isUnsigned: true)
!326 = !DIEnumerator(name: "cudaErrorMemoryValueTooLarge", value: 32, isUnsigned: true)
!327 = !DIEnumerator(name: "cudaErrorStubLibrary", value: 34, isUnsigned: true)
!328 = !DIEnumerator(name: "cudaErrorInsufficientDriver", value: 35, isUnsigned: true)
!329 = !DIEnumerator(name: "cudaErrorCallRequiresNewerDriver", value: 36, isUnsigned: true)
!330 = !DIEnumerator(name: "cudaErrorInvalidSurface", value: 37, isUnsigned: true)
!331 = !DIEnumerator(name: "cudaErrorDuplicateVariableName", value: 43, isUnsigned: true)
!332 = !DIEnumerator(name: "cudaErrorDuplicateTextureName", value: 44, isUnsigned: true)
!333 = !DIEnumerator(name: "cudaErrorDuplicateSurfaceName", value: 45, isUnsigned: true)
!334 = !DIEnumerator(name: "cudaErrorDevicesUnavailable", value: 46, isUnsigned: true)
!335 = !DIEnumerator(name: "cudaErrorIncompatibleDriverContext", value: 49, isUnsigned: true)
!336 = !DIEnumerator(name: "cudaErrorMissingConfiguration", value: 52, isUnsigned: true)
!337 = !DIEnumerator(name: "cudaErrorPriorLaunchFailure", value: 53, isUnsigned: true)
!338 = !DIEnumerator(name: "cudaErrorLaunchMaxDepthExceeded", value: 65, isUnsigned: true)
!339 = !DIEnumerator(name: "cudaErrorLaunchFileScopedTex", value: 66, isUnsigned: true)
!340 = !DIEnumerator(name: "cudaErrorLaunchFileScopedSurf", value: 67, isUnsigned: true)
!341 = !DIEnumerator(name: "cudaErrorSyncDepthExceeded", value: 68, isUnsigned: true)
!342 = !DIEnumerator(name: "cudaErrorLaunchPendingCountExceeded", value: 69, isUnsigned: true)
!343 = !DIEnumerator(name: "cudaErrorInvalidDeviceFunction", value: 98, isUnsigned: true)
!344 = !DIEnumerator(name: "cudaErrorNoDevice", value: 100, isUnsigned: true)
!345 = !DIEnumerator(name: "cudaErrorInvalidDevice", value: 101, isUnsigned: true)
!346 = !DIEnumerator(name: "cudaErrorDeviceNotLicensed", value: 102, isUnsigned: true)
!347 = !DIEnumerator(name: "cudaErrorSoftwareValidityNotEstablished", value: 103, isUnsigned: true)
!348 = !DIEnumerator(name: "cudaErrorStartupFailure", value: 127, isUnsigned: true)
!349 = !DIEnumerator(name: "cudaErrorInvalidKernelImage", value: 200, isUnsigned: true)
!350 = !DIEnumerator(name: "cudaErrorDeviceUninitialized", value: 201, isUnsigned: true)
!351 = !DIEnumerator(name: "cudaErrorMapBufferObjectFailed", value: 205, isUnsigned: true)
!352 = !DIEnumerator(name: "cudaErrorUnmapBufferObjectFailed", value: 206, isUnsigned: true)
!353 = !DIEnumerator(name: "cudaErrorArrayIsMapped", value: 207, isUnsigned: true)
!354 = !DIEnumerator(name: "cudaErrorAlreadyMapped", value: 208, isUnsigned: true)
!355 = !DIEnumerator(name: "cudaErrorNoKernelImageForDevice", value: 209, isUnsigned: true)
!356 = !DIEnumerator(name: "cudaErrorAlreadyAcquired", value: 210, isUnsigned: true)
!357 = !DIEnumerator(name: "cudaErrorNotMapped", value: 211, isUnsigned: true)
!358 = !DIEnumerator(name: "cudaErrorNotMappedAsArray", value: 212, isUnsigned: true)
!359 = !DIEnumerator(name: "cudaErrorNotMappedAsPointer", value: 213, isUnsigned: true)
!360 = !DIEnumerator(name: "cudaErrorECCUncorrectable", value: 214, isUnsigned: true)
!361 = !DIEnumerator(name: "cudaErrorUnsupportedLimit", value: 215, isUnsigned: true)
!362 = !DIEnumerator(name: "cudaErrorDeviceAlreadyInUse", value: 216, isUnsigned: true)
!363 = !DIEnumerator(name: "cudaErrorPeerAccessUnsupported", value: 217, isUnsigned: true)
!364 = !DIEnumerator(name: "cudaErrorInvalidPtx", value: 218, isUnsigned: true)
!365 = !DIEnumerator(name: "cudaErrorInvalidGraphicsContext", value: 219, isUnsigned: true)
!366 = !DIEnumerator(name: "cudaErrorNvlinkUncorrectable", value: 220, isUnsigned: true)
!367 = !DIEnumerator(name: "cudaErrorJitCompilerNotFound", value: 221, isUnsigned: true)
!368 = !DIEnumerator(name: "cudaErrorUnsupportedPtxVersion", value: 222, isUnsigned: true)
!369 = !DIEnumerator(name: "cudaErrorJitCompilationDisabled", value: 223, isUnsigned: true)
!370 = !DIEnumerator(name: "cudaErrorUnsupportedExecAffinity", value: 224, isUnsigned: true)
!371 = !DIEnumerator(name: "cudaErrorUnsupportedDevSideSync", value: 225, isUnsigned: true)
!372 = !DIEnumerator(name: "cudaErrorContained", value: 226, isUnsigned: true)
!373 = !DIEnumerator(name: "cudaErrorInvalidSource", value: 300, isUnsigned: true)
!374 = !DIEnumerator(name: "cudaErrorFileNotFound", value: 301, isUnsigned: true)
!375 = !DIEnumerator(name: "cudaErrorSharedObjectSymbolNotFound", value: 302, isUnsigned: true)
!376 = !DIEnumerator(name: "cudaErrorSharedObjectInitFailed", value: 303, isUnsigned: true)
!377 = !DIEnumerator(name: "cudaErrorOperatingSystem", value: 304, isUnsigned: true)
!378 = !DIEnumerator(name: "cudaErrorInvalidResourceHandle", value: 400, isUnsigned: true)
!379 = !DIEnumerator(name: "cudaErrorIllegalState", value: 401, isUnsigned: true)
!380 = !DIEnumerator(name: "cudaErrorLossyQuery", value: 402, isUnsigned: true)
!381 = !DIEnumerator(name: "cudaErrorSymbolNotFound", value: 500, isUnsigned: true)
!382 = !DIEnumerator(name: "cudaErrorNotReady", value: 600, isUnsigned: true)
!383 = !DIEnumerator(name: "cudaErrorIllegalAddress", value: 700, isUnsigned: true)
!384 = !DIEnumerator(name: "cudaErrorLaunchOutOfResources", value: 701, isUnsigned: true)
!385 = !DIEnumerator(name: "cudaErrorLaunchTimeout", value: 702, isUnsigned: true)
!386 = !DIEnumerator(name: "cudaErrorLaunchIncompatibleTexturing", value: 703, isUnsigned: true)
!387 = !DIEnumerator(name: "cudaErrorPeerAccessAlreadyEnabled", value: 704, isUnsigned: true)
!388 = !DIEnumerator(name: "cudaErrorPeerAccessNotEnabled", value: 705, isUnsigned: true)
!389 = !DIEnumerator(name: "cudaErrorSetOnActiveProcess", value: 708, isUnsigned: true)
!390 = !DIEnumerator(name: "cudaErrorContextIsDestroyed", value: 709, isUnsigned: true)
!391 = !DIEnumerator(name: "cudaErrorAssert", value: 710, isUnsigned: true)
!392 = !DIEnumerator(name: "cudaErrorTooManyPeers", value: 711, isUnsigned: true)
!393 = !DIEnumerator(name: "cudaErrorHostMemoryAlreadyRegistered", value: 712, isUnsigned: true)
!394 = !DIEnumerator(name: "cudaErrorHostMemoryNotRegistered", value: 713, isUnsigned: true)
!395 = !DIEnumerator(name: "cudaErrorHardwareStackError", value: 714, isUnsigned: true)
!396 = !DIEnumerator(name: "cudaErrorIllegalInstruction", value: 715, isUnsigned: true)
!397 = !DIEnumerator(name: "cudaErrorMisalignedAddress", value: 716, isUnsigned: true)
!398 = !DIEnumerator(name: "cudaErrorInvalidAddressSpace", value: 717, isUnsigned: true)
!399 = !DIEnumerator(name: "cudaErrorInvalidPc", value: 718, isUnsigned: true)
!400 = !DIEnumerator(name: "cudaErrorLaunchFailure", value: 719, isUnsigned: true)
!401 = !DIEnumerator(name: "cudaErrorCooperativeLaunchTooLarge", value: 720, isUnsigned: true)
!402 = !DIEnumerator(name: "cudaErrorTensorMemoryLeak", value: 721, isUnsigned: true)
!403 = !DIEnumerator(name: "cudaErrorNotPermitted", value: 800, isUnsigned: true)
!404 = !DIEnumerator(name: "cudaErrorNotSupported", value: 801, isUnsigned: true)
!405 = !DIEnumerator(name: "cudaErrorSystemNotReady", value: 802, isUnsigned: true)
!406 = !DIEnumerator(name: "cudaErrorSystemDriverMismatch", value: 803, isUnsigned: true)
!407 = !DIEnumerator(name: "cudaErrorCompatNotSupportedOnDevice", value: 804, isUnsigned: true)
!408 = !DIEnumerator(name: "cudaErrorMpsConnectionFailed", value: 805, isUnsigned: true)
!409 = !DIEnumerator(name: "cudaErrorMpsRpcFailure", value: 806, isUnsigned: true)
!410 = !DIEnumerator(name: "cudaErrorMpsServerNotReady", value: 807, isUnsigned: true)
!411 = !DIEnumerator(name: "cudaErrorMpsMaxClientsReached", value: 808, isUnsigned: true)
!412 = !DIEnumerator(name: "cudaErrorMpsMaxConnectionsReached", value: 809, isUnsigned: true)
!413 = !DIEnumerator(name: "cudaErrorMpsClientTerminated", value: 810, isUnsigned: true)
!414 = !DIEnumerator(name: "cudaErrorCdpNotSupported", value: 811, isUnsigned: true)
!415 = !DIEnumerator(name: "cudaErrorCdpVersionMismatch", value: 812, isUnsigned: true)
!416 = !DIEnumerator(name: "cudaErrorStreamCaptureUnsupported", value: 900, isUnsigned: true)
!417 = !DIEnumerator(name: "cudaErrorStreamCaptureInvalidated", value: 901, isUnsigned: true)
!418 = !DIEnumerator(name: "cudaErrorStreamCaptureMerge", value: 902, isUnsigned: true)
!419 = !DIEnumerator(name: "cudaErrorStreamCaptureUnmatched", value: 903, isUnsigned: true)
!420 = !DIEnumerator(name: "cudaErrorStreamCaptureUnjoined", value: 904, isUnsigned: true)
!421 = !DIEnumerator(name: "cudaErrorStreamCaptureIsolation", value: 905, isUnsigned: true)
!422 = !DIEnumerator(name: "cudaErrorStreamCaptureImplicit", value: 906, isUnsigned: true)
!423 = !DIEnumerator(name: "cudaErrorCapturedEvent", value: 907, isUnsigned: true)
!424 = !DIEnumerator(name: "cudaErrorStreamCaptureWrongThread", value: 908, isUnsigned: true)
!425 = !DIEnumerator(name: "cudaErrorTimeout", value: 909, isUnsigned: true)
!426 = !DIEnumerator(name: "cudaErrorGraphExecUpdateFailure", value: 910, isUnsigned: true)
!427 = !DIEnumerator(name: "cudaErrorExternalDevice", value: 911, isUnsigned: true)
!428 = !DIEnumerator(name: "cudaErrorInvalidClusterSize", value: 912, isUnsigned: true)
!429 = !DIEnumerator(name: "cudaErrorFunctionNotLoaded", value: 913, isUnsigned: true)
!430 = !DIEnumerator(name: "cudaErrorInvalidResourceType", value: 914, isUnsigned: true)
!431 = !DIEnumerator(name: "cudaErrorInvalidResourceConfiguration", value: 915, isUnsigned: true)
!432 = !DIEnumerator(name: "cudaErrorUnknown", value: 999, isUnsigned: true)
!433 = !DIEnumerator(name: "cudaErrorApiFailureBase", value: 10000, isUnsigned: true)
!434 = !{!435, !79, !436}
!435 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !79, size: 64)
!436 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "dim3", file: !437, line: 66, size: 96, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !438, identifier: "_ZTS4dim3")
!437 = !DIFile(filename: "build/include/fencepost/vector_types.h", directory: "/work/main")
!438 = !{!439, !440, !441, !442, !446, !455, !471, !485, !499, !513}
!439 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !436, file: !437, line: 67, baseType: !298, size: 32)
!440 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !436, file: !437, line: 67, baseType: !298, size: 32, offset: 32)
!441 = !DIDerivedType(tag: DW_TAG_member, name: "z", scope: !436, file: !437, line: 67, baseType: !298, size: 32, offset: 64)
!442 = !DISubprogram(name: "dim3", scope: !436, file: !437, line: 69, type: !443, scopeLine: 69, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!443 = !DISubroutineType(types: !444)
!444 = !{null, !445, !298, !298, !298}
!445 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !436, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!446 = !DISubprogram(name: "dim3", scope: !436, file: !437, line: 71, type: !447, scopeLine: 71, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!447 = !DISubroutineType(types: !448)
!448 = !{null, !445, !449}
!449 = !DIDerivedType(tag: DW_TAG_typedef, name: "uint3", file: !437, line: 27, baseType: !450)
!450 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "uint3", file: !437, line: 27, size: 96, flags: DIFlagTypePassByValue, elements: !451, identifier: "_ZTS5uint3")
!451 = !{!452, !453, !454}
!452 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !450, file: !437, line: 27, baseType: !298, size: 32)
!453 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !450, file: !437, line: 27, baseType: !298, size: 32, offset: 32)
!454 = !DIDerivedType(tag: DW_TAG_member, name: "z", scope: !450, file: !437, line: 27, baseType: !298, size: 32, offset: 64)
!455 = !DISubprogram(name: "dim3", scope: !436, file: !437, line: 72, type: !456, scopeLine: 72, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!456 = !DISubroutineType(types: !457)
!457 = !{null, !445, !458}
!458 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !459, size: 64)
!459 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !460)
!460 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "ThreadIndex", scope: !462, file: !461, line: 21, size: 96, flags: DIFlagTypePassByValue, elements: !463, identifier: "_ZTSN12fencepost_rt11ThreadIndexE")
!461 = !DIFile(filename: "build/include/fencepost/fencepost_builtin_variables.h", directory: "/work/main")
!462 = !DINamespace(name: "fencepost_rt", scope: null)
!463 = !{!464, !465, !466, !467}
!464 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !460, file: !461, line: 21, baseType: !298, size: 32)
!465 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !460, file: !461, line: 21, baseType: !298, size: 32, offset: 32)
!466 = !DIDerivedType(tag: DW_TAG_member, name: "z", scope: !460, file: !461, line: 21, baseType: !298, size: 32, offset: 64)
!467 = !DISubprogram(name: "operator uint3", linkageName: "_ZNK12fencepost_rt11ThreadIndexcv5uint3Ev", scope: !460, file: !461, line: 21, type: !468, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!468 = !DISubroutineType(types: !469)
!469 = !{!449, !470}
!470 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !459, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!471 = !DISubprogram(name: "dim3", scope: !436, file: !437, line: 73, type: !472, scopeLine: 73, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!472 = !DISubroutineType(types: !473)
!473 = !{null, !445, !474}
!474 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !475, size: 64)
!475 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !476)
!476 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "BlockIndex", scope: !462, file: !461, line: 22, size: 96, flags: DIFlagTypePassByValue, elements: !477, identifier: "_ZTSN12fencepost_rt10BlockIndexE")
!477 = !{!478, !479, !480, !481}
!478 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !476, file: !461, line: 22, baseType: !298, size: 32)
!479 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !476, file: !461, line: 22, baseType: !298, size: 32, offset: 32)
!480 = !DIDerivedType(tag: DW_TAG_member, name: "z", scope: !476, file: !461, line: 22, baseType: !298, size: 32, offset: 64)
!481 = !DISubprogram(name: "operator uint3", linkageName: "_ZNK12fencepost_rt10BlockIndexcv5uint3Ev", scope: !476, file: !461, line: 22, type: !482, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!482 = !DISubroutineType(types: !483)
!483 = !{!449, !484}
!484 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !475, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!485 = !DISubprogram(name: "dim3", scope: !436, file: !437, line: 74, type: !486, scopeLine: 74, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!486 = !DISubroutineType(types: !487)
!487 = !{null, !445, !488}
!488 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !489, size: 64)
!489 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !490)
!490 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "BlockDim", scope: !462, file: !461, line: 23, size: 96, flags: DIFlagTypePassByValue, elements: !491, identifier: "_ZTSN12fencepost_rt8BlockDimE")
!491 = !{!492, !493, !494, !495}
!492 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !490, file: !461, line: 23, baseType: !298, size: 32)
!493 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !490, file: !461, line: 23, baseType: !298, size: 32, offset: 32)
!494 = !DIDerivedType(tag: DW_TAG_member, name: "z", scope: !490, file: !461, line: 23, baseType: !298, size: 32, offset: 64)
!495 = !DISubprogram(name: "operator uint3", linkageName: "_ZNK12fencepost_rt8BlockDimcv5uint3Ev", scope: !490, file: !461, line: 23, type: !496, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!496 = !DISubroutineType(types: !497)
!497 = !{!449, !498}
!498 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !489, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!499 = !DISubprogram(name: "dim3", scope: !436, file: !437, line: 75, type: !500, scopeLine: 75, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!500 = !DISubroutineType(types: !501)
!501 = !{null, !445, !502}
!502 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !503, size: 64)
!503 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !504)
!504 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "GridDim", scope: !462, file: !461, line: 24, size: 96, flags: DIFlagTypePassByValue, elements: !505, identifier: "_ZTSN12fencepost_rt7GridDimE")
!505 = !{!506, !507, !508, !509}
!506 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !504, file: !461, line: 24, baseType: !298, size: 32)
!507 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !504, file: !461, line: 24, baseType: !298, size: 32, offset: 32)
!508 = !DIDerivedType(tag: DW_TAG_member, name: "z", scope: !504, file: !461, line: 24, baseType: !298, size: 32, offset: 64)
!509 = !DISubprogram(name: "operator uint3", linkageName: "_ZNK12fencepost_rt7GridDimcv5uint3Ev", scope: !504, file: !461, line: 24, type: !510, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!510 = !DISubroutineType(types: !511)
!511 = !{!449, !512}
!512 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !503, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!513 = !DISubprogram(name: "operator uint3", linkageName: "_ZNK4dim3cv5uint3Ev", scope: !436, file: !437, line: 76, type: !514, scopeLine: 76, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!514 = !DISubroutineType(types: !515)
!515 = !{!449, !516}
!516 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !517, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!517 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !436)
!518 = !{!0, !8, !519}
!519 = !DIGlobalVariableExpression(var: !520, expr: !DIExpression(DW_OP_constu, 0, DW_OP_stack_value))
!520 = distinct !DIGlobalVariable(name: "kDeviceMemory", scope: !462, file: !10, line: 67, type: !20, isLocal: true, isDefinition: true)
!521 = !{!522, !90, !556, !561, !565, !567, !569, !571, !573, !578, !582, !586, !590, !594, !598, !602, !606, !608, !612, !616, !620, !624, !177, !182, !186, !626, !192, !196, !200, !202, !628, !208, !630, !634, !218, !222, !638, !230, !642, !644, !242, !246, !250, !648, !257, !259, !263, !267, !650, !269, !270, !271}
!522 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !523, file: !89, line: 98)
!523 = !DIDerivedType(tag: DW_TAG_typedef, name: "FILE", file: !30, line: 7, baseType: !524)
!524 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "_IO_FILE", file: !32, line: 49, size: 1728, flags: DIFlagTypePassByValue, elements: !525, identifier: "_ZTS8_IO_FILE")
!525 = !{!526, !527, !528, !529, !530, !531, !532, !533, !534, !535, !536, !537, !538, !539, !541, !542, !543, !544, !545, !546, !547, !548, !549, !550, !551, !552, !553, !554, !555}
!526 = !DIDerivedType(tag: DW_TAG_member, name: "_flags", scope: !524, file: !32, line: 51, baseType: !21, size: 32)
!527 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_read_ptr", scope: !524, file: !32, line: 54, baseType: !36, size: 64, offset: 64)
!528 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_read_end", scope: !524, file: !32, line: 55, baseType: !36, size: 64, offset: 128)
!529 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_read_base", scope: !524, file: !32, line: 56, baseType: !36, size: 64, offset: 192)
!530 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_write_base", scope: !524, file: !32, line: 57, baseType: !36, size: 64, offset: 256)
!531 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_write_ptr", scope: !524, file: !32, line: 58, baseType: !36, size: 64, offset: 320)
!532 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_write_end", scope: !524, file: !32, line: 59, baseType: !36, size: 64, offset: 384)
!533 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_buf_base", scope: !524, file: !32, line: 60, baseType: !36, size: 64, offset: 448)
!534 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_buf_end", scope: !524, file: !32, line: 61, baseType: !36, size: 64, offset: 512)
!535 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_save_base", scope: !524, file: !32, line: 64, baseType: !36, size: 64, offset: 576)
!536 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_backup_base", scope: !524, file: !32, line: 65, baseType: !36, size: 64, offset: 640)
!537 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_save_end", scope: !524, file: !32, line: 66, baseType: !36, size: 64, offset: 704)
!538 = !DIDerivedType(tag: DW_TAG_member, name: "_markers", scope: !524, file: !32, line: 68, baseType: !48, size: 64, offset: 768)
!539 = !DIDerivedType(tag: DW_TAG_member, name: "_chain", scope: !524, file: !32, line: 70, baseType: !540, size: 64, offset: 832)
!540 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !524, size: 64)
!541 = !DIDerivedType(tag: DW_TAG_member, name: "_fileno", scope: !524, file: !32, line: 72, baseType: !21, size: 32, offset: 896)
!542 = !DIDerivedType(tag: DW_TAG_member, name: "_flags2", scope: !524, file: !32, line: 73, baseType: !21, size: 32, offset: 928)
!543 = !DIDerivedType(tag: DW_TAG_member, name: "_old_offset", scope: !524, file: !32, line: 74, baseType: !55, size: 64, offset: 960)
!544 = !DIDerivedType(tag: DW_TAG_member, name: "_cur_column", scope: !524, file: !32, line: 77, baseType: !59, size: 16, offset: 1024)
!545 = !DIDerivedType(tag: DW_TAG_member, name: "_vtable_offset", scope: !524, file: !32, line: 78, baseType: !61, size: 8, offset: 1040)
!546 = !DIDerivedType(tag: DW_TAG_member, name: "_shortbuf", scope: !524, file: !32, line: 79, baseType: !63, size: 8, offset: 1048)
!547 = !DIDerivedType(tag: DW_TAG_member, name: "_lock", scope: !524, file: !32, line: 81, baseType: !67, size: 64, offset: 1088)
!548 = !DIDerivedType(tag: DW_TAG_member, name: "_offset", scope: !524, file: !32, line: 89, baseType: !70, size: 64, offset: 1152)
!549 = !DIDerivedType(tag: DW_TAG_member, name: "_codecvt", scope: !524, file: !32, line: 91, baseType: !72, size: 64, offset: 1216)
!550 = !DIDerivedType(tag: DW_TAG_member, name: "_wide_data", scope: !524, file: !32, line: 92, baseType: !75, size: 64, offset: 1280)
!551 = !DIDerivedType(tag: DW_TAG_member, name: "_freeres_list", scope: !524, file: !32, line: 93, baseType: !540, size: 64, offset: 1344)
!552 = !DIDerivedType(tag: DW_TAG_member, name: "_freeres_buf", scope: !524, file: !32, line: 94, baseType: !79, size: 64, offset: 1408)
!553 = !DIDerivedType(tag: DW_TAG_member, name: "__pad5", scope: !524, file: !32, line: 95, baseType: !81, size: 64, offset: 1472)
!554 = !DIDerivedType(tag: DW_TAG_member, name: "_mode", scope: !524, file: !32, line: 96, baseType: !21, size: 32, offset: 1536)
!555 = !DIDerivedType(tag: DW_TAG_member, name: "_unused2", scope: !524, file: !32, line: 98, baseType: !86, size: 160, offset: 1568)
!556 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !557, file: !89, line: 101)
!557 = !DISubprogram(name: "clearerr", scope: !92, file: !92, line: 786, type: !558, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!558 = !DISubroutineType(types: !559)
!559 = !{null, !560}
!560 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !523, size: 64)
!561 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !562, file: !89, line: 102)
!562 = !DISubprogram(name: "fclose", scope: !92, file: !92, line: 178, type: !563, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!563 = !DISubroutineType(types: !564)
!564 = !{!21, !560}
!565 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !566, file: !89, line: 103)
!566 = !DISubprogram(name: "feof", scope: !92, file: !92, line: 788, type: !563, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!567 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !568, file: !89, line: 104)
!568 = !DISubprogram(name: "ferror", scope: !92, file: !92, line: 790, type: !563, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!569 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !570, file: !89, line: 105)
!570 = !DISubprogram(name: "fflush", scope: !92, file: !92, line: 230, type: !563, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!571 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !572, file: !89, line: 106)
!572 = !DISubprogram(name: "fgetc", scope: !92, file: !92, line: 513, type: !563, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!573 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !574, file: !89, line: 107)
!574 = !DISubprogram(name: "fgetpos", scope: !92, file: !92, line: 760, type: !575, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!575 = !DISubroutineType(types: !576)
!576 = !{!21, !577, !118}
!577 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !560)
!578 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !579, file: !89, line: 108)
!579 = !DISubprogram(name: "fgets", scope: !92, file: !92, line: 592, type: !580, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!580 = !DISubroutineType(types: !581)
!581 = !{!36, !124, !21, !577}
!582 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !583, file: !89, line: 109)
!583 = !DISubprogram(name: "fopen", scope: !92, file: !92, line: 258, type: !584, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!584 = !DISubroutineType(types: !585)
!585 = !{!560, !129, !129}
!586 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !587, file: !89, line: 110)
!587 = !DISubprogram(name: "fprintf", scope: !92, file: !92, line: 350, type: !588, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!588 = !DISubroutineType(types: !589)
!589 = !{!21, !577, !129, null}
!590 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !591, file: !89, line: 111)
!591 = !DISubprogram(name: "fputc", scope: !92, file: !92, line: 549, type: !592, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!592 = !DISubroutineType(types: !593)
!593 = !{!21, !21, !560}
!594 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !595, file: !89, line: 112)
!595 = !DISubprogram(name: "fputs", scope: !92, file: !92, line: 655, type: !596, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!596 = !DISubroutineType(types: !597)
!597 = !{!21, !129, !577}
!598 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !599, file: !89, line: 113)
!599 = !DISubprogram(name: "fread", scope: !92, file: !92, line: 675, type: !600, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!600 = !DISubroutineType(types: !601)
!601 = !{!81, !147, !81, !81, !577}
!602 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !603, file: !89, line: 114)
!603 = !DISubprogram(name: "freopen", scope: !92, file: !92, line: 265, type: !604, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!604 = !DISubroutineType(types: !605)
!605 = !{!560, !129, !129, !577}
!606 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !607, file: !89, line: 115)
!607 = !DISubprogram(name: "fscanf", linkageName: "__isoc99_fscanf", scope: !92, file: !92, line: 434, type: !588, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!608 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !609, file: !89, line: 116)
!609 = !DISubprogram(name: "fseek", scope: !92, file: !92, line: 713, type: !610, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!610 = !DISubroutineType(types: !611)
!611 = !{!21, !560, !57, !21}
!612 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !613, file: !89, line: 117)
!613 = !DISubprogram(name: "fsetpos", scope: !92, file: !92, line: 765, type: !614, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!614 = !DISubroutineType(types: !615)
!615 = !{!21, !560, !162}
!616 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !617, file: !89, line: 118)
!617 = !DISubprogram(name: "ftell", scope: !92, file: !92, line: 718, type: !618, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!618 = !DISubroutineType(types: !619)
!619 = !{!57, !560}
!620 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !621, file: !89, line: 119)
!621 = !DISubprogram(name: "fwrite", scope: !92, file: !92, line: 681, type: !622, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!622 = !DISubroutineType(types: !623)
!623 = !{!81, !172, !81, !81, !577}
!624 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !625, file: !89, line: 120)
!625 = !DISubprogram(name: "getc", scope: !92, file: !92, line: 514, type: !563, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!626 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !627, file: !89, line: 128)
!627 = !DISubprogram(name: "putc", scope: !92, file: !92, line: 550, type: !592, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!628 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !629, file: !89, line: 133)
!629 = !DISubprogram(name: "rewind", scope: !92, file: !92, line: 723, type: !558, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!630 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !631, file: !89, line: 135)
!631 = !DISubprogram(name: "setbuf", scope: !92, file: !92, line: 328, type: !632, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!632 = !DISubroutineType(types: !633)
!633 = !{null, !577, !124}
!634 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !635, file: !89, line: 136)
!635 = !DISubprogram(name: "setvbuf", scope: !92, file: !92, line: 332, type: !636, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!636 = !DISubroutineType(types: !637)
!637 = !{!21, !577, !124, !21, !81}
!638 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !639, file: !89, line: 139)
!639 = !DISubprogram(name: "tmpfile", scope: !92, file: !92, line: 188, type: !640, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!640 = !DISubroutineType(types: !641)
!641 = !{!560}
!642 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !643, file: !89, line: 143)
!643 = !DISubprogram(name: "ungetc", scope: !92, file: !92, line: 668, type: !592, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!644 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !645, file: !89, line: 144)
!645 = !DISubprogram(name: "vfprintf", scope: !92, file: !92, line: 365, type: !646, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!646 = !DISubroutineType(types: !647)
!647 = !{!21, !577, !129, !240}
!648 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !251, entity: !649, file: !89, line: 176)
!649 = !DISubprogram(name: "vfscanf", linkageName: "__isoc99_vfscanf", scope: !92, file: !92, line: 479, type: !646, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!650 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !28, entity: !649, file: !89, line: 186)
!651 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!652 = !{!"_Z4scanPKiPii", i64 8, i64 8, i64 4}
!653 = !{ptr @_Z4scanPKiPii, !654, !656, !657}
!654 = !{!"a", i64 8, i64 8, i64 4, i64 3, !655}
!655 = !{!"direct", ptr undef, i64 0}
!656 = !{!"out", i64 8, i64 8, i64 4, i64 3, !655}
!657 = !{!"n", i64 4, i64 4, i64 0, i64 0, !658}
!658 = !{!"direct", i32 undef, i64 0}
!659 = distinct !DISubprogram(name: "scan", linkageName: "_Z19__device_stub__scanPKiPii", scope: !2, file: !2, line: 2, type: !17, scopeLine: 2, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !294, retainedNodes: !660)
!660 = !{!661, !662, !663}
!661 = !DILocalVariable(name: "a", arg: 1, scope: !659, file: !2, line: 2, type: !19)
!662 = !DILocalVariable(name: "out", arg: 2, scope: !659, file: !2, line: 2, type: !22)
!663 = !DILocalVariable(name: "n", arg: 3, scope: !659, file: !2, line: 2, type: !21)
!664 = !DILocation(line: 0, scope: !659)
!665 = !DILocation(line: 2, column: 53, scope: !659)
!666 = !DILocation(line: 15, column: 1, scope: !659)
!667 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 16, type: !180, scopeLine: 16, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !294, retainedNodes: !668)
!668 = !{!669, !670, !671}
!669 = !DILocalVariable(name: "a", scope: !667, file: !2, line: 16, type: !22)
!670 = !DILocalVariable(name: "o", scope: !667, file: !2, line: 16, type: !22)
!671 = !DILocalVariable(name: "n", scope: !667, file: !2, line: 16, type: !21)
!672 = !DILocation(line: 16, column: 12, scope: !667)
!673 = !DILocation(line: 0, scope: !667)
!674 = !DILocation(line: 16, column: 16, scope: !667)
!675 = !{!"auto-init"}
!676 = !DILocation(line: 16, column: 19, scope: !667)
!677 = !DILocalVariable(name: "pointer", arg: 1, scope: !678, file: !10, line: 77, type: !682)
!678 = distinct !DISubprogram(name: "cudaMalloc<int>", linkageName: "_Z10cudaMallocIiE9cudaErrorPPT_m", scope: !10, file: !10, line: 77, type: !679, scopeLine: 77, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !294, templateParams: !685, retainedNodes: !683)
!679 = !DISubroutineType(types: !680)
!680 = !{!681, !682, !81}
!681 = !DIDerivedType(tag: DW_TAG_typedef, name: "cudaError_t", file: !297, line: 20, baseType: !296)
!682 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !22, size: 64)
!683 = !{!677, !684}
!684 = !DILocalVariable(name: "bytes", arg: 2, scope: !678, file: !10, line: 77, type: !81)
!685 = !{!686}
!686 = !DITemplateTypeParameter(name: "T", type: !21)
!687 = !DILocation(line: 0, scope: !678, inlinedAt: !688)
!688 = distinct !DILocation(line: 16, column: 33, scope: !667)
!689 = !DILocation(line: 78, column: 10, scope: !678, inlinedAt: !688)
!690 = !DILocation(line: 16, column: 33, scope: !667)
!691 = !DILocation(line: 0, scope: !678, inlinedAt: !692)
!692 = distinct !DILocation(line: 16, column: 52, scope: !667)
!693 = !DILocation(line: 78, column: 10, scope: !678, inlinedAt: !692)
!694 = !DILocation(line: 16, column: 52, scope: !667)
!695 = !DILocation(line: 16, column: 82, scope: !667)
!696 = !DILocation(line: 16, column: 71, scope: !667)
!697 = !DILocation(line: 16, column: 95, scope: !667)
!698 = !DILocation(line: 16, column: 91, scope: !667)
!699 = !DILocation(line: 16, column: 111, scope: !667)
!700 = !DILocation(line: 16, column: 113, scope: !667)
!701 = !DILocation(line: 16, column: 132, scope: !667)
!702 = !DILocation(line: 16, column: 118, scope: !667)
!703 = !DILocation(line: 16, column: 157, scope: !667)
!704 = !DISubprogram(name: "cudaMemset", scope: !705, file: !705, line: 109, type: !706, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!705 = !DIFile(filename: "build/include/fencepost/cuda_runtime_api.h", directory: "/work/main")
!706 = !DISubroutineType(types: !707)
!707 = !{!681, !79, !21, !81}
!708 = !DISubprogram(name: "__cudaPushCallConfiguration", scope: !10, file: !10, line: 43, type: !709, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!709 = !DISubroutineType(types: !710)
!710 = !{!298, !436, !436, !81, !711}
!711 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !712, size: 64)
!712 = !DICompositeType(tag: DW_TAG_structure_type, name: "CUstream_st", file: !713, line: 106, flags: DIFlagFwdDecl | DIFlagNonTrivial, identifier: "_ZTS11CUstream_st")
!713 = !DIFile(filename: "build/include/fencepost/fencepost_launch_types.h", directory: "/work/main")
!714 = !DISubprogram(name: "cudaDeviceSynchronize", scope: !705, file: !705, line: 45, type: !715, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!715 = !DISubroutineType(types: !716)
!716 = !{!681}
!717 = !DISubprogram(name: "fencepost_cuda_malloc", scope: !10, file: !10, line: 54, type: !718, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!718 = !DISubroutineType(types: !719)
!719 = !{!681, !130, !435, !81, !21, !81}
!720 = !DISubprogram(name: "__syncthreads", scope: !721, file: !721, line: 16, type: !722, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!721 = !DIFile(filename: "build/include/fencepost/fencepost_device.h", directory: "/work/main")
!722 = !DISubroutineType(types: !723)
!723 = !{null}
!724 = distinct !DISubprogram(name: "scan", linkageName: "_Z4scanPKiPii", scope: !2, file: !2, line: 2, type: !17, scopeLine: 2, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !23, retainedNodes: !725)
!725 = !{!726, !727, !728, !729, !730, !731, !733}
!726 = !DILocalVariable(name: "a", arg: 1, scope: !724, file: !2, line: 2, type: !19)
!727 = !DILocalVariable(name: "out", arg: 2, scope: !724, file: !2, line: 2, type: !22)
!728 = !DILocalVariable(name: "n", arg: 3, scope: !724, file: !2, line: 2, type: !21)
!729 = !DILocalVariable(name: "t", scope: !724, file: !2, line: 4, type: !21)
!730 = !DILocalVariable(name: "i", scope: !724, file: !2, line: 4, type: !21)
!731 = !DILocalVariable(name: "d", scope: !732, file: !2, line: 7, type: !21)
!732 = distinct !DILexicalBlock(scope: !724, file: !2, line: 7, column: 3)
!733 = !DILocalVariable(name: "x", scope: !734, file: !2, line: 8, type: !21)
!734 = distinct !DILexicalBlock(scope: !735, file: !2, line: 7, column: 36)
!735 = distinct !DILexicalBlock(scope: !732, file: !2, line: 7, column: 3)
!736 = !DILocation(line: 0, scope: !724)
!737 = !DILocation(line: 4, column: 11, scope: !724)
!738 = !DILocation(line: 4, column: 21, scope: !724)
!739 = !DILocation(line: 4, column: 28, scope: !724)
!740 = !DILocation(line: 4, column: 37, scope: !724)
!741 = !DILocation(line: 4, column: 41, scope: !724)
!742 = !DILocation(line: 4, column: 50, scope: !724)
!743 = !DILocation(line: 4, column: 39, scope: !724)
!744 = !DILocation(line: 4, column: 52, scope: !724)
!745 = !DILocation(line: 5, column: 15, scope: !724)
!746 = !DILocation(line: 5, column: 13, scope: !724)
!747 = !DILocation(line: 5, column: 21, scope: !724)
!748 = !{!"branch_weights", i32 -8192, i32 8191}
!749 = !{!"branch_weights", i32 1048575, i32 1}
!750 = !{!"branch_weights", i32 1, i32 1048575}
!751 = !{!"branch_weights", i32 2147479552, i32 -2147479553}
!752 = !DILocation(line: 5, column: 3, scope: !724)
!753 = !DILocation(line: 5, column: 11, scope: !724)
!754 = !DILocation(line: 0, scope: !732)
!755 = !DILocation(line: 6, column: 3, scope: !724)
!756 = !DILocation(line: 7, scope: !732)
!757 = !DILocation(line: 7, column: 21, scope: !735)
!758 = !DILocation(line: 7, column: 3, scope: !732)
!759 = !DILocation(line: 9, column: 11, scope: !760)
!760 = distinct !DILexicalBlock(scope: !734, file: !2, line: 9, column: 9)
!761 = !DILocation(line: 0, scope: !734)
!762 = !DILocation(line: 9, column: 9, scope: !734)
!763 = !DILocation(line: 9, column: 28, scope: !760)
!764 = !DILocation(line: 9, column: 21, scope: !760)
!765 = !DILocation(line: 9, column: 17, scope: !760)
!766 = !DILocation(line: 10, column: 5, scope: !734)
!767 = !DILocation(line: 11, column: 9, scope: !734)
!768 = !DILocation(line: 11, column: 25, scope: !769)
!769 = distinct !DILexicalBlock(scope: !734, file: !2, line: 11, column: 9)
!770 = !DILocation(line: 11, column: 17, scope: !769)
!771 = !DILocation(line: 12, column: 5, scope: !734)
!772 = !DILocation(line: 7, column: 30, scope: !735)
!773 = !DILocation(line: 7, column: 3, scope: !735)
!774 = distinct !{!774, !758, !775, !776}
!775 = !DILocation(line: 13, column: 3, scope: !732)
!776 = !{!"llvm.loop.unroll.disable"}
!777 = !DILocation(line: 14, column: 7, scope: !724)
!778 = !DILocation(line: 14, column: 23, scope: !779)
!779 = distinct !DILexicalBlock(scope: !724, file: !2, line: 14, column: 7)
!780 = !DILocation(line: 14, column: 14, scope: !779)
!781 = !DILocation(line: 14, column: 21, scope: !779)
!782 = distinct !DISubprogram(name: "scan", linkageName: "_Z4scanPKiPii", scope: !2, file: !2, line: 2, type: !17, scopeLine: 2, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !23, retainedNodes: !783)
!783 = !{!784, !785, !786, !787, !788, !789, !791}
!784 = !DILocalVariable(name: "a", arg: 1, scope: !782, file: !2, line: 2, type: !19)
!785 = !DILocalVariable(name: "out", arg: 2, scope: !782, file: !2, line: 2, type: !22)
!786 = !DILocalVariable(name: "n", arg: 3, scope: !782, file: !2, line: 2, type: !21)
!787 = !DILocalVariable(name: "t", scope: !782, file: !2, line: 4, type: !21)
!788 = !DILocalVariable(name: "i", scope: !782, file: !2, line: 4, type: !21)
!789 = !DILocalVariable(name: "d", scope: !790, file: !2, line: 7, type: !21)
!790 = distinct !DILexicalBlock(scope: !782, file: !2, line: 7, column: 3)
!791 = !DILocalVariable(name: "x", scope: !792, file: !2, line: 8, type: !21)
!792 = distinct !DILexicalBlock(scope: !793, file: !2, line: 7, column: 36)
!793 = distinct !DILexicalBlock(scope: !790, file: !2, line: 7, column: 3)
!794 = !DILocation(line: 0, scope: !782)
!795 = !DILocation(line: 4, column: 11, scope: !782)
!796 = !DILocation(line: 4, column: 21, scope: !782)
!797 = !DILocation(line: 4, column: 28, scope: !782)
!798 = !DILocation(line: 4, column: 37, scope: !782)
!799 = !DILocation(line: 4, column: 41, scope: !782)
!800 = !DILocation(line: 4, column: 50, scope: !782)
!801 = !DILocation(line: 4, column: 39, scope: !782)
!802 = !DILocation(line: 4, column: 52, scope: !782)
!803 = !DILocation(line: 5, column: 15, scope: !782)
!804 = !DILocation(line: 5, column: 13, scope: !782)
!805 = !DILocation(line: 5, column: 21, scope: !782)
!806 = !{}
!807 = !DILocation(line: 5, column: 3, scope: !782)
!808 = !DILocation(line: 5, column: 11, scope: !782)
!809 = !DILocation(line: 0, scope: !790)
!810 = !DILocation(line: 6, column: 3, scope: !782)
!811 = !DILocation(line: 9, column: 11, scope: !812)
!812 = distinct !DILexicalBlock(scope: !792, file: !2, line: 9, column: 9)
!813 = !DILocation(line: 0, scope: !792)
!814 = !DILocation(line: 9, column: 9, scope: !792)
!815 = !DILocation(line: 9, column: 28, scope: !812)
!816 = !DILocation(line: 9, column: 21, scope: !812)
!817 = !DILocation(line: 9, column: 17, scope: !812)
!818 = !DILocation(line: 10, column: 5, scope: !792)
!819 = !DILocation(line: 11, column: 9, scope: !792)
!820 = !DILocation(line: 11, column: 25, scope: !821)
!821 = distinct !DILexicalBlock(scope: !792, file: !2, line: 11, column: 9)
!822 = !DILocation(line: 11, column: 17, scope: !821)
!823 = !DILocation(line: 12, column: 5, scope: !792)
!824 = !DILocation(line: 7, column: 30, scope: !793)
!825 = !DILocation(line: 7, column: 21, scope: !793)
!826 = !DILocation(line: 7, column: 3, scope: !790)
!827 = distinct !{!827, !826, !828, !776}
!828 = !DILocation(line: 13, column: 3, scope: !790)
!829 = !DILocation(line: 14, column: 7, scope: !782)
!830 = !DILocation(line: 14, column: 23, scope: !831)
!831 = distinct !DILexicalBlock(scope: !782, file: !2, line: 14, column: 7)
!832 = !DILocation(line: 14, column: 14, scope: !831)
!833 = !DILocation(line: 14, column: 21, scope: !831)
