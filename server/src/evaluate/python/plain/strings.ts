// Python's strings: parts of them, their methods, and numbers as text. Python counts code points and JavaScript does not,
// and their tables of capital letters differ, so that texts of printable ASCII alone are looked into.

import type { Builtin } from '../../model/builtin.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { listOf } from '../../values/list-values.ts';
import { PythonFloat } from './floats.ts';

const unsupported = (what: string): Unknown => new Unknown('unsupported', `${what} is not computed`);

/** A text in which every character is one of both languages. */
export const isPlainText = (v: Value | undefined): v is string => typeof v === 'string' && /^[ -~]*$/.test(v);

const MAXIMUM_LENGTH = 4096;

const trimmed = (text: string, characters: string, ends: 'both' | 'start' | 'end'): string => {
  let [from, to] = [0, text.length];
  if (ends !== 'end') while (from < to && characters.includes(text[from]!)) from++;
  if (ends !== 'start') while (to > from && characters.includes(text[to - 1]!)) to--;
  return text.slice(from, to);
};

/** `text.split(separator, most)`; without a separator at runs of spaces. */
function split(text: string, separator: string | undefined, most: number): readonly string[] | null {
  if (separator === '') return null;
  const words = separator === undefined ? text.split(' ').filter((w) => w !== '') : text.split(separator);
  if (most < 0 || words.length <= most + 1) return words;
  return separator === undefined ? null : [...words.slice(0, most), words.slice(most).join(separator)];
}

/** A method of texts that takes at most `most` texts, by position. */
const ofTexts =
  (most: number, run: (text: string, given: readonly string[]) => Value | null): Method =>
  (text, name) =>
  ({ args, keywords }) => {
    const isTaken = args.length <= most && keywords.size === 0 && args.every(isPlainText);
    return (isTaken ? run(text, args as readonly string[]) : null) ?? unsupported(`${name} of these`);
  };

type Method = (text: string, name: string) => Builtin;

/** One of several beginnings or ends may be asked for, in a tuple. */
const borders =
  (is: (text: string, border: string) => boolean): Method =>
  (text, name) =>
  ({ args: [border, ...more], keywords }) => {
    const all = Array.isArray(border) ? (border as readonly Value[]) : [border];
    return more.length > 0 || keywords.size > 0 || !all.every(isPlainText)
      ? unsupported(`${name} of these`)
      : (all as readonly string[]).some((each) => is(text, each));
  };

const stripped = (ends: 'both' | 'start' | 'end'): Method =>
  ofTexts(1, (text, [characters = ' ']) => trimmed(text, characters, ends));

const splitting: Method =
  (text, name) =>
  ({ args, keywords }) => {
    const [separator, most] = [args[0] ?? keywords.get('sep'), args[1] ?? keywords.get('maxsplit') ?? -1];
    const places = ['sep', 'maxsplit'];
    // None is given twice.
    const isKnown = args.length <= 2 && [...keywords.keys()].every((k) => places.indexOf(k) >= args.length);
    const words =
      isKnown && (separator === undefined || isPlainText(separator)) && typeof most === 'number'
        ? split(text, separator, most)
        : null;
    return words === null ? unsupported(`${name} of these`) : listOf(words);
  };

const joining: Method =
  (text, name) =>
  ({ args: [items, ...more], keywords }) => {
    const all = isPlainText(items) ? [...items] : Array.isArray(items) ? (items as readonly Value[]) : null;
    const isKnown = all !== null && more.length === 0 && keywords.size === 0 && all.every(isPlainText);
    const joined = isKnown ? all.join(text) : null;
    return joined === null || joined.length > MAXIMUM_LENGTH ? unsupported(`${name} of these`) : joined;
  };

const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['upper', ofTexts(0, (text) => text.toUpperCase())],
  ['lower', ofTexts(0, (text) => text.toLowerCase())],
  ['strip', stripped('both')],
  ['lstrip', stripped('start')],
  ['rstrip', stripped('end')],
  ['startswith', borders((text, border) => text.startsWith(border))],
  ['endswith', borders((text, border) => text.endsWith(border))],
  ['removeprefix', ofTexts(1, (text, [p]) => (p && text.startsWith(p) ? text.slice(p.length) : text))],
  ['removesuffix', ofTexts(1, (text, [s]) => (s && text.endsWith(s) ? text.slice(0, -s.length) : text))],
  ['find', ofTexts(1, (text, [part]) => (part === undefined ? null : text.indexOf(part)))],
  ['count', ofTexts(1, (text, [part]) => (part ? text.split(part).length - 1 : null))],
  ['isdigit', ofTexts(0, (text) => /^[0-9]+$/.test(text))],
  [
    'replace',
    ofTexts(2, (text, [before, after]) =>
      before && after !== undefined ? text.split(before).join(after) : null,
    ),
  ],
  ['split', splitting],
  ['join', joining],
]);

/** A method of a text; undefined where it has none that is known. */
export function stringMethod(of: Value, name: string): Builtin | undefined {
  return isPlainText(of) ? METHODS.get(name)?.(of, name) : undefined;
}

/** `str(x)` of what Python prints as the source would write it. */
export function textOf(v: Value): Value {
  if (typeof v === 'string') return v;
  if (typeof v === 'boolean') return v ? 'True' : 'False';
  if (typeof v === 'number') return `${v}`;
  if (v instanceof PythonFloat) return v.name;
  return v instanceof Unknown ? v : unsupported('the text of this');
}

/** `hex(n)` and `bin(n)`. */
export const inBase =
  (base: 2 | 16, prefix: string) =>
  (v: Value): Value => {
    const n = typeof v === 'boolean' ? Number(v) : v;
    return typeof n === 'number'
      ? `${n < 0 ? '-' : ''}${prefix}${Math.abs(n).toString(base)}`
      : unsupported('the text of this');
  };
