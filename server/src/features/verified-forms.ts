// Source forms of a value, each read back and compared before anyone sees it.

import { type Failure, isFailure } from '../algebra/failure.ts';
import { openDocument } from '../analysis/document.ts';
import { Tensor, TypeValue, Unknown, type Value } from '../evaluate/value.ts';
import { type CppOptions, cppDynamic, cppStatic } from '../render/emit/cpp.ts';
import { notation } from '../render/emit/descriptor.ts';
import { type Form, isKnown, isWhollyStatic } from '../render/emit/form.ts';
import { pycute, pythonDsl } from '../render/emit/python.ts';
import { MARKED, PLAIN, valueText } from '../render/text.ts';
import type { Grammars } from '../syntax/grammars.ts';
import type { ReadyDocument } from '../workspace/session.ts';

/**
 * The value of a text in the notation's grammar, which reads the hosts' literal forms too; null when it has none.
 * `unmarked` says what a plain `4` is.
 */
export function readBack(grammars: Grammars, text: string, unmarked: 'static' | 'dynamic'): Value | null {
  const scratch = openDocument(grammars, 'notation', text, { unmarked });
  try {
    const site = scratch.model.sites.find((s) => s.span.start === 0 && s.span.end >= text.length);
    if (site === undefined) return null;
    const { value } = scratch.model.evaluate(site);
    return isFailure(value) || value instanceof Unknown ? null : value;
  } finally {
    scratch.dispose();
  }
}

interface Candidate extends Form {
  readonly unmarked: 'static' | 'dynamic';
  /** Compared with or without what is static. */
  readonly exact: boolean;
}

/** `cute::`, where the file does not use the namespace. */
export function cppOptions(text: string): CppOptions {
  return { prefix: /using\s+namespace\s+cute\b|namespace\s+cute\b/.test(text) ? '' : 'cute::' };
}

function candidates(value: Value, text: string): readonly Candidate[] {
  const options = cppOptions(text);
  const list: (Candidate | null)[] = [
    form('cpp', 'C++', cppStatic(value, options), 'dynamic', true),
    isWhollyStatic(value)
      ? form('cpp-dynamic', 'C++, run-time integers', cppDynamic(value, options), 'dynamic', false)
      : null,
    form('python', 'CuTe DSL', pythonDsl(value, { prefix: 'cute.' }), 'static', false),
    form('pycute', 'pycute', pycute(value), 'static', false),
    form('notation', 'layout text', notation(value, false), 'static', false),
  ];
  return list.filter((candidate) => candidate !== null);
}

function form(
  id: Form['id'],
  label: string,
  text: string | null,
  unmarked: 'static' | 'dynamic',
  exact: boolean,
): Candidate | null {
  return text === null ? null : { id, label, text, unmarked, exact };
}

/** The value that forms are written for: of a variable of the type, the layout of a tensor. */
export function writable(value: Value | Failure): Value | null {
  if (isFailure(value) || value instanceof Unknown || value instanceof Tensor) return null;
  if (value instanceof TypeValue) return value.instance === null ? null : writable(value.instance);
  return isKnown(value) && typeof value !== 'string' ? value : null;
}

/** Every form of a value that reads back as the same value. Empty when something in it is not known. */
export function verifiedForms(
  value: Value | Failure,
  { analysis, grammars }: Pick<ReadyDocument, 'analysis' | 'grammars'>,
): readonly Form[] {
  const known = writable(value);
  if (known === null) return [];
  return candidates(known, analysis.text)
    .filter(({ text, unmarked, exact }) => {
      const again = readBack(grammars, text, unmarked);
      const style = exact ? MARKED : PLAIN;
      return again !== null && valueText(again, style) === valueText(known, style);
    })
    .map(({ id, label, text }) => ({ id, label, text }));
}
