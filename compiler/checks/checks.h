// What becomes of the detector's calls once device code is inlined: decided in the code where they can be, left out of
// code that is not checked. One duty each, in this order, behind `optimise` (compiler/passes/passes.h).
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace fencepost::compiler {

/// An access to a local variable that may lie outside of it, as by an index that the data decides, asks first: outside,
/// the runtime is told, and the access goes to memory that is nobody's. After `optimise`, when most indices are known.
void check_local_bounds(llvm::Module& module);

/// A copy or fill of a size that is known, and more than what is left of a local variable: the runtime is told, and it
/// ends where that does. Before `instrument_accesses`: LLVM takes such a copy for one that is never come to.
void check_local_copies(llvm::Module& module);

/// Each basic block begins with a call of the detector (`fencepost-nvcc --profile`).
void tell_basic_blocks(llvm::Module& module);

/// Each basic block of the user's device functions, those that are in no library's folder, marks that it ran, and each
/// branch which way it went, in a table of bytes; a constructor gives the table and what its bytes stand for to the
/// detector (`fencepost-nvcc --coverage`; the text is that of detector/coverage/table.h). When accesses call back, as
/// those of the table do not, and before anything is optimised.
void mark_coverage(llvm::Module& module, const std::vector<std::string>& library_folders);

/// Kernels' entries say through which of their arguments kernels write (KernelWrites), where that is known. After
/// `optimise`.
void tell_written_arguments(llvm::Module& module);

/// Kernels' entries say how many bytes their `__shared__` variables and those of functions that they call have. After
/// `optimise`: NVIDIA's compiler, too, forgets variables that only code that is never come to uses.
void tell_shared_bytes(llvm::Module& module);

/// Each kernel gets a second code, `k.unchecked` and `k.unchecked.run`, for blocks that are not to be checked: accesses
/// are looked at there only for whether they are within some object. After `check_local_bounds`.
void add_unchecked_kernels(llvm::Module& module);

/// What runs each kernel that is defined here, and its call of it.
std::vector<std::pair<llvm::Function*, llvm::CallInst*>> kernel_entries(llvm::Module& module);

/// Of each kernel that would get one, in instructions.
std::vector<std::uint64_t> sizes_of_kernels(llvm::Module& module);
/// Those that wait at `__syncthreads()`: each of its places becomes a loop, in each code.
std::size_t kernels_that_wait(llvm::Module& module);

/// There this is decided in a few instructions, and the callback called where it is not certain. After `tell_rows`
/// (compiler/rows/rows.h).
void inline_bounds_checks(llvm::Module& module);

/// Calls for accesses that can be decided in the kernel, of 4, 8 and 16 bytes, also tell a place of the access its
/// number: the same place in all copies that are made of the code later. After `optimise`.
void name_places(llvm::Module& module);

/// The checks of such accesses are decided in the kernel, where they can be in a few instructions; the callback is
/// called for all others. An address that may be of `__shared__` memory or not is taken for one of device memory until
/// it turns out not to be. After `split_kernels`.
void inline_checks(llvm::Module& module);

/// Volatile and atomic operations of kernels at which no thread can wait for another, as nothing in memory decides how
/// many turns the loops around them have: calls for the first become calls of `__tsan_passing_…`, those of
/// atomic functions are marked (kInPassing). Neither is counted as the look of a thread that may spin. Before
/// `add_unchecked_kernels`.
void mark_passing_operations(llvm::Module& module);
/// Of a kernel that is checked for bounds alone: there they are accesses like others.
void check_passing_for_bounds(llvm::Function& kernel);

/// Calls of atomic functions whose result the source does not use are marked (kUnusedResult). Before anything is
/// inlined, so that it is the same whatever is optimised.
void mark_unused_results(llvm::Module& module);

/// Calls of atomic functions that are marked announce it to the runtime (sim::kResultUnused, sim::kInPassing). After
/// `inline_checks`.
void announce_atomics(llvm::Module& module);

/// In code that is not checked at all, kernels perform atomic operations themselves. After `split_kernels`.
void write_atomics(llvm::Module& module);

/// Lanes of a loop that ask their warp for what the first of them did need no call for it, nor for the answer. After
/// `split_kernels` and `tell_rows`.
void inline_warp_operations(llvm::Module& module);

/// The host's accesses call back only where they are to device memory, or to what operations of streams may still use.
void inline_host_checks(llvm::Module& module);

/// The host's code and kernels' unchecked code, or `all`, are optimised as the user's code without checks would be.
/// When what is left of checks is in place.
void optimise_plain_code(llvm::Module& module, bool all);

}  // namespace fencepost::compiler
