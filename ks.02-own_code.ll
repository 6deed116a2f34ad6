; ModuleID = '/tmp/ks.cu'
source_filename = "/tmp/ks.cu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.uint3 = type { i32, i32, i32 }
%"struct.fencepost_rt::BlockDim" = type { i32, i32, i32 }

@_ZZ4scanPKiPiiE4tile = internal addrspace(3) global [256 x i32] undef, align 16, !dbg !0
@fencepost_thread_idx = external thread_local global %struct.uint3, align 4
@fencepost_block_idx = external thread_local global %struct.uint3, align 4
@fencepost_block_dim = external thread_local global %"struct.fencepost_rt::BlockDim", align 4

; Function Attrs: norecurse null_pointer_is_valid sanitize_thread uwtable
define internal void @_Z4scanPKiPii(ptr %0, ptr %1, i32 %2) #0 !dbg !2 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
    #dbg_declare(ptr %4, !262, !DIExpression(), !290)
  store ptr %1, ptr %5, align 8
    #dbg_declare(ptr %5, !263, !DIExpression(), !291)
  store i32 %2, ptr %6, align 4
    #dbg_declare(ptr %6, !264, !DIExpression(), !292)
  call void @llvm.lifetime.start.p0(i64 4, ptr %7), !dbg !293
    #dbg_declare(ptr %7, !265, !DIExpression(), !294)
  %11 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_thread_idx), !dbg !295
  %12 = getelementptr inbounds %struct.uint3, ptr %11, i32 0, i32 0, !dbg !296
  %13 = load i32, ptr %12, align 4, !dbg !296
  store i32 %13, ptr %7, align 4, !dbg !294
  call void @llvm.lifetime.start.p0(i64 4, ptr %8), !dbg !293
    #dbg_declare(ptr %8, !266, !DIExpression(), !297)
  %14 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_block_idx), !dbg !298
  %15 = getelementptr inbounds %struct.uint3, ptr %14, i32 0, i32 0, !dbg !299
  %16 = load i32, ptr %15, align 4, !dbg !299
  %17 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @fencepost_block_dim), !dbg !300
  %18 = getelementptr inbounds %"struct.fencepost_rt::BlockDim", ptr %17, i32 0, i32 0, !dbg !301
  %19 = load i32, ptr %18, align 4, !dbg !301
  %20 = mul i32 %16, %19, !dbg !302
  %21 = load i32, ptr %7, align 4, !dbg !303
  %22 = add i32 %20, %21, !dbg !304
  store i32 %22, ptr %8, align 4, !dbg !297
  %23 = load i32, ptr %8, align 4, !dbg !305
  %24 = load i32, ptr %6, align 4, !dbg !306
  %25 = icmp slt i32 %23, %24, !dbg !307
  br i1 %25, label %26, label %32, !dbg !305

26:                                               ; preds = %3
  %27 = load ptr, ptr %4, align 8, !dbg !308
  %28 = load i32, ptr %8, align 4, !dbg !309
  %29 = sext i32 %28 to i64, !dbg !308
  %30 = getelementptr i32, ptr %27, i64 %29, !dbg !308
  %31 = load i32, ptr %30, align 4, !dbg !308
  br label %33, !dbg !305

32:                                               ; preds = %3
  br label %33, !dbg !305

33:                                               ; preds = %32, %26
  %34 = phi i32 [ %31, %26 ], [ 0, %32 ], !dbg !305
  %35 = load i32, ptr %7, align 4, !dbg !310
  %36 = sext i32 %35 to i64, !dbg !311
  %37 = getelementptr [256 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanPKiPiiE4tile to ptr), i64 0, i64 %36, !dbg !311
  store i32 %34, ptr %37, align 4, !dbg !312
  call void @__syncthreads() #4, !dbg !313
  call void @llvm.lifetime.start.p0(i64 4, ptr %9), !dbg !314
    #dbg_declare(ptr %9, !267, !DIExpression(), !315)
  store i32 1, ptr %9, align 4, !dbg !315
  br label %38, !dbg !314

38:                                               ; preds = %65, %33
  %39 = load i32, ptr %9, align 4, !dbg !316
  %40 = icmp slt i32 %39, 256, !dbg !317
  br i1 %40, label %42, label %41, !dbg !318

41:                                               ; preds = %38
  call void @llvm.lifetime.end.p0(i64 4, ptr %9), !dbg !319
  br label %68

42:                                               ; preds = %38
  call void @llvm.lifetime.start.p0(i64 4, ptr %10), !dbg !320
    #dbg_declare(ptr %10, !269, !DIExpression(), !321)
  store i32 0, ptr %10, align 4, !dbg !321
  %43 = load i32, ptr %7, align 4, !dbg !322
  %44 = load i32, ptr %9, align 4, !dbg !324
  %45 = icmp sge i32 %43, %44, !dbg !325
  br i1 %45, label %46, label %53, !dbg !326

46:                                               ; preds = %42
  %47 = load i32, ptr %7, align 4, !dbg !327
  %48 = load i32, ptr %9, align 4, !dbg !328
  %49 = sub i32 %47, %48, !dbg !329
  %50 = sext i32 %49 to i64, !dbg !330
  %51 = getelementptr [256 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanPKiPiiE4tile to ptr), i64 0, i64 %50, !dbg !330
  %52 = load i32, ptr %51, align 4, !dbg !330
  store i32 %52, ptr %10, align 4, !dbg !331
  br label %53, !dbg !332

53:                                               ; preds = %46, %42
  call void @__syncthreads() #4, !dbg !333
  %54 = load i32, ptr %7, align 4, !dbg !334
  %55 = load i32, ptr %9, align 4, !dbg !336
  %56 = icmp sge i32 %54, %55, !dbg !337
  br i1 %56, label %57, label %64, !dbg !338

57:                                               ; preds = %53
  %58 = load i32, ptr %10, align 4, !dbg !339
  %59 = load i32, ptr %7, align 4, !dbg !340
  %60 = sext i32 %59 to i64, !dbg !341
  %61 = getelementptr [256 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanPKiPiiE4tile to ptr), i64 0, i64 %60, !dbg !341
  %62 = load i32, ptr %61, align 4, !dbg !342
  %63 = add i32 %62, %58, !dbg !342
  store i32 %63, ptr %61, align 4, !dbg !342
  br label %64, !dbg !341

64:                                               ; preds = %57, %53
  call void @__syncthreads() #4, !dbg !343
  call void @llvm.lifetime.end.p0(i64 4, ptr %10), !dbg !344
  br label %65, !dbg !345

65:                                               ; preds = %64
  %66 = load i32, ptr %9, align 4, !dbg !346
  %67 = mul i32 %66, 2, !dbg !346
  store i32 %67, ptr %9, align 4, !dbg !346
  br label %38, !dbg !319, !llvm.loop !347

68:                                               ; preds = %41
  %69 = load i32, ptr %8, align 4, !dbg !350
  %70 = load i32, ptr %6, align 4, !dbg !352
  %71 = icmp slt i32 %69, %70, !dbg !353
  br i1 %71, label %72, label %81, !dbg !354

72:                                               ; preds = %68
  %73 = load i32, ptr %7, align 4, !dbg !355
  %74 = sext i32 %73 to i64, !dbg !356
  %75 = getelementptr [256 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ4scanPKiPiiE4tile to ptr), i64 0, i64 %74, !dbg !356
  %76 = load i32, ptr %75, align 4, !dbg !356
  %77 = load ptr, ptr %5, align 8, !dbg !357
  %78 = load i32, ptr %8, align 4, !dbg !358
  %79 = sext i32 %78 to i64, !dbg !357
  %80 = getelementptr i32, ptr %77, i64 %79, !dbg !357
  store i32 %76, ptr %80, align 4, !dbg !359
  br label %81, !dbg !357

81:                                               ; preds = %72, %68
  call void @llvm.lifetime.end.p0(i64 4, ptr %8), !dbg !360
  call void @llvm.lifetime.end.p0(i64 4, ptr %7), !dbg !360
  ret void, !dbg !360
}

; Function Attrs: nocallback nofree nosync willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nocallback nofree nosync speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #2

; Function Attrs: convergent null_pointer_is_valid
declare !dbg !361 void @__syncthreads() #3

; Function Attrs: nocallback nofree nosync willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

attributes #0 = { norecurse null_pointer_is_valid sanitize_thread uwtable "disable-tail-calls"="true" "fencepost-device-code" "frame-pointer"="all" "min-legal-vector-width"="0" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync willreturn memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nosync speculatable willreturn memory(none) }
attributes #3 = { convergent null_pointer_is_valid "disable-tail-calls"="true" "frame-pointer"="all" "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { convergent nomerge "no-builtin-abort" "no-builtin-calloc" "no-builtin-free" "no-builtin-malloc" "no-builtin-memcmp" "no-builtin-memcpy" "no-builtin-memmove" "no-builtin-memset" "no-builtin-printf" "no-builtin-realloc" "no-builtin-vprintf" }

!llvm.module.flags = !{!275, !276, !277, !278, !279, !280, !281, !282}
!llvm.dbg.cu = !{!10}
!llvm.ident = !{!283}
!fencepost.kernels = !{!284}
!fencepost.variables = !{}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "tile", scope: !2, file: !3, line: 3, type: !272, isLocal: true, isDefinition: true)
!2 = distinct !DISubprogram(name: "scan", linkageName: "_Z4scanPKiPii", scope: !3, file: !3, line: 2, type: !4, scopeLine: 2, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !10, retainedNodes: !261)
!3 = !DIFile(filename: "/tmp/ks.cu", directory: "", checksumkind: CSK_MD5, checksum: "0a6ffba9ebee0dc0f86d9366abc0ab37")
!4 = !DISubroutineType(types: !5)
!5 = !{null, !6, !9, !8}
!6 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64)
!7 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 64)
!10 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !11, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !12, imports: !13, splitDebugInlining: false, nameTableKind: None)
!11 = !DIFile(filename: "/tmp/ks.cu", directory: "/work/main", checksumkind: CSK_MD5, checksum: "0a6ffba9ebee0dc0f86d9366abc0ab37")
!12 = !{!0}
!13 = !{!14, !78, !84, !89, !93, !95, !97, !99, !101, !108, !113, !120, !124, !128, !132, !137, !141, !143, !147, !153, !157, !164, !166, !171, !175, !179, !181, !185, !189, !191, !195, !197, !199, !203, !207, !211, !215, !219, !223, !225, !231, !235, !239, !244, !246, !248, !252, !256, !257, !258, !259, !260}
!14 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !16, file: !77, line: 98)
!15 = !DINamespace(name: "std", scope: null)
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "FILE", file: !17, line: 7, baseType: !18)
!17 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types/FILE.h", directory: "", checksumkind: CSK_MD5, checksum: "571f9fb6223c42439075fdde11a0de5d")
!18 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "_IO_FILE", file: !19, line: 49, size: 1728, flags: DIFlagTypePassByValue, elements: !20, identifier: "_ZTS8_IO_FILE")
!19 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types/struct_FILE.h", directory: "", checksumkind: CSK_MD5, checksum: "1bad07471b7974df4ecc1d1c2ca207e6")
!20 = !{!21, !22, !25, !26, !27, !28, !29, !30, !31, !32, !33, !34, !35, !38, !40, !41, !42, !46, !48, !50, !54, !57, !59, !62, !65, !66, !68, !72, !73}
!21 = !DIDerivedType(tag: DW_TAG_member, name: "_flags", scope: !18, file: !19, line: 51, baseType: !8, size: 32)
!22 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_read_ptr", scope: !18, file: !19, line: 54, baseType: !23, size: 64, offset: 64)
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !24, size: 64)
!24 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_read_end", scope: !18, file: !19, line: 55, baseType: !23, size: 64, offset: 128)
!26 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_read_base", scope: !18, file: !19, line: 56, baseType: !23, size: 64, offset: 192)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_write_base", scope: !18, file: !19, line: 57, baseType: !23, size: 64, offset: 256)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_write_ptr", scope: !18, file: !19, line: 58, baseType: !23, size: 64, offset: 320)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_write_end", scope: !18, file: !19, line: 59, baseType: !23, size: 64, offset: 384)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_buf_base", scope: !18, file: !19, line: 60, baseType: !23, size: 64, offset: 448)
!31 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_buf_end", scope: !18, file: !19, line: 61, baseType: !23, size: 64, offset: 512)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_save_base", scope: !18, file: !19, line: 64, baseType: !23, size: 64, offset: 576)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_backup_base", scope: !18, file: !19, line: 65, baseType: !23, size: 64, offset: 640)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "_IO_save_end", scope: !18, file: !19, line: 66, baseType: !23, size: 64, offset: 704)
!35 = !DIDerivedType(tag: DW_TAG_member, name: "_markers", scope: !18, file: !19, line: 68, baseType: !36, size: 64, offset: 768)
!36 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !37, size: 64)
!37 = !DICompositeType(tag: DW_TAG_structure_type, name: "_IO_marker", file: !19, line: 36, flags: DIFlagFwdDecl | DIFlagNonTrivial, identifier: "_ZTS10_IO_marker")
!38 = !DIDerivedType(tag: DW_TAG_member, name: "_chain", scope: !18, file: !19, line: 70, baseType: !39, size: 64, offset: 832)
!39 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !18, size: 64)
!40 = !DIDerivedType(tag: DW_TAG_member, name: "_fileno", scope: !18, file: !19, line: 72, baseType: !8, size: 32, offset: 896)
!41 = !DIDerivedType(tag: DW_TAG_member, name: "_flags2", scope: !18, file: !19, line: 73, baseType: !8, size: 32, offset: 928)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "_old_offset", scope: !18, file: !19, line: 74, baseType: !43, size: 64, offset: 960)
!43 = !DIDerivedType(tag: DW_TAG_typedef, name: "__off_t", file: !44, line: 152, baseType: !45)
!44 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types.h", directory: "", checksumkind: CSK_MD5, checksum: "d108b5f93a74c50510d7d9bc0ab36df9")
!45 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!46 = !DIDerivedType(tag: DW_TAG_member, name: "_cur_column", scope: !18, file: !19, line: 77, baseType: !47, size: 16, offset: 1024)
!47 = !DIBasicType(name: "unsigned short", size: 16, encoding: DW_ATE_unsigned)
!48 = !DIDerivedType(tag: DW_TAG_member, name: "_vtable_offset", scope: !18, file: !19, line: 78, baseType: !49, size: 8, offset: 1040)
!49 = !DIBasicType(name: "signed char", size: 8, encoding: DW_ATE_signed_char)
!50 = !DIDerivedType(tag: DW_TAG_member, name: "_shortbuf", scope: !18, file: !19, line: 79, baseType: !51, size: 8, offset: 1048)
!51 = !DICompositeType(tag: DW_TAG_array_type, baseType: !24, size: 8, elements: !52)
!52 = !{!53}
!53 = !DISubrange(count: 1)
!54 = !DIDerivedType(tag: DW_TAG_member, name: "_lock", scope: !18, file: !19, line: 81, baseType: !55, size: 64, offset: 1088)
!55 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !56, size: 64)
!56 = !DIDerivedType(tag: DW_TAG_typedef, name: "_IO_lock_t", file: !19, line: 43, baseType: null)
!57 = !DIDerivedType(tag: DW_TAG_member, name: "_offset", scope: !18, file: !19, line: 89, baseType: !58, size: 64, offset: 1152)
!58 = !DIDerivedType(tag: DW_TAG_typedef, name: "__off64_t", file: !44, line: 153, baseType: !45)
!59 = !DIDerivedType(tag: DW_TAG_member, name: "_codecvt", scope: !18, file: !19, line: 91, baseType: !60, size: 64, offset: 1216)
!60 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !61, size: 64)
!61 = !DICompositeType(tag: DW_TAG_structure_type, name: "_IO_codecvt", file: !19, line: 37, flags: DIFlagFwdDecl | DIFlagNonTrivial, identifier: "_ZTS11_IO_codecvt")
!62 = !DIDerivedType(tag: DW_TAG_member, name: "_wide_data", scope: !18, file: !19, line: 92, baseType: !63, size: 64, offset: 1280)
!63 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !64, size: 64)
!64 = !DICompositeType(tag: DW_TAG_structure_type, name: "_IO_wide_data", file: !19, line: 38, flags: DIFlagFwdDecl | DIFlagNonTrivial, identifier: "_ZTS13_IO_wide_data")
!65 = !DIDerivedType(tag: DW_TAG_member, name: "_freeres_list", scope: !18, file: !19, line: 93, baseType: !39, size: 64, offset: 1344)
!66 = !DIDerivedType(tag: DW_TAG_member, name: "_freeres_buf", scope: !18, file: !19, line: 94, baseType: !67, size: 64, offset: 1408)
!67 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!68 = !DIDerivedType(tag: DW_TAG_member, name: "__pad5", scope: !18, file: !19, line: 95, baseType: !69, size: 64, offset: 1472)
!69 = !DIDerivedType(tag: DW_TAG_typedef, name: "size_t", file: !70, line: 18, baseType: !71)
!70 = !DIFile(filename: "/usr/lib/llvm-19/lib/clang/19/include/__stddef_size_t.h", directory: "", checksumkind: CSK_MD5, checksum: "2c44e821a2b1951cde2eb0fb2e656867")
!71 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!72 = !DIDerivedType(tag: DW_TAG_member, name: "_mode", scope: !18, file: !19, line: 96, baseType: !8, size: 32, offset: 1536)
!73 = !DIDerivedType(tag: DW_TAG_member, name: "_unused2", scope: !18, file: !19, line: 98, baseType: !74, size: 160, offset: 1568)
!74 = !DICompositeType(tag: DW_TAG_array_type, baseType: !24, size: 160, elements: !75)
!75 = !{!76}
!76 = !DISubrange(count: 20)
!77 = !DIFile(filename: "/usr/lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/cstdio", directory: "")
!78 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !79, file: !77, line: 99)
!79 = !DIDerivedType(tag: DW_TAG_typedef, name: "fpos_t", file: !80, line: 84, baseType: !81)
!80 = !DIFile(filename: "/usr/include/stdio.h", directory: "", checksumkind: CSK_MD5, checksum: "b5a90985555f47bfb88eff5a8f0f5b72")
!81 = !DIDerivedType(tag: DW_TAG_typedef, name: "__fpos_t", file: !82, line: 14, baseType: !83)
!82 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types/__fpos_t.h", directory: "", checksumkind: CSK_MD5, checksum: "32de8bdaf3551a6c0a9394f9af4389ce")
!83 = !DICompositeType(tag: DW_TAG_structure_type, name: "_G_fpos_t", file: !82, line: 10, size: 128, flags: DIFlagFwdDecl, identifier: "_ZTS9_G_fpos_t")
!84 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !85, file: !77, line: 101)
!85 = !DISubprogram(name: "clearerr", scope: !80, file: !80, line: 786, type: !86, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!86 = !DISubroutineType(types: !87)
!87 = !{null, !88}
!88 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 64)
!89 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !90, file: !77, line: 102)
!90 = !DISubprogram(name: "fclose", scope: !80, file: !80, line: 178, type: !91, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!91 = !DISubroutineType(types: !92)
!92 = !{!8, !88}
!93 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !94, file: !77, line: 103)
!94 = !DISubprogram(name: "feof", scope: !80, file: !80, line: 788, type: !91, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!95 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !96, file: !77, line: 104)
!96 = !DISubprogram(name: "ferror", scope: !80, file: !80, line: 790, type: !91, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!97 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !98, file: !77, line: 105)
!98 = !DISubprogram(name: "fflush", scope: !80, file: !80, line: 230, type: !91, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!99 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !100, file: !77, line: 106)
!100 = !DISubprogram(name: "fgetc", scope: !80, file: !80, line: 513, type: !91, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!101 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !102, file: !77, line: 107)
!102 = !DISubprogram(name: "fgetpos", scope: !80, file: !80, line: 760, type: !103, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!103 = !DISubroutineType(types: !104)
!104 = !{!8, !105, !106}
!105 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !88)
!106 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !107)
!107 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !79, size: 64)
!108 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !109, file: !77, line: 108)
!109 = !DISubprogram(name: "fgets", scope: !80, file: !80, line: 592, type: !110, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!110 = !DISubroutineType(types: !111)
!111 = !{!23, !112, !8, !105}
!112 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !23)
!113 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !114, file: !77, line: 109)
!114 = !DISubprogram(name: "fopen", scope: !80, file: !80, line: 258, type: !115, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!115 = !DISubroutineType(types: !116)
!116 = !{!88, !117, !117}
!117 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !118)
!118 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !119, size: 64)
!119 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !24)
!120 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !121, file: !77, line: 110)
!121 = !DISubprogram(name: "fprintf", scope: !80, file: !80, line: 350, type: !122, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!122 = !DISubroutineType(types: !123)
!123 = !{!8, !105, !117, null}
!124 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !125, file: !77, line: 111)
!125 = !DISubprogram(name: "fputc", scope: !80, file: !80, line: 549, type: !126, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!126 = !DISubroutineType(types: !127)
!127 = !{!8, !8, !88}
!128 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !129, file: !77, line: 112)
!129 = !DISubprogram(name: "fputs", scope: !80, file: !80, line: 655, type: !130, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!130 = !DISubroutineType(types: !131)
!131 = !{!8, !117, !105}
!132 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !133, file: !77, line: 113)
!133 = !DISubprogram(name: "fread", scope: !80, file: !80, line: 675, type: !134, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!134 = !DISubroutineType(types: !135)
!135 = !{!69, !136, !69, !69, !105}
!136 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !67)
!137 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !138, file: !77, line: 114)
!138 = !DISubprogram(name: "freopen", scope: !80, file: !80, line: 265, type: !139, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!139 = !DISubroutineType(types: !140)
!140 = !{!88, !117, !117, !105}
!141 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !142, file: !77, line: 115)
!142 = !DISubprogram(name: "fscanf", linkageName: "__isoc99_fscanf", scope: !80, file: !80, line: 434, type: !122, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!143 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !144, file: !77, line: 116)
!144 = !DISubprogram(name: "fseek", scope: !80, file: !80, line: 713, type: !145, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!145 = !DISubroutineType(types: !146)
!146 = !{!8, !88, !45, !8}
!147 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !148, file: !77, line: 117)
!148 = !DISubprogram(name: "fsetpos", scope: !80, file: !80, line: 765, type: !149, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!149 = !DISubroutineType(types: !150)
!150 = !{!8, !88, !151}
!151 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !152, size: 64)
!152 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !79)
!153 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !154, file: !77, line: 118)
!154 = !DISubprogram(name: "ftell", scope: !80, file: !80, line: 718, type: !155, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!155 = !DISubroutineType(types: !156)
!156 = !{!45, !88}
!157 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !158, file: !77, line: 119)
!158 = !DISubprogram(name: "fwrite", scope: !80, file: !80, line: 681, type: !159, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!159 = !DISubroutineType(types: !160)
!160 = !{!69, !161, !69, !69, !105}
!161 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !162)
!162 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !163, size: 64)
!163 = !DIDerivedType(tag: DW_TAG_const_type, baseType: null)
!164 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !165, file: !77, line: 120)
!165 = !DISubprogram(name: "getc", scope: !80, file: !80, line: 514, type: !91, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!166 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !167, file: !77, line: 121)
!167 = !DISubprogram(name: "getchar", scope: !168, file: !168, line: 47, type: !169, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!168 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/stdio.h", directory: "", checksumkind: CSK_MD5, checksum: "c10e343656e7a2bf1044ef4e4442d902")
!169 = !DISubroutineType(types: !170)
!170 = !{!8}
!171 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !172, file: !77, line: 126)
!172 = !DISubprogram(name: "perror", scope: !80, file: !80, line: 804, type: !173, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!173 = !DISubroutineType(types: !174)
!174 = !{null, !118}
!175 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !176, file: !77, line: 127)
!176 = !DISubprogram(name: "printf", scope: !80, file: !80, line: 356, type: !177, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!177 = !DISubroutineType(types: !178)
!178 = !{!8, !117, null}
!179 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !180, file: !77, line: 128)
!180 = !DISubprogram(name: "putc", scope: !80, file: !80, line: 550, type: !126, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!181 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !182, file: !77, line: 129)
!182 = !DISubprogram(name: "putchar", scope: !168, file: !168, line: 82, type: !183, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!183 = !DISubroutineType(types: !184)
!184 = !{!8, !8}
!185 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !186, file: !77, line: 130)
!186 = !DISubprogram(name: "puts", scope: !80, file: !80, line: 661, type: !187, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!187 = !DISubroutineType(types: !188)
!188 = !{!8, !118}
!189 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !190, file: !77, line: 131)
!190 = !DISubprogram(name: "remove", scope: !80, file: !80, line: 152, type: !187, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!191 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !192, file: !77, line: 132)
!192 = !DISubprogram(name: "rename", scope: !80, file: !80, line: 154, type: !193, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!193 = !DISubroutineType(types: !194)
!194 = !{!8, !118, !118}
!195 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !196, file: !77, line: 133)
!196 = !DISubprogram(name: "rewind", scope: !80, file: !80, line: 723, type: !86, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!197 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !198, file: !77, line: 134)
!198 = !DISubprogram(name: "scanf", linkageName: "__isoc99_scanf", scope: !80, file: !80, line: 437, type: !177, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!199 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !200, file: !77, line: 135)
!200 = !DISubprogram(name: "setbuf", scope: !80, file: !80, line: 328, type: !201, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!201 = !DISubroutineType(types: !202)
!202 = !{null, !105, !112}
!203 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !204, file: !77, line: 136)
!204 = !DISubprogram(name: "setvbuf", scope: !80, file: !80, line: 332, type: !205, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!205 = !DISubroutineType(types: !206)
!206 = !{!8, !105, !112, !8, !69}
!207 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !208, file: !77, line: 137)
!208 = !DISubprogram(name: "sprintf", scope: !80, file: !80, line: 358, type: !209, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!209 = !DISubroutineType(types: !210)
!210 = !{!8, !112, !117, null}
!211 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !212, file: !77, line: 138)
!212 = !DISubprogram(name: "sscanf", linkageName: "__isoc99_sscanf", scope: !80, file: !80, line: 439, type: !213, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!213 = !DISubroutineType(types: !214)
!214 = !{!8, !117, !117, null}
!215 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !216, file: !77, line: 139)
!216 = !DISubprogram(name: "tmpfile", scope: !80, file: !80, line: 188, type: !217, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!217 = !DISubroutineType(types: !218)
!218 = !{!88}
!219 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !220, file: !77, line: 141)
!220 = !DISubprogram(name: "tmpnam", scope: !80, file: !80, line: 205, type: !221, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!221 = !DISubroutineType(types: !222)
!222 = !{!23, !23}
!223 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !224, file: !77, line: 143)
!224 = !DISubprogram(name: "ungetc", scope: !80, file: !80, line: 668, type: !126, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!225 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !226, file: !77, line: 144)
!226 = !DISubprogram(name: "vfprintf", scope: !80, file: !80, line: 365, type: !227, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!227 = !DISubroutineType(types: !228)
!228 = !{!8, !105, !117, !229}
!229 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !230, size: 64)
!230 = !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", file: !3, size: 192, flags: DIFlagFwdDecl, identifier: "_ZTS13__va_list_tag")
!231 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !232, file: !77, line: 145)
!232 = !DISubprogram(name: "vprintf", scope: !168, file: !168, line: 39, type: !233, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!233 = !DISubroutineType(types: !234)
!234 = !{!8, !117, !229}
!235 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !236, file: !77, line: 146)
!236 = !DISubprogram(name: "vsprintf", scope: !80, file: !80, line: 373, type: !237, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!237 = !DISubroutineType(types: !238)
!238 = !{!8, !112, !117, !229}
!239 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !240, entity: !241, file: !77, line: 175)
!240 = !DINamespace(name: "__gnu_cxx", scope: null)
!241 = !DISubprogram(name: "snprintf", scope: !80, file: !80, line: 378, type: !242, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!242 = !DISubroutineType(types: !243)
!243 = !{!8, !112, !69, !117, null}
!244 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !240, entity: !245, file: !77, line: 176)
!245 = !DISubprogram(name: "vfscanf", linkageName: "__isoc99_vfscanf", scope: !80, file: !80, line: 479, type: !227, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!246 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !240, entity: !247, file: !77, line: 177)
!247 = !DISubprogram(name: "vscanf", linkageName: "__isoc99_vscanf", scope: !80, file: !80, line: 484, type: !233, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!248 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !240, entity: !249, file: !77, line: 178)
!249 = !DISubprogram(name: "vsnprintf", scope: !80, file: !80, line: 382, type: !250, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!250 = !DISubroutineType(types: !251)
!251 = !{!8, !112, !69, !117, !229}
!252 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !240, entity: !253, file: !77, line: 179)
!253 = !DISubprogram(name: "vsscanf", linkageName: "__isoc99_vsscanf", scope: !80, file: !80, line: 487, type: !254, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!254 = !DISubroutineType(types: !255)
!255 = !{!8, !117, !117, !229}
!256 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !241, file: !77, line: 185)
!257 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !245, file: !77, line: 186)
!258 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !247, file: !77, line: 187)
!259 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !249, file: !77, line: 188)
!260 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !15, entity: !253, file: !77, line: 189)
!261 = !{!262, !263, !264, !265, !266, !267, !269}
!262 = !DILocalVariable(name: "a", arg: 1, scope: !2, file: !3, line: 2, type: !6)
!263 = !DILocalVariable(name: "out", arg: 2, scope: !2, file: !3, line: 2, type: !9)
!264 = !DILocalVariable(name: "n", arg: 3, scope: !2, file: !3, line: 2, type: !8)
!265 = !DILocalVariable(name: "t", scope: !2, file: !3, line: 4, type: !8)
!266 = !DILocalVariable(name: "i", scope: !2, file: !3, line: 4, type: !8)
!267 = !DILocalVariable(name: "d", scope: !268, file: !3, line: 7, type: !8)
!268 = distinct !DILexicalBlock(scope: !2, file: !3, line: 7, column: 3)
!269 = !DILocalVariable(name: "x", scope: !270, file: !3, line: 8, type: !8)
!270 = distinct !DILexicalBlock(scope: !271, file: !3, line: 7, column: 36)
!271 = distinct !DILexicalBlock(scope: !268, file: !3, line: 7, column: 3)
!272 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 8192, elements: !273)
!273 = !{!274}
!274 = !DISubrange(count: 256)
!275 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 5]}
!276 = !{i32 7, !"Dwarf Version", i32 5}
!277 = !{i32 2, !"Debug Info Version", i32 3}
!278 = !{i32 1, !"wchar_size", i32 4}
!279 = !{i32 8, !"PIC Level", i32 2}
!280 = !{i32 7, !"PIE Level", i32 2}
!281 = !{i32 7, !"uwtable", i32 2}
!282 = !{i32 7, !"frame-pointer", i32 2}
!283 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!284 = !{ptr @_Z4scanPKiPii, !285, !287, !288}
!285 = !{!"a", i64 8, i64 8, i64 4, i64 3, !286}
!286 = !{!"direct", ptr undef, i64 0}
!287 = !{!"out", i64 8, i64 8, i64 4, i64 3, !286}
!288 = !{!"n", i64 4, i64 4, i64 0, i64 0, !289}
!289 = !{!"direct", i32 undef, i64 0}
!290 = !DILocation(line: 2, column: 33, scope: !2)
!291 = !DILocation(line: 2, column: 41, scope: !2)
!292 = !DILocation(line: 2, column: 50, scope: !2)
!293 = !DILocation(line: 4, column: 3, scope: !2)
!294 = !DILocation(line: 4, column: 7, scope: !2)
!295 = !DILocation(line: 4, column: 11, scope: !2)
!296 = !DILocation(line: 4, column: 21, scope: !2)
!297 = !DILocation(line: 4, column: 24, scope: !2)
!298 = !DILocation(line: 4, column: 28, scope: !2)
!299 = !DILocation(line: 4, column: 37, scope: !2)
!300 = !DILocation(line: 4, column: 41, scope: !2)
!301 = !DILocation(line: 4, column: 50, scope: !2)
!302 = !DILocation(line: 4, column: 39, scope: !2)
!303 = !DILocation(line: 4, column: 54, scope: !2)
!304 = !DILocation(line: 4, column: 52, scope: !2)
!305 = !DILocation(line: 5, column: 13, scope: !2)
!306 = !DILocation(line: 5, column: 17, scope: !2)
!307 = !DILocation(line: 5, column: 15, scope: !2)
!308 = !DILocation(line: 5, column: 21, scope: !2)
!309 = !DILocation(line: 5, column: 23, scope: !2)
!310 = !DILocation(line: 5, column: 8, scope: !2)
!311 = !DILocation(line: 5, column: 3, scope: !2)
!312 = !DILocation(line: 5, column: 11, scope: !2)
!313 = !DILocation(line: 6, column: 3, scope: !2)
!314 = !DILocation(line: 7, column: 8, scope: !268)
!315 = !DILocation(line: 7, column: 12, scope: !268)
!316 = !DILocation(line: 7, column: 19, scope: !271)
!317 = !DILocation(line: 7, column: 21, scope: !271)
!318 = !DILocation(line: 7, column: 3, scope: !268)
!319 = !DILocation(line: 7, column: 3, scope: !271)
!320 = !DILocation(line: 8, column: 5, scope: !270)
!321 = !DILocation(line: 8, column: 9, scope: !270)
!322 = !DILocation(line: 9, column: 9, scope: !323)
!323 = distinct !DILexicalBlock(scope: !270, file: !3, line: 9, column: 9)
!324 = !DILocation(line: 9, column: 14, scope: !323)
!325 = !DILocation(line: 9, column: 11, scope: !323)
!326 = !DILocation(line: 9, column: 9, scope: !270)
!327 = !DILocation(line: 9, column: 26, scope: !323)
!328 = !DILocation(line: 9, column: 30, scope: !323)
!329 = !DILocation(line: 9, column: 28, scope: !323)
!330 = !DILocation(line: 9, column: 21, scope: !323)
!331 = !DILocation(line: 9, column: 19, scope: !323)
!332 = !DILocation(line: 9, column: 17, scope: !323)
!333 = !DILocation(line: 10, column: 5, scope: !270)
!334 = !DILocation(line: 11, column: 9, scope: !335)
!335 = distinct !DILexicalBlock(scope: !270, file: !3, line: 11, column: 9)
!336 = !DILocation(line: 11, column: 14, scope: !335)
!337 = !DILocation(line: 11, column: 11, scope: !335)
!338 = !DILocation(line: 11, column: 9, scope: !270)
!339 = !DILocation(line: 11, column: 28, scope: !335)
!340 = !DILocation(line: 11, column: 22, scope: !335)
!341 = !DILocation(line: 11, column: 17, scope: !335)
!342 = !DILocation(line: 11, column: 25, scope: !335)
!343 = !DILocation(line: 12, column: 5, scope: !270)
!344 = !DILocation(line: 13, column: 3, scope: !271)
!345 = !DILocation(line: 13, column: 3, scope: !270)
!346 = !DILocation(line: 7, column: 30, scope: !271)
!347 = distinct !{!347, !318, !348, !349}
!348 = !DILocation(line: 13, column: 3, scope: !268)
!349 = !{!"llvm.loop.unroll.disable"}
!350 = !DILocation(line: 14, column: 7, scope: !351)
!351 = distinct !DILexicalBlock(scope: !2, file: !3, line: 14, column: 7)
!352 = !DILocation(line: 14, column: 11, scope: !351)
!353 = !DILocation(line: 14, column: 9, scope: !351)
!354 = !DILocation(line: 14, column: 7, scope: !2)
!355 = !DILocation(line: 14, column: 28, scope: !351)
!356 = !DILocation(line: 14, column: 23, scope: !351)
!357 = !DILocation(line: 14, column: 14, scope: !351)
!358 = !DILocation(line: 14, column: 18, scope: !351)
!359 = !DILocation(line: 14, column: 21, scope: !351)
!360 = !DILocation(line: 15, column: 1, scope: !2)
!361 = !DISubprogram(name: "__syncthreads", scope: !362, file: !362, line: 16, type: !363, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!362 = !DIFile(filename: "build/include/fencepost/fencepost_device.h", directory: "/work/main")
!363 = !DISubroutineType(types: !364)
!364 = !{null}
