// Sets and relations of integer tuples, as what they are made from: texts in the notation of ISL, and operations on
// them. Nothing is worked out here; whoever shows a term has the library (isl/) read it.

export type SetTerm =
  | { readonly op: 'set'; readonly text: string }
  | { readonly op: 'domain' | 'range'; readonly of: MapTerm }
  /** The images of a set's points, and the points whose images lie in it. */
  | { readonly op: 'image' | 'preimage'; readonly of: SetTerm; readonly by: MapTerm }
  | { readonly op: 'lexmin' | 'lexmax'; readonly of: SetTerm }
  | { readonly op: BooleanOperation; readonly kind: 'set'; readonly left: SetTerm; readonly right: SetTerm };

export type MapTerm =
  | { readonly op: 'map'; readonly text: string }
  | { readonly op: 'inverse'; readonly of: MapTerm }
  /** `first`, then `next`: ISL's apply_range. */
  | { readonly op: 'compose'; readonly first: MapTerm; readonly next: MapTerm }
  /** The part of a relation whose inputs lie in a set. */
  | { readonly op: 'restrict'; readonly of: MapTerm; readonly to: SetTerm }
  | { readonly op: BooleanOperation; readonly kind: 'map'; readonly left: MapTerm; readonly right: MapTerm };

export type BooleanOperation = 'union' | 'intersect' | 'subtract';

export type Term = SetTerm | MapTerm;

const OF_SETS: ReadonlySet<Term['op']> = new Set([
  'set',
  'domain',
  'range',
  'image',
  'preimage',
  'lexmin',
  'lexmax',
]);

export const isSetTerm = (term: Term): term is SetTerm =>
  OF_SETS.has(term.op) || ('kind' in term && term.kind === 'set');

export const set = (text: string): SetTerm => ({ op: 'set', text });
export const map = (text: string): MapTerm => ({ op: 'map', text });

/** How many numbers each tuple of a text has, in the order in which they stand: `[i, j] -> [k]` has 2 and 1. */
function tuplesIn(text: string): readonly number[] {
  const counts: number[] = [];
  let [depth, isEmpty] = [0, true];
  for (const c of text.slice(text.indexOf('{'))) {
    if (c === '[' && ++depth === 1) {
      counts.push(0);
      isEmpty = true;
    } else if (depth > 0) {
      if (isEmpty && !/[\s\]]/.test(c)) [isEmpty, counts[counts.length - 1]] = [false, 1];
      if (c === ']') depth--;
      // A comma in brackets or parentheses separates no coordinates.
      else if (c === '(') depth++;
      else if (c === ')') depth--;
      else if (c === ',' && depth === 1) counts[counts.length - 1]!++;
    }
    if (depth === 0 && counts.length === 2) break;
  }
  return counts;
}

/** How many numbers the inputs and the outputs of a relation have. */
export function aritiesOf(term: MapTerm): readonly [inputs: number, outputs: number] {
  switch (term.op) {
    case 'map': {
      const [inputs = 0, outputs = 0] = tuplesIn(term.text);
      return [inputs, outputs];
    }
    case 'inverse': {
      const [inputs, outputs] = aritiesOf(term.of);
      return [outputs, inputs];
    }
    case 'compose':
      return [aritiesOf(term.first)[0], aritiesOf(term.next)[1]];
    case 'restrict':
      return aritiesOf(term.of);
    default:
      return aritiesOf(term.left);
  }
}
