// ldmatrix in CuTe DSL that transposes what lies along K, or does not where it lies along M or N: `make_tiled_copy_A` of
// `LdMatrix8x8x16bOp(transpose, …)`, by the layout of what it reads, or by what the flag is asked of.

import { innermostLayout } from '../../../../../algebra/composed/composed.ts';
import { Tensor, Unknown } from '../../../../../evaluate/model/value.ts';
import { codeOf } from '../../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../../syntax/text/mentions.ts';
import { knownValueOf, settledValueOf } from '../../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../../document/written/call.ts';
import { callsOf } from '../../../../document/written/calls-by-name.ts';
import { givenTo } from '../../../../document/written/names.ts';
import { escaped } from '../../../../indexing/text/code.ts';
import type { Site } from '../../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../../rule.ts';
import { tilingOf } from './handed.ts';

const OPERANDS = ['A', 'B'] as const;
type Name = (typeof OPERANDS)[number];

/** ldmatrix of elements of 16 bits. */
const BITS = 16;

interface Matrices {
  readonly operand: Name;
  /** Where the flag is written. */
  readonly transpose: Site;
}

/** The flag of the copy that `make_tiled_copy_A(make_copy_atom(LdMatrix8x8x16bOp(…), …), mma)` makes. */
function matricesOf(maker: Site): Matrices | null {
  const call = writtenCall(maker);
  const operand = /^make_tiled_copy_([AB])$/.exec(call?.name ?? '')?.[1] as Name | undefined;
  const atom = call === null ? undefined : argumentAt(call, 0, 'copy_atom');
  const made = atom === undefined ? null : writtenCall(givenTo(atom));
  const op = made?.name === 'make_copy_atom' ? argumentAt(made, 0, 'op') : undefined;
  const operation = op === undefined ? null : writtenCall(givenTo(op));
  if (operand === undefined || operation?.name !== 'LdMatrix8x8x16bOp') return null;
  const transpose = argumentAt(operation, 0, 'transpose');
  return transpose === undefined ? null : { operand, transpose };
}

/** `self.a_major_mode != LayoutEnum.ROW_MAJOR` */
const ASKS =
  /^((?:self\.)?)([ab])(_\w*(?:major|layout)\w*)\s*(!=|==)\s*(?:[\w.]*\.)?LayoutEnum\.(ROW|COL)_MAJOR$/;

/** Findings about a flag that is asked of a tensor's layout, (M,K) or (N,K): row-major lies along K. */
function checkFlag({ site }: CalledSite, context: RuleContext, code: string): readonly RuleFinding[] {
  const matrices = matricesOf(site);
  if (matrices === null || context.model.neverRuns(site)) return [];
  const { operand, transpose } = matrices;
  const { start, end } = givenTo(transpose).span;
  const found = ASKS.exec(code.slice(start, end).replace(/\s+/g, ' ').trim());
  if (found === null) return [];
  const [, before, letter, behind, operator, major] = found;
  const own = `${before}${operand.toLowerCase()}${behind}`;
  const asked = `${before}${letter}${behind}`;
  if (own !== asked) {
    const isThere = new RegExp(`(?<![\\w.])${escaped(own)}(?!\\w)`).test(code);
    const message = `the copy reads ${operand}, and whether it transposes is asked of ${asked}: ${own} is there for it`;
    return isThere ? [{ span: transpose.span, message }] : [];
  }
  const isTransposed = (operator === '!=') === (major === 'ROW');
  if (isTransposed) return [];
  const message = `${own} is ROW_MAJOR where ${operand} lies along K, as ldmatrix reads it: it transposes where it is not`;
  return [{ span: transpose.span, message }];
}

/** The mode along which elements of 16 bits in shared memory follow one another; null where that is not known. */
function contiguousMode(context: RuleContext, tensor: Site | undefined): 0 | 1 | null {
  const value = settledValueOf(context.model, tensor);
  if (!(value instanceof Tensor) || value.engine.space !== 'smem' || value.engine.bits !== BITS) return null;
  const { stride } = innermostLayout(value.layout);
  if (!Array.isArray(stride) || stride.length < 2) return null;
  const isOne = [0, 1].map((i) => (Array.isArray(stride[i]) ? stride[i][0] : stride[i]) === 1);
  return isOne[0] === isOne[1] ? null : isOne[0] === true ? 0 : 1;
}

/** Findings about what such a copy reads, where nobody knows the MMA: else the copies are looked at themselves. */
function checkPart({ site, call }: CalledSite, context: RuleContext, code: string): readonly RuleFinding[] {
  const by = call.object === null ? null : tilingOf(call.object);
  const matrices = by === null ? null : matricesOf(by);
  const source = argumentAt(call, 0, 'src');
  if (by === null || matrices === null || source === undefined) return [];
  const tiling = knownValueOf(context.model, by);
  if (tiling !== null && !(tiling instanceof Unknown)) return [];
  const mode = contiguousMode(context, source);
  const { start, end } = givenTo(matrices.transpose).span;
  const flag = code.slice(start, end).trim();
  if (mode === null || !/^(?:True|False)$/.test(flag) || context.model.neverRuns(site)) return [];
  const modes = matrices.operand === 'A' ? ['M', 'K'] : ['N', 'K'];
  if ((flag === 'True') === (mode === 0)) return [];
  const then = flag === 'True' ? 'ldmatrix transposes it all the same' : 'ldmatrix has to transpose it';
  const message = `${code.slice(source.span.start, source.span.end)} lies along ${modes[mode]}, and the copy is made for ${matrices.operand}: ${then}`;
  return [{ span: source.span, message }];
}

/** Findings of `operand-major` about ldmatrix. */
export function checkMatrices(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (!mentions(text, 'LdMatrix8x8x16bOp') || !mentions(text, 'make_tiled_copy_')) return [];
  const code = codeOf(text, 'python');
  return [
    ...callsOf(model, 'make_tiled_copy_A', 'make_tiled_copy_B').flatMap((each) =>
      checkFlag(each, context, code),
    ),
    ...callsOf(model, 'partition_S').flatMap((each) => checkPart(each, context, code)),
  ];
}
