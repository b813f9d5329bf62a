// Tensors of CuTe DSL in tensor memory that are put one behind another by what each takes, `pointer +
// find_tmem_tensor_col_offset(accumulator)`, where nobody knows the numbers: one that leaves out what stands first.

import { mentions } from '../../../../syntax/text/mentions.ts';
import { functionAround } from '../../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { declarationsOf } from '../../../document/written/declarations.ts';
import { operandsAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { writtenAt } from './allocations.ts';

const MAXIMUM_DEPTH = 8;
const COUNTS = 'find_tmem_tensor_col_offset';

/** A tensor that is made behind others. */
interface Put {
  readonly site: Site;
  readonly pointer: Site;
  /** What it is named, where it has a name. */
  readonly key: string;
  readonly root: string;
  /** The tensors whose columns are before it, by the places of their makers. */
  readonly behind: readonly string[];
}

const keyOf = ({ span }: Site): string => `${span.start}-${span.end}`;

/** The place of the `make_tensor` that a tensor is; null for others. */
function makerKey(site: Site | undefined): string | null {
  const made = site === undefined ? undefined : (initialiserOf(site) ?? site);
  return made !== undefined && writtenCall(made)?.name === 'make_tensor' ? keyOf(made) : null;
}

/** The tensor whose columns are counted there. */
function countedAt(site: Site): string | null {
  const call = writtenCall(initialiserOf(site) ?? site);
  return call?.name === COUNTS ? makerKey(argumentAt(call, 0, 'tensor') ?? call.args[0]) : null;
}

/** The pointer as a name and the tensors that are before it; null where it is anything else. */
function pointerAt(site: Site, text: string, depth = 0): Pick<Put, 'root' | 'behind'> | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const given = initialiserOf(site);
  const call = writtenCall(given ?? site);
  if (call?.name === 'recast_ptr') {
    const ptr = argumentAt(call, 0, 'ptr');
    return ptr === undefined ? null : pointerAt(ptr, text, depth + 1);
  }
  const sum = operandsAt(given ?? site);
  if (sum?.operator === '+') {
    const [before, counted] = [pointerAt(sum.left, text, depth + 1), countedTerms(sum.right)];
    return before === null || counted === null
      ? null
      : { root: before.root, behind: [...before.behind, ...counted] };
  }
  const root = writtenAt(site, text);
  if (!(site instanceof PlacedSite)) return null;
  const isOne = sum === null && /^\w+$/.test(root) && declarationsOf(site, root).length === 1;
  return isOne ? { root, behind: [] } : null;
}

/** The terms of a sum of columns. */
function countedTerms(site: Site, depth = 0): readonly string[] | null {
  const sum = operandsAt(initialiserOf(site) ?? site);
  if (sum?.operator === '+' && depth < MAXIMUM_DEPTH) {
    const [left, right] = [countedTerms(sum.left, depth + 1), countedTerms(sum.right, depth + 1)];
    return left === null || right === null ? null : [...left, ...right];
  }
  const one = countedAt(site);
  return one === null ? null : [one];
}

/** Whether all that is before a tensor is filled, by tensors one behind another. */
function isFilled(tensor: Put, all: ReadonlyMap<string, Put>): boolean {
  const before = tensor.behind.map((key) => all.get(key));
  if (before.includes(undefined)) return false;
  const sorted = (before as Put[]).toSorted((a, b) => a.behind.length - b.behind.length);
  return sorted.every(
    ({ behind, root }, i) =>
      root === tensor.root &&
      behind.length === i &&
      behind.every((key) => sorted.slice(0, i).some((each) => each.key === key)),
  );
}

function faultOf(tensor: Put, all: ReadonlyMap<string, Put>): Put | null {
  for (const key of tensor.behind) {
    const before = all.get(key);
    if (before === undefined || before.root !== tensor.root || !isFilled(before, all)) continue;
    const rest = tensor.behind.filter((other) => other !== key);
    const isWithin = rest.every((other) => before.behind.includes(other));
    const isOnce = new Set(tensor.behind).size === tensor.behind.length;
    if (isOnce && isWithin && rest.length < before.behind.length) return before;
  }
  return null;
}

const named = (site: Site, text: string): string =>
  /(\w+)\s*=\s*$/.exec(text.slice(Math.max(0, site.span.start - 100), site.span.start))?.[1] ?? 'a tensor';

/** Findings of `tmem-columns` about sums of columns that leave one out. */
export const checkSums = callsByUnit<RuleContext, RuleFinding>(['make_tensor'], (calls, { model, text }) => {
  if (!mentions(text, COUNTS)) return [];
  const put = calls.flatMap(({ site, call }): readonly (Put & { readonly around: unknown })[] => {
    const pointer = argumentAt(call, 0, 'iterator');
    const at = pointer === undefined ? null : pointerAt(pointer, text);
    if (pointer === undefined || at === null) return [];
    return [{ site, pointer, key: keyOf(site), ...at, around: functionAround(site) }];
  });
  return put.flatMap((tensor): readonly RuleFinding[] => {
    if (tensor.behind.length === 0) return [];
    const all = new Map(put.filter(({ around }) => around === tensor.around).map((each) => [each.key, each]));
    const before = faultOf(tensor, all);
    const left = before?.behind.filter((key) => !tensor.behind.includes(key));
    const [first] = left ?? [];
    if (before === null || first === undefined || model.neverRuns(tensor.site)) return [];
    const [a, b] = [named(before.site, text), named(all.get(first)!.site, text)];
    const message = `the tensor begins as many columns behind ${tensor.root} as ${a} takes, and ${a} begins behind ${b}: it shares columns with one of them, and begins behind both where those of ${b} are added`;
    return [{ span: tensor.site.span, message }];
  });
});
