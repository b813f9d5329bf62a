// The values of the declarations of a C++ text, and a check against what `//=` lines of the text expect.

import assert from 'node:assert/strict';
import { type Failure, isFailure } from '../../server/src/algebra/integer/failure.ts';
import { printMarked } from '../../server/src/algebra/layout/print.ts';
import type { AlgebraValue } from '../../server/src/algebra/layout/value.ts';
import { openDocument } from '../../server/src/analysis/document/document.ts';
import { Tensor, TypeValue, Unknown, type Value } from '../../server/src/evaluate/model/value.ts';
import { hardwareLines, isHardwareValue } from '../../server/src/hardware/value.ts';
import { grammars } from '../evaluate/cpp/support.ts';

const loaded = await grammars();

/** A value as these tests write it; `special` writes what a test wants otherwise, and null for the rest. */
export function written(
  value: Value | Failure,
  special: (value: Value) => string | null = () => null,
): string {
  if (isFailure(value)) return `violation: ${JSON.stringify(value)}`;
  if (value instanceof Unknown) return `unknown: ${value.reason}`;
  if (value instanceof TypeValue)
    return value.instance === null ? value.name : written(value.instance, special);
  const own = special(value);
  if (own !== null) return own;
  if (value instanceof Tensor) return written(value.layout, special);
  if (isHardwareValue(value)) {
    const { title, lines } = hardwareLines(value);
    return `${title} ${lines.map((line) => `${line.label}=${line.text}`).join(' ')}`;
  }
  return printMarked(value as AlgebraValue);
}

/** The value of every declaration of a C++ text by its name. */
export function valuesOf(text: string): Map<string, Value | Failure> {
  const document = openDocument(loaded, 'cpp', text);
  const values = new Map<string, Value | Failure>();
  for (const site of document.model.sites) {
    if (site.role === 'declaration' && site.name !== null) {
      values.set(site.name, document.model.evaluate(site).value);
    }
  }
  document.dispose();
  return values;
}

/** Checks every `name value` line of a comment that starts with `//=`. */
export function checkDeclarations(text: string, special?: (value: Value) => string | null): void {
  const values = valuesOf(text);
  const expected = [...text.matchAll(/\/\/= (\w+) (.+)/g)];
  assert.ok(expected.length > 0);
  for (const [, name, value] of expected) {
    assert.ok(values.has(name!), `${name} is declared`);
    assert.equal(written(values.get(name!)!, special), value!.trim(), name);
  }
}
