# Layouts of Triton's Gluon. Hover a name: the bases, what a thread, a warp and a block hold, a picture.

from triton.experimental import gluon
from triton.experimental.gluon import language as gl

# Four neighbours a thread, four threads a row: a warp has 8 rows of 16 elements.
BLOCKED = gl.BlockedLayout(size_per_thread=[1, 4], threads_per_warp=[8, 4], warps_per_cta=[4, 1], order=[1, 0])

# One row of threads is enough for a column: four lanes hold the same element.
ROWS = gl.SliceLayout(1, BLOCKED)

# The accumulator of wgmma, and the registers of its first operand.
WGMMA = gl.NVMMADistributedLayout(version=[3, 0], warps_per_cta=[4, 1], instr_shape=[16, 64, 16])
OPERAND = gl.DotOperandLayout(operand_index=0, parent=WGMMA, k_width=2)
ACCUMULATOR = gl.to_linear_layout(WGMMA, [64, 64])

# The widest swizzle that rows of 64 half floats allow.
SWIZZLED = gl.NVMMASharedLayout.get_default_for([64, 64], gl.float16)


@gluon.jit
def kernel():
    rows = gl.arange(0, 64, layout=ROWS)
    column = rows[:, None]
    buffers = gl.allocate_shared_memory(gl.float16, [2, 64, 64], SWIZZLED)
    tile = buffers.index(0).load(BLOCKED)
    accumulator = gl.zeros([64, 64], gl.float32, layout=WGMMA)
    # Hover the conversion: what stays in a thread, what moves, and through how much shared memory.
    moved = gl.convert_layout(tile, WGMMA)
    # Both have the layout of the accumulator, so that they can be added.
    total = accumulator + moved
