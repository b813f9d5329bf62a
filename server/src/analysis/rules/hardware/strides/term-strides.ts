// Addresses of Triton whose strides are those of another matrix by their names, `b_ptr + offs_k[:, None] * stride_ak + …`,
// or those of each other's dimension: `offs_k[:, None] * stride_bn + offs_n[None, :] * stride_bk`.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { definitionsIn, escaped } from '../../../indexing/text/code.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { givenBefore, termsIn } from '../../triton/loops/pointer-steps.ts';
import { pointedOperand, type StrideName, strideName } from './operand-names.ts';

interface NamedTerm extends StrideName {
  /** The dimension that the lanes go along, by the name of their block: `k` of `arange(0, BLOCK_K)`. */
  readonly along: string | null;
  readonly start: number;
  readonly end: number;
}

interface Address {
  readonly operand: string;
  readonly terms: readonly NamedTerm[];
}

const BLOCK = /\barange\(\s*0\s*,\s*(?:BLOCK_?(?:SIZE)?_?|TILE_?(?:SIZE)?_?|B)([A-Z])\s*\)/;

/** What stands behind a place, to the end of the line or of the brackets around. */
function restAt(code: string, start: number): string {
  let depth = 0;
  for (let end = start; end < code.length; end++) {
    const letter = code[end]!;
    if ('([{'.includes(letter)) depth++;
    else if (')]}'.includes(letter) && --depth < 0) return code.slice(start, end);
    else if (depth === 0 && (letter === '\n' || letter === ',')) return code.slice(start, end);
  }
  return code.slice(start);
}

/** The addresses of a kernel that are sums of a pointer and lanes of two dimensions. */
function addressesIn(kernel: string, parameters: ReadonlySet<string>): readonly Address[] {
  return [...kernel.matchAll(/\b(\w+)\s*\+\s*/g)].flatMap(({ 0: all, 1: base, index }) => {
    const operand = parameters.has(base!) ? pointedOperand(base!) : null;
    if (operand === null) return [];
    const start = index + all.length;
    const terms = termsIn(restAt(kernel, start)).flatMap(({ range, stride, at }) => {
      const named = parameters.has(stride) ? strideName(stride, 'python') : null;
      if (named?.mode == null) return [];
      const along = BLOCK.exec(givenBefore(kernel, range, index) ?? '')?.[1]?.toLowerCase() ?? null;
      return [{ ...named, along, start: start + at, end: start + at + stride.length }];
    });
    return terms.length === 2 ? [{ operand, terms }] : [];
  });
}

const countOf = (code: string, name: string): number =>
  code.match(new RegExp(`\\b${escaped(name)}\\b`, 'g'))?.length ?? 0;

/** A stride of another matrix beside one of the matrix itself, or where it takes none of its own. */
function ofAnother(
  { operand, terms }: Address,
  kernel: string,
  parameters: ReadonlySet<string>,
): NamedTerm[] {
  const others = terms.filter((term) => term.operand !== operand && parameters.has(term.named(operand)));
  if (others.length === terms.length) {
    const own = terms.map((term) => term.named(operand));
    return own.every((name) => countOf(kernel, name) === 1) ? others : [];
  }
  return terms.some((term) => term.operand === operand) ? others : [];
}

/** Whether each of two strides is the one of the other's dimension. */
const areExchanged = ([a, b]: readonly NamedTerm[], operand: string): boolean =>
  a!.operand === operand &&
  b!.operand === operand &&
  a!.along !== null &&
  b!.along !== null &&
  a!.along !== b!.along &&
  a!.mode === b!.along &&
  b!.mode === a!.along;

function checkKernel(kernel: string, from: number): readonly RuleFinding[] {
  const head = /^[^(]*\(([^)]*)\)/.exec(kernel)?.[1] ?? '';
  const parameters = new Set([...head.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name]) => name!));
  return addressesIn(kernel, parameters).flatMap((address): readonly RuleFinding[] => {
    const { operand, terms } = address;
    const spanOf = (start: number, end: number) => ({ start: from + start, end: from + end });
    const others = ofAnother(address, kernel, parameters);
    if (others.length > 0)
      return others.map((term) => {
        const [span, right] = [spanOf(term.start, term.end), term.named(operand)];
        return {
          span,
          message: `${term.name} is a stride of ${term.operand}, and the pointer is that of ${operand}: ${right} is there for it`,
          fixes: [{ title: `Take ${right}`, span, newText: right }],
        };
      });
    // Of what is no operand of a product, rows and columns may be exchanged on purpose.
    if (!/\bdot\(/.test(kernel) || !areExchanged(terms, operand)) return [];
    const [a, b] = [...terms].sort((one, other) => one.start - other.start);
    const span = spanOf(a!.start, b!.end);
    const newText = `${b!.name}${kernel.slice(a!.end, b!.start)}${a!.name}`;
    return [
      {
        span,
        message: `the elements along ${a!.along!.toUpperCase()} are ${a!.name} apart here, and those along ${b!.along!.toUpperCase()} ${b!.name}: by their names the strides are exchanged`,
        fixes: [{ title: `Exchange ${a!.name} and ${b!.name}`, span, newText }],
      },
    ];
  });
}

/** Findings of `leading-dimension` about addresses of Triton. */
export function checkTermStrides({ text, model }: RuleContext): readonly RuleFinding[] {
  if (model.dialect !== 'python' || !mentions(text, /\btriton\b/) || !mentions(text, 'stride')) return [];
  const code = codeOf(text, 'python');
  const starts = definitionsIn(code);
  return starts.flatMap((start, i) => checkKernel(code.slice(start, starts[i + 1]), start));
}
