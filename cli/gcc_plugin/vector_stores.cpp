// Lets the runtime check the alignment of a store to a vector.
//
// A GPU stores an int2 at once, and traps if its address is no multiple of 8. g++ splits
//   *(int2*)p = v;
// into two stores of an int each before ThreadSanitizer's pass sees it, and those are aligned well enough. So before
// aggregates are split, each store to a type that is aligned more than the numbers it is made of is announced:
//   fencepost_aligned_store(p, 8, 8);  *(int2*)p = v;
// Loads are not split: their values have to be somewhere whole.

// GCC's headers depend on their order.
// clang-format off
#include "gcc-plugin.h"
#include "tree.h"
#include "basic-block.h"
#include "gimple.h"
#include "stringpool.h"
#include "attribs.h"
#include "asan.h"
#include "builtins.h"
#include "context.h"
#include "fold-const.h"
#include "gimple-expr.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "ggc.h"
#include "ssa.h"
#include "tree-pass.h"
// clang-format on

#include "passes.h"

namespace {

// Of the numbers that the type is made of, in bits; 0 if it holds what is none.
unsigned alignment_of_numbers(tree type) {
  if (TREE_CODE(type) == ARRAY_TYPE) return alignment_of_numbers(TREE_TYPE(type));
  if (TREE_CODE(type) != RECORD_TYPE) return AGGREGATE_TYPE_P(type) ? 0 : TYPE_ALIGN(type);
  unsigned most = 0;
  for (tree field = TYPE_FIELDS(type); field != NULL_TREE; field = DECL_CHAIN(field)) {
    if (TREE_CODE(field) != FIELD_DECL) continue;
    const unsigned alignment = alignment_of_numbers(TREE_TYPE(field));
    if (alignment == 0) return 0;
    if (alignment > most) most = alignment;
  }
  return most;
}

// What stores are split into would not tell of an address that is not aligned as the type is.
bool needs_announcement(tree stored) {
  tree type = TREE_TYPE(stored);
  if (!COMPLETE_TYPE_P(type) || TREE_CODE(type) != RECORD_TYPE || TREE_CODE(TYPE_SIZE_UNIT(type)) != INTEGER_CST) {
    return false;
  }
  const unsigned of_numbers = alignment_of_numbers(type);
  if (of_numbers == 0 || TYPE_ALIGN(TYPE_MAIN_VARIANT(type)) <= of_numbers) return false;
  tree base = get_base_address(stored);
  if (base == NULL_TREE || (DECL_P(base) && !is_global_var(base))) return false;
  return !DECL_P(base) || get_object_alignment(stored) < TYPE_ALIGN(TYPE_MAIN_VARIANT(type));
}

tree the_announcement = NULL_TREE;
const ggc_root_tab kRoots[] = {
    {&the_announcement, 1, sizeof the_announcement, gt_ggc_mx_tree_node, gt_pch_nx_tree_node}, LAST_GGC_ROOT_TAB};

tree announcement() {
  if (the_announcement == NULL_TREE) {
    tree type = build_function_type_list(void_type_node, ptr_type_node, size_type_node, size_type_node, NULL_TREE);
    the_announcement = build_fn_decl("fencepost_aligned_store", type);
    TREE_NOTHROW(the_announcement) = 1;
    DECL_ATTRIBUTES(the_announcement) = tree_cons(get_identifier("leaf"), NULL_TREE, DECL_ATTRIBUTES(the_announcement));
  }
  return the_announcement;
}

void announce(gimple_stmt_iterator* at, tree stored) {
  tree type = TYPE_MAIN_VARIANT(TREE_TYPE(stored));
  tree address =
      force_gimple_operand_gsi(at, build_fold_addr_expr(unshare_expr(stored)), true, NULL_TREE, true, GSI_SAME_STMT);
  gcall* call = gimple_build_call(announcement(), 3, address, fold_convert(size_type_node, TYPE_SIZE_UNIT(type)),
                                  build_int_cst(size_type_node, TYPE_ALIGN_UNIT(type)));
  gimple_set_location(call, gimple_location(gsi_stmt(*at)));
  gsi_insert_before(at, call, GSI_SAME_STMT);
}

const pass_data kPass = {GIMPLE_PASS, "fencepost_vectors",          OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0,
                         0,           TODO_update_ssa_only_virtuals};

class VectorStores : public gimple_opt_pass {
 public:
  explicit VectorStores(gcc::context* context) : gimple_opt_pass(kPass, context) {}
  opt_pass* clone() override { return new VectorStores(m_ctxt); }
  bool gate(function*) override { return sanitize_flags_p(SANITIZE_THREAD); }

  unsigned execute(function* fn) override {
    basic_block block;
    FOR_EACH_BB_FN(block, fn) {
      for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        gimple* statement = gsi_stmt(at);
        if (gimple_clobber_p(statement)) continue;
        tree stored = gimple_get_lhs(statement);
        if (stored != NULL_TREE && !is_gimple_reg(stored) && needs_announcement(stored)) announce(&at, stored);
      }
    }
    return 0;
  }
};

}  // namespace

opt_pass* vector_stores(const char* plugin) {
  register_callback(plugin, PLUGIN_REGISTER_GGC_ROOTS, nullptr, const_cast<ggc_root_tab*>(kRoots));
  return new VectorStores(g);
}
