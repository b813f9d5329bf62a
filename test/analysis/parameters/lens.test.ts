// How a code lens tells the instantiations of a template apart.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TemplateSite } from '../../../server/src/analysis/values/model.ts';
import { lensTitle as titleOf } from '../../../server/src/features/hints/code-lens.ts';

const lensTitle = (site: TemplateSite): string => titleOf(site, null);

/** A template with instantiations by the texts of their arguments. */
function template(names: readonly string[], all: readonly (readonly string[])[]): TemplateSite {
  const span = { start: 0, end: 0 };
  return {
    name: 'kernel',
    span,
    nameSpan: span,
    head: 0,
    parameters: names.map((name) => ({ name, kind: 'type', fallback: null, assumed: null })),
    instantiations: all.map((texts) => ({
      label: `<${texts.join(',')}>`,
      arguments: texts.map((text, i) => ({ name: names[i]!, text })),
      span,
      uri: null,
      caller: null,
      isLeft: true,
    })),
  };
}

test('what differs is told, and no more', () =>
  assert.equal(
    lensTitle(
      template(
        ['T', 'kM'],
        [
          ['half_t', '64'],
          ['half_t', '128'],
        ],
      ),
    ),
    '2 instantiations: kM = 64 | kM = 128',
  ));

test('of long ones the shortest parameter that tells them apart', () => {
  const layout = (n: number) =>
    `Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_${n}),(_64,_1)):((_64,_512),(_1,_0))`;
  assert.equal(
    lensTitle(
      template(
        ['L', 'Stride', 'T'],
        [
          [layout(16), '(_1,?)', 'half_t'],
          [layout(8), '(?,_1)', 'half_t'],
        ],
      ),
    ),
    '2 instantiations: Stride = (_1,?) | Stride = (?,_1)',
  );
  assert.equal(
    lensTitle(
      template(
        ['L', 'T'],
        [
          [layout(16), 'half_t'],
          [layout(8), 'half_t'],
        ],
      ),
    ),
    '2 instantiations: L = …(_8,_16),(_64,_1)):((_64,_512),(_1… | L = …(_8,_8),(_64,_1)):((_64,_512),(_1,…',
  );
});

test('as many parameters as it takes', () => {
  const long = 'cutlass::gemm::collective::SomethingLong<half_t>';
  assert.equal(
    lensTitle(
      template(
        ['Mainloop', 'Causal', 'Local', 'Split'],
        [
          [long, 'true', 'false', 'false'],
          [long, 'false', 'true', 'false'],
          [long, 'false', 'false', 'false'],
        ],
      ),
    ),
    '3 instantiations: Causal = true, Local = false | Causal = false, Local = true | Causal = false, Local = false',
  );
});
