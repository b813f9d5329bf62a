// What each rule finds, and what to do, in Markdown, as SARIF tells it. The server that an editor starts has no use for it.

/** By the names of the rules. */
export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'accumulator-view':
    'A view of an accumulator by rows and columns puts elements of several rows into one: of the values `((2,2),M,N)` of an instruction of a warp the first two lie side by side, and the other two in the row 8 below, so that the rows are `((0,1), M)` and the columns `((0,0), N)`. A row of it lies in four lanes: a reduction over eight takes two rows for one.',
  'annotated-extents':
    'In the shape annotations of one function, a name stands for two different static extents. Two names would tell them apart.',
  'array-alignment':
    'An array of shared memory is aligned as its elements are, unless `alignas` says more. Compilers often place it better, until another array stands before it: then an access of several elements at once faults.',
  'bank-conflict':
    'Lanes of a warp access different words of one bank of shared memory, one after the other, in every access of the copy, or for an element that each of them takes by its number. A swizzle or a padding of the layout, or another copy atom, spreads them over the banks.',
  'barrier-use':
    'A named barrier counts whole warps of the block, all that come to it, and has one of 16 numbers, of which CUTLASS keeps eight. An mbarrier changes its phase each time that it opens: whoever waits in a loop flips the bit that is waited for, by how often a ring of them went round, and a producer begins with the phase before the first one; it ends when as many threads have arrived as it is made for. Warp groups that ask for more registers than others have given up wait for ever (`warpgroup_reg_alloc`). A barrier of the block waits for all of its threads, and a shuffle for all lanes of its mask: neither stands in a branch that some of them do not take. All threads meet between the one that makes an mbarrier and those that wait for it.',
  'basis-length':
    'Each basis of a linear layout is a coordinate: it has one number for each dimension of the tensor.',
  'beyond-cute':
    'The strides are written as in the paper (`e0`, `f5`), where the inverses and the complement are defined for them (Cecka, Tables 5 to 7). C++ CuTe compiles these operations for integer strides only.',
  'block-range':
    'A block pointer is followed beyond the shape that it was made with, in a dimension that `boundary_check` does not name: by the number of the program, or because `advance` moves it along another dimension than the loop goes through. What is there belongs to other rows, or to nobody.',
  'cluster-shape':
    'An instruction of `2x1SM` is worked on by two CTAs that are neighbours along the first mode of the cluster: it has an even number of them there. A cluster has 16 CTAs at most, and the blocks of the grid are a multiple of it in each dimension. Copies of CuTe DSL that go to several CTAs (`num_multicast`) need a launch with `cluster=`.',
  'coordinate-mismatch': 'A coordinate may be an integer, or a tuple that is weakly congruent to the shape.',
  'coordinate-range':
    'A coordinate of a tensor, such as a pipeline stage, is beyond the extent of its mode, or names a tile that is not there: a constant, a counter in the last round of its loop, `k & 3` of three stages, the number of the thread in a block of more, the number of the block where a coordinate within the tile is asked for. CuTe computes an offset nevertheless, which is that of another element or of none.',
  'copy-shapes':
    '`copy` with an atom needs a source and a destination with as many modes, as many elements behind the first one, and in the first one as many values as the instruction takes. A mode of pipeline stages is sliced away first.',
  'copy-size':
    '`copy` goes through the elements of the destination, `axpby` through those of the source. The source has fewer of them, and is read beyond its end; or more, and some are left; or as many in modes of other sizes, where elements change their coordinates. Or all stages of a ring are written, where one is meant.',
  'dynamic-complement':
    'C++ CuTe sorts the modes by stride at compile time, so that a layout of rank above one must have static strides.',
  'dynamic-storage':
    'A tensor that owns its elements is an array in registers or in shared memory: its layout must be static. So must be what is loaded and stored as a vector. Take the shape of a tile that is known to the compiler, not that of the problem.',
  'flat-tiler':
    'A tiler that is a layout is composed with the whole of the other one, whose elements are numbered in a row, whatever its modes are. A tile of M × N elements is a tuple, one tiler for each mode: a shape, or `make_tile` of layouts.',
  'gemm-shapes':
    '`gemm` multiplies (V,M,K) by (V,N,K) into (V,M,N). The operands have other numbers of modes, another extent where two of them share one, or other numbers of values than the instruction takes, or the accumulator values of another width.',
  'grid-cover':
    'Each program of a kernel of Triton takes one block of a dimension, and the grid has as many programs as there are blocks of another size: with larger ones, elements are left out. Or the kernel splits the number of the program into a row and a column by the counts of two dimensions.',
  'handed-strides':
    'A launch hands a kernel of Triton the stride of one dimension of a tensor, and the extent of another one, for lanes that go along one dimension: `m[:, None] * stride_m` with `m < M`. Strides handed over in another order than their parameters read the transposed matrix, and beyond it.',
  'idle-swizzle':
    'A `Swizzle<B, M, S>` reads the bits of an offset from M+S on. The layout has no offset so large: the swizzle is for rows of 2^(M+S) elements, more of them than there are.',
  inadmissible:
    'The arguments do not meet a condition of the operation; the message says which one, in which mode and with which numbers.',
  indivisible: 'The operation needs one number to divide the other; the message names both.',
  'instruction-shape':
    'The `instr_shape` of an NVMMADistributedLayout is that of an instruction of its version: 16 × 8 for mma.sync, 16 × N × K for wgmma. Triton computes a layout for others, too, which no instruction fills.',
  'launch-size':
    'Each thread takes its slice of a TiledCopy or TiledMMA by its number in the block, and the block has more threads than the tiling, of which the others take elements beyond the tile, or those of other threads of a TiledMMA again, or fewer, so that some elements are nobody’s; or more than its `__launch_bounds__`, or any device, allow. Launch as many threads as the tiling has.',
  'layout-mismatch':
    'Gluon computes element by element where both tensors lie alike, and refuses what lies otherwise: one of the two is converted first. A dimension is inserted where the SliceLayout of the tensor has taken one out. The operands of a product lie as operand 0 and 1 of it, of the layout of the accumulator.',
  'leading-dimension':
    'What `wmma::load_matrix_sync` and `store_matrix_sync` are given as the leading dimension is how many elements lie between two rows of the matrix in memory (two columns, of `col_major`). The array has rows of another length, as padding makes them, or the pointer counts by other ones; or it is no multiple of 16 bytes, as the instruction asks for halves and floats. Or a tensor that begins at B has the stride of A, by their names, and no tensor that of B.',
  'list-size':
    'A list has as many items as a layout has elements, and is indexed by the layout, whose strides leave gaps: the last offsets are beyond its end. A list needs the `cosize` of the layout.',
  'malformed-directive':
    'A comment that starts with `layout-lens:` holds `assume NAME = VALUE`, `expect VALUE` or `ignore[RULE]`.',
  'malformed-notation': 'The text is not a layout, or not an expression over layouts, in the text notation.',
  'matrix-rows':
    'ldmatrix and stmatrix take the address of a row of 16 bytes from each lane: lanes 0 to 7 those of the first matrix, lanes 8 to 15 those of the second one. Two lanes of a matrix give one row, so that another row is left out, or one matrix is another one again: mostly the lane is divided by another number than it is taken the remainder of, `lane % 16` with `lane / 16`, `lane % 8` with `lane / 8`.',
  'missing-mask':
    'A tile of Triton is a power of two long, and the rows that it goes along are shorter. A mask, `columns < N`, keeps it within: without one a load reads elements of the next row, or behind the last one, and a store writes them. What it leaves out of a load is `other`: a zero whose exponential is summed is an element too many.',
  'mode-count':
    'A slice takes one coordinate for each mode of a tensor, and a copy by an atom two tensors of as many modes. A partition has one mode more than what is partitioned, for the values of the atom, in front of the others.',
  'multicast-mode':
    'The CTAs of a cluster that share a tile load a part of it each, and send it to all of them: those along N share a tile of A, those along M one of B. The number that the TMA atom is made for, the CTAs among which `tma_partition` cuts the tile, and those that the mask of its copies names are the same: where they differ, parts of the tile never arrive, or arrive in CTAs that have another tile.',
  'narrow-copy':
    'The atom moves an element, or two, at a time to or from global memory, and elements of a thread follow one another on both sides, by strides that keep them aligned. The compiler does not know how a pointer is aligned, and widens nothing: take an atom of 16 bytes. Or a copy is made of what both layouts allow, and the stride between neighbours is written `1`: CuTe knows no integer of run time, and takes one element after the other, so write `_1{}`.',
  'non-injective-complement':
    'A complement fills the gaps of a layout. Where two coordinates share an offset there is no such thing: C++ CuTe refuses it, and pycute gives a layout that means nothing.',
  'not-a-power-of-two':
    'Triton’s layouts are linear over F2: each size in them, and each extent of a tensor, is a power of two. So is the number of warps that a kernel is launched with.',
  'not-bijective':
    'A chain of LEGO is a bijection: each element has a position of its own, and no position is left out. The message names the elements, or the position.',
  'not-congruent': 'A shape and its strides, or the two arguments, must have the same nesting.',
  'not-invertible':
    'The layout has no inverse of the kind asked for. The right inverse of a layout with gaps ends at the first of them, which may be what is meant.',
  'offset-overflow':
    'Numbers of programs and lanes, and integers that a launch hands over, have 32 bits in Triton while they fit, and so have their products. Where the launches in the file say that a product exceeds them, it wraps around, and the kernel reads and writes before the tensor. Convert a factor: `tl.program_id(0).to(tl.int64)`.',
  'operand-major':
    'A warpgroup or tcgen05 MMA reads an operand of shared memory along K or along M and N, as it was made, and the tensor there is contiguous along the other mode: the elements are others, or the compiler refuses the descriptor. Make the MMA and the layout for the same mode, both of the tensor that is the operand. Or `ldmatrix` transposes, or does not, where the operand lies the other way.',
  'operand-partition':
    'An operand of `gemm`, or what `make_fragment_B` is made of, is what `partition_A` gave a thread. Where M and N are equal the shapes fit, and the product is that of other elements: partition B by `partition_B`. Or another TiledMMA handed it out than the one that multiplies, whose threads have other elements.',
  'operand-projection':
    'The last argument of `local_tile` chooses the modes of a tiler (M,N,K) and of its coordinate: A is tiled by M and K, `Step<_1, X, _1>`, B by N and K, `Step<X, _1, _1>`, C by M and N, `Step<_1, _1, X>`. So does that of `local_partition` of the modes (M,N) of threads: A is shared by those along M, `Step<_1, X>`, B along N, `Step<X, _1>`, C along both. A tensor that is named after one operand is tiled as another one.',
  'operand-type':
    '`gemm` hands the registers of a fragment to the instruction as they are, and `copy` with an atom moves bits. The fragment holds `half_t` where the instruction reads `bfloat16_t`, or the other way, or so with the two formats of 8 bits, or source and destination of a copy: it compiles, and the numbers are wrong. Take the atom of the type, or convert the fragment.',
  'order-permutation':
    'The order of a Triton layout names each dimension once, the fastest first; Triton refuses another one. So does the σ of a RegP, and the order in which `tile_to_shape` of CuTe DSL repeats a block.',
  'other-view':
    'A function writes an array through one tensor and reads it through another, whose coordinates stand for other elements: the swizzle is left out, or the shape is that of the transpose and the strides are not. The transpose has the modes of both exchanged, by `make_stride` as well as by `make_shape`. A composition with a layout of the exchanged shape that counts on leaves the elements in their order. Or a view is named after the transpose of another one and has its layout, or the transpose is made and B is partitioned of the other one.',
  'out-of-domain':
    'The inner layout has values that are no coordinates of the outer one. CuTe extends the last mode of the outer layout without end, so the result may name elements that do not exist (out of bounds).',
  'out-of-range': 'The index names a mode that the layout does not have.',
  'over-tiling':
    'The number of elements is not a multiple of the tile. CuTe rounds up, so that the result has more coordinates than the layout has elements: the last tile reaches beyond it and must be predicated. Where the number is known at run time only, as the extents of a problem are, that is usual, and told as information.',
  overflow:
    'Static products in C++ CuTe are computed in 32 bits. This one leaves them, and the compiled value wraps.',
  'overlapping-buffers':
    'A tensor begins in an array as many elements behind another one as that one has. Its strides leave gaps, as padding does, so that it reaches further, and writing one changes the other: the second begins at the `cosize` of the first, rounded up to the alignment.',
  'overlapping-storage':
    'Strides of a tensor in shared memory or registers overlap, or of one that is written an element at a time, so that writing one element changes another; or rows of global memory are as far apart as there are rows, and longer, or as far apart as those of another tensor, which are shorter. A stride of 0 is not meant, which repeats elements on purpose.',
  'permutation-inverse':
    'The second function of a GenP takes each position back to the element there; the message names the first element that it does not take back.',
  'permutation-tile':
    'The permutation of a TiledMMA says how large the tile is that all of its threads work on, `tile_size<0>(mma)`, and what copies for its operands are tiled by. The atoms, repeated as the thread layout says, cover more, or no whole number of times as much: threads then take elements that lie beyond the tile. Make it a multiple, such as `Tile<Int<16 * kWarps>, …>`, or leave it `_`.',
  'predicate-shape':
    '`copy_if` asks a predicate for each element behind the mode of the atom, in linear order. It has another number of elements: it is that of another operand, or of a tile of another size. Or coordinates are compared with the extents of their tensor in another order, or those of a tile with the extents of what is tiled, or those of one tile in every block, or those that another copy hands out. Or an element stands at the coordinate of another mode than the one that has as many.',
  'rank-mismatch':
    'The arguments must have the same number of modes, or the tiler at most as many as the layout.',
  'register-count':
    'A tensor that each thread holds in registers takes more than the 255 that a thread has: the compiler puts the others into local memory, which is global memory. Mostly it was made for the tile and not for the thread’s partition of it, or an accumulator needs more warps.',
  'repeated-values':
    'The tile of a BlockedLayout (`size_per_thread` × `threads_per_warp` × `warps_per_cta`) is larger than the tensor, so that several threads, or registers, hold and compute the same elements.',
  'shape-annotation':
    'A comment such as `// (BLK_M,BLK_K,PIPE)` says which modes a layout, tensor or shape has. The one that is declared there has another number of modes, other modes inside of one, or another extent than the number that the comment gives.',
  'shape-divisibility':
    'Composition keeps as much of each outer mode as the inner shape asks for. What it keeps must divide what is left (Cecka 3.3.3, condition (21)). Choose a size that divides; the finding names the nearest ones.',
  'shared-memory-size':
    'The buffers of a kernel, as far as their sizes are known, take more than a block has: on the GPUs that the compile command names (`-arch`, `-gencode`; 64 KB on sm_75, 99 KB on sm_86, sm_89 and sm_120, 163 KB on sm_80), and else the 227 KB of sm_90 and sm_100, which are the most anywhere. Or they take more than 48 KB of `__shared__` arrays, which is what a kernel has without asking, or a launch asks for more than that of dynamic memory, and nothing in the file sets the attribute that allows it. The launch fails, or the assembler refuses it.',
  'short-tile':
    'A kernel of Triton takes each row in one tile, `arange(0, BLOCK)` with `columns < n_cols`, and nothing moves the tile along the row. The launches in the file hand it rows that are longer than the block: the rest is neither read nor written. Take `triton.next_power_of_2(n_cols)`, or a loop.',
  'static-cache':
    '`from_dlpack` gives a tensor a static layout: shape and strides are constants of the compiled kernel. A cache of compiled kernels whose key is of element types alone runs the first one for tensors of every shape: call `mark_layout_dynamic` or `mark_compact_shape_dynamic`, or take the shape into the key.',
  'storage-size':
    'The layout of the tensor reaches beyond the end of the array, container, owning tensor or allocated memory that it is laid over. What is needed is the cosize of the layout, which is more than its size where strides leave gaps, as in padding.',
  'stride-divisibility':
    'Composition divides a stride of the inner layout by the shape of the outer one, mode by mode. Each quotient, or its inverse, must be a whole number (Cecka 3.3.3, condition (20)). Choose a stride that divides, or lay out the outer modes so that it does.',
  'swizzle-block':
    'A swizzle permutes offsets within aligned blocks of 2^(M+B). The layout ends inside of such a block, and some offsets move behind its end, which the `cosize` does not count: an array of that size is too small.',
  'swizzle-width':
    'The swizzle of an NVMMASharedLayout moves 16-byte chunks within rows of 32, 64 or 128 bytes, eight rows at a time: the tensor, or the block of a TensorDescriptor, must have such rows. `NVMMASharedLayout.get_default_for` takes the widest that fits. Its element_bitwidth is that of the elements that are allocated.',
  'tensor-descriptor':
    'A tensor descriptor has at most five dimensions, of which the last is contiguous; its other strides are multiples of 16 bytes, and the last dimension of its block is at least 16 bytes. Triton or the driver refuses others when the program runs. Pad the rows of the tensor, or take a wider block. Or a copy brings tiles of one descriptor into the buffer of another.',
  'tensor-map':
    'The box of `cuTensorMapEncodeTiled` has 1 to 256 elements in each direction, along the first one a multiple of 16 bytes, and with a swizzle no more than the 32, 64 or 128 bytes of that; strides are multiples of 16 bytes, and counted in bytes. Another one is an error when the program runs: take a narrower box, and more of them, or longer rows.',
  'thread-values':
    'A layout (thread, value) → element that a TiledCopy is made of, or a tile is composed with, has as many coordinates as the tile has elements, and gives some of these to several of them: others are left out. A stride is that of another mode.',
  'threads-per-warp':
    'The product of `threads_per_warp` is the number of threads in a warp: 32, or 64 on some GPUs of AMD. Triton refuses a kernel with another one.',
  'tile-coordinates':
    'Coordinates of tensor descriptors and offsets of block pointers count elements. The counter of a loop over blocks, `range(tl.cdiv(K, BLOCK_K))`, is to be multiplied by the block; one that goes in steps of the block, `range(0, K, BLOCK_K)`, is not. Otherwise blocks overlap, or some are left out. Pointers that a loop moves on go by the stride of the dimension that the block is of.',
  'tile-divisibility':
    'The tiles of a TileBy cover the whole array. `ExpandBy` takes an array that they do not divide.',
  'tile-shapes':
    'Triton refuses what is given tiles of shapes that do not fit: a product whose left tile has not as many columns as the right one has rows, tiles that do not broadcast, another number of elements in `reshape`.',
  'tma-box':
    'Along the first direction of its box, which is contiguous in memory, a TMA moves a multiple of 16 bytes, and with a swizzle no more than the 32, 64 or 128 bytes of that. CuTe takes as much of the tile as is contiguous in shared memory; the driver refuses the descriptor when the program runs. Take a layout of shared memory whose rows are as long as its swizzle: `GMMA::Layout_K_SW128_Atom`, or what a selector gives.',
  'tma-strides':
    'The descriptor of a TMA copy has the strides of the global tensor in bytes, all but that of the contiguous mode multiples of 16. Another one is refused when the program runs: pad the rows.',
  'tmem-columns':
    'Tensor memory has 512 columns, which are allocated in powers of two from 32 on (PTX ISA, tcgen05.alloc). Another number is undefined, and the instruction faults or never returns; a tensor over more columns than are allocated is in those of others, as are two accumulators that share some. An iterator of 16-bit elements counts two to a column.',
  'tmem-lanes':
    'A warp reads and writes 32 of the 128 lanes of tensor memory: those of its place in its warp group, `warp % 4`. A copy made by `make_tmem_copy` gives thread t lane t, so that the warps that take part begin with a multiple of four, or count themselves by the remainder of 128.',
  'transaction-bytes':
    'A copy by TMA reports the bytes that it has brought to its barrier, and whoever waits goes on when as many are there as the barrier expects. It expects more, and the wait never ends, or fewer, and what is read may not be there yet. One box has the bytes of one stage: `cute.size_in_bytes(dtype, one_stage)`.',
  'uncleared-accumulator':
    '`gemm` adds to its accumulator. `partition_fragment_C` and `make_fragment_C` give a thread registers that hold whatever was in them: `clear` them before the first product of each tile, or tell the instruction to overwrite them (`accumulate_ = ScaleOut::Zero`). A persistent kernel of Gluon does so for each tile (`use_acc = False`).',
  'uncleared-residue':
    'The last tile along K is copied in part, by flags that ask whether K reaches so far. `SM80_CP_ASYNC_CACHEALWAYS` and `SM80_CP_ASYNC_CACHEGLOBAL` leave shared memory as it was where a flag is false, so that the product adds what the tile before has left, or what nobody has written: take the atom with `_ZFILL`, or `clear` the tile. What lies beyond M or N concerns results alone that nobody stores.',
  uncoalesced:
    'Global memory is fetched in sectors of 32 bytes. The lanes of a warp go through the tensor in strides, and at least twice as many sectors are fetched as would hold the elements, although elements follow one another in another mode: order the threads along that mode.',
  'uncoalesced-order':
    'The order of a BlockedLayout has the lanes of a warp follow one another in a dimension in which the offsets have a stride, and the offsets have none in the other dimension. Each lane fetches a sector of 32 bytes for one element; or each lane has a row of its own, and takes a part of a sector: turn `order`, `size_per_thread` and `threads_per_warp` around.',
  'uncovered-tiles':
    'The number of blocks is a quotient that rounds down, each block takes one tile, and the tile does not divide: what is left is never worked on. Round up, and ask in the last tile what is there. The same holds for the rounds in which the threads of a block go through a tensor, and for the modes that a TiledCopy leaves of a tile. Or the axes of the grid count the tiles of each other’s modes: some blocks are beyond the tensor, and tiles are left.',
  'undeclared-constant':
    'CuTe declares `_0` to `_10`, `_12`, `_16`, `_24`, `_32`, multiples of 8 from `_40` to `_256`, `_384`, `_512`, `_768` and powers of two up to `_524288`. Other integers are `Int<30>`, unless the program declares a name for them.',
  'unmet-expectation':
    'A comment `layout-lens: expect VALUE` above a declaration says what it should be. It is something else. `layout-lens: expect A == B` compares two layouts or relations as functions, wherever it stands.',
  'unordered-access':
    'Copies of `cp.async` go on by themselves: `cp_async_wait<N>()` waits until N of the groups that `cp_async_fence()` closed are left, so that as many as were closed are none to wait for; a kernel that never waits reads what has not arrived. A tile that the next round of a loop fills is free when all threads have read it, which a barrier says. What one thread has written to shared memory, an element or its part of a tile, a thread of another warp reads behind a barrier of all. What threads have written to shared memory a store by TMA sees behind `tma_store_fence()` and a barrier.',
  unsupported: 'C++ CuTe does not compile this, and no document defines it.',
  'unwritten-elements':
    'Shared memory holds whatever was in it. By the numbers of all threads of the block, in all rounds, elements are read that nothing in the kernel writes: sums of warps that the block does not have, or rows that no round of a loop fills. Or each warp writes its sum, and those of the later ones are never read. It is told where everything that is done with the memory is seen.',
  'vector-alignment':
    'An instruction that moves several elements at once needs an address that is a multiple of their size. A stride between the vectors is none, as that of a row padded by one element, or the tensor begins behind its pointer by none: pad by a whole vector, swizzle, or copy fewer bits at once.',
  'view-size':
    'A GroupBy has as many elements as each OrderBy behind it reorders; the message has both numbers.',
  'warps-per-cta':
    'The product of `warps_per_cta` is the number of warps that a kernel is launched with: `num_warps`, which every launch in the file says; 4 where it says nothing; in a partition of `warp_specialize`, the worker’s. Triton refuses a kernel with another one.',
  'wrong-composition':
    "C++ CuTe's test of divisibility is weaker than conditions (20) and (21) of Cecka 3.3.2. Here it accepts a composition whose result is not the composition: the message names the smallest coordinate at which they differ. Choose a tiler that divides, or compose in another order.",
  'wrong-kind':
    'A layout stands where a tile, a shape or a number was meant, or the other way round; or the name of a type where a value was meant, or an order of modes where strides were.',
};
