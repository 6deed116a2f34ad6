// Marks virtual calls for the runtime: before each read of a pointer to a table of virtual functions, which
// ThreadSanitizer's instrumentation takes for any other read,
//   table = object->_vptr;
// comes fencepost_virtual_call(&object->_vptr).
// GCC's headers depend on their order.
// clang-format off
#include "gcc-plugin.h"
#include "tree.h"
#include "basic-block.h"
#include "gimple.h"
#include "stringpool.h"
#include "attribs.h"
#include "asan.h"
#include "context.h"
#include "fold-const.h"
#include "gimple-expr.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "ssa.h"
#include "tree-pass.h"
// clang-format on

#include "passes.h"

namespace {

// As ThreadSanitizer's pass tells writes of such a pointer.
bool is_pointer_to_table(tree operand) {
  return TREE_CODE(operand) == COMPONENT_REF && TREE_CODE(TREE_OPERAND(operand, 1)) == FIELD_DECL &&
         DECL_VIRTUAL_P(TREE_OPERAND(operand, 1));
}

tree callback() {
  static tree declaration = NULL_TREE;
  if (declaration == NULL_TREE) {
    declaration =
        build_fn_decl("fencepost_virtual_call", build_function_type_list(void_type_node, ptr_type_node, NULL_TREE));
    TREE_NOTHROW(declaration) = 1;
  }
  return declaration;
}

void mark(gimple_stmt_iterator* at) {
  gimple* read = gsi_stmt(*at);
  tree address = build_fold_addr_expr(unshare_expr(gimple_assign_rhs1(read)));
  if (!is_gimple_val(address)) {
    gimple* take = gimple_build_assign(make_ssa_name(TREE_TYPE(address)), address);
    gimple_set_location(take, gimple_location(read));
    gsi_insert_before(at, take, GSI_SAME_STMT);
    address = gimple_assign_lhs(take);
  }
  gimple* call = gimple_build_call(callback(), 1, address);
  gimple_set_location(call, gimple_location(read));
  gsi_insert_before(at, call, GSI_SAME_STMT);
}

const pass_data kPass = {GIMPLE_PASS, "fencepost_virtual_calls",    OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0,
                         0,           TODO_update_ssa_only_virtuals};

class VirtualCalls : public gimple_opt_pass {
 public:
  explicit VirtualCalls(gcc::context* context) : gimple_opt_pass(kPass, context) {}
  opt_pass* clone() override { return new VirtualCalls(m_ctxt); }
  bool gate(function*) override { return sanitize_flags_p(SANITIZE_THREAD); }

  unsigned execute(function* fn) override {
    basic_block block;
    FOR_EACH_BB_FN(block, fn) {
      for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        if (gimple_assign_single_p(gsi_stmt(at)) && is_pointer_to_table(gimple_assign_rhs1(gsi_stmt(at)))) mark(&at);
      }
    }
    return 0;
  }
};

}  // namespace

opt_pass* virtual_calls() { return new VirtualCalls(g); }
