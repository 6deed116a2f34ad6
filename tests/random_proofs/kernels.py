"""Random small kernels, as text in CUDA C++ and as what they mean."""

import random


class Unsigned:
    """A type name, and how results are cut to it."""


def cut(value, unsigned):
    value &= 0xFFFFFFFF
    return value if unsigned or value < 1 << 31 else value - (1 << 32)


class Overflow(Exception):
    """A signed operation left its type: the language gives the kernel no meaning."""


def checked(value, unsigned):
    if not unsigned and not -(1 << 31) <= value < 1 << 31:
        raise Overflow
    return cut(value, unsigned)


class Leaf:
    def __init__(self, text, read, unsigned):
        self.text, self.read, self.unsigned = text, read, unsigned

    def value(self, thread):
        return cut(self.read(thread), self.unsigned)


class Binary:
    def __init__(self, op, a, b):
        self.op, self.a, self.b = op, a, b
        self.unsigned = a.unsigned or b.unsigned
        self.text = f"({a.text} {op} {b.text})"

    def value(self, thread):
        a, b = cut(self.a.value(thread), self.unsigned), cut(self.b.value(thread), self.unsigned)
        op = self.op
        if op in "+-*":
            return checked(a + b if op == "+" else a - b if op == "-" else a * b, self.unsigned)
        if op in "/%":
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            return cut(quotient if op == "/" else a - quotient * b, self.unsigned)
        result = a & b if op == "&" else a | b if op == "|" else a ^ b
        return cut(result, self.unsigned)


class Condition:
    def __init__(self, op, a, b):
        self.op, self.a, self.b = op, a, b
        self.text = f"{a.text} {op} {b.text}"

    def holds(self, thread):
        unsigned = self.a.unsigned or self.b.unsigned
        a, b = cut(self.a.value(thread), unsigned), cut(self.b.value(thread), unsigned)
        return {"<": a < b, "<=": a <= b, "==": a == b, "!=": a != b, ">": a > b, ">=": a >= b}[self.op]


def number(value, unsigned=False):
    return Leaf(f"{value}u" if unsigned else str(value), lambda thread: value, unsigned)


def variable(name, unsigned=False):
    return Leaf(name, lambda thread: thread.values[name], unsigned)


TID = Leaf("threadIdx.x", lambda thread: thread.tid, True)
BID = Leaf("blockIdx.x", lambda thread: thread.bid, True)
BLOCK = Leaf("blockDim.x", lambda thread: thread.launch["blockDim"], True)
GRID = Leaf("gridDim.x", lambda thread: thread.launch["gridDim"], True)
SIGNED_TID = Leaf("(int)threadIdx.x", lambda thread: thread.tid, False)
N = Leaf("n", lambda thread: thread.launch["n"], False)
S = Leaf("s", lambda thread: thread.launch["s"], False)
GTID = Binary("+", Binary("*", BID, BLOCK), TID)


class Statement:
    line = 0


class Access(Statement):
    def __init__(self, kind, array, index):
        self.kind, self.array, self.index = kind, array, index

    def emit(self, out, depth):
        place = f"{self.array}[{self.index.text}]"
        text = {"writes": f"{place} = x + threadIdx.x;", "reads": f"x += {place};",
                "updates atomically": f"atomicAdd(&{place}, 1);"}[self.kind]
        self.line = out.add(text, depth)

    def run(self, thread):
        thread.touch(self.array, self.index.value(thread), self.kind, self.line)
        return
        yield


class Barrier(Statement):
    def emit(self, out, depth):
        self.line = out.add("__syncthreads();", depth)

    def run(self, thread):
        yield self.line


class If(Statement):
    def __init__(self, condition, body, otherwise):
        self.condition, self.body, self.otherwise = condition, body, otherwise

    def emit(self, out, depth):
        out.add(f"if ({self.condition.text}) {{", depth)
        for statement in self.body:
            statement.emit(out, depth + 1)
        if self.otherwise:
            out.add("} else {", depth)
            for statement in self.otherwise:
                statement.emit(out, depth + 1)
        out.add("}", depth)

    def run(self, thread):
        for statement in self.body if self.condition.holds(thread) else self.otherwise:
            yield from statement.run(thread)


class Return(Statement):
    def __init__(self, condition):
        self.condition = condition

    def emit(self, out, depth):
        out.add(f"if ({self.condition.text}) return;", depth)

    def run(self, thread):
        if self.condition.holds(thread):
            raise StopIteration_
        return
        yield


class StopIteration_(Exception):
    """The thread returned."""


class For(Statement):
    def __init__(self, name, unsigned, first, condition, step_text, step, body):
        self.name, self.type = name, "unsigned" if unsigned else "int"
        self.unsigned, self.first, self.condition = unsigned, first, condition
        self.step_text, self.step, self.body = step_text, step, body

    def emit(self, out, depth):
        out.add(f"for ({self.type} {self.name} = {self.first.text}; {self.condition.text}; {self.step_text}) {{", depth)
        for statement in self.body:
            statement.emit(out, depth + 1)
        out.add("}", depth)

    def run(self, thread):
        thread.values[self.name] = cut(self.first.value(thread), self.unsigned)
        while self.condition.holds(thread):
            thread.tick()
            for statement in self.body:
                yield from statement.run(thread)
            thread.values[self.name] = cut(self.step.value(thread), self.unsigned)


class Lines:
    def __init__(self, first):
        self.lines, self.first = [], first

    def add(self, text, depth):
        self.lines.append("  " * depth + text)
        return self.first + len(self.lines)


class Kernel:
    SHARED = 32

    def __init__(self, name, seed):
        self.name = name
        self.random = random.Random(seed)
        self.counter = 0
        self.arrays = self.random.sample(["A", "B", "T"], self.random.randint(1, 3))
        self.body = self.statements(self.random.randint(1, 4), [], 0)

    # ---- making
    def pick(self, *choices):
        return self.random.choice(choices)

    def statements(self, count, variables, depth):
        result = []
        for _ in range(count):
            roll = self.random.random()
            if roll < 0.5 or depth >= 3:
                result.append(self.access(variables))
            elif roll < 0.64:
                result.append(Barrier())
            elif roll < 0.8:
                otherwise = self.statements(1, variables, depth + 1) if self.random.random() < 0.25 else []
                result.append(If(self.condition(variables), self.statements(self.random.randint(1, 2), variables, depth + 1),
                                 otherwise))
            elif roll < 0.83 and depth == 0:
                result.append(Return(self.condition(variables)))
            else:
                result.append(self.loop(variables, depth))
        return result

    def access(self, variables):
        kind = self.pick("writes", "writes", "writes", "reads", "reads", "updates atomically")
        return Access(kind, self.pick(*self.arrays), self.index(variables))

    def small(self):
        return number(self.random.randint(0, 3))

    def base(self, variables):
        choices = [TID, TID, SIGNED_TID, SIGNED_TID, GTID, GTID, BID, N, S, self.small(), BLOCK]
        choices += variables * 3
        return self.pick(*choices)

    def index(self, variables):
        a = self.base(variables)
        roll = self.random.random()
        if roll < 0.35:
            return a
        if roll < 0.6:
            return Binary(self.pick("+", "-"), a, self.pick(self.small(), self.base(variables)))
        if roll < 0.75:
            return Binary("+", Binary("*", self.pick(number(2), number(3), BLOCK, S), a), self.small())
        if roll < 0.85:
            return Binary(self.pick("/", "%"), self.pick(TID, SIGNED_TID, GTID), number(self.random.randint(1, 5)))
        if roll < 0.92:
            return Binary(self.pick("&", "|", "^"), self.pick(TID, SIGNED_TID), self.pick(*([number(1), number(2), number(3)] + variables)))
        return Binary(self.pick("+", "-"), Binary("*", number(2), a), self.pick(*([TID, N] + variables)))

    def condition(self, variables):
        roll = self.random.random()
        if roll < 0.2:
            return Condition("==", Binary("%", self.pick(TID, SIGNED_TID, GTID), number(self.random.randint(2, 4))), self.small())
        a = self.pick(*([TID, SIGNED_TID, GTID, N, S, BID] + variables))
        b = self.pick(*([N, S, self.small(), Binary("-", BLOCK, number(1)), BLOCK] + variables))
        return Condition(self.pick("<", "<", "<=", "==", "!=", ">", ">="), a, b)

    def loop(self, variables, depth):
        self.counter += 1
        name = f"i{self.counter}"
        form = self.random.randint(0, 6)
        body_of = lambda v: self.statements(self.random.randint(1, 3), variables + [v], depth + 1)
        if form == 0:  # up to a bound
            v, step = variable(name), self.random.randint(1, 2)
            bound = self.pick(N, S, number(3))
            return For(name, False, self.small(), Condition("<", v, bound), f"{name} += {step}", Binary("+", v, number(step)), body_of(v))
        if form == 1:  # by the threads of a block
            v = variable(name)
            return For(name, False, TID, Condition("<", v, N), f"{name} += blockDim.x", Binary("+", v, BLOCK), body_of(v))
        if form == 2:  # by those of a grid
            v, all_threads = variable(name), Binary("*", GRID, BLOCK)
            return For(name, False, GTID, Condition("<", v, N), f"{name} += gridDim.x * blockDim.x", Binary("+", v, all_threads), body_of(v))
        if form == 3:  # halving
            unsigned = self.random.random() < 0.5
            v = variable(name, unsigned)
            return For(name, unsigned, Binary("/", BLOCK, number(2)), Condition(">", v, number(0)), f"{name} /= 2", Binary("/", v, number(2)), body_of(v))
        if form == 4:  # doubling
            unsigned = self.random.random() < 0.5
            v = variable(name, unsigned)
            bound = self.pick(BLOCK, number(8))
            return For(name, unsigned, number(1), Condition("<", v, bound), f"{name} *= 2", Binary("*", v, number(2)), body_of(v))
        if form == 5:  # halving by shifts
            v = variable(name)
            return For(name, False, number(8), Condition(">", v, number(0)), f"{name} >>= 1", Binary("/", v, number(2)), body_of(v))
        v = variable(name)  # downwards
        return For(name, False, self.pick(N, number(3)), Condition(">", v, number(0)), f"{name}--", Binary("-", v, number(1)), body_of(v))

    # ---- text
    def emit(self, first_line):
        out = Lines(first_line)
        out.add(f"__global__ void {self.name}(int* A, int* B, int n, int s) {{", 0)
        out.add(f"__shared__ int T[{self.SHARED}];", 1)
        out.add("int x = 0;", 1)
        for statement in self.body:
            statement.emit(out, 1)
        out.add("}", 0)
        return out.lines
