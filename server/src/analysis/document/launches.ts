// How many threads a block of a kernel of C++ has, as its launches in the text say.

import { codeOf } from '../../frontends/common/host-tokens.ts';

/** The arguments of a launch, cut at the commas between them. */
export function cut(list: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const c of list) {
    if ('([{'.includes(c)) depth++;
    if (')]}'.includes(c)) depth--;
    if (c === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += c;
  }
  return parts.map((part) => part.trim());
}

/** `128`, `dim3(32, 4)`; undefined for others. */
function threadsIn(written: string): number | undefined {
  const sizes = /^(?:dim3\s*)?[({]?([\s\d,]+)[)}]?$/.exec(written)?.[1]?.split(',');
  if (sizes === undefined || !sizes.every((size) => /^\s*\d+\s*$/.test(size))) return undefined;
  return sizes.reduce((product, size) => product * Number(size), 1);
}

/** What `dim3 block(128)` or `int block = 128` gives a name that is declared once. */
function givenTo(name: string, text: string): string | undefined {
  const declared = [
    ...text.matchAll(
      new RegExp(`\\b(?:dim3|int|unsigned|auto)\\s+(?:const\\s+)?${name}\\s*(?:=\\s*|(?=[({]))([^;]*);`, 'g'),
    ),
  ];
  const assigned = new RegExp(`\\b${name}(?:\\.[xyz])?\\s*[-+*/%]?=[^=]`, 'g');
  const [only] = declared;
  if (only === undefined || declared.length > 1) return undefined;
  const rest = text.slice(0, only.index) + text.slice(only.index + only[0].length);
  return assigned.test(rest) ? undefined : only[1]!.trim();
}

/** What `kernel<<<grid, block>>>(…)` says everywhere in the text; undefined where that differs, or is not a number. */
export function launchedThreads(source: string, kernel: string): number | undefined {
  if (!source.includes('<<<')) return undefined;
  const text = codeOf(source, 'cpp');
  const launches = [...text.matchAll(new RegExp(`\\b${kernel}\\s*(?:<[^;{}]*?>)?\\s*<<<([^;{}]*?)>>>`, 'g'))];
  const said = launches.map(([, list]) => {
    const block = cut(list!)[1] ?? '';
    return threadsIn(/^[A-Za-z_]\w*$/.test(block) ? (givenTo(block, text) ?? '') : block);
  });
  return said.every((n) => n === said[0]) ? said[0] : undefined;
}
