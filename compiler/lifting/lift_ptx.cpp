#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Operator.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/lifting/lift_instruction.h"
#include "compiler/lifting/load_lifter.h"
#include "compiler/ptx/text.h"

namespace fencepost::compiler {
namespace {

/// Of instructions without addresses: it touches no memory, waits for no other thread and ends none.
bool only_computes(llvm::StringRef opcode) {
  static const std::set<llvm::StringRef> kKnown = {
      "abs",  "activemask", "add",  "addc",  "and",  "bfe",   "bfi",  "bfind", "bmsk",  "brev",  "clz",
      "cnot", "copysign",   "cos",  "cvt",   "div",  "dp2a",  "dp4a", "ex2",   "fma",   "fns",   "lg2",
      "lop3", "mad",        "madc", "mad24", "max",  "min",   "mov",  "mul",   "mul24", "neg",   "not",
      "or",   "popc",       "prmt", "rcp",   "rem",  "rsqrt", "sad",  "selp",  "set",   "setp",  "shf",
      "shl",  "shr",        "sin",  "slct",  "sqrt", "sub",   "subc", "szext", "tanh",  "testp", "xor"};
  return kKnown.contains(opcode.take_while(llvm::isAlnum));
}

/// Whether lanes of a warp wait for each other, those of the mask that is the last operand.
bool waits_for_lanes(llvm::StringRef opcode) {
  return opcode.starts_with("shfl.sync.") || opcode.starts_with("vote.sync.") || opcode.starts_with("redux.sync.") ||
         opcode.starts_with("match.any.sync.") || opcode.starts_with("match.all.sync.") || opcode == "bar.warp.sync";
}

/// One asm statement.
class PtxLifter {
 public:
  PtxLifter(KernelDraft& draft, const llvm::CallBase& call)
      : draft_(draft), call_(call), code_(*llvm::cast<llvm::InlineAsm>(call.getCalledOperand())) {}

  /// False: it is not followed.
  bool lift() {
    const std::string text = without_comments(code_.getAsmString());
    for (const llvm::InlineAsm::ConstraintInfo& constraint : code_.ParseConstraints()) {
      if (constraint.isIndirect) return false;
    }
    if (!special_registers(text)) return false;
    llvm::SmallVector<llvm::StringRef> statements;
    llvm::StringRef(text).split(statements, ';', -1, /*KeepEmpty=*/false);
    return llvm::all_of(statements, [&](llvm::StringRef statement) { return instruction(statement); });
  }

 private:
  /// Which lane of its warp a thread is, its first index tells; of other registers it is not told who reads them.
  bool special_registers(llvm::StringRef text) {
    for (const char* const who : {"%tid", "%ntid", "%ctaid", "%nctaid", "%warpid", "%nwarpid", "%cluster", "%smid"}) {
      if (text.contains(who)) return false;
    }
    if (text.contains("%laneid") || text.contains("%lanemask")) draft_.lane(call_);
    return true;
  }

  bool instruction(llvm::StringRef statement) {
    statement = statement.trim(" \t\n\r{}");
    const bool on_condition = statement.consume_front("@");
    if (on_condition) statement = statement.drop_until(llvm::isSpace).ltrim();
    if (statement.empty() || statement.starts_with(".reg")) return true;
    const llvm::StringRef opcode = statement.take_until(llvm::isSpace);
    const std::vector<std::string_view> operands = split_operands(statement.drop_front(opcode.size()));
    if (!statement.contains('[') && only_computes(opcode)) return true;
    // Without a side effect it may have been merged with another one, behind a barrier.
    if (on_condition || operands.empty() || !code_.hasSideEffects()) return false;
    if (waits_for_lanes(opcode)) return wait(operands.back());
    if (opcode.starts_with("ld.")) return access(SymbolicAccessKind::kRead, opcode, operands.back());
    if (opcode.starts_with("st.")) return access(SymbolicAccessKind::kWrite, opcode, operands.front());
    return false;
  }

  bool wait(llvm::StringRef mask) {
    mask = mask.trim();
    SymbolicWait made = {.of_warp = true, .block = draft_.number_of(*call_.getParent()), .line = draft_.line_of(call_)};
    std::uint32_t lanes = 0;
    if (const llvm::Value* const given = argument(mask)) {
      if (!given->getType()->isIntegerTy(32)) return false;
      made.mask = draft_.value_of(given);
    } else if (!mask.getAsInteger(0, lanes)) {
      made.mask = draft_.constant(static_cast<std::int32_t>(lanes), 32);
    } else {
      return false;  // Of a register that is computed here.
    }
    draft_.kernel().waits.push_back(made);
    return true;
  }

  /// What orders or has a scope is not followed.
  bool access(SymbolicAccessKind kind, llvm::StringRef opcode, llvm::StringRef place) {
    static const std::set<llvm::StringRef> kOfNoOrder = {"weak", "global", "shared", "ca", "cg", "cs",
                                                         "lu",   "cv",     "wb",     "wt", "nc", "L1::no_allocate"};
    llvm::SmallVector<llvm::StringRef> words;
    opcode.split(words, '.');
    std::uint64_t bytes = 0;
    std::uint64_t times = 1;
    bool is_volatile = false;
    for (const llvm::StringRef word : llvm::ArrayRef(words).drop_front()) {
      unsigned bits = 0;
      if (word == "volatile") {
        is_volatile = true;
      } else if (word == "v2" || word == "v4") {
        times = word == "v2" ? 2 : 4;
      } else if (word.size() > 1 && llvm::StringRef("busf").contains(word[0]) &&
                 !word.drop_front().getAsInteger(10, bits)) {
        bytes = bits / 8;
      } else if (!kOfNoOrder.contains(word) && !word.starts_with("L2::")) {
        return false;
      }
    }
    place = place.trim();
    if (bytes == 0 || !place.consume_front("[") || !place.consume_back("]")) return false;
    const llvm::Value* address = argument(place.trim());
    if (address == nullptr) return false;
    if (const auto* const number = llvm::dyn_cast<llvm::PtrToIntOperator>(address)) {
      address = number->getPointerOperand();
    }
    if (!address->getType()->isPointerTy()) return false;
    draft_.access(call_, kind, address, bytes * times, is_volatile);
    return true;
  }

  /// What `$2` is given; null: it is none of these, or a result.
  const llvm::Value* argument(llvm::StringRef operand) const {
    unsigned wanted = 0;
    if (!operand.consume_front("$") || operand.getAsInteger(10, wanted)) return nullptr;
    unsigned number = 0;
    unsigned of_call = 0;
    for (const llvm::InlineAsm::ConstraintInfo& constraint : code_.ParseConstraints()) {
      if (constraint.Type == llvm::InlineAsm::isClobber) continue;
      const bool is_result = constraint.Type == llvm::InlineAsm::isOutput;
      if (number == wanted) return is_result ? nullptr : call_.getArgOperand(of_call);
      if (!is_result) ++of_call;
      ++number;
    }
    return nullptr;
  }

  KernelDraft& draft_;
  const llvm::CallBase& call_;
  const llvm::InlineAsm& code_;
};

}  // namespace

void lift_ptx(KernelDraft& draft, const llvm::CallBase& call) {
  if (const auto builtin = builtin_of(call)) {
    return draft.set_value(call, draft.add({.op = builtin->first, .bits = 32, .number = builtin->second}));
  }
  if (reads_special_register(call) == "laneid") return draft.set_value(call, draft.lane(call));
  if (!PtxLifter(draft, call).lift()) draft.obstacle("inline PTX that is not followed", &call);
  if (!call.getType()->isVoidTy()) draft.set_value(call, draft.opaque(call, "result of inline PTX"));
}

}  // namespace fencepost::compiler
