// --output FILE of commands that write one text: a drawing, a page. "" is standard output.
#pragma once

#include <string>

namespace fencepost::cli {

/// What is wrong with the place, to be told before a run that may take long: "cannot write r/x.html: Permission denied;
/// give another file". Empty if nothing is. Creates nothing.
std::string output_error(const std::string& output);

/// Writes it. The message if that failed, "cannot write x.svg: No space left on device"; empty if not.
std::string write_output(const std::string& text, const std::string& output);

}  // namespace fencepost::cli
