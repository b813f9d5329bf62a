// A kernel that is a template: its layouts depend on what it is instantiated with. The line above each template lists
// the instantiations that the file shows; click it to look at one of them. Hovers show the value for each.

#include <cute/tensor.hpp>

using namespace cute;

template <int kHeadDim_, int kBlockM_, int kBlockN_, class Element_ = half_t>
struct AttentionTraits {
    using Element = Element_;
    static constexpr int kHeadDim = kHeadDim_;
    static constexpr int kBlockM = kBlockM_;
    static constexpr int kBlockN = kBlockN_;

    // Rows of 128 bytes, or of 64 where the head's width asks for it, and the swizzle that goes with them.
    static constexpr int kColumns = kHeadDim % 64 == 0 ? 64 : 32;
    static constexpr int kSwizzle = kColumns == 64 ? 3 : 2;
    using SmemAtom = decltype(composition(Swizzle<kSwizzle, 3, 3>{},
                                          Layout<Shape<_8, Int<kColumns>>, Stride<Int<kColumns>, _1>>{}));
    using SmemLayoutQ = decltype(tile_to_shape(SmemAtom{}, Shape<Int<kBlockM>, Int<kHeadDim>>{}));
    using SmemLayoutK = decltype(tile_to_shape(SmemAtom{}, Shape<Int<kBlockN>, Int<kHeadDim>>{}));

    using TiledMma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_4, _1, _1>>, Tile<_64, _16, _16>>;
};

template <class Traits>
__global__ void attend(half_t const* q, half_t const* k, int seqlen_q, int seqlen_k) {
    extern __shared__ half_t storage[];
    constexpr int kBlockM = Traits::kBlockM;
    constexpr int kBlockN = Traits::kBlockN;
    constexpr int kHeadDim = Traits::kHeadDim;

    Tensor mQ = make_tensor(make_gmem_ptr(q), make_shape(seqlen_q, Int<kHeadDim>{}), make_stride(Int<kHeadDim>{}, _1{}));
    Tensor gQ = local_tile(mQ, Shape<Int<kBlockM>, Int<kHeadDim>>{}, make_coord(blockIdx.x, 0));  // (BLK_M,HEAD)
    Tensor mK = make_tensor(make_gmem_ptr(k), make_shape(seqlen_k, Int<kHeadDim>{}), make_stride(Int<kHeadDim>{}, _1{}));
    Tensor gK = local_tile(mK, Shape<Int<kBlockN>, Int<kHeadDim>>{}, make_coord(_, 0));  // (BLK_N,HEAD,blocks)

    Tensor sQ = make_tensor(make_smem_ptr(storage), typename Traits::SmemLayoutQ{});
    Tensor sK = make_tensor(sQ.data() + size(sQ), typename Traits::SmemLayoutK{});

    typename Traits::TiledMma mma;
    auto thread_mma = mma.get_thread_slice(threadIdx.x);
    Tensor tSrQ = thread_mma.partition_fragment_A(sQ);  // (MMA,MMA_M,MMA_K)
    Tensor tSrK = thread_mma.partition_fragment_B(sK);  // (MMA,MMA_N,MMA_K)
    Tensor scores = partition_fragment_C(mma, Shape<Int<kBlockM>, Int<kBlockN>>{});  // (MMA,MMA_M,MMA_N)
}

void attend_any(half_t const* q, half_t const* k, int seqlen_q, int seqlen_k, int width) {
    if (width <= 64)
        attend<AttentionTraits<64, 128, 128>><<<dim3(8), dim3(128)>>>(q, k, seqlen_q, seqlen_k);
    else if (width <= 96)
        attend<AttentionTraits<96, 128, 64>><<<dim3(8), dim3(128)>>>(q, k, seqlen_q, seqlen_k);
    else
        attend<AttentionTraits<128, 64, 64>><<<dim3(8), dim3(128)>>>(q, k, seqlen_q, seqlen_k);
}

// Nothing instantiates this one, so its sizes stay names. Ask for the quick fixes of `tile` to assume some.
template <int kRows, int kColumns, class Element>
void transpose(Element const* from, Element* to) {
    auto tile = make_layout(Shape<Int<kRows>, Int<kColumns>>{}, GenRowMajor{});
    auto transposed = make_layout(get<1>(tile), get<0>(tile));
}
