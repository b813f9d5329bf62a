// What a hover says of layouts and types of Triton's IR, in files of MLIR, in strings and in comments.

import { isFailure, type Outcome, Violation } from '../../algebra/integer/failure.ts';
import { type Definitions, ttgirLayout, ttgirTensor } from '../../evaluate/triton/ttgir.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { AttributeOrAlias } from '../../frontends/ttgir/attributes.ts';
import { attributeAcross, definitionOf, typeAt } from '../../frontends/ttgir/places.ts';
import type { TritonValue } from '../../hardware/triton/value.ts';
import { type HoverContent, NO_CONTENT } from './content.ts';
import type { LiteralHover } from './literal-hover.ts';
import { tritonContent } from './triton.ts';

const ON_ITS_OWN = 'by the text alone: not compiled here';

const OWN = /^ttn?g\./;

/** Whether an attribute is one of Triton's, or the name of one. */
function isOurs(attribute: AttributeOrAlias, definitions: Definitions): boolean {
  let at: AttributeOrAlias | null = attribute;
  for (let n = 0; at !== null && n < 32; n++) {
    if (at.kind === 'attribute') return OWN.test(at.name);
    at = definitions(at);
  }
  return false;
}

function contentOf(made: Outcome<TritonValue>, picture: boolean): HoverContent {
  if (!isFailure(made)) return { ...NO_CONTENT, ...tritonContent(made, null, picture), standing: ON_ITS_OWN };
  const problem = made instanceof Violation ? `${made.message}.` : `not known: ${made.reason}`;
  return { ...NO_CONTENT, problem };
}

/** The layout, or the type with one, across an offset; null where none stands. */
export function ttgirHoverAt(
  text: string,
  offset: number,
  within: Span,
  { picture }: { readonly picture: boolean },
): LiteralHover | null {
  const definitions: Definitions = (alias) => definitionOf(text, alias, alias.start, within);
  const type = typeAt(text, offset, within);
  const attribute = attributeAcross(text, offset, within);
  const isOfType = type !== null && (attribute === null || attribute.start === type.layout.start);
  if (isOfType && isOurs(type.layout, definitions)) {
    const { start, end } = attribute ?? type;
    return { span: { start, end }, content: contentOf(ttgirTensor(type, definitions), picture) };
  }
  if (attribute === null || !isOurs(attribute, definitions)) return null;
  const { start, end } = attribute;
  return { span: { start, end }, content: contentOf(ttgirLayout(attribute, definitions), picture) };
}
