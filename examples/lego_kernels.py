"""LEGO's layouts in Triton kernels: the layouts say where elements lie, and the kernels do no arithmetic for it."""

import triton
import triton.language as tl
from lego.lego import *

# Blocks of the operands; the action "Insert index expression" on `A[pid_m, k, :, :]` writes the pointer offsets.
A = OrderBy(Row(64, 128)).TileBy([4, 4], [16, 32])
B = OrderBy(Row(128, 64)).TileBy([4, 4], [32, 16])
C = OrderBy(Row(64, 64)).TileBy([4, 4], [16, 16])
# Programs by groups of two rows of blocks.
P = OrderBy(RegP([2, 2, 4], [0, 2, 1])).GroupBy([[4, 4]])
# Rows, of layernorm and softmax.
N = OrderBy(Row(16, 256)).TileBy([16, 4], [1, 64])
S = OrderBy(Row(16, 64)).TileBy([16, 1], [1, 64])


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr):
    pid = tl.program_id(0)
    pid_m, pid_n = P.inv(pid)
    total = tl.zeros((16, 16), dtype=tl.float32)
    for k in range(4):
        a = tl.load(a_ptr + A[pid_m, k, :, :])
        b = tl.load(b_ptr + B[k, pid_n, :, :])
        total = tl.dot(a, b, total)
    tl.store(c_ptr + C[pid_m, pid_n, :, :], total)


@triton.jit
def softmax(x_ptr, y_ptr):
    row = tl.program_id(0)
    x = tl.load(x_ptr + S[row, 0, 0, :])
    y = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + S[row, 0, 0, :], y / tl.sum(y, axis=0))


@triton.jit
def layernorm_sum(x_ptr, sum_ptr):
    row = tl.program_id(0)
    total = tl.zeros((64,), dtype=tl.float32)
    for block in range(4):
        total += tl.load(x_ptr + N[row, block, 0, :])
    tl.store(sum_ptr + row, tl.sum(total, axis=0))
