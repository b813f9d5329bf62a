// Bodies in included files are read when somebody asks for what is in them. What they change is known all the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workspace } from './support.ts';

const LONG = `/* ${'as long as bodies are that are read later '.repeat(3)}*/`;

const HEADER = `#pragma once
#include <cute/tensor.hpp>
using namespace cute;
inline auto gByMember = make_layout(4), gByMethod = make_layout(4), gByFunction = make_layout(4);
inline auto gByTemplate = make_layout(4), gByNested = make_layout(4), gByNobody = make_layout(4);
template <class T> T exchanged(T& old, T now);
struct Members {
  static inline auto old = exchanged(gByMember, make_layout(8));
  ${LONG}
};
class Methods {
  void none() { ${LONG} }
  auto some() { gByMethod = make_layout(8); ${LONG} }
  struct Nested { static inline auto old = exchanged(gByNested, make_layout(8)); ${LONG} };
};
inline void function() { ${LONG} gByFunction = make_layout(8); auto copy = gByNobody; }
template <class T> struct Templates {
  template <class U> void f() { ${LONG} gByTemplate = make_layout(8); }
};
`;
const NAMES = ['gByMember', 'gByMethod', 'gByFunction', 'gByTemplate', 'gByNested', 'gByNobody'];

test('a variable that any body of a header changes is not what it was made of', async () => {
  const uses = NAMES.map((name) => `auto ${name}_ = ${name};\n`).join('');
  const values = async (header: string): Promise<Record<string, string>> => {
    const w = await workspace({ 'main.cu': `#include "h.h"\nusing namespace cute;\n${uses}`, 'h.h': header });
    return Object.fromEntries(NAMES.map((name) => [name, w.value(`${name}_`)]));
  };
  const found = await values(HEADER);
  for (const name of NAMES) assert.equal(found[name], name === 'gByNobody' ? '4:_1' : '?:_1', name);
  // A directive has the whole file read at once.
  assert.deepEqual(await values(`${HEADER}// layout-lens: ignore[unused]\n`), found);
});
