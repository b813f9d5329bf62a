// The types that a compiler prints in the warnings of the probes. g++ and clang write
// `layout_lens::probe<3, cute::Layout<…> >()`, nvcc `layout_lens::probe<N,T>() [with N=3, T=cute::Layout<…>]`.

/** Whether a line of a compiler's output tells of a probe. */
export const tellsOfProbe = (line: string): boolean => PROBE.test(line);

const PROBE = /\bprobe<(?:\d+\s*,|N,\s*T>\(\) \[with N=\d+)/;

/** The types that were printed for each probe, by its number, each once: those of the first reading that has some. */
export function printedTypes(
  readings: readonly (readonly string[])[],
): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  for (const lines of readings)
    for (const [number, types] of printedIn(lines)) if (!found.has(number)) found.set(number, types);
  return found;
}

function printedIn(lines: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, Set<string>>();
  for (const line of lines) {
    const [all = '', number, withNumber] =
      /\bprobe<(\d+)\s*,\s*|\bprobe<N,\s*T>\(\) \[with N=(\d+),\s*T=/.exec(line) ?? [];
    if (all === '') continue;
    const from = line.indexOf(all) + all.length;
    const to = endOfType(line, from);
    if (to === null) continue;
    const type = line.slice(from, to).trim();
    // nvcc reads a template also by itself, where the type is not known.
    if (/\bdecltype\(/.test(type)) continue;
    const key = Number(number ?? withNumber);
    const types = found.get(key) ?? new Set();
    types.add(type);
    found.set(key, types);
  }
  return new Map([...found].map(([key, types]) => [key, [...types]]));
}

const OPENING = '<([{';
const CLOSING = '>)]}';

/** Where the bracket closes that a type stands in; null where the line is cut before. */
function endOfType(line: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < line.length; at++) {
    const c = line[at]!;
    if (OPENING.includes(c)) depth++;
    else if (CLOSING.includes(c) && !(c === '>' && line[at - 1] === '-')) {
      if (depth === 0) return at;
      depth--;
    }
  }
  return null;
}

interface TemplateId {
  readonly name: string;
  readonly args: readonly string[];
}

/** `cute::Tensor<A, B>` as its name and arguments; a type without arguments has none. */
export function templateId(type: string): TemplateId {
  const plain = withoutQualifiers(type);
  const open = plain.indexOf('<');
  if (open < 0 || !plain.endsWith('>')) return { name: plain, args: [] };
  const args: string[] = [];
  let from = open + 1;
  let depth = 0;
  for (let at = from; at < plain.length; at++) {
    const c = plain[at]!;
    const isEnd = at === plain.length - 1;
    if ((c === ',' && depth === 0) || isEnd) {
      args.push(plain.slice(from, at).trim());
      from = at + 1;
    } else if (OPENING.includes(c)) depth++;
    else if (CLOSING.includes(c)) depth--;
  }
  return { name: plain.slice(0, open).trim(), args };
}

const withoutQualifiers = (type: string): string =>
  type
    .trim()
    .replace(/^(?:(?:const|volatile)\s+)+/, '')
    .replace(/(?:\s*(?:&&?|\bconst|\bvolatile))+$/, '');
