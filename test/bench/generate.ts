// A CUDA file of any length, shaped like the code people write: configuration classes, kernels, host functions and
// checks, with some layouts, much else, and comments. The same seed gives the same text.

const BLOCKS: readonly ((n: number, pick: (...choices: readonly number[]) => number) => string)[] = [
  // A configuration class: layouts that depend on template parameters with defaults.
  (n, pick) => `
/// What stage ${n} of the pipeline keeps in shared memory.
template <int Rows = ${pick(64, 128)}, int Columns = ${pick(64, 128)}, class Value = cutlass::half_t>
struct StageConfig${n} {
  using Sum = float;
  using Position = std::int64_t;

  static constexpr int warps = ${pick(4, 8)};
  static constexpr int threads = 32 * warps;
  static constexpr int lineWidth = Columns >= 64 ? 64 : 32;
  static constexpr int swizzleBits = lineWidth == 64 ? 3 : 2;
  static_assert(Columns % lineWidth == 0, "lines must fill the tile");

  // Eight lines, swizzled so that a column of them lies in different banks.
  using LineBlock = decltype(composition(
      Swizzle<swizzleBits, 3, 3>{},
      Layout<Shape<_8, Int<lineWidth>>, Stride<Int<lineWidth>, _1>>{}));
  using TileLayout = decltype(tile_to_shape(LineBlock{}, Shape<Int<Rows>, Int<Columns>>{}));
  using RingLayout = decltype(tile_to_shape(LineBlock{}, Shape<Int<Rows>, Int<Columns>, _${pick(2, 3, 4)}>{}));
  using Turned = decltype(composition(
      TileLayout{}, Layout<Shape<Int<Columns>, Int<Rows>>, Stride<Int<Rows>, _1>>{}));

  // One 16-byte load a thread.
  static constexpr int perLoad = 16 / int(sizeof(Value));
  static constexpr int threadsPerLine = lineWidth / perLoad;
  using LoadThreads = Layout<
      Shape<Int<threads / threadsPerLine>, Int<threadsPerLine>>,
      Stride<Int<threadsPerLine>, _1>>;
  static constexpr int bytes = int(sizeof(Value)) * cosize_v<RingLayout>;
};
`,
  // A kernel: tensors, tiles, partitions and a loop.
  (n, pick) => `
template <class Config, class Source, class Target, class SourceStride>
__global__ void __launch_bounds__(Config::threads)
scaleRows${n}(int rows, int columns, Source const* source, SourceStride sourceStride,
              Target* target, float factor)
{
  using namespace cute;
  extern __shared__ unsigned char raw[];

  // The whole matrix, and the tiles that this block walks over.
  auto whole = make_tensor(make_gmem_ptr(source), make_shape(rows, columns), sourceStride);  // (rows,columns)
  auto tiler = make_shape(Int<${pick(64, 128)}>{}, Int<64>{});
  auto tiles = local_tile(whole, tiler, make_coord(blockIdx.x, _));                          // (TILE_R,TILE_C,t)
  auto stage = make_tensor(make_smem_ptr(reinterpret_cast<Source*>(raw)), typename Config::TileLayout{});

  auto mine = local_partition(stage, typename Config::LoadThreads{}, threadIdx.x);
  float sums[${pick(8, 16)}] = {};
  int const last = size<2>(tiles);

  for (int t = 0; t < last; ++t) {
    auto from = local_partition(tiles(_, _, t), typename Config::LoadThreads{}, threadIdx.x);
    copy(from, mine);
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < ${pick(8, 16)}; ++i) {
      sums[i] += factor * static_cast<float>(stage(threadIdx.x % ${pick(8, 16)}, i));
    }
    __syncthreads();
  }
  if (threadIdx.x < ${pick(8, 16)}) {
    target[blockIdx.x * ${pick(8, 16)} + threadIdx.x] = static_cast<Target>(sums[threadIdx.x]);
  }
}
`,
  // A host function: run-time sizes beside static tiles.
  (n, pick) => `
template <class Source, class Target>
bool launchScale${n}(int rows, int columns, Source const* source, int pitch, Target* target, cudaStream_t stream)
{
  using namespace cute;
  if (rows <= 0 || columns <= 0 || pitch < columns) {
    std::fprintf(stderr, "scale ${n}: %d x %d with a pitch of %d makes no sense\\n", rows, columns, pitch);
    return false;
  }
  auto extent = make_shape(rows, columns);
  auto matrix = make_layout(extent, make_stride(pitch, Int<1>{}));
  auto height = Int<${pick(64, 128)}>{};
  auto width = Int<${pick(16, 32, 64)}>{};
  auto padded = make_layout(make_shape(height, width), make_stride(width + Int<${pick(1, 2, 4)}>{}, Int<1>{}));
  auto ring = tile_to_shape(padded, make_shape(height, width, Int<${pick(2, 3)}>{}));
  auto lanes = make_layout(make_shape(Int<8>{}, Int<32>{}), LayoutRight{});
  auto values = make_layout(make_shape(Int<1>{}, Int<4>{}));
  auto cut = zipped_divide(matrix, make_tile(height, width));

  dim3 blocks(size(ceil_div(rows, height)), 1, 1);
  std::size_t bytes = sizeof(Source) * std::size_t(cosize(ring));
  std::printf("scale ${n}: %u blocks of %d threads, %zu bytes\\n", blocks.x, int(size(lanes)), bytes);
  scaleRows${n}<StageConfig${n}<>><<<blocks, int(size(lanes)), bytes, stream>>>(
      rows, columns, source, make_stride(pitch, Int<1>{}), target, 1.0f / float(size(values)));
  return cudaPeekAtLastError() == cudaSuccess;
}
`,
  // Checks, full of layouts.
  (n, pick) => `
void checkAlgebra${n}()
{
  using namespace cute;
  {
    auto outer = make_layout(Shape<Int<${pick(12, 24, 48)}>, _${pick(2, 4, 8)}>{});
    auto inner = make_layout(Int<4>{}, Int<${pick(1, 2, 3)}>{});
    auto both = composition(outer, inner);
    require(size(both) == size(inner), "a composition has the size of its right side");
  }
  {
    // every second element of (4,8):(8,1)
    auto byRows = Layout<Shape<_4, _8>, Stride<_8, _1>>{};
    auto second = composition(byRows, Layout<_16, _2>{});
    for (int i = 0; i < 16; ++i) {
      require(second(i) == byRows(2 * i), "taken one by one");
    }
  }
  {
    auto nested = Layout<Shape<_${pick(2, 4, 8)}, Shape<_2, _4>>, Stride<_1, Stride<_8, _16>>>{};
    auto simple = coalesce(nested);
    auto back = right_inverse(simple);
    auto tiles = zipped_divide(nested, Tile<_2, _4>{});
    std::cout << "case ${n}: " << simple << ' ' << back << ' ' << tiles << std::endl;
  }
}
`,
  // Ordinary code without a layout in it.
  (n, pick) => `
/*
 * Settings of experiment ${n}, from "name=value" words. What cannot be read is kept for a report.
 */
class Settings${n} final : public SettingsBase {
 public:
  void read(std::vector<std::string> const& words) {
    for (auto const& word : words) {
      auto const equals = word.find('=');
      if (equals == std::string::npos) {
        rejected_.push_back(word);
        continue;
      }
      std::string const name = word.substr(0, equals);
      long const value = std::strtol(word.c_str() + equals + 1, nullptr, 10);
      if (name == "repeat" && value > 0) {
        repeat_ = int(value);
      } else if (name == "rows" || name == "columns") {
        (name == "rows" ? rows_ : columns_) = int(value);
      } else {
        rejected_.push_back(word);
      }
    }
  }

  bool usable() const { return rejected_.empty() && rows_ > 0 && columns_ > 0; }

  /** Bytes moved in one run, read and written once. */
  double traffic(std::size_t elementSize) const {
    return 2.0 * rows_ * columns_ * double(elementSize);
  }

 private:
  int repeat_ = ${pick(10, 20, 100)};
  int rows_ = ${pick(1024, 2048, 5120)};
  int columns_ = ${pick(512, 1024, 4096)};
  std::vector<std::string> rejected_;
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
