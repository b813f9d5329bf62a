// What becomes of one snippet: its variables as the program printed them, against those that Layout Lens shows.

import type { Grammars } from '../../server/src/syntax/grammars.ts';
import { ask } from './ask.ts';
import { type Comparison, compare, type Names, type Truth } from './compare.ts';
import type { Outcome } from './compile.ts';
import { type Probe, probesOf, type Snippet } from './snippet.ts';

/** One variable's result. */
export interface Answer {
  readonly probe: Probe;
  readonly truth: Truth;
  /** null: Layout Lens sees no declaration there. */
  readonly comparison: Comparison | null;
}

/** `messages`: what the compiler said of pieces that were left out. */
export type Examined =
  | {
      readonly kind: 'compared';
      readonly snippet: Snippet;
      readonly answers: readonly Answer[];
      readonly messages: readonly string[];
    }
  | { readonly kind: 'refused' | 'crashed'; readonly snippet: Snippet; readonly message: string };

export function examine(grammars: Grammars, written: Snippet, outcome: Outcome): Examined {
  if (outcome.kind === 'refused') return { kind: 'refused', snippet: written, message: outcome.message };
  if (outcome.kind === 'crashed')
    return { kind: 'crashed', snippet: written, message: 'it does not run to its end' };
  const { snippet, truths, messages } = outcome;
  const values = ask(grammars, snippet);
  const names = integerNames(snippet, truths);
  const answers = probesOf(snippet).flatMap((probe, i): Answer[] => {
    const truth = truths.get(i);
    if (truth === undefined) return [];
    const value = values[i] ?? null;
    return [{ probe, truth, comparison: value === null ? null : compare(truth, value, probe.kind, names) }];
  });
  return { kind: 'compared', snippet, answers, messages };
}

/** The integers that the names of a snippet's variables stand for. */
function integerNames(snippet: Snippet, truths: ReadonlyMap<number, Truth>): Names {
  const found = new Map<string, bigint>();
  probesOf(snippet).forEach(({ name, kind }, i) => {
    const truth = truths.get(i);
    if (kind === 'value' && truth !== undefined && 'dynamic' in truth && typeof truth.dynamic === 'string')
      found.set(name, BigInt(truth.dynamic));
  });
  return found;
}
