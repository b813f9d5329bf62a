import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { knownValueOf, numberIn } from '../../document/extents.ts';
import { escaped } from '../../indexing/text/code.ts';
import { launchesKernels } from '../../launches/kernel-names.ts';
import { launchesWithThreads } from '../../launches/launches.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

/** So much of the text before a launch's angles may be the kernel's name with its arguments, and before bounds its template. */
const NEAR = 400;

/** A number as it is written, or a constant of the file that is declared once. */
export function numberNamed({ model }: Pick<RuleContext, 'model'>, written: string): number | undefined {
  if (/^\d+$/.test(written)) return Number(written);
  const name = written.replace(/^.*::/, '');
  const named = model.sites.filter((site) => site.role === 'declaration' && site.name === name);
  const value = named.length === 1 ? knownValueOf(model, named[0]) : null;
  return numberIn(value);
}

/** The argument that a launch gives a parameter of the kernel's template, as it is written. */
function argumentOf(
  code: string,
  kernel: string,
  template: string,
  parameter: string,
  launch: Site,
): string | null {
  const parameters = template.split(',').map((p) => /(\w+)\s*(?:=.*)?$/.exec(p.trim())?.[1]);
  const before = code.slice(Math.max(0, launch.span.start - NEAR), launch.span.start);
  const given = new RegExp(`\\b${escaped(kernel)}\\s*<([^<>]*)>\\s*<<<[^;]*$`).exec(before)?.[1];
  return given?.split(',')[parameters.indexOf(parameter)]?.trim() ?? null;
}

interface Bound {
  readonly written: string;
  /** The parameters of the kernel's template, as they are written. */
  readonly template: string;
}

/** Of each kernel, in the text of a version, which is searched once; null where it has several. */
const bounds = new WeakMap<RuleContext, ReadonlyMap<string, Bound | null>>();

const BOUND = /__launch_bounds__\s*\(\s*([\w:]+)\s*[,)][^;{}(]*?\b(\w+)\s*\(/y;
const TEMPLATE = /\btemplate\s*<([^<>]*)>[^;{}]*$/;

function boundsIn(context: RuleContext): ReadonlyMap<string, Bound | null> {
  const before = bounds.get(context);
  if (before !== undefined) return before;
  const found = new Map<string, Bound | null>();
  const code = mentions(context.text, '__launch_bounds__') ? codeOf(context.text, 'cpp') : '';
  for (let at = code.indexOf('__launch_bounds__'); at >= 0; at = code.indexOf('__launch_bounds__', at + 1)) {
    BOUND.lastIndex = at;
    const [, written, kernel] = BOUND.exec(code) ?? [];
    const head = code.slice(Math.max(0, at - NEAR), at);
    if (written === undefined || kernel === undefined) continue;
    const other = found.get(kernel);
    const bound = { written, template: TEMPLATE.exec(head)?.[1] ?? '' };
    found.set(kernel, other === undefined || other?.written === written ? bound : null);
  }
  bounds.set(context, found);
  return found;
}

/** What `__launch_bounds__` bounds the threads of a kernel by; of a template's parameter, by what a launch gives it. */
export function launchBound(context: RuleContext, kernel: string, launch: Site | null): number | undefined {
  const { written, template } = boundsIn(context).get(kernel) ?? { written: undefined, template: '' };
  if (written === undefined) return undefined;
  if (!new RegExp(`\\b${written}\\b`).test(template)) return numberNamed(context, written);
  const given =
    launch === null ? null : argumentOf(codeOf(context.text, 'cpp'), kernel, template, written, launch);
  return given === null ? undefined : numberNamed(context, given);
}

/** Findings of `launch-size` about launches. */
export function checkLaunchedThreads(context: RuleContext): readonly RuleFinding[] {
  if (!mentions(context.text, '__launch_bounds__') || !launchesKernels(context.text)) return [];
  return launchesWithThreads(context).flatMap(({ kernel, block, count }) => {
    const bound = count === undefined ? undefined : launchBound(context, kernel, block);
    if (bound === undefined || count! <= bound || context.model.neverRuns(block)) return [];
    const message = `${kernel} is launched with ${count} threads, and its __launch_bounds__ allow ${bound}: the launch fails`;
    return [{ span: block.span, message }];
  });
}
