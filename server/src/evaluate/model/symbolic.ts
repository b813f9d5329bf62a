// What is not known but for its modes: a layout, tensor or tuple inside of a template that nobody has given arguments.
// It stays unknown to whoever needs its value; only what asks for modes takes them.

import { Unknown } from './value.ts';

/** The extent of a mode, or what an integer is: as it is written, `?` where nothing is known of it. */
export interface Extent {
  readonly text: string;
  /** Whether it is the same for every object of the type. */
  readonly isConstant: boolean;
  /** `MMA_M`, `CPY`: what the mode is there for, as CuTe’s comments call it; not an integer’s name. */
  readonly isRole?: boolean;
}

export type Parts =
  | {
      readonly kind: 'layout' | 'tensor' | 'tuple';
      readonly modes: readonly Extent[];
      /** Whether it may as well be a layout of these modes. */
      readonly mayBeLayout?: boolean;
      /** Whether there may be more modes behind these: nobody knows how many. */
      readonly isOpenEnded?: boolean;
      /** The last of those that nobody knows the number of. */
      readonly last?: Extent;
      /** Whether its elements lie one behind another in the order of its modes, and its type says so. */
      readonly isPacked?: boolean;
    }
  /** An integer or a tuple by a name, or by what is taken from one. */
  | {
      readonly kind: 'term';
      readonly extent: Extent;
      readonly isInteger?: boolean;
      /** How many modes it has, where the code asserts it. */
      readonly rank?: number | null;
      /** Whether it is an object that nobody changes: its members have names. */
      readonly isUnchanged?: boolean;
    };

/** What has modes. */
export type Modes = Exclude<Parts, { kind: 'term' }>;

export class Symbolic extends Unknown {
  readonly parts: Parts;
  constructor(of: Unknown, parts: Parts) {
    super(of.category, of.reason, of.chain, of.subject);
    this.parts = parts;
  }
}

/** The unknown told in another way; what is known of it stays. */
export const retold = (of: Unknown, { category, reason, chain, subject }: Unknown): Unknown => {
  const told = new Unknown(category, reason, chain, subject);
  return of instanceof Symbolic ? new Symbolic(told, of.parts) : told;
};

export const OPEN: Extent = { text: '?', isConstant: false };

/** The same parts, each extent told in another way. */
export function withExtents(parts: Modes, told: (extent: Extent) => Extent): Modes {
  const { last, ...others } = parts;
  const modes = parts.modes.map(told);
  return last === undefined ? { ...others, modes } : { ...others, modes, last: told(last) };
}

/** What holds for every object of its type: the extents that are in the type, and how many modes there are. */
export function ofItsType(u: Symbolic): Unknown {
  const { parts } = u;
  if (parts.kind !== 'term')
    return new Symbolic(
      u,
      withExtents(parts, (m) => (m.isConstant ? m : OPEN)),
    );
  return parts.extent.isConstant ? u : new Unknown(u.category, u.reason, u.chain, u.subject);
}

const ROLES = /\b(?:MMA|CPY|TMA)(?:_[A-Z\d]+)?\b/g;

/** What a function returns, for whoever calls it: the names inside of it mean nothing there, its sizes and roles do. */
export function ofAnyCall(u: Symbolic): Unknown {
  const { parts } = u;
  if (parts.kind === 'term') return new Unknown(u.category, u.reason, u.chain, u.subject);
  const isSaid = ({ text, isRole }: Extent): boolean =>
    /^[\d_(),?]+$/.test(isRole === true ? text.replace(ROLES, '1') : text);
  return new Symbolic(
    u,
    withExtents(parts, (m) => (isSaid(m) ? m : OPEN)),
  );
}

/**
 * `(size<0>(TileShape),size<2>(TileShape),Stages)` of a layout or tensor, `(CPY,CPY_0,…)` where more modes may follow,
 * `(…,_Stages)` where more may be before the last; null of anything else, and where nothing is known but that there are
 * modes.
 */
export function modesText(u: Unknown): string | null {
  if (!(u instanceof Symbolic) || (u.parts.kind !== 'layout' && u.parts.kind !== 'tensor')) return null;
  const { modes, isOpenEnded, last = OPEN } = u.parts;
  const texts = modes.map((m) => m.text);
  if (isOpenEnded !== true) return `(${texts.join(',')})`;
  const ends = last.text === '?' ? [] : [last.text];
  return [...texts, ...ends].every((text) => text === '?') ? null : `(${[...texts, '…', ...ends].join(',')})`;
}
