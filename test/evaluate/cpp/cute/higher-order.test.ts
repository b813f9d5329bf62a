// CuTe's functions on tuples that take functions, also of what is no tuple. Every expected value that is known was
// printed by a compiled program.

import { test } from 'node:test';
import { inMain } from '../support.ts';

const FUNCTORS = `
  struct Twice { template <class T> constexpr auto operator()(T const& t) const { return t + t; } };
  struct Then { template <class A, class B> constexpr auto operator()(A const& a, B const& b) const { return a * Int<10>{} + b; } };`;

const all = (cases: Readonly<Record<string, readonly [string, string]>>): Promise<void> =>
  inMain(
    FUNCTORS,
    Object.entries(cases)
      .map(([name, [expression]]) => `auto ${name} = ${expression};`)
      .join('\n'),
    Object.fromEntries(Object.entries(cases).map(([name, [, value]]) => [name, value])),
  );

test('what functions make of elements is given to another one', () =>
  all({
    alone: [
      'transform_apply(_4{}, [](auto x) { return x + _1{}; }, [](auto y) { return make_tuple(y, y); })',
      '(_5,_5)',
    ],
    two: [
      'transform_apply(make_tuple(_4{}, 5), [](auto x) { return x + _1{}; }, [](auto a, auto b) { return make_tuple(b, a); })',
      '(6,_5)',
    ],
    pairs: [
      'transform_apply(make_tuple(_1{}, _2{}), make_tuple(3, _4{}), [](auto x, auto y) { return x * y; }, [](auto a, auto b) { return make_tuple(a, b, a); })',
      '(3,_8,3)',
    ],
    called: ['cute::apply(make_tuple(_4{}, 5), Then{})', '45'],
    // Tuples of different lengths do not go side by side.
    uneven: [
      'transform_apply(make_tuple(_1{}, _2{}), make_tuple(3), [](auto x, auto y) { return x * y; }, Then{})',
      'unknown(unsupported)',
    ],
  }));

test('elements are transformed, and so is what is no tuple', () =>
  all({
    alone: ['transform(_4{}, Twice{})', '_8'],
    one: ['transform(make_tuple(_4{}, 5), Twice{})', '(_8,10)'],
    pairs: ['transform(make_tuple(_4{}, 5), make_tuple(_1{}, _2{}), Then{})', '(_41,52)'],
    pair: ['transform(_4{}, 3, Then{})', '43'],
    leaves: ['transform_leaf(make_tuple(_4{}, make_tuple(5, _6{})), Twice{})', '(_8,(10,_12))'],
    leafPairs: [
      'transform_leaf(make_tuple(_4{}, make_tuple(5, _6{})), make_tuple(_1{}, make_tuple(_2{}, 3)), Then{})',
      '(_41,(52,63))',
    ],
    leaf: ['transform_leaf(_4{}, Twice{})', '_8'],
    uneven: ['transform(make_tuple(_4{}, 5), make_tuple(_1{}), Then{})', 'unknown(unsupported)'],
  }));

test('folds begin with what is given, or with the first element', () =>
  all({
    alone: ['fold(_4{}, _1{}, Then{})', '_14'],
    two: ['fold(make_tuple(_4{}, 5), _1{}, Then{})', '145'],
    none: ['fold(make_tuple(), _1{}, Then{})', '_1'],
    numbers: ['fold(seq<3, 4>{}, _1{}, Then{})', '_134'],
    first: ['fold_first(make_tuple(_4{}, _5{}, _6{}), Then{})', '_456'],
    firstAlone: ['fold_first(_4{}, Then{})', '_4'],
    firstOnly: ['fold_first(make_tuple(_4{}), Then{})', '_4'],
  }));

test('the tuples that a function gives are joined', () =>
  all({
    kept: [
      'filter_tuple(make_tuple(_1{}, 2, _3{}), [](auto x) { if constexpr (is_static<decltype(x)>::value) return make_tuple(x); else return make_tuple(); })',
      '(_1,_3)',
    ],
    pairs: [
      'filter_tuple(make_tuple(_1{}, _2{}), make_tuple(_5{}, 6), [](auto x, auto y) { return make_tuple(y, x); })',
      '(_5,_1,6,_2)',
    ],
    flat: [
      'filter_tuple(make_tuple(_2{}, make_tuple(3, _4{})), [](auto x) { return flatten(make_tuple(x)); })',
      '(_2,3,_4)',
    ],
    alone: ['filter_tuple(_4{}, [](auto x) { return make_tuple(x, x); })', 'unknown(unsupported)'],
    unknown: ['filter_tuple(make_tuple(1, 2), [](auto x) { return elsewhere(x); })', 'unknown(missing-name)'],
  }));

test('the first element that a predicate holds for', () =>
  all({
    second: ['find_if(make_tuple(_1{}, _2{}, _3{}), [](auto x) { return x == _2{}; })', '_1'],
    none: ['find_if(make_tuple(_1{}, _2{}, _3{}), [](auto x) { return x == _7{}; })', '_3'],
    alone: ['find_if(_1{}, [](auto x) { return x == _1{}; })', '_0'],
    notAlone: ['find_if(_1{}, [](auto x) { return x == _2{}; })', '_1'],
    byType: ['find_if(make_tuple(1, _2{}, _3{}), [](auto x) { return is_static<decltype(x)>{}; })', '_1'],
    unknown: [
      'find_if(make_tuple(_1{}, _2{}), [](auto x) { return elsewhere(x); })',
      'unknown(missing-name)',
    ],
  }));

test('some, all or none of the elements', () =>
  all({
    some: ['any_of(make_tuple(_1{}, _2{}), [](auto x) { return x == _2{}; })', 'true'],
    notSome: ['any_of(make_tuple(_1{}, _2{}), [](auto x) { return x == _3{}; })', 'false'],
    each: ['all_of(make_tuple(_2{}, _2{}), [](auto x) { return x == _2{}; })', 'true'],
    notEach: ['all_of(make_tuple(_1{}, _2{}), [](auto x) { return x == _2{}; })', 'false'],
    none: ['none_of(make_tuple(_1{}, _2{}), [](auto x) { return x == _3{}; })', 'true'],
    notNone: ['none_of(make_tuple(_1{}, _2{}), [](auto x) { return x == _2{}; })', 'false'],
    alone: ['any_of(_2{}, [](auto x) { return x == _2{}; })', 'true'],
  }));

test('the value of what is static, and of nothing else', () =>
  inMain(
    '',
    `auto l = Layout<Shape<_4, _8>>{}; auto m = make_layout(make_shape(4, _8{}));
     auto a = Int<CUTE_STATIC_V(size(l))>{}; auto b = Int<CUTE_STATIC_V(rank(l))>{}; auto c = Int<CUTE_STATIC_V(size(m))>{};`,
    { a: '_32', b: '_2', c: 'unknown(unsupported)' },
  ));
