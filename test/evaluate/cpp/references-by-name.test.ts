// Variables that are handed to macros and to types by another name, which may be references. A variable begins with 4, and
// what a compiled program has in it afterwards is said with each statement: where that is something else, 4 must not be shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pick } from './support.ts';

/** Statements about `x`, whether x is known to be 4 afterwards, and what it is. */
type Case = readonly [statement: string, shown: 'kept' | 'open', value: number];

async function check(declarations: string, cases: readonly Case[]): Promise<void> {
  const functions = cases.map(
    ([statement], i) => `void f${i}() { int x = 4; { ${statement} } auto after${i} = x; }`,
  );
  const found = await pick(
    `#include <cute/tensor.hpp>\nusing namespace cute;\n${declarations}\n${functions.join('\n')}\n`,
    cases.map((_, i) => `after${i}`),
  );
  assert.deepEqual(
    cases.map(([statement], i) => [statement, found[`after${i}`] === '4' ? 'kept' : 'open']),
    cases.map(([statement, shown]) => [statement, shown]),
  );
  for (const [statement, shown, value] of cases) assert.ok(shown === 'open' || value === 4, statement);
}

const NAMES = `
struct Keeps { int& kept; Keeps(int& x) : kept(x) { x = 9; } };
struct Copies { int held; Copies(int x) : held(x) {} };
using Reference = int&; typedef int& Typedef; using Number = int; using Fixed = int const;
using Again = Keeps; using Twice = Again; using Constant = Keeps const; using Value = Copies;
template <class T> using Same = T;
template <class T> using To = T&;
template <class T> struct Holder { using Type = T&; using Plain = T; };
inline void set(Reference r) { r = 9; }
inline void set_to(To<int> r) { r = 9; }
template <class T> void set_in(T, typename Holder<T>::Type r) { r = 9; }
inline void look(Number r) { r = 9; }
inline void look_in(typename Holder<int>::Plain r) { r = 9; }`;

test('a type that is a reference by another name', () =>
  check(NAMES, [
    ['Reference r = x; r = 9;', 'open', 9],
    ['Reference r(x); r = 9;', 'open', 9],
    ['Reference r{x}; r = 9;', 'open', 9],
    ['Typedef r(x); r = 9;', 'open', 9],
    ['To<int> r = x; r = 9;', 'open', 9],
    ['Same<int&> r = x; r = 9;', 'open', 9],
    ['Same<Reference> r = x; r = 9;', 'open', 9],
    ['typename Holder<int>::Type r = x; r = 9;', 'open', 9],
    ['set(x);', 'open', 9],
    ['set_to(x);', 'open', 9],
    ['set_in(1, x);', 'open', 9],
    ['Reference r = x; int y = r; y = 9;', 'kept', 4],
    ['Number r = x; r = 9;', 'kept', 4],
    ['Number r(x); r = 9;', 'kept', 4],
    ['Same<int> r = x; r = 9;', 'kept', 4],
    ['typename Holder<int>::Plain r = x; r = 9;', 'kept', 4],
    ['Fixed r(x); int y = r; y = 9;', 'kept', 4],
    ['look(x);', 'kept', 4],
    ['look_in(x);', 'kept', 4],
  ]));

test('a name for references that is met twice says the same both times', () =>
  check(NAMES, [
    ['Reference r(x); Reference s(x); s = 9;', 'open', 9],
    ['Reference r = x; Reference s = x; s = 9;', 'open', 9],
    ['look(x); Reference r = x; Typedef s = x; look(r); s = 9;', 'open', 9],
    ['Reference r = x; Reference s = r; s = 9;', 'open', 9],
  ]));

test('a class by another name does what it does with what it is made of', () =>
  check(NAMES, [
    ['Keeps k(x);', 'open', 9],
    ['Again k(x);', 'open', 9],
    ['Twice k(x);', 'open', 9],
    ['Constant k(x);', 'open', 9],
    ['auto k = Again{x};', 'open', 9],
    ['auto k = Constant(x);', 'open', 9],
    ['Same<Keeps> k(x);', 'open', 9],
    ['auto k = Same<Keeps>{x};', 'open', 9],
    ['Copies k(x);', 'kept', 4],
    ['Value k(x); k.held = 9;', 'kept', 4],
    ['auto k = Number(x); k = 9;', 'kept', 4],
  ]));

const MACROS = `
inline void by_value(int v) { v = 9; } inline void by_reference(int& v) { v = 9; }
inline void by_constant(int const& v) {} inline void only_declared(int& v);
template <class T> void by_template(T v) {}
struct Keeps { int& kept; Keeps(int& x) : kept(x) { x = 9; } };
#define BY_VALUE(x) by_value(x)
#define BY_REFERENCE(x) by_reference(x)
#define BY_CONSTANT(x) by_constant(x)
#define BY_TEMPLATE(x) by_template<int>(x)
#define DECLARED(x) only_declared(x)
#define NOT_READ(x) not_read(x)
#define THROUGH_VALUE(x) BY_VALUE(x)
#define THROUGH_REFERENCE(x) BY_REFERENCE(x)
#define THROUGH_CHANGE(x) CHANGE(x)
#define CHANGE(x) x = 9
#define SQUARE(x) ((x) * (x))
#define LEAST(x) min(x, 3)
#define KEEPS(x) Keeps(x)`;

test('a macro does what its text does, through the functions and macros that it names', () =>
  check(MACROS, [
    ['BY_VALUE(x);', 'kept', 4],
    ['BY_CONSTANT(x);', 'kept', 4],
    ['BY_TEMPLATE(x);', 'kept', 4],
    ['THROUGH_VALUE(x);', 'kept', 4],
    ['THROUGH_VALUE(x); THROUGH_VALUE(x);', 'kept', 4],
    ['auto y = SQUARE(x);', 'kept', 4],
    ['auto y = LEAST(x);', 'kept', 4],
    ['BY_REFERENCE(x);', 'open', 9],
    ['THROUGH_REFERENCE(x);', 'open', 9],
    ['THROUGH_CHANGE(x);', 'open', 9],
    ['SQUARE(x); THROUGH_CHANGE(x);', 'open', 9],
    ['auto y = KEEPS(x);', 'open', 9],
    ['DECLARED(x);', 'open', 9],
    ['NOT_READ(x);', 'open', 9],
  ]));

test('functions that are only declared', () =>
  check(
    'struct S { static void by_value(int v) { v = 9; } static void by_reference(int& r); static void look(int const& r); };',
    [
      ['S::by_value(x);', 'kept', 4],
      ['S::by_reference(x);', 'open', 9],
      ['S::look(x);', 'kept', 4],
    ],
  ));

test("CuTe's own functions take their arguments by value, others of their names need not", async () => {
  const taken = '{ template <class T> constexpr auto make_coord(T&& t) { return tuple<T>(keep(t)); } }';
  await check(`namespace cute ${taken}`, [['auto c = make_coord(x);', 'kept', 4]]);
  await check(`namespace own ${taken}`, [['auto c = own::make_coord(x);', 'open', 9]]);
});

test('a constant reference to what a call gives changes with what the call was given', () =>
  check(
    `inline int const& least(int const& a, int const& b) { return a < b ? a : b; }
     inline int& same(int& a) { return a; }`,
    [
      ['int y = 7; int const& r = least(x, y); y = 1;', 'kept', 4],
      ['int y = 7; int const& r = least(y, x); x = 1;', 'open', 1],
      ['int const& r = same(x); same(x) = 3;', 'open', 3],
    ],
  ));
