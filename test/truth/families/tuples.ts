// Operations on tuples and IntTuples, coordinates and indices.

import type { Random } from '../../support/random.ts';
import { recipes, type Writer } from '../snippet.ts';
import { intTuple } from './layouts.ts';
import { anyInt, size, staticInt } from './literals.ts';

const leafOf = (random: Random): (() => string) =>
  random.pick([() => anyInt(random), () => staticInt(random), () => String(size(random))]);

const UNARY: readonly ((t: string, random: Random) => string)[] = [
  (t) => `size(${t})`,
  (t) => `rank(${t})`,
  (t) => `depth(${t})`,
  (t) => `flatten(${t})`,
  (t) => `product(${t})`,
  (t) => `product_each(${t})`,
  (t) => `get<0>(${t})`,
  (t) => `take<0, 1>(${t})`,
  (t) => `cute::front(${t})`,
  (t) => `cute::back(${t})`,
  (t, r) => `append(${t}, ${anyInt(r)})`,
  (t, r) => `prepend(${t}, ${anyInt(r)})`,
  (t, r) => `append<4>(${t}, ${anyInt(r)})`,
  (t) => `reverse(${t})`,
  (t, r) => `replace<0>(${t}, ${anyInt(r)})`,
  (t) => `group<0, 1>(${t})`,
  (t) => `cute::repeat<2>(${t})`,
  (t, r) => `repeat_like(${t}, ${anyInt(r)})`,
  (t) => `compact_col_major(${t})`,
  (t) => `compact_row_major(${t})`,
  (t) => `make_layout(${t})`,
  (t) => `cute::tuple_size<decltype(${t})>::value`,
  (t) => `cute::max(${t})`,
  (t) => `inner_product(${t}, ${t})`,
  (t) => `elem_scale(${t}, ${t})`,
  (t, r) => `idx2crd(${anyInt(r, r.between(0, 20))}, ${t})`,
  (t, r) => `crd2idx(${r.between(0, 20)}, ${t})`,
  (t) => `congruent(${t}, ${t})`,
  (t) => `weakly_congruent(_3{}, ${t})`,
  (t, r) => `compatible(Int<${size(r)}>{}, ${t})`,
  (t) => `make_identity_tensor(${t}).layout()`,
  (t) => `shape_div(${t}, _1{})`,
  (t) => `ceil_div(${t}, _2{})`,
  (t) => `shape_div(${t}, _1{})`,
  (t) => `round_up(${t}, _4{})`,
  (t) => `cute::tuple_cat(${t}, ${t})`,
  (t) => `make_tuple(${t}, ${t})`,
  (t) => `unwrap(${t})`,
  (t) => `wrap(${t})`,
  (t) => `filter_zeros(${t}, ${t})`,
  (t) => `cute::sum(${t})`,
  (t) => `elem_less(${t}, ${t})`,
  (t, r) => `elem_less(_0{}, Int<${size(r)}>{}) && rank(${t}) > 0`,
  (t) => `zip(${t}, ${t})`,
  (t) => `select<0>(${t})`,
  (t) => `transform_leaf(${t}, [](auto n) { return n * _2{}; })`,
  (t) => `flatten_to_tuple(${t})`,
  (t) => `size<0>(${t})`,
  (t) => `depth<0>(${t})`,
  (t) => `rank<0>(${t})`,
  (t) => `cute::insert<0>(${t}, _5{})`,
  (t) => `cute::remove<0>(${t})`,
  (t) => `compact_order(${t}, ${t})`,
  (t) => `compact_order(${t}, GenRowMajor{})`,
  (t) => `${t} == ${t}`,
  (t) => `is_static<decltype(${t})>::value`,
];

function unary(writer: Writer): void {
  const { random } = writer;
  const t = writer.variable(intTuple(random, leafOf(random), 2));
  for (let i = random.between(3, 6); i > 0; i--) writer.variable(random.pick(UNARY)(t, random));
}

function coordinates(writer: Writer): void {
  const { random } = writer;
  const [a, b] = [size(random), size(random)];
  const l = writer.variable(
    random.pick([
      `make_layout(make_shape(${anyInt(random, a)}, ${anyInt(random, b)}))`,
      `make_layout(make_shape(${anyInt(random, a)}, ${anyInt(random, b)}), GenRowMajor{})`,
      `make_layout(make_shape(make_shape(${anyInt(random, a)}, _2{}), ${anyInt(random, b)}))`,
      `composition(Swizzle<${random.between(1, 3)}, ${random.between(0, 3)}, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{})`,
    ]),
  );
  const i = random.below(a);
  const j = random.below(b);
  for (let k = random.between(2, 4); k > 0; k--)
    writer.variable(
      random.pick([
        `${l}(${i}, ${j})`,
        `${l}(make_coord(${i}, ${j}))`,
        `${l}(Int<${i}>{}, Int<${j}>{})`,
        `${l}(Int<${i}>{}, ${j})`,
        `${l}(${i})`,
        `${l}(_, ${j})`,
        `${l}(${i}, _)`,
        `${l}(_, Int<${j}>{})`,
        `slice(make_coord(_, ${j}), ${l})`,
        `dice(make_coord(${i}, _), ${l})`,
        `crd2idx(make_coord(${i}, ${j}), shape(${l}))`,
        `crd2idx(make_coord(Int<${i}>{}, _0{}), shape(${l}))`,
        `idx2crd(${i}, shape(${l}))`,
        `idx2crd(Int<${i}>{}, shape(${l}))`,
        `size<1>(${l})`,
        `slice_and_offset(make_coord(_, ${j}), ${l})`,
        `get<1>(slice_and_offset(make_coord(${i}, _), ${l}))`,
        `cosize(${l})`,
      ]),
    );
}

function nested(writer: Writer): void {
  const { random } = writer;
  const t = writer.variable(
    `make_tuple(${anyInt(random)}, make_tuple(${anyInt(random)}, make_tuple(${anyInt(random)}, ${anyInt(random)})))`,
  );
  for (const use of random
    .shuffled([
      `get<1>(${t})`,
      `get<1, 0>(${t})`,
      `get<1, 1, 0>(${t})`,
      `get<0>(get<1>(get<1>(${t})))`,
      `size<1, 1>(${t})`,
      `rank<1>(${t})`,
      `flatten(${t})`,
      `select<1, 0>(${t})`,
      `unflatten(flatten(${t}), ${t})`,
      `make_layout(${t})`,
      `make_layout(${t}, LayoutRight{})`,
      `product_each(${t})`,
      `size(${t}) * _2{}`,
      `cute::get<0>(${t}) + cute::get<1, 0>(${t})`,
      `depth(${t})`,
      `coalesce(make_layout(${t}))`,
      `coalesce(make_layout(${t}), Step<_1, _1>{})`,
    ])
    .slice(0, random.between(2, 5)))
    writer.variable(use);
}

function bases(writer: Writer): void {
  const { random } = writer;
  writer.variable(
    random.pick([
      `E<${random.below(3)}>{}`,
      `E<0, 1>{}`,
      `E<0>{} * ${anyInt(random)}`,
      `${staticInt(random)} * E<1>{}`,
      `make_basis_like(make_shape(2, make_shape(3, 4)))`,
      `make_identity_layout(make_shape(${anyInt(random)}, ${anyInt(random)}))`,
      `make_layout(make_shape(${anyInt(random)}, _4{}), make_stride(E<1>{}, E<0>{}))`,
      `make_identity_layout(make_shape(4, _8{}))(1, 2)`,
      `E<0>{} + E<1>{} * _3{}`,
      `as_arithmetic_tuple(make_tuple(1, _2{}))`,
      `basis_value(_3{} * E<1>{})`,
      `make_coord(_, ${size(random)}, _)`,
      `make_tile(${staticInt(random)}, Layout<_4>{})`,
      `Step<_1, X, _1>{}`,
    ]),
  );
}

export const tuples = recipes('tuples', [unary, unary, coordinates, nested, bases]);
