// How many columns of tensor memory a program allocates, and what begins there.

import { scopePath } from '../../../../evaluate/model/environment.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import type { Scope } from '../../../../frontends/common/scope.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../../document/extents.ts';
import { functionAround, functionNameAt } from '../../../document/written/around.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext } from '../../rule.ts';

/** What stands there, without spaces and comments. */
export const writtenAt = ({ span, dialect }: Site, text: string): string =>
  codeOf(text.slice(span.start, span.end), dialect === 'python' ? 'python' : 'cpp').replace(/\s+/g, '');

/** `TmemAllocator(…)` of CuTe DSL that the object is, or that the name was given; null for others. */
export function allocatorCall(object: Site): WrittenCall | null {
  const call = writtenCall(initialiserOf(object) ?? object);
  return call?.name === 'TmemAllocator' ? call : null;
}

/** Whether an object allocates tensor memory, by its name or by the type that it has. */
function isAllocator(object: Site, text: string): boolean {
  const written = writtenAt(object, text);
  if (/tmem|tensor_?memory/i.test(written)) return true;
  if (object.dialect === 'python') return allocatorCall(object) !== null;
  if (!mentions(text, /\bAllocator[12]Sm\b/)) return false;
  const code = codeOf(text, 'cpp');
  // `Allocator{}.allocate(…)`, of an object that has no name.
  const made = /^(\w+)(?:\{\}|\(\))$/.exec(written)?.[1];
  if (made === undefined && !/^\w+$/.test(written)) return false;
  const type = made ?? new RegExp(`([\\w:]+)\\s+${written}\\s*[;{(]`).exec(code)?.[1];
  if (type === undefined) return false;
  const named = /^\w+$/.test(type)
    ? new RegExp(`\\busing\\s+${type}\\s*=([^;]*);`).exec(code)?.[1]
    : undefined;
  return /\bTMEM::Allocator[12]Sm\b/.test(named ?? type);
}

/** How many columns a call allocates; undefined for others. */
export function columnsOf(call: WrittenCall, text: string): Site | undefined {
  if (call.name === 'alloc_tmem') return argumentAt(call, 0, 'num_columns');
  if (call.name !== 'allocate' || call.object === null) return undefined;
  return isAllocator(call.object, text) ? argumentAt(call, 0, 'num_columns') : undefined;
}

const isInClass = (scope: Scope): boolean => scope.kind === 'class';

const pathOf = (site: Site): readonly Scope[] =>
  site instanceof PlacedSite ? scopePath(site.memo.placed.unit.scope, site.node.start) : [];

/** Whether a name means the same data member at two places: both are in methods of one class, and neither has its own. */
function isSameMember(name: string, one: Site, other: Site): boolean {
  const paths = [pathOf(one), pathOf(other)];
  const [own, its] = paths.map((path) => path.findLastIndex(isInClass));
  const around = paths[0]![own!];
  if (around === undefined || around !== paths[1]![its!]) return false;
  const isOwn = paths.some((path) =>
    path.slice(path.findLastIndex(isInClass) + 1).some((s) => s.declarations.some((d) => d.name === name)),
  );
  return !isOwn && around.declarations.some((d) => d.name === name && d.isMember === true);
}

/** Whether what is written at both places, `storage.base`, is one: they are in one function, or it is a member's. */
function isSamePlace(base: string, one: Site, other: Site): boolean {
  if (functionAround(one) === functionAround(other)) return true;
  if (one.dialect === 'python') return functionNameAt(one) === functionNameAt(other);
  const [, name] = /^(?:this->)?(\w+)/.exec(base) ?? [];
  return name !== undefined && isSameMember(name, one, other);
}

/**
 * The columns that are allocated where `base` is written, of several allocations the most; undefined where none is found,
 * or not known how many. `allocate(n, &base)` of C++, `base.allocate(n)` of CuTe DSL.
 */
export function allocatedAt(context: RuleContext, base: string, site: Site): number | undefined {
  const { model, text } = context;
  const counts = callsOf(model, 'allocate').flatMap(({ site: at, call }) => {
    const columns = columnsOf(call, text);
    if (columns === undefined) return [];
    const [, address] = call.args;
    const isIt =
      address === undefined
        ? call.object !== null && writtenAt(call.object, text) === base
        : writtenAt(address, text) === `&${base}`;
    return isIt && isSamePlace(base, at, site) ? [settledNumberAt(model, columns)] : [];
  });
  if (counts.length === 0 || counts.includes(undefined)) return undefined;
  return Math.max(...(counts as number[]));
}
