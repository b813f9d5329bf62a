// Source forms of a value, each read back and compared before anyone sees it.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { openDocument } from '../../analysis/document/document.ts';
import { Tensor, TypeValue, Unknown, type Value } from '../../evaluate/model/value.ts';
import type { Dialect } from '../../frontends/common/scope.ts';
import { type CppOptions, cppDynamic, cppStatic } from '../../render/emit/cpp.ts';
import { type Form, isKnown, isWhollyStatic } from '../../render/emit/form.ts';
import { notation } from '../../render/emit/notation.ts';
import { pycute, pythonDsl } from '../../render/emit/python.ts';
import { MARKED, PLAIN, valueText } from '../../render/text/text.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';

/** The language that a form is written in, and what must stand before it there. */
interface Host {
  readonly dialect: Dialect;
  readonly before: string;
  readonly after: string;
}

const CPP: Host = { dialect: 'cpp', before: '#include <cute/tensor.hpp>\nauto value = ', after: ';\n' };
const CPP_IN_CUTE: Host = { ...CPP, before: 'using namespace cute;\nauto value = ' };
const DSL: Host = { dialect: 'python', before: 'import cutlass.cute as cute\nvalue = ', after: '\n' };
const PYCUTE: Host = { dialect: 'python', before: 'from pycute import *\nvalue = ', after: '\n' };
const NOTATION: Host = { dialect: 'notation', before: '', after: '' };

/** The value of an expression that stands alone in a file of a language; null when it has none. */
function readIn(grammars: Grammars, text: string, host: Host, unmarked: 'static' | 'dynamic'): Value | null {
  const scratch = openDocument(grammars, host.dialect, host.before + text + host.after, {
    notation: { unmarked },
    isOnlyRead: true,
  });
  try {
    const from = host.before.length;
    const site = scratch.model.sites.find(
      ({ valueSpan, role }) =>
        valueSpan !== null &&
        role !== 'expression' &&
        valueSpan.start === from &&
        valueSpan.end >= from + text.length,
    );
    if (site === undefined) return null;
    const { value } = scratch.model.evaluate(site);
    return isFailure(value) || value instanceof Unknown ? null : value;
  } finally {
    scratch.dispose();
  }
}

interface Candidate extends Form {
  readonly host: Host;
  readonly unmarked: 'static' | 'dynamic';
  /** Compared with or without what is static. */
  readonly exact: boolean;
}

/** `cute::`, where the file does not use the namespace. */
export function cppOptions(text: string): CppOptions {
  return { prefix: /using\s+namespace\s+cute\b|namespace\s+cute\b/.test(text) ? '' : 'cute::' };
}

/** The most characters of a form: longer ones are not read, and reading them back takes long. */
const MAXIMUM_TEXT = 2000;

function candidates(value: Value, text: string): readonly Candidate[] {
  const options = cppOptions(text);
  const cpp = options.prefix === '' ? CPP_IN_CUTE : CPP;
  const list: readonly (Omit<Candidate, 'text'> & { readonly text: string | null })[] = [
    { id: 'cpp', label: 'C++', text: cppStatic(value, options), host: cpp, unmarked: 'dynamic', exact: true },
    {
      id: 'cpp-dynamic',
      label: 'C++, run-time integers',
      text: isWhollyStatic(value) ? cppDynamic(value, options) : null,
      host: cpp,
      unmarked: 'dynamic',
      exact: false,
    },
    {
      id: 'python',
      label: 'CuTe DSL',
      text: pythonDsl(value, { prefix: 'cute.' }),
      host: DSL,
      unmarked: 'static',
      exact: false,
    },
    { id: 'pycute', label: 'pycute', text: pycute(value), host: PYCUTE, unmarked: 'static', exact: false },
    {
      id: 'notation',
      label: 'layout text',
      text: notation(value, false),
      host: NOTATION,
      unmarked: 'static',
      exact: false,
    },
  ];
  return list.flatMap((candidate) =>
    candidate.text === null || candidate.text.length > MAXIMUM_TEXT
      ? []
      : [{ ...candidate, text: candidate.text }],
  );
}

/** What was found of forms, by all that it depends on: hovers over the same values ask again and again. */
const VERDICTS = new WeakMap<Grammars, Map<string, boolean>>();
const MAXIMUM_VERDICTS = 2000;

/** Whether a form reads back as the value: in its own language, or as notation where that grammar is not loaded. */
function isFaithful(grammars: Grammars, { text, host, unmarked, exact }: Candidate, value: Value): boolean {
  const style = exact ? MARKED : PLAIN;
  const where = grammars.has(host.dialect) ? host : NOTATION;
  const expected = valueText(value, style);
  let verdicts = VERDICTS.get(grammars);
  if (verdicts === undefined || verdicts.size >= MAXIMUM_VERDICTS) {
    verdicts = new Map();
    VERDICTS.set(grammars, verdicts);
  }
  const key = [where.before, unmarked, text, exact, expected].join('\0');
  const known = verdicts.get(key);
  if (known !== undefined) return known;
  const again = readIn(grammars, text, where, unmarked);
  const verdict = again !== null && valueText(again, style) === expected;
  verdicts.set(key, verdict);
  return verdict;
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
    .filter((candidate) => isFaithful(grammars, candidate, known))
    .map(({ id, label, text }) => ({ id, label, text }));
}
