"""LEGO's benchmarks as Triton kernels for all sizes: the parameters are sizes of the layouts, and the layouts say where
elements lie. Hover one for its arithmetic and its conditions; "Insert index expression" writes it."""

import triton
import triton.language as tl
from lego.lego import *


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GM: tl.constexpr):
    m, n, steps = M // BM, N // BN, K // BK
    A = OrderBy(Row(M, K)).TileBy([m, steps], [BM, BK])
    B = OrderBy(Row(K, N)).TileBy([steps, n], [BK, BN])
    C = OrderBy(Row(M, N)).TileBy([m, n], [BM, BN])
    P = OrderBy(Col(max(m // GM, 1), 1), Col(min(m, GM), n)).TileBy([m, n])
    pid_m, pid_n = P.inv(tl.program_id(0))
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(steps):
        total = tl.dot(tl.load(a_ptr + A[pid_m, k, :, :]), tl.load(b_ptr + B[k, pid_n, :, :]), total)
    tl.store(c_ptr + C[pid_m, pid_n, :, :], total)


@triton.jit
def grouped_gemm(a_ptr, b_ptr, c_ptr, tile, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n, steps = M // BM, N // BN, K // BK
    A = OrderBy(Row(M, K)).TileBy([m, steps], [BM, BK])
    B = OrderBy(Col(K, N)).TileBy([steps, n], [BK, BN])
    C = OrderBy(Row(M, N)).TileBy([m, n], [BM, BN])
    tile_m, tile_n = OrderBy(Row(m, n)).GroupBy([[m, n]]).inv(tile)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(steps):
        total = tl.dot(tl.load(a_ptr + A[tile_m, k, :, :]), tl.load(b_ptr + B[k, tile_n, :, :]), total)
    tl.store(c_ptr + C[tile_m, tile_n, :, :], total)


@triton.jit
def layernorm(x_ptr, sum_ptr, R, N, BS: tl.constexpr):
    blocks = N // BS
    L = OrderBy(Row(R, N)).TileBy([R, blocks], [1, BS])
    row = tl.program_id(0)
    total = tl.zeros((BS,), dtype=tl.float32)
    for block in range(blocks):
        total += tl.load(x_ptr + L[row, block, 0, :])
    tl.store(sum_ptr + row, tl.sum(total, axis=0))


@triton.jit
def layernorm_backward(x_ptr, dx_ptr, R, N: tl.constexpr):
    L = OrderBy(Row(R, N)).TileBy([R, 1], [1, N])
    row = tl.program_id(0)
    tl.store(dx_ptr + L[row, 0, 0, :], tl.load(x_ptr + L[row, 0, 0, :]))


@triton.jit
def softmax(x_ptr, y_ptr, R, N: tl.constexpr):
    S = OrderBy(Row(R, N)).TileBy([R, 1], [1, N])
    row = tl.program_id(0)
    x = tl.load(x_ptr + S[row, 0, 0, :])
    y = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + S[row, 0, 0, :], y / tl.sum(y, axis=0))


@triton.jit
def transpose(x_ptr, y_ptr, N, BS: tl.constexpr):
    blocks = N // BS
    X = OrderBy(Row(N, N)).TileBy([blocks, blocks], [BS, BS])
    Y = OrderBy(Col(N, N)).TileBy([blocks, blocks], [BS, BS])
    i, j = OrderBy(Row(blocks, blocks)).GroupBy([[blocks, blocks]]).inv(tl.program_id(0))
    tl.store(y_ptr + Y[i, j, :, :], tl.load(x_ptr + X[i, j, :, :]))
