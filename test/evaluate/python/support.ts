// Python text → the values of its names, for tests.

import assert from 'node:assert/strict';
import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { printPlain } from '../../../server/src/algebra/layout/print.ts';
import type { AlgebraValue } from '../../../server/src/algebra/layout/value.ts';
import { type OpenDocument, openDocument } from '../../../server/src/analysis/document/document.ts';
import {
  OneOf,
  Pointer,
  Tensor,
  TypeValue,
  Unknown,
  type Value,
} from '../../../server/src/evaluate/model/value.ts';
import { printPython } from '../../../server/src/evaluate/python/dsl/print.ts';
import { isTritonValue, tritonText } from '../../../server/src/hardware/triton/value.ts';
import { isHardwareValue } from '../../../server/src/hardware/value.ts';
import { type Grammars, loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';

export async function pythonGrammars(): Promise<Grammars> {
  const grammars = await loadGrammars(grammarFiles);
  await grammars.ready('python');
  await grammars.ready('notation');
  return grammars;
}

export function show(value: Value | ReturnType<typeof String> | object): string {
  if (isFailure(value)) return `refused: ${'message' in value ? value.message : value.reason}`;
  if (value instanceof Unknown) return `unknown: ${value.reason}`;
  if (value instanceof Tensor) return `tensor ${printPlain(value.layout)}`;
  if (value instanceof TypeValue) return value.name;
  if (value instanceof Pointer || value instanceof OneOf) return printPython(value);
  if (isTritonValue(value)) return tritonText(value);
  if (isHardwareValue(value)) return 'atom';
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `(${value.map((v) => show(v as Value)).join(',')})`;
  return printPlain(value as AlgebraValue);
}

/** The last value of each declared name, printed. Members of classes and functions by their bare names. */
export function valuesOf(grammars: Grammars, text: string): ReadonlyMap<string, string> {
  const document = openDocument(grammars, 'python', text);
  try {
    return declared(document);
  } finally {
    document.dispose();
  }
}

function declared({ model }: OpenDocument): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const site of model.sites) {
    if (site.role === 'declaration' && site.name !== null)
      values.set(site.name, show(model.evaluate(site).value));
  }
  return values;
}

/** Checks the last values of names; a RegExp where only the reason of an unknown matters. */
export function checkValues(
  grammars: Grammars,
  text: string,
  expected: Readonly<Record<string, string | RegExp>>,
): void {
  const values = valuesOf(grammars, text);
  for (const [name, value] of Object.entries(expected)) {
    const got = values.get(name) ?? 'no such name';
    if (typeof value === 'string') assert.equal(got, value, name);
    else assert.match(got, value, name);
  }
}

/** `expression → value`, one a line. */
export function checkExpressions(grammars: Grammars, imports: string, lines: string): void {
  const cases = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(' → ') as [string, string]);
  const text = cases.map(([expression], i) => `v${i} = ${expression}`).join('\n');
  const values = valuesOf(grammars, `${imports}${text}\n`);
  for (const [i, [expression, value]] of cases.entries())
    assert.equal(values.get(`v${i}`), value, expression);
}

export const DSL_IMPORTS = 'import cutlass\nimport cutlass.cute as cute\n';

/** Checks the values of a text of the CuTe DSL, which follows its imports. */
export const dslChecker =
  (grammars: Grammars) =>
  (text: string, expected: Readonly<Record<string, string | RegExp>>): void =>
    checkValues(grammars, `${DSL_IMPORTS}${text}`, expected);
