// Who accepts an operation: C++ CuTe, its Python reference pycute, and the paper. They differ, and a
// layout that all three accept is the only one that can be carried between them without a thought.

import { isFailure, Violation } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import { Unknown, type Value } from '../../evaluate/model/value.ts';
import { PyCuteLayout, pycuteBuiltin } from '../../evaluate/python/pycute/pycute.ts';
import type { Origin, SiteEvaluation } from './model.ts';
import { operationVerdict } from './verdicts.ts';

interface AcceptanceVerdict {
  readonly accepts: boolean;
  /** Why not; null where it accepts. */
  readonly why: string | null;
}

interface Acceptance {
  readonly cute: AcceptanceVerdict;
  /** null where pycute has no such operation, or where it is not decided. */
  readonly pycute: AcceptanceVerdict | null;
  /** null for operations to which the conditions of Cecka 3.3.2 say nothing. */
  readonly paper: AcceptanceVerdict | null;
}

const ACCEPTED: AcceptanceVerdict = { accepts: true, why: null };

/** The operations of C++ under the names by which pycute has them too. */
const IN_PYCUTE = new Set([
  'composition',
  'complement',
  'coalesce',
  'filter',
  'right_inverse',
  'left_inverse',
  'logical_divide',
  'zipped_divide',
  'tiled_divide',
  'logical_product',
  'zipped_product',
  'tiled_product',
]);

/** `cute::composition`, `A o B` and `cute.composition` are all composition. */
function plainName({ operation }: Origin): string {
  const name = operation.replace(/^.*(::|\.)/, '');
  return name === 'operator o' || name === 'compose' ? 'composition' : name;
}

/** A value with its integers as Python has them; null when one of them is not known. */
function inPython(value: Value): Value | null {
  if (typeof value === 'number') return value;
  if (value instanceof Dynamic) return typeof value.value === 'number' ? value.value : null;
  if (value instanceof Layout) {
    const shape = inPython(value.shape as Value);
    const stride = inPython(value.stride as Value);
    if (shape === null || stride === null) return null;
    return new PyCuteLayout(shape as Layout['shape'], stride as Layout['stride']);
  }
  if (!Array.isArray(value)) return null;
  const items = (value as readonly Value[]).map(inPython);
  return items.includes(null) ? null : (items as readonly Value[]);
}

function pycuteVerdict(name: string, origin: Origin): AcceptanceVerdict | null {
  const builtin = IN_PYCUTE.has(name) ? pycuteBuiltin(name) : undefined;
  if (builtin === undefined) return null;
  const args: Value[] = [];
  for (const { value } of origin.args) {
    const arg = isFailure(value) ? null : inPython(value);
    if (arg === null) return null;
    args.push(arg);
  }
  const result = builtin({ name, args, keywords: new Map(), template: [] });
  if (result instanceof Unknown) return null;
  return isFailure(result)
    ? { accepts: false, why: result instanceof Violation ? result.message : result.reason }
    : ACCEPTED;
}

/** Null for what is no operation of the algebra, or has no verdict. */
export function acceptanceOf(evaluation: SiteEvaluation): Acceptance | null {
  const { origin, value } = evaluation;
  if (origin === null || value instanceof Unknown) return null;
  if (isFailure(value) && !(value instanceof Violation)) return null;
  // On overflow C++ goes on with a wrapped integer.
  const isRefused = value instanceof Violation && value.code !== 'overflow';
  const cute = isRefused ? { accepts: false, why: value.message } : ACCEPTED;
  const pycute = pycuteVerdict(plainName(origin), origin);
  const failed = operationVerdict(evaluation)?.parts.find((part) => part.verdict.failed !== null);
  const isDecided = operationVerdict(evaluation) !== null;
  const paper = !isDecided
    ? null
    : failed === undefined
      ? ACCEPTED
      : { accepts: false, why: failed.verdict.failed!.text };
  return { cute, pycute, paper };
}

/** `C++ CuTe; not by pycute, not by the paper (20)`; null where nobody disagrees. */
export function disagreement({ cute, pycute, paper }: Acceptance): string | null {
  const all = [
    { who: 'C++ CuTe', verdict: cute },
    { who: 'pycute', verdict: pycute },
    { who: 'the paper', verdict: paper },
  ].flatMap(({ who, verdict }) => (verdict === null ? [] : [{ who, verdict }]));
  const accepting = all.filter(({ verdict }) => verdict.accepts).map(({ who }) => who);
  const refusing = all.filter(({ verdict }) => !verdict.accepts).map(({ who }) => who);
  if (accepting.length === 0 || refusing.length === 0) return null;
  return `${accepting.join(' and ')}; not by ${refusing.join(' or ')}`;
}
