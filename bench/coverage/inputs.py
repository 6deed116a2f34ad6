#!/usr/bin/env python3
"""Prints small made-up inputs for programs that read one and come without. Usage: inputs.py KIND [NUMBER...]"""

import random
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


def bits(count, steps):
    print(count, steps)
    print(*(random.randint(0, 1) for _ in range(count)))


def words(*these):
    print(*these)


if __name__ == "__main__":
    random.seed(1)
    kinds = {function.__name__: function
             for function in (numbers, convolution, matrices, edges, adjacency, field, matrix, points, picture, places, bits,
                               words)}
    if len(sys.argv) < 2 or sys.argv[1] not in kinds:
        sys.exit(f"{__doc__}\nKIND is one of {', '.join(kinds)}")
    kinds[sys.argv[1]](*(int(word) for word in sys.argv[2:]))
