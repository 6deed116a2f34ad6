#include "cli/nvcc_virtual_barriers.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

// A pragma (`#pragma unroll`) belongs to the statement behind it.
bool has_pragma_before(const TokenStream& tokens, std::size_t i) {
  const std::size_t begin = tokens.end_offset(i - 1);
  const std::string_view between = tokens.text().substr(begin, tokens.begin_offset(i) - begin);
  return between.find("\n#pragma") != std::string_view::npos;
}

void insert_before(const TokenStream& tokens, std::size_t i, Edits& edits) {
  if (has_pragma_before(tokens, i)) {
    edits.insert(tokens.end_offset(i - 1), tokens.resume(i) + "::__syncthreads();" + tokens.resume(i - 1));
  } else {
    edits.insert(tokens.begin_offset(i), "::__syncthreads(); " + tokens.resume(i));
  }
}

}  // namespace

bool takes_barrier(const TokenStream& tokens, const Statement& statement) {
  if (!statement.in_block || statement.first == 0) return false;
  const SourcePlace at = tokens.place(statement.first);
  const SourcePlace before = tokens.place(statement.first - 1);
  return at.line != before.line || at.file != before.file;
}

bool names_file(std::string_view name, std::string_view file) {
  const fs::path wanted = fs::path(name).lexically_normal();
  const fs::path path = wanted.is_absolute() ? fs::absolute(file) : fs::path(file);
  const std::string whole = path.lexically_normal().string();
  const std::string end = wanted.string();
  if (end.empty() || !whole.ends_with(end)) return false;
  return whole.size() == end.size() || whole[whole.size() - end.size() - 1] == '/';
}

std::vector<bool> insert_virtual_barriers(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions,
                                          const std::vector<SourcePlace>& wanted, Edits& edits,
                                          std::vector<RewriteError>& errors) {
  std::vector<bool> inserted(wanted.size());
  if (wanted.empty()) return inserted;
  const Statements found = find_statements(tokens, functions);
  for (std::size_t w = 0; w < wanted.size(); ++w) {
    std::vector<std::size_t> places;
    std::set<std::string> files;
    for (const Statement& statement : found.statements) {
      const SourcePlace at = tokens.place(statement.first);
      if (at.line != wanted[w].line || !names_file(wanted[w].file, at.file)) continue;
      if (!takes_barrier(tokens, statement)) continue;
      if (!places.empty() && places.back() == statement.first) continue;  // `{` of a block and …
      places.push_back(statement.first);
      files.insert(at.file);
    }
    // A name that is one of the files' whole path means that file.
    if (files.contains(wanted[w].file)) {
      std::erase_if(places, [&](std::size_t i) { return tokens.place(i).file != wanted[w].file; });
    } else if (files.size() > 1) {
      errors.push_back({wanted[w], "a virtual barrier could be meant for " + *files.begin() + " and for " +
                                       *files.rbegin() + "; give more of the path"});
      continue;
    }
    for (const std::size_t i : places) insert_before(tokens, i, edits);
    inserted[w] = !places.empty();
  }
  return inserted;
}

}  // namespace fencepost::cli
