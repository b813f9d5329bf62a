// What a hover says of relations and of questions about them, once libisl has been asked.

import { printPlain } from '../../algebra/layout/print.ts';
import type { Ask } from '../../algebra/relation/question.ts';
import { readRelationValue } from '../../algebra/relation/reading.ts';
import type { MapTerm } from '../../algebra/relation/term.ts';
import { IntegerRelation, isRelationValue, type RelationValue } from '../../algebra/relation/value.ts';
import type { Value } from '../../evaluate/model/value.ts';
import type { HoverContent } from './content.ts';
import { summaryOf } from './layout-summary.ts';

type Read = Pick<HoverContent, 'value' | 'summary' | 'problem'>;

async function readValue(value: RelationValue, ask: Ask, unread: readonly string[]): Promise<Read> {
  const reading = await readRelationValue(value, ask);
  if (!('kind' in reading)) return { value: unread, summary: null, problem: reading.message };
  if (reading.kind === 'decision') {
    const { holds, why } = reading;
    return { value: [String(holds)], summary: why, problem: null };
  }
  if (reading.kind === 'layout')
    return { value: [printPlain(reading.layout)], summary: summaryOf(reading.layout), problem: null };
  if (reading.kind === 'none')
    return { value: unread, summary: null, problem: `${reading.violation.message}.` };
  const { text, facts, undecided } = reading;
  return {
    value: [text],
    summary: facts.length === 0 ? null : facts.join(' · '),
    problem: undecided === null ? null : `not simplified: ${undecided.message}`,
  };
}

/** The content with what a relation comes to; that of any other value as it is. */
export const withRelation = async (
  content: HoverContent,
  value: Value | object,
  ask: Ask,
): Promise<HoverContent> =>
  isRelationValue(value) ? { ...content, ...(await readValue(value, ask, content.value)) } : content;

/** What is longer is no help in reading. */
const MAXIMUM_TEXT = 240;

/** The content with the relation of the function that it is about; as it is where libisl does not write it in short. */
export async function withMapping(
  content: HoverContent,
  mapping: MapTerm | null,
  ask: Ask,
): Promise<HoverContent> {
  if (mapping === null) return content;
  const reading = await readRelationValue(new IntegerRelation(mapping), ask);
  if (!('kind' in reading) || reading.kind !== 'relation' || reading.undecided !== null) return content;
  if (reading.text.length > MAXIMUM_TEXT) return content;
  const facts = reading.facts.length === 0 ? '' : ` (${reading.facts.join(', ')})`;
  return {
    ...content,
    more: [...content.more, { label: `relation${facts}`, text: reading.text, code: true }],
  };
}
