"""Random integer expressions, conditions and places in arrays, as CUDA C++ text. All are small for small launches: nothing
overflows, and nothing is divided by 0."""

TILE = 2048  # Elements of a shared array: what is behind it is the engine's.


class Names:
    """What a statement may name."""

    def __init__(self, rng, signed, unsigned, wide, uniform):
        self.rng = rng
        self.signed, self.unsigned, self.wide, self.uniform = signed, unsigned, wide, uniform
        self.loops = []

    def pick(self, *choices):
        return self.rng.choice(choices)

    def chance(self, probability):
        return self.rng.random() < probability

    def small(self):
        return str(self.rng.randint(0, 4))

    def leaf(self):
        choices = self.signed * 3 + self.unsigned + self.wide + self.uniform + self.loops * 4
        return self.pick(*choices)

    def per_thread(self):
        return self.pick(*(self.signed * 3 + self.unsigned + self.wide))

    def index(self):
        a = self.leaf()
        roll = self.rng.random()
        if roll < 0.25:
            return a
        if roll < 0.45:
            return f"{a} {self.pick('+', '+', '-')} {self.pick(self.small(), self.leaf())}"
        if roll < 0.60:
            return f"{self.pick('2', '3', 's', '-1', 'blockDim.x', self.small())} * {a} + {self.pick(self.small(), self.leaf())}"
        if roll < 0.68:
            return f"{self.per_thread()} {self.pick('/', '%')} {self.pick('2', '3', '4', '5', '8')}"
        if roll < 0.74:
            return f"({self.leaf()} {self.pick('+', '^', '-')} {self.small()}) {self.pick('/', '%', '&')} {self.pick('2', '4', '8')}"
        if roll < 0.82:
            return f"({self.per_thread()} {self.pick('&', '|', '^')} {self.pick('1', '2', '3', '7', 'm', *self.loops)})"
        if roll < 0.88:
            return f"({a} {self.pick('<<', '>>')} {self.pick('1', '2', '3')})"
        if roll < 0.92:
            return f"({self.condition()} ? {a} : {self.leaf()})"
        if roll < 0.96:
            return f"(I[{self.pick('t', self.leaf())} & 63] & 7)"
        return f"n - 1 - {a}"

    def condition(self):
        roll = self.rng.random()
        if roll < 0.2:
            return f"{self.per_thread()} % {self.pick('2', '3', '4')} {self.pick('==', '!=')} {self.rng.randint(0, 2)}"
        if roll < 0.3:
            return f"({self.leaf()} & {self.pick('1', '2', '4', 'm')}) {self.pick('==', '!=')} 0"
        if roll < 0.36:
            return f"{self.condition()} {self.pick('&&', '||')} {self.condition()}"
        if roll < 0.4:
            return f"I[{self.leaf()} & 63] {self.pick('<', '==', '>')} {self.small()}"
        a = self.leaf()
        b = self.pick("n", "s", self.small(), "(int)blockDim.x - 1", "blockDim.x", "n / 2", "n - 1", "m", *self.loops)
        return f"{a} {self.pick('<', '<', '<', '<=', '==', '!=', '>', '>=')} {b}"

    def uniform_condition(self):
        choices = self.uniform + self.loops
        return f"{self.pick(*choices)} {self.pick('<', '>', '==', '!=', '<=')} {self.pick('n', 's', self.small(), 'blockDim.x')}"
