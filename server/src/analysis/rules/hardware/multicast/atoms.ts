// Where an atom of TMA comes from, and for how many CTAs it was made, which load a part of its tile each.

import { knownNumber } from '../../../../algebra/integer/known.ts';
import { TmaInstruction, type TmaOperation } from '../../../../hardware/tma/tma.ts';
import { hardwareKey } from '../../../../hardware/value.ts';
import { MAKES_TMA, tmaOperationOf } from '../../../accesses/tma.ts';
import { settledNumberAt, settledValueOf } from '../../../document/extents.ts';
import { functionAround, functionNameAt } from '../../../document/written/around.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { declarationsOf } from '../../../document/written/declarations.ts';
import { memberAt, siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf, itemOf } from '../../../document/written/names.ts';
import { callsBy } from '../../../indexing/callers.ts';
import { kernelAt, launchesOfPython } from '../../../launches/python-launches.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext } from '../../rule.ts';
import { extentAt, type ModeOf, withoutShape } from './cluster-modes.ts';

export interface MadeAtom {
  /** For how many CTAs; undefined where that is not known. */
  readonly count: number | undefined;
  /** Where that number is written; null: it is not seen, or follows from the operand. */
  readonly at: () => Site | null;
  /** The mode of the cluster along which the operand's tile is shared, where the atom is one for an operand. */
  readonly along: ModeOf | null;
}

/** How many names and launches are followed. */
const MAXIMUM_DEPTH = 8;

/** What the only launch of a kernel of CuTe DSL gives a parameter that stands there; null for others. */
export function launchedWith({ model }: Pick<RuleContext, 'model'>, site: Site): Site | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression' || site.dialect !== 'python')
    return null;
  const { expr } = site.node;
  const declared = expr.kind === 'name' ? declarationsOf(site, expr.name) : [];
  const [parameter] = declared;
  const kernel = kernelAt(site);
  if (declared.length !== 1 || parameter?.kind !== 'parameter' || kernel === null) return null;
  const [launch, ...others] = launchesOfPython(model, kernel);
  const call = launch?.call.object == null ? null : writtenCall(launch.call.object);
  if (call === null || others.length > 0) return null;
  const names = (functionAround(site)?.declarations ?? [])
    .filter(({ kind }) => kind === 'parameter')
    .map(({ name }) => name);
  // A method of an object is not handed the object.
  const first = call.object !== null && memberAt(call.callee) !== null && names[0] === 'self' ? 1 : 0;
  return argumentAt(call, names.indexOf(parameter.name) - first, parameter.name) ?? null;
}

/** The call that made an atom of CuTe DSL, with its coordinates or alone. */
export function makerOf(context: RuleContext, site: Site, depth = 0): WrittenCall | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const call = writtenCall(site);
  if (call !== null) return MAKES_TMA.test(call.name) ? call : null;
  const item = itemOf(site);
  const given =
    initialiserOf(site) ?? (item?.item.join() === '0' ? item.of : null) ?? launchedWith(context, site);
  return given === null ? null : makerOf(context, given, depth + 1);
}

const nowhere = (): null => null;

function ofPython(context: RuleContext, atom: Site): MadeAtom | null {
  const { model } = context;
  const call = makerOf(context, atom);
  if (call === null) return null;
  if (call.name === 'make_tiled_tma_atom') {
    const at = argumentAt(call, 4, 'num_multicast');
    return { count: at === undefined ? 1 : settledNumberAt(model, at), at: () => at ?? null, along: null };
  }
  const operand = /^make_tiled_tma_atom_([AB])$/.exec(call.name)?.[1];
  const cluster = argumentAt(call, 5, 'cluster_shape_vmnk');
  const operation = settledValueOf(model, argumentAt(call, 0, 'op'));
  if (operand === undefined || !(operation instanceof TmaInstruction)) return null;
  if (!operation.multicast) return { count: 1, at: nowhere, along: null };
  if (cluster === undefined) return null;
  const mode = operand === 'A' ? 2 : 1;
  const of = withoutShape(cluster);
  return { count: extentAt(context, of, mode), at: nowhere, along: { of, mode, at: cluster } };
}

/** The calls of C++ that take the number of CTAs for their last argument. */
const MAKERS = ['make_tma_atom', 'make_tma_copy'];

/** The function that a variable has the type of the result of, `using Tma = decltype(make_tma(…))`; null for others. */
function returnedBy({ model }: Pick<RuleContext, 'model'>, site: Site): string | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  const [declared, ...others] = expr.kind === 'name' ? declarationsOf(site, expr.name) : [];
  if (declared === undefined || others.length > 0) return null;
  const type = declared.type?.kind === 'qualified-type' ? declared.type.type : declared.type;
  const named =
    type?.kind === 'name'
      ? model.sites.filter(({ role, name }) => role === 'declaration' && name === type.name)
      : [];
  const [alias] = named;
  if (named.length !== 1 || !(alias instanceof PlacedSite) || alias.node.kind !== 'declaration') return null;
  const { init } = alias.node.declaration;
  const call = init?.kind === 'decltype' ? writtenCall(siteOf(alias, init.operand)) : null;
  return call?.name ?? null;
}

/** Where the number of CTAs is written that an atom of C++ was made for, in the file and only there. */
function numberWritten(context: RuleContext, atom: Site, operation: TmaOperation): Site | null {
  const { model } = context;
  const all = MAKERS.flatMap((name) => callsBy(model, name)).flatMap((site) => {
    const value = settledValueOf(model, site);
    const made = value === null ? null : tmaOperationOf(value);
    return made === null ? [] : [{ site, made }];
  });
  const own = all.filter((each) => each.made === operation);
  // What a type stands for is made again.
  const alike =
    own.length > 0 ? own : all.filter((each) => hardwareKey(each.made) === hardwareKey(operation));
  const made = alike.map(({ site }) => site);
  const by = made.length > 1 ? returnedBy(context, atom) : null;
  const [only, ...more] = by === null ? made : made.filter((site) => functionNameAt(site) === by);
  return only === undefined || more.length > 0 ? null : (writtenCall(only)?.args[4] ?? null);
}

function ofCpp(context: RuleContext, atom: Site): MadeAtom | null {
  const value = settledValueOf(context.model, atom);
  const operation = value === null ? null : tmaOperationOf(value);
  if (operation === null || operation.sharedBy === null) return null;
  const count = knownNumber(operation.sharedBy);
  return { count, at: () => numberWritten(context, atom, operation), along: null };
}

/** Null where nothing is known of it. */
export const madeAtom = (context: RuleContext, atom: Site): MadeAtom | null =>
  atom.dialect === 'python' ? ofPython(context, atom) : ofCpp(context, atom);
