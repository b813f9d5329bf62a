// Whether two parameters of a kernel of Triton may be one number, by the launches and configurations of the file.

import { listed } from '../../frontends/common/host-tokens.ts';

/** What stands in the bracket that begins at an offset; null where it is not closed. */
function bracketed(text: string, start: number): string | null {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if ('([{'.includes(text[i]!)) depth++;
    if (')]}'.includes(text[i]!) && --depth === 0) return text.slice(start + 1, i);
  }
  return null;
}

/** What `kernel[grid](…)` is handed, wherever the file launches it. */
function launchesOf(text: string, kernel: string): readonly string[] {
  return [...text.matchAll(new RegExp(`\\b${kernel}\\s*\\[`, 'g'))].flatMap(({ 0: head, index }) => {
    const open = index + head.length - 1;
    const grid = bracketed(text, open);
    const behind = grid === null ? -1 : open + grid.length + 2;
    const call = behind < 0 ? null : /^\s*\(/.exec(text.slice(behind));
    const given = call === null ? null : bracketed(text, behind + call[0].length - 1);
    return given === null ? [] : [given];
  });
}

const valueIn = (list: string, form: string): string | null =>
  new RegExp(`(?:^|[(,{\\s])${form}\\s*((?:[^,()}\\]]|\\([^()]*\\))+)`).exec(list)?.[1]?.trim() ?? null;

const isNumber = (text: string | null): boolean => text !== null && /^\d+$/.test(text);

/** What each of the lists gives two parameters, `BLOCK_K=64` of a launch or `'BLOCK_K': 64` of a configuration. */
type Given = readonly [string | null, string | null];

function givenBy(text: string, kernel: string, names: readonly [string, string]): readonly Given[] {
  const of = (lists: readonly string[], form: (name: string) => string): readonly Given[] =>
    lists.map((list) => [valueIn(list, form(names[0])), valueIn(list, form(names[1]))]);
  const dictionaries = [...text.matchAll(/\{[^{}]*\}/g)].map(([dictionary]) => dictionary);
  return [
    ...of(launchesOf(text, kernel), (name) => `${name}\\s*=(?!=)`),
    ...of(dictionaries, (name) => `['"]${name}['"]\\s*:`),
  ];
}

/** The formulas by which a variable is worked out, whatever the variables are called that stand in them. */
function formulasOf(text: string, variable: string): readonly string[] {
  const assigned = text.matchAll(new RegExp(`^[ \\t]*((?:\\w+, *)*${variable}(?:, *\\w+)*) = (.*)$`, 'gm'));
  return [...assigned].flatMap(([, left, right]) => {
    const [names, values] = [listed(left!), listed(right!)];
    const value = names.length === 1 ? right! : values[names.indexOf(variable)];
    return value === undefined ? [] : [value.replace(/\b[A-Za-z_]\w*\b(?!\s*[.(])/g, '_')];
  });
}

/** Whether two variables are worked out alike, as the next powers of two of two sizes, which then may be one. */
function areMadeAlike(text: string, [a, b]: Given): boolean {
  if (a === null || b === null || !/^\w+$/.test(a) || !/^\w+$/.test(b)) return false;
  const formulas = new Set(formulasOf(text, a));
  return formulasOf(text, b).some((formula) => formulas.has(formula));
}

/**
 * They may be one where the file compares them, where something gives them alike or by a function, where they are worked
 * out alike, or where it launches the kernel without telling. They are not where one launch or configuration has two numbers.
 */
export function mayAgree(text: string, kernel: string, one: string, other: string): boolean {
  const compared = `\\b(?:${one}\\s*[=<>]=\\s*${other}|${other}\\s*[=<>]=\\s*${one})\\b`;
  if (new RegExp(compared).test(text)) return true;
  const given = givenBy(text, kernel, [one, other]);
  if (given.some(([a, b]) => isNumber(a) && isNumber(b) && a !== b)) return false;
  if (given.some(([a, b]) => (a !== null && a === b) || /\blambda\b/.test(`${a} ${b}`))) return true;
  if (given.some((each) => areMadeAlike(text, each))) return true;
  const isTold = [0, 1].every((i) => given.some((each) => each[i] !== null));
  return !isTold && launchesOf(text, kernel).length > 0;
}
