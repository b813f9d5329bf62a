// `layout-lens emit`: the arithmetic that a layout stands for, in a language, or the layout in another notation.

import { isFailure, type Outcome, Violation } from '../../algebra/integer/failure.ts';
import { type AnyLayout, ComposedLayout, Layout } from '../../algebra/layout/layout.ts';
import { LegoLayout } from '../../algebra/lego/lego.ts';
import { OpenChain } from '../../algebra/lego/open.ts';
import { legoOf, strided } from '../../algebra/lego/strided.ts';
import { legoText } from '../../algebra/lego/text.ts';
import { basesOf, LinearLayout, sizesOf } from '../../algebra/linear/layout.ts';
import { type Ask, Undecided } from '../../algebra/relation/question.ts';
import type { Value } from '../../evaluate/model/value.ts';
import { emitProved } from '../../render/emit/index/emit.ts';
import { type IndexLanguage, LANGUAGES } from '../../render/emit/index/languages.ts';
import { linearForm } from '../../render/emit/index/linear.ts';
import type { Closed, Indexed } from '../../render/emit/index/subject.ts';
import type { Emitted } from '../../render/emit/index/written.ts';
import { PLAIN, valueText } from '../../render/text/text.ts';
import type { Evaluator } from './eval.ts';

type Target = IndexLanguage | 'cute' | 'lego' | 'linear';

const LAYOUTS: readonly Target[] = [...(Object.keys(LANGUAGES) as IndexLanguage[]), 'cute', 'lego', 'linear'];
/** With ISL's notation, which libisl writes (relations.ts). */
export const TARGETS: readonly string[] = [...LAYOUTS, 'isl'];
export const isTarget = (name: string): name is Target => (LAYOUTS as readonly string[]).includes(name);

interface EmitRequest {
  readonly to: Target;
  readonly inverse: boolean;
  readonly names: readonly string[];
}

export type EmitResult =
  | {
      readonly ok: true;
      readonly lines: readonly string[];
      /** Arithmetic operations of all lines; null for a layout. */
      readonly operations: number | null;
      /** What has to hold of sizes that are names, in the language. */
      readonly assumes?: readonly string[];
      /** Where an index of an expanded layout has a position. */
      readonly inside?: string;
      /** How it was checked. */
      readonly checked?: string;
    }
  | { readonly ok: false; readonly code: string; readonly message: string };

const refused = (code: string, message: string): EmitResult => ({ ok: false, code, message });

function failed(failure: Outcome<unknown>): EmitResult {
  return failure instanceof Violation
    ? refused(failure.code, failure.message)
    : refused('unknown', 'what it needs is not known');
}

function layoutOf(value: Value | null): Indexed | null {
  return value instanceof Layout ||
    value instanceof ComposedLayout ||
    value instanceof LegoLayout ||
    value instanceof OpenChain ||
    value instanceof LinearLayout
    ? value
    : null;
}

export async function emitExpression(
  evaluator: Evaluator,
  expression: string,
  request: EmitRequest,
  ask: Ask,
): Promise<EmitResult> {
  const { result, value } = evaluator.result(expression);
  if (!result.ok) return refused(result.code, result.message);
  const layout = layoutOf(value);
  if (layout === null) return refused('not-a-layout', `${expression} is no layout`);
  const { to, inverse, names } = request;
  if (to !== 'cute' && to !== 'lego' && to !== 'linear') {
    const emitted = await emitProved(layout, { language: to, inverse, names }, ask);
    if (emitted instanceof Undecided) return refused('undecided', emitted.message);
    return isFailure(emitted) ? failed(emitted) : asLines(emitted, to);
  }
  if (inverse || names.length > 0) return refused('wrong-kind', `--inverse and --names are not for ${to}`);
  if (layout instanceof OpenChain)
    return to === 'lego'
      ? { ok: true, lines: [legoText(layout)], operations: null }
      : refused('unsupported', `a chain whose sizes are names is not written as ${to}`);
  if (to === 'linear') return asLinear(layout);
  if (layout instanceof LinearLayout) return refused('wrong-kind', `a linear layout is not written as ${to}`);
  return to === 'cute' ? asCute(layout) : asLego(layout);
}

/** The expressions behind what they name, with comments that tell what they are under. */
function asLines(emitted: Emitted, to: IndexLanguage): EmitResult {
  const { definitions, expressions, operations, assumes, inside, checked } = emitted;
  const { comment } = LANGUAGES[to];
  const under = assumes.length === 0 ? [] : [`${comment} assumes ${assumes.join(' and ')}`];
  // Its condition may have the names that are defined before it.
  const where = inside === null ? [] : [`${comment} inside where ${inside}`];
  return {
    ok: true,
    lines: [...under, ...definitions, ...where, ...expressions],
    operations,
    ...(assumes.length === 0 ? {} : { assumes }),
    ...(inside === null ? {} : { inside }),
    checked,
  };
}

function asCute(layout: AnyLayout | LegoLayout): EmitResult {
  if (!(layout instanceof LegoLayout))
    return { ok: true, lines: [valueText(layout, PLAIN)], operations: null };
  const found = strided(layout);
  if (found !== null && 'layout' in found)
    return { ok: true, lines: [valueText(found.layout, PLAIN)], operations: null };
  return refused('inadmissible', 'no strides compute the positions of the chain');
}

function asLego(layout: AnyLayout | LegoLayout): EmitResult {
  if (layout instanceof ComposedLayout) return refused('wrong-kind', 'a composed layout is no chain of RegP');
  const chain = layout instanceof LegoLayout ? layout : legoOf(layout);
  return isFailure(chain) ? failed(chain) : { ok: true, lines: [legoText(chain)], operations: null };
}

/** As `LinearLayout({…}, {…})`, which is read back. */
function asLinear(layout: Closed): EmitResult {
  const linear = linearForm(layout);
  if (isFailure(linear)) return failed(linear);
  const images = basesOf(linear).map(([name, bases]) => `"${name}": ${JSON.stringify(bases)}`);
  const sizes = sizesOf(linear).map(([name, size]) => `"${name}": ${size}`);
  const text = `LinearLayout({${images.join(', ')}}, {${sizes.join(', ')}})`;
  return { ok: true, lines: [text], operations: null };
}
