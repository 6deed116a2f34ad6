// Wiefferink's figure 8: the scan with its tree in a one- and in a two-dimensional array, side by side.
#pragma once

namespace fencepost::bench {

/// Adds the benchmarks TreeStorage/1d/2 … TreeStorage/2d/1024 (median time of a checked launch).
void register_tree_storage();

/// The table, with the profile's figures for those sizes whose two benchmarks ran; prints nothing if none did.
void print_tree_storage();

}  // namespace fencepost::bench
