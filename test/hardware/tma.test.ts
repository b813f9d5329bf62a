// TMA atoms, TMA copies and copies of tensor memory against what C++ CuTe printed or refused (commit
// 7107b0553, compiled on the host with g++, where making a descriptor is compiled out): test/hardware/tma.jsonl
// and tensor-memory-copies.jsonl. A line has the arguments and everything that was printed of the result.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { applyOperation } from '../../server/src/algebra/catalog/catalog.ts';
import { innermostLayout, rankOfAny } from '../../server/src/algebra/composed/composed.ts';
import { isFailure, type Outcome, Violation } from '../../server/src/algebra/integer/failure.ts';
import { Dynamic, knownValue } from '../../server/src/algebra/integer/integer.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  type Shape,
  SmemPtrFlag,
  Swizzle,
  type Tiler,
} from '../../server/src/algebra/layout/layout.ts';
import { printMarked } from '../../server/src/algebra/layout/print.ts';
import type { Stride } from '../../server/src/algebra/layout/stride.ts';
import { isInt } from '../../server/src/algebra/layout/stride-operations.ts';
import type { AlgebraValue } from '../../server/src/algebra/layout/value.ts';
import { makeLayoutLeft } from '../../server/src/algebra/operation/make.ts';
import { elementType } from '../../server/src/hardware/atom/element-type.ts';
import { type CopyAtom, copyAtom, copyOperation } from '../../server/src/hardware/copy/copy-atom.ts';
import { copyPartition, copySlice } from '../../server/src/hardware/copy/tiled-copy.ts';
import {
  makeTmemCopy,
  repeatedTmem,
  storeOfTmemLoad,
  tmemAddresses,
} from '../../server/src/hardware/copy/tmem-copy.ts';
import { tmaPartition } from '../../server/src/hardware/tma/partition.ts';
import {
  makeTmaAtom,
  makeTmaCopy,
  TmaOperation,
  type TmaRequest,
  tmaInstruction,
  tmaTensor,
} from '../../server/src/hardware/tma/tma.ts';
import { readLayout, readValue } from '../algebra/notation.ts';

type Line = Record<string, string> & { kind: string };
const linesOf = (file: string): Line[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const value = <T>(outcome: Outcome<T>): T => {
  assert.ok(!isFailure(outcome), isFailure(outcome) ? JSON.stringify(outcome) : '');
  return outcome as T;
};

/** Marked text is read as it stands: `_4` static, `4` dynamic. */
function layout(text: string): AnyLayout {
  const parts = /^Sw<(\d),(\d),(\d)> o smem_ptr\[(\d+)b\]\(unset\) o (.*)$/.exec(text);
  if (parts === null) return readLayout(text, 'dynamic');
  const [b, m, s, bits] = parts.slice(1, 5).map(Number);
  return new ComposedLayout(
    new Swizzle(b!, m!, s!),
    new SmemPtrFlag(bits!),
    readLayout(parts[5]!, 'dynamic'),
  );
}

const plain = (text: string): Layout => innermostLayout(layout(text));
const print = (v: unknown): string => printMarked(v as AlgebraValue);

const requestOf = (line: Line): TmaRequest => ({
  instruction: tmaInstruction(line.op!)!,
  layout: plain(line.gmem!),
  element: elementType(line.element!)!,
  slayout: layout(line.smem!),
  ...(line.internal === undefined ? {} : { internalBits: Number(line.internal) }),
});
const tileOf = (line: Line): Tiler => readValue(line.tile!) as Tiler;

function checkAtom(line: Line, atom: CopyAtom): void {
  const { operation } = atom;
  assert.ok(operation instanceof TmaOperation);
  assert.equal(print(operation.thrId), line.thrId);
  assert.equal(print(atom.src), line.src);
  assert.equal(print(operation.ref), line.ref);
  const tensor = value(tmaTensor(operation, plain(line.gmem!).shape));
  assert.equal(`ArithTuple${print(tensor.origin)} o ${print(tensor.layout)}`, line.tensor);
}

/** The numbers of a coordinate or an offset. */
const numbersOf = (d: Stride): readonly (number | undefined)[] =>
  isInt(d) ? [knownValue(d)] : 'entries' in d ? d.entries.map((n) => knownValue(n as number)) : [];

const checks: Record<string, (line: Line) => void> = {
  tma_atom(line) {
    const cluster = readValue(line.cluster!) as number;
    const atom = value(makeTmaAtom({ ...requestOf(line), multicast: cluster }, tileOf(line)));
    checkAtom(line, atom);
    const smem = layout(line.smem!);
    const shared = applyOperation('group', [smem], { template: [0, rankOfAny(smem)] }) as AnyLayout;
    const global = plain(line.gA!);
    const [g, s] = value(tmaPartition(atom, 0, new Layout(1, 0), shared, [global]));
    assert.equal(print(g!.layout), line.tAgA);
    assert.equal(print(innermostLayout(s!.layout)), line.tAsA);
    // The second CTA of the multicast starts further on.
    const ctas = value(makeLayoutLeft(cluster));
    const [moved, box] = value(tmaPartition(atom, new Dynamic(1), ctas, shared, [global]));
    const start = /^ArithTuple\(([^)]*)\) o (.*)$/.exec(line.tAgA1!)!;
    assert.deepEqual(
      numbersOf(moved!.offset),
      start[1]!.split(',').map((n) => Number(n.replace('_', ''))),
    );
    assert.equal(print(moved!.layout), start[2]);
    assert.deepEqual(numbersOf(box!.offset), [Number(line.shared1)]);
  },
  tma_copy(line) {
    const copy = value(makeTmaCopy(requestOf(line), tileOf(line), readValue(line.cluster!) as Shape));
    checkAtom(line, copy.atom);
    assert.equal(print(copy.layoutTv), line.tv);
    assert.equal(print(copy.tiler), line.tiler);
    const thr = copySlice(copy, 0);
    assert.equal(print(value(copyPartition(thr, 'S', layout(line.gA!))).layout), line.partS);
    const shared = value(copyPartition(thr, 'D', layout(line.smem!)));
    assert.equal(print(innermostLayout(shared.layout)), line.partD);
  },
  tma_refused(line) {
    const atom = makeTmaAtom(requestOf(line), tileOf(line));
    assert.ok(atom instanceof Violation);
    assert.equal(atom.detail.cute, line.cute);
  },
  tmem_addresses(line) {
    assert.equal(print(value(tmemAddresses(value(copyOperation(line.copy!))))), line.addresses);
  },
  op_repeater(line) {
    const chosen = line.chosen!.split(' ').map((row) => row.split(':') as [string, string]);
    for (const [bits, name] of chosen) assert.equal(repeatedTmem(line.copy!, Number(bits)) ?? 'void', name);
  },
  tmem_load_to_store(line) {
    assert.equal(storeOfTmemLoad(line.copy!), line.chosen);
  },
  tmem_copy(line) {
    const element = elementType(line.element!)!;
    const atom = value(copyAtom(value(copyOperation(line.copy!)), element));
    const copy = value(makeTmemCopy(atom, plain(line.data!), element.bits));
    assert.equal(print(copy.layoutTv), line.tv);
    assert.equal(print(copy.tiler), line.tiler);
    const thr = copySlice(copy, 0);
    assert.equal(print(value(copyPartition(thr, 'S', layout(line.data!))).layout), line.partS);
  },
};

for (const [file, least] of [
  ['./tma.jsonl', 50],
  ['./tensor-memory-copies.jsonl', 254],
] as const) {
  const lines = linesOf(file);
  for (const kind of new Set(lines.map((line) => line.kind))) {
    test(`${kind}: as C++ CuTe`, () => {
      assert.ok(lines.length >= least);
      for (const line of lines) if (line.kind === kind) checks[kind]!(line);
    });
  }
}
