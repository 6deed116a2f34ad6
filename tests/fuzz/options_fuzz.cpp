// FENCEPOST_OPTIONS: whatever the text is, it is options, or one line says what is wrong with it.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "detector/model/options.h"
#include "detector/text/shell_words.h"
#include "tests/fuzz/property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace detector = fencepost::detector;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto words = detector::split_words(text);
  if (words) {
    std::string again;
    for (const std::string& word : *words) again += detector::quoted_word(word) + " ";
    fencepost::demand(detector::split_words(again) == words, "words that are quoted are read back as they were");
  }
  std::string error;
  if (!detector::parse_options(text, error)) {
    fencepost::demand(!error.empty(), "what is refused is told");
    // A word may hold a newline of its own.
    fencepost::demand(text.find('\n') != std::string::npos || error.find('\n') == std::string::npos,
                      "a mistake is told in one line");
  }
  return 0;
}
