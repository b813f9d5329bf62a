// Rows of the matrices of ldmatrix and stmatrix that several lanes give, so that others are nobody's.

import { mentions } from '../../../syntax/text/mentions.ts';
import { writtenCall } from '../../document/written/call.ts';
import { type Address, addressOf } from '../../indexing/addresses.ts';
import { callsBy } from '../../indexing/callers.ts';
import { assemblyTaking } from '../../indexing/text/function-code.ts';
import type { Site } from '../../values/model.ts';
import type { Rule, RuleContext, RuleFinding } from '../rule.ts';
import { ADDRESSES, callsAround, laneContext } from './alignment/cast-alignment.ts';

/** `ldmatrix.sync.aligned.m8n8.x4` of 8 rows each of one, two or four matrices; the lanes of one after the other give them. */
const INSTRUCTION = /\b((?:ld|st)matrix)\.sync\.aligned\.m8n8\.x([124])\b/g;
const ROWS = 8;

interface Instruction {
  readonly name: string;
  readonly matrices: number;
}

/** The one instruction that a text has, any number of times. */
function onlyIn(text: string): Instruction | null {
  const [first, ...others] = text.matchAll(INSTRUCTION);
  if (first === undefined || others.some((each) => each[0] !== first[0])) return null;
  return { name: first[1]!, matrices: Number(first[2]) };
}

/** The instruction that an address is for; null where it is for others, or where that is not seen. */
function instructionAt(site: Site, text: string): Instruction | null {
  const statements = assemblyTaking(site, text);
  const [first, ...others] = statements.map(onlyIn);
  return first != null && others.every((o) => o?.name === first.name && o.matrices === first.matrices)
    ? first
    : null;
}

/** Why lanes leave rows out; null: each gives one of its own, or all of a matrix give one, as for a vector. */
function faultOf({ bytes }: Address, matrices: number): string | null {
  const rows = Array.from({ length: matrices }, (_, m) =>
    Array.from({ length: ROWS }, (__, r) => bytes.of(m * ROWS + r)),
  );
  for (const [m, own] of rows.entries()) {
    const repeated = own.findIndex((row, r) => own.indexOf(row) < r);
    if (repeated >= 0 && new Set(own).size > 1)
      return `lanes ${m * ROWS + own.indexOf(own[repeated]!)} and ${m * ROWS + repeated} give one row of matrix ${m}`;
    const before = rows.slice(0, m).findIndex((other) => other.join() === own.join());
    if (before >= 0 && new Set(own).size > 1)
      return `lanes ${m * ROWS} to ${m * ROWS + ROWS - 1} give the rows that lanes ${before * ROWS} to ${before * ROWS + ROWS - 1} give: matrix ${m} is matrix ${before}`;
  }
  return null;
}

function checkAddress(site: Site, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const [given] = writtenCall(site)?.args ?? [];
  if (given === undefined || model.neverRuns(site)) return [];
  const instruction = instructionAt(site, text);
  const own = { site, lanes: laneContext(context, site) };
  const from = addressOf(own.lanes, given);
  const reached = from === null ? callsAround(context, site) : [own];
  return reached.flatMap((at) => {
    // A function of its own may make addresses for many instructions.
    const { name, matrices } = instruction ?? instructionAt(at.site, text) ?? {};
    const address = matrices === undefined ? null : (from ?? addressOf(at.lanes, given));
    const fault = address === null ? null : faultOf(address, matrices!);
    if (fault === null) return [];
    const { start, end } = at.site.span;
    const message = `${text.slice(start, end)} is ${name} of ${matrices} matrices, of which each lane gives a row: ${fault}`;
    return [{ span: at.site.span, message }];
  });
}

export const matrixRows: Rule = {
  id: 'matrix-rows',
  severity: 'warning',
  title: 'Rows that no lane gives',
  checkDocument: (context) =>
    mentions(context.text, 'matrix.sync')
      ? ADDRESSES.flatMap((name) => callsBy(context.model, name)).flatMap((site) =>
          checkAddress(site, context),
        )
      : [],
};
