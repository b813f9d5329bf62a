// Multicasts of TMA whose parts do not fit together: an atom, its partition and the mask of its copies are about different
// CTAs of the cluster.

import { isFailure } from '../../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { Layout } from '../../../../algebra/layout/layout.ts';
import { cosize } from '../../../../algebra/layout/measure.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { argumentAt } from '../../../document/written/call.ts';
import type { Site } from '../../../values/model.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../../rule.ts';
import { launchedWith, type MadeAtom, madeAtom } from './atoms.ts';
import {
  elementMode,
  extentAt,
  layoutMode,
  layoutOfCoordinate,
  type ModeOf,
  objectKey,
} from './cluster-modes.ts';
import { calledBy, type SharedCopy, sharedCopies } from './masks.ts';

/** A `tma_partition` with what is known of the CTAs among which it cuts the tile. */
interface Partition {
  readonly site: Site;
  readonly atom: Site;
  readonly made: MadeAtom | null;
  readonly coordinate: ModeOf | null;
  /** The layout of the CTAs. */
  readonly layout: Site;
  /** The mode that it is written as. */
  readonly along: ModeOf | null;
  readonly count: number | undefined;
}

const ctas = (count: number): string => `${count} CTA${count === 1 ? '' : 's'}`;

function partitionAt({ site, call }: CalledSite, context: RuleContext): readonly Partition[] {
  const { model } = context;
  const [atom, coordinate, layout] = [
    argumentAt(call, 0, 'atom'),
    argumentAt(call, 1, 'cta_coord'),
    argumentAt(call, 2, 'cta_layout'),
  ];
  const tensors = call.args.length + call.keywords.size - 3;
  if (atom === undefined || coordinate === undefined || layout === undefined || tensors < 2) return [];
  const value = settledValueOf(model, layout);
  const size = value instanceof Layout ? cosize(value) : null;
  return [
    {
      site,
      atom,
      layout,
      made: madeAtom(context, atom),
      coordinate: elementMode(context, coordinate),
      along: layoutMode(context, layout),
      count: size === null || isFailure(size) ? undefined : knownNumber(size),
    },
  ];
}

const isSameObject = (a: Site, b: Site, text: string): boolean => {
  const [one, other] = [a, b].map((site) => objectKey(site, text));
  return one !== null && one === other;
};

/** Whether both modes are known to have one CTA, so that there is nobody to share with. */
const isAlone = (context: RuleContext, of: Site, modes: readonly number[]): boolean =>
  modes.every((mode) => extentAt(context, of, mode) === 1);

/** The atom was made for another number of CTAs than the tile is cut among. */
function otherNumber({ made, count, layout }: Partition): readonly RuleFinding[] {
  const own = made?.count;
  if (own === undefined || count === undefined || own === count) return [];
  const loads = own === 1 ? 'which loads all of the tile' : 'each of which loads a part of the tile';
  const so = own < count ? 'the parts of later CTAs end behind it' : 'the rest of it is not loaded';
  const at = made?.at() ?? layout;
  return [
    {
      span: at.span,
      message: `the atom is made for ${ctas(own)}, ${loads}, where tma_partition cuts it among ${count}: ${so}`,
      related: at === layout ? [] : [{ message: 'The partition', span: layout.span }],
    },
  ];
}

/**
 * The coordinate is that of another mode than the layout is of.
 * @param isShared whether copies of the tile are made for several CTAs
 */
function otherCoordinate(
  { coordinate, along, count, layout }: Partition,
  context: RuleContext,
  isShared: boolean,
): readonly RuleFinding[] {
  const whole = coordinate === null ? null : layoutOfCoordinate(coordinate.of);
  if (coordinate === null || whole === null) return [];
  const { mode, at } = coordinate;
  const extent = extentAt(context, whole, mode);
  const told = (has: string): readonly RuleFinding[] => {
    const counted = extent === undefined ? '' : `, which has ${ctas(extent)}`;
    const message = `the coordinate is that of mode ${mode} of the cluster${counted}, where the layout has ${has}`;
    return [{ span: at.span, message, related: [{ message: 'The layout', span: layout.span }] }];
  };
  if (along === null || !isSameObject(whole, along.of, context.text))
    return extent === undefined || count === undefined || extent === count ? [] : told(`${count}`);
  const modes = [mode, along.mode];
  const hasOthers = isShared || modes.some((each) => (extentAt(context, whole, each) ?? 1) > 1);
  return mode !== along.mode && hasOthers && !isAlone(context, whole, modes)
    ? told(`the CTAs along mode ${along.mode}`)
    : [];
}

/** The operand's tile is shared along another mode than it is cut along. */
function otherOperand({ made, coordinate }: Partition, context: RuleContext): readonly RuleFinding[] {
  const whole = coordinate === null ? null : layoutOfCoordinate(coordinate.of);
  const given = whole === null ? null : launchedWith(context, whole);
  if (made?.along == null || coordinate === null || given === null) return [];
  const { of, mode } = made.along;
  if (mode === coordinate.mode || !isSameObject(of, given, context.text)) return [];
  if (isAlone(context, of, [mode, coordinate.mode])) return [];
  const operand = mode === 2 ? 'A' : 'B';
  const message = `the atom is made for operand ${operand}, which the CTAs along mode ${mode} of the cluster share, where tma_partition cuts its tile among those along mode ${coordinate.mode}`;
  return [{ span: coordinate.at.span, message }];
}

function judged(partition: Partition, context: RuleContext, isShared: boolean): readonly RuleFinding[] {
  const number = otherNumber(partition);
  if (number.length > 0) return number;
  const coordinate = otherCoordinate(partition, context, isShared);
  return coordinate.length > 0 ? coordinate : otherOperand(partition, context);
}

/** The loop that makes the mask goes over one mode of the cluster, and counts along another one. */
function otherLoop({ loop }: SharedCopy, context: RuleContext): readonly RuleFinding[] {
  const counter = loop?.counter;
  if (counter?.over == null || counter.over === counter.mode) return [];
  const { at, mode, over } = counter;
  if (isAlone(context, loop!.layout, [mode, over])) return [];
  const name = context.text.slice(at.span.start, at.span.end);
  const message = `${name} counts the CTAs along mode ${over} of the cluster, and stands where the coordinate of mode ${mode} does: the mask names CTAs along mode ${mode}`;
  return [{ span: at.span, message }];
}

/** The mask names other CTAs than those that the tile is cut among. */
function otherMask(
  { along, mask, count, atom }: SharedCopy,
  partitions: readonly Partition[],
  context: RuleContext,
): readonly RuleFinding[] {
  const { text } = context;
  const [first, ...others] = partitions.map(({ coordinate }) => coordinate);
  const [partition] = partitions;
  if (along !== null && first != null && isSameObject(along.coordinate, first.of, text)) {
    const { mode } = first;
    if (mode === along.mode || isAlone(context, along.of, [mode, along.mode])) return [];
    if (others.some((other) => other?.mode !== mode || !isSameObject(other.of, first.of, text))) return [];
    const message = `the mask runs along mode ${along.mode} of the cluster, where tma_partition cuts this atom's tile among the CTAs along mode ${mode}`;
    const span = along.at.span;
    const isNumber = /^\d+$/.test(text.slice(span.start, span.end));
    const isAgreed = [partition!.along, partition!.made?.along].some((each) => each?.mode === mode);
    const fixes = isNumber && isAgreed ? [{ title: `Write ${mode}`, span, newText: `${mode}` }] : [];
    return [{ span, message, fixes, related: [{ message: 'The partition', span: first.at.span }] }];
  }
  // An atom for one CTA may load all of the tile for others.
  const made = partition?.made ?? madeAtom(context, atom);
  const own = made?.count;
  if (own === undefined || own === 1 || count === undefined || own === count) return [];
  const so = own > count ? 'the parts of the others do not arrive' : 'they also arrive where another tile is';
  const message = `the atom is made for ${ctas(own)}, each of which loads a part of the tile, where the mask of its copies names ${count}: ${so}`;
  // The number that the partition has, too, is taken to be right.
  const at = partition?.count === own ? mask : (made?.at() ?? mask);
  const related = at === mask ? [] : [{ message: 'The mask', span: mask.span }];
  return [{ span: at.span, message, related }];
}

function checkDocument(context: RuleContext): readonly RuleFinding[] {
  const { text, model } = context;
  if (!mentions(text, /tma_|cpasync/i)) return [];
  const isRun = ({ site }: { readonly site: Site }): boolean => !model.neverRuns(site);
  const copies = sharedCopies(context).filter(isRun);
  const isOf = (copy: SharedCopy, { site, atom }: Partition): boolean =>
    functionAround(site) === functionAround(copy.site) && isSameObject(atom, copy.atom, text);
  const partitions = calledBy(context, 'tma_partition')
    .filter(isRun)
    .flatMap((called) => partitionAt(called, context))
    .map((partition) => {
      const isShared = copies.some((copy) => isOf(copy, partition));
      return { ...partition, found: judged(partition, context, isShared) };
    });
  const masks = copies.flatMap((copy) => {
    const looped = otherLoop(copy, context);
    if (looped.length > 0) return looped;
    const own = partitions.filter((partition) => isOf(copy, partition));
    return own.some(({ found }) => found.length > 0) ? [] : otherMask(copy, own, context);
  });
  const found = [...partitions.flatMap((partition) => partition.found), ...masks];
  // Several copies are given one mask.
  return [...new Map(found.map((each) => [`${each.span.start} ${each.message}`, each])).values()];
}

export const multicastMode: Rule = {
  id: 'multicast-mode',
  severity: 'warning',
  title: 'A multicast to other CTAs of the cluster',
  checkDocument,
};
