// Which operands in shared memory UMMA's descriptors can name: what C++ CuTe's make_umma_desc (commit 7107b0553, compiled
// on the host with g++) takes, and with which first assertion it refuses the others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, NeedsValue, Violation } from '../../../server/src/algebra/integer/failure.ts';
import { ComposedLayout, SmemPtrFlag, Swizzle } from '../../../server/src/algebra/layout/layout.ts';
import { printMarked } from '../../../server/src/algebra/layout/print.ts';
import { parseAtomName } from '../../../server/src/hardware/atom/name.ts';
import { outcomeOf } from '../../../server/src/hardware/atom/partition.ts';
import { mmaAtom } from '../../../server/src/hardware/mma/mma-atom.ts';
import { smemAtom, smemAtomParameters } from '../../../server/src/hardware/mma/smem-atom.ts';
import { requireCanonicalDescriptor } from '../../../server/src/hardware/mma/smem-descriptor.ts';
import { ummaFacts, ummaFamily } from '../../../server/src/hardware/mma/umma.ts';
import { readLayout } from '../../algebra/notation.ts';

const CHUNKS_OF_32_BYTES = new Swizzle(2, 5, 2);
const BY_128_BYTES = new Swizzle(3, 4, 3);
const NONE = new Swizzle(0, 4, 3);

/** Null for an operand that a descriptor can name; `text`: the layout of one operand, in elements. */
function refusal(major: 'K' | 'MN', swizzle: Swizzle, text: string, bits = 16) {
  const plain = readLayout(`(${text.split(':')[0]},1):(${text.split(':')[1]},0)`);
  const layout = new ComposedLayout(swizzle, new SmemPtrFlag(bits), plain);
  const home = { kind: 'descriptor', instruction: 'UMMA', major } as const;
  const outcome = outcomeOf(() => requireCanonicalDescriptor(home, layout, plain, bits));
  if (!isFailure(outcome)) return null;
  assert.ok(outcome instanceof Violation, text);
  return [outcome.code, outcome.message, outcome.detail.cute];
}

test('what make_umma_desc takes is not refused', () => {
  for (const [major, swizzle, text, bits] of [
    ['MN', CHUNKS_OF_32_BYTES, '(64,16):(1,64)', 16],
    ['MN', CHUNKS_OF_32_BYTES, '(64,(4,2)):(1,(64,1024))', 16],
    ['MN', CHUNKS_OF_32_BYTES, '((64,2),16):((1,1024),64)', 16],
    ['MN', CHUNKS_OF_32_BYTES, '((32,4),8):((1,256),32)', 32],
    ['MN', BY_128_BYTES, '(64,16):(1,64)', 16],
    ['MN', NONE, '((8,8),16):((1,64),8)', 16],
    ['K', NONE, '(64,(8,2)):(8,(1,512))', 16],
    ['K', BY_128_BYTES, '(64,16):(64,1)', 16],
  ] as const)
    assert.equal(refusal(major, swizzle, text, bits), null, text);
});

test('what it refuses is refused with its assertion', () => {
  const STRIDE = 'Not a canonical UMMA_MN Layout: Expected stride failure.';
  const inMode = (path: string, stride: number, expected: number): string =>
    `the operand is no canonical UMMA_MN layout: mode (${path}) has stride ${stride}, not ${expected}, in units of 16 bytes`;
  for (const [major, swizzle, text, ...expected] of [
    ['MN', CHUNKS_OF_32_BYTES, '((8,8),16):((1,16),128)', 'inadmissible', inMode('0,0', 2, 1), STRIDE],
    ['MN', CHUNKS_OF_32_BYTES, '(64,16):(1,128)', 'inadmissible', inMode('1,0', 16, 8), STRIDE],
    [
      'K',
      CHUNKS_OF_32_BYTES,
      '(64,16):(64,1)',
      'inadmissible',
      'this swizzle of 32-byte chunks serves MN-major operands only',
      'SWIZZLE_128B_BASE32B is invalid for Major-K',
    ],
    [
      'MN',
      BY_128_BYTES,
      '(64,(4,2)):(1,(64,1024))',
      'inadmissible',
      'the operand is no canonical UMMA_MN layout: it has more modes than a descriptor',
      'Not a canonical UMMA_MN Layout: Expected profile failure.',
    ],
    [
      'K',
      BY_128_BYTES,
      '(12,16):(64,1)',
      'inadmissible',
      'the operand has 12 rows, which 8 does not divide',
      'Not a canonical UMMA_K Layout: Expected MN-size multiple of 8.',
    ],
    [
      'K',
      BY_128_BYTES,
      '(64,16,2):(64,1,16)',
      'rank-mismatch',
      'a descriptor is made of two modes',
      'UMMA Descriptors can only be constructed on rank-2 tensors.',
    ],
  ] as const)
    assert.deepEqual(refusal(major, swizzle, text), expected, text);
});

test('atoms of shared memory: what their templates take, and the one of 32-byte chunks', () => {
  assert.deepEqual(smemAtomParameters('GMMA::Layout_SW128_Atom'), ['element', 'major']);
  assert.deepEqual(smemAtomParameters('GMMA::Layout_K_SW128_Atom'), ['element']);
  assert.deepEqual(smemAtomParameters('GMMA::Layout_K_SW128_Atom_Bits'), []);
  assert.deepEqual(smemAtomParameters('GMMA::Layout_K_SW256_Atom'), []);
  const chunks = smemAtom('UMMA::Layout_MN_SW128_32B_Atom', 16);
  assert.ok(!isFailure(chunks));
  assert.equal(printMarked(chunks), 'Sw<2,5,2> o smem_ptr[16b](unset) o (_64,_4):(_1,_64)');
  for (const name of ['UMMA::Layout_K_SW128_32B_Atom', 'GMMA::Layout_MN_SW128_32B_Atom']) {
    const none = smemAtom(name, 16);
    assert.ok(none instanceof Violation, name);
    assert.equal(none.message, `there is no ${name}: this swizzle is UMMA's, for MN-major operands`);
  }
  const open = smemAtom('GMMA::Layout_K_SW128_Atom', 6);
  assert.ok(open instanceof NeedsValue);
  assert.equal(
    open.reason,
    'GMMA::Layout_K_SW128_Atom of elements of 6 bits: only widths that are powers of two are known',
  );
});

test('SM100 atoms take the width of A from its type, and no other than their traits assert', () => {
  const bitsOf = (last: string, element: string): number | null => {
    const name = parseAtomName(`${last}<${element},${element},float,128,64,UMMA::Major::K,UMMA::Major::K>`)!;
    return ummaFacts(ummaFamily(last)!, name)?.aBits ?? null;
  };
  assert.equal(bitsOf('SM100_MMA_F8F6F4_TS', 'float_e4m3_t'), 8);
  assert.equal(bitsOf('SM100_MMA_F16BF16_SS', 'half_t'), 16);
  assert.equal(bitsOf('SM100_MMA_TF32_SS', 'tfloat32_t'), 32);
  // "supports 16bit types", "supports 32bit types", "supports 8bit types"
  assert.equal(bitsOf('SM100_MMA_F16BF16_SS', 'float'), null);
  assert.equal(bitsOf('SM100_MMA_TF32_SS', 'half_t'), null);
  assert.equal(bitsOf('SM100_MMA_S8_SS', 'half_t'), null);
  // Nothing is known of a type that has no known width: the traits' own where they have one.
  assert.equal(bitsOf('SM100_MMA_F16BF16_SS', 'T'), 16);
  assert.equal(bitsOf('SM100_MMA_F8F6F4_TS', 'T'), null);
  const wide = 'SM100_MMA_F16BF16_SS<float,float,float,128,64,UMMA::Major::K,UMMA::Major::K>';
  assert.ok(mmaAtom(wide) instanceof NeedsValue);
});
