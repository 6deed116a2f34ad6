// From the IR of clang's device pass to a program's code: one duty each, in this order.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Utils/SimplifyCFGOptions.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fencepost::compiler {

inline constexpr llvm::StringLiteral kDeviceSuffix = ".device";  ///< Behind the name of a device function.

inline constexpr llvm::StringLiteral kDeviceCode = "fencepost-device-code";  ///< Attribute of device functions' bodies.

inline constexpr llvm::StringLiteral kKernelEntry = "fencepost-kernel-entry";  ///< Attribute of what calls a kernel.
/// The name of the kernel that `k.run` calls; empty of all other functions, and of what is only declared.
inline llvm::StringRef kernel_of_entry(const llvm::Function& function) {
  llvm::StringRef kernel = function.getName();
  const bool is_entry = !function.isDeclaration() && function.hasFnAttribute(kKernelEntry);
  return is_entry && kernel.consume_back(".run") ? kernel : llvm::StringRef();
}

inline constexpr llvm::StringLiteral kThreadsSuffix = ".threads";  ///< Behind a kernel's name: its KernelThreads.

inline constexpr llvm::StringLiteral kSharedVariable = "fencepost-shared";  ///< Attribute of `__shared__` variables.
inline constexpr llvm::StringLiteral kSharedBytesSuffix = ".shared_bytes";  ///< Behind a kernel's name: their bytes.
inline constexpr llvm::StringLiteral kWritesSuffix = ".writes";  ///< Behind a kernel's name: its KernelWrites.

inline constexpr llvm::StringLiteral kUncheckedCode = "fencepost-unchecked";  ///< Attribute of a kernel's second code.

/// Attribute of a kernel that is a loop over threads; and of one in which what is kFixed stays so while it runs.
inline constexpr llvm::StringLiteral kThreadLoop = "fencepost-thread-loop";
inline constexpr llvm::StringLiteral kFixedInLoop = "fencepost-fixed-in-loop";

/// Metadata of a load: what it reads stays as it is while a block's threads go from one barrier to the next.
inline constexpr llvm::StringLiteral kFixed = "fencepost.fixed";

/// In the metadata of a loop that has no checks, or none where a condition holds that is computed before it.
inline constexpr llvm::StringLiteral kPlainLoop = "fencepost.plain_loop";
inline constexpr llvm::StringLiteral kUncheckedSuffix = ".unchecked";  ///< Behind a kernel's name: its second code.

/// Device code becomes the object's own: internal, and what no kernel needs is dropped. If `relocatable` (-rdc=true),
/// its functions stay visible to device code of other objects, under names apart from the host's: `f.device`.
void own_code(llvm::Module& module, bool relocatable);

/// What C++ leaves undefined and PTX does not: a number in floating point that is converted to an integer (by a cast,
/// lrint, lround and their like) ends at the bounds of the type, a shift by too much shifts all out.
void define_operations(llvm::Module& device);

/// Device code of a C++ source that the compiler itself wrote; null after an error.
using TranslateText = std::function<std::unique_ptr<llvm::Module>(const std::string& source)>;

/// `call i32 asm "mov.u32 $0, %laneid;", "=r"()` becomes a call of a function with the statement's meaning in C++
/// (compiler/ptx). A thread that comes to an instruction that is not known stops there; or, if `refuses`, each such is
/// an error. False after one: it was told.
bool lower_inline_ptx(llvm::Module& module, const TranslateText& translate, bool refuses);

/// `@tile = internal addrspace(3) global [256 x i32] undef` becomes
/// `@tile.shared = internal thread_local global [256 x i32] zeroinitializer`: a block runs on one OS thread.
/// `@x = external addrspace(3) global [0 x i32]` becomes `@fencepost_dynamic_shared`, and an absolute symbol
/// `fencepost_dynamic_shared.x` keeps its name.
void place_variables(llvm::Module& module);

/// A kernel that only the host's pass has (`#ifndef __CUDA_ARCH__` around it) gets a body that stops its launch. False
/// if it is there with other parameters: it was told.
bool add_missing_kernels(const llvm::Module& host, llvm::Module& device);

/// For each kernel of `!fencepost.kernels` a function `void run(ptr arguments)` that calls it with the arguments that
/// lie there one behind the other, and `@fencepost.table`, which has them all (kernel_table.h).
void make_kernel_entries(llvm::Module& module, bool checked);

/// `k<<<…>>>(…)` in device code, which clang makes a call of the kernel, becomes a launch: a call of
/// `fencepost_launch_child` with the arguments as they lie in a launch's. And functions of the runtime API that mean
/// something else in kernels become those. Behind make_kernel_entries().
void launch_children(llvm::Module& device);

/// The call of the kernel in such a function; null if it was inlined.
llvm::CallInst* kernel_call(llvm::Function& entry);

/// Before each load, store, copy and atomic operation that may touch memory that other threads see, a call of the
/// detector (detector/abi/callbacks.cpp); atomic operations become calls.
void instrument_accesses(llvm::Module& module);

/// The detector starts before the program's own constructors run. `@fencepost_program` tells it where the program
/// `fencepost` is, which writes its reports in some formats (detector/output/conversion.h).
void start_detector(llvm::Module& module, const std::string& program);

/// Removes the calls for memory that turned out, after inlining, to be a local variable's. False if there was none.
bool drop_local_accesses(llvm::Function& function);

/// Functions that the module only declares are called by another name: the runtime's, which tells kernels from host
/// code.
void redirect_calls(llvm::Module& module, const std::vector<std::pair<std::string, std::string>>& names);

/// Device functions are to be put into their callers, also those marked __noinline__, as long as that does not make the
/// code much longer: an access is known by the address it is made from, and debug information then tells the calls
/// around it. Not those that call themselves.
void inline_device_calls(llvm::Module& module);

/// Forgets what debuggers would know of local variables: of the host's functions, or of the device's, where only
/// arrays' names are wanted (check_local_bounds()). Lines stay.
void drop_host_variables(llvm::Module& host);
void drop_device_variables(llvm::Module& module);

/// Of device code: loops of a few turns, as many as is known, that are in others of which it is known, and only compute
/// and access memory, become their turns; so that what is left is loops in which threads' accesses are in rows
/// (compiler/rows/rows.h). Up to two levels.
struct UnrollShortLoops : llvm::PassInfoMixin<UnrollShortLoops> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Functions that are always inline and only compute stay functions where their copies would make one function very
/// long, as operations of numbers of 16 bits in unrolled loops do: they access nothing whose lines were to be told.
/// Behind it all else that is always inline may have been put into its callers.
struct KeepComputationsApart : llvm::PassInfoMixin<KeepComputationsApart> {
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Inlines, and keeps locals in registers, between `instrument_accesses` and the code generator. With `whole_chains`
/// inline_device_calls() goes first, and loops of a few turns are unrolled.
void optimise(llvm::Module& module, bool whole_chains);

/// Of code that is not optimised: inlines those of CUDA's functions that are always inline and whose source is below
/// the folder `own_headers`, so that what they call is told by the program's lines. Others are not always inline any
/// more: all of a library's in one function would be a frame that no stack holds.
void inline_own_functions(llvm::Module& module, const std::string& own_headers);

/// What is done to a function before others take it in, and again behind.
llvm::FunctionPassManager locals_to_registers();

/// For SimplifyCFG: nothing that makes one call of two, as a call is told by the place it comes from.
llvm::SimplifyCFGOptions keep_calls();

/// Puts the device's module into the host's: kernels and device functions become the object's own; the host's shadow of
/// a device variable becomes the variable.
void merge(llvm::Module& host, std::unique_ptr<llvm::Module> device);

/// Behind each variable that begins as zeros come 128 bytes that belong to nobody, so that an index past the end of one
/// array does not end up in the next.
void part_variables(llvm::Module& module);

}  // namespace fencepost::compiler
