// How --help looks.
#pragma once

#include <memory>
#include <vector>

namespace CLI {
class App;
class FormatterBase;
}  // namespace CLI

namespace fencepost::cli {

/// A command's own options first, then those that checked programs have in common, under their headings; in 80
/// columns. In a footer lines that begin with a blank stay as they are.
std::shared_ptr<CLI::FormatterBase> help_formatter();

/// All commands of the program, in the order in which they were added.
std::vector<CLI::App*> commands_of(CLI::App& app);

}  // namespace fencepost::cli
