; ModuleID = '/tmp/ks.cu'
source_filename = "/tmp/ks.cu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.dim3 = type { i32, i32, i32 }

$_Z10cudaMallocIiE9cudaErrorPPT_m = comdat any

$_ZN4dim3C2Ejjj = comdat any

@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [11 x i8] c"cudaMalloc\00", align 1, !dbg !8
@0 = private unnamed_addr constant [14 x i8] c"_Z4scanPKiPii\00", align 1
@1 = private constant [9 x i8] c"fencepost", section ".nv_fatbin", align 8
@__cuda_fatbin_wrapper = internal constant { i32, i32, ptr, ptr } { i32 1180844977, i32 1, ptr @fencepost.table, ptr null }, section ".nvFatBinSegment", align 8
@__cuda_gpubin_handle = internal global ptr null, align 8
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @__cuda_module_ctor, ptr null }, { i32, ptr, ptr } { i32 0, ptr @__tsan_init, ptr null }]
@fencepost_program = weak hidden constant [31 x i8] c"/work/main/build/bin/fencepost\00"
@_ZZ4scanPKiPiiE4tile.shared = internal thread_local global [256 x i32] zeroinitializer, align 16, !dbg !14
@fencepost_thread_idx = external thread_local global %struct.dim3, align 4
@fencepost_block_idx = external thread_local global %struct.dim3, align 4
@fencepost_block_dim = external thread_local global %struct.dim3, align 4
@2 = private constant [2 x i8] c"a\00"
@3 = private constant [4 x i8] c"out\00"
@4 = private constant [2 x i8] c"n\00"
@5 = private constant [14 x i8] c"_Z4scanPKiPii\00"
@6 = private constant [3 x { ptr, i64, i64, i64, i64 }] [{ ptr, i64, i64, i64, i64 } { ptr @2, i64 8, i64 0, i64 4, i64 3 }, { ptr, i64, i64, i64, i64 } { ptr @3, i64 8, i64 8, i64 4, i64 3 }, { ptr, i64, i64, i64, i64 } { ptr @4, i64 4, i64 16, i64 0, i64 0 }]
@_Z4scanPKiPii.frame = private constant { ptr, i64, i64 } zeroinitializer
@_Z4scanPKiPii.unchecked.code = private constant { ptr, ptr } zeroinitializer
@7 = private constant [1 x { ptr, ptr, ptr, ptr, i64, i64, ptr, ptr }] [{ ptr, ptr, ptr, ptr, i64, i64, ptr, ptr } { ptr @5, ptr @_Z4scanPKiPii.run, ptr @_Z4scanPKiPii, ptr @6, i64 3, i64 0, ptr @_Z4scanPKiPii.frame, ptr @_Z4scanPKiPii.unchecked.code }]
@fencepost.table = internal constant { i64, ptr, i64, ptr, i64 } { i64 7378424937691742213, ptr @7, i64 1, ptr null, i64 0 }

; Function Attrs: norecurse null_pointer_is_valid sanitize_thread uwtable
define dso_local void @_Z19__device_stub__scanPKiPii(ptr %0, ptr %1, i32 %2) #0 !dbg !659 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca %struct.dim3, align 8
  %8 = alloca %struct.dim3, align 8
  %9 = alloca i64, align 8
  %10 = alloca ptr, align 8
  %11 = alloca { i64, i32 }, align 8
  %12 = alloca { i64, i32 }, align 8
  store ptr %0, ptr %4, align 8
    #dbg_declare(ptr %4, !661, !DIExpression(), !664)
  store ptr %1, ptr %5, align 8
    #dbg_declare(ptr %5, !662, !DIExpression(), !665)
  store i32 %2, ptr %6, align 4
    #dbg_declare(ptr %6, !663, !DIExpression(), !666)
  %13 = alloca ptr, i64 3, align 16, !dbg !667
  %14 = getelementptr ptr, ptr %13, i32 0, !dbg !667
  store ptr %4, ptr %14, align 8, !dbg !667
  %15 = getelementptr ptr, ptr %13, i32 1, !dbg !667
  store ptr %5, ptr %15, align 8, !dbg !667
  %16 = getelementptr ptr, ptr %13, i32 2, !dbg !667
  store ptr %6, ptr %16, align 8, !dbg !667
  %17 = call i32 @__cudaPopCallConfiguration(ptr %7, ptr %8, ptr %9, ptr %10), !dbg !667
  %18 = load i64, ptr %9, align 8, !dbg !667
  %19 = load ptr, ptr %10, align 8, !dbg !667
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %11, ptr align 8 %7, i64 12, i1 false), !dbg !667
  %20 = getelementptr inbounds { i64, i32 }, ptr %11, i32 0, i32 0, !dbg !667
  %21 = load i64, ptr %20, align 8, !dbg !667
  %22 = getelementptr inbounds { i64, i32 }, ptr %11, i32 0, i32 1, !dbg !667
  %23 = load i32, ptr %22, align 8, !dbg !667
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %12, ptr align 8 %8, i64 12, i1 false), !dbg !667
  %24 = getelementptr inbounds { i64, i32 }, ptr %12, i32 0, i32 0, !dbg !667
  %25 = load i64, ptr %24, align 8, !dbg !667
  %26 = getelementptr inbounds { i64, i32 }, ptr %12, i32 0, i32 1, !dbg !667
  %27 = load i32, ptr %26, align 8, !dbg !667
  %28 = call i32 @cudaLaunchKernel(ptr @_Z19__device_stub__scanPKiPii, i64 %21, i32 %23, i64 %25, i32 %27, ptr %13, i64 %18, ptr %19) #12, !dbg !667
  br label %29, !dbg !667

29:                                               ; preds = %3
  ret void, !dbg !668
}

declare i32 @__cudaPopCallConfiguration(ptr, ptr, ptr, ptr)

declare i32 @cudaLaunchKernel(ptr, i64, i32, i64, i32, ptr, i64, ptr)

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #1

; Function Attrs: norecurse null_pointer_is_valid sanitize_thread uwtable
define dso_local i32 @main() #2 !dbg !669 {
  %1 = alloca i32, align 4
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca %struct.dim3, align 4
  %6 = alloca %struct.dim3, align 4
  %7 = alloca { i64, i32 }, align 4
  %8 = alloca { i64, i32 }, align 4
  store i32 0, ptr %1, align 4
  call void @llvm.lifetime.start.p0(i64 8, ptr %2) #13, !dbg !674
    #dbg_declare(ptr %2, !671, !DIExpression(), !675)
  store ptr null, ptr %2, align 8, !dbg !675, !annotation !676
  call void @llvm.lifetime.start.p0(i64 8, ptr %3) #13, !dbg !674
    #dbg_declare(ptr %3, !672, !DIExpression(), !677)
  store ptr null, ptr %3, align 8, !dbg !677, !annotation !676
  call void @llvm.lifetime.start.p0(i64 4, ptr %4) #13, !dbg !678
    #dbg_declare(ptr %4, !673, !DIExpression(), !679)
  store i32 1048576, ptr %4, align 4, !dbg !679
  %9 = load i32, ptr %4, align 4, !dbg !680
  %10 = mul i32 4, %9, !dbg !681
  %11 = sext i32 %10 to i64, !dbg !682
  %12 = call i32 @_Z10cudaMallocIiE9cudaErrorPPT_m(ptr %2, i64 %11) #12, !dbg !683
  call void @fencepost_discarded(i32 %12), !dbg !683
  %13 = load i32, ptr %4, align 4, !dbg !684
  %14 = mul i32 4, %13, !dbg !685
  %15 = sext i32 %14 to i64, !dbg !686
  %16 = call i32 @_Z10cudaMallocIiE9cudaErrorPPT_m(ptr %3, i64 %15) #12, !dbg !687
  call void @fencepost_discarded(i32 %16), !dbg !687
  %17 = load ptr, ptr %2, align 8, !dbg !688
  %18 = load i32, ptr %4, align 4, !dbg !689
  %19 = mul i32 4, %18, !dbg !690
  %20 = sext i32 %19 to i64, !dbg !691
  %21 = call i32 @cudaMemset(ptr %17, i32 0, i64 %20) #12, !dbg !692
  call void @fencepost_discarded(i32 %21), !dbg !692
  %22 = load i32, ptr %4, align 4, !dbg !693
  %23 = sdiv i32 %22, 256, !dbg !694
  call void @_ZN4dim3C2Ejjj(ptr align 4 dereferenceable_or_null(12) %5, i32 %23, i32 1, i32 1) #12, !dbg !693
  call void @_ZN4dim3C2Ejjj(ptr align 4 dereferenceable_or_null(12) %6, i32 256, i32 1, i32 1) #12, !dbg !695
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %7, ptr align 4 %5, i64 12, i1 false), !dbg !696
  %24 = getelementptr inbounds { i64, i32 }, ptr %7, i32 0, i32 0, !dbg !696
  %25 = load i64, ptr %24, align 4, !dbg !696
  %26 = getelementptr inbounds { i64, i32 }, ptr %7, i32 0, i32 1, !dbg !696
  %27 = load i32, ptr %26, align 4, !dbg !696
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %8, ptr align 4 %6, i64 12, i1 false), !dbg !696
  %28 = getelementptr inbounds { i64, i32 }, ptr %8, i32 0, i32 0, !dbg !696
  %29 = load i64, ptr %28, align 4, !dbg !696
  %30 = getelementptr inbounds { i64, i32 }, ptr %8, i32 0, i32 1, !dbg !696
  %31 = load i32, ptr %30, align 4, !dbg !696
  %32 = call i32 @__cudaPushCallConfiguration(i64 %25, i32 %27, i64 %29, i32 %31, i64 0, ptr null) #12, !dbg !696
  %33 = icmp ne i32 %32, 0, !dbg !696
  br i1 %33, label %38, label %34, !dbg !697

34:                                               ; preds = %0
  %35 = load ptr, ptr %2, align 8, !dbg !698
  %36 = load ptr, ptr %3, align 8, !dbg !699
  %37 = load i32, ptr %4, align 4, !dbg !700
  call void @_Z19__device_stub__scanPKiPii(ptr %35, ptr %36, i32 %37) #14, !dbg !697
  br label %38, !dbg !697

38:                                               ; preds = %34, %0
  %39 = call i32 @cudaDeviceSynchronize() #12, !dbg !701
  %40 = call i32 (ptr, ...) @printf(ptr @.str, i32 %39) #15, !dbg !702
  call void @llvm.lifetime.end.p0(i64 4, ptr %4) #13, !dbg !703
  call void @llvm.lifetime.end.p0(i64 8, ptr %3) #13, !dbg !703
  call void @llvm.lifetime.end.p0(i64 8, ptr %2) #13, !dbg !703
  %41 = load i32, ptr %1, align 4, !dbg !703
  ret i32 %41, !dbg !703
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #3

; Function Attrs: alwaysinline null_pointer_is_valid sanitize_thread uwtable
define linkonce_odr dso_local i32 @_Z10cudaMallocIiE9cudaErrorPPT_m(ptr %0, i64 %1) #4 comdat !dbg !704 {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !710, !DIExpression(), !714)
  store i64 %1, ptr %4, align 8
    #dbg_declare(ptr %4, !711, !DIExpression(), !715)
  %5 = load ptr, ptr %3, align 8, !dbg !716
  %6 = load i64, ptr %4, align 8, !dbg !717
  %7 = call i32 @fencepost_cuda_malloc(ptr @.str.1, ptr %5, i64 %6, i32 0, i64 4) #12, !dbg !718
  ret i32 %7, !dbg !719
}

; Function Attrs: null_pointer_is_valid
declare !dbg !720 i32 @cudaMemset(ptr, i32, i64) #5

; Function Attrs: null_pointer_is_valid
declare !dbg !724 i32 @__cudaPushCallConfiguration(i64, i32, i64, i32, i64, ptr) #5

; Function Attrs: alwaysinline nounwind null_pointer_is_valid sanitize_thread uwtable
define linkonce_odr dso_local void @_ZN4dim3C2Ejjj(ptr align 4 dereferenceable_or_null(12) %0, i32 %1, i32 %2, i32 %3) unnamed_addr #6 comdat align 2 !dbg !730 {
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
    #dbg_declare(ptr %5, !732, !DIExpression(), !737)
  store i32 %1, ptr %6, align 4
    #dbg_declare(ptr %6, !734, !DIExpression(), !738)
  store i32 %2, ptr %7, align 4
    #dbg_declare(ptr %7, !735, !DIExpression(), !739)
  store i32 %3, ptr %8, align 4
    #dbg_declare(ptr %8, !736, !DIExpression(), !740)
  %9 = load ptr, ptr %5, align 8
  %10 = getelementptr inbounds %struct.dim3, ptr %9, i32 0, i32 0, !dbg !741
  %11 = load i32, ptr %6, align 4, !dbg !742
  call void @__tsan_write4(ptr %10) #16, !dbg !741, !fencepost.check !743
  store i32 %11, ptr %10, align 4, !dbg !741
  %12 = getelementptr inbounds %struct.dim3, ptr %9, i32 0, i32 1, !dbg !744
  %13 = load i32, ptr %7, align 4, !dbg !745
  call void @__tsan_write4(ptr %12) #16, !dbg !744, !fencepost.check !743
  store i32 %13, ptr %12, align 4, !dbg !744
  %14 = getelementptr inbounds %struct.dim3, ptr %9, i32 0, i32 2, !dbg !746
  %15 = load i32, ptr %8, align 4, !dbg !747
  call void @__tsan_write4(ptr %14) #16, !dbg !746, !fencepost.check !743
  store i32 %15, ptr %14, align 4, !dbg !746
  ret void, !dbg !748
}

; Function Attrs: null_pointer_is_valid
declare !dbg !187 i32 @printf(ptr, ...) #5

; Function Attrs: null_pointer_is_valid
declare !dbg !749 i32 @cudaDeviceSynchronize() #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #3

; Function Attrs: null_pointer_is_valid
declare !dbg !752 i32 @fencepost_cuda_malloc(ptr, ptr, i64, i32, i64) #5

define internal void @__cuda_register_globals(ptr %0) {
  %2 = call i32 @__cudaRegisterFunction(ptr %0, ptr @_Z19__device_stub__scanPKiPii, ptr @0, ptr @0, i32 -1, ptr null, ptr null, ptr null, ptr null, ptr null)
  ret void
}

declare i32 @__cudaRegisterFunction(ptr, ptr, ptr, ptr, i32, ptr, ptr, ptr, ptr, ptr)

declare void @__cudaRegisterVar(ptr, ptr, ptr, ptr, i32, i64, i32, i32)

declare void @__cudaRegisterManagedVar(ptr, ptr, ptr, ptr, i64, i32)

declare void @__cudaRegisterSurface(ptr, ptr, ptr, ptr, i32, i32)

declare void @__cudaRegisterTexture(ptr, ptr, ptr, ptr, i32, i32, i32)

declare ptr @__cudaRegisterFatBinary(ptr)

define internal void @__cuda_module_ctor() {
  %1 = call ptr @__cudaRegisterFatBinary(ptr @__cuda_fatbin_wrapper)
  store ptr %1, ptr @__cuda_gpubin_handle, align 8
  call void @__cuda_register_globals(ptr %1)
  call void @__cudaRegisterFatBinaryEnd(ptr %1)
  %2 = call i32 @atexit(ptr @__cuda_module_dtor)
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
declare void @__tsan_write4(ptr) #7

declare void @__tsan_init()

; Function Attrs: noinline
define internal void @_Z4scanPKiPii.run(ptr %0) #8 {
  %2 = getelementptr i8, ptr %0, i64 0
  %3 = alloca [16 x i8], align 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %3, ptr align 8 %2, i64 8, i1 false)
  %4 = getelementptr i8, ptr %3, i64 0
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr i8, ptr %0, i64 8
  %7 = alloca [16 x i8], align 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %7, ptr align 8 %6, i64 8, i1 false)
  %8 = getelementptr i8, ptr %7, i64 0
  %9 = load ptr, ptr %8, align 8
  %10 = getelementptr i8, ptr %0, i64 16
  %11 = alloca [16 x i8], align 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %11, ptr align 4 %10, i64 4, i1 false)
  %12 = getelementptr i8, ptr %11, i64 0
  %13 = load i32, ptr %12, align 4
  call void @_Z4scanPKiPii(ptr %5, ptr %9, i32 %13)
  ret void
}

; Function Attrs: norecurse null_pointer_is_valid sanitize_thread uwtable
define internal void @_Z4scanPKiPii(ptr %0, ptr %1, i32 %2) #9 !dbg !16 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
    #dbg_declare(ptr %4, !273, !DIExpression(), !755)
  store ptr %1, ptr %5, align 8
    #dbg_declare(ptr %5, !274, !DIExpression(), !756)
  store i32 %2, ptr %6, align 4
    #dbg_declare(ptr %6, !275, !DIExpression(), !757)
  call void @llvm.lifetime.start.p0(i64 4, ptr %7), !dbg !758
    #dbg_declare(ptr %7, !276, !DIExpression(), !759)
  %11 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_thread_idx), !dbg !760
  %12 = getelementptr inbounds %struct.dim3, ptr %11, i32 0, i32 0, !dbg !761
  %13 = load i32, ptr %12, align 4, !dbg !761
  store i32 %13, ptr %7, align 4, !dbg !759
  call void @llvm.lifetime.start.p0(i64 4, ptr %8), !dbg !758
    #dbg_declare(ptr %8, !277, !DIExpression(), !762)
  %14 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_block_idx), !dbg !763
  %15 = getelementptr inbounds %struct.dim3, ptr %14, i32 0, i32 0, !dbg !764
  %16 = load i32, ptr %15, align 4, !dbg !764
  %17 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_block_dim), !dbg !765
  %18 = getelementptr inbounds %struct.dim3, ptr %17, i32 0, i32 0, !dbg !766
  %19 = load i32, ptr %18, align 4, !dbg !766
  %20 = mul i32 %16, %19, !dbg !767
  %21 = load i32, ptr %7, align 4, !dbg !768
  %22 = add i32 %20, %21, !dbg !769
  store i32 %22, ptr %8, align 4, !dbg !762
  %23 = load i32, ptr %8, align 4, !dbg !770
  %24 = load i32, ptr %6, align 4, !dbg !771
  %25 = icmp slt i32 %23, %24, !dbg !772
  br i1 %25, label %26, label %32, !dbg !770

26:                                               ; preds = %3
  %27 = load ptr, ptr %4, align 8, !dbg !773
  %28 = load i32, ptr %8, align 4, !dbg !774
  %29 = sext i32 %28 to i64, !dbg !773
  %30 = getelementptr i32, ptr %27, i64 %29, !dbg !773
  call void @__tsan_read4(ptr %30) #16, !dbg !773, !fencepost.check !743
  %31 = load i32, ptr %30, align 4, !dbg !773
  br label %33, !dbg !770

32:                                               ; preds = %3
  br label %33, !dbg !770

33:                                               ; preds = %32, %26
  %34 = phi i32 [ %31, %26 ], [ 0, %32 ], !dbg !770
  %35 = load i32, ptr %7, align 4, !dbg !775
  %36 = sext i32 %35 to i64, !dbg !776
  %37 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @_ZZ4scanPKiPiiE4tile.shared), !dbg !776
  %38 = getelementptr [256 x i32], ptr %37, i64 0, i64 %36, !dbg !776
  call void @__tsan_write4(ptr %38) #16, !dbg !777, !fencepost.check !743
  store i32 %34, ptr %38, align 4, !dbg !777
  call void @__syncthreads() #17, !dbg !778
  call void @llvm.lifetime.start.p0(i64 4, ptr %9), !dbg !779
    #dbg_declare(ptr %9, !278, !DIExpression(), !780)
  store i32 1, ptr %9, align 4, !dbg !780
  br label %39, !dbg !779

39:                                               ; preds = %68, %33
  %40 = load i32, ptr %9, align 4, !dbg !781
  %41 = icmp slt i32 %40, 256, !dbg !782
  br i1 %41, label %43, label %42, !dbg !783

42:                                               ; preds = %39
  call void @llvm.lifetime.end.p0(i64 4, ptr %9), !dbg !784
  br label %71

43:                                               ; preds = %39
  call void @llvm.lifetime.start.p0(i64 4, ptr %10), !dbg !785
    #dbg_declare(ptr %10, !280, !DIExpression(), !786)
  store i32 0, ptr %10, align 4, !dbg !786
  %44 = load i32, ptr %7, align 4, !dbg !787
  %45 = load i32, ptr %9, align 4, !dbg !789
  %46 = icmp sge i32 %44, %45, !dbg !790
  br i1 %46, label %47, label %55, !dbg !791

47:                                               ; preds = %43
  %48 = load i32, ptr %7, align 4, !dbg !792
  %49 = load i32, ptr %9, align 4, !dbg !793
  %50 = sub i32 %48, %49, !dbg !794
  %51 = sext i32 %50 to i64, !dbg !795
  %52 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @_ZZ4scanPKiPiiE4tile.shared), !dbg !795
  %53 = getelementptr [256 x i32], ptr %52, i64 0, i64 %51, !dbg !795
  call void @__tsan_read4(ptr %53) #16, !dbg !795, !fencepost.check !743
  %54 = load i32, ptr %53, align 4, !dbg !795
  store i32 %54, ptr %10, align 4, !dbg !796
  br label %55, !dbg !797

55:                                               ; preds = %47, %43
  call void @__syncthreads() #17, !dbg !798
  %56 = load i32, ptr %7, align 4, !dbg !799
  %57 = load i32, ptr %9, align 4, !dbg !801
  %58 = icmp sge i32 %56, %57, !dbg !802
  br i1 %58, label %59, label %67, !dbg !803

59:                                               ; preds = %55
  %60 = load i32, ptr %10, align 4, !dbg !804
  %61 = load i32, ptr %7, align 4, !dbg !805
  %62 = sext i32 %61 to i64, !dbg !806
  %63 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @_ZZ4scanPKiPiiE4tile.shared), !dbg !806
  %64 = getelementptr [256 x i32], ptr %63, i64 0, i64 %62, !dbg !806
  call void @__tsan_read4(ptr %64) #16, !dbg !807, !fencepost.check !743
  %65 = load i32, ptr %64, align 4, !dbg !807
  %66 = add i32 %65, %60, !dbg !807
  call void @__tsan_write4(ptr %64) #16, !dbg !807, !fencepost.check !743
  store i32 %66, ptr %64, align 4, !dbg !807
  br label %67, !dbg !806

67:                                               ; preds = %59, %55
  call void @__syncthreads() #17, !dbg !808
  call void @llvm.lifetime.end.p0(i64 4, ptr %10), !dbg !809
  br label %68, !dbg !810

68:                                               ; preds = %67
  %69 = load i32, ptr %9, align 4, !dbg !811
  %70 = mul i32 %69, 2, !dbg !811
  store i32 %70, ptr %9, align 4, !dbg !811
  br label %39, !dbg !784, !llvm.loop !812

71:                                               ; preds = %42
  %72 = load i32, ptr %8, align 4, !dbg !815
  %73 = load i32, ptr %6, align 4, !dbg !817
  %74 = icmp slt i32 %72, %73, !dbg !818
  br i1 %74, label %75, label %85, !dbg !819

75:                                               ; preds = %71
  %76 = load i32, ptr %7, align 4, !dbg !820
  %77 = sext i32 %76 to i64, !dbg !821
  %78 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @_ZZ4scanPKiPiiE4tile.shared), !dbg !821
  %79 = getelementptr [256 x i32], ptr %78, i64 0, i64 %77, !dbg !821
  call void @__tsan_read4(ptr %79) #16, !dbg !821, !fencepost.check !743
  %80 = load i32, ptr %79, align 4, !dbg !821
  %81 = load ptr, ptr %5, align 8, !dbg !822
  %82 = load i32, ptr %8, align 4, !dbg !823
  %83 = sext i32 %82 to i64, !dbg !822
  %84 = getelementptr i32, ptr %81, i64 %83, !dbg !822
  call void @__tsan_write4(ptr %84) #16, !dbg !824, !fencepost.check !743
  store i32 %80, ptr %84, align 4, !dbg !824
  br label %85, !dbg !822

85:                                               ; preds = %75, %71
  call void @llvm.lifetime.end.p0(i64 4, ptr %8), !dbg !825
  call void @llvm.lifetime.end.p0(i64 4, ptr %7), !dbg !825
  ret void, !dbg !825
}

; Function Attrs: nocallback nofree nosync speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #10

; Function Attrs: nomerge nounwind
declare void @__tsan_read4(ptr) #7

; Function Attrs: convergent null_pointer_is_valid
declare !dbg !826 void @__syncthreads() #11

attributes #0 = { norecurse null_pointer_is_valid sanitize_thread uwtable "disable-tail-calls"="true" "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { norecurse null_pointer_is_valid sanitize_thread uwtable "disable-tail-calls"="true" "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { alwaysinline null_pointer_is_valid sanitize_thread uwtable "disable-tail-calls"="true" "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { null_pointer_is_valid "disable-tail-calls"="true" "frame-pointer"="all" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { alwaysinline nounwind null_pointer_is_valid sanitize_thread uwtable "disable-tail-calls"="true" "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nomerge nounwind }
attributes #8 = { noinline "fencepost-kernel-entry" "frame-pointer"="all" }
attributes #9 = { norecurse null_pointer_is_valid sanitize_thread uwtable "disable-tail-calls"="true" "fencepost-device-code" "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" "uniform-work-group-size"="true" }
attributes #10 = { nocallback nofree nosync speculatable willreturn memory(none) }
attributes #11 = { convergent null_pointer_is_valid "disable-tail-calls"="true" "frame-pointer"="all" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #12 = { "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" }
attributes #13 = { nounwind }
attributes #14 = { "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "uniform-work-group-size"="true" }
attributes #15 = { nobuiltin "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" }
attributes #16 = { nomerge }
attributes #17 = { convergent nomerge "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" }

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
!664 = !DILocation(line: 2, column: 33, scope: !659)
!665 = !DILocation(line: 2, column: 41, scope: !659)
!666 = !DILocation(line: 2, column: 50, scope: !659)
!667 = !DILocation(line: 2, column: 53, scope: !659)
!668 = !DILocation(line: 15, column: 1, scope: !659)
!669 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 16, type: !180, scopeLine: 16, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !294, retainedNodes: !670)
!670 = !{!671, !672, !673}
!671 = !DILocalVariable(name: "a", scope: !669, file: !2, line: 16, type: !22)
!672 = !DILocalVariable(name: "o", scope: !669, file: !2, line: 16, type: !22)
!673 = !DILocalVariable(name: "n", scope: !669, file: !2, line: 16, type: !21)
!674 = !DILocation(line: 16, column: 12, scope: !669)
!675 = !DILocation(line: 16, column: 16, scope: !669)
!676 = !{!"auto-init"}
!677 = !DILocation(line: 16, column: 19, scope: !669)
!678 = !DILocation(line: 16, column: 21, scope: !669)
!679 = !DILocation(line: 16, column: 25, scope: !669)
!680 = !DILocation(line: 16, column: 49, scope: !669)
!681 = !DILocation(line: 16, column: 48, scope: !669)
!682 = !DILocation(line: 16, column: 47, scope: !669)
!683 = !DILocation(line: 16, column: 33, scope: !669)
!684 = !DILocation(line: 16, column: 68, scope: !669)
!685 = !DILocation(line: 16, column: 67, scope: !669)
!686 = !DILocation(line: 16, column: 66, scope: !669)
!687 = !DILocation(line: 16, column: 52, scope: !669)
!688 = !DILocation(line: 16, column: 82, scope: !669)
!689 = !DILocation(line: 16, column: 88, scope: !669)
!690 = !DILocation(line: 16, column: 87, scope: !669)
!691 = !DILocation(line: 16, column: 86, scope: !669)
!692 = !DILocation(line: 16, column: 71, scope: !669)
!693 = !DILocation(line: 16, column: 98, scope: !669)
!694 = !DILocation(line: 16, column: 99, scope: !669)
!695 = !DILocation(line: 16, column: 104, scope: !669)
!696 = !DILocation(line: 16, column: 95, scope: !669)
!697 = !DILocation(line: 16, column: 91, scope: !669)
!698 = !DILocation(line: 16, column: 111, scope: !669)
!699 = !DILocation(line: 16, column: 113, scope: !669)
!700 = !DILocation(line: 16, column: 115, scope: !669)
!701 = !DILocation(line: 16, column: 132, scope: !669)
!702 = !DILocation(line: 16, column: 118, scope: !669)
!703 = !DILocation(line: 16, column: 157, scope: !669)
!704 = distinct !DISubprogram(name: "cudaMalloc<int>", linkageName: "_Z10cudaMallocIiE9cudaErrorPPT_m", scope: !10, file: !10, line: 77, type: !705, scopeLine: 77, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !294, templateParams: !712, retainedNodes: !709)
!705 = !DISubroutineType(types: !706)
!706 = !{!707, !708, !81}
!707 = !DIDerivedType(tag: DW_TAG_typedef, name: "cudaError_t", file: !297, line: 20, baseType: !296)
!708 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !22, size: 64)
!709 = !{!710, !711}
!710 = !DILocalVariable(name: "pointer", arg: 1, scope: !704, file: !10, line: 77, type: !708)
!711 = !DILocalVariable(name: "bytes", arg: 2, scope: !704, file: !10, line: 77, type: !81)
!712 = !{!713}
!713 = !DITemplateTypeParameter(name: "T", type: !21)
!714 = !DILocation(line: 77, column: 30, scope: !704)
!715 = !DILocation(line: 77, column: 46, scope: !704)
!716 = !DILocation(line: 78, column: 61, scope: !704)
!717 = !DILocation(line: 78, column: 70, scope: !704)
!718 = !DILocation(line: 78, column: 10, scope: !704)
!719 = !DILocation(line: 78, column: 3, scope: !704)
!720 = !DISubprogram(name: "cudaMemset", scope: !721, file: !721, line: 109, type: !722, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!721 = !DIFile(filename: "build/include/fencepost/cuda_runtime_api.h", directory: "/work/main")
!722 = !DISubroutineType(types: !723)
!723 = !{!707, !79, !21, !81}
!724 = !DISubprogram(name: "__cudaPushCallConfiguration", scope: !10, file: !10, line: 43, type: !725, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!725 = !DISubroutineType(types: !726)
!726 = !{!298, !436, !436, !81, !727}
!727 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !728, size: 64)
!728 = !DICompositeType(tag: DW_TAG_structure_type, name: "CUstream_st", file: !729, line: 106, flags: DIFlagFwdDecl | DIFlagNonTrivial, identifier: "_ZTS11CUstream_st")
!729 = !DIFile(filename: "build/include/fencepost/fencepost_launch_types.h", directory: "/work/main")
!730 = distinct !DISubprogram(name: "dim3", linkageName: "_ZN4dim3C2Ejjj", scope: !436, file: !437, line: 69, type: !443, scopeLine: 70, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !294, declaration: !442, retainedNodes: !731)
!731 = !{!732, !734, !735, !736}
!732 = !DILocalVariable(name: "this", arg: 1, scope: !730, type: !733, flags: DIFlagArtificial | DIFlagObjectPointer)
!733 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !436, size: 64)
!734 = !DILocalVariable(name: "vx", arg: 2, scope: !730, file: !437, line: 69, type: !298)
!735 = !DILocalVariable(name: "vy", arg: 3, scope: !730, file: !437, line: 69, type: !298)
!736 = !DILocalVariable(name: "vz", arg: 4, scope: !730, file: !437, line: 69, type: !298)
!737 = !DILocation(line: 0, scope: !730)
!738 = !DILocation(line: 69, column: 62, scope: !730)
!739 = !DILocation(line: 69, column: 83, scope: !730)
!740 = !DILocation(line: 69, column: 104, scope: !730)
!741 = !DILocation(line: 70, column: 9, scope: !730)
!742 = !DILocation(line: 70, column: 11, scope: !730)
!743 = !{}
!744 = !DILocation(line: 70, column: 16, scope: !730)
!745 = !DILocation(line: 70, column: 18, scope: !730)
!746 = !DILocation(line: 70, column: 23, scope: !730)
!747 = !DILocation(line: 70, column: 25, scope: !730)
!748 = !DILocation(line: 70, column: 30, scope: !730)
!749 = !DISubprogram(name: "cudaDeviceSynchronize", scope: !721, file: !721, line: 45, type: !750, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!750 = !DISubroutineType(types: !751)
!751 = !{!707}
!752 = !DISubprogram(name: "fencepost_cuda_malloc", scope: !10, file: !10, line: 54, type: !753, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!753 = !DISubroutineType(types: !754)
!754 = !{!707, !130, !435, !81, !21, !81}
!755 = !DILocation(line: 2, column: 33, scope: !16)
!756 = !DILocation(line: 2, column: 41, scope: !16)
!757 = !DILocation(line: 2, column: 50, scope: !16)
!758 = !DILocation(line: 4, column: 3, scope: !16)
!759 = !DILocation(line: 4, column: 7, scope: !16)
!760 = !DILocation(line: 4, column: 11, scope: !16)
!761 = !DILocation(line: 4, column: 21, scope: !16)
!762 = !DILocation(line: 4, column: 24, scope: !16)
!763 = !DILocation(line: 4, column: 28, scope: !16)
!764 = !DILocation(line: 4, column: 37, scope: !16)
!765 = !DILocation(line: 4, column: 41, scope: !16)
!766 = !DILocation(line: 4, column: 50, scope: !16)
!767 = !DILocation(line: 4, column: 39, scope: !16)
!768 = !DILocation(line: 4, column: 54, scope: !16)
!769 = !DILocation(line: 4, column: 52, scope: !16)
!770 = !DILocation(line: 5, column: 13, scope: !16)
!771 = !DILocation(line: 5, column: 17, scope: !16)
!772 = !DILocation(line: 5, column: 15, scope: !16)
!773 = !DILocation(line: 5, column: 21, scope: !16)
!774 = !DILocation(line: 5, column: 23, scope: !16)
!775 = !DILocation(line: 5, column: 8, scope: !16)
!776 = !DILocation(line: 5, column: 3, scope: !16)
!777 = !DILocation(line: 5, column: 11, scope: !16)
!778 = !DILocation(line: 6, column: 3, scope: !16)
!779 = !DILocation(line: 7, column: 8, scope: !279)
!780 = !DILocation(line: 7, column: 12, scope: !279)
!781 = !DILocation(line: 7, column: 19, scope: !282)
!782 = !DILocation(line: 7, column: 21, scope: !282)
!783 = !DILocation(line: 7, column: 3, scope: !279)
!784 = !DILocation(line: 7, column: 3, scope: !282)
!785 = !DILocation(line: 8, column: 5, scope: !281)
!786 = !DILocation(line: 8, column: 9, scope: !281)
!787 = !DILocation(line: 9, column: 9, scope: !788)
!788 = distinct !DILexicalBlock(scope: !281, file: !2, line: 9, column: 9)
!789 = !DILocation(line: 9, column: 14, scope: !788)
!790 = !DILocation(line: 9, column: 11, scope: !788)
!791 = !DILocation(line: 9, column: 9, scope: !281)
!792 = !DILocation(line: 9, column: 26, scope: !788)
!793 = !DILocation(line: 9, column: 30, scope: !788)
!794 = !DILocation(line: 9, column: 28, scope: !788)
!795 = !DILocation(line: 9, column: 21, scope: !788)
!796 = !DILocation(line: 9, column: 19, scope: !788)
!797 = !DILocation(line: 9, column: 17, scope: !788)
!798 = !DILocation(line: 10, column: 5, scope: !281)
!799 = !DILocation(line: 11, column: 9, scope: !800)
!800 = distinct !DILexicalBlock(scope: !281, file: !2, line: 11, column: 9)
!801 = !DILocation(line: 11, column: 14, scope: !800)
!802 = !DILocation(line: 11, column: 11, scope: !800)
!803 = !DILocation(line: 11, column: 9, scope: !281)
!804 = !DILocation(line: 11, column: 28, scope: !800)
!805 = !DILocation(line: 11, column: 22, scope: !800)
!806 = !DILocation(line: 11, column: 17, scope: !800)
!807 = !DILocation(line: 11, column: 25, scope: !800)
!808 = !DILocation(line: 12, column: 5, scope: !281)
!809 = !DILocation(line: 13, column: 3, scope: !282)
!810 = !DILocation(line: 13, column: 3, scope: !281)
!811 = !DILocation(line: 7, column: 30, scope: !282)
!812 = distinct !{!812, !783, !813, !814}
!813 = !DILocation(line: 13, column: 3, scope: !279)
!814 = !{!"llvm.loop.unroll.disable"}
!815 = !DILocation(line: 14, column: 7, scope: !816)
!816 = distinct !DILexicalBlock(scope: !16, file: !2, line: 14, column: 7)
!817 = !DILocation(line: 14, column: 11, scope: !816)
!818 = !DILocation(line: 14, column: 9, scope: !816)
!819 = !DILocation(line: 14, column: 7, scope: !16)
!820 = !DILocation(line: 14, column: 28, scope: !816)
!821 = !DILocation(line: 14, column: 23, scope: !816)
!822 = !DILocation(line: 14, column: 14, scope: !816)
!823 = !DILocation(line: 14, column: 18, scope: !816)
!824 = !DILocation(line: 14, column: 21, scope: !816)
!825 = !DILocation(line: 15, column: 1, scope: !16)
!826 = !DISubprogram(name: "__syncthreads", scope: !827, file: !827, line: 16, type: !828, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!827 = !DIFile(filename: "build/include/fencepost/fencepost_device.h", directory: "/work/main")
!828 = !DISubroutineType(types: !829)
!829 = !{null}
