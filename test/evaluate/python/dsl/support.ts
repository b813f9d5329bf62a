// Python expressions → the atoms that they are, by the names of their instructions.

import assert from 'node:assert/strict';
import { openDocument } from '../../../../server/src/analysis/document/document.ts';
import type { Value } from '../../../../server/src/evaluate/model/value.ts';
import { CopyAtom, CopyOperation } from '../../../../server/src/hardware/copy/copy-atom.ts';
import { TiledCopy } from '../../../../server/src/hardware/copy/tiled-copy.ts';
import { MmaAtom } from '../../../../server/src/hardware/mma/mma-atom.ts';
import { TiledMma } from '../../../../server/src/hardware/mma/tiled-mma.ts';
import { TmaInstruction } from '../../../../server/src/hardware/tma/tma.ts';
import type { Grammars } from '../../../../server/src/syntax/grammars.ts';
import { show } from '../support.ts';

/** An atom by its instruction, one of copies with its element type. */
function atomText(value: Value | object): string {
  if (value instanceof TiledMma || value instanceof TiledCopy) return atomText(value.atom);
  if (value instanceof CopyAtom) return `${value.operation.name} of ${value.element.name}`;
  const isNamed =
    value instanceof MmaAtom || value instanceof CopyOperation || value instanceof TmaInstruction;
  return isNamed ? value.name : show(value);
}

/** `expression → instruction`, one a line. */
export function checkAtoms(grammars: Grammars, imports: string, lines: string): void {
  const cases = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(' → ') as [string, string]);
  const text = cases.map(([expression], i) => `v${i} = ${expression}`).join('\n');
  const document = openDocument(grammars, 'python', `${imports}${text}\n`);
  const atoms = new Map<string | null, string>();
  try {
    for (const site of document.model.sites) {
      if (site.role === 'declaration') atoms.set(site.name, atomText(document.model.evaluate(site).value));
    }
  } finally {
    document.dispose();
  }
  for (const [i, [expression, instruction]] of cases.entries())
    assert.equal(atoms.get(`v${i}`), instruction, expression);
}
