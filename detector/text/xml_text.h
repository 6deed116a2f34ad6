// Text for XML 1.0 documents.
#pragma once

#include <string>
#include <string_view>

namespace fencepost::detector {

/// `text` so that it stands for itself in an element or a quoted attribute, whatever it holds: characters that XML does
/// not allow (control characters, surrogates, U+FFFE and U+FFFF), and bytes that are no UTF-8, become U+FFFD. In
/// attributes readers turn newlines and tabs into blanks unless they are written as references, as here.
std::string xml_text(std::string_view text);
std::string xml_attribute(std::string_view text);

}  // namespace fencepost::detector
