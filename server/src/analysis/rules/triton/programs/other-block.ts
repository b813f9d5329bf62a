// Programs that are placed by the block of another axis: `off_n = program_id(1) * BLOCK_M` of a tile of BLOCK_M by BLOCK_N.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { definitionsIn, escaped } from '../../../indexing/text/code.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** `off_n = pid_n * BLOCK_N`, with the lanes of a block behind it or without. */
const PLACE =
  /^[ \t]*(\w+)[ \t]*=[ \t]*((?:\w+\.)?program_id\(\s*(?:axis\s*=\s*)?\d\s*\)|\w+)[ \t]*\*[ \t]*([A-Z]\w*)(?:[ \t]*\+[ \t]*(?:\w+\.)?arange\(\s*0\s*,\s*([A-Z]\w*)\s*[,)][^\n]*)?[ \t]*$/gm;
/** `(desc, [off_m, off_n]` and `desc.store([off_m, off_n]`. */
const COPY = /(?:\(\s*(\w+)\s*,|\b(\w+)\.(?:load|store)\()\s*\[\s*(\w+)\s*,\s*(\w+)\s*\]/g;

interface Place {
  readonly name: string;
  readonly program: string;
  readonly block: string;
  /** Of how many lanes it is, where it has any. */
  readonly lanes: string | undefined;
  /** Where the block stands. */
  readonly at: number;
}

/** Whether a name is that of a program, or one of those that a program is taken apart into, `m, n = swizzle(pid)`. */
const isProgram = (program: string, body: string): boolean =>
  program.includes('program_id') ||
  new RegExp(
    `^[ \\t]*(?:\\w+[ \\t]*,[ \\t]*)*${escaped(program)}[ \\t]*(?:,[ \\t]*\\w+[ \\t]*)*=(?!=)[^\\n]*(?:program_id|\\bpid)`,
    'm',
  ).test(body);

function placesIn(body: string): readonly Place[] {
  const places = [...body.matchAll(PLACE)].map(
    ({ 0: whole, 1: name, 2: program, 3: block, 4: lanes, index }) => ({
      name: name!,
      program: program!,
      block: block!,
      lanes,
      at: index + whole.search(new RegExp(`(?<=\\*[ \\t]*)${block}\\b`)),
    }),
  );
  return places.filter(({ program }) => isProgram(program, body));
}

/** The extents of the tile of a descriptor, as shared memory is allocated for it. */
function extentsOf(body: string, descriptor: string): readonly string[] | null {
  const name = escaped(descriptor);
  const found = new RegExp(`\\[([^\\[\\]\\n]*)\\]\\s*,\\s*(?:layout\\s*=\\s*)?${name}\\.layout\\b`).exec(
    body,
  );
  return found === null
    ? null
    : found[1]!
        .split(',')
        .map((item) => item.trim())
        .slice(-2);
}

/** The block that a place should be counted in, where it is another one. */
function rightBlock(place: Place, places: readonly Place[], body: string): string | null {
  const isOfOther = places.some(
    (other) =>
      other.program !== place.program &&
      other.block === place.block &&
      (other.lanes ?? other.block) === other.block,
  );
  if (!isOfOther) return null;
  if (place.lanes !== undefined) return place.lanes === place.block ? null : place.lanes;
  const extents = [...body.matchAll(COPY)].flatMap(({ 1: given, 2: object, 3: first, 4: second }) => {
    const at = [first, second].indexOf(place.name);
    const other = places.find(({ name }) => name === [second, first][at]);
    const tile = at < 0 || other === undefined ? null : extentsOf(body, (given ?? object)!);
    return tile?.length === 2 && tile[1 - at] === other!.block ? [tile[at]!] : [];
  });
  const [extent] = new Set(extents);
  return extent !== undefined &&
    new Set(extents).size === 1 &&
    extent !== place.block &&
    /^[A-Z]\w*$/.test(extent)
    ? extent
    : null;
}

/** Findings of `tile-coordinates` about programs. */
export function checkOtherBlock({ text, model }: RuleContext): readonly RuleFinding[] {
  if (model.dialect !== 'python' || !mentions(text, /\btriton\b/) || !mentions(text, 'program_id')) return [];
  const code = codeOf(text, 'python');
  const starts = definitionsIn(code);
  return starts.flatMap((start, i) => {
    const body = code.slice(start, starts[i + 1] ?? code.length);
    const places = placesIn(body);
    return places.flatMap((place): readonly RuleFinding[] => {
      const right = rightBlock(place, places, body);
      if (right === null) return [];
      const span = { start: start + place.at, end: start + place.at + place.block.length };
      const message = `blocks of ${right} begin every ${place.block} elements: ${place.block} is the block of the other axis`;
      return [{ span, message, fixes: [{ title: `Take ${right}`, span, newText: right }] }];
    });
  });
}
