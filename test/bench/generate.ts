// A CUDA file of any length that looks like the code people write: traits classes, kernels, host functions and unit
// tests, with some layouts, much else, and comments. The same seed gives the same text.

const BLOCKS: readonly ((n: number, pick: (...choices: readonly number[]) => number) => string)[] = [
  // A traits class, as attention kernels have them.
  (n, pick) => `
/// Compile-time description of the tile that kernel ${n} works on.
template <int kHeadDim_, int kBlockM_ = ${pick(64, 128)}, int kBlockN_ = ${pick(64, 128)}, typename elem_type = cutlass::half_t>
struct KernelTraits${n} {
  using Element = elem_type;
  using ElementAccum = float;
  using index_t = int64_t;

  static constexpr int kNWarps = ${pick(4, 8)};
  static constexpr int kNThreads = kNWarps * 32;
  static constexpr int kBlockM = kBlockM_;
  static constexpr int kBlockN = kBlockN_;
  static constexpr int kHeadDim = kHeadDim_;
  static_assert(kHeadDim % 32 == 0);
  static constexpr int kBlockKSmem = kHeadDim % 64 == 0 ? 64 : 32;
  static constexpr int kSwizzle = kBlockKSmem == 32 ? 2 : 3;

  using SmemLayoutAtomQ = decltype(
      composition(Swizzle<kSwizzle, 3, 3>{},
                  Layout<Shape<_8, Int<kBlockKSmem>>,
                         Stride<Int<kBlockKSmem>, _1>>{}));
  using SmemLayoutQ = decltype(tile_to_shape(
      SmemLayoutAtomQ{},
      Shape<Int<kBlockM>, Int<kHeadDim>>{}));
  using SmemLayoutKV = decltype(tile_to_shape(
      SmemLayoutAtomQ{},
      Shape<Int<kBlockN>, Int<kHeadDim>>{}));
  using SmemLayoutVtransposed = decltype(
      composition(SmemLayoutKV{}, make_layout(Shape<Int<kHeadDim>, Int<kBlockN>>{}, GenRowMajor{})));

  // Each thread loads 128 bits at a time.
  static constexpr int kGmemElemsPerLoad = sizeof(cute::uint128_t) / sizeof(Element);
  static constexpr int kGmemThreadsPerRow = kBlockKSmem / kGmemElemsPerLoad;
  using GmemLayoutAtom = Layout<Shape<Int<kNThreads / kGmemThreadsPerRow>, Int<kGmemThreadsPerRow>>,
                                Stride<Int<kGmemThreadsPerRow>, _1>>;
  static constexpr int kSmemQSize = size(SmemLayoutQ{}) * sizeof(Element);
  static constexpr int kSmemSize = kSmemQSize + 2 * size(SmemLayoutKV{}) * sizeof(Element);
};
`,
  // A kernel.
  (n, pick) => `
template <class ProblemShape, class CtaTiler, class TA, class AStride, class ASmemLayout, class TiledCopyA, class TC>
__global__ static __launch_bounds__(decltype(size(TiledCopyA{}))::value)
void gemm_device_${n}(ProblemShape shape_MNK, CtaTiler cta_tiler,
                    TA const* A, AStride dA, ASmemLayout sA_layout, TiledCopyA copy_a,
                    TC* C, float alpha, float beta)
{
  using namespace cute;

  // Preconditions
  CUTE_STATIC_ASSERT_V(rank(shape_MNK) == Int<3>{});
  CUTE_STATIC_ASSERT_V(rank(cta_tiler) == Int<3>{});

  Tensor mA = make_tensor(make_gmem_ptr(A), select<0,2>(shape_MNK), dA); // (M,K)
  auto cta_coord = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, cta_tiler, cta_coord, Step<_1, X, _1>{});   // (BLK_M,BLK_K,k)

  __shared__ TA smemA[cosize_v<ASmemLayout>];
  Tensor sA = make_tensor(make_smem_ptr(smemA), sA_layout);              // (BLK_M,BLK_K,PIPE)

  ThrCopy thr_copy_a = copy_a.get_slice(threadIdx.x);
  Tensor tAgA = thr_copy_a.partition_S(gA);                              // (CPY,CPY_M,CPY_K,k)
  Tensor tAsA = thr_copy_a.partition_D(sA);                              // (CPY,CPY_M,CPY_K,PIPE)

  int k_tile_max = size<3>(tAgA);
  int smem_pipe_write = ${pick(1, 2)};
  float accumulator[${pick(8, 16)}] = {};

  CUTE_NO_UNROLL
  for (int k_tile = 0; k_tile < k_tile_max; ++k_tile) {
    copy(copy_a, tAgA(_,_,_,k_tile), tAsA(_,_,_,smem_pipe_write));
    cp_async_fence();
    cp_async_wait<0>();
    __syncthreads();
    CUTE_UNROLL
    for (int i = 0; i < ${pick(8, 16)}; ++i) {
      accumulator[i] += alpha * static_cast<float>(sA(threadIdx.x % ${pick(8, 16)}, i % 8, 0));
    }
    __syncthreads();
    smem_pipe_write ^= 1;
  }
  if (threadIdx.x == 0) {
    C[blockIdx.x] = static_cast<TC>(accumulator[0] + beta);
  }
}
`,
  // A host function.
  (n, pick) => `
template <class TA, class TC, class Alpha>
void gemm_host_${n}(int m, int n, int k, Alpha alpha, TA const* A, int ldA, TC* C, cudaStream_t stream = 0)
{
  using namespace cute;
  auto M = int(m);
  auto K = int(k);
  auto prob_shape = make_shape(M, n, K);
  auto dA = make_stride(Int<1>{}, ldA);

  auto bM = Int<${pick(64, 128)}>{};
  auto bN = Int<${pick(64, 128)}>{};
  auto bK = Int<${pick(8, 16, 32)}>{};
  auto cta_tiler = make_shape(bM, bN, bK);
  auto bP = Int<${pick(2, 3)}>{};

  auto sA_atom = make_layout(make_shape(bM, bK), make_stride(Int<1>{}, bM + Int<${pick(1, 2, 4)}>{}));
  auto sA = tile_to_shape(sA_atom, make_shape(bM, bK, bP));
  auto tA = make_layout(make_shape(Int<32>{}, Int<8>{}), make_stride(Int<8>{}, Int<1>{}));
  auto vA = make_layout(make_shape(Int<4>{}, Int<1>{}));

  if (m <= 0 || n <= 0 || k <= 0) {
    std::fprintf(stderr, "bad problem size %d %d %d\\n", m, n, k);
    return;
  }
  int smem_size = int(sizeof(TA)) * cosize(sA);
  dim3 dimBlock(size(tA));
  dim3 dimGrid(size(ceil_div(M, bM)), size(ceil_div(n, bN)));
  std::printf("grid %d x %d, %d bytes of shared memory\\n", dimGrid.x, dimGrid.y, smem_size);
  cudaError_t status = cudaGetLastError();
  if (status != cudaSuccess) {
    std::fprintf(stderr, "launch of kernel ${n} failed: %s\\n", cudaGetErrorString(status));
  }
}
`,
  // A unit test, full of layouts.
  (n, pick) => `
TEST(LayoutAlgebra${n}, Composition)
{
  using namespace cute;
  {
    auto a = make_layout(Shape<Int<${pick(12, 24, 48)}>, _${pick(2, 4, 8)}>{});
    auto b = make_layout(Int<4>{}, Int<${pick(1, 2, 3)}>{});
    auto r = composition(a, b);
    EXPECT_EQ(size(r), size(b));
  }
  {
    // (4,8):(8,1) o 16:2
    auto a = Layout<Shape<_4, _8>, Stride<_8, _1>>{};
    auto b = Layout<_16, _2>{};
    auto r = composition(a, b);
    for (int i = 0; i < size(r); ++i) {
      EXPECT_EQ(r(i), a(b(i)));
    }
  }
  {
    auto layout = Layout<Shape<_${pick(2, 4, 8)}, Shape<_2, _4>>, Stride<_1, Stride<_8, _16>>>{};
    auto c = coalesce(layout);
    auto inverse = right_inverse(c);
    auto divided = zipped_divide(layout, Tile<_2, _4>{});
    EXPECT_TRUE(depth(c) <= 1);
    CUTLASS_TRACE_HOST("layout " << layout << " inverse " << inverse << " divided " << divided);
  }
}
`,
  // Ordinary code without a layout in it.
  (n, pick) => `
/*
 * Reads the options of run ${n} from the command line.
 * Unknown options are reported and counted.
 */
class Options${n} : public OptionsBase {
 public:
  explicit Options${n}(int argc, char const** argv) : argc_(argc), argv_(argv) {}

  bool parse() {
    for (int i = 1; i < argc_; ++i) {
      std::string arg = argv_[i];
      if (arg == "--iterations" && i + 1 < argc_) {
        iterations = std::stoi(argv_[++i]);
      } else if (arg == "--verbose") {
        verbose = true;
      } else {
        std::cerr << "unknown option " << arg << std::endl;
        errors++;
      }
    }
    return errors == 0 && iterations > 0;
  }

  double gflops(double seconds) const {
    double flop = 2.0 * double(m) * double(n) * double(k);
    return flop / double(1.0e9) / seconds;
  }

  int iterations = ${pick(10, 20, 100)};
  int m = ${pick(1024, 2048, 5120)}, n = ${pick(1024, 2048, 4096)}, k = ${pick(512, 1024, 4096)};
  bool verbose = false;
  int errors = 0;

 private:
  int argc_;
  char const** argv_;
  std::vector<std::pair<std::string, double>> results_;
};
`,
];

/** At least `lines` lines of CUDA. */
export function generateCuda(lines: number, seed = 1): string {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const pick = (...choices: readonly number[]) => choices[Math.floor(next() * choices.length)]!;
  const parts = [
    '#include <cute/tensor.hpp>\n#include <cstdio>\n#include <string>\n#include <vector>\n\nusing namespace cute;\n',
  ];
  let count = 6;
  for (let n = 0; count < lines; n++) {
    const block = BLOCKS[Math.floor(next() * BLOCKS.length)]!(n, pick);
    parts.push(block);
    count += block.split('\n').length - 1;
  }
  return parts.join('');
}
