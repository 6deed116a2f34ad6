#include "compiler/ptx/instructions.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fencepost::compiler {
namespace {

// By name.
constexpr PtxInstruction kInstructions[] = {
    {"add", "add", 3, 3},
    {"and", "bit_and", 3, 3},
    {"atom.add", "atom_add", 3, 3},
    {"atom.and", "atom_and", 3, 3},
    {"atom.cas", "atom_cas", 4, 4},
    {"atom.dec", "atom_dec", 3, 3},
    {"atom.exch", "atom_exch", 3, 3},
    {"atom.inc", "atom_inc", 3, 3},
    {"atom.max", "atom_max", 3, 3},
    {"atom.min", "atom_min", 3, 3},
    {"atom.or", "atom_or", 3, 3},
    {"atom.xor", "atom_xor", 3, 3},
    {"bar.arrive", "bar_arrive", 2, 2},
    {"bar.sync", "bar_sync", 1, 2},
    {"bar.warp.sync", "bar_warp_sync", 1, 1},
    {"barrier.arrive", "bar_arrive", 2, 2},
    {"barrier.arrive.aligned", "bar_arrive", 2, 2},
    {"barrier.sync", "bar_sync", 1, 2},
    {"barrier.sync.aligned", "bar_sync", 1, 2},
    {"bfe", "bfe", 4, 4},
    {"bfi", "bfi", 5, 5},
    {"bfind", "bfind", 2, 2},
    {"brev", "brev", 2, 2},
    {"clz", "clz", 2, 2},
    {"cp.async", "cp_async", 3, 4},
    {"cp.async.commit_group", "cp_async_commit_group", 0, 0},
    {"cp.async.mbarrier.arrive", "cp_async_mbarrier_arrive", 1, 1},
    {"cp.async.wait_all", "cp_async_wait_all", 0, 0},
    {"cp.async.wait_group", "cp_async_wait_group", 1, 1},
    {"cvt", "cvt", 2, 2},
    {"cvta", "cvta", 2, 2},
    {"cvta.to", "cvta_to", 2, 2},
    {"exit", "exit", 0, 0},
    {"fence", "fence", 0, 0},
    {"fma.rn", "fma_rn", 4, 4},
    {"fma.rz", "fma_rz", 4, 4},
    {"ld", "ld", 2, 5, true},
    {"lop3", "lop3", 5, 5},
    {"mad.lo", "mad_lo", 4, 4},
    {"match.any.sync", "match_any", 3, 3},
    {"max", "max", 3, 3},
    {"mbarrier.arrive", "mbarrier_arrive", 2, 3},
    {"mbarrier.arrive_drop", "mbarrier_arrive_drop", 2, 2},
    {"mbarrier.init", "mbarrier_init", 2, 2},
    {"mbarrier.inval", "mbarrier_inval", 1, 1},
    {"mbarrier.test_wait", "mbarrier_test_wait", 3, 3},
    {"mbarrier.test_wait.parity", "mbarrier_test_wait_parity", 3, 3},
    {"mbarrier.try_wait", "mbarrier_test_wait", 3, 4},
    {"mbarrier.try_wait.parity", "mbarrier_test_wait_parity", 3, 4},
    {"membar", "membar", 0, 0},
    {"membar.gl", "membar_gl", 0, 0},
    {"min", "min", 3, 3},
    {"mov", "mov", 2, 2},
    {"mul.lo", "mul_lo", 3, 3},
    {"mul.rz", "mul_rz", 3, 3},
    {"nanosleep", "nanosleep", 1, 1},
    {"not", "bit_not", 2, 2},
    {"or", "bit_or", 3, 3},
    {"popc", "popc", 2, 2},
    {"prefetch", "nothing", 1, 1},
    {"prmt", "prmt", 4, 4},
    {"red.add", "red_add", 2, 2},
    {"red.and", "red_and", 2, 2},
    {"red.max", "red_max", 2, 2},
    {"red.min", "red_min", 2, 2},
    {"red.or", "red_or", 2, 2},
    {"red.xor", "red_xor", 2, 2},
    {"selp", "selp", 4, 4},
    {"setp.eq", "setp_eq", 3, 3},
    {"setp.ge", "setp_ge", 3, 3},
    {"setp.gt", "setp_gt", 3, 3},
    {"setp.le", "setp_le", 3, 3},
    {"setp.lt", "setp_lt", 3, 3},
    {"setp.ne", "setp_ne", 3, 3},
    {"shfl.sync.bfly", "shfl_bfly", 5, 5},
    {"shfl.sync.down", "shfl_down", 5, 5},
    {"shfl.sync.idx", "shfl_idx", 5, 5},
    {"shfl.sync.up", "shfl_up", 5, 5},
    {"shl", "shl", 3, 3},
    {"shr", "shr", 3, 3},
    {"st", "st", 2, 5},
    {"sub", "sub", 3, 3},
    {"trap", "trap", 0, 0},
    {"vabsdiff.add", "vabsdiff_add", 4, 4},
    {"vabsdiff4.add", "vabsdiff4_add", 4, 4},
    {"vadd.add", "vadd_add", 4, 4},
    {"vote.ballot.sync", "vote_ballot", 3, 3},
    {"vote.sync.all", "vote_all", 3, 3},
    {"vote.sync.any", "vote_any", 3, 3},
    {"vote.sync.ballot", "vote_ballot", 3, 3},
    {"vshl.clamp.add", "vshl_add", 4, 4},
    {"vshr.clamp.add", "vshr_add", 4, 4},
    {"xor", "bit_xor", 3, 3},
};

struct SpecialRegister {
  std::string_view name, expression;
};
constexpr SpecialRegister kSpecialRegisters[] = {
    {"clock", "static_cast<unsigned int>(::clock64())"},
    {"clock64", "static_cast<unsigned long long>(::clock64())"},
    {"ctaid.x", "blockIdx.x"},
    {"ctaid.y", "blockIdx.y"},
    {"ctaid.z", "blockIdx.z"},
    {"globaltimer", "::fencepost_nanoseconds()"},
    {"laneid", "::fencepost_ptx::laneid()"},
    {"lanemask_eq", "(1U << ::fencepost_ptx::laneid())"},
    {"lanemask_ge", "(~0U << ::fencepost_ptx::laneid())"},
    {"lanemask_gt", "(~1U << ::fencepost_ptx::laneid())"},
    {"lanemask_le", "~(~1U << ::fencepost_ptx::laneid())"},
    {"lanemask_lt", "~(~0U << ::fencepost_ptx::laneid())"},
    {"nctaid.x", "gridDim.x"},
    {"nctaid.y", "gridDim.y"},
    {"nctaid.z", "gridDim.z"},
    {"ntid.x", "blockDim.x"},
    {"ntid.y", "blockDim.y"},
    {"ntid.z", "blockDim.z"},
    {"tid.x", "threadIdx.x"},
    {"tid.y", "threadIdx.y"},
    {"tid.z", "threadIdx.z"},
    {"warpid", "::fencepost_ptx::warpid()"},
};

constexpr std::pair<std::string_view, PtxQualifier> kQualifiers[] = {
    {"L1::evict_first", PtxQualifier::kHint},
    {"L1::evict_last", PtxQualifier::kHint},
    {"L1::no_allocate", PtxQualifier::kHint},
    {"L2::128B", PtxQualifier::kHint},
    {"L2::256B", PtxQualifier::kHint},
    {"L2::64B", PtxQualifier::kHint},
    {"acq_rel", PtxQualifier::kSemantics},
    {"acquire", PtxQualifier::kSemantics},
    {"b16", PtxQualifier::kType},
    {"b32", PtxQualifier::kType},
    {"b64", PtxQualifier::kType},
    {"b8", PtxQualifier::kType},
    {"ca", PtxQualifier::kHint},
    {"cg", PtxQualifier::kHint},
    {"cs", PtxQualifier::kHint},
    {"cta", PtxQualifier::kScope},
    {"cv", PtxQualifier::kHint},
    {"f32", PtxQualifier::kType},
    {"f64", PtxQualifier::kType},
    {"global", PtxQualifier::kSpace},
    {"gpu", PtxQualifier::kScope},
    {"L1", PtxQualifier::kHint},
    {"L2", PtxQualifier::kHint},
    {"lu", PtxQualifier::kHint},
    {"nc", PtxQualifier::kHint},
    {"pred", PtxQualifier::kType},
    {"relaxed", PtxQualifier::kSemantics},
    {"release", PtxQualifier::kSemantics},
    {"s16", PtxQualifier::kType},
    {"s32", PtxQualifier::kType},
    {"s64", PtxQualifier::kType},
    {"s8", PtxQualifier::kType},
    {"sc", PtxQualifier::kSemantics},
    {"shared", PtxQualifier::kSpace},
    {"shared::cta", PtxQualifier::kSpace},
    {"sys", PtxQualifier::kScope},
    {"u16", PtxQualifier::kType},
    {"u32", PtxQualifier::kType},
    {"u64", PtxQualifier::kType},
    {"u8", PtxQualifier::kType},
    {"v2", PtxQualifier::kVector},
    {"v4", PtxQualifier::kVector},
    {"volatile", PtxQualifier::kSemantics},
    {"wb", PtxQualifier::kHint},
    {"weak", PtxQualifier::kSemantics},
    {"wt", PtxQualifier::kHint},
};

}  // namespace

const PtxInstruction* find_ptx_instruction(std::string_view name) {
  const auto* at = std::ranges::find(kInstructions, name, &PtxInstruction::name);
  return at == std::end(kInstructions) ? nullptr : at;
}

std::string_view ptx_special_register(std::string_view name) {
  const auto* at = std::ranges::find(kSpecialRegisters, name, &SpecialRegister::name);
  return at == std::end(kSpecialRegisters) ? std::string_view() : at->expression;
}

PtxQualifier ptx_qualifier(std::string_view word) {
  for (const auto& [name, kind] : kQualifiers) {
    if (name == word) return kind;
  }
  return PtxQualifier::kOther;
}

}  // namespace fencepost::compiler
