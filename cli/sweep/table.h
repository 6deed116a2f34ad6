// Configurations and their results as a table for people.
#pragma once

#include <string>
#include <vector>

#include "cli/sweep/grid.h"

namespace fencepost::cli {

/// One line for each group of cells with the same result that the values of the axes can name together, in the order of
/// the first of them; a head above. `results` has one text for each cell of the grid. The same table whatever order the
/// results came in.
std::string sweep_table(const SweepGrid& grid, const std::vector<std::string>& results);

}  // namespace fencepost::cli
