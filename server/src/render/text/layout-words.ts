// Whether a piece of host code is about layouts, told by its words: for values that are not known, it decides whether
// that is worth saying.

/** Functions and types that make layouts, tensors and tilings, in C++ and in Python. */
const MAKER =
  /\b(?!make_\w*tensor_?map\b)(?:make_\w*(?:layout|tensor|fragment|tiled)\w*|composition|complement|(?:right|left)_inverse|(?:logical|zipped|tiled|flat)_(?:divide|product)|(?:blocked|raked)_product|coalesce|filter_zeros|tile_to_shape|local_tile|local_partition|partition_\w+|retile\w*|recast(?!_ptr\b)\w*|upcast|downcast|group_modes|tile_to_mma_shape|get_(?:thread_)?slice|domain_offset|Layout|ComposedLayout|Swizzle|TiledMMA|TiledCopy)\b/;

const makesLayout = (source: string): boolean => MAKER.test(source);

/** Names that end in the words which layouts are called by: `SmemLayoutQ`, `tAsA_layout`. */
export const namesLayout = (text: string): boolean =>
  makesLayout(text) || /[Ll]ayout|Tensor\b|tensor\b/.test(text);

/** Whether an initialiser makes layouts: of `f(x)` that is f's to say, of anything else what stands in it. */
export function initialisesLayout(source: string): boolean {
  const whole = source.trim();
  const open = openingOf(whole, whole.length);
  const name = open < 0 ? null : /^[\w:]*?(\w+)(?:<.*>)?$/s.exec(whole.slice(0, open).trimEnd());
  return makesLayout(name === null || name[1] === 'decltype' ? whole : name[1]!);
}

/** Whether what is called or constructed makes layouts, whatever its arguments are: `t.compose(x)(_, 0)`, not `copy(t)`. */
export function callsMaker(source: string): boolean {
  let end = source.trimEnd().length;
  // The arguments of the last call, those of the call before it, template arguments.
  for (let open = openingOf(source, end); open > 0; open = openingOf(source, end))
    end = source.slice(0, open).trimEnd().length;
  const name = /[A-Za-z_]\w*$/.exec(source.slice(0, end))?.[0];
  return name !== undefined && makesLayout(name);
}

const OPENING: Readonly<Record<string, string>> = { ')': '(', '}': '{', ']': '[', '>': '<' };

/** Where the brackets open that close right before `end`; -1 when none close there. */
function openingOf(source: string, end: number): number {
  const close = source[end - 1] ?? '';
  const open = OPENING[close];
  if (open === undefined) return -1;
  let depth = 0;
  for (let i = end - 1; i >= 0; i--) {
    if (source[i] === close) depth++;
    else if (source[i] === open && --depth === 0) return i;
  }
  return -1;
}

/** Without the bodies of its lambdas, except where the whole is the call of one: what they hold is not what is made. */
export function withoutBodies(source: string): string {
  if (/^\s*\[/.test(source) && /[})]\s*\(\s*\)\s*$/.test(source)) return source;
  let result = '';
  let from = 0;
  for (const match of source.matchAll(/\[[^[\]]*\]\s*(?:\([^()]*\))?[^;{}()]*\{/g)) {
    if (match.index < from) continue;
    const open = match.index + match[0].length - 1;
    const end = closingOf(source, open);
    result += source.slice(from, match.index);
    from = end;
  }
  return result + source.slice(from);
}

function closingOf(source: string, open: number): number {
  let depth = 0;
  for (let i = open; i < source.length; i++) {
    if (source[i] === '{') depth++;
    else if (source[i] === '}' && --depth === 0) return i + 1;
  }
  return source.length;
}
