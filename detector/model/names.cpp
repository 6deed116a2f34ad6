#include "detector/model/names.h"

#include "detector/model/access.h"

namespace fencepost::detector {

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::kRace:
      return "race";
    case Kind::kBarrierDivergence:
      return "barrier-divergence";
    case Kind::kDeadlock:
      return "deadlock";
    case Kind::kOutOfBounds:
      return "out-of-bounds";
    case Kind::kUseAfterFree:
      return "use-after-free";
    case Kind::kInvalidAddress:
      return "invalid-address";
    case Kind::kMisaligned:
      return "misaligned";
    case Kind::kUninitializedRead:
      return "uninitialized-read";
    case Kind::kLeak:
      return "leak";
    case Kind::kApiError:
      return "api-error";
    case Kind::kPermission:
      return "permission";
    case Kind::kCrash:
      return "crash";
    case Kind::kTimeout:
      return "timeout";
    case Kind::kUnsupported:
      return "unsupported";
  }
  return "";
}

std::string_view name_of(StepKind kind) {
  switch (kind) {
    case StepKind::kLaunch:
      return "launch";
    case StepKind::kOperation:
      return "operation";
    case StepKind::kHostFunction:
      return "host-function";
    case StepKind::kEventRecord:
      return "event-record";
    case StepKind::kEventWait:
      return "event-wait";
    case StepKind::kHostWait:
      return "host-wait";
    case StepKind::kHostAccess:
      return "host-access";
  }
  return "";
}

std::string_view name_of(Severity severity) { return severity == Severity::kError ? "error" : "warning"; }

std::string_view name_of(Space space) {
  switch (space) {
    case Space::kNone:
      return "";
    case Space::kShared:
      return "shared";
    case Space::kGlobal:
      return "global";
    case Space::kConstant:
      return "constant";
    case Space::kLocal:
      return "local";
    case Space::kTensor:
      return "tensor";
  }
  return "";
}

std::string_view name_of(Scope scope) {
  switch (scope) {
    case Scope::kNone:
      return "";
    case Scope::kIntraWarp:
      return "intra-warp";
    case Scope::kIntraBlock:
      return "intra-block";
    case Scope::kInterBlock:
      return "inter-block";
    case Scope::kStream:
      return "stream";
    case Scope::kHostDevice:
      return "host-device";
  }
  return "";
}

std::string_view name_of(AccessKind kind) {
  switch (kind) {
    case AccessKind::kRead:
      return "read";
    case AccessKind::kWrite:
      return "write";
    case AccessKind::kAtomic:
      return "atomic";
    case AccessKind::kVolatileRead:
      return "volatile-read";
    case AccessKind::kVolatileWrite:
      return "volatile-write";
    case AccessKind::kBarrier:
      return "barrier";
    case AccessKind::kExit:
      return "exit";
    case AccessKind::kClause:
      return "clause";
  }
  return "";
}

std::string_view name_of(Note::Kind kind) {
  switch (kind) {
    case Note::Kind::kUnusedRule:
      return "unused-rule";
    case Note::Kind::kBadComment:
      return "bad-comment";
    case Note::Kind::kNoSuchKernel:
      return "no-such-kernel";
    case Note::Kind::kRunEnded:
      return "run-ended";
    case Note::Kind::kContract:
      return "contract";
    case Note::Kind::kProcess:
      return "process";
    case Note::Kind::kSampled:
      return "sampled";
    case Note::Kind::kForked:
      return "forked";
    case Note::Kind::kStrayWrite:
      return "stray-write";
  }
  return "";
}

std::string_view name_of(ProcessRecord::End end) {
  switch (end) {
    case ProcessRecord::End::kExited:
      return "exited";
    case ProcessRecord::End::kSignal:
      return "signal";
    case ProcessRecord::End::kReplaced:
      return "replaced";
    case ProcessRecord::End::kRunning:
      return "running";
    case ProcessRecord::End::kLost:
      return "lost";
    case ProcessRecord::End::kNotCompiled:
      return "not-compiled";
  }
  return "";
}

std::string_view name_of(Suppression::Kind kind) {
  switch (kind) {
    case Suppression::Kind::kRule:
      return "rule";
    case Suppression::Kind::kComment:
      return "comment";
    case Suppression::Kind::kBaseline:
      return "baseline";
    case Suppression::Kind::kTest:
      return "test";
  }
  return "";
}

std::optional<Kind> kind_named(std::string_view name) {
  for (const Kind kind : kAllKinds) {
    if (name_of(kind) == name) return kind;
  }
  return std::nullopt;
}

AccessKind access_kind(unsigned bits) {
  if ((bits & kIsAtomic) != 0) return AccessKind::kAtomic;
  if ((bits & kStrong) != 0) return (bits & kWrites) != 0 ? AccessKind::kVolatileWrite : AccessKind::kVolatileRead;
  return (bits & kWrites) != 0 ? AccessKind::kWrite : AccessKind::kRead;
}

}  // namespace fencepost::detector
