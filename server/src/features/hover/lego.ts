// What a hover says of LEGO's values besides their text.

import { printPlain } from '../../algebra/layout/print.ts';
import { LegoLayout } from '../../algebra/lego/lego.ts';
import { OpenChain } from '../../algebra/lego/open.ts';
import { MAXIMUM_VIEW, strided } from '../../algebra/lego/strided.ts';
import { legoText } from '../../algebra/lego/text.ts';
import type { LegoValue } from '../../algebra/lego/value.ts';
import type { Dialect } from '../../frontends/common/scope.ts';
import { legoScene } from '../../render/picture/lego-scene.ts';
import { type HoverContent, pictured } from './content.ts';
import { indexExpressionOf } from './index-expression.ts';

type Said = Pick<HoverContent, 'summary' | 'picture' | 'more'>;

export function legoContent(value: LegoValue, withPicture: boolean, dialect: Dialect): Said {
  if (value instanceof OpenChain)
    return {
      summary: openSummary(value),
      picture: null,
      more: [{ label: 'applied', text: orderOf(value) }, ...indexExpressionOf(value, dialect)],
    };
  if (!(value instanceof LegoLayout)) return { summary: null, picture: null, more: [] };
  return {
    summary: summaryOf(value),
    picture: pictured(withPicture ? legoScene(value) : null, `positions of ${legoText(value)}`),
    more: [
      { label: 'applied', text: orderOf(value) },
      ...stridesOf(value),
      ...indexExpressionOf(value, dialect),
    ],
  };
}

/** `6 × 4 · 24 elements · bijective onto [0, 24)`. */
function summaryOf({ levels, size, expansion }: LegoLayout): string {
  const view = levels.map((level) => level.join(' × ')).join(' of ');
  const image =
    expansion === null
      ? `bijective onto [0, ${size})`
      : `onto ${expansion.physical.join(' × ')} elements, -1 for what lies outside of them`;
  return `${view} · ${size} indices · ${image}`;
}

/** `M × N · M*N indices · sizes are names`. */
function openSummary({ levels, size, expansion }: OpenChain): string {
  const sizes = (level: readonly { readonly text: string }[]): string =>
    level.map(({ text }) => (/[+/%-]/.test(text) ? `(${text})` : text)).join(' × ');
  const image =
    expansion === null
      ? 'bijective for all sizes under its conditions'
      : `onto ${sizes(expansion.physical)} elements, -1 for what lies outside of them`;
  return `${levels.map(sizes).join(' of ')} · ${size.text} indices · ${image}`;
}

/** The paper's chains and the reference package's run in opposite directions, and count dimensions from 1 and from 0. */
const orderOf = ({ form, kind, orders }: LegoLayout | OpenChain): string =>
  orders.length < 2
    ? form === 'paper'
      ? 'as in the paper, dimensions counted from 1'
      : 'as in the reference package, dimensions counted from 0'
    : form === 'paper'
      ? `from left to right: ${kind} comes first, as in the paper, dimensions counted from 1`
      : `from right to left: ${kind} comes last, as in the reference package, dimensions counted from 0`;

function stridesOf(chain: LegoLayout): HoverContent['more'] {
  if (chain.size > MAXIMUM_VIEW / 16 || chain.expansion !== null) return [];
  const found = strided(chain);
  if (found === null) return [];
  if ('layout' in found) return [{ label: 'as a CuTe layout', text: printPlain(found.layout), code: true }];
  const where =
    'dimension' in found
      ? `along dimension ${found.dimension} no strides compute the positions`
      : `at (${found.witness.index.join(',')}) strides would give ${found.witness.expected}, and the position is ${found.witness.position}`;
  return [{ label: 'no CuTe layout', text: where }];
}
