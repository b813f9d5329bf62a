// Whether a piece of host code is about layouts, told by its words: for values that are not known, it decides whether
// that is worth saying.

/** Functions and types that make layouts, tensors and tilings, in C++ and in Python. */
const MAKER =
  /\b(?:make_\w*(?:layout|tensor|fragment|tiled)\w*|composition|complement|(?:right|left)_inverse|(?:logical|zipped|tiled|flat)_(?:divide|product)|(?:blocked|raked)_product|coalesce|filter_zeros|tile_to_shape|local_tile|local_partition|partition_\w+|retile\w*|recast\w*|upcast|downcast|group_modes|tile_to_mma_shape|get_(?:thread_)?slice|domain_offset|Layout|ComposedLayout|Swizzle|TiledMMA|TiledCopy)\b/;

export const makesLayout = (source: string): boolean => MAKER.test(source);

/** Names that end in the words which layouts are called by: `SmemLayoutQ`, `tAsA_layout`. */
export const namesLayout = (text: string): boolean =>
  makesLayout(text) || /[Ll]ayout|Tensor\b|tensor\b/.test(text);
