"""Random C++ functions without undefined behaviour, for host and device alike.

Each takes a pointer to memory that others could see, and two numbers; what it returns and leaves in the memory is the same
wherever and however it is compiled. `source(seed, count)` is the text of `count` of them."""

import random

INTEGERS = ("signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long", "unsigned long",
            "long long", "unsigned long long", "bool")
FLOATS = ("float", "double")
SLOTS = 16  # Elements of each array of the memory: a power of two.

PRELUDE = """
#pragma once
#ifndef HD
#define HD
#endif
struct Pair { int a; long b; };
struct Small { short s; unsigned char c; };
struct Mixed { double d; float f; int i; };
struct Large { long words[6]; Pair pair; };
union Bits { unsigned int word; float number; unsigned char bytes[4]; };
struct Memory {
%s
  Pair pairs[16]; Small smalls[16]; Mixed mixes[16]; Large larges[4]; Bits bits[16];
};
struct Shape {
  long side;
  HD explicit Shape(long s) : side(s) {}
  HD virtual long area(long x) const { return side * x; }
};
struct Square : Shape {
  HD explicit Square(long s) : Shape(s) {}
  HD long area(long x) const override { return side * side + x; }
};
struct Line final : Shape {
  HD explicit Line(long s) : Shape(s) {}
  HD long area(long) const override { return -side; }
};
HD inline Pair swapped(Pair p) { return {static_cast<int>(p.b), p.a}; }
HD inline Large shifted(Large l, int n) { l.words[n & 3] += l.words[(n + 1) & 3]; l.pair = swapped(l.pair); return l; }
HD inline Mixed blended(const Mixed& x, Mixed y) { return {x.d + y.d, x.f * y.f, x.i ^ y.i}; }
HD inline Small packed(Small s, int n) { s.s = static_cast<short>(s.s + n); s.c ^= static_cast<unsigned char>(n); return s; }
// What the PTX ISA says of an instruction, and what it does here.
#ifdef __CUDA_ARCH__
#define PTX(name, text, meaning) \\
  HD inline unsigned name(unsigned a, unsigned b, unsigned c) { (void)b; (void)c; unsigned r; asm(text : "=r"(r) : "r"(a), "r"(b), "r"(c)); return r; }
#else
#define PTX(name, text, meaning) \\
  HD inline unsigned name(unsigned a, unsigned b, unsigned c) { (void)b; (void)c; return static_cast<unsigned>(meaning); }
#endif
PTX(ptx_add, "add.u32 %%0, %%1, %%2;", a + b)
PTX(ptx_mad, "mad.lo.u32 %%0, %%1, %%2, %%3;", a * b + c)
PTX(ptx_min, "min.s32 %%0, %%1, %%2;", static_cast<int>(a) < static_cast<int>(b) ? a : b)
PTX(ptx_xor, "{ .reg .u32 t; and.b32 t, %%1, %%2; xor.b32 %%0, t, %%3; }", (a & b) ^ c)
PTX(ptx_popc, "popc.b32 %%0, %%1;", __builtin_popcount(a))
PTX(ptx_lop3, "lop3.b32 %%0, %%1, %%2, %%3, 0x96;", a ^ b ^ c)
PTX(ptx_bfe, "bfe.u32 %%0, %%1, 5, 7;", (a >> 5) & 127)
PTX(ptx_select, "{ .reg .pred p; setp.lt.u32 p, %%1, %%2; selp.b32 %%0, %%1, %%3, p; }", a < b ? a : c)
template <class F> HD long folded(F f, int n) { long r = 0; for (int i = 0; i < n; ++i) r = r * 3 + f(i); return r; }
"""


def array_of(kind):
    return "of_" + kind.replace(" ", "_")


def prelude():
    arrays = "\n".join(f"  {kind} {array_of(kind)}[{SLOTS}];" for kind in INTEGERS + FLOATS)
    return PRELUDE % arrays


class Function:
    """One function: statements of random kinds over its locals and the memory."""

    def __init__(self, number, seed):
        self.number = number
        self.random = random.Random(seed)
        self.lines = []
        self.locals = ["x", "y"]
        self.depth = 0
        self.names = 0

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def index(self, slots=SLOTS):
        return f"static_cast<unsigned>({self.random.choice(self.locals)} + {self.random.randrange(slots)}) % {slots}"

    def leaf(self):
        pick = self.random.randrange(8)
        if pick < 3:
            return self.random.choice(self.locals)
        if pick == 3:
            return str(self.random.choice((0, 1, -1, 7, 255, -128, 65535, 2147483647, -2147483647, 1 << 40)))
        if pick == 4:
            return f"static_cast<long>(m->{array_of(self.random.choice(INTEGERS))}[{self.index()}])"
        if pick == 5:
            return self.random.choice((f"m->pairs[{self.index()}].b", f"long(m->smalls[{self.index()}].s)",
                                       f"long(m->bits[{self.index()}].bytes[{self.random.randrange(4)}])",
                                       f"m->larges[{self.index(4)}].words[{self.random.randrange(6)}]"))
        if pick == 6:
            return f"long(m->of_float[{self.index()}] < m->of_float[{self.index()}])"
        return f"long(m->of_double[{self.index()}] >= 1.5)"

    def expression(self, depth=2):
        if depth == 0:
            return self.leaf()
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        kind = self.random.choice(INTEGERS)
        return self.random.choice((
            f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} & {b})", f"({a} | {b})", f"({a} ^ {b})",
            f"({a} / ({b} | 1 == 0 ? 3 : 5))", f"({a} % 1021)", f"({a} << ({b} & 31))", f"({a} >> ({b} & 31))",
            f"({a} < {b} ? {a} : {b})", f"long(static_cast<{kind}>({a}))", f"(-({a}))", f"(~({a}))", f"long(!({a}))",
            f"(({a} > 0 && {b} > 0) ? 1L : 2L)", f"long(unsigned({a}) / (unsigned({b}) | 1u))", a))

    def emit(self, text):
        self.lines.append("  " * (self.depth + 1) + text)

    def statement(self):
        r = self.random
        kinds = [self.store, self.store, self.store_float, self.local, self.update, self.struct_by_value, self.pointer,
                 self.union, self.lambda_, self.virtual, self.mixed, self.ptx, self.local_array, self.small]
        if self.depth < 2:
            kinds += [self.condition, self.loop, self.switch, self.early_loop]
        r.choice(kinds)()

    def store(self):
        kind = self.random.choice(INTEGERS)
        self.emit(f"m->{array_of(kind)}[{self.index()}] {self.random.choice(('=', '=', '^=', '|=') if kind == 'bool' else ('=', '+=', '-=', '^='))} "
                  f"static_cast<{kind}>({self.expression()});")

    def store_float(self):
        kind = self.random.choice(FLOATS)
        a, b = self.index(), self.index()
        what = self.random.choice((f"m->of_{kind}[{a}] * 0.5f", f"m->of_{kind}[{a}] + m->of_{kind}[{b}] * 0.25f",
                                   f"static_cast<{kind}>({self.leaf()} % 1000) / 8", f"m->of_{kind}[{a}] - 3"))
        self.emit(f"m->of_{kind}[{self.index()}] = static_cast<{kind}>({what});")

    def local(self):
        expression = self.expression()
        name = self.name("v")
        self.emit(f"long {name} = {expression};")
        self.emit(f"(void){name};")
        self.locals.append(name)

    def update(self):
        self.emit(f"{self.random.choice(self.locals)} {self.random.choice(('+=', '-=', '*=', '^='))} {self.expression()};")

    def struct_by_value(self):
        if self.random.random() < 0.5:
            self.emit(f"m->pairs[{self.index()}] = swapped(m->pairs[{self.index()}]);")
        else:
            self.emit(f"m->larges[{self.index(4)}] = shifted(m->larges[{self.index(4)}], int({self.leaf()} & 7));")

    def small(self):
        self.emit(f"m->smalls[{self.index()}] = packed(m->smalls[{self.index()}], int({self.leaf()} & 255));")

    def mixed(self):
        self.emit(f"m->mixes[{self.index()}] = blended(m->mixes[{self.index()}], m->mixes[{self.index()}]);")

    def pointer(self):
        name = self.name("p")
        self.emit(f"{{ long* {name} = &m->larges[{self.index(4)}].words[{self.random.randrange(4)}]; "
                  f"{name}[1] += *{name}; *{name} = {self.leaf()}; }}")

    def union(self):
        name = self.name("u")
        self.emit(f"{{ Bits {name}; {name}.word = static_cast<unsigned>({self.leaf()}); {name}.bytes[{self.random.randrange(4)}] ^= 5; "
                  f"m->bits[{self.index()}].word = {name}.word; {self.random.choice(self.locals)} += {name}.bytes[2]; }}")

    def lambda_(self):
        name = self.random.choice(self.locals)
        self.emit(f"{name} += folded([&](int i) {{ {name} ^= i; return m->of_long[unsigned(i) % {SLOTS}] + {self.leaf()}; }}, "
                  f"{self.random.randrange(1, 5)});")

    def virtual(self):
        square, line, shape = self.name("s"), self.name("l"), self.name("o")
        self.emit(f"{{ const Square {square}({self.leaf()}); const Line {line}({self.leaf()}); "
                  f"const Shape* {shape} = ({self.leaf()} & 1) ? static_cast<const Shape*>(&{square}) : &{line}; "
                  f"{self.random.choice(self.locals)} += {shape}->area({self.leaf()}); }}")

    def local_array(self):
        name = self.name("a")
        self.emit(f"{{ int {name}[8] = {{1, 2, 3}}; for (int i = 0; i < 8; ++i) {name}[i] += int({self.leaf()}) * i; "
                  f"{self.random.choice(self.locals)} += {name}[{self.index(8)}]; m->of_int[{self.index()}] = {name}[{self.index(8)}]; }}")

    def ptx(self):
        name = self.random.choice(("add", "mad", "min", "xor", "popc", "lop3", "bfe", "select"))
        operands = ", ".join(f"static_cast<unsigned>({self.leaf()})" for _ in range(3))
        self.emit(f"{self.random.choice(self.locals)} += ptx_{name}({operands});")

    def block(self, count):
        known = len(self.locals)
        self.depth += 1
        for _ in range(count):
            self.statement()
        self.depth -= 1
        del self.locals[known:]

    def condition(self):
        self.emit(f"if ({self.expression()} > {self.leaf()}) {{")
        self.block(self.random.randrange(1, 3))
        if self.random.random() < 0.6:
            self.emit("} else {")
            self.block(self.random.randrange(1, 3))
        self.emit("}")

    def loop(self):
        name = self.name("i")
        self.emit(f"for (int {name} = 0; {name} < {self.random.randrange(1, 6)}; ++{name}) {{")
        self.locals.append(name + "_")
        self.emit(f"  long {name}_ = {name}; (void){name}_;")
        self.block(self.random.randrange(1, 3))
        self.locals.remove(name + "_")
        self.emit("}")

    def early_loop(self):
        name = self.name("n")
        self.emit(f"for (unsigned {name} = 0;; ++{name}) {{")
        self.emit(f"  if ({name} == {self.random.randrange(1, 7)}) break;")
        self.emit(f"  if ((({self.leaf()} + {name}) & 3) == 0) continue;")
        self.block(1)
        self.emit("}")

    def switch(self):
        self.emit(f"switch ({self.expression(1)} & 3) {{")
        for case in range(self.random.randrange(2, 4)):
            self.emit(f"case {case}: {{")
            self.block(1)
            self.emit("}" + self.random.choice((" break;", " [[fallthrough]];", " break;")))
        self.emit("default: break; }")

    def text(self):
        for _ in range(self.random.randrange(3, 8)):
            self.statement()
        head = f"HD long f{self.number}(Memory* m, long x, long y, int depth)"
        recursion = ""
        if self.random.random() < 0.3:
            recursion = f"  if (depth < 3) x += f{self.number}(m, y - depth, x, depth + 1);\n"
        body = "\n".join(self.lines)
        return f"{head} {{\n  (void)depth;\n{recursion}{body}\n  return {self.expression()} + x * 31 + y;\n}}\n"


def source(seed, count):
    functions = [Function(i, f"{seed}/{i}").text() for i in range(count)]
    calls = "\n".join(f"    case {i}: return f{i}(m, x, y, 0);" for i in range(count))
    return (prelude() + "\n" + "\n".join(functions) +
            f"\nconstexpr int kFunctions = {count};\nHD long call(int number, Memory* m, long x, long y) {{\n  switch (number) {{\n{calls}\n"
            "    default: return 0;\n  }\n}\n")
