// What a kernel's body does decides what the loop over its threads has to do.
#pragma once

#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <cstddef>
#include <cstdint>
#include <map>

namespace fencepost::compiler {

struct BodySurvey {
  std::size_t size = 0;              ///< Instructions.
  std::uint64_t argument_bytes = 0;  ///< Arguments that are there, for all threads: LLVM may read them before the loop.
  bool reads_thread_idx = false;     ///< By what is not known for it: it is to be in memory.
  bool is_constant = true;           ///< What the detector has for the block and interval stays so within a region.
  std::map<std::uint64_t, llvm::DebugLoc> places;  ///< Of the barriers, by their numbers.
};

/// Of a body with its marks (thread_loops.h, frames.h).
BodySurvey survey_body(const llvm::Function& body);

/// Functions that neither wait nor read threadIdx, and that leave what a block's checks build on as it is.
bool is_harmless(const llvm::CallBase& call);

}  // namespace fencepost::compiler
