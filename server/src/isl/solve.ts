// Questions about sets and relations, answered by libisl. An object lives in a workspace until its question is
// answered: operations of libisl take the objects that they are given, so each is handed a reference of its own.

import { type Answer, OUT_OF_OPERATIONS, type Question, Undecided } from '../algebra/relation/question.ts';
import { isSetTerm, type MapTerm, type SetTerm, type Term } from '../algebra/relation/term.ts';
import { type Library, NONE, type Pointer } from './library.ts';

type Kind = 'set' | 'map' | 'pw_multi_aff';

/** Thrown where libisl gives nothing back. */
class Stopped extends Error {
  readonly undecided: Undecided;
  constructor(undecided: Undecided) {
    super(undecided.message);
    this.undecided = undecided;
  }
}

/** What libisl returns for a question that it has given up. */
const ERROR = -1;

class Workspace {
  readonly library: Library;
  private readonly objects: { readonly kind: Kind; readonly object: Pointer }[] = [];

  constructor(library: Library) {
    this.library = library;
  }

  /** A new object, which the workspace frees. */
  private own(kind: Kind, object: Pointer): Pointer {
    if (object === NONE) throw new Stopped(this.whyNot());
    this.objects.push({ kind, object });
    return object;
  }

  /** `isl_KIND_NAME` of objects of that kind, or of kinds that are named. */
  make(result: Kind, name: string, ...args: readonly (readonly [Kind, Pointer])[]): Pointer {
    const copies = args.map(([kind, object]) => this.library.call(`isl_${kind}_copy`, object));
    return this.own(result, this.library.call(name, ...copies));
  }

  parse(kind: 'set' | 'map', text: string): Pointer {
    return this.own(kind, this.library.parse(kind, text));
  }

  /** A yes or no. */
  test(name: string, ...objects: readonly Pointer[]): boolean {
    const answer: number = this.library.call(name, ...objects);
    if (answer === ERROR) throw new Stopped(this.whyNot());
    return answer !== 0;
  }

  print(kind: Kind, object: Pointer): string {
    const text = this.library.print(kind, object);
    if (text === null) throw new Stopped(this.whyNot());
    return text;
  }

  whyNot(): Undecided {
    if (this.library.isExhausted) return OUT_OF_OPERATIONS;
    const { message } = this.library;
    return new Undecided('malformed', message === '' ? 'libisl does not take it' : message);
  }

  free(): void {
    for (const { kind, object } of this.objects) this.library.call(`isl_${kind}_free`, object);
  }
}

const kindOf = (term: Term): 'set' | 'map' => (isSetTerm(term) ? 'set' : 'map');

const build = (work: Workspace, term: Term): Pointer =>
  isSetTerm(term) ? buildSet(work, term) : buildMap(work, term);

function buildSet(work: Workspace, term: SetTerm): Pointer {
  switch (term.op) {
    case 'set':
      return work.parse('set', term.text);
    case 'domain':
    case 'range':
      return work.make('set', `isl_map_${term.op}`, ['map', buildMap(work, term.of)]);
    case 'image':
      return work.make(
        'set',
        'isl_set_apply',
        ['set', buildSet(work, term.of)],
        ['map', buildMap(work, term.by)],
      );
    case 'preimage': {
      const inverse = work.make('map', 'isl_map_reverse', ['map', buildMap(work, term.by)]);
      return work.make('set', 'isl_set_apply', ['set', buildSet(work, term.of)], ['map', inverse]);
    }
    case 'lexmin':
    case 'lexmax':
      return work.make('set', `isl_set_${term.op}`, ['set', buildSet(work, term.of)]);
    default:
      return work.make(
        'set',
        `isl_set_${term.op}`,
        ['set', buildSet(work, term.left)],
        ['set', buildSet(work, term.right)],
      );
  }
}

function buildMap(work: Workspace, term: MapTerm): Pointer {
  switch (term.op) {
    case 'map':
      return work.parse('map', term.text);
    case 'inverse':
      return work.make('map', 'isl_map_reverse', ['map', buildMap(work, term.of)]);
    case 'compose':
      return work.make(
        'map',
        'isl_map_apply_range',
        ['map', buildMap(work, term.first)],
        ['map', buildMap(work, term.next)],
      );
    case 'restrict':
      return work.make(
        'map',
        'isl_map_intersect_domain',
        ['map', buildMap(work, term.of)],
        ['set', buildSet(work, term.to)],
      );
    default:
      return work.make(
        'map',
        `isl_map_${term.op}`,
        ['map', buildMap(work, term.left)],
        ['map', buildMap(work, term.right)],
      );
  }
}

/** The shorter of a relation's text and, of a function's, the one with an expression for each output. */
function textOf(work: Workspace, term: Term): string {
  const kind = kindOf(term);
  const simplified = work.make(kind, `isl_${kind}_coalesce`, [kind, build(work, term)]);
  const text = work.print(kind, simplified);
  if (kind === 'set') return text;
  const expressions = expressionsOf(work, simplified);
  return expressions !== null && expressions.length <= text.length ? expressions : text;
}

/** What the other form of a text may cost: it is a matter of taste. */
const EXPRESSION_OPERATIONS = 20_000;

/** Null for what is no function, takes too long, or is empty: no expression would say of how many numbers. */
function expressionsOf(work: Workspace, relation: Pointer): string | null {
  work.library.begin(EXPRESSION_OPERATIONS);
  try {
    if (work.test('isl_map_is_empty', relation)) return null;
    if (!work.test('isl_map_is_single_valued', relation)) return null;
    const pieces = work.make('pw_multi_aff', 'isl_pw_multi_aff_from_map', ['map', relation]);
    return work.print('pw_multi_aff', pieces);
  } catch (error) {
    if (error instanceof Stopped) return null;
    throw error;
  }
}

/** Whether both are sets or both relations, and what libisl says of the two. */
function compare(work: Workspace, name: 'is_equal' | 'is_subset', left: Term, right: Term): boolean {
  const kind = kindOf(left);
  if (kind !== kindOf(right))
    throw new Stopped(new Undecided('malformed', 'a set and a relation cannot be compared'));
  return work.test(`isl_${kind}_${name}`, build(work, left), build(work, right));
}

function count(work: Workspace, term: SetTerm): number {
  const points = build(work, term);
  // libisl counts the points of all values of the parameters together, or none.
  if (work.print('set', points).startsWith('['))
    throw new Stopped(new Undecided('parametric', 'the number of points depends on parameters'));
  if (!work.test('isl_set_is_bounded', points))
    throw new Stopped(new Undecided('unbounded', 'the set has no end'));
  const number = work.library.call('isl_set_count_val', points);
  if (number === NONE) throw new Stopped(work.whyNot());
  const value: number = work.library.call('isl_val_get_d', number);
  work.library.call('isl_val_free', number);
  return value;
}

/** `{ [3, j = 4] }`, as libisl prints a set of one point; it may leave a condition there that always holds. */
const POINT = /^\{ *\w*\[([^\]]*)\](?: : [^;]*)? *\}$/;
const NUMBER = /^(?:[^=]* = )?(-?\d+)$/;

/** The numbers of a point; null for what depends on parameters. */
function numbersOf(text: string): readonly number[] | null {
  const words = POINT.exec(text)?.[1];
  if (words === undefined) return null;
  const numbers = words === '' ? [] : words.split(', ').map((word) => NUMBER.exec(word)?.[1]);
  return numbers.includes(undefined) ? null : numbers.map(Number);
}

function smallest(work: Workspace, term: SetTerm): readonly number[] | null {
  return leastOf(work, build(work, term));
}

function leastOf(work: Workspace, points: Pointer): readonly number[] | null {
  if (work.test('isl_set_is_empty', points)) return null;
  const least = work.make('set', 'isl_set_lexmin', ['set', points]);
  const text = work.print('set', least);
  const numbers = numbersOf(text);
  if (numbers === null)
    throw new Stopped(new Undecided('parametric', `the smallest point is not one of numbers: ${text}`));
  return numbers;
}

/** What comes behind a point: a coordinate is larger, and those before it are the same. */
function behind(point: readonly number[]): string {
  const names = point.map((_, k) => `i${k}`);
  const larger = point.map((n, k) =>
    [...point.slice(0, k).map((same, j) => `i${j} = ${same}`), `i${k} > ${n}`].join(' and '),
  );
  return `{ [${names.join(', ')}] : ${larger.map((one) => `(${one})`).join(' or ')} }`;
}

/** The points of a set in lexicographic order. */
function list(work: Workspace, points: Pointer, most: number): readonly (readonly number[])[] {
  const found: (readonly number[])[] = [];
  let rest = points;
  for (;;) {
    const least = leastOf(work, rest);
    if (least === null) return found;
    if (found.length === most)
      throw new Stopped(new Undecided('limit', `there are more than ${most} points`));
    found.push(least);
    if (least.length === 0) return found;
    rest = work.make('set', 'isl_set_intersect', ['set', points], ['set', work.parse('set', behind(least))]);
  }
}

function pairs(work: Workspace, term: MapTerm, most: number): Answer<Question & { ask: 'pairs' }> {
  const relation = buildMap(work, term);
  const inputs = list(work, work.make('set', 'isl_map_domain', ['map', relation]), most);
  const found: (readonly [readonly number[], readonly number[]])[] = [];
  for (const input of inputs) {
    const point = work.parse('set', `{ [${input.join(', ')}] }`);
    const image = work.make('set', 'isl_set_apply', ['set', point], ['map', relation]);
    for (const output of list(work, image, most - found.length)) found.push([input, output]);
  }
  return found;
}

function answer(work: Workspace, question: Question): Answer {
  switch (question.ask) {
    case 'text':
      return textOf(work, question.of);
    case 'equal':
      return compare(work, 'is_equal', question.left, question.right);
    case 'subset':
      return compare(work, 'is_subset', question.left, question.right);
    case 'empty':
      return work.test(`isl_${kindOf(question.of)}_is_empty`, build(work, question.of));
    case 'property':
      return work.test(`isl_map_is_${question.property.replace('-', '_')}`, build(work, question.of));
    case 'count':
      return count(work, question.of);
    case 'smallest':
      return smallest(work, question.of);
    case 'points':
      return list(work, build(work, question.of), question.most);
    case 'pairs':
      return pairs(work, question.of, question.most);
  }
}

/** Answers a question with so many operations of libisl at most. Throws when libisl itself fails, and is then of no use. */
export function solve(library: Library, question: Question, operations: number): Answer {
  const work = new Workspace(library);
  library.begin(operations);
  try {
    return answer(work, question);
  } catch (error) {
    if (error instanceof Stopped) return error.undecided;
    throw error;
  } finally {
    work.free();
  }
}
