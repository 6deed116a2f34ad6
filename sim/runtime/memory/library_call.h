// Work that a library of GPU code, such as cuBLAS, does in a stream. To a program it is one operation that reads and
// writes memory, as a copy is: what it accesses is checked like a copy's source and destination, and beyond that, since
// it computes with what it reads, whether that was ever written.
#pragma once

#include <functional>
#include <vector>

#include "sim/include/driver_types.h"
#include "sim/interface/observer.h"

namespace fencepost::sim {

/// The call of the program that issues the work.
struct LibraryCall {
  const char* name = "";  ///< "cublasSgemm".
  const void* pc = nullptr;
};

/// Memory that a library's operation accesses.
struct Operand {
  const char* role = "";  ///< "A": its name in the library's documentation.
  bool reads = false, writes = false;
  bool scratch = false;  ///< Written, but what it holds afterwards is nobody's to read.
  std::size_t element_bytes = 1;
  std::vector<OperationRange> ranges{};  ///< Of one allocation. `writes` of each is set by OperandList.
};

/// The operands of an operation that is being performed.
class OperandList {
 public:
  explicit OperandList(const LibraryCall& call) : call_(call) {}

  /// False, and told, if it is not memory of the device, in one allocation. Then nothing must be done with it.
  /// Otherwise its contents may be looked at: where the others are may depend on them.
  [[nodiscard]] bool add(Operand operand);
  /// The same question, told the same way, of an operand that is not accessed: to be asked before the ranges of one are
  /// written down that may be larger than all memory.
  [[nodiscard]] bool admits(const Operand& operand) const;

  /// Tells what was read of them to find out where the others are: where that is nonsense, it may never have been
  /// written.
  void tell_reads() const;

  /// Tells what will be accessed, before it is.
  void tell(StreamNumber, CallReturns) const;

 private:
  const LibraryCall& call_;
  std::vector<Operand> operands_;
};

/// Adds the operands, and returns what is to be computed then; nothing if an operand is wrong.
using LibraryPlan = std::function<std::function<void()>(OperandList&)>;

/// Does it as an operation of `stream`, or keeps it for a graph: then the plan is made for each launch of that, and
/// owns what it needs. `waits`: the call returns when it has been done, which a stream that is captured does not allow.
/// cudaErrorInvalidValue: an operand is wrong; cudaErrorInvalidResourceHandle: there is no such stream; otherwise the
/// error of an earlier kernel, or of a capture. Thread safety: full.
cudaError_t issue(const LibraryCall& call, cudaStream_t stream, bool waits, LibraryPlan plan);

}  // namespace fencepost::sim
