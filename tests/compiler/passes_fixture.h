// LLVM IR in texts, for tests of passes.
#pragma once

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cstddef>
#include <memory>
#include <regex>
#include <string>
#include <vector>

namespace fencepost::compiler {

class Passes : public testing::Test {
 protected:
  std::unique_ptr<llvm::Module> parse(const std::string& text) {
    llvm::SMDiagnostic error;
    std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(kLayout + text, error, context_);
    EXPECT_NE(module, nullptr) << error.getMessage().str();
    return module;
  }

  static std::string text_of(const llvm::Module& module) {
    std::string text;
    llvm::raw_string_ostream out(text);
    module.print(out, nullptr);
    std::string problems;
    llvm::raw_string_ostream told(problems);
    EXPECT_FALSE(llvm::verifyModule(module, &told)) << problems << text;
    return text;
  }

  /// The lines of `text` that are calls of the detector, in order, without what differs from run to run.
  static std::vector<std::string> checks(const llvm::Module& module) {
    std::vector<std::string> found;
    const std::string text = text_of(module);
    const std::regex call(R"(call [^@]*@(__tsan_\w+)\(([^)]*)\))");
    for (auto it = std::sregex_iterator(text.begin(), text.end(), call); it != std::sregex_iterator(); ++it) {
      const std::string arguments = std::regex_replace((*it)[2].str(), std::regex("nonnull "), "");
      found.push_back((*it)[1].str() + "(" + arguments + ")");
    }
    return found;
  }

  static std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
  }

  static constexpr const char* kLayout =
      "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n"
      "target triple = \"x86_64-unknown-linux-gnu\"\n";

  llvm::LLVMContext context_;
};

inline testing::AssertionResult contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "'" << part << "' is not in:\n" << text;
}

}  // namespace fencepost::compiler
