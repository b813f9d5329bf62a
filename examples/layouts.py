# The same layouts in the CuTe DSL. Hover the names; nothing here is run.

import cutlass.cute as cute

BLOCK_M, BLOCK_K = 128, 64
STAGES = 3


@cute.jit
def reading():
    # Row-major by an explicit stride, column-major by default.
    by_rows = cute.make_layout((4, 8), stride=(8, 1))
    by_columns = cute.make_layout((4, 8))
    nested = cute.make_layout(((2, 2), 8), stride=((1, 16), 2))

    # Sizes and offsets are values as well.
    elements = cute.size(nested)
    offset = cute.crd2idx((2, 3), by_rows)
    return by_rows, by_columns, elements, offset


@cute.jit
def operations():
    matrix = cute.make_layout((BLOCK_M, BLOCK_K), stride=(BLOCK_K, 1))
    tiles = cute.zipped_divide(matrix, (16, 64))
    every_other_row = cute.composition(matrix, cute.make_layout((64, 64), stride=(2, 128)))

    # Swizzled shared memory, one copy for each stage of the pipeline.
    atom = cute.make_composed_layout(
        cute.make_swizzle(3, 3, 3), 0, cute.make_layout((8, 64), stride=(64, 1))
    )
    shared = cute.tile_to_shape(atom, (BLOCK_M, BLOCK_K, STAGES), order=(0, 1, 2))
    return tiles, every_other_row, shared


@cute.jit
def mistakes():
    outer = cute.make_layout((4, 6, 8), stride=(2, 3, 5))

    # Accepted, and not outer(inner(i)): the warning names the first coordinate where they differ.
    wrong = cute.composition(outer, cute.make_layout(6, stride=3))

    # Refused: 6 elements do not fill whole modes of 4.
    refused = cute.composition(outer, cute.make_layout(6, stride=1))
    return wrong, refused
