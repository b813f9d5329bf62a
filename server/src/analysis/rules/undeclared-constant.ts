// `_30` and other names of integers that CuTe does not declare.

import { mentions } from '../../syntax/text/mentions.ts';
import type { Rule, RuleContext, RuleFinding } from './rule.ts';

const BELOW_11 = 10;
/** cute/numeric/integral_constant.hpp */
const OTHERS = new Set([12, 16, 24, 32, 384, 512, 768]);
const LARGEST_POWER = 2 ** 19;

const isDeclared = (n: number): boolean =>
  n <= BELOW_11 ||
  OTHERS.has(n) ||
  (n >= 40 && n <= 256 && n % 8 === 0) ||
  (n >= 1024 && n <= LARGEST_POWER && Number.isInteger(Math.log2(n)));

/** Comments, texts, directives; a name between the arguments of a template, or in front of braces. */
const TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|^[ \t]*#[^\n]*|(?<=[<,]\s*)_(\d{1,9})(?=\s*[,>])|(?<!\w)_(\d{1,9})(?=\s*\{\s*\})/gm;

/** Such names, wherever they stand: most files have none that is not declared, and need no closer look. */
const NAMES = /\b_(\d{1,9})\b/g;

function mayHoldOther(text: string): boolean {
  for (const [, digits] of text.matchAll(NAMES)) if (!isDeclared(Number(digits))) return true;
  return false;
}

/** What does not come from there may be anything. */
const INCLUDES = /^[ \t]*#[ \t]*include[ \t]*[<"](?:cute|cutlass)\//m;

function check({ text, model }: RuleContext): readonly RuleFinding[] {
  if (model.dialect !== 'cpp' || !mentions(text, INCLUDES) || !mayHoldOther(text)) return [];
  const findings: RuleFinding[] = [];
  for (const match of text.matchAll(TOKENS)) {
    const digits = match[1] ?? match[2];
    if (digits === undefined || isDeclared(Number(digits))) continue;
    const name = `_${digits}`;
    if (new RegExp(`\\b(?:using|typename|class|int|auto)\\s+${name}\\b`).test(text)) continue;
    const span = { start: match.index, end: match.index + name.length };
    findings.push({
      span,
      message: `CuTe declares no ${name}: Int<${digits}>`,
      fixes: [{ title: `Write Int<${digits}>`, span, newText: `Int<${digits}>` }],
    });
  }
  return findings;
}

export const undeclaredConstant: Rule = {
  id: 'undeclared-constant',
  severity: 'warning',
  title: 'No such constant',
  checkDocument: check,
};
