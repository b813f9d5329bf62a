// Arrays of barriers that pipelines of CuTe DSL are given, with fewer than two for each stage.

import { knownNumber } from '../../../../algebra/integer/known.ts';
import { isInteger } from '../../../../evaluate/values/arithmetic.ts';
import { arraysBehind, declaredMembers, type MemRange, storageAt } from '../../../document/dsl-storage.ts';
import { knownValueOf } from '../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { memberAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { compactIn } from '../../../document/written/source-text.ts';
import type { Site } from '../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

/** The pipelines that have a barrier for what is full and one for what is empty, of 8 bytes each, in every stage. */
const PIPELINE = /\bPipeline(?:Async|CpAsync|TmaAsync|TmaMultiConsumersAsync|TmaUmma|AsyncUmma|UmmaAsync)$/;
const BARRIER_BITS = 64;
const BARRIER_TYPE = /\bU?[Ii]nt64$/;

/** `storage.member` of `storage.member.data_ptr()`, also where its type is another one: `cute.recast_ptr(…, dtype=T)`. */
function memberBehind(site: Site): Site | null {
  const call = writtenCall(initialiserOf(site) ?? site);
  const recast = call?.name === 'recast_ptr' ? argumentAt(call, 0, 'ptr') : undefined;
  if (recast !== undefined) return memberBehind(recast);
  return call?.name === 'data_ptr' ? call.object : null;
}

const isNamed = (name: string, text: string): boolean => new RegExp(`\\.${name}\\b`).test(text);

/** Barriers in the arrays right behind, as `empty` behind `full`, as far as nothing else names them. */
function unnamedBehind(model: RuleContext['model'], member: Site, text: string): number {
  let barriers = 0;
  for (const [name, { elements, bits }] of arraysBehind(model, member)) {
    if (bits !== BARRIER_BITS || isNamed(name, text)) break;
    barriers += elements;
  }
  return barriers;
}

/** Where the elements of an array of barriers are counted, `MemRange[Int64, count]`; null for other members. */
function countIn(type: Site | undefined, text: string): Site | null {
  const call = type === undefined ? null : writtenCall(type);
  const [element, count] = call?.name === '[]' ? call.args : [];
  if (element === undefined || count === undefined || memberAt(call!.callee)?.name !== 'MemRange')
    return null;
  return BARRIER_TYPE.test(text.slice(element.span.start, element.span.end)) ? count : null;
}

/** The count of the array, where it is written as the stages are, and nothing may go on behind it; null for others. */
function countedByStages(member: Site, stages: Site, { model, text }: RuleContext): Site | null {
  const [own, next] = declaredMembers(model, member) ?? [];
  const written = compactIn(text);
  const count = countIn(own?.[1], text);
  if (count === null || written(count) !== written(stages)) return null;
  return next !== undefined && countIn(next[1], text) !== null && !isNamed(next[0], text) ? null : count;
}

/** Findings of `storage-size` about `PipelineTmaAsync.create(num_stages=n, barrier_storage=storage.member.data_ptr(), …)` */
export function checkPipeline({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const { object, keywords } = call;
  const [stages, given] = [keywords.get('num_stages'), keywords.get('barrier_storage')];
  if (call.name !== 'create' || object === null || stages === undefined || given === undefined) return [];
  if (!PIPELINE.test(text.slice(object.span.start, object.span.end))) return [];
  const member = memberBehind(given);
  if (member === null) return [];
  const number = knownValueOf(model, stages);
  const count = number !== null && isInteger(number) ? knownNumber(number) : undefined;
  const range = storageAt(model, member);
  const written = text.slice(stages.span.start, stages.span.end);
  const right = `2 * ${/^\w+(?:\.\w+)*$/.test(written) ? written : `(${written})`}`;
  const fixedAt = ({ span }: Site): Pick<RuleFinding, 'fixes'> => ({
    fixes: [{ title: `Allocate ${right}`, span, newText: right }],
  });
  if (range === null || count === undefined) {
    const counted = countedByStages(member, stages, context);
    if (counted === null || model.neverRuns(site)) return [];
    const message = `a pipeline of ${written} stages has twice as many barriers, one for full and one for empty in each: there is room for ${written}`;
    return [{ span: site.span, message, ...fixedAt(counted) }];
  }
  const has = barriersIn(range);
  if (has + unnamedBehind(model, member, text) >= 2 * count) return [];
  const message = `a pipeline of ${count} stages has ${2 * count} barriers, one for full and one for empty in each: there is room for ${has}`;
  return [{ span: site.span, message, ...(range.bits === BARRIER_BITS ? fixedAt(range.count) : {}) }];
}

const barriersIn = ({ elements, bits }: MemRange): number => Math.floor((elements * bits) / BARRIER_BITS);
