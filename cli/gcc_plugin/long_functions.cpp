// Drops what the debug information of a very long function would say of the values of its local variables.
//
// What g++ does to follow the value of each variable through each block (its pass vartrack) takes time that grows with
// the cube of a function's length: 50 s for a kernel of 2,000 lines `if (…) *p += …;`, of which all else takes one.
// Lines, functions and variables that lie in memory stay known.

// GCC's headers depend on their order.
// clang-format off
#include "gcc-plugin.h"
#include "tree.h"
#include "basic-block.h"
#include "gimple.h"
#include "context.h"
#include "gimple-iterator.h"
#include "ssa.h"
#include "tree-pass.h"
// clang-format on

#include "passes.h"

namespace {

// Basic blocks, beyond which a function is very long: half a second of vartrack. A line of the above has four.
constexpr int kMostBlocks = 1500;

const pass_data kPass = {GIMPLE_PASS, "fencepost_debug", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0};

class LongFunctions : public gimple_opt_pass {
 public:
  explicit LongFunctions(gcc::context* context) : gimple_opt_pass(kPass, context) {}
  opt_pass* clone() override { return new LongFunctions(m_ctxt); }
  bool gate(function*) override { return MAY_HAVE_DEBUG_BIND_STMTS; }

  unsigned execute(function* fn) override {
    static const int asked_for = flag_var_tracking;
    const bool is_long = n_basic_blocks_for_fn(fn) > kMostBlocks;
    flag_var_tracking = is_long ? 0 : asked_for;  // What follows is done for one function after the other.
    if (!is_long) return 0;
    basic_block block;
    FOR_EACH_BB_FN(block, fn) {
      for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at);) {
        if (gimple_debug_bind_p(gsi_stmt(at)) || gimple_debug_source_bind_p(gsi_stmt(at))) {
          gsi_remove(&at, true);
        } else {
          gsi_next(&at);
        }
      }
    }
    return 0;
  }
};

}  // namespace

opt_pass* long_functions() { return new LongFunctions(g); }
