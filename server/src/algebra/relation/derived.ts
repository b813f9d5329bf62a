// Layouts that are worked out through relations (document 000, Algorithms 2 to 6), by whoever answers questions.

import { isFailure, NeedsValue, type Outcome, Violation } from '../integer/failure.ts';
import type { Layout } from '../layout/layout.ts';
import { printPlain } from '../layout/print.ts';
import { layoutMapping } from './layout.ts';
import { type Answer, type Ask, type Question, Undecided } from './question.ts';
import { type MapTerm, type SetTerm, set } from './term.ts';

/** The answer; an Undecided is thrown, and caught by `derived`. */
export async function decided<Q extends Question>(
  question: Q,
  ask: Ask,
): Promise<Exclude<Answer<Q>, Undecided>> {
  const answer = await ask(question);
  if (answer instanceof Undecided) throw answer;
  return answer as Exclude<Answer<Q>, Undecided>;
}

/** What a procedure comes to, which throws violations and Undecideds. */
export async function derived(run: () => Promise<Layout>): Promise<Layout | Violation | Undecided> {
  try {
    return await run();
  } catch (e) {
    if (e instanceof Violation || e instanceof Undecided) return e;
    if (e instanceof NeedsValue) return new Undecided('parametric', e.reason);
    throw e;
  }
}

const SOURCE = 'document 000';

export function noLayout(message: string): never {
  throw new Violation('inadmissible', message, { source: SOURCE });
}

export function orThrow<T>(made: Outcome<T>): T {
  if (isFailure(made)) throw made;
  return made;
}

/** The layout mapping of a layout. */
export const mappingOf = (layout: Layout): MapTerm => orThrow(layoutMapping(layout, 'flat'));

export const pointText = (numbers: readonly number[]): string => `[${numbers.join(', ')}]`;

const pointOf = (numbers: readonly number[]): SetTerm => set(`{ ${pointText(numbers)} }`);

/** The only number that a relation gives for a point. */
export async function numberAt(of: MapTerm, at: readonly number[], ask: Ask): Promise<number> {
  const output = await decided({ ask: 'smallest', of: { op: 'image', of: pointOf(at), by: of } }, ask);
  if (output === null) return noLayout(`the relation gives nothing for ${pointText(at)}`);
  return output.length === 1 ? output[0]! : noLayout('the relation gives coordinates, not offsets');
}

/** The largest number of a set of numbers. */
export async function largest(of: SetTerm, ask: Ask): Promise<number> {
  const found = await decided({ ask: 'smallest', of: { op: 'lexmax', of } }, ask);
  return found === null ? noLayout('the relation is empty') : found[0]!;
}

/** How many inputs a relation has. */
export const sizeOf = (of: MapTerm, ask: Ask): Promise<number> =>
  decided({ ask: 'count', of: { op: 'domain', of } }, ask);

/** Refuses a layout that is another function than a relation, with the smallest coordinate at which it is. */
export async function confirmed(layout: Layout, mapping: MapTerm, ask: Ask): Promise<Layout> {
  const own = mappingOf(layout);
  if (await decided({ ask: 'equal', left: own, right: mapping }, ask)) return layout;
  const differing = { op: 'domain', of: { op: 'subtract', kind: 'map', left: own, right: mapping } } as const;
  const at = await decided({ ask: 'smallest', of: differing }, ask);
  const where =
    at === null
      ? ''
      : `: at ${at[0]} it gives ${await numberAt(own, at, ask)}, the mapping ${await numberAt(mapping, at, ask)}`;
  return noLayout(`${printPlain(layout)} has the strides, and is another function${where}`);
}
