// Bools and static flags, which have the same values and different types. Every expected value was printed by a
// compiled program; where it is not kept which of them a flag is, both values are there, or none.

import { test } from 'node:test';
import { inMain } from './support.ts';

test('conditional_return of a bool gives both sides one type', () =>
  inMain(
    '',
    `auto a = cute::conditional_return(true, C<8>{}, C<2>{});
     auto b = cute::conditional_return(true_type{}, C<8>{}, C<2>{});
     auto c = cute::conditional_return(true, 8, 2);
     auto d = cute::conditional_return(false, _2{}, _2{});
     auto e = cute::conditional_return<false>(_2{}, 3);`,
    // C++ prints 8 for a.
    { a: '_8 or 8', b: '_8', c: '8', d: '_2', e: '3' },
  ));

test('a static flag becomes an int where a conditional has another type', () =>
  inMain(
    '',
    `auto a = true ? C<true>{} : 32u;
     auto b = true ? false_type{} : true_type{};
     auto c = true ? false_type{} : C<4>{};
     auto d = true ? C<-24>{} : true;
     auto e = true ? true : 3;
     auto f = true ? true_type{} : true_type{};
     auto g = 3 > 2 ? 4 < 5 : false;`,
    { a: '1', b: '0', c: '0', d: 'true', e: '1', f: 'true', g: 'true' },
  ));

test('a bool is not static', () =>
  inMain(
    `template <class T> constexpr auto f(T t) {
       if constexpr (is_static<T>::value) { return make_tuple(t, _1{}); } else { return make_tuple(t, 3, t); }
     }`,
    `auto a = f(true);
     auto b = f(_3{});
     auto c = is_static<true_type>::value ? 3 : 4;
     auto d = is_static<Shape<_2, bool>>::value ? 3 : 4;
     auto e = is_static<Shape<_2, _3>>::value ? 3 : 4;`,
    // C++ prints (1,3,1) for a and 4 for d.
    { a: '(true,_1) or (true,3,true)', b: '(_3,_1)', c: '3', d: 'unknown(unsupported)', e: '3' },
  ));

test('signs and shifts of static flags', () =>
  inMain(
    '',
    `auto a = -C<true>{};
     auto b = ~true_type{};
     auto c = +C<false>{};
     auto d = true_type{} << Int<2>{};
     auto e = C<true>{} >> Int<1>{};
     auto f = -true;
     auto g = true << Int<2>{};`,
    { a: '_-1', b: '_-2', c: '_0', d: '_4', e: '_0', f: '-1', g: '4' },
  ));

test('a static flag that makes a product zero makes it static', () =>
  inMain(
    'int n(); constexpr bool kOff = false; template <bool B> constexpr auto times() { return B * 4; }',
    `auto a = C<false>{} / 2;
     auto b = C<false>{} * n();
     auto c = 2 * false_type{};
     auto d = C<false>{} % 2;
     auto e = 7 % C<true>{};
     auto f = C<true>{} * 2;
     auto g = C<true>{} + _3{};
     auto h = false / 2;
     auto i = kOff * 4;
     auto j = times<false>();
     auto k = kOff + _3{};
     auto l = C<false>{}; auto m = l * 2;
     auto o = C<false>{} & 6;`,
    {
      a: '_0',
      b: '_0',
      c: '_0',
      d: '_0',
      e: '_0',
      f: '2',
      g: '_4',
      h: '0',
      i: '0',
      j: '0',
      k: '3',
      m: 'unknown(unsupported)',
      o: '_0',
    },
  ));

test('a static flag beside what is not known may be a number', () =>
  inMain(
    '',
    `auto a = true ? bool_constant<true>{} : C<16u>{};
     auto b = true ? true_type{} : true_type{};
     auto c = false ? C<16u>{} : false_type{};`,
    // C++ prints 1 for a and 0 for c.
    { a: 'unknown(unsupported)', b: 'true', c: 'unknown(unsupported)' },
  ));
