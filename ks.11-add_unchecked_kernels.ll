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
@_Z4scanPKiPii.frame = private constant { ptr, i64, i64 } zeroinitializer
@_Z4scanPKiPii.unchecked.code = private constant { ptr, ptr } { ptr @_Z4scanPKiPii.unchecked.run, ptr @_Z4scanPKiPii.unchecked.frame }
@6 = private constant [1 x { ptr, ptr, ptr, ptr, i64, i64, ptr, ptr }] [{ ptr, ptr, ptr, ptr, i64, i64, ptr, ptr } { ptr @4, ptr @_Z4scanPKiPii.run, ptr @_Z4scanPKiPii, ptr @5, i64 3, i64 0, ptr @_Z4scanPKiPii.frame, ptr @_Z4scanPKiPii.unchecked.code }]
@fencepost.table = internal constant { i64, ptr, i64, ptr, i64 } { i64 7378424937691742213, ptr @6, i64 1, ptr null, i64 0 }
@llvm.compiler.used = appending global [2 x ptr] [ptr @fencepost.gap, ptr @fencepost.gap.2], section "llvm.metadata"
@_ZN9fencepost8detector12access_stateE = external dso_local thread_local global i64
@_Z4scanPKiPii.unchecked.frame = private constant { ptr, i64, i64 } zeroinitializer

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
  %14 = call i32 @__cudaPopCallConfiguration(ptr nonnull %7, ptr nonnull %8, ptr nonnull %9, ptr nonnull %10), !dbg !665
  %15 = load i64, ptr %9, align 8, !dbg !665
  %16 = load ptr, ptr %10, align 8, !dbg !665
  %17 = load i64, ptr %7, align 8, !dbg !665
  %18 = getelementptr inbounds i8, ptr %7, i64 8, !dbg !665
  %19 = load i32, ptr %18, align 8, !dbg !665
  %20 = load i64, ptr %8, align 8, !dbg !665
  %21 = getelementptr inbounds i8, ptr %8, i64 8, !dbg !665
  %22 = load i32, ptr %21, align 8, !dbg !665
  %23 = call i32 @cudaLaunchKernel(ptr nonnull @_Z19__device_stub__scanPKiPii, i64 %17, i32 %19, i64 %20, i32 %22, ptr nonnull %11, i64 %15, ptr %16) #11, !dbg !665
  ret void, !dbg !666
}

declare i32 @__cudaPopCallConfiguration(ptr, ptr, ptr, ptr)

declare i32 @cudaLaunchKernel(ptr, i64, i32, i64, i32, ptr, i64, ptr)

; Function Attrs: norecurse null_pointer_is_valid sanitize_thread uwtable
define dso_local i32 @main() #1 !dbg !667 {
  %1 = alloca ptr, align 8
  %2 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %1) #12, !dbg !672
    #dbg_value(ptr null, !669, !DIExpression(), !673)
  store ptr null, ptr %1, align 8, !dbg !674, !annotation !675
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #12, !dbg !672
    #dbg_value(ptr null, !670, !DIExpression(), !673)
  store ptr null, ptr %2, align 8, !dbg !676, !annotation !675
    #dbg_value(i32 1048576, !671, !DIExpression(), !673)
    #dbg_value(ptr %1, !677, !DIExpression(), !687)
    #dbg_value(i64 4194304, !684, !DIExpression(), !687)
    #dbg_value(ptr %1, !669, !DIExpression(DW_OP_deref), !673)
  %3 = call i32 @fencepost_cuda_malloc(ptr nonnull @.str.1, ptr nonnull %1, i64 4194304, i32 0, i64 4) #11, !dbg !689
  call void @fencepost_discarded(i32 %3), !dbg !690
    #dbg_value(ptr %2, !677, !DIExpression(), !691)
    #dbg_value(i64 4194304, !684, !DIExpression(), !691)
    #dbg_value(ptr %2, !670, !DIExpression(DW_OP_deref), !673)
  %4 = call i32 @fencepost_cuda_malloc(ptr nonnull @.str.1, ptr nonnull %2, i64 4194304, i32 0, i64 4) #11, !dbg !693
  call void @fencepost_discarded(i32 %4), !dbg !694
  %5 = load ptr, ptr %1, align 8, !dbg !695
    #dbg_value(ptr %5, !669, !DIExpression(), !673)
  %6 = call i32 @cudaMemset(ptr %5, i32 0, i64 4194304) #11, !dbg !696
  call void @fencepost_discarded(i32 %6), !dbg !696
    #dbg_value(ptr undef, !697, !DIExpression(), !704)
    #dbg_value(i32 4096, !700, !DIExpression(), !704)
    #dbg_value(i32 1, !701, !DIExpression(), !704)
    #dbg_value(i32 1, !702, !DIExpression(), !704)
    #dbg_value(ptr undef, !697, !DIExpression(), !706)
    #dbg_value(i32 256, !700, !DIExpression(), !706)
    #dbg_value(i32 1, !701, !DIExpression(), !706)
    #dbg_value(i32 1, !702, !DIExpression(), !706)
  %7 = call i32 @__cudaPushCallConfiguration(i64 4294971392, i32 1, i64 4294967552, i32 1, i64 0, ptr null) #11, !dbg !708
  %8 = icmp eq i32 %7, 0, !dbg !708
  br i1 %8, label %9, label %12, !dbg !709

9:                                                ; preds = %0
  %10 = load ptr, ptr %1, align 8, !dbg !710
    #dbg_value(ptr %10, !669, !DIExpression(), !673)
  %11 = load ptr, ptr %2, align 8, !dbg !711
    #dbg_value(ptr %11, !670, !DIExpression(), !673)
  call void @_Z19__device_stub__scanPKiPii(ptr %10, ptr %11, i32 1048576) #13, !dbg !709
  br label %12, !dbg !709

12:                                               ; preds = %9, %0
  %13 = call i32 @cudaDeviceSynchronize() #11, !dbg !712
  %14 = call i32 (ptr, ...) @fencepost_printf(ptr nonnull @.str, i32 %13) #14, !dbg !713
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #12, !dbg !714
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %1) #12, !dbg !714
  ret i32 0, !dbg !714
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: null_pointer_is_valid
declare !dbg !715 i32 @cudaMemset(ptr, i32, i64) #3

; Function Attrs: null_pointer_is_valid
declare !dbg !719 i32 @__cudaPushCallConfiguration(i64, i32, i64, i32, i64, ptr) #3

; Function Attrs: null_pointer_is_valid
declare !dbg !187 i32 @fencepost_printf(ptr, ...) #3

; Function Attrs: null_pointer_is_valid
declare !dbg !725 i32 @cudaDeviceSynchronize() #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: null_pointer_is_valid
declare !dbg !728 i32 @fencepost_cuda_malloc(ptr, ptr, i64, i32, i64) #3

declare i32 @__cudaRegisterFunction(ptr, ptr, ptr, ptr, i32, ptr, ptr, ptr, ptr, ptr)

declare ptr @__cudaRegisterFatBinary(ptr)

define internal void @__cuda_module_ctor() {
  %1 = call ptr @__cudaRegisterFatBinary(ptr nonnull @__cuda_fatbin_wrapper)
  store ptr %1, ptr @__cuda_gpubin_handle, align 8
  %2 = call i32 @__cudaRegisterFunction(ptr %1, ptr nonnull @_Z19__device_stub__scanPKiPii, ptr nonnull @0, ptr nonnull @0, i32 -1, ptr null, ptr null, ptr null, ptr null, ptr null)
  call void @__cudaRegisterFatBinaryEnd(ptr %1)
  %3 = call i32 @atexit(ptr nonnull @__cuda_module_dtor)
  ret void
}

declare void @__cudaRegisterFatBinaryEnd(ptr)

declare void @__cudaUnregisterFatBinary(ptr)

define internal void @__cuda_module_dtor() {
  %1 = load ptr, ptr @__cuda_gpubin_handle, align 8
  call void @__cudaUnregisterFatBinary(ptr %1)
  ret void
}

declare i32 @atexit(ptr)

declare void @fencepost_discarded(i32)

; Function Attrs: nomerge nounwind
declare void @__tsan_write4(ptr) #4

declare void @__tsan_init()

; Function Attrs: noinline
define internal void @_Z4scanPKiPii.run(ptr %0) #5 {
  %2 = load ptr, ptr %0, align 8
  %3 = getelementptr i8, ptr %0, i64 8
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr i8, ptr %0, i64 16
  %6 = load i32, ptr %5, align 4
  call void @_Z4scanPKiPii(ptr %2, ptr %4, i32 %6)
  ret void
}

; Function Attrs: norecurse null_pointer_is_valid sanitize_thread uwtable
define internal void @_Z4scanPKiPii(ptr %0, ptr %1, i32 %2) #6 !dbg !16 {
    #dbg_value(ptr %0, !273, !DIExpression(), !731)
    #dbg_value(ptr %1, !274, !DIExpression(), !731)
    #dbg_value(i32 %2, !275, !DIExpression(), !731)
  %4 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_thread_idx), !dbg !732
  %5 = load i32, ptr %4, align 4, !dbg !733
    #dbg_value(i32 %5, !276, !DIExpression(), !731)
  %6 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_block_idx), !dbg !734
  %7 = load i32, ptr %6, align 4, !dbg !735
  %8 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_block_dim), !dbg !736
  %9 = load i32, ptr %8, align 4, !dbg !737
  %10 = mul i32 %7, %9, !dbg !738
  %11 = add i32 %10, %5, !dbg !739
    #dbg_value(i32 %11, !277, !DIExpression(), !731)
  %12 = icmp slt i32 %11, %2, !dbg !740
  br i1 %12, label %13, label %17, !dbg !741

13:                                               ; preds = %3
  %14 = sext i32 %11 to i64, !dbg !742
  %15 = getelementptr i32, ptr %0, i64 %14, !dbg !742
  call void @__tsan_read4(ptr %15) #15, !dbg !742, !fencepost.check !743
  %16 = load i32, ptr %15, align 4, !dbg !742
  br label %17, !dbg !741

17:                                               ; preds = %3, %13
  %18 = phi i32 [ %16, %13 ], [ 0, %3 ], !dbg !741
  %19 = sext i32 %5 to i64, !dbg !744
  %20 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @_ZZ4scanPKiPiiE4tile.shared), !dbg !744
  %21 = getelementptr [256 x i32], ptr %20, i64 0, i64 %19, !dbg !744
  call void @__tsan_write4(ptr %21) #15, !dbg !745, !fencepost.check !743
  store i32 %18, ptr %21, align 4, !dbg !745
  call void @__syncthreads() #16, !dbg !746
    #dbg_value(i32 1, !278, !DIExpression(), !747)
  br label %22, !dbg !748

22:                                               ; preds = %37, %17
  %23 = phi i32 [ 1, %17 ], [ %38, %37 ], !dbg !749
    #dbg_value(i32 %23, !278, !DIExpression(), !747)
  %24 = icmp slt i32 %23, 256, !dbg !750
  br i1 %24, label %25, label %39, !dbg !751

25:                                               ; preds = %22
    #dbg_value(i32 0, !280, !DIExpression(), !752)
  %26 = icmp slt i32 %5, %23, !dbg !753
  br i1 %26, label %32, label %27, !dbg !755

27:                                               ; preds = %25
  %28 = sub i32 %5, %23, !dbg !756
  %29 = sext i32 %28 to i64, !dbg !757
  %30 = getelementptr [256 x i32], ptr %20, i64 0, i64 %29, !dbg !757
  call void @__tsan_read4(ptr %30) #15, !dbg !757, !fencepost.check !743
  %31 = load i32, ptr %30, align 4, !dbg !757
    #dbg_value(i32 %31, !280, !DIExpression(), !752)
  br label %32, !dbg !758

32:                                               ; preds = %27, %25
  %33 = phi i32 [ %31, %27 ], [ 0, %25 ], !dbg !752
    #dbg_value(i32 %33, !280, !DIExpression(), !752)
  call void @__syncthreads() #16, !dbg !759
  br i1 %26, label %37, label %34, !dbg !760

34:                                               ; preds = %32
  call void @__tsan_read4(ptr %21) #15, !dbg !761, !fencepost.check !743
  %35 = load i32, ptr %21, align 4, !dbg !761
  %36 = add i32 %35, %33, !dbg !761
  call void @__tsan_write4(ptr %21) #15, !dbg !761, !fencepost.check !743
  store i32 %36, ptr %21, align 4, !dbg !761
  br label %37, !dbg !763

37:                                               ; preds = %34, %32
  call void @__syncthreads() #16, !dbg !764
  %38 = shl i32 %23, 1, !dbg !765
    #dbg_value(i32 %38, !278, !DIExpression(), !747)
  br label %22, !dbg !766, !llvm.loop !767

39:                                               ; preds = %22
  br i1 %12, label %40, label %44, !dbg !770

40:                                               ; preds = %39
  call void @__tsan_read4(ptr %21) #15, !dbg !771, !fencepost.check !743
  %41 = load i32, ptr %21, align 4, !dbg !771
  %42 = sext i32 %11 to i64, !dbg !773
  %43 = getelementptr i32, ptr %1, i64 %42, !dbg !773
  call void @__tsan_write4(ptr %43) #15, !dbg !774, !fencepost.check !743
  store i32 %41, ptr %43, align 4, !dbg !774
  br label %44, !dbg !773

44:                                               ; preds = %40, %39
  ret void, !dbg !775
}

; Function Attrs: nocallback nofree nosync speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #7

; Function Attrs: nomerge nounwind
declare void @__tsan_read4(ptr) #4

; Function Attrs: convergent null_pointer_is_valid
declare !dbg !776 void @__syncthreads() #8

; Function Attrs: norecurse null_pointer_is_valid sanitize_thread uwtable
define internal void @_Z4scanPKiPii.unchecked(ptr %0, ptr %1, i32 %2) #9 !dbg !780 {
    #dbg_value(ptr %0, !782, !DIExpression(), !792)
    #dbg_value(ptr %1, !783, !DIExpression(), !792)
    #dbg_value(i32 %2, !784, !DIExpression(), !792)
  %4 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_thread_idx), !dbg !793
  %5 = load i32, ptr %4, align 4, !dbg !794
    #dbg_value(i32 %5, !785, !DIExpression(), !792)
  %6 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_block_idx), !dbg !795
  %7 = load i32, ptr %6, align 4, !dbg !796
  %8 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_block_dim), !dbg !797
  %9 = load i32, ptr %8, align 4, !dbg !798
  %10 = mul i32 %7, %9, !dbg !799
  %11 = add i32 %10, %5, !dbg !800
    #dbg_value(i32 %11, !786, !DIExpression(), !792)
  %12 = icmp slt i32 %11, %2, !dbg !801
  br i1 %12, label %13, label %37, !dbg !802

13:                                               ; preds = %3
  %14 = sext i32 %11 to i64, !dbg !803
  %15 = getelementptr i32, ptr %0, i64 %14, !dbg !803
  %16 = call ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost8detector12access_stateE), !dbg !803
  %17 = getelementptr inbounds i8, ptr %16, i64 184, !dbg !803
  %18 = load i64, ptr %17, align 8, !dbg !803, !invariant.load !743
  %19 = ptrtoint ptr %15 to i64, !dbg !803
  %20 = sub i64 %19, %18, !dbg !803
  %21 = getelementptr inbounds i8, ptr %16, i64 192, !dbg !803
  %22 = load i64, ptr %21, align 8, !dbg !803, !invariant.load !743
  %23 = icmp ult i64 %20, %22, !dbg !803
  br i1 %23, label %25, label %24, !dbg !803, !prof !804

24:                                               ; preds = %25, %13
  call void @__tsan_read4(ptr %15) #17, !dbg !803, !fencepost.check !743
  br label %35, !dbg !803

25:                                               ; preds = %13
  %26 = getelementptr inbounds i8, ptr %16, i64 200, !dbg !803
  %27 = load i64, ptr %26, align 8, !dbg !803, !invariant.load !743
  %28 = inttoptr i64 %27 to ptr, !dbg !803
  %29 = lshr i64 %20, 2, !dbg !803
  %30 = getelementptr i8, ptr %28, i64 %29, !dbg !803
  %31 = load i8, ptr %30, align 1, !dbg !803
  %32 = and i8 %31, 15, !dbg !803
  %33 = icmp eq i8 %32, 15, !dbg !803
  br i1 %33, label %34, label %24, !dbg !803, !prof !804

34:                                               ; preds = %25
  br label %35, !dbg !803

35:                                               ; preds = %34, %24
  %36 = load i32, ptr %15, align 4, !dbg !803
  br label %37, !dbg !802

37:                                               ; preds = %35, %3
  %38 = phi i32 [ %36, %35 ], [ 0, %3 ], !dbg !802
  %39 = sext i32 %5 to i64, !dbg !805
  %40 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @_ZZ4scanPKiPiiE4tile.shared), !dbg !805
  %41 = getelementptr [256 x i32], ptr %40, i64 0, i64 %39, !dbg !805
  %42 = call ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost8detector12access_stateE), !dbg !806
  %43 = getelementptr inbounds i8, ptr %42, i64 32, !dbg !806
  %44 = load i64, ptr %43, align 8, !dbg !806, !invariant.load !743
  %45 = ptrtoint ptr %41 to i64, !dbg !806
  %46 = sub i64 %45, %44, !dbg !806
  %47 = getelementptr inbounds i8, ptr %42, i64 40, !dbg !806
  %48 = load i64, ptr %47, align 8, !dbg !806, !invariant.load !743
  %49 = icmp ult i64 %46, %48, !dbg !806
  br i1 %49, label %51, label %50, !dbg !806, !prof !804

50:                                               ; preds = %51, %37
  call void @__tsan_write4(ptr %41) #17, !dbg !806, !fencepost.check !743
  br label %60, !dbg !806

51:                                               ; preds = %37
  %52 = getelementptr inbounds i8, ptr %42, i64 48, !dbg !806
  %53 = load i64, ptr %52, align 8, !dbg !806, !invariant.load !743
  %54 = inttoptr i64 %53 to ptr, !dbg !806
  %55 = lshr i64 %46, 2, !dbg !806
  %56 = getelementptr [2 x i64], ptr %54, i64 %55, !dbg !806
  %57 = load i64, ptr %56, align 16, !dbg !806
  %58 = icmp ne i64 %57, -1, !dbg !806
  br i1 %58, label %59, label %50, !dbg !806, !prof !804

59:                                               ; preds = %51
  br label %60, !dbg !806

60:                                               ; preds = %59, %50
  store i32 %38, ptr %41, align 4, !dbg !806
  call void @__syncthreads() #16, !dbg !807
    #dbg_value(i32 1, !787, !DIExpression(), !808)
  br label %61, !dbg !809

61:                                               ; preds = %133, %60
  %62 = phi i32 [ 1, %60 ], [ %134, %133 ], !dbg !810
    #dbg_value(i32 %62, !787, !DIExpression(), !808)
  %63 = icmp slt i32 %62, 256, !dbg !811
  br i1 %63, label %64, label %135, !dbg !812

64:                                               ; preds = %61
    #dbg_value(i32 0, !789, !DIExpression(), !813)
  %65 = icmp slt i32 %5, %62, !dbg !814
  br i1 %65, label %90, label %66, !dbg !816

66:                                               ; preds = %64
  %67 = sub i32 %5, %62, !dbg !817
  %68 = sext i32 %67 to i64, !dbg !818
  %69 = getelementptr [256 x i32], ptr %40, i64 0, i64 %68, !dbg !818
  %70 = call ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost8detector12access_stateE), !dbg !818
  %71 = getelementptr inbounds i8, ptr %70, i64 32, !dbg !818
  %72 = load i64, ptr %71, align 8, !dbg !818, !invariant.load !743
  %73 = ptrtoint ptr %69 to i64, !dbg !818
  %74 = sub i64 %73, %72, !dbg !818
  %75 = getelementptr inbounds i8, ptr %70, i64 40, !dbg !818
  %76 = load i64, ptr %75, align 8, !dbg !818, !invariant.load !743
  %77 = icmp ult i64 %74, %76, !dbg !818
  br i1 %77, label %79, label %78, !dbg !818, !prof !804

78:                                               ; preds = %79, %66
  call void @__tsan_read4(ptr %69) #17, !dbg !818, !fencepost.check !743
  br label %88, !dbg !818

79:                                               ; preds = %66
  %80 = getelementptr inbounds i8, ptr %70, i64 48, !dbg !818
  %81 = load i64, ptr %80, align 8, !dbg !818, !invariant.load !743
  %82 = inttoptr i64 %81 to ptr, !dbg !818
  %83 = lshr i64 %74, 2, !dbg !818
  %84 = getelementptr [2 x i64], ptr %82, i64 %83, !dbg !818
  %85 = load i64, ptr %84, align 16, !dbg !818
  %86 = icmp ne i64 %85, -1, !dbg !818
  br i1 %86, label %87, label %78, !dbg !818, !prof !804

87:                                               ; preds = %79
  br label %88, !dbg !818

88:                                               ; preds = %87, %78
  %89 = load i32, ptr %69, align 4, !dbg !818
    #dbg_value(i32 %89, !789, !DIExpression(), !813)
  br label %90, !dbg !819

90:                                               ; preds = %88, %64
  %91 = phi i32 [ %89, %88 ], [ 0, %64 ], !dbg !813
    #dbg_value(i32 %91, !789, !DIExpression(), !813)
  call void @__syncthreads() #16, !dbg !820
  br i1 %65, label %133, label %92, !dbg !821

92:                                               ; preds = %90
  %93 = call ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost8detector12access_stateE), !dbg !822
  %94 = getelementptr inbounds i8, ptr %93, i64 32, !dbg !822
  %95 = load i64, ptr %94, align 8, !dbg !822, !invariant.load !743
  %96 = ptrtoint ptr %41 to i64, !dbg !822
  %97 = sub i64 %96, %95, !dbg !822
  %98 = getelementptr inbounds i8, ptr %93, i64 40, !dbg !822
  %99 = load i64, ptr %98, align 8, !dbg !822, !invariant.load !743
  %100 = icmp ult i64 %97, %99, !dbg !822
  br i1 %100, label %102, label %101, !dbg !822, !prof !804

101:                                              ; preds = %102, %92
  call void @__tsan_read4(ptr %41) #17, !dbg !822, !fencepost.check !743
  br label %111, !dbg !822

102:                                              ; preds = %92
  %103 = getelementptr inbounds i8, ptr %93, i64 48, !dbg !822
  %104 = load i64, ptr %103, align 8, !dbg !822, !invariant.load !743
  %105 = inttoptr i64 %104 to ptr, !dbg !822
  %106 = lshr i64 %97, 2, !dbg !822
  %107 = getelementptr [2 x i64], ptr %105, i64 %106, !dbg !822
  %108 = load i64, ptr %107, align 16, !dbg !822
  %109 = icmp ne i64 %108, -1, !dbg !822
  br i1 %109, label %110, label %101, !dbg !822, !prof !804

110:                                              ; preds = %102
  br label %111, !dbg !822

111:                                              ; preds = %110, %101
  %112 = load i32, ptr %41, align 4, !dbg !822
  %113 = add i32 %112, %91, !dbg !822
  %114 = call ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost8detector12access_stateE), !dbg !822
  %115 = getelementptr inbounds i8, ptr %114, i64 32, !dbg !822
  %116 = load i64, ptr %115, align 8, !dbg !822, !invariant.load !743
  %117 = ptrtoint ptr %41 to i64, !dbg !822
  %118 = sub i64 %117, %116, !dbg !822
  %119 = getelementptr inbounds i8, ptr %114, i64 40, !dbg !822
  %120 = load i64, ptr %119, align 8, !dbg !822, !invariant.load !743
  %121 = icmp ult i64 %118, %120, !dbg !822
  br i1 %121, label %123, label %122, !dbg !822, !prof !804

122:                                              ; preds = %123, %111
  call void @__tsan_write4(ptr %41) #17, !dbg !822, !fencepost.check !743
  br label %132, !dbg !822

123:                                              ; preds = %111
  %124 = getelementptr inbounds i8, ptr %114, i64 48, !dbg !822
  %125 = load i64, ptr %124, align 8, !dbg !822, !invariant.load !743
  %126 = inttoptr i64 %125 to ptr, !dbg !822
  %127 = lshr i64 %118, 2, !dbg !822
  %128 = getelementptr [2 x i64], ptr %126, i64 %127, !dbg !822
  %129 = load i64, ptr %128, align 16, !dbg !822
  %130 = icmp ne i64 %129, -1, !dbg !822
  br i1 %130, label %131, label %122, !dbg !822, !prof !804

131:                                              ; preds = %123
  br label %132, !dbg !822

132:                                              ; preds = %131, %122
  store i32 %113, ptr %41, align 4, !dbg !822
  br label %133, !dbg !824

133:                                              ; preds = %132, %90
  call void @__syncthreads() #16, !dbg !825
  %134 = shl i32 %62, 1, !dbg !826
    #dbg_value(i32 %134, !787, !DIExpression(), !808)
  br label %61, !dbg !827, !llvm.loop !828

135:                                              ; preds = %61
  br i1 %12, label %136, label %179, !dbg !830

136:                                              ; preds = %135
  %137 = call ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost8detector12access_stateE), !dbg !831
  %138 = getelementptr inbounds i8, ptr %137, i64 32, !dbg !831
  %139 = load i64, ptr %138, align 8, !dbg !831, !invariant.load !743
  %140 = ptrtoint ptr %41 to i64, !dbg !831
  %141 = sub i64 %140, %139, !dbg !831
  %142 = getelementptr inbounds i8, ptr %137, i64 40, !dbg !831
  %143 = load i64, ptr %142, align 8, !dbg !831, !invariant.load !743
  %144 = icmp ult i64 %141, %143, !dbg !831
  br i1 %144, label %146, label %145, !dbg !831, !prof !804

145:                                              ; preds = %146, %136
  call void @__tsan_read4(ptr %41) #17, !dbg !831, !fencepost.check !743
  br label %155, !dbg !831

146:                                              ; preds = %136
  %147 = getelementptr inbounds i8, ptr %137, i64 48, !dbg !831
  %148 = load i64, ptr %147, align 8, !dbg !831, !invariant.load !743
  %149 = inttoptr i64 %148 to ptr, !dbg !831
  %150 = lshr i64 %141, 2, !dbg !831
  %151 = getelementptr [2 x i64], ptr %149, i64 %150, !dbg !831
  %152 = load i64, ptr %151, align 16, !dbg !831
  %153 = icmp ne i64 %152, -1, !dbg !831
  br i1 %153, label %154, label %145, !dbg !831, !prof !804

154:                                              ; preds = %146
  br label %155, !dbg !831

155:                                              ; preds = %154, %145
  %156 = load i32, ptr %41, align 4, !dbg !831
  %157 = sext i32 %11 to i64, !dbg !833
  %158 = getelementptr i32, ptr %1, i64 %157, !dbg !833
  %159 = call ptr @llvm.threadlocal.address.p0(ptr @_ZN9fencepost8detector12access_stateE), !dbg !834
  %160 = getelementptr inbounds i8, ptr %159, i64 184, !dbg !834
  %161 = load i64, ptr %160, align 8, !dbg !834, !invariant.load !743
  %162 = ptrtoint ptr %158 to i64, !dbg !834
  %163 = sub i64 %162, %161, !dbg !834
  %164 = getelementptr inbounds i8, ptr %159, i64 192, !dbg !834
  %165 = load i64, ptr %164, align 8, !dbg !834, !invariant.load !743
  %166 = icmp ult i64 %163, %165, !dbg !834
  br i1 %166, label %168, label %167, !dbg !834, !prof !804

167:                                              ; preds = %168, %155
  call void @__tsan_write4(ptr %158) #17, !dbg !834, !fencepost.check !743
  br label %178, !dbg !834

168:                                              ; preds = %155
  %169 = getelementptr inbounds i8, ptr %159, i64 200, !dbg !834
  %170 = load i64, ptr %169, align 8, !dbg !834, !invariant.load !743
  %171 = inttoptr i64 %170 to ptr, !dbg !834
  %172 = lshr i64 %163, 2, !dbg !834
  %173 = getelementptr i8, ptr %171, i64 %172, !dbg !834
  %174 = load i8, ptr %173, align 1, !dbg !834
  %175 = and i8 %174, 15, !dbg !834
  %176 = icmp eq i8 %175, 15, !dbg !834
  br i1 %176, label %177, label %167, !dbg !834, !prof !804

177:                                              ; preds = %168
  br label %178, !dbg !834

178:                                              ; preds = %177, %167
  store i32 %156, ptr %158, align 4, !dbg !834
  br label %179, !dbg !833

179:                                              ; preds = %178, %135
  ret void, !dbg !835
}

; Function Attrs: noinline
define internal void @_Z4scanPKiPii.unchecked.run(ptr %0) #10 {
  %2 = load ptr, ptr %0, align 8
  %3 = getelementptr i8, ptr %0, i64 8
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr i8, ptr %0, i64 16
  %6 = load i32, ptr %5, align 4
  call void @_Z4scanPKiPii.unchecked(ptr %2, ptr %4, i32 %6)
  ret void
}

attributes #0 = { norecurse null_pointer_is_valid sanitize_thread uwtable "disable-tail-calls"="true" "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" "uniform-work-group-size"="true" }
attributes #1 = { norecurse null_pointer_is_valid sanitize_thread uwtable "disable-tail-calls"="true" "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { null_pointer_is_valid "disable-tail-calls"="true" "frame-pointer"="all" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nomerge nounwind }
attributes #5 = { noinline "fencepost-kernel-entry" "frame-pointer"="all" }
attributes #6 = { norecurse null_pointer_is_valid sanitize_thread uwtable "disable-tail-calls"="true" "fencepost-device-code" "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" "uniform-work-group-size"="true" }
attributes #7 = { nocallback nofree nosync speculatable willreturn memory(none) }
attributes #8 = { convergent null_pointer_is_valid "disable-tail-calls"="true" "frame-pointer"="all" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { norecurse null_pointer_is_valid sanitize_thread uwtable "disable-tail-calls"="true" "fencepost-device-code" "fencepost-unchecked" "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" "uniform-work-group-size"="true" }
attributes #10 = { noinline "fencepost-kernel-entry" "fencepost-unchecked" "frame-pointer"="all" }
attributes #11 = { "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" }
attributes #12 = { nounwind }
attributes #13 = { "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "uniform-work-group-size"="true" }
attributes #14 = { nobuiltin "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" }
attributes #15 = { nomerge }
attributes #16 = { convergent nomerge "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" }
attributes #17 = { cold nomerge memory(inaccessiblemem: readwrite) }

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
!697 = !DILocalVariable(name: "this", arg: 1, scope: !698, type: !703, flags: DIFlagArtificial | DIFlagObjectPointer)
!698 = distinct !DISubprogram(name: "dim3", linkageName: "_ZN4dim3C2Ejjj", scope: !436, file: !437, line: 69, type: !443, scopeLine: 70, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !294, declaration: !442, retainedNodes: !699)
!699 = !{!697, !700, !701, !702}
!700 = !DILocalVariable(name: "vx", arg: 2, scope: !698, file: !437, line: 69, type: !298)
!701 = !DILocalVariable(name: "vy", arg: 3, scope: !698, file: !437, line: 69, type: !298)
!702 = !DILocalVariable(name: "vz", arg: 4, scope: !698, file: !437, line: 69, type: !298)
!703 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !436, size: 64)
!704 = !DILocation(line: 0, scope: !698, inlinedAt: !705)
!705 = distinct !DILocation(line: 16, column: 98, scope: !667)
!706 = !DILocation(line: 0, scope: !698, inlinedAt: !707)
!707 = distinct !DILocation(line: 16, column: 104, scope: !667)
!708 = !DILocation(line: 16, column: 95, scope: !667)
!709 = !DILocation(line: 16, column: 91, scope: !667)
!710 = !DILocation(line: 16, column: 111, scope: !667)
!711 = !DILocation(line: 16, column: 113, scope: !667)
!712 = !DILocation(line: 16, column: 132, scope: !667)
!713 = !DILocation(line: 16, column: 118, scope: !667)
!714 = !DILocation(line: 16, column: 157, scope: !667)
!715 = !DISubprogram(name: "cudaMemset", scope: !716, file: !716, line: 109, type: !717, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!716 = !DIFile(filename: "build/include/fencepost/cuda_runtime_api.h", directory: "/work/main")
!717 = !DISubroutineType(types: !718)
!718 = !{!681, !79, !21, !81}
!719 = !DISubprogram(name: "__cudaPushCallConfiguration", scope: !10, file: !10, line: 43, type: !720, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!720 = !DISubroutineType(types: !721)
!721 = !{!298, !436, !436, !81, !722}
!722 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !723, size: 64)
!723 = !DICompositeType(tag: DW_TAG_structure_type, name: "CUstream_st", file: !724, line: 106, flags: DIFlagFwdDecl | DIFlagNonTrivial, identifier: "_ZTS11CUstream_st")
!724 = !DIFile(filename: "build/include/fencepost/fencepost_launch_types.h", directory: "/work/main")
!725 = !DISubprogram(name: "cudaDeviceSynchronize", scope: !716, file: !716, line: 45, type: !726, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!726 = !DISubroutineType(types: !727)
!727 = !{!681}
!728 = !DISubprogram(name: "fencepost_cuda_malloc", scope: !10, file: !10, line: 54, type: !729, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!729 = !DISubroutineType(types: !730)
!730 = !{!681, !130, !435, !81, !21, !81}
!731 = !DILocation(line: 0, scope: !16)
!732 = !DILocation(line: 4, column: 11, scope: !16)
!733 = !DILocation(line: 4, column: 21, scope: !16)
!734 = !DILocation(line: 4, column: 28, scope: !16)
!735 = !DILocation(line: 4, column: 37, scope: !16)
!736 = !DILocation(line: 4, column: 41, scope: !16)
!737 = !DILocation(line: 4, column: 50, scope: !16)
!738 = !DILocation(line: 4, column: 39, scope: !16)
!739 = !DILocation(line: 4, column: 52, scope: !16)
!740 = !DILocation(line: 5, column: 15, scope: !16)
!741 = !DILocation(line: 5, column: 13, scope: !16)
!742 = !DILocation(line: 5, column: 21, scope: !16)
!743 = !{}
!744 = !DILocation(line: 5, column: 3, scope: !16)
!745 = !DILocation(line: 5, column: 11, scope: !16)
!746 = !DILocation(line: 6, column: 3, scope: !16)
!747 = !DILocation(line: 0, scope: !279)
!748 = !DILocation(line: 7, column: 8, scope: !279)
!749 = !DILocation(line: 7, scope: !279)
!750 = !DILocation(line: 7, column: 21, scope: !282)
!751 = !DILocation(line: 7, column: 3, scope: !279)
!752 = !DILocation(line: 0, scope: !281)
!753 = !DILocation(line: 9, column: 11, scope: !754)
!754 = distinct !DILexicalBlock(scope: !281, file: !2, line: 9, column: 9)
!755 = !DILocation(line: 9, column: 9, scope: !281)
!756 = !DILocation(line: 9, column: 28, scope: !754)
!757 = !DILocation(line: 9, column: 21, scope: !754)
!758 = !DILocation(line: 9, column: 17, scope: !754)
!759 = !DILocation(line: 10, column: 5, scope: !281)
!760 = !DILocation(line: 11, column: 9, scope: !281)
!761 = !DILocation(line: 11, column: 25, scope: !762)
!762 = distinct !DILexicalBlock(scope: !281, file: !2, line: 11, column: 9)
!763 = !DILocation(line: 11, column: 17, scope: !762)
!764 = !DILocation(line: 12, column: 5, scope: !281)
!765 = !DILocation(line: 7, column: 30, scope: !282)
!766 = !DILocation(line: 7, column: 3, scope: !282)
!767 = distinct !{!767, !751, !768, !769}
!768 = !DILocation(line: 13, column: 3, scope: !279)
!769 = !{!"llvm.loop.unroll.disable"}
!770 = !DILocation(line: 14, column: 7, scope: !16)
!771 = !DILocation(line: 14, column: 23, scope: !772)
!772 = distinct !DILexicalBlock(scope: !16, file: !2, line: 14, column: 7)
!773 = !DILocation(line: 14, column: 14, scope: !772)
!774 = !DILocation(line: 14, column: 21, scope: !772)
!775 = !DILocation(line: 15, column: 1, scope: !16)
!776 = !DISubprogram(name: "__syncthreads", scope: !777, file: !777, line: 16, type: !778, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!777 = !DIFile(filename: "build/include/fencepost/fencepost_device.h", directory: "/work/main")
!778 = !DISubroutineType(types: !779)
!779 = !{null}
!780 = distinct !DISubprogram(name: "scan", linkageName: "_Z4scanPKiPii", scope: !2, file: !2, line: 2, type: !17, scopeLine: 2, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !23, retainedNodes: !781)
!781 = !{!782, !783, !784, !785, !786, !787, !789}
!782 = !DILocalVariable(name: "a", arg: 1, scope: !780, file: !2, line: 2, type: !19)
!783 = !DILocalVariable(name: "out", arg: 2, scope: !780, file: !2, line: 2, type: !22)
!784 = !DILocalVariable(name: "n", arg: 3, scope: !780, file: !2, line: 2, type: !21)
!785 = !DILocalVariable(name: "t", scope: !780, file: !2, line: 4, type: !21)
!786 = !DILocalVariable(name: "i", scope: !780, file: !2, line: 4, type: !21)
!787 = !DILocalVariable(name: "d", scope: !788, file: !2, line: 7, type: !21)
!788 = distinct !DILexicalBlock(scope: !780, file: !2, line: 7, column: 3)
!789 = !DILocalVariable(name: "x", scope: !790, file: !2, line: 8, type: !21)
!790 = distinct !DILexicalBlock(scope: !791, file: !2, line: 7, column: 36)
!791 = distinct !DILexicalBlock(scope: !788, file: !2, line: 7, column: 3)
!792 = !DILocation(line: 0, scope: !780)
!793 = !DILocation(line: 4, column: 11, scope: !780)
!794 = !DILocation(line: 4, column: 21, scope: !780)
!795 = !DILocation(line: 4, column: 28, scope: !780)
!796 = !DILocation(line: 4, column: 37, scope: !780)
!797 = !DILocation(line: 4, column: 41, scope: !780)
!798 = !DILocation(line: 4, column: 50, scope: !780)
!799 = !DILocation(line: 4, column: 39, scope: !780)
!800 = !DILocation(line: 4, column: 52, scope: !780)
!801 = !DILocation(line: 5, column: 15, scope: !780)
!802 = !DILocation(line: 5, column: 13, scope: !780)
!803 = !DILocation(line: 5, column: 21, scope: !780)
!804 = !{!"branch_weights", i32 1048575, i32 1}
!805 = !DILocation(line: 5, column: 3, scope: !780)
!806 = !DILocation(line: 5, column: 11, scope: !780)
!807 = !DILocation(line: 6, column: 3, scope: !780)
!808 = !DILocation(line: 0, scope: !788)
!809 = !DILocation(line: 7, column: 8, scope: !788)
!810 = !DILocation(line: 7, scope: !788)
!811 = !DILocation(line: 7, column: 21, scope: !791)
!812 = !DILocation(line: 7, column: 3, scope: !788)
!813 = !DILocation(line: 0, scope: !790)
!814 = !DILocation(line: 9, column: 11, scope: !815)
!815 = distinct !DILexicalBlock(scope: !790, file: !2, line: 9, column: 9)
!816 = !DILocation(line: 9, column: 9, scope: !790)
!817 = !DILocation(line: 9, column: 28, scope: !815)
!818 = !DILocation(line: 9, column: 21, scope: !815)
!819 = !DILocation(line: 9, column: 17, scope: !815)
!820 = !DILocation(line: 10, column: 5, scope: !790)
!821 = !DILocation(line: 11, column: 9, scope: !790)
!822 = !DILocation(line: 11, column: 25, scope: !823)
!823 = distinct !DILexicalBlock(scope: !790, file: !2, line: 11, column: 9)
!824 = !DILocation(line: 11, column: 17, scope: !823)
!825 = !DILocation(line: 12, column: 5, scope: !790)
!826 = !DILocation(line: 7, column: 30, scope: !791)
!827 = !DILocation(line: 7, column: 3, scope: !791)
!828 = distinct !{!828, !812, !829, !769}
!829 = !DILocation(line: 13, column: 3, scope: !788)
!830 = !DILocation(line: 14, column: 7, scope: !780)
!831 = !DILocation(line: 14, column: 23, scope: !832)
!832 = distinct !DILexicalBlock(scope: !780, file: !2, line: 14, column: 7)
!833 = !DILocation(line: 14, column: 14, scope: !832)
!834 = !DILocation(line: 14, column: 21, scope: !832)
!835 = !DILocation(line: 15, column: 1, scope: !780)
