// What tools that draw layouts show, and where ours is.

export const COMPARISON: readonly { readonly theirs: string; readonly ours: string }[] = [
  {
    theirs: '`print_latex(layout)`: offsets in a grid of rank 2 at most, eight greys by offset',
    ours: '[Offsets](#offsets), of any rank, with lines where modes end; [slices](#a-slice) of modes',
  },
  {
    theirs: '`print_latex` of `Sw<3,4,3> o smem_ptr[16b](unset) o …`: the offsets of elements',
    ours: 'The same, and [before and after](#a-swizzle)',
  },
  {
    theirs: '`print_latex_tv`: `T0 V0` in the cells of a tile, eight colours by thread',
    ours: '[A TV layout](#a-tv-layout) over threads and values, [tilings](#a-tiled-mma) over their tile; 32 colours, warps outlined',
  },
  {
    theirs: '`print_latex` and `print_svg` of an `MMA_Atom` or `TiledMMA`: A, B and C around one another',
    ours: '[An MMA atom](#an-mma-atom), [a tiled MMA](#a-tiled-mma), colours also by warp or value',
  },
  {
    theirs: '`print_latex` of a `TiledCopy`: source and destination side by side',
    ours: '[A tiled copy](#a-tiled-copy); what several threads hold has a `+`, where theirs shows the first alone',
  },
  {
    theirs: '`print_latex` writes a whole document of the class `standalone`',
    ours: '`--to tikz` writes the picture alone, to be put into a document with `\\usepackage{tikz}`',
  },
  {
    theirs: 'a colour function of the caller',
    ours: '`--by thread`, `value`, `warp`, `bank`, `offset`, `mode`; no others',
  },
  {
    theirs: '`draw_layout`: nested coordinates written into the cells (`label_hierarchy_levels`)',
    ours: 'Lines where modes end, wider for outer ones; the nested coordinate itself is not written into the cells',
  },
  {
    theirs: '`draw_layout(color_by="row")`, a layout that says the colours',
    ours: '`--by mode`; not by a layout',
  },
  {
    theirs: '`draw_layout(tensor)`: the data of a tensor',
    ours: 'Not here: no program is run, so there are no data',
  },
  {
    theirs: '`draw_tv_layout`, `draw_mma_layout`, `draw_tiled_grid`, `draw_combined_mma_grid`',
    ours: 'As above',
  },
  {
    theirs: '`draw_copy_layout`, `draw_copy_atom`',
    ours: '[A tiled copy](#a-tiled-copy); an atom alone is not drawn',
  },
  {
    theirs: '`draw_swizzle`: before and after; blocks of 2^base elements for swizzles of high bits',
    ours: '[A swizzle](#a-swizzle): element by element, what moved framed, with the bits',
  },
  {
    theirs: '`draw_slice`: elements of a slice highlighted in the layout',
    ours: '[A composition](#a-composition) frames what a tiler takes; `--slice` draws the slice alone',
  },
  {
    theirs: '`draw_gemm`, `draw_composite`: offsets of several layouts in one figure',
    ours: 'Not here: one value a picture',
  },
  {
    theirs: 'SVG, PNG, PDF; figures in notebooks',
    ours: 'SVG, PNG, TikZ, text; hovers in notebooks; no PDF',
  },
  {
    theirs: '`triton-tensor-layout`: which thread and register hold each element, as text',
    ours: '[A layout of Triton](#a-layout-of-triton), also with `--to text`',
  },
  {
    theirs: '`triton-tensor-layout -use-hw-view`: for each warp and thread its elements',
    ours: '[The matrix over F2](#a-matrix-over-f2), and the bases in the hover; no table by thread',
  },
  {
    theirs:
      'Triton-Viz: what loads, stores and matrix products touch in 1, 2 or 3 dimensions while a kernel runs; out-of-bounds accesses',
    ours: 'Not here: nothing is run',
  },
];
