// Columns of tensor memory that cannot be allocated.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { settledNumberAt, settledValueOf } from '../../document/extents.ts';
import {
  argumentAt,
  callsOf,
  functionNameAt,
  initialiserOf,
  type WrittenCall,
  writtenCall,
} from '../../document/written-call.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkOverlaps, columnsReached } from './tmem-overlap.ts';

const LEAST = 32;
const MOST = 512;

const writtenAt = ({ span }: Site, text: string): string =>
  codeOf(text.slice(span.start, span.end), 'cpp').replace(/\s+/g, '');

/** Whether an object allocates tensor memory, by its name or by the type that it is declared with. */
function isAllocator(object: Site, text: string): boolean {
  const written = writtenAt(object, text);
  if (/tmem|tensor_?memory/i.test(written)) return true;
  if (object.dialect === 'python' || !/^\w+$/.test(written)) return false;
  if (!/\bAllocator[12]Sm\b/.test(text)) return false;
  const code = codeOf(text, 'cpp');
  const [, type] = new RegExp(`([\\w:]+)\\s+${written}\\s*[;{(]`).exec(code) ?? [];
  if (type === undefined) return false;
  const named = /^\w+$/.test(type)
    ? new RegExp(`\\busing\\s+${type}\\s*=([^;]*);`).exec(code)?.[1]
    : undefined;
  return /\bTMEM::Allocator[12]Sm\b/.test(named ?? type);
}

/** How many columns a call allocates; undefined for others. */
function columnsOf(call: WrittenCall, text: string): Site | undefined {
  if (call.name === 'alloc_tmem') return argumentAt(call, 0, 'num_columns');
  if (call.name !== 'allocate' || call.object === null) return undefined;
  return isAllocator(call.object, text) ? argumentAt(call, 0, 'num_columns') : undefined;
}

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
interface PlacedTensor {
  readonly site: Site;
  readonly base: string;
}

/** `make_tensor(make_tmem_ptr<float>(base), …)`, and `make_tensor(tmem.retrieve_ptr(type), …)` of CuTe DSL. */
function madeTensors({ model, text }: RuleContext): readonly PlacedTensor[] {
  return callsOf(model, 'make_tensor').flatMap(({ site, call }) => {
    const given = argumentAt(call, 0, 'iterator');
    const pointer = given === undefined ? null : writtenCall(initialiserOf(given) ?? given);
    const base =
      pointer?.name === 'make_tmem_ptr'
        ? pointer.args[0]
        : pointer?.name === 'retrieve_ptr'
          ? (pointer.object ?? undefined)
          : undefined;
    return base === undefined ? [] : [{ site, base: writtenAt(base, text) }];
  });
}

/** `accumulator.data() = base;` */
const PUT_THERE = /\b(\w+)\s*\.\s*data\s*\(\s*\)\s*=\s*([\w\s.:>-]+);/g;

/** Tensors that are put where an allocation begins. */
function assignedTensors({ model, text }: RuleContext): readonly PlacedTensor[] {
  if (!/\bAllocator[12]Sm\b/.test(text)) return [];
  return [...codeOf(text, 'cpp').matchAll(PUT_THERE)].flatMap(({ 1: name, 2: base, index }) => {
    const site = model.sites.findLast(
      (each) => each.role === 'declaration' && each.name === name && each.span.start < index,
    );
    return site === undefined ? [] : [{ site, base: base!.replace(/\s+/g, '') }];
  });
}

/** Tensors over more columns than their function has allocated: `allocate(n, &base)`, `tmem.allocate(n)`. */
function checkTensors(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (!/\b(?:make_tmem_ptr|retrieve_ptr|Allocator[12]Sm)\b/.test(text)) return [];
  const allocations = callsOf(model, 'allocate').filter(({ call }) => columnsOf(call, text) !== undefined);
  if (allocations.length === 0) return [];
  return [...madeTensors(context), ...assignedTensors(context)].flatMap(({ site, base }) => {
    const own = allocations.filter(({ site: at, call }) => {
      const [, address] = call.args;
      const isIt =
        address === undefined
          ? call.object !== null && writtenAt(call.object, text) === base
          : writtenAt(address, text) === `&${base}`;
      return isIt && functionNameAt(at) === functionNameAt(site);
    });
    const counts = own.map(({ call }) => settledNumberAt(model, columnsOf(call, text)));
    const reached = columnsReached(settledValueOf(model, site));
    if (counts.length === 0 || counts.includes(undefined) || reached === undefined) return [];
    const has = Math.max(...(counts as number[]));
    if (reached <= has) return [];
    return [
      {
        span: site.span,
        message: `the tensor reaches column ${reached - 1} of tensor memory, of which ${has} are allocated`,
      },
    ];
  });
}

export const tmemColumns: Rule = {
  id: 'tmem-columns',
  severity: 'warning',
  title: 'Columns of tensor memory',
  description:
    'Tensor memory has 512 columns, which are allocated in powers of two from 32 on (PTX ISA, tcgen05.alloc). Another number is undefined, and the instruction faults or never returns; a tensor over more columns than are allocated is in those of others, as are two accumulators that share some.',
  checkCall,
  checkDocument: (context) => [...checkTensors(context), ...checkOverlaps(context)],
};
