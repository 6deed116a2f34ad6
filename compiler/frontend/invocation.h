// How clang is set up for one side of a source.
#pragma once

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>

#include <memory>
#include <utility>

#include "compiler/frontend/translation.h"
#include "compiler/leniency/source_mends.h"
#include "compiler/leniency/watch_sources.h"

namespace fencepost::compiler {

/// Null if the options make no sense to clang; it was told. What the device's side warns of is no error.
std::shared_ptr<clang::CompilerInvocation> invocation_of(const Translation& translation, Side side);

/// The side's target, and what nvcc takes.
void begin_invocation(clang::CompilerInstance& compiler, Side side, SourceMends& mends);

/// An action of clang's on one side of a source. What it is given must outlive it.
template <class Action>
class SideAction : public Action {
 protected:
  template <class... Arguments>
  SideAction(const Translation& translation, Side side, SourceMends& mends, Arguments&&... arguments)
      : Action(std::forward<Arguments>(arguments)...), translation_(translation), side_(side), mends_(mends) {}

  bool BeginInvocation(clang::CompilerInstance& compiler) override {
    begin_invocation(compiler, side_, mends_);
    return Action::BeginInvocation(compiler);
  }
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    watch_sources(compiler, translation_.library_folders, translation_.own_headers);
    mend_sources(compiler, mends_);
    return Action::BeginSourceFileAction(compiler);
  }

  [[nodiscard]] Side side() const { return side_; }
  [[nodiscard]] const SourceMends& mends() const { return mends_; }

 private:
  const Translation& translation_;
  Side side_;
  SourceMends& mends_;
};

}  // namespace fencepost::compiler
