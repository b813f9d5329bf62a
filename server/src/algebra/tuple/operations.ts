// Plain operations on hierarchical tuples, whatever their leaves are (Cecka 2.1).

import { needsValue, refuse } from '../integer/failure.ts';
import type { HTuple } from './htuple.ts';

type Tuple<T> = readonly HTuple<T>[];

/** A tuple as it is, a leaf as a tuple of one. */
export const wrap = <T>(t: HTuple<T>): Tuple<T> => (Array.isArray(t) ? t : [t as T]);

/** Takes tuples of one apart until a leaf or a longer tuple is left. */
export function unwrap<T>(t: HTuple<T>): HTuple<T> {
  let u = t;
  while (Array.isArray(u) && u.length === 1) u = u[0] as HTuple<T>;
  return u;
}

/** Pushes the leaves of `t` onto `leaves`, left to right. */
function pushLeaves<T>(t: HTuple<T>, leaves: T[]): T[] {
  if (!Array.isArray(t)) {
    leaves.push(t as T);
  } else {
    for (let i = 0; i < t.length; i++) {
      const e = t[i] as HTuple<T>;
      if (Array.isArray(e)) pushLeaves(e, leaves);
      else leaves.push(e as T);
    }
  }
  return leaves;
}

export const leavesOf = <T>(t: HTuple<T>): T[] => pushLeaves(t, []);

/** A leaf stays a leaf, a tuple becomes a flat tuple. */
export const flattenTuple = <T>(t: HTuple<T>): HTuple<T> => (Array.isArray(t) ? leavesOf(t as HTuple<T>) : t);

export const rankOf = (t: HTuple<unknown>): number => (Array.isArray(t) ? t.length : 1);

export function depthOf(t: HTuple<unknown>): number {
  if (!Array.isArray(t)) return 0;
  let deepest = 0;
  for (const e of t) deepest = Math.max(deepest, depthOf(e));
  return deepest + 1;
}

export function mapLeaves<T, U>(t: HTuple<T>, f: (leaf: T) => HTuple<U>): HTuple<U> {
  return Array.isArray(t) ? t.map((e) => mapLeaves(e as HTuple<T>, f)) : f(t as T);
}

/** A tuple of the same profile with `x` at every leaf. */
export const repeatLike = <U>(t: HTuple<unknown>, x: U): HTuple<U> =>
  Array.isArray(t) ? t.map((e) => repeatLike(e, x)) : x;

/** Mode `i`; a leaf is its own mode 0. */
export function mode<T>(t: HTuple<T>, i: number): HTuple<T> {
  if (!Array.isArray(t)) {
    if (i !== 0) outOfRange(i, 1);
    return t;
  }
  if (i < 0 || i >= t.length) outOfRange(i, t.length);
  return t[i] as HTuple<T>;
}

/** `there is no mode 2: modes 0 and 1 are all` */
export function noMode(i: number, rank: number): string {
  const modes =
    rank === 0 ? 'it has none' : rank === 1 ? 'mode 0 is the only one' : `the last is mode ${rank - 1}`;
  return `there is no mode ${i}: ${modes}`;
}

function outOfRange(i: number, rank: number): never {
  refuse('out-of-range', noMode(i, rank), {
    mode: [i],
    cute: 'Index out of range',
  });
}

export function modeAt<T>(t: HTuple<T>, path: readonly number[]): HTuple<T> {
  let u = t;
  for (const i of path) u = mode(u, i);
  return u;
}

/** Modes [begin, end) as a tuple. */
export function takeModes<T>(t: HTuple<T>, begin: number, end: number): Tuple<T> {
  const all = wrap(t);
  if (begin < 0 || end > all.length) outOfRange(begin < 0 ? begin : end - 1, all.length);
  return all.slice(begin, end);
}

export const appendMode = <T>(t: HTuple<T>, x: HTuple<T>): Tuple<T> => [...wrap(t), x];
export const prependMode = <T>(t: HTuple<T>, x: HTuple<T>): Tuple<T> => [x, ...wrap(t)];

function needRank(t: HTuple<unknown>, n: number): number {
  const rank = rankOf(t);
  if (n < rank) refuse('rank-mismatch', `a tuple of rank ${rank} cannot be padded to rank ${n}`);
  return n - rank;
}

/** Padded at the end to rank `n`; a leaf of rank 1 stays a leaf. */
/** Tuples of a rank that an argument says are made up to this one. */
const MAXIMUM_RANK = 1024;

/** n times x. */
export function repeated<T>(n: number, x: T): T[] {
  if (n > MAXIMUM_RANK) needsValue(`a tuple of rank ${n} is too long to be computed`);
  return new Array<T>(n).fill(x);
}

export function appendTo<T>(t: HTuple<T>, n: number, x: HTuple<T>): HTuple<T> {
  const missing = needRank(t, n);
  return missing === 0 ? t : [...wrap(t), ...repeated(missing, x)];
}

export function prependTo<T>(t: HTuple<T>, n: number, x: HTuple<T>): HTuple<T> {
  const missing = needRank(t, n);
  return missing === 0 ? t : [...repeated(missing, x), ...wrap(t)];
}

export function replaceMode<T>(t: HTuple<T>, i: number, x: HTuple<T>): HTuple<T> {
  mode(t, i);
  return Array.isArray(t) ? t.map((e, at) => (at === i ? x : (e as HTuple<T>))) : x;
}

/** Modes [begin, end) grouped into one mode; an empty range leaves the tuple as it is. */
export function groupModes<T>(t: HTuple<T>, begin: number, end: number): HTuple<T> {
  const all = wrap(t);
  if (begin > end) refuse('out-of-range', `group: the range [${begin},${end}) is empty`);
  if (begin === end) return all;
  return [...all.slice(0, begin), takeModes(all, begin, end), ...all.slice(end)];
}

/** Transposes a tuple of tuples of equal rank: ((a,b),(x,y)) becomes ((a,x),(b,y)). */
export function zipTuple<T>(t: HTuple<T>): HTuple<T> {
  if (!Array.isArray(t)) return t;
  const rows = t as readonly HTuple<T>[];
  const first = rows[0];
  if (!Array.isArray(first)) return [rows];
  const columns: HTuple<T>[] = [];
  for (const row of rows) {
    if (!Array.isArray(row)) {
      refuse('rank-mismatch', 'a mode without parentheses cannot be zipped with a tuple', {
        ...(first.length > 1 ? { cute: 'Index out of range' } : {}),
      });
    }
    if (row.length !== first.length) {
      refuse(
        'rank-mismatch',
        `the modes that are zipped have ${first.length} and ${row.length} modes themselves`,
        {
          cute: 'Mismatched Ranks',
        },
      );
    }
  }
  for (let j = 0; j < first.length; j++) columns.push(rows.map((row) => (row as Tuple<T>)[j]!));
  return columns;
}

/** ((A,a),(B,b),c) by the guide (x,x) becomes ((A,B),(a,b,c)); the guide's leaves stand at pairs. */
export function zipPairsBy<T>(t: HTuple<T>, guide: HTuple<unknown>): readonly [HTuple<T>, HTuple<T>] {
  const modes = wrap(t);
  if (!Array.isArray(guide)) {
    if (!Array.isArray(t) || modes.length !== 2) {
      refuse('rank-mismatch', `a mode of rank ${rankOf(t)} stands where a pair is needed`, {
        cute: 'Mismatched ranks',
      });
    }
    return [modes[0]!, modes[1]!];
  }
  if (modes.length < guide.length) {
    refuse('rank-mismatch', `the tiler has ${guide.length} modes, the layout ${modes.length}`, {
      cute: 'Mismatched ranks',
    });
  }
  const firsts: HTuple<T>[] = [];
  const seconds: HTuple<T>[] = [];
  for (let i = 0; i < guide.length; i++) {
    const [a, b] = zipPairsBy(modes[i]!, guide[i] as HTuple<unknown>);
    firsts.push(a);
    seconds.push(b);
  }
  for (let i = guide.length; i < modes.length; i++) seconds.push(modes[i]!);
  return [firsts, seconds];
}

/** Gives the leaves of a flat tuple the profile of `profile`. */
export function unflattenTuple<T>(flat: HTuple<T>, profile: HTuple<unknown>): HTuple<T> {
  const leaves = wrap(flat);
  let next = 0;
  const build = (p: HTuple<unknown>): HTuple<T> => {
    if (Array.isArray(p)) return p.map((e) => build(e as HTuple<unknown>));
    if (next >= leaves.length) refuse('rank-mismatch', `the profile has more than ${leaves.length} leaves`);
    return leaves[next++]!;
  };
  const result = build(profile);
  if (next !== leaves.length)
    refuse('rank-mismatch', `the profile has ${next} leaves, the layout ${leaves.length}`);
  return result;
}

/** Whether two tuples have the same profile. */
export function sameProfile(a: HTuple<unknown>, b: HTuple<unknown>): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return !Array.isArray(a) && !Array.isArray(b);
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!sameProfile(a[i], b[i])) return false;
  return true;
}
