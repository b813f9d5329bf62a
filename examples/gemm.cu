// C = A * B in tiles, in the shape that CuTe kernels have. Hover the aliases from top to bottom:
// each is worked out from the ones above it, without a compiler and without a GPU.

#include <cute/tensor.hpp>

using namespace cute;

// What one thread block computes, and how much of K it holds at once.
static constexpr int kBlockM = 128;
static constexpr int kBlockN = 128;
static constexpr int kBlockK = 64;
static constexpr int kStages = 3;

struct GemmTraits {
    using Element = half_t;
    using TileShape = Shape<Int<kBlockM>, Int<kBlockN>, Int<kBlockK>>;

    // Shared memory: 8 rows of 64 halves, swizzled so that reading a column meets every bank once,
    // repeated over the tile and over the stages of the pipeline.
    using SmemAtom = decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
    using SmemLayoutA =
        decltype(tile_to_shape(SmemAtom{}, Shape<Int<kBlockM>, Int<kBlockK>, Int<kStages>>{}));
    using SmemLayoutB =
        decltype(tile_to_shape(SmemAtom{}, Shape<Int<kBlockN>, Int<kBlockK>, Int<kStages>>{}));

    // Copying into it: 128 threads, 16 rows of 8, each moving 8 halves in one 16-byte instruction.
    static constexpr int kThreads = 128;
    static constexpr int kVector = 128 / sizeof_bits_v<Element>;
    using CopyThreads = Layout<Shape<_16, _8>, Stride<_8, _1>>;
    using CopyValues = Layout<Shape<_1, Int<kVector>>>;
    static constexpr int kRowsPerCopy = kThreads / (kBlockK / kVector);
    using CopyTiles = decltype(zipped_divide(Layout<Shape<Int<kBlockM>, Int<kBlockK>>, Stride<Int<kBlockK>, _1>>{},
                                             Shape<Int<kRowsPerCopy>, Int<kBlockK>>{}));
};

template <class Traits = GemmTraits>
__global__ void gemm(half_t const* A, half_t const* B, float* C, int M, int N, int K) {
    extern __shared__ half_t storage[];

    // The whole matrices: their sizes are known when the kernel runs, their layouts partly before.
    Tensor mA = make_tensor(make_gmem_ptr(A), make_shape(M, K), make_stride(K, Int<1>{}));
    Tensor mB = make_tensor(make_gmem_ptr(B), make_shape(N, K), make_stride(K, Int<1>{}));
    Tensor mC = make_tensor(make_gmem_ptr(C), make_shape(M, N), make_stride(N, Int<1>{}));

    // This block's tiles.
    auto cta = make_coord(blockIdx.x, blockIdx.y, _);
    Tensor gA = local_tile(mA, typename Traits::TileShape{}, cta, Step<_1, X, _1>{});  // (BLK_M,BLK_K,k)
    Tensor gB = local_tile(mB, typename Traits::TileShape{}, cta, Step<X, _1, _1>{});  // (BLK_N,BLK_K,k)
    Tensor gC = local_tile(mC, typename Traits::TileShape{}, cta, Step<_1, _1, X>{});  // (BLK_M,BLK_N)

    // And where they land.
    Tensor sA = make_tensor(make_smem_ptr(storage), typename Traits::SmemLayoutA{});  // (BLK_M,BLK_K,PIPE)
    half_t* storageB = storage + cosize(typename Traits::SmemLayoutA{});
    Tensor sB = make_tensor(make_smem_ptr(storageB), typename Traits::SmemLayoutB{});  // (BLK_N,BLK_K,PIPE)

    // One accumulator per thread: 128 threads over a 128 x 128 tile, 16 x 8 of them.
    auto threads = make_layout(make_shape(Int<16>{}, Int<8>{}));
    Tensor tCgC = local_partition(gC, threads, threadIdx.x);
    Tensor tCrC = make_tensor_like(tCgC);

    for (int k = 0; k < size<2>(gA); ++k) {
        __syncthreads();
        copy(local_partition(gA(_, _, k), threads, threadIdx.x), local_partition(sA(_, _, 0), threads, threadIdx.x));
        copy(local_partition(gB(_, _, k), threads, threadIdx.x), local_partition(sB(_, _, 0), threads, threadIdx.x));
        __syncthreads();
        gemm(local_partition(sA(_, _, 0), threads, threadIdx.x, Step<_1, X>{}),
             local_partition(sB(_, _, 0), threads, threadIdx.x, Step<X, _1>{}), tCrC);
    }
    copy(tCrC, tCgC);
}

// A name that nothing here gives a value to: hover `tile` and see what is missing. The line with the
// directive below gives it one, for the whole function.
template <int kTileM>
void assumed() {
    // layout-lens: assume kTileM = 64
    auto tile = Layout<Shape<Int<kTileM>, _32>, Stride<_32, _1>>{};
    auto quarter = logical_divide(tile, make_tile(Int<kTileM / 4>{}, _));
}
