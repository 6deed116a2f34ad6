// What each kind of check, and each way to order threads, costs (bench/programs/block_sum.cu, shared_reads.cu).
#pragma once

namespace fencepost::bench {

void register_rules();
/// The table, of what was measured.
void print_rules();

}  // namespace fencepost::bench
