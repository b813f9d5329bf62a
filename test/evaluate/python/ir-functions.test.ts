// Every result that the tests of the CuTe IR state, as a function of CuTe DSL: its last name is hovered. What is not
// known of an integer is a parameter of the function. Strides of modes of one element may be open, where versions differ.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { hoverAt } from '../../../server/src/features/hover/hover-at.ts';
import type { Grammars } from '../../../server/src/syntax/grammars.ts';
import { pythonGrammars } from './support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

interface IrRecord {
  readonly expr: string;
  readonly result?: string;
}

const records = readFileSync(new URL('../../golden/cute-ir.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as IrRecord);

/** The notation of the IR, read from left to right and written as Python. */
class Writer {
  readonly parameters: string[] = [];
  #rest: string;

  constructor(text: string) {
    this.#rest = text;
  }

  expression(): string {
    const call = /^(\w+)(?:<([-\d,]+)>)?\(/.exec(this.#rest);
    if (call === null || call[1] === 'S') return this.#called(this.#value());
    this.#take(call[0]);
    return callOf(call[1]!, call[2], this.#list(')'));
  }

  /** `(L)(1,2)`: one coordinate, a tuple of several modes. */
  #called(value: string): string {
    if (!this.#skip('(')) return value;
    const items = this.#list(')');
    return `${value}(${items.length === 1 ? items[0] : `(${items.join(', ')})`})`;
  }

  /** Layouts and swizzles, with those that are applied before them. */
  #value(): string {
    const first = this.#layout();
    if (!this.#skip(' o ')) return first;
    const offset = this.#layout();
    return this.#skip(' o ') ? `cute.make_composed_layout(${first}, ${offset}, ${this.#value()})` : missing();
  }

  #layout(): string {
    const swizzle = /^S<(\d+),(\d+),(\d+)>/.exec(this.#rest);
    if (swizzle !== null) {
      this.#take(swizzle[0]);
      return `cute.make_swizzle(${swizzle.slice(1).join(', ')})`;
    }
    const shape = this.#tuple();
    return this.#skip(':') ? `cute.make_layout(${shape}, stride=${this.#tuple()})` : shape;
  }

  #tuple(): string {
    if (this.#skip('<')) return `(${this.#list('>').join(', ')},)`;
    if (this.#skip('[')) return `(${this.#list(']').join(', ')},)`;
    if (!this.#skip('(')) return this.#scaled();
    const from = this.#rest;
    const items = this.#list(')');
    // What brackets hold is a layout where it is one: `((4,8):(8,1))(5)`.
    const isLayout = items.length === 1 && /^cute\.make_/.test(items[0]!);
    return isLayout ? items[0]! : from.startsWith(')') ? '()' : `(${items.join(', ')},)`;
  }

  #list(end: string): string[] {
    const items: string[] = [];
    while (!this.#skip(end)) {
      if (this.#rest === '') return missing();
      items.push(this.#value());
      this.#skip(';') || this.#skip(',') || this.#skip(' ');
      this.#skip(' ');
    }
    return items;
  }

  #scaled(): string {
    const leaf = this.#leaf();
    const path: string[] = [];
    while (this.#skip('@')) path.push(this.#leaf());
    // The IR writes the innermost mode first.
    return path.length === 0 ? leaf : `${leaf} * cute.E([${path.reverse().join(', ')}])`;
  }

  #leaf(): string {
    if (this.#skip('_')) return 'None';
    const open = /^\?(?:\{(i64)?\s*(?:div=(\d+))?\})?/.exec(this.#rest);
    if (open !== null) {
      this.#take(open[0]);
      const name = `d${this.parameters.length}`;
      this.parameters.push(`${name}: cutlass.Int${open[1] === undefined ? 32 : 64}`);
      return open[2] === undefined ? name : `cute.assume(${name}, divby=${open[2]})`;
    }
    const number = /^-?\d+/.exec(this.#rest) ?? missing();
    this.#take(number[0]);
    return number[0];
  }

  #take(text: string): void {
    this.#rest = this.#rest.slice(text.length);
  }

  #skip(text: string): boolean {
    if (!this.#rest.startsWith(text)) return false;
    this.#take(text);
    return true;
  }
}

class NotWritten extends Error {}
const missing = (): never => {
  throw new NotWritten();
};

/** A call as the DSL has it; modes in angles are an argument there. */
function callOf(name: string, modes: string | undefined, args: readonly string[]): string {
  if (name === 'slice') return `cute.slice_(${args.toReversed().join(', ')})`;
  if (name === 'group_modes') return `cute.group_modes(${[...args, modes].join(', ')})`;
  if (name === 'coalesce' && args.length === 2) return `cute.coalesce(${args[0]}, target_profile=${args[1]})`;
  // Without a cotarget, and without an order, they are the IR's alone.
  if (name === 'complement' && args.length === 1) return missing();
  if (name === 'tile_to_shape' && args.length === 2) return missing();
  const mode = modes === undefined ? [] : [`mode=[${modes}]`];
  return `cute.${name}(${[...args, ...mode].join(', ')})`;
}

/** Integers that are known at run time alone, by whatever name. */
const open = (text: string): string =>
  text
    .replace(/\?\{[^}]*\}/g, '?')
    .replace(/[^(),:@ ]*\bd\d+[^(),:@ ]*/g, '?')
    .replace(/,\)| /g, (found) => (found === ' ' ? '' : ')'));

/** The leaves of a printed value, with what stands between them. */
const leaves = (text: string): readonly string[] => open(text).split(/([(),:]|o)/);

/** Equal but for strides that one leaves open. */
function agrees(shown: string, stated: string): boolean {
  const [a, b] = [leaves(shown), leaves(stated)];
  return a.length === b.length && a.every((leaf, i) => leaf === b[i] || leaf === '?');
}

test('every result of the CuTe IR that can be written in CuTe DSL is hovered, or is unknown', () => {
  const written: { readonly expr: string; readonly result: string; readonly text: string }[] = [];
  for (const { expr, result } of records) {
    if (result === undefined) continue;
    const writer = new Writer(expr);
    try {
      const value = writer.expression();
      const text = `@cute.jit\ndef f${written.length}(${writer.parameters.join(', ')}):\n    result = ${value}\n`;
      written.push({ expr, result, text });
    } catch (error) {
      if (!(error instanceof NotWritten)) throw error;
    }
  }
  const head = 'import cutlass\nimport cutlass.cute as cute\n';
  const text = head + written.map((w) => w.text).join('');
  const document = openDocument(grammars, 'python', text);
  const wrong: string[] = [];
  let shown = 0;
  let offset = head.length;
  for (const { expr, result, text: own } of written) {
    const at = offset + own.indexOf('result =');
    offset += own.length;
    const found = hoverAt(document, grammars, at, { picture: false, derivation: false, links: () => [] });
    const [line = ''] = found?.content.value ?? [];
    if (line === '' || line.startsWith('not known') || line.startsWith('known only')) continue;
    if (agrees(line, result)) shown++;
    else wrong.push(`${expr}\n    stated ${result}\n    hovered ${line}`);
  }
  document.dispose();
  assert.deepEqual(wrong, []);
  // Run-time integers, and a few whose profile differs between versions, have nothing to show.
  assert.equal(`${written.length} written, ${shown} hovered`, '382 written, 346 hovered');
});
