// `layout-lens stats`: how much of the layout code in files is understood, and what stands in the way of the rest.

import { isFailure, Violation } from '../../algebra/integer/failure.ts';
import type { Missing, Site } from '../../analysis/values/model.ts';
import { modesText } from '../../evaluate/model/symbolic.ts';
import { Unknown } from '../../evaluate/model/value.ts';
import { countedSites, type Openness } from '../../features/coverage/counted-sites.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { type NamedFile, type OpenFile, openAlone } from '../common/open.ts';
import { type ConstructorState, tritonConstructors } from './triton-constructors.ts';

interface Counts {
  found: number;
  evaluated: number;
  /** A value with a symbol or a `?` in it. */
  partly: number;
  /** Those of the partly known ones of which the modes are known alone. */
  modes: number;
  /** Those of the partly known values in which only run-time integers are open: their types are known in full. */
  runTime: number;
  /** Those of the evaluated and partly known ones that are atoms, tilings or slices of these. */
  tilings: number;
  unknown: number;
  errors: number;
  /** Those that are in no template: their value is one, and owes nothing to arguments. */
  readonly outsideTemplates: { found: number; evaluated: number; runTime: number };
  /** Calls of Triton's layout constructors, by what became of them. */
  readonly tritonConstructors: Record<ConstructorState, number>;
  /** Categories of unknown values, and how often each. */
  readonly reasons: Record<string, number>;
  /** The names that stand in the way: the first one that each unknown or partly known value needs. */
  readonly blocking: Map<string, Blocking>;
}

interface Blocking {
  readonly name: string;
  readonly kind: Missing['kind'];
  /** Values that are not known for want of it, and those that are known in part. */
  unknown: number;
  partly: number;
}

export interface Statistics extends Counts {
  files: number;
  lines: number;
  /** Of evaluation, of all threads together. */
  milliseconds: number;
}

const zero = (): Counts => ({
  found: 0,
  evaluated: 0,
  partly: 0,
  modes: 0,
  runTime: 0,
  tilings: 0,
  unknown: 0,
  errors: 0,
  outsideTemplates: { found: 0, evaluated: 0, runTime: 0 },
  tritonConstructors: { evaluated: 0, error: 0, 'run-time': 0, other: 0 },
  reasons: {},
  blocking: new Map(),
});

export const emptyStatistics = (): Statistics => ({ files: 0, lines: 0, milliseconds: 0, ...zero() });

/** The layout expressions of a file, and what stands in the way of those that are not known. */
export function countFile(
  grammars: Grammars,
  file: NamedFile,
  open: OpenFile = openAlone(grammars),
): Statistics {
  const total = emptyStatistics();
  const start = performance.now();
  const document = open(file);
  try {
    const { model } = document;
    const blocked: { readonly site: Site; readonly isKnown: boolean }[] = [];
    for (const { site, value, isKnown, isTiling, open: parts } of countedSites(model, file.text)) {
      total.found++;
      if (isTiling) total.tilings++;
      if (!site.isInTemplate) noteOutside(total, isKnown ? parts : 'parts');
      if (value instanceof Violation) total.errors++;
      else if (isFailure(value)) noteUnknown(total, 'undetermined');
      else if (value instanceof Unknown && modesText(value) !== null) {
        total.partly++;
        total.modes++;
      } else if (value instanceof Unknown) noteUnknown(total, value.category);
      else if (parts !== 'nothing') {
        total.partly++;
        if (parts === 'run-time') total.runTime++;
      } else {
        total.evaluated++;
        continue;
      }
      if (!(value instanceof Violation)) blocked.push({ site, isKnown });
    }
    total.milliseconds += performance.now() - start;
    for (const state of tritonConstructors(model, file.text)) total.tritonConstructors[state]++;
    // What stands in the way is asked for here alone, so its time is not the evaluation's.
    for (const { site, isKnown: isPart } of blocked) noteBlocking(total, model.missing(site)[0], isPart);
  } finally {
    document.dispose();
  }
  total.files++;
  total.lines += linesIn(file.text);
  return total;
}

/** Adds what was counted in other files. */
export function addStatistics(total: Statistics, { blocking, ...counts }: Statistics): void {
  addNumbers(total, counts);
  for (const [key, { unknown, partly, ...of }] of blocking) {
    const entry = total.blocking.get(key) ?? { ...of, unknown: 0, partly: 0 };
    total.blocking.set(key, addNumbers(entry, { unknown, partly }));
  }
}

/** Adds the numbers of `counts`, also in records of them, where `total` has another or none. */
function addNumbers<T extends object>(total: T, counts: object): T {
  const sums = total as Record<string, unknown>;
  for (const [key, count] of Object.entries(counts)) {
    if (typeof count === 'number') sums[key] = ((sums[key] as number | undefined) ?? 0) + count;
    else sums[key] = addNumbers((sums[key] as object | undefined) ?? {}, count);
  }
  return total;
}

function linesIn(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

function noteOutside({ outsideTemplates: outside }: Counts, open: Openness): void {
  outside.found++;
  if (open === 'nothing') outside.evaluated++;
  else if (open === 'run-time') outside.runTime++;
}

function noteBlocking({ blocking }: Counts, missing: Missing | undefined, isPart: boolean): void {
  if (missing === undefined) return;
  const key = `${missing.kind} ${missing.use}`;
  let entry = blocking.get(key);
  if (entry === undefined) {
    entry = { name: missing.use, kind: missing.kind, unknown: 0, partly: 0 };
    blocking.set(key, entry);
  }
  if (isPart) entry.partly++;
  else entry.unknown++;
}

/** How many blocking names are listed. */
const MAXIMUM_NAMES = 20;

/** The names that stand in the way of most values, first those of unknown ones. */
const topBlocking = ({ blocking }: Counts): readonly Blocking[] =>
  [...blocking.values()].sort((a, b) => b.unknown - a.unknown || b.partly - a.partly).slice(0, MAXIMUM_NAMES);

export const statisticsJson = (s: Statistics): object => ({ ...s, blocking: topBlocking(s) });

function noteUnknown(total: Statistics, reason: string): void {
  total.unknown++;
  total.reasons[reason] = (total.reasons[reason] ?? 0) + 1;
}

const KINDS: Readonly<Record<Missing['kind'], string>> = {
  'template-parameter': 'template parameter',
  'function-parameter': 'parameter of a function',
  name: 'not declared in what was read',
  declaration: 'not worked out',
};

function constructorLines(of: Counts['tritonConstructors']): readonly string[] {
  const found = Object.values(of).reduce((sum, n) => sum + n, 0);
  if (found === 0) return [];
  const fixed = found - of['run-time'];
  const share = fixed === 0 ? '' : ` (${((100 * of.evaluated) / fixed).toFixed(1)} % of those without)`;
  return [
    `constructors of Triton’s layouts ${found}\n`,
    `  run-time       ${of['run-time']}  with arguments that are known where a kernel is launched\n`,
    `  evaluated      ${of.evaluated}${share}\n`,
    `  errors         ${of.error}\n`,
    `  other          ${of.other}\n`,
  ];
}

export function statisticsText(s: Statistics): string {
  const share = (n: number, of = s.found) => (of === 0 ? '' : ` (${((100 * n) / of).toFixed(1)} %)`);
  const outside = s.outsideTemplates;
  const others = outside.found - outside.evaluated - outside.runTime;
  const reasons = Object.entries(s.reasons)
    .sort((a, b) => b[1] - a[1])
    .map(([reason, n]) => `    ${String(n).padStart(7)}  ${reason}\n`)
    .join('');
  const names = topBlocking(s).map(
    ({ name, kind, unknown, partly }) =>
      `  ${String(unknown).padStart(7)} ${String(partly).padStart(7)}  ${name} (${KINDS[kind]})\n`,
  );
  return [
    `${s.files} files, ${s.lines} lines, ${s.milliseconds.toFixed(0)} ms\n`,
    `layout expressions ${s.found}\n`,
    `  evaluated      ${s.evaluated}${share(s.evaluated)}\n`,
    `  partly known   ${s.partly}${share(s.partly)}\n`,
    `    run-time     ${s.runTime}${share(s.runTime)}  of these: only run-time sizes are open\n`,
    `    modes        ${s.modes}${share(s.modes)}  of these: only the modes are known\n`,
    `  shown          ${s.evaluated + s.partly}${share(s.evaluated + s.partly)}  evaluated or partly known\n`,
    `    tilings      ${s.tilings}${share(s.tilings)}  of these: atoms, tilings and slices of them\n`,
    `  unknown        ${s.unknown}${share(s.unknown)}\n`,
    reasons,
    `  errors         ${s.errors}${share(s.errors)}\n`,
    `outside templates ${outside.found}\n`,
    `  evaluated      ${outside.evaluated}${share(outside.evaluated, outside.found)}\n`,
    `  run-time       ${outside.runTime}${share(outside.runTime, outside.found)}  only run-time sizes are open\n`,
    `  other          ${others}${share(others, outside.found)}\n`,
    ...constructorLines(s.tritonConstructors),
    ...(names.length === 0 ? [] : ['first name in the way (unknown, partly known)\n', ...names]),
  ].join('');
}
