// The words of reports (docs/report-format.md) for the enumerations of a finding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "detector/model/finding.h"
#include "detector/model/stream_timeline.h"

namespace fencepost::detector {

/// Every kind of finding, in the order in which they are listed to people.
inline constexpr Kind kAllKinds[] = {
    Kind::kRace,         Kind::kBarrierDivergence, Kind::kDeadlock,          Kind::kInvalidAddress,
    Kind::kCrash,        Kind::kTimeout,           Kind::kApiError,          Kind::kOutOfBounds,
    Kind::kUseAfterFree, Kind::kMisaligned,        Kind::kUninitializedRead, Kind::kLeak,
    Kind::kPermission,   Kind::kUnsupported};

inline constexpr Severity kAllSeverities[] = {Severity::kWarning, Severity::kError};
inline constexpr Space kAllSpaces[] = {Space::kShared, Space::kGlobal, Space::kConstant, Space::kLocal,
                                       Space::kTensor};  ///< Not kNone.
inline constexpr Scope kAllScopes[] = {Scope::kIntraWarp, Scope::kIntraBlock, Scope::kInterBlock, Scope::kStream,
                                       Scope::kHostDevice};  ///< Not kNone.
inline constexpr AccessKind kAllAccessKinds[] = {
    AccessKind::kRead,          AccessKind::kWrite,   AccessKind::kAtomic, AccessKind::kVolatileRead,
    AccessKind::kVolatileWrite, AccessKind::kBarrier, AccessKind::kExit,   AccessKind::kClause};
inline constexpr Note::Kind kAllNoteKinds[] = {
    Note::Kind::kUnusedRule, Note::Kind::kBadComment, Note::Kind::kNoSuchKernel,
    Note::Kind::kRunEnded,   Note::Kind::kContract,   Note::Kind::kProcess,
    Note::Kind::kSampled,    Note::Kind::kForked,     Note::Kind::kStrayWrite};
inline constexpr ProcessRecord::End kAllEnds[] = {ProcessRecord::End::kExited,   ProcessRecord::End::kSignal,
                                                  ProcessRecord::End::kReplaced, ProcessRecord::End::kRunning,
                                                  ProcessRecord::End::kLost,     ProcessRecord::End::kNotCompiled};

/// So ends the message of an invalid address that is one of a null pointer.
inline constexpr std::string_view kThroughNullPointer = "through a null pointer";

inline constexpr StepKind kAllStepKinds[] = {StepKind::kLaunch,      StepKind::kOperation, StepKind::kHostFunction,
                                             StepKind::kEventRecord, StepKind::kEventWait, StepKind::kHostWait,
                                             StepKind::kHostAccess};

inline constexpr Suppression::Kind kAllSuppressionKinds[] = {Suppression::Kind::kRule, Suppression::Kind::kComment,
                                                             Suppression::Kind::kBaseline, Suppression::Kind::kTest};

std::string_view name_of(StepKind kind);           ///< "event-record"
std::string_view name_of(Kind kind);               ///< "barrier-divergence"
std::string_view name_of(Severity severity);       ///< "error"
std::string_view name_of(Space space);             ///< "shared"; "" for kNone
std::string_view name_of(Scope scope);             ///< "intra-block"; "" for kNone
std::string_view name_of(AccessKind kind);         ///< "volatile-read"
std::string_view name_of(Note::Kind kind);         ///< "unused-rule"
std::string_view name_of(ProcessRecord::End end);  ///< "not-compiled"
std::string_view name_of(Suppression::Kind kind);  ///< "baseline"

/// What AccessBits stand for.
AccessKind access_kind(unsigned bits);

/// The kind called `name`; nullopt if there is none.
std::optional<Kind> kind_named(std::string_view name);

}  // namespace fencepost::detector
