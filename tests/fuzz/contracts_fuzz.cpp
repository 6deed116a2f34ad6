// Sources with annotations: each clause is listed or is a syntax error with a place, and what the printer writes is
// read again as the same.
#include <cstddef>
#include <cstdint>
#include <string>

#include "cli/contracts/listing.h"
#include "compiler/contract/parser.h"
#include "compiler/contract/printer.h"
#include "tests/fuzz/property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace cli = fencepost::cli;
  namespace compiler = fencepost::compiler;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const cli::ListedFile file = cli::list_contracts("app.cu", compiler::MappedSource(text, {}));
  for (const auto& error : file.errors) fencepost::demand(!error.message.empty(), "a syntax error says what is wrong");
  fencepost::demand(!cli::listing_json({file}).empty(), "a listing is a text");
  if (const auto expression = compiler::contract::parse_expression(text)) {
    const std::string once = compiler::contract::print(*expression);
    const auto again = compiler::contract::parse_expression(once);
    fencepost::demand(again != nullptr, "what is printed can be read");
    fencepost::demand(compiler::contract::print(*again) == once, "what is printed is read as what it was");
  }
  return 0;
}
