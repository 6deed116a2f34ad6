"""Random small kernels, as CUDA C++: known forms (forms.py) and random statements, then a mutation or none.

Each is `__global__ void NAME(TYPE* A, TYPE* B, const int* I, int n, int s, unsigned m)`. Pointers are into the middle of an
allocation, so that small negative indices are none out of bounds."""

import random
import re

import forms
import unusual
from expressions import TILE, Names

PRELUDE = """#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <string>
namespace cg = cooperative_groups;
struct Cell { int a; short b; char c[2]; };
struct Fields { unsigned low : 12, high : 20; };
__device__ int total;
__constant__ int constants[8] = {0, 1, 2, 3, 4, 5, 6, 7};
__device__ int at(const int* p, int i) { return p[i + 1]; }
__device__ int rounded(int i, int by) { return (i + by - 1) / by * by; }
__device__ void exchange(int* p, int i, int j) { int old = p[j]; __syncthreads(); p[i] = old + 1; }
__device__ void moves_up(int* p, int i, int j) { p[i] = p[j] + 1; }
__device__ void moves_down(int* p, int i, int j) { p[j] = i; }
__device__ void (*const kMoves[2])(int*, int, int) = {moves_up, moves_down};
__device__ unsigned wrapped(unsigned i, unsigned of) { return i >= of ? i - of : i; }
"""
PRELUDE_LINES = PRELUDE.count("\n")
# Lines that declare a variable, or that end a loop: they are not mutated.
KEPT = r"^ *(int\*?|Cell|float4|unsigned|auto|const|short|signed|char|switch|case|default|__shared__)\b|for \(|while|break|\+\+|--|\bh = |(\w+) = \2 / 2;|\w+ [*+]= [\w.]+;|o\d* "
TYPES = ["int"] * 8 + ["unsigned", "char", "short", "long long", "float", "int2", "float4", "Cell", "double"]


def stored(element, place, value):
    """A statement that writes."""
    if element in ("int2", "float4"):
        return f"{place}.{'xy'[hash_of(place) % 2]} = {value};"
    if element == "Fields":
        return f"{place}.{('low', 'high')[hash_of(place) % 2]} = {value};"
    if element == "Cell":
        member = ("a", "b", "c[0]", "c[1]")[hash_of(place) % 4]
        return f"{place}.{member} = {value};"
    return f"{place} = {value};"


def loaded(element, place):
    if element in ("int2", "float4"):
        return f"(unsigned){place}.{'xy'[hash_of(place) % 2]}"
    if element == "Fields":
        return f"{place}.{('low', 'high')[hash_of(place) % 2]}"
    if element == "Cell":
        return f"{place}.{('a', 'b', 'c[0]', 'c[1]')[hash_of(place) % 4]}"
    return f"(unsigned){place}"


def hash_of(text):
    return sum(ord(c) * (i + 1) for i, c in enumerate(text)) // 3


class Kernel:
    def __init__(self, name, seed):
        self.name = name
        self.rng = rng = random.Random(seed)
        self.two_dimensional = rng.random() < 0.12
        self.warps = rng.random() < 0.15
        self.types = {"A": rng.choice(TYPES), "B": rng.choice(TYPES), "T": rng.choice(TYPES), "U": "int"}
        self.features = set()
        self.counter = 0
        wide = ["q"] if rng.random() < 0.2 else []
        signed = ["t", "i"] if rng.random() < 0.7 else ["t"]
        if self.two_dimensional:
            signed += ["y", "t + y * (int)blockDim.x"]
        self.names = Names(rng, signed, ["threadIdx.x"], wide, ["n", "s", "m", "blockDim.x"] + (["blockIdx.x"] if rng.random() < 0.3 else []))
        self.arrays = rng.sample(["A", "B", "T", "U"], rng.randint(1, 3))
        body = []
        if rng.random() < 0.7:
            form = rng.choice(unusual.ALL if rng.random() < 0.45 else forms.ALL if self.warps else forms.WITHOUT_WARPS)
            self.features.add("form " + form.__name__)
            body += form(self)
            for _ in range(rng.choice((0, 0, 0, 1, 2))):
                place = rng.choice([k for k in range(len(body) + 1) if depth_at(body, k) == 0])
                body[place:place] = self.statement(0)
        else:
            self.features.add("random statements")
            for _ in range(rng.randint(2, 4)):
                body += self.statement(0)
        if rng.random() < 0.55:
            body = self.mutated(body)
        self.lines = self.complete(body)
        self.text = "\n".join(self.lines)
        self.note_features()

    # ---- for the forms
    def put(self, array, index):
        return stored(self.types[array], f"{array}[{index}]", "x + t")

    def get(self, array, index):
        return f"x += {loaded(self.types[array], f'{array}[{index}]')};"

    # ---- statements
    def new(self, letter="k"):
        self.counter += 1
        return f"{letter}{self.counter}"

    def place(self, array):
        index = self.names.index()
        if array in "TU" and self.rng.random() < 0.5:
            index = f"({index}) & {TILE - 1}"
        return f"{array}[{index}]"

    def access(self):
        rng, array = self.rng, self.rng.choice(self.arrays)
        place, element = self.place(array), self.types[array]
        roll = rng.random()
        if roll < 0.45:
            return [stored(element, place, rng.choice(("x + t", "x + t", "1", "t", "n")))]
        if roll < 0.72:
            return [f"x += {loaded(element, place)};"]
        if roll < 0.76 and element == "int":
            return [f"*(volatile int*)&{place} = t;"]
        if roll < 0.79 and element == "int":
            return [f"((short*)&{place})[{rng.randint(0, 1)}] = t;"]
        if roll < 0.81 and element in ("int", "char", "short"):
            return [f"x += at((const int*){array}, {self.names.per_thread()});"]
        if element == "int" and roll < 0.94:
            return [rng.choice((f"atomicAdd(&{place}, 1);", f"x += atomicAdd(&{place}, 1);", f"atomicCAS(&{place}, 0, t);",
                                f"atomicExch(&{place}, t);", f"atomicMax(&{place}, n);", f"atomicAdd_block(&{place}, 2);"))]
        other = rng.choice(self.arrays)
        return [stored(element, place, loaded(self.types[other], self.place(other)))]

    def indented(self, lines):
        return ["  " + line for line in lines]

    def statements(self, count, depth):
        return [line for _ in range(count) for line in self.statement(depth)]

    def statement(self, depth):
        rng, names = self.rng, self.names
        roll = rng.random()
        if roll < 0.5 or depth >= 2:
            return self.access()
        if roll < 0.62:
            return ["__syncthreads();"]
        if roll < 0.66 and self.warps:
            return [rng.choice(("__syncwarp();", "__syncwarp(0xF);", "x += __shfl_xor_sync(~0u, x, 1);",
                                f"x += __ballot_sync(~0u, {names.condition()});", f"x ^= __any_sync(0xFFu, {names.condition()});",
                                "tile.sync();", "x += tile.shfl_down(x, 1);"))]
        if roll < 0.8:
            uniform = rng.random() < 0.4
            lines = [f"if ({names.uniform_condition() if uniform else names.condition()}) {{"]
            lines += self.indented(self.statements(rng.randint(1, 2), depth + 1))
            if rng.random() < 0.25:
                lines += ["} else {"] + self.indented(self.statements(1, depth + 1))
            return lines + ["}"]
        if roll < 0.83 and depth == 0:
            return [f"if ({names.condition()}) return;"]
        return self.loop(depth)

    def loop(self, depth):
        rng, names = self.rng, self.names
        name = self.new()
        number = rng.choice(("int", "int", "unsigned", "long long"))
        header = rng.choice((
            f"for (int {name} = {names.small()}; {name} < {names.pick('n', 's', '3', 'n - 1')}; {name} += {names.pick('1', '1', '2', '3')})",
            f"for (int {name} = t; {name} < {names.pick('n', '2 * n', '8')}; {name} += blockDim.x)",
            f"for (int {name} = blockIdx.x * blockDim.x + t; {name} < n; {name} += gridDim.x * blockDim.x)",
            f"for ({number} {name} = blockDim.x / 2; {name} > 0; {name} /= 2)",
            f"for ({number} {name} = blockDim.x; {name} > 1; {name} = ({name} + 1) / 2)",
            f"for ({number} {name} = 1; {name} < {names.pick('blockDim.x', '8', '16')}; {name} {names.pick('*= 2', '<<= 1', '+= ' + name)})",
            f"for ({number} {name} = 8; {name} > 0; {name} >>= 1)",
            f"for (int {name} = {names.pick('n', '3', 'n - 1', 's')}; {name} > 0; {name}--)",
            f"for (int {name} = {names.pick('n', '3')}; {name} >= 0; {name} -= 2)",
            f"for (int {name} = 0; {name} < {names.pick('t', 't % 3', 'n - t', '(int)threadIdx.x')}; ++{name})",
            f"for (unsigned {name} = threadIdx.x; {name} < m; {name} += {names.pick('2', '3', 'blockDim.x')})",
        ))
        lines = [header + " {"]
        names.loops.append(name)
        body = self.statements(rng.randint(1, 2), depth + 1)
        if rng.random() < 0.2:
            stop = names.uniform_condition() if rng.random() < 0.5 else names.condition()
            body.insert(rng.choice([k for k in range(len(body) + 1) if depth_at(body, k) == 0]), f"if ({stop}) {names.pick('break', 'break', 'continue')};")
        names.loops.remove(name)
        return lines + self.indented(body) + ["}"]

    # ---- a mistake
    def mutated(self, lines):
        rng = self.rng
        for _ in range(rng.choice((1, 1, 2))):
            k = rng.randrange(len(lines))
            line = lines[k]
            is_fixed = re.search(KEPT, line) is not None
            kind = rng.randrange(8)
            barriers = [b for b, l in enumerate(lines) if l.strip() == "__syncthreads();"]
            if kind <= 1 and barriers:
                del lines[rng.choice(barriers)]
            elif kind == 2:
                lines[k] = line.replace(" < ", " <= ", 1)
            elif kind == 3 and not is_fixed:
                lines[k] = re.sub(r"\[([^\[\]]*)\]", lambda f: f"[{f[1]} {rng.choice(('+', '-'))} 1]", line, count=1)
            elif kind == 4 and not is_fixed:
                lines[k] = re.sub(r"\b[2-9]\b", lambda f: str(int(f[0]) + rng.choice((-1, 1))), line, count=1)
            elif kind == 5 and not is_fixed:
                lines[k] = re.sub(r"\bt\b", rng.choice(("n", "(t ^ 1)", "(t / 2)", "(t + 1)", "i", "0")), line, count=1)
            elif kind == 6 and barriers:
                b = rng.choice(barriers)
                lines[b] = lines[b].replace("__syncthreads();", f"if ({self.names.condition()}) __syncthreads();")
            elif kind == 7 and not is_fixed and line.lstrip().endswith(";") and "return" not in line:
                lines[k] = f"if ({rng.choice((self.names.condition, self.names.uniform_condition))()}) {{ {line.strip()} }}"
        return lines

    # ---- the whole
    def complete(self, body):
        text = "\n".join(body)
        head = [f"__global__ void {self.name}({self.types['A']}* A, {self.types['B']}* B, const int* I, int n, int s, unsigned m) {{"]
        if re.search(r"\bT\b", text):
            head.append(f"  __shared__ {self.types['T']} T[{TILE}];")
        if re.search(r"\bU\b", text):
            head.append(f"  __shared__ int U[{TILE}];")
        if "tile" in text:
            head.append("  auto tile = cg::tiled_partition<4>(cg::this_thread_block());")
        if re.search(r"\bi\b", text):
            head.append("  const int i = blockIdx.x * blockDim.x + threadIdx.x;")
        if re.search(r"\bq\b", text):
            head.append("  const size_t q = (size_t)blockIdx.x * blockDim.x + threadIdx.x;")
        if re.search(r"\by\b", text):
            head.append("  const int y = threadIdx.y;")
        if re.search(r"\bt\b", text):
            head.append("  const int t = threadIdx.x;")
        if re.search(r"\bh\b", text):
            head.append("  unsigned h;")
        head.append("  unsigned x = n;")
        return head + self.indented(body) + ["}"]

    def note_features(self):
        text = "\n".join(self.lines)
        for word, feature in (("for (", "loops"), ("__syncthreads", "barriers"), ("atomic", "atomics"), ("break;", "break"), ("return;", "early return"),
                              ("I[", "contents"), ("_sync(", "warp operations"), ("__syncwarp", "warp operations"), ("tile.", "tiles"),
                              (".y", "two dimensions"), ("volatile", "volatile"), (" ^ ", "exclusive or"), (" % ", "remainders"),
                              ("/= 2", "halving"), (">>= 1", "halving"), ("*= 2", "doubling"), ("<<= 1", "doubling"), ("size_t", "64-bit indices")):
            if word in text:
                self.features.add(feature)
        self.features.update("elements " + self.types[a] for a in "ABT" if re.search(rf"\b{a}\[", text) and self.types[a] != "int")


def depth_at(lines, place):
    return sum(line.count("{") - line.count("}") for line in lines[:place])
