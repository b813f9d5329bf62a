// A file of the CuTe DSL of any length, shaped like the code people write: classes that hold a kernel and what launches
// it, functions of the host, checks, and much that makes no layout. The same seed gives the same text.

type Pick = (...choices: readonly number[]) => number;

const BLOCKS: readonly ((n: number, pick: Pick) => string)[] = [
  // A class with a compiled function, a kernel, and layouts that both of them use.
  (n, pick) => `

class ScaleRows${n}:
    """Scales the rows of a matrix, tile by tile.

    The tiles are kept in ${pick(2, 3, 4)} stages of shared memory.
    """

    def __init__(self, dtype: Type[cutlass.Numeric], tile: Tuple[int, int] = (${pick(64, 128)}, 64)):
        self.dtype = dtype
        self.tile = tile
        self.num_threads = ${pick(128, 256)}
        self.stages = ${pick(2, 3, 4)}

    @cute.jit
    def __call__(self, source: cute.Tensor, target: cute.Tensor, factor: cutlass.Float32):
        if cutlass.const_expr(source.element_type != target.element_type):
            raise TypeError(f"types differ: {source.element_type} and {target.element_type}")
        rows, columns = self.tile
        line = 64 if columns >= 64 else 32
        # Eight lines, swizzled so that a column of them lies in different banks.
        block = cute.make_composed_layout(
            cute.make_swizzle(3, 3, 3), 0, cute.make_layout((8, line), stride=(line, 1))
        )
        stage_layout = cute.tile_to_shape(block, (rows, columns, self.stages), (0, 1, 2))
        lanes = cute.make_layout((self.num_threads // 8, 8), stride=(8, 1))
        values = cute.make_layout((1, ${pick(4, 8)}))
        tiler, tv_layout = cute.make_layout_tv(lanes, values)
        cut = cute.zipped_divide(source, tiler)
        self.kernel(cut, target, factor, stage_layout, tv_layout).launch(
            grid=[cute.size(cut, mode=[1]), 1, 1],
            block=[self.num_threads, 1, 1],
        )

    @cute.kernel
    def kernel(
        self,
        cut: cute.Tensor,
        target: cute.Tensor,
        factor: cutlass.Float32,
        stage_layout: cute.ComposedLayout,
        tv_layout: cute.Layout,
    ):
        thread, _, _ = cute.arch.thread_idx()
        block, _, _ = cute.arch.block_idx()
        memory = cutlass.utils.SmemAllocator()
        stage = memory.allocate_tensor(self.dtype, stage_layout, byte_alignment=128)
        mine = cute.composition(cut[(None, block)], tv_layout)[thread, None]
        held = cute.make_fragment_like(mine)
        for i in cutlass.range(cute.size(held), unroll_full=True):
            held[i] = factor * mine[i]
        cute.arch.barrier()
        if thread < ${pick(8, 16, 32)}:
            cute.autovec_copy(held, target[(None, thread)])
`,
  // A function of the host.
  (n, pick) => `

def launch_scale_${n}(rows: int, columns: int, pitch: Optional[int] = None, *, verbose: bool = False) -> int:
    """Returns how many tiles there are."""
    if pitch is None:
        pitch = columns
    if rows <= 0 or pitch < columns:
        raise ValueError(f"scale ${n}: {rows} x {columns} with a pitch of {pitch} makes no sense")
    matrix = cute.make_layout((rows, columns), stride=(pitch, 1))
    height, width = ${pick(64, 128)}, ${pick(16, 32, 64)}
    padded = cute.make_layout((height, width), stride=(width + ${pick(1, 2, 4)}, 1))
    ring = cute.make_layout((height, width, ${pick(2, 3)}), stride=(width, 1, height * width))
    tiles = cute.zipped_divide(padded, (8, 8))
    if verbose:
        print(f"scale ${n}: {cute.cosize(ring)} elements, {tiles} of {matrix}")
    return cute.size(tiles, mode=[1])
`,
  // Checks, full of layouts.
  (n, pick) => `

@pytest.mark.parametrize("shape", [(4, 8), (${pick(12, 24, 48)}, ${pick(2, 4, 8)})])
def test_algebra_${n}(shape):
    outer = cute.make_layout((${pick(12, 24, 48)}, ${pick(2, 4, 8)}))
    inner = cute.make_layout(4, stride=${pick(1, 2, 3)})
    both = cute.composition(outer, inner)
    assert cute.size(both) == cute.size(inner)
    # every second element of (4,8):(8,1)
    by_rows = cute.make_layout((4, 8), stride=(8, 1))
    second = cute.composition(by_rows, cute.make_layout(16, stride=2))
    assert [second(i) for i in range(16)] == [by_rows(2 * i) for i in range(16)]
    nested = cute.make_layout((${pick(2, 4, 8)}, (2, 4)), stride=(1, (8, 16)))
    simple = cute.coalesce(nested)
    tiles = cute.zipped_divide(nested, (2, 4))
    print("case ${n}:", simple, cute.right_inverse(simple), tiles)
`,
  // Ordinary code without a layout in it.
  (n, pick) => `

@dataclass
class Settings${n}:
    """Settings of experiment ${n}, from "name=value" words. What cannot be read is kept for a report."""

    repeat: int = ${pick(10, 20, 100)}
    rows: int = ${pick(1024, 2048, 5120)}
    columns: int = ${pick(512, 1024, 4096)}
    rejected: List[str] = field(default_factory=list)

    def read(self, words):
        for word in words:
            name, equals, value = word.partition("=")
            if not equals:
                self.rejected.append(word)
                continue
            try:
                number = int(value)
            except ValueError:
                self.rejected.append(word)
                continue
            if name in ("repeat", "rows", "columns") and number > 0:
                setattr(self, name, number)
            elif name == "square":
                self.rows = self.columns = number
            else:
                self.rejected.append(word)
        return {key: value for key, value in vars(self).items() if key != "rejected"}

    def traffic(self, element_size: int) -> float:
        """Bytes moved in one run, read and written once."""
        return 2.0 * self.rows * self.columns * float(element_size)
`,
];

/** At least `lines` lines of Python. */
export function generatePython(lines: number, seed = 1): string {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const pick: Pick = (...choices) => choices[Math.floor(next() * choices.length)]!;
  const parts = [
    'from dataclasses import dataclass, field\nfrom typing import List, Optional, Tuple, Type\n\nimport cutlass\nimport cutlass.cute as cute\nimport pytest\n',
  ];
  let count = 6;
  for (let n = 0; count < lines; n++) {
    const block = BLOCKS[Math.floor(next() * BLOCKS.length)]!(n, pick);
    parts.push(block);
    count += block.split('\n').length - 1;
  }
  return parts.join('');
}
