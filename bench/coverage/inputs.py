#!/usr/bin/env python3
"""Prints small made-up inputs for programs that read one and come without. Usage: inputs.py KIND [NUMBER...]"""

import inspect
import random
import struct
import sys


def numbers(*counts):
    """The counts on a line, then as many random digits as their last says, or their product."""
    print(*counts)
    total = counts[-1] if len(counts) < 3 else counts[1] * counts[2]
    print(*(random.randint(1, 9) for _ in range(total)))


def convolution(taps, length):
    print(taps, length)
    print(*(random.randint(1, 9) for _ in range(taps)))
    print(*(random.randint(1, 9) for _ in range(length)))


def matrices(side, rows, columns):
    print(side, rows, columns)
    for _ in range(2):
        print(*(random.randint(1, 9) for _ in range(rows * columns)))


def edges(vertices, count):
    """Vertices and edges, then an edge a line, the lower vertex first, sorted."""
    chosen = set()
    while len(chosen) < count:
        a, b = sorted(random.sample(range(vertices), 2))
        chosen.add((a, b))
    print(vertices, count)
    for edge in sorted(chosen):
        print(*edge)


def adjacency(vertices, degree):
    """Rodinia's bfs: for each vertex where its edges begin and how many, the source, then target and cost of each."""
    print(vertices)
    for vertex in range(vertices):
        print(vertex * degree, degree)
    print()
    print(0)
    print()
    print(vertices * degree)
    for _ in range(vertices * degree):
        print(random.randrange(vertices), random.randint(1, 10))


def graph(vertices, degree):
    """An undirected graph in the binary format of ECL-CC and its kin: counts, where edges begin, targets, weights."""
    neighbours = [set() for _ in range(vertices)]
    for vertex in range(vertices):
        for target in random.sample(range(vertices), degree // 2):
            if target != vertex:
                neighbours[vertex].add(target)
                neighbours[target].add(vertex)
    targets = [(a, b) for a in range(vertices) for b in sorted(neighbours[a])]
    begins = [0]
    for these in neighbours:
        begins.append(begins[-1] + len(these))
    weights = [1 + (a * b) % 9 for a, b in targets]
    write_integers(vertices, len(targets), *begins, *(target for _, target in targets), *weights)


def write_integers(*these):
    sys.stdout.buffer.write(struct.pack(f"<{len(these)}i", *these))


def signs(vertices, count):
    """A head line, then an edge a line with its sign."""
    print("source,target,sign")
    for _ in range(count):
        print(*random.sample(range(vertices), 2), random.choice((-1, 1)), sep=",")


def locations(count):
    """Latitude and longitude."""
    for _ in range(count):
        print(f"{random.uniform(-80, 80):.6f} {random.uniform(-180, 180):.6f}")


def counts(lines):
    """How often something happened, and the exposure."""
    for _ in range(lines):
        print(random.randint(0, 9), f"{random.uniform(1, 10):.3f}")


def csv(rows, columns):
    """A head line, then numbers."""
    print(*(f"c{i}" for i in range(columns)), sep=",")
    for _ in range(rows):
        print(*(f"{random.gauss(random.choice((0, 5)), 1):.4f}" for _ in range(columns)), sep=",")


def field(rows, columns, low=320, high=340):
    """A value a line: temperatures or powers."""
    for _ in range(rows * columns):
        print(f"{random.uniform(low, high):.6f}")


def matrix(side):
    """Rodinia's gaussian: the size, the matrix, the right hand side, a guess."""
    print(side)
    print()
    for row in range(side):
        print(*(f"{random.uniform(-1, 1) + side * (row == column):.3f}" for column in range(side)))
    print()
    print(*(f"{random.uniform(-1, 1):.3f}" for _ in range(side)))
    print()
    print(*(["0"] * side))


def points(count, features):
    """Rodinia's kmeans: a number, then the features, each line."""
    for i in range(count):
        print(i, *(f"{random.random():.4f}" for _ in range(features)))


def picture(columns, rows):
    """A portable grey map in text."""
    print("P2")
    print(columns, rows)
    print(255)
    for _ in range(rows):
        print(*(random.randint(0, 255) for _ in range(columns)))


def places(count):
    """Rodinia's nn: a latitude and a longitude in columns 29 to 38 of 48."""
    for _ in range(count):
        print(f"{'':28}{random.uniform(7, 70):5.1f}{random.uniform(0, 360):5.1f}{'':10}")




def genes(count, samples):
    """A name for each column, then a name and a value for each sample a line; tabs in between."""
    print("id", *(f"s{i}" for i in range(samples)), sep="\t")
    for i in range(count):
        print(f"g{i}", *(f"{random.random():.4f}" for _ in range(samples)), sep="\t")


def mesh(elements):
    """Rodinia's cfd: of each element the area, then of its four sides the neighbour and the normal."""
    print(elements)
    for _ in range(elements):
        print(f"{random.uniform(0.5, 1):.4f}")
        for _ in range(4):
            print(random.randint(1, elements), *(f"{random.uniform(-0.1, 0.1):.4f}" for _ in range(3)))


def bits(count, steps):
    print(count, steps)
    print(*(random.randint(0, 1) for _ in range(count)))


def proteins(count, length, letters="ACDEFGHIKLMNPQRSTVWY"):
    """FASTA: a name, then that many of the twenty letters."""
    for i in range(count):
        print(f">{i}")
        print("".join(random.choice(letters) for _ in range(length)))


def dna(count, length):
    proteins(count, length, "ACGT")


def bmp(width, height):
    """An image of 24 bits a pixel; the width is to be a multiple of 4."""
    header = struct.pack("<2sIHHIIiiHHIIiiII", b"BM", 54 + 3 * width * height, 0, 0, 54,
                         40, width, height, 1, 24, 0, 3 * width * height, 2835, 2835, 0, 0)
    sys.stdout.buffer.write(header + random.randbytes(3 * width * height))


def svm(rows, features):
    """The format of libsvm: a label, then some of the features by their number."""
    for _ in range(rows):
        chosen = sorted(random.sample(range(1, features + 1), features // 2))
        print(random.choice((-1, 1)), *(f"{i}:{random.uniform(-1, 1):.4f}" for i in chosen))


def words(*these):
    print(*these)


def reals(*counts):
    """The counts but the last on a line, then as many numbers as it says, a line each."""
    print(*counts[:-1])
    for _ in range(counts[-1]):
        print(f"{random.uniform(0.1, 1):.5f}")


def bases(count):
    """Letters of a genome, without a line's end."""
    sys.stdout.write("".join(random.choices("ACGT", k=count)))


def reads(count, length):
    """Two sequences a line, with a tabulator between them: the second is the first with some letters replaced."""
    for _ in range(count):
        first = random.choices("ACGT", k=length)
        second = [random.choice("ACGT") if random.random() < 0.03 else letter for letter in first]
        print("".join(first), "".join(second), sep="\t")


def roads(vertices, degree):
    """Vertices, edges and where to start; for each vertex where its edges begin and how many; of each edge target and cost."""
    print(vertices, vertices * degree, 0)
    for vertex in range(vertices):
        print(vertex * degree, degree)
    for _ in range(vertices * degree):
        print(random.randrange(vertices), random.randint(1, 10))


def binary(*counts):
    """Bytes: the counts but the last as 32-bit integers, then as many floats as it says."""
    sys.stdout.buffer.write(struct.pack(f"{len(counts) - 1}i{counts[-1]}f", *counts[:-1],
                                        *(random.random() for _ in range(counts[-1]))))


def sparse(rows, degree):
    """A square matrix in MatrixMarket's format, whose diagonal is larger than the rest of its row."""
    print("%%MatrixMarket matrix coordinate real general")
    print(rows, rows, rows * (degree + 1))
    for row in range(1, rows + 1):
        for column in sorted({row} | set(random.sample([c for c in range(1, rows + 1) if c != row], degree))):
            print(row, column, 2 * degree if column == row else round(random.uniform(-1, 1), 4))


def symmetric(rows, degree):
    """The same, symmetric: its lower half."""
    print("%%MatrixMarket matrix coordinate real symmetric")
    below = [sorted(random.sample(range(1, row), min(degree, row - 1))) for row in range(1, rows + 1)]
    print(rows, rows, rows + sum(map(len, below)))
    for row, columns in enumerate(below, 1):
        for column in columns:
            print(row, column, round(random.uniform(-1, 1), 4))
        print(row, row, 8 * degree)


def clusters(count, centres):
    """Points of three coordinates around so many of them, a point a line; or, if there are no more points than centres, these."""
    for i in range(count):
        centre = [300 * (i % centres) + 50 * axis for axis in range(3)]
        spread = 0 if count <= centres else 2
        print(*(round(value + random.uniform(-spread, spread), 3) for value in centre), sep=",")


def crystal(atoms):
    """A .cssr file: the side of a cube, atoms in it."""
    print(25.8, 25.8, 25.8, "\n90 90 90", f"\n{atoms} 0", "\n0 made up")
    for i in range(atoms):
        print(i + 1, random.choice(["Zn", "O", "C", "H"]), *(round(random.random(), 5) for _ in range(3)))


def peak(side):
    """Bytes: a square of floats that fall from 1 in its middle."""
    middle = side // 2
    sys.stdout.buffer.write(struct.pack(f"{side * side}f", *(1 / (1 + (x - middle) ** 2 + (y - middle) ** 2)
                                                             for y in range(side) for x in range(side))))


def noise(count):
    sys.stdout.buffer.write(random.randbytes(count))


def bitmap(width, height):
    """A .bmp of 24 bits for each pixel; a line is a multiple of four bytes if `width` is."""
    size = 3 * width * height
    sys.stdout.buffer.write(struct.pack("<2sIHHI", b"BM", 54 + size, 0, 0, 54)
                            + struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, size, 0, 0, 0, 0)
                            + random.randbytes(size))


if __name__ == "__main__":
    random.seed(1)
    kinds = {name: function for name, function in globals().items() if inspect.isfunction(function)}
    if len(sys.argv) < 2 or sys.argv[1] not in kinds:
        sys.exit(f"{__doc__}\nKIND is one of {', '.join(kinds)}")
    kinds[sys.argv[1]](*(int(word) for word in sys.argv[2:]))
