import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { positionIndependent } from '../../server/src/algebra/composed/swizzle.ts';
import { isFailure, type Outcome } from '../../server/src/algebra/integer/failure.ts';
import { printMarked, printPlain } from '../../server/src/algebra/layout/print.ts';
import { copyFacts, copyNames, mmaFacts, mmaNames } from '../../server/src/hardware/atom/atoms-data.ts';
import { copyAtomByName, copyOperation } from '../../server/src/hardware/copy/copy-atom.ts';
import { mmaAtom } from '../../server/src/hardware/mma/mma-atom.ts';
import { smemAtom } from '../../server/src/hardware/mma/smem-atom.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

type Fact = Record<string, string | number | Record<string, string>> & {
  name: string;
  raw: Record<string, string>;
};
const golden = JSON.parse(readFileSync(here('../golden/atoms.json'), 'utf8')) as {
  mma: Fact[];
  copy: Fact[];
  smem: (Fact & { bits: number; layout: string; position_independent: string })[];
};

const value = <T>(outcome: Outcome<T>): T => {
  assert.ok(!isFailure(outcome), isFailure(outcome) ? JSON.stringify(outcome) : '');
  return outcome as T;
};
const both = (layout: Parameters<typeof printPlain>[0]) => [printPlain(layout), printMarked(layout)];

test('the committed table is what the script writes', () => {
  execFileSync(process.execPath, [here('../../scripts/atoms.mjs'), '--check']);
});

test('every MMA fact comes back from the table', () => {
  assert.deepEqual(
    [...mmaNames()],
    golden.mma.map((fact) => fact.name),
  );
  assert.equal(golden.mma.length, 507);
  for (const fact of golden.mma) {
    const row = mmaFacts(fact.name)!;
    const back: Record<string, unknown> = {
      name: row.name,
      arch: row.arch,
      ValTypeD: row.types.d,
      ValTypeA: row.types.a,
      ValTypeB: row.types.b,
      ValTypeC: row.types.c,
    };
    const raw: Record<string, string> = {};
    const layouts = { ThrID: row.thrId, ALayout: row.a, BLayout: row.b, CLayout: row.c };
    for (const [field, layout] of Object.entries({ Shape_MNK: [...row.shapeMnk], ...layouts })) {
      [back[field], raw[field]] = both(layout) as [string, string];
    }
    for (const [tag, layout] of Object.entries(row.extraLayouts)) {
      [back[`${tag}Layout`], raw[`${tag}Layout`]] = both(layout) as [string, string];
    }
    for (const [tag, type] of Object.entries(row.extraTypes)) back[`ValType${tag}`] = type;
    assert.deepEqual({ ...back, raw }, fact);
  }
});

test('every copy fact comes back from the table', () => {
  assert.deepEqual(
    [...copyNames()],
    golden.copy.map((fact) => fact.name),
  );
  assert.equal(golden.copy.length, 212);
  for (const fact of golden.copy) {
    const row = copyFacts(fact.name)!;
    const raw: Record<string, string> = {};
    const back: Record<string, unknown> = { name: row.name, arch: row.arch };
    const layouts = { ThrID: row.thrId, SrcLayout: row.src, DstLayout: row.dst, RefLayout: row.ref };
    for (const [field, layout] of Object.entries(layouts)) {
      [back[field], raw[field]] = both(layout) as [string, string];
    }
    assert.deepEqual({ ...back, raw }, fact);
  }
});

test('every shared-memory atom follows from its name and width', () => {
  assert.equal(golden.smem.length, 85);
  for (const fact of golden.smem) {
    const atom = value(smemAtom(fact.name, fact.bits));
    assert.deepEqual(both(atom), [fact.layout, fact.raw.layout]);
    assert.deepEqual(both(value(positionIndependent(atom))), [
      fact.position_independent,
      fact.raw.position_independent,
    ]);
  }
});

test('every MMA atom is found by its name, and what is derived from names equals the facts', () => {
  for (const fact of golden.mma) {
    const atom = value(mmaAtom(fact.name));
    assert.equal(printMarked([...atom.shapeMnk]), fact.raw.Shape_MNK, fact.name);
    assert.equal(printMarked(atom.thrId), fact.raw.ThrID, fact.name);
    for (const operand of ['A', 'B', 'C'] as const) {
      assert.equal(
        printMarked(atom.layouts[operand]),
        fact.raw[`${operand}Layout`],
        `${fact.name} ${operand}`,
      );
    }
    for (const [tag, layout] of Object.entries(atom.extraLayouts)) {
      assert.equal(printMarked(layout), fact.raw[`${tag}Layout`]);
    }
  }
});

test('the instructions with other N than the table equal those with N in the table', () => {
  // Derives each tabulated atom from its N = 16 sibling, by asking for it under a name the table lacks.
  const families = golden.mma.filter((fact) => /^SM90_64x16x/.test(fact.name));
  assert.ok(families.length > 30);
  for (const family of families) {
    const odd = value(mmaAtom(family.name.replace('64x16x', '64x24x')));
    assert.deepEqual([...odd.shapeMnk], [64, 24, odd.shapeMnk[2]]);
    assert.equal(printPlain(odd.layouts.C), '((4,8,4),(2,2,3)):((128,1,16),(64,8,512))');
    assert.equal(printPlain(odd.layouts.B), `(128,(24,${odd.shapeMnk[2]})):(0,(1,24))`);
    const listed = golden.mma.find((fact) => fact.name === family.name.replace('64x16x', '64x256x'));
    if (listed) assert.equal(listed.CLayout, '((4,8,4),(2,2,32)):((128,1,16),(64,8,512))');
  }
});

test('names are understood as users write them', () => {
  const sm80 = 'SM80_16x8x16_F32F16F16F32_TN';
  for (const text of [sm80, `MMA_Atom<${sm80}>`, `cute::MMA_Atom<cute::MMA_Traits< cute::${sm80} > >`]) {
    assert.equal(value(mmaAtom(text)).name, sm80);
  }
  const gmma = value(mmaAtom('SM90_64x128x16_F32F16F16_SS<GMMA::Major::MN, cute::SM90::GMMA::Major::K>'));
  assert.deepEqual(gmma.homes.A, { kind: 'descriptor', instruction: 'GMMA', major: 'MN' });
  assert.deepEqual(gmma.homes.B, { kind: 'descriptor', instruction: 'GMMA', major: 'K' });
  assert.equal(printPlain(gmma.layouts.A), '(128,(64,16)):(0,(1,64))');
  const real = value(mmaAtom('SM90::GMMA::MMA_64x128x16_F32BF16BF16_RS<GMMA::Major::K, GMMA::Major::MN>'));
  assert.equal(real.name, 'SM90_64x128x16_F32BF16BF16_RS');
  assert.deepEqual(real.homes.A, { kind: 'registers' });
  assert.deepEqual(real.types.A, { name: 'bfloat16_t', bits: 16 });
  const umma = value(
    mmaAtom('SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 192, UMMA::Major::K, UMMA::Major::MN>'),
  );
  assert.equal(printPlain(umma.layouts.B), '(1,(192,16)):(0,(1,192))');
  assert.deepEqual(umma.homes.C, {
    kind: 'tensor-memory',
    ctas: 1,
    allocation: 'interleaved',
    storageBits: 32,
  });
  assert.deepEqual(umma.homes.B, { kind: 'descriptor', instruction: 'UMMA', major: 'MN' });
  const two = value(
    mmaAtom('SM100_MMA_TF32_2x1SM_SS<tfloat32_t,tfloat32_t,float,256,224,UMMA::Major::K,UMMA::Major::K>'),
  );
  assert.equal(printPlain(two.layouts.A), '(2,(128,8)):(128,(1,256))');
  assert.equal(printPlain(two.thrId), '2:1');
  const fma = value(mmaAtom('UniversalFMA<float, half_t, half_t>'));
  assert.deepEqual([fma.types.D.name, fma.types.A.name, fma.types.C.name], ['float', 'half_t', 'float']);
  const sm120 = value(mmaAtom('SM120_16x8x32_TN<float_e2m1_t, float_e4m3_t, float>'));
  assert.deepEqual([sm120.types.A.bits, sm120.types.C.name], [8, 'float']);
});

test('what the table does not know is undetermined, not guessed', () => {
  for (const text of [
    'SM80_16x8x17_F32F16F16F32_TN',
    'SM90::GMMA::SPARSE::GMMA_64x128x32_F32F16F16_SS',
    'SM90_64x20x16_F32F16F16_SS',
    'SM100_MMA_F16BF16_SS_SPARSE<half_t,half_t,float,128,64,K,K>',
    'SM100_MMA_F16BF16_SS<half_t,half_t,float,kM,64,K,K>',
    'MmaAtom',
  ]) {
    assert.ok(isFailure(mmaAtom(text)), text);
  }
  assert.ok(isFailure(mmaAtom('MMA_Atom<SM80_16x8x16_F32F16F16F32_TN')));
  assert.ok(isFailure(copyOperation('SM90_TMA_LOAD')));
  assert.ok(isFailure(copyOperation('UniversalCopy<Vec>')));
  assert.ok(isFailure(smemAtom('GMMA::Layout_K_SW256_Atom', 16)));
  assert.ok(isFailure(smemAtom('GMMA::Layout_MN_SW128_32B_Atom', 16)));
  assert.ok(isFailure(smemAtom('GMMA::Layout_SW128_Atom', 16)));
});

test('copy operations of one thread follow from their types', () => {
  for (const fact of golden.copy) {
    if (fact.name.includes('/')) continue;
    const operation = value(copyOperation(fact.name));
    assert.deepEqual(
      [operation.thrId, operation.src, operation.dst, operation.ref].map(printMarked),
      [fact.raw.ThrID, fact.raw.SrcLayout, fact.raw.DstLayout, fact.raw.RefLayout],
      fact.name,
    );
  }
  const wide = value(copyOperation('cute::UniversalCopy<cute::uint128_t, cute::uint128_t>'));
  assert.equal(printPlain(wide.src), '(1,128):(0,1)');
  assert.equal(printPlain(value(copyOperation('AutoVectorizingCopy')).src), '(1,1):(0,0)');
});

test('a copy atom counts elements', () => {
  const ldsm = value(copyAtomByName('Copy_Atom<SM75_U32x4_LDSM_N, half_t>'));
  assert.equal(printPlain(ldsm.src), '(32,8):(8,1)');
  assert.equal(printPlain(ldsm.dst), '(32,(2,4)):(2,(1,64))');
  const cp = value(copyAtomByName('Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<cute::uint128_t>, float>'));
  assert.equal(printPlain(cp.src), '(1,4):(0,1)');
  const refused = copyAtomByName('Copy_Atom<SM75_U32x1_LDSM_N, double>');
  assert.ok(isFailure(refused));
});

test('shared-memory atoms by majorness and in bits', () => {
  assert.equal(
    printPlain(value(smemAtom('GMMA::Layout_SW128_Atom', 16, 'MN'))),
    'Sw<3,4,3> o smem_ptr[16b](unset) o (64,8):(1,64)',
  );
  assert.equal(
    printPlain(value(smemAtom('Layout_K_SW128_Atom_Bits', 16))),
    'Sw<3,4,3> o smem_ptr[1b](unset) o (8,1024):(1024,1)',
  );
});
