// CuTe's layouts, tuples and operations.

import type { Random } from '../../support/random.ts';
import type { Family } from '../snippet.ts';
import { anyInt, size, staticInt, staticType } from './literals.ts';

/** A tuple of integers with leaves from `leaf`. */
export function intTuple(random: Random, leaf: () => string, depth = 1, least = 1, most = 3): string {
  const items = Array.from({ length: random.between(least, most) }, () =>
    depth > 0 && random.oneIn(4) ? intTuple(random, leaf, depth - 1, least, most) : leaf(),
  );
  return `make_shape(${items.join(', ')})`;
}

const power = (random: Random): number => 2 ** random.below(5);

/** A layout; static, dynamic or both. */
function layout(random: Random, leaf: () => string): string {
  const a = leaf();
  const b = leaf();
  const c = leaf();
  switch (random.below(9)) {
    case 0:
      return `make_layout(${a})`;
    case 1:
      return `make_layout(make_shape(${a}, ${b}))`;
    case 2:
      return `make_layout(make_shape(${a}, ${b}), ${random.pick(['GenRowMajor{}', 'LayoutLeft{}', 'LayoutRight{}', 'GenColMajor{}'])})`;
    case 3:
      return `make_layout(make_shape(${a}, ${b}), make_stride(${leaf()}, ${leaf()}))`;
    case 4:
      return `make_layout(make_shape(make_shape(${a}, ${b}), ${c}))`;
    case 5:
      return `make_layout(make_shape(make_shape(${a}, ${b}), ${c}), make_stride(make_stride(${leaf()}, ${leaf()}), ${leaf()}))`;
    case 6:
      return `make_layout(make_layout(${a}), make_layout(make_shape(${b}, ${c}), LayoutRight{}))`;
    case 7:
      return `make_ordered_layout(make_shape(${a}, ${b}, ${c}), Step<${random.shuffled(['_0', '_1', '_2']).join(', ')}>{})`;
    default:
      return `make_layout(make_shape(${a}, ${b}, ${c}))`;
  }
}

/** What is done with one layout `l` of which nothing but its rank of at least 1 is known. */
const UNARY: readonly ((l: string, random: Random) => string)[] = [
  (l) => `size(${l})`,
  (l) => `cosize(${l})`,
  (l) => `rank(${l})`,
  (l) => `depth(${l})`,
  (l) => `coalesce(${l})`,
  (l) => `flatten(${l})`,
  (l) => `shape(${l})`,
  (l) => `${l}.shape()`,
  (l) => `${l}.stride()`,
  (l) => `stride(${l})`,
  (l) => `layout<0>(${l})`,
  (l) => `get<0>(${l}.shape())`,
  (l) => `size<0>(${l})`,
  (l) => `shape<0>(${l})`,
  (l) => `${l}(${0})`,
  (l, r) => `${l}(${r.below(4)})`,
  (l, r) => `${l}(${staticInt(r, 1)})`,
  (l) => `decltype(rank(${l}))::value`,
  (l) => `filter_zeros(${l})`,
  (l) => `make_layout(${l}, ${l})`,
  (l) => `append<4>(${l})`,
  (l) => `prepend<4>(${l})`,
  (l, r) => `group<0, ${r.between(1, 1)}>(${l})`,
  (l) => `is_static<decltype(${l})>::value ? 1 : 2`,
  (l) => `product(shape(${l}))`,
  (l) => `product_each(shape(${l}))`,
  (l) => `make_layout(shape(${l}))`,
  (l) => `make_layout_like(${l})`,
  (l) => `zip(${l}.shape(), ${l}.stride())`,
  (l) => `transform_leaf(${l}.shape(), [](auto n) { return n + _1{}; })`,
  (l) => `${l}.get_hier_coord(1)`,
  (l) => `idx2crd(${'2'}, ${l}.shape())`,
  (l) => `make_identity_layout(${l}.shape())`,
  (l) => `blocked_product(${l}, Layout<_2>{})`,
  (l) => `logical_product(${l}, Layout<_2>{})`,
  (l) => `compact_col_major(shape(${l}))`,
  (l) => `compact_row_major(shape(${l}))`,
  (l) => `compact_major<LayoutRight>(shape(${l}), _2{})`,
  (l) => `shape_div(shape(${l}), _1{})`,
  (l) => `take<0, 1>(shape(${l}))`,
  (l) => `reverse(${l})`,
  (l) => `right_inverse(${l})`,
  (l) => `left_inverse(${l})`,
  (l) => `max_common_vector(${l}, ${l})`,
  (l) => `select<0>(${l})`,
  (l) => `slice(_, ${l})`,
];

/** Of static power-of-two layouts `a` and `b`. */
const BINARY: readonly ((a: string, b: string, random: Random) => string)[] = [
  (a, b) => `composition(${a}, ${b})`,
  (a, _, r) => `complement(${a}, Int<${4 * power(r) * power(r)}>{})`,
  (a) => `complement(${a})`,
  (a, b) => `logical_divide(${a}, ${b})`,
  (a, _, r) => `logical_divide(${a}, Int<${power(r)}>{})`,
  (a, b) => `zipped_divide(${a}, make_tile(${b}))`,
  (a, _, r) => `zipped_divide(${a}, Shape<Int<${power(r)}>>{})`,
  (a, _, r) => `tiled_divide(${a}, Shape<Int<${power(r)}>>{})`,
  (a, _, r) => `flat_divide(${a}, Shape<Int<${power(r)}>>{})`,
  (a, b) => `logical_product(${a}, ${b})`,
  (a, b) => `zipped_product(${a}, ${b})`,
  (a, b) => `raked_product(${a}, ${b})`,
  (a, b) => `blocked_product(${a}, ${b})`,
  (a, b) => `tile_to_shape(${a}, shape(${b}))`,
  (a, b) => `make_layout(${a}, ${b})`,
  (a, b) => `composition(Swizzle<1, 0, 1>{}, composition(${a}, ${b}))`,
  (a, b) => `append(${a}, ${b})`,
  (a, b) => `cosize(logical_product(${a}, ${b}))`,
  (a, b) => `size(composition(${a}, ${b}))`,
];

const staticLayout = (random: Random): string => {
  const leaf = (): string => staticType(random, power(random));
  switch (random.below(5)) {
    case 0:
      return `Layout<${leaf()}>{}`;
    case 1:
      return `Layout<Shape<${leaf()}, ${leaf()}>>{}`;
    case 2:
      return `Layout<Shape<${leaf()}, ${leaf()}>, Stride<${leaf()}, ${leaf()}>>{}`;
    case 3:
      return `Layout<Shape<Shape<${leaf()}, ${leaf()}>, ${leaf()}>, LayoutRight::Apply<Shape<Shape<${leaf()}, ${leaf()}>, ${leaf()}>>>{}`;
    default:
      return `Layout<${leaf()}, ${leaf()}>{}`;
  }
};

export const layouts: Family = {
  name: 'layouts',
  write(writer) {
    const { random } = writer;
    const leaf = random.pick([() => anyInt(random), () => String(size(random)), () => staticInt(random)]);
    const l = writer.variable(layout(random, leaf));
    for (let i = random.between(2, 5); i > 0; i--) writer.variable(random.pick(UNARY)(l, random));
    const a = writer.variable(staticLayout(random));
    const b = writer.variable(staticLayout(random));
    for (let i = random.between(1, 4); i > 0; i--) writer.variable(random.pick(BINARY)(a, b, random));
    if (random.oneIn(2)) writer.variable(intTuple(random, leaf, 2));
  },
};
