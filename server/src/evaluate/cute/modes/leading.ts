// The first modes, or the last one, of what nobody knows the number of modes of.

import { Underscore } from '../../../algebra/layout/layout.ts';
import { type Extent, type Modes, OPEN, Symbolic } from '../../model/symbolic.ts';
import { OneOf, type Value } from '../../model/value.ts';
import { isOneMode, label } from './layouts.ts';
import { modesOf, openModes, unpacked } from './parts.ts';

export const openEnded = (kind: Modes['kind'], modes: readonly Extent[] = []): Modes => ({
  kind,
  modes,
  isOpenEnded: true,
});

/** The modes that a value is known to have first; null: nothing says that it has modes. */
export function leadingModes(v: Value | undefined): Modes | null {
  const known = modesOf(v);
  if (known !== null) return known;
  if (v instanceof Symbolic) return v.parts.kind === 'term' ? null : v.parts;
  return v instanceof OneOf ? commonModes(v.alternatives, leadingModes) : null;
}

/** The modes that all of the values have first. What is None is not asked for its modes. */
export function commonModes(values: readonly Value[], modes: (v: Value) => Modes | null): Modes | null {
  const [first, ...others] = values.filter((v) => !(v instanceof Underscore)).map(modes);
  if (first === undefined || first === null) return null;
  return others.reduce((a: Modes | null, b) => (a === null || b === null ? null : common(a, b)), first);
}

/** What two have in common. */
function common(a: Modes, b: Modes): Modes | null {
  if (a.kind !== b.kind) return null;
  const count = Math.min(a.modes.length, b.modes.length);
  const modes = a.modes.slice(0, count).map((m, i) => (m.text === b.modes[i]!.text ? m : OPEN));
  const isExact = [a, b].every((p) => p.isOpenEnded !== true && p.modes.length === count);
  return isExact ? { kind: a.kind, modes } : openEnded(a.kind, modes);
}

/** As many modes, of other sizes. */
export const asManyModes = ({ last: _, ...of }: Modes): Modes => ({
  ...unpacked(of),
  modes: openModes(of.modes.length),
});

/**
 * What a slice leaves of the modes: a coordinate has one part for each of them. Of a part with parts of its own one `_`
 * leaves a mode; how several do is not said. Null: nobody knows whether a coordinate is one.
 */
export function keptModes(of: Modes | null, coordinates: readonly Value[]): readonly Extent[] | null {
  const kept: Extent[] = [];
  for (const [i, c] of coordinates.entries()) {
    const parts = Array.isArray(c) ? (c as readonly Value[]) : [c];
    const open = parts.filter((p) => p instanceof Underscore).length;
    if (!parts.every(isOneMode) || (Array.isArray(c) && open > 1)) return null;
    const isLast = i === coordinates.length - 1;
    const whole = of?.modes[i] ?? (isLast ? of?.last : undefined) ?? OPEN;
    if (open > 0) kept.push(Array.isArray(c) ? OPEN : whole);
  }
  return kept;
}

/** `tensor(_,_,k)`: one coordinate for each mode. */
export function leadingOfSlice(of: Modes | null, coordinates: readonly Value[]): Modes | null {
  if (of === null || of.kind === 'tuple') return null;
  const count = coordinates.length - of.modes.length;
  if (of.isOpenEnded === true ? count < 0 : count !== 0) return null;
  const modes = keptModes(of, coordinates);
  return modes === null || modes.length === 0 ? null : { kind: of.kind, modes };
}

/** What a copy moves at once, and how often in each mode. */
export const copyModes = (rank: number): readonly Extent[] => [
  label('CPY'),
  ...Array.from({ length: rank }, (_, i) => label(`CPY_${i}`)),
];

/** What a copy gives of a tensor. */
export function leadingOfCopy(of: Modes | null, isRetiled: boolean): Modes {
  const count = of === null ? 0 : of.modes.length - (isRetiled ? 1 : 0);
  const modes = copyModes(Math.max(count, 0));
  return of === null || of.isOpenEnded === true ? openEnded('tensor', modes) : { kind: 'tensor', modes };
}

const OPERANDS: Readonly<Record<string, string>> = { A: 'MK', B: 'NK', C: 'MN' };

/** An MMA's own mode, and how often it repeats in both modes of the operand. */
export const leadingOfOperand = (operand: string): readonly Extent[] =>
  ['MMA', ...[...OPERANDS[operand]!].map((mode) => `MMA_${mode}`)].map(label);
