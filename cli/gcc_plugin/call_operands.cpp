// Makes visible to ThreadSanitizer's instrumentation what a call does to memory by itself.
//
// That pass looks at assignments only. A struct that is passed or returned by value is an operand of the call:
//   out[i] = add(in[i], in[j]);
// reads in[] and writes out[] without a callback. Just before that pass, each such operand gets a temporary:
//   a = in[i];  b = in[j];  r = add(a, b);  out[i] = r;
// The copies are those which the call makes anyway. Operands of one word never need it: they are assigned already.
#include <vector>

// GCC's headers depend on their order.
// clang-format off
#include "gcc-plugin.h"
#include "tree.h"
#include "basic-block.h"
#include "gimple.h"
#include "stringpool.h"
#include "attribs.h"
#include "asan.h"
#include "cfganal.h"
#include "cfghooks.h"
#include "context.h"
#include "gimple-expr.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "ssa.h"
#include "tree-cfg.h"
#include "tree-pass.h"
#include "tree-ssa-alias.h"
// clang-format on

#include "passes.h"

namespace {

// Whether ThreadSanitizer's pass would call back for an access to `operand`, if it were in an assignment.
bool is_checked_memory(tree operand) {
  if (is_gimple_reg(operand) || is_gimple_min_invariant(operand)) return false;
  if (!DECL_P(operand) && !handled_component_p(operand) && TREE_CODE(operand) != MEM_REF &&
      TREE_CODE(operand) != TARGET_MEM_REF) {
    return false;
  }
  tree base = get_base_address(operand);
  if (base == NULL_TREE) return false;
  if (!DECL_P(base)) return true;
  pt_solution escaped = {};
  escaped.escaped = 1;
  return !TREE_READONLY(base) && pt_solution_includes(&escaped, base) && (is_global_var(base) || may_be_aliased(base));
}

// A class that is not trivially copyable is passed by reference; who constructs it there is instrumented. An empty one
// has no bytes to access.
bool is_copied_by_call(tree type) {
  return COMPLETE_TYPE_P(type) && !TREE_ADDRESSABLE(type) && TREE_CODE(TYPE_SIZE_UNIT(type)) == INTEGER_CST &&
         !integer_zerop(TYPE_SIZE_UNIT(type)) && !is_empty_type(type);
}

bool needs_temporary(tree operand) { return is_copied_by_call(TREE_TYPE(operand)) && is_checked_memory(operand); }

tree new_temporary(tree like) {
  tree type = TYPE_MAIN_VARIANT(TREE_TYPE(like));
  return is_gimple_reg_type(type) ? make_ssa_name(type) : create_tmp_var(type, "fencepost");
}

// Behind the call; if that may throw, where it returns. Without such a place it does not return.
void insert_after(gimple_stmt_iterator* call, const std::vector<gimple*>& statements) {
  if (!stmt_ends_bb_p(gsi_stmt(*call))) {
    for (gimple* statement : statements) gsi_insert_after(call, statement, GSI_CONTINUE_LINKING);
    return;
  }
  edge returns = find_fallthru_edge(gimple_bb(gsi_stmt(*call))->succs);
  if (returns == nullptr) return;
  for (gimple* statement : statements) gsi_insert_on_edge(returns, statement);
}

// Leaves `at` on the last statement that belongs to the call in its block.
void separate_operands(gimple_stmt_iterator* at) {
  gcall* call = as_a<gcall*>(gsi_stmt(*at));
  const location_t location = gimple_location(call);
  std::vector<gimple*> behind;
  if (tree result = gimple_call_lhs(call); result != NULL_TREE && needs_temporary(result)) {
    tree temporary = new_temporary(result);
    behind.push_back(gimple_build_assign(result, temporary));
    gimple_call_set_lhs(call, temporary);
    if (TREE_CODE(temporary) == SSA_NAME) SSA_NAME_DEF_STMT(temporary) = call;
  }
  std::vector<tree> ended;
  if (!behind.empty() && VAR_P(gimple_call_lhs(call))) ended.push_back(gimple_call_lhs(call));
  for (unsigned i = 0; i < gimple_call_num_args(call); ++i) {
    tree argument = gimple_call_arg(call, i);
    if (!needs_temporary(argument)) continue;
    tree temporary = new_temporary(argument);
    gimple* copy = gimple_build_assign(temporary, argument);
    gimple_set_location(copy, location);
    gsi_insert_before(at, copy, GSI_SAME_STMT);
    gimple_call_set_arg(call, i, temporary);
    if (VAR_P(temporary)) ended.push_back(temporary);
  }
  // Lets calls in a row share their place on the stack.
  for (tree temporary : ended) behind.push_back(gimple_build_assign(temporary, build_clobber(TREE_TYPE(temporary))));
  for (gimple* statement : behind) gimple_set_location(statement, location);
  update_stmt(call);
  insert_after(at, behind);
}

const pass_data kPass = {GIMPLE_PASS,
                         "fencepost_calls",
                         OPTGROUP_NONE,
                         TV_NONE,
                         PROP_cfg | PROP_ssa,
                         0,
                         0,
                         0,
                         TODO_update_ssa_only_virtuals};

class CallOperands : public gimple_opt_pass {
 public:
  explicit CallOperands(gcc::context* context) : gimple_opt_pass(kPass, context) {}
  opt_pass* clone() override { return new CallOperands(m_ctxt); }
  bool gate(function*) override { return sanitize_flags_p(SANITIZE_THREAD); }

  unsigned execute(function* fn) override {
    basic_block block;
    FOR_EACH_BB_FN(block, fn) {
      for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        gcall* call = dyn_cast<gcall*>(gsi_stmt(at));
        if (call == nullptr || gimple_call_internal_p(call) || gimple_call_must_tail_p(call) ||
            gimple_call_from_thunk_p(call)) {
          continue;
        }
        separate_operands(&at);
      }
    }
    gsi_commit_edge_inserts();
    return 0;
  }
};

}  // namespace

opt_pass* call_operands() { return new CallOperands(g); }
