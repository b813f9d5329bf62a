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
