// Columns of tensor memory that cannot be allocated.

import { knownNumber } from '../../../algebra/integer/known.ts';
import { isInteger } from '../../../evaluate/values/arithmetic.ts';
import { knownValueOf } from '../../document/extents.ts';
import { argumentAt, initialiserOf, type WrittenCall } from '../../document/written-call.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';

const LEAST = 32;
const MOST = 512;

/** How many columns a call allocates; undefined for others. */
function columnsOf(call: WrittenCall, text: string): Site | undefined {
  if (call.name === 'alloc_tmem') return argumentAt(call, 0, 'num_columns');
  if (call.name !== 'allocate' || call.object === null) return undefined;
  const { start, end } = call.object.span;
  return /tmem|tensor_?memory/i.test(text.slice(start, end)) ? argumentAt(call, 0, 'num_columns') : undefined;
}

/** The literal that says it, here or where the name is declared. */
function literalOf(columns: Site, text: string): Site | null {
  const isLiteral = ({ span }: Site): boolean => /^\d+$/.test(text.slice(span.start, span.end));
  if (isLiteral(columns)) return columns;
  const initialiser = initialiserOf(columns);
  return initialiser !== null && isLiteral(initialiser) ? initialiser : null;
}

function checkCall({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const columns = columnsOf(call, text);
  const value = knownValueOf(model, columns);
  const count = value !== null && isInteger(value) ? knownNumber(value) : undefined;
  if (columns === undefined || count === undefined || count <= 0) return [];
  if (count >= LEAST && count <= MOST && Number.isInteger(Math.log2(count))) return [];
  const next = Math.max(LEAST, 2 ** Math.ceil(Math.log2(count)));
  const literal = next > MOST ? null : literalOf(columns, text);
  const allowed = `a power of two from ${LEAST} to ${MOST}`;
  return [
    {
      span: columns.span.end > columns.span.start ? columns.span : site.span,
      message: `${count} columns of tensor memory cannot be allocated: their number is ${allowed}`,
      ...(literal === null
        ? {}
        : { fixes: [{ title: `Allocate ${next} columns`, span: literal.span, newText: `${next}` }] }),
    },
  ];
}

export const tmemColumns: Rule = {
  id: 'tmem-columns',
  severity: 'warning',
  title: 'Columns of tensor memory',
  description:
    'Tensor memory has 512 columns, which are allocated in powers of two from 32 on (PTX ISA, tcgen05.alloc). Another number is undefined, and the instruction faults or never returns.',
  checkCall,
};
