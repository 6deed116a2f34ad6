"""For gdb in programs built by fencepost-nvcc: `source` this file.

$thread(x, y, z), $block(x, y, z)   true in that CUDA thread, that block: for conditions of breakpoints
info cuda                           which thread of which launch shape gdb stands in
dim3, uint3, int2 ... float4 ...    are printed as (x, y, z)
"""

import gdb
import gdb.printing

# The runtime's thread-local variables behind threadIdx and kin: three unsigned integers each. Kernels read them by other
# names and types, which need not be in the debugging information.
VARIABLES = {"threadIdx": "fencepost_thread_idx", "blockIdx": "fencepost_block_idx",
             "blockDim": "fencepost_block_dim", "gridDim": "fencepost_grid_dim"}


def value_of(name):
    """x, y and z of a built-in variable."""
    value = gdb.parse_and_eval(f"*(unsigned int(*)[3])&{VARIABLES[name]}")
    return tuple(int(value[i]) for i in range(3))


class IsAt(gdb.Function):
    """$thread(x[, y[, z]]) or $block(x[, y[, z]])."""

    def __init__(self, function, variable):
        super().__init__(function)
        self.variable = variable

    def invoke(self, *wanted):
        coordinates = [int(coordinate) for coordinate in wanted]
        if not 1 <= len(coordinates) <= 3:
            raise gdb.GdbError("one to three coordinates: x, y, z")
        return value_of(self.variable) == tuple(coordinates + [0] * (3 - len(coordinates)))


class InfoCuda(gdb.Command):
    """Print which CUDA thread this OS thread of the program runs."""

    def __init__(self):
        super().__init__("info cuda", gdb.COMMAND_STATUS)

    def invoke(self, _argument, _from_tty):
        for name in VARIABLES:
            print(f"{name:9} {value_of(name)}")


class Vector:
    """A dim3 or a vector type, by its members."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        members = [field.name for field in self.value.type.strip_typedefs().fields() if not field.is_base_class]
        return "(" + ", ".join(str(self.value[name]) for name in members if name in ("x", "y", "z", "w")) + ")"


printers = gdb.printing.RegexpCollectionPrettyPrinter("fencepost")
printers.add_printer("vector", r"^(dim3|u?(char|short|int|long|longlong)[1-4]|(float|double)[1-4])$", Vector)
gdb.printing.register_pretty_printer(gdb.current_objfile(), printers, replace=True)
IsAt("thread", "threadIdx")
IsAt("block", "blockIdx")
InfoCuda()
