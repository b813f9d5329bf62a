// Python expressions → the atoms that they are, by the names of their instructions; and the modes of what is not known.

import assert from 'node:assert/strict';
import { openDocument } from '../../../../server/src/analysis/document/document.ts';
import { Symbolic } from '../../../../server/src/evaluate/model/symbolic.ts';
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

/** What is known of something that has no value: `tensor (MMA,MMA_M,MMA_K,…)` where more modes may follow. */
function partsText(value: Value | object): string {
  if (!(value instanceof Symbolic)) return show(value);
  const { parts } = value;
  if (parts.kind === 'term') return parts.extent.text;
  const modes = [...parts.modes.map((m) => m.text), ...(parts.isOpenEnded === true ? ['…'] : [])];
  return `${parts.kind} (${modes.join()})`;
}

/** `expression → instruction`, one a line. */
export const checkAtoms = (grammars: Grammars, imports: string, lines: string): void =>
  checkTexts(grammars, imports, lines, atomText);

/** `expression → modes`, one a line, in a kernel whose text comes before. */
export const checkModes = (grammars: Grammars, kernel: string, lines: string, indent = '    '): void =>
  checkTexts(grammars, kernel, lines, partsText, indent);

function checkTexts(
  grammars: Grammars,
  before: string,
  lines: string,
  textOf: (value: Value | object) => string,
  indent = '',
): void {
  const cases = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(' → ') as [string, string]);
  const text = cases.map(([expression], i) => `${indent}v${i} = ${expression}`).join('\n');
  const document = openDocument(grammars, 'python', `${before}${text}\n`);
  const texts = new Map<string | null, string>();
  try {
    for (const site of document.model.sites) {
      if (site.role === 'declaration') texts.set(site.name, textOf(document.model.evaluate(site).value));
    }
  } finally {
    document.dispose();
  }
  for (const [i, [expression, expected]] of cases.entries())
    assert.equal(texts.get(`v${i}`), expected, expression);
}
