// Slices and copies that count the modes of a tensor wrongly, also where what the tensor is made of is not known.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { modesOf } from '../../../evaluate/cute/modes/parts.ts';
import { ALL_CALLS_SOURCE } from '../../../evaluate/model/entity.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { isInteger } from '../../../evaluate/values/arithmetic.ts';
import { extentsOf, knownValueOf, sliceOf } from '../../document/extents.ts';
import { functionAround, functionNameAt } from '../../document/written/around.ts';
import { argumentFor, writtenCall } from '../../document/written/call.ts';
import { placeholderAt } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { callsNamed } from '../../indexing/callers.ts';
import { loopOf } from '../../indexing/lanes.ts';
import { isDecided } from '../../indexing/rounds.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';

const modes = (n: number): string => (n === 1 ? '1 mode' : `${n} modes`);

/**
 * How many modes a tensor has by the calls that hand over one whose strides nobody knows; null: not known.
 * @param sources of what it may rest on
 */
function handedModes(
  model: RuleContext['model'],
  tensor: Site,
  sources: readonly string[] = [ALL_CALLS_SOURCE],
): number | null {
  const { value, parameters } = model.evaluate(tensor);
  const isHanded = parameters.every(({ source }) => sources.includes(source));
  const open = isFailure(value) || !isHanded ? null : modesOf(value);
  return open?.kind === 'tensor' && open.isOpenEnded !== true ? open.modes.length : null;
}

/** The same of a parameter of a function of the file: where all of its calls hand over tensors of as many. */
function modesInCalls(model: RuleContext['model'], tensor: Site, name: string): number | null {
  const [scope, around] = [functionAround(tensor), functionNameAt(tensor)];
  const declared = scope?.declarations.filter((d) => d.name === name) ?? [];
  if (scope === null || around === null || declared.length !== 1 || declared[0]!.kind !== 'parameter')
    return null;
  const parameters = scope.declarations.filter(({ kind }) => kind === 'parameter').map((d) => d.name);
  const counts = callsNamed(model, around).map((site) => {
    const call = writtenCall(site);
    const given = call === null ? undefined : argumentFor(call, parameters, name);
    return given === undefined ? null : (extentsOf(model, given)?.length ?? null);
  });
  const [count, ...others] = counts;
  return count !== undefined && others.every((other) => other === count) ? count : null;
}

function ofSlice({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const slice = sliceOf(model, call);
  // One `_` alone stands for all modes, and what is known of a tensor's layout tells evaluation.
  if (slice === null || slice.coordinates.length < 2) return [];
  const { tensor, coordinates } = slice;
  if (knownValueOf(model, tensor) instanceof Tensor) return [];
  const count = extentsOf(model, tensor)?.length ?? handedModes(model, tensor);
  if (count === null || count === coordinates.length) return [];
  // A branch may be for tensors of other modes.
  if (extentsOf(model, tensor) === null && isDecided(site)) return [];
  const name = text.slice(tensor.span.start, tensor.span.end);
  return [
    {
      span: site.span,
      message: `${coordinates.length} coordinates for ${name}, which has ${modes(count)}`,
    },
  ];
}

/** Whether it is an integer; the counter of a loop is one, too. */
function isNumber(model: RuleContext['model'], arg: Site): boolean {
  const value = knownValueOf(model, arg);
  return (value !== null && isInteger(value)) || loopOf(arg) !== null;
}

/**
 * How many modes a side of a copy has. A slice by numbers, `tLg[None, block, k]`, has one for each `None`, whatever the
 * tensor is; one of a tensor whose modes are known is judged itself.
 */
function modesOfSide({ model, text }: RuleContext, side: Site): number | null {
  const extents = extentsOf(model, side);
  if (extents !== null) return extents.length;
  const slice = writtenCall(initialiserOf(side) ?? side);
  // Whether modes of what is tiled have modes of their own does not change how many there are.
  if (slice?.name !== '[]')
    return (
      handedModes(model, side, [ALL_CALLS_SOURCE, 'supposed']) ??
      modesInCalls(model, side, text.slice(side.span.start, side.span.end))
    );
  const open = slice.args.filter((arg) => placeholderAt(arg) !== null);
  if (slice.args.length < 2 || open.length === 0 || extentsOf(model, slice.callee) !== null) return null;
  return slice.args.every((arg) => open.includes(arg) || isNumber(model, arg)) ? open.length : null;
}

/** `cute.copy(atom, src, dst)`; of C++ it is told where both tensors are known. */
function ofCopy({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model } = context;
  if (site.dialect !== 'python' || call.name !== 'copy' || call.args.length !== 3) return [];
  const [, source, destination] = call.args;
  const sides = [source!, destination!];
  if (sides.every((side) => knownValueOf(model, side) instanceof Tensor)) return [];
  const [from, to] = sides.map((side) => modesOfSide(context, side));
  if (from == null || to == null || from === to) return [];
  // A branch may be for tensors of other modes.
  if (sides.some((side) => extentsOf(model, side) === null) && isDecided(site)) return [];
  return [
    {
      span: site.span,
      message: `the source has ${modes(from)}, the destination ${to}: slice both down to the modes that are copied`,
    },
  ];
}

export const modeCount: Rule = {
  id: 'mode-count',
  severity: 'error',
  title: 'Another number of modes',
  checkCall: (called, context) => [...ofSlice(called, context), ...ofCopy(called, context)],
};
