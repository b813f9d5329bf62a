// Columns of tensor memory that cannot be allocated, and tensors over others than are.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { settledNumberAt, settledValueOf } from '../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { defaultsAt, foundByDefault } from '../../../values/default-view.ts';
import type { Site } from '../../../values/model.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../../rule.ts';
import { checkAccumulated } from './accumulated.ts';
import { allocatedAt, columnsOf, writtenAt } from './allocations.ts';
import { checkSums } from './column-sums.ts';
import { columnsReached } from './columns.ts';
import { checkFreed } from './freed-columns.ts';
import { checkGluonColumns } from './gluon-columns.ts';
import { checkOperands } from './operand-offset.ts';
import { type PlacedTensor, placedTensors } from './placed.ts';
import { checkOverlaps } from './tmem-overlap.ts';

const LEAST = 32;
const MOST = 512;

/** The literal that says it, here or where the name is declared. */
function literalOf(columns: Site, text: string): Site | null {
  const isLiteral = (site: Site): boolean => /^\d+$/.test(writtenAt(site, text));
  if (isLiteral(columns)) return columns;
  const initialiser = initialiserOf(columns);
  return initialiser !== null && isLiteral(initialiser) ? initialiser : null;
}

function checkCall({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const columns = columnsOf(call, text);
  const count = settledNumberAt(model, columns);
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

/** A tensor, and what tells which allocation it begins with, as it is written. */
interface BasedTensor {
  readonly site: Site;
  readonly base: string;
}

/** `make_tensor(make_tmem_ptr<float>(base), …)` */
function madeTensors({ model, text }: RuleContext): readonly BasedTensor[] {
  return callsOf(model, 'make_tensor').flatMap(({ site, call }) => {
    const given = argumentAt(call, 0, 'iterator');
    const pointer = given === undefined ? null : writtenCall(initialiserOf(given) ?? given);
    const base = pointer?.name === 'make_tmem_ptr' ? pointer.args[0] : undefined;
    return base === undefined ? [] : [{ site, base: writtenAt(base, text) }];
  });
}

/** `accumulator.data() = base;` */
const PUT_THERE = /\b(\w+)\s*\.\s*data\s*\(\s*\)\s*=\s*([\w\s.:>-]+);/g;

/** Tensors that are put where an allocation begins. */
function assignedTensors({ model, text }: RuleContext): readonly BasedTensor[] {
  if (!mentions(text, /\bAllocator[12]Sm\b/)) return [];
  return [...codeOf(text, 'cpp').matchAll(PUT_THERE)].flatMap(({ 1: name, 2: base, index }) => {
    const site = model.sites.findLast(
      (each) => each.role === 'declaration' && each.name === name && each.span.start < index,
    );
    return site === undefined ? [] : [{ site, base: base!.replace(/\s+/g, '') }];
  });
}

/** `reached` counts columns from where the allocation begins. */
function beyond(
  context: RuleContext,
  { site, base }: BasedTensor,
  reached: number | undefined,
  isLeast: boolean,
): readonly RuleFinding[] {
  const has = reached === undefined ? undefined : allocatedAt(context, base, site);
  if (has === undefined || reached! <= has) return [];
  const reaches = `reaches ${isLeast ? 'at least ' : ''}column ${reached! - 1}`;
  const message = `the tensor ${reaches} of tensor memory, of which ${has} are allocated`;
  return [{ span: site.span, message }];
}

/** Tensors over more columns than are allocated: `allocate(n, &base)`, `tmem.allocate(n)`. */
function checkTensors(context: RuleContext, placed: readonly PlacedTensor[]): readonly RuleFinding[] {
  const { model, text } = context;
  if (model.dialect === 'python')
    return placed.flatMap((tensor) =>
      beyond(context, tensor, Math.max(...tensor.firsts) + tensor.columns, tensor.isLeast),
    );
  if (!mentions(text, /\b(?:make_tmem_ptr|Allocator[12]Sm)\b/)) return [];
  return [...madeTensors(context), ...assignedTensors(context)].flatMap((tensor) =>
    beyond(context, tensor, columnsReached(settledValueOf(model, tensor.site)), false),
  );
}

/** What the kernels of a document place in tensor memory. */
function checkPlaced(context: RuleContext): readonly RuleFinding[] {
  const isPlacing = context.model.dialect === 'python' && mentions(context.text, 'retrieve_ptr');
  const placed = isPlacing ? placedTensors(context) : [];
  return [
    ...checkTensors(context, placed),
    ...checkOverlaps(context),
    ...checkAccumulated(context, placed),
    ...checkOperands(context),
  ];
}

/** The same by the defaults of a class that somebody else makes, of as many columns as they allocate. */
function placedByDefault(context: RuleContext, found: readonly RuleFinding[]): readonly RuleFinding[] {
  const { model, text } = context;
  if (model.dialect !== 'python' || !mentions(text, 'retrieve_ptr')) return [];
  const columns = callsOf(model, 'allocate').flatMap(({ call }) => call.args);
  const isFound = ({ span }: RuleFinding): boolean => found.some((f) => f.span.start === span.start);
  return foundByDefault(context, defaultsAt(model, columns), checkPlaced).filter((each) => !isFound(each));
}

function checkDocument(context: RuleContext): readonly RuleFinding[] {
  const placed = checkPlaced(context);
  return [
    ...placed,
    ...placedByDefault(context, placed),
    ...checkFreed(context),
    ...(context.model.dialect === 'python' ? checkSums(context) : []),
  ];
}

export const tmemColumns: Rule = {
  id: 'tmem-columns',
  severity: 'warning',
  title: 'Columns of tensor memory',
  checkCall,
  checkDocument: (context) => [...checkDocument(context), ...checkGluonColumns(context)],
};
