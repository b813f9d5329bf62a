// What is a shape annotation, and what is prose.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type AnnotatedMode, readAnnotation } from '../../../server/src/frontends/common/annotation.ts';
import { annotationComments } from '../../../server/src/frontends/common/annotation-comments.ts';
import { SEED } from '../../algebra/properties-random.ts';

const read = (text: string) => readAnnotation(text, 0, text.length);

/** Written again from the tree: names as they are, `<…>` around what matches anything. */
function shown(mode: AnnotatedMode): string {
  if (mode.kind === 'tuple') return `(${mode.modes.map(shown).join(' ')})`;
  if (mode.kind === 'rest') return '...';
  if (mode.kind === 'integer') return `#${mode.value}`;
  const claim = mode.extent === null ? '' : `=${mode.extent}`;
  return mode.kind === 'any' ? `<any${claim}>` : `${mode.name}${claim}`;
}

const ANNOTATIONS: readonly (readonly [string, string])[] = [
  ['(CPY,CPY_M,CPY_K,PIPE)', '(CPY CPY_M CPY_K PIPE)'],
  [' (BLK_M, BLK_N) ', '(BLK_M BLK_N)'],
  ['((2,2),MMA_M,MMA_N)', '((#2 #2) MMA_M MMA_N)'],
  ['(_128,_64)', '(#128 #64)'],
  ['((atom_v, rest_v), STAGE)', '((atom_v rest_v) STAGE)'],
  ['((TileM,TileN),(RestM,RestN))', '((TileM TileN) (RestM RestN))'],
  ['(MMA=4, MMA_M, MMA_N)', '(MMA=4 MMA_M MMA_N)'],
  ['(MMA, #MMA_M=1, sp_stages)', '(MMA #MMA_M=1 sp_stages)'],
  ['(MMA, 1, 64/16=4)', '(MMA #1 <any=4>)'],
  ['(MmaB, NumMma_N, NumMma_K, ...)', '(MmaB NumMma_N NumMma_K ...)'],
  ['(BLK_N,BLK_K / 2)', '(BLK_N <any>)'],
  ['(seqlen_q * d, head, batch)', '(<any> head batch)'],
  ['(M, Round_Up(MMA_N, 128), K)', '(M <any> K)'],
  ['(N, K, _)', '(N K <any>)'],
  ["(m', n')", "(m' n')"],
  ['((M, N))', '((M N))'],
  ['(M, N,)', '(M N)'],
  ['(64)', '(#64)'],
];
for (const [text, tree] of ANNOTATIONS) {
  test(`${text} is an annotation`, () => {
    const tuple = read(text);
    assert.equal(tuple === null ? null : shown(tuple), tree);
  });
}

const PROSE = [
  '(see above)',
  '(M,)',
  '(unused)',
  '(m,k) -> smem_idx',
  '(V,M) x (V,N) => (V,M,N)',
  '(BLK_M,BLK_K) split across threads',
  '(Gemm_M,Gemm_N):(Gemm_N,_1)',
  '(M, N).',
  '(batch size, heads)',
  '(a, b) and (c, d)',
  '(a, b), (c, d)',
  '(MMA_TILE_M,MMA_TILE_K),MMA_M,PIPE)',
  '(M, N',
  '()',
  '(,)',
  '(M,,N)',
  '(...)',
  '(..., M, ...)',
  '(M; N)',
  '(M, "N")',
  '(M, 99999999999)',
  'k, (M, N)',
];
for (const text of PROSE) test(`${text} is prose`, () => assert.equal(read(text), null));

test('spans are where the names stand', () => {
  const text = 'x ((2,  MMA_N = 4), k) ';
  const tuple = readAnnotation(text, 2, text.length)!;
  const [inner, k] = tuple.modes;
  assert.ok(inner?.kind === 'tuple' && k !== undefined);
  const slice = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  assert.equal(slice(tuple.span), '((2,  MMA_N = 4), k)');
  assert.deepEqual(
    [...inner.modes, k].map((mode) => slice(mode.span)),
    ['2', 'MMA_N', 'k'],
  );
  const named = inner.modes[1]!;
  assert.ok(named.kind === 'name' && named.extentSpan !== null);
  assert.equal(slice(named.extentSpan), '4');
});

test('reading never fails, and what it reads lies inside', () => {
  const checkUnit = fc.constantFrom(
    '(',
    ')',
    ',',
    ' ',
    'M',
    '_4',
    '12',
    '...',
    '=',
    '/',
    '#',
    '_',
    'a.b',
    '-',
    '>',
  );
  fc.assert(
    fc.property(fc.array(checkUnit, { maxLength: 24 }), (checkUnits) => {
      const text = checkUnits.join('');
      const walk = (mode: AnnotatedMode, start: number, end: number): void => {
        assert.ok(start <= mode.span.start && mode.span.start < mode.span.end && mode.span.end <= end);
        if (mode.kind === 'tuple') for (const part of mode.modes) walk(part, mode.span.start, mode.span.end);
      };
      const tuple = read(text);
      if (tuple !== null) walk(tuple, 0, text.length);
    }),
    { numRuns: 2000, seed: SEED },
  );
});

const annotated = (host: 'cpp' | 'python', text: string): readonly string[] =>
  annotationComments(text, host)
    .filter(({ annotation }) => annotation !== null)
    .map(({ span }) => text.slice(span.start, span.end));

test('comments, and not what looks like one', () => {
  assert.deepEqual(
    annotated(
      'cpp',
      [
        'auto a = f();  // (M,N)\r',
        'auto b = "// (no,string)";',
        'auto c = R"x( // (no,raw) )x";',
        "auto d = 1'000'000; // (K,L)",
        "auto e = '\"'; // (P,Q)",
        '/* // (no,block)',
        '   // (no,block)',
        '*/',
        '// auto f = g(); // (no,code)',
      ].join('\n'),
    ),
    ['// (M,N)', '// (K,L)', '// (P,Q)'],
  );
  assert.deepEqual(
    annotated(
      'python',
      [
        'a = f()  # (M, N)',
        "b = '# (no,string)'",
        '"""',
        '# (no, docstring)',
        '"""',
        'c = "\\"" # (K, L)',
      ].join('\n'),
    ),
    ['# (M, N)', '# (K, L)'],
  );
});
