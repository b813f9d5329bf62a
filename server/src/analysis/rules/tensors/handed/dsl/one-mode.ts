// Predicates of CuTe DSL that ask for one mode of the coordinates alone, `pred[i] = cute.elem_less(tCcC[i][0], m)`, of a
// copy of tiles that go on along both modes. Rows and columns may be asked for in different places: then nothing is told.

import { codeOf } from '../../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../../syntax/text/mentions.ts';
import { functionAround } from '../../../../document/written/around.ts';
import { argumentAt } from '../../../../document/written/call.ts';
import { callsOf } from '../../../../document/written/calls-by-name.ts';
import { escaped } from '../../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../../indexing/text/function-code.ts';
import type { Site } from '../../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../../rule.ts';
import { writtenAt } from './handed.ts';
import { type TilePart, tilePart, wholeOf } from './predicated.ts';

/** `cute.elem_less(c[i][0], m)` or `c[i][0] < m`, and nothing else. */
const ASKS_ONE = [
  /^(?:cute\.)?elem_less\(\s*(\w+)\s*\[.*\]\s*\[\s*([01])\s*\]\s*,\s*[\w.]+(?:\[\w+\])?\s*\)$/,
  /^(\w+)\s*\[.*\]\s*\[\s*([01])\s*\]\s*<\s*[\w.]+(?:\[\w+\])?$/,
];

interface Asked {
  /** The name of the coordinates. */
  readonly of: string;
  readonly mode: 0 | 1;
}

/** The mode that all elements of a predicate ask for; null where it is more, or something else. */
function askedMode(predicate: string, code: string): Asked | null {
  const given = [
    ...code.matchAll(new RegExp(`\\b${escaped(predicate)}\\s*\\[[^=\\n]*\\]\\s*=(?!=)\\s*(.*)$`, 'gm')),
  ];
  const asked = given.map(([, right]) => {
    const found = ASKS_ONE.map((form) => form.exec(right!.trim())).find((match) => match !== null);
    return found == null ? null : { of: found[1]!, mode: Number(found[2]) as 0 | 1 };
  });
  const [first] = asked;
  return first != null && asked.every((each) => each?.of === first.of && each.mode === first.mode)
    ? first
    : null;
}

/** Whether tiles go on along a mode with what is known when the program runs. */
const isOpen = ({ coordinate }: TilePart, mode: number): boolean =>
  coordinate.length === 2 && /^[A-Za-z_]\w*$/.test(coordinate[mode]!) && coordinate[mode] !== 'None';

/** Whether something else may see to the elements along a mode: a branch, or what the host asks of the extents. */
function isSeenTo(mode: number, part: TilePart, code: string, file: string): boolean {
  const at = escaped(part.coordinate[mode]!);
  return (
    new RegExp(`\\]\\s*\\[\\s*${mode}\\s*\\]`).test(code) ||
    new RegExp(`^\\s*(?:el)?if\\b.*\\b${at}\\b`, 'm').test(code) ||
    /\bassert\b.*%|%[^\n]*[!=]=\s*0/.test(file)
  );
}

function checkCopy(
  { site, call }: CalledSite,
  context: RuleContext,
  file: string,
  elements: readonly CalledSite[],
): readonly RuleFinding[] {
  const predicate = call.keywords.get('pred');
  const code = functionCodeAt(site, context.text)?.code;
  if (predicate === undefined || code === undefined) return [];
  const asked = askedMode(writtenAt(context, predicate), code);
  if (asked === null) return [];
  const around = functionAround(site);
  const element = elements.find(
    (each) => functionAround(each.site) === around && writtenAt(context, wholeOf(each.site)) === asked.of,
  );
  const coordinates = element === undefined ? null : tilePart(context, wholeOf(element.site));
  const data = ['src', 'dst'].flatMap((name, i) => {
    const given: Site | undefined = argumentAt(call, i + 1, name);
    return given === undefined ? [] : (tilePart(context, given) ?? []);
  });
  const other = 1 - asked.mode;
  if (coordinates === null || data.length !== 1 || !isOpen(coordinates, other)) return [];
  if (data[0]!.coordinate.join() !== coordinates.coordinate.join()) return [];
  if (isSeenTo(other, coordinates, code, file) || context.model.neverRuns(site)) return [];
  const message = `the predicate asks for mode ${asked.mode} of ${asked.of} alone, and the tiles go on along mode ${other} as well, by ${coordinates.coordinate[other]}: nothing asks whether their elements are there`;
  return [{ span: predicate.span, message }];
}

/** Findings of `predicate-shape` about predicates of one mode. */
export function checkOneMode(context: RuleContext): readonly RuleFinding[] {
  const { text, model } = context;
  // A grid that is rounded up has blocks at the end of both modes.
  if (!mentions(text, /\bpred\s*=/) || !mentions(text, 'ceil_div')) return [];
  const copies = callsOf(model, 'copy').filter(({ call }) => call.keywords.has('pred'));
  if (copies.length === 0) return [];
  const code = codeOf(text, 'python');
  const elements = callsOf(model, '[]');
  return copies.flatMap((copy) => checkCopy(copy, context, code, elements));
}
