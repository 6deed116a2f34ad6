// How --help looks.
#pragma once

#include <memory>

namespace CLI {
class FormatterBase;
}

namespace fencepost::cli {

/// A command's own options first, then those that checked programs have in common, under their headings; in 80
/// columns. In a footer lines that begin with a blank stay as they are.
std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace fencepost::cli
