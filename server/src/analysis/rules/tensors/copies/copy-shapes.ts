import { scattered } from '../../../../evaluate/cute/algorithms/copying.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { TiledCopy } from '../../../../hardware/copy/tiled-copy.ts';
import { knownValueOf } from '../../../document/extents.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { placeholderAt } from '../../../document/written/expressions.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../../rule.ts';
import { checkElementwise } from './elementwise.ts';
import { checkOtherThreads } from './other-threads.ts';
import { checkOtherTilings } from './other-tilings.ts';
import { checkThroughRegisters } from './through-registers.ts';

/**
 * A copy of CuTe DSL by a matrix instruction, of slices by a number that is not known: the values of the instruction are
 * those of the whole tensor. Of tensors that are known evaluation tells.
 */
function checkCall({ site, call }: CalledSite, { model }: RuleContext): readonly RuleFinding[] {
  if (site.dialect !== 'python' || call.name !== 'copy' || call.args.length !== 3) return [];
  const [by, ...sides] = call.args;
  if (sides.every((given) => knownValueOf(model, given) instanceof Tensor)) return [];
  const copy = knownValueOf(model, by!);
  const matrices = copy instanceof TiledCopy ? /_(LDSM|STSM)_/.exec(copy.atom.operation.name) : null;
  if (!(copy instanceof TiledCopy) || matrices === null) return [];
  const side = matrices[1] === 'LDSM' ? 'source' : 'destination';
  const slice = writtenCall(call.args[side === 'source' ? 1 : 2]!);
  if (slice === null || slice.name !== '[]' || placeholderAt(slice.args[0] ?? site) === null) return [];
  const tensor = knownValueOf(model, slice.callee);
  if (!(tensor instanceof Tensor) || tensor.engine.bits !== copy.atom.element.bits) return [];
  const found = scattered(copy.atom, tensor, side);
  return found === null ? [] : [{ span: site.span, message: found.message }];
}

export const copyShapes: Rule = {
  id: 'copy-shapes',
  severity: 'error',
  title: 'Source and destination do not fit',
  checkSite: checkOtherTilings,
  checkCall,
  checkDocument: (context) => [
    ...checkOtherThreads(context),
    ...checkThroughRegisters(context),
    ...checkElementwise(context),
  ],
};
