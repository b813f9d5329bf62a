// What a hover says of relations and of questions about them, once libisl has been asked.

import { printPlain } from '../../algebra/layout/print.ts';
import { type Ask, Undecided } from '../../algebra/relation/question.ts';
import { readRelationValue } from '../../algebra/relation/reading.ts';
import type { MapTerm } from '../../algebra/relation/term.ts';
import {
  IntegerRelation,
  isMapTerm,
  isRelationValue,
  type RelationValue,
} from '../../algebra/relation/value.ts';
import type { Value } from '../../evaluate/model/value.ts';
import { HOVER_LIMITS, layoutPicture } from '../../render/picture/picture.ts';
import { relationPicture, setPicture } from '../../render/picture/relation-picture.ts';
import type { HoverContent } from './content.ts';
import { summaryOf } from './layout-summary.ts';

type Read = Pick<HoverContent, 'value' | 'summary' | 'problem' | 'picture'>;

/** Points of a relation that is drawn: listing them takes libisl a while. */
const MAXIMUM_POINTS = 256;

/** The points of a set, or the pairs of a relation, where they are few; null for what is not drawn. */
async function pictureOf(
  { term }: IntegerRelation,
  text: string,
  ask: Ask,
): Promise<HoverContent['picture']> {
  const title = text.length > MAXIMUM_TITLE ? 'a relation' : text;
  let svg: string | null = null;
  if (isMapTerm(term)) {
    const pairs = await ask({ ask: 'pairs', of: term, most: MAXIMUM_POINTS });
    if (!(pairs instanceof Undecided)) svg = relationPicture(pairs, title, HOVER_LIMITS);
  } else {
    const points = await ask({ ask: 'points', of: term, most: MAXIMUM_POINTS });
    if (!(points instanceof Undecided)) svg = setPicture(points, title, HOVER_LIMITS);
  }
  return svg === null ? null : { svg, alternative: `points of ${title}` };
}

const MAXIMUM_TITLE = 120;

async function readValue(
  value: RelationValue,
  ask: Ask,
  unread: readonly string[],
  withPicture: boolean,
): Promise<Read> {
  const picture = null;
  const reading = await readRelationValue(value, ask);
  if (!('kind' in reading)) return { value: unread, summary: null, problem: reading.message, picture };
  if (reading.kind === 'decision') {
    const { holds, why } = reading;
    return { value: [String(holds)], summary: why, problem: null, picture };
  }
  if (reading.kind === 'layout') {
    const text = printPlain(reading.layout);
    const svg = withPicture
      ? layoutPicture(reading.layout, text, { limits: HOVER_LIMITS, threadsAndValues: false })
      : null;
    return {
      value: [text],
      summary: summaryOf(reading.layout),
      problem: null,
      picture: svg === null ? null : { svg, alternative: `offsets of ${text}` },
    };
  }
  if (reading.kind === 'value')
    return { value: [printPlain(reading.value)], summary: null, problem: null, picture };
  if (reading.kind === 'none')
    return { value: unread, summary: null, problem: `${reading.violation.message}.`, picture };
  const { text, facts, undecided } = reading;
  const isDrawn = withPicture && undecided === null && value instanceof IntegerRelation;
  return {
    value: [text],
    summary: facts.length === 0 ? null : facts.join(' · '),
    problem: undecided === null ? null : `not simplified: ${undecided.message}`,
    picture: isDrawn ? await pictureOf(value, text, ask) : null,
  };
}

/** The content with what a relation comes to; that of any other value as it is. */
export const withRelation = async (
  content: HoverContent,
  value: Value | object,
  ask: Ask,
  picture: boolean,
): Promise<HoverContent> =>
  isRelationValue(value) ? { ...content, ...(await readValue(value, ask, content.value, picture)) } : content;

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
