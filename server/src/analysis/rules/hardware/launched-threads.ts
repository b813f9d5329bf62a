// Launches of more threads than a kernel's `__launch_bounds__` allow.

import { knownNumber } from '../../../algebra/integer/known.ts';
import { isInteger } from '../../../evaluate/values/arithmetic.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { knownValueOf } from '../../document/extents.ts';
import { launchesWithThreads } from '../../document/launches.ts';
import { escaped } from '../../indexing/code.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

/** So much of the text before a launch's angles may be the kernel's name with its arguments. */
const NEAR = 200;

/** A number as it is written, or a constant of the file that is declared once. */
function numberOf({ model }: RuleContext, written: string): number | undefined {
  if (/^\d+$/.test(written)) return Number(written);
  const name = written.replace(/^.*::/, '');
  const named = model.sites.filter((site) => site.role === 'declaration' && site.name === name);
  const value = named.length === 1 ? knownValueOf(model, named[0]) : null;
  return value !== null && isInteger(value) ? knownNumber(value) : undefined;
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

/** What `__launch_bounds__` bounds the threads of a kernel by; of a template's parameter, by what a launch gives it. */
export function launchBound(context: RuleContext, kernel: string, launch: Site | null): number | undefined {
  if (!context.text.includes('__launch_bounds__')) return undefined;
  const code = codeOf(context.text, 'cpp');
  const head = `(?:template\\s*<([^<>]*)>[^;{}]*?)?\\b__launch_bounds__\\s*\\(\\s*([\\w:]+)\\s*[,)][^;{}]*?\\b${escaped(kernel)}\\s*\\(`;
  const [first, ...others] = [...code.matchAll(new RegExp(head, 'g'))];
  const [, template = '', written] = first ?? [];
  if (written === undefined || others.some((other) => other[2] !== written)) return undefined;
  if (!new RegExp(`\\b${written}\\b`).test(template)) return numberOf(context, written);
  const given = launch === null ? null : argumentOf(code, kernel, template, written, launch);
  return given === null ? undefined : numberOf(context, given);
}

/** Findings of `launch-size` about launches. */
export function checkLaunchedThreads(context: RuleContext): readonly RuleFinding[] {
  if (!context.text.includes('__launch_bounds__') || !context.text.includes('<<<')) return [];
  return launchesWithThreads(context).flatMap(({ kernel, block, count }) => {
    const bound = count === undefined ? undefined : launchBound(context, kernel, block);
    if (bound === undefined || count! <= bound || context.model.neverRuns(block)) return [];
    const message = `${kernel} is launched with ${count} threads, and its __launch_bounds__ allow ${bound}: the launch fails`;
    return [{ span: block.span, message }];
  });
}
