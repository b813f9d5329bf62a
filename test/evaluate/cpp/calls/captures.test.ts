// Lambdas that capture by a name of their own. Every expected value was printed by a compiled program.

import { test } from 'node:test';
import { inMain } from '../support.ts';

test('what a lambda captures by a name of its own is not what has the name around it', () =>
  inMain(
    '',
    `int n = 4; auto m = 2;
     auto swapped = [n = m, m = n](auto k) { return make_layout(make_shape(m, n, k)); };
     auto a = swapped(_8{});
     auto more = [n = m + 5](auto k) { return make_shape(n, k); };
     auto b = more(_8{});
     auto same = [m = m](int k) { return m + k; };
     auto c = same(3);
     auto braced = [i{7}, j(8)] { return i * j; };
     auto d = braced();
     auto e = [=, s = make_shape(_2{}, 3)](auto t) { return append(s, t); }(_9{});
     auto g = [twice = [](int k) { return 2 * k; }](int k) { return twice(k) + 1; }(5);`,
    {
      a: '(4,2,_8):(_1,4,8)',
      b: '(7,_8)',
      c: '5',
      d: '56',
      e: '(_2,3,_9)',
      g: '11',
    },
  ));

test('what a mutable lambda captures may be another value at each call', () =>
  inMain(
    '',
    `auto next = [n = 6]() mutable { n += 3; return n; };
     auto a = next(); auto b = next();
     int seen = 5; auto set = [&r = seen](int k) { r = k; return 3; }; auto c = set(9);
     auto d = make_layout(seen);`,
    { a: 'unknown(unsupported)', b: 'unknown(unsupported)', c: '3', d: '?:_1' },
  ));

test('a lambda returns the type that it names', () =>
  inMain(
    '',
    `auto a = [](auto n) -> int { return n; }(_16{});
     auto b = [](auto n) -> decltype(n) { return n; }(_16{});
     auto c = [](int n) -> Shape<int, _4> { return {n, _4{}}; }(3);`,
    { a: '16', b: '_16', c: '(3,_4)' },
  ));
