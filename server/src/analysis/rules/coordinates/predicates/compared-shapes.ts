// Modes of coordinates of CuTe DSL that are compared with the extent of another mode of the tensor whose shape they were made
// for, `elem_less(tXcX[i][1], mX.shape[0])`: told by what is written, whatever the extents are.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { declarationsOf } from '../../../document/written/declarations.ts';
import { itemsAt, memberAt, placeholderAt, siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf, itemOf } from '../../../document/written/names.ts';
import type { Written } from '../../../document/written/source-text.ts';
import { escaped } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** What leaves coordinates where they are, of each tile alike, with the name of the tensor that it is given. */
export const IN_PLACE: readonly (readonly [name: RegExp, tensor: string])[] = [
  [/^(?:(?:zipped|logical|tiled|flat)_divide|local_partition)$/, 'target'],
  [/^group_modes$/, 'input'],
  [/^partition_S$/, 'src'],
  [/^partition_D$/, 'dst'],
  [/^partition_A$/, 'input_mk'],
  [/^partition_B$/, 'input_nk'],
  [/^partition_C$/, 'input_mn'],
];
/** What hands on coordinates as they are: one tile of them as well. */
const PARTS: typeof IN_PLACE = [[/^local_tile$/, 'input'], ...IN_PLACE];
/** How many parts of parts are followed. */
const MAXIMUM_DEPTH = 12;

/** The text, its code, and what is written somewhere without spaces. */
interface Source {
  readonly code: string;
  readonly written: Written;
}

/** What a name is given that a loop gives the same in each round: `at` of `at = mine[i]`, once in the function. */
function onceGiven(site: Site, { code, written }: Source): Site | null {
  const name = written(site);
  if (!(site instanceof PlacedSite) || !/^\w+$/.test(name)) return null;
  const all = declarationsOf(site, name, true);
  const own = all.filter(({ init }) => init?.kind !== 'mutated' && init?.kind !== 'opaque');
  const [only] = own;
  if (own.length !== 1 || only?.kind !== 'value' || only.init === null || only.element !== null) return null;
  const body = functionCodeAt(site, code)?.code ?? '';
  const assigned = new RegExp(`(?<![\\w.])${name}\\s*(?:,[^=\\n()]*)?(?:[-+*/%&|^]|//)?=(?!=)`, 'g');
  return [...body.matchAll(assigned)].length === 1 ? siteOf(site, only.init) : null;
}

function given(site: Site, source: Source): Site {
  let at = site;
  for (let depth = 0; depth < MAXIMUM_DEPTH; depth++) at = initialiserOf(at) ?? onceGiven(at, source) ?? at;
  return at;
}

/** `X` of `make_identity_tensor(X.shape)`, of which a tensor is a part; null where something moves the coordinates. */
function tensorOf(coordinates: Site, source: Source): string | null {
  let whole = coordinates;
  for (let depth = 0; depth < MAXIMUM_DEPTH; depth++) {
    const call = writtenCall(given(whole, source));
    if (call === null) return null;
    if (call.name === 'make_identity_tensor') {
      const shape = argumentAt(call, 0, 'shape');
      return shape === undefined
        ? null
        : (/^(\w+)\.shape$/.exec(source.written(given(shape, source)))?.[1] ?? null);
    }
    const [, tensor] = PARTS.find(([name]) => name.test(call.name)) ?? [];
    const next =
      tensor !== undefined ? argumentAt(call, 0, tensor) : call.name === '[]' ? call.callee : undefined;
    if (next === undefined) return null;
    whole = next;
  }
  return null;
}

const isOpen = (site: Site): boolean => placeholderAt(site) !== null || itemsAt(site)?.some(isOpen) === true;

interface Mode {
  readonly mode: number;
  readonly tensor: string;
}

/** The mode that `tXcX[i][1]` is of the coordinates of a tensor. */
function coordinateAt(site: Site, source: Source): Mode | null {
  const part = writtenCall(given(site, source));
  const number = part?.name === '[]' && part.args.length === 1 ? source.written(part.args[0]!) : '';
  const element = /^\d$/.test(number) ? writtenCall(given(part!.callee, source)) : null;
  // A slice has modes of its own.
  if (element?.name !== '[]' || element.args.length === 0 || element.args.some(isOpen)) return null;
  const tensor = tensorOf(element.callee, source);
  return tensor === null ? null : { mode: Number(number), tensor };
}

/** `X.shape[1]`, also by a name for it, `m, n = X.shape`. */
function extentAt(site: Site, source: Source): Mode | null {
  const item = itemOf(site);
  const [at, ...more] = item?.item ?? [];
  const of = item !== null && at !== undefined && more.length === 0 ? memberAt(item.of) : null;
  if (of?.name === 'shape') return { mode: at!, tensor: source.written(of.object) };
  const [, tensor, mode] = /^(\w+)\.shape\[(\d)\]$/.exec(source.written(given(site, source))) ?? [];
  return tensor === undefined ? null : { mode: Number(mode), tensor };
}

/** Whether a name stands for one tensor, whose extents nobody takes to be equal. */
function isPlain(tensor: string, site: Site, context: RuleContext): boolean {
  const code = functionCodeAt(site, context.text)?.code;
  if (code === undefined || mentions(context.text, /\.shape\[\d\]\s*==\s*\w+\.shape\[\d\]/)) return false;
  return !new RegExp(`^\\s*${escaped(tensor)}\\s*(?:,[\\w\\s,]*)?=(?!=)`, 'm').test(code);
}

/** Findings of `predicate-shape` about extents of other modes of the same tensor. */
export function checkComparedShapes(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (model.dialect !== 'python' || !mentions(text, 'make_identity_tensor') || !mentions(text, '.shape'))
    return [];
  const code = codeOf(text, 'python');
  const source: Source = {
    code,
    written: ({ span }) => code.slice(span.start, span.end).replace(/\s+/g, ''),
  };
  return callsOf(model, 'elem_less').flatMap(({ site, call }): readonly RuleFinding[] => {
    const [left, right] = call.args;
    const coordinate = left === undefined ? null : coordinateAt(left, source);
    const extent = coordinate === null || right === undefined ? null : extentAt(right, source);
    if (coordinate === null || extent === null || extent.tensor !== coordinate.tensor) return [];
    const { mode, tensor } = coordinate;
    if (extent.mode === mode || !isPlain(tensor, site, context) || model.neverRuns(site)) return [];
    const own = `${tensor}.shape[${mode}]`;
    const message = `coordinate ${mode} counts up to ${own}, and is compared with ${tensor}.shape[${extent.mode}], the extent of mode ${extent.mode}`;
    const fixes = [{ title: `Take ${own}`, span: right!.span, newText: own }];
    return [{ span: right!.span, message, fixes }];
  });
}
