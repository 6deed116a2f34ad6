// A kernel as a symbolic program: what its threads access, where, and on which conditions, in static single assignment
// form over integers (`fencepost prove`). Read off the device's IR by compiler/lifting.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace fencepost::compiler {

/// Integers are bits, as in LLVM's IR: an operation tells how it takes them. What is no integer (floats, vectors) has
/// 0 bits, and is known by the operations that made it alone.
enum class SymbolicOp : std::uint8_t {
  kConstant,   ///< `number`, sign-extended.
  kParameter,  ///< `name`: a number that all threads of the launch are given.
  kThreadIdx,  ///< Dimension `number`, as the next three.
  kBlockIdx,
  kBlockDim,
  kGridDim,
  kAdd,
  kSubtract,
  kMultiply,
  kUnsignedDivide,
  kSignedDivide,
  kUnsignedRemainder,
  kSignedRemainder,
  kShiftLeft,
  kLogicalShiftRight,
  kArithmeticShiftRight,
  kAnd,
  kOr,
  kXor,
  kEqual,  ///< Comparisons: one bit.
  kNotEqual,
  kUnsignedLess,
  kUnsignedLessEqual,
  kSignedLess,
  kSignedLessEqual,
  kSelect,  ///< Condition, value if it holds, value if not.
  kTruncate,
  kZeroExtend,
  kSignExtend,
  kPhi,     ///< One operand for each of `blocks`, the blocks that it comes from. `name`: a variable's, if it is one.
  kLoad,    ///< What access `number` reads.
  kObject,  ///< The address of `objects[number]`: of pointers, which are two values, an object and an offset in bytes.
  kFunction,  ///< A function `name` of its operands of which no more is known.
  kOpaque,    ///< Anything, `name` says why. With `number` 1 the same for all threads of a block, with 2 of a warp.
};

struct SymbolicValue {
  SymbolicOp op{};
  std::uint32_t bits = 0;
  std::int64_t number = 0;
  bool no_signed_wrap = false;  ///< Else, and without the next, the result is cut to `bits`.
  bool no_unsigned_wrap = false;
  std::uint32_t line = 0;   ///< Of the kernel's file where the code is, or the call that led there; 0: unknown.
  std::int32_t block = -1;  ///< Where it is computed; -1: known at the kernel's entry.
  std::string name;
  std::vector<std::int32_t> operands;  ///< Indices into SymbolicKernel::values.
  std::vector<std::int32_t> blocks;
};

enum class SymbolicSpace : std::uint8_t { kGlobal, kShared, kLocal, kConstant };

struct SymbolicObject {
  std::string name;
  SymbolicSpace space{};
  bool parameter = false;   ///< What a pointer parameter points to: which allocation, the launch says.
  std::uint64_t bytes = 0;  ///< 0: unknown.
};

enum class SymbolicAccessKind : std::uint8_t { kRead, kWrite, kAtomic, kBlockAtomic };

/// 0 <= index < extent, as the language wants of an array of several dimensions, or of a variable.
struct SymbolicBound {
  std::int32_t index = 0;  ///< A value.
  std::uint64_t extent = 0;
};

struct SymbolicAccess {
  SymbolicAccessKind kind{};
  bool is_volatile = false;
  std::int32_t block = 0;
  std::int32_t object = 0, offset = 0;  ///< Values.
  std::uint64_t bytes = 0;              ///< 0: unknown how many.
  std::uint64_t element = 1;            ///< Bytes of an element of the array, for reports.
  std::uint32_t line = 0;
  std::int32_t stored = -1;  ///< The value written; -1: unknown.
  std::int32_t result = -1;  ///< Of an atomic addition of `step`: what was there before, a value; -1: it is none.
  std::int64_t step = 0;     ///< Not 0 then.
  std::vector<SymbolicBound> bounds;
};

/// Straight code. Barriers end a block.
struct SymbolicBlock {
  enum End : std::uint8_t { kJump, kBranch, kBarrier, kReturn, kStop };
  End end = kReturn;
  std::int32_t condition = -1;        ///< Of a kBranch.
  std::vector<std::int32_t> targets;  ///< One; of a kBranch two: if it holds, if not.
  std::uint32_t line = 0;             ///< Of what ends it.
  std::string barrier_file;        ///< Of a kBarrier where it stands, which may be a header: as the compiler names it,
  std::uint32_t barrier_line = 0;  ///< and the line there; 0: unknown.
  std::int32_t dominator = -1;     ///< The nearest block that all ways from the entry to this one go through.
};

/// Where a thread waits for others, but not at the block's barrier.
struct SymbolicWait {
  bool of_warp = false;    ///< For lanes of its warp; else nothing is known of whom it waits for.
  std::int32_t mask = -1;  ///< Of lanes: a value; -1: at most the warp's.
  std::int32_t block = 0;
  std::uint32_t line = 0;
};

/// A natural loop with one block in front of it and one that closes it.
struct SymbolicLoop {
  std::int32_t header = 0, latch = 0, parent = -1;
  std::uint32_t line = 0;
  std::vector<std::int32_t> blocks;  ///< With those of inner loops.
};

struct SymbolicParameter {
  std::string name;
  std::string type;  ///< "i32", "float", "ptr"
  bool pointer = false;
  std::uint32_t value_bits = 0;  ///< Not 0: it is not negative and less than 2 to this, as unsigned
                                 ///< numbers are, and an enumeration's values ([dcl.enum]).
};

struct SymbolicKernel {
  std::string name;  ///< As C++ writes it, without parameters: `scan<float, 4>`.
  std::string signature;
  std::string file;
  std::uint32_t line = 0;
  std::string obstacle;               ///< Why nothing can be said of it; empty if nothing is in the way.
  std::set<std::string> assumptions;  ///< What was taken for granted to read it.
  std::vector<SymbolicParameter> parameters;
  std::vector<SymbolicObject> objects;
  std::vector<SymbolicValue> values;
  std::vector<SymbolicAccess> accesses;  ///< In the order of the code within a block.
  std::vector<SymbolicBlock> blocks;     ///< The first is the entry.
  std::vector<SymbolicWait> waits;
  std::vector<SymbolicLoop> loops;    ///< Outer ones first.
  std::uint64_t most_threads = 1024;  ///< Of a block: __launch_bounds__.
};

/// What `fencepost-nvcc --symbolic` writes.
std::string symbolic_kernels_json(const std::vector<SymbolicKernel>& kernels);

/// Throws std::runtime_error if `json` is none.
std::vector<SymbolicKernel> parse_symbolic_kernels(const std::string& json);

}  // namespace fencepost::compiler
