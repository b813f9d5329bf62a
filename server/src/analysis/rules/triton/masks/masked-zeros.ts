// Loads of Triton whose mask leaves zeros where nothing is, of which exponentials are summed: each zero adds exp(0 - m), where
// -inf adds nothing. A mask on what is summed, or `tl.where` in between, is an answer.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { closing, definitionsIn, escaped } from '../../../indexing/text/code.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { givenBefore } from '../loops/pointer-steps.ts';

/** `x = tl.load(` */
const LOADS = /^[ \t]*(\w+)\s*=\s*(?:tl|gl|ttgl)\.load\(/gm;
const ZERO = /(?:^|,)\s*other\s*=\s*(0(?:\.0*)?)\s*(?:,|$)/d;
const MASK = /(?:^|,)\s*mask\s*=\s*/;

/** How many names are followed. */
const MAXIMUM_DEPTH = 4;

/** An argument that begins at a place, to the comma behind it. */
function argumentFrom(args: string, start: number): string {
  for (let at = start; at < args.length; at++) {
    if ('([{'.includes(args[at]!)) {
      const close = closing(args, at);
      if (close < 0) return args.slice(start);
      at = close;
    } else if (args[at] === ',') return args.slice(start, at);
  }
  return args.slice(start);
}

/** Whether lanes are numbered by an expression, also by names. */
function countsLanes(code: string, written: string, at: number, depth = 0): boolean {
  if (/\barange\(/.test(written)) return true;
  if (depth >= MAXIMUM_DEPTH) return false;
  return [...written.matchAll(/(?<![\w.])([A-Za-z_]\w*)(?!\w*\s*\()/g)].some((found) => {
    const given = givenBefore(code, found[1]!, at);
    return given !== null && countsLanes(code, given, at, depth + 1);
  });
}

/** The comparisons of a mask, by names as well; null where it is made otherwise. */
function limitsIn(code: string, mask: string, at: number, depth = 0): readonly string[] | null {
  const plain = mask.trim().replace(/^\(([^()]*)\)$/, '$1');
  const parts = plain.split('&').map((part) => part.trim().replace(/^\((.*)\)$/s, '$1'));
  const all = parts.map((part) => {
    if (/^[^<>=!|~]+<[^<>=!|~]+$/.test(part)) return [part];
    const name = /^(\w+)\s*(\[[^\]]*\])?$/.exec(part);
    const given = name === null || depth >= MAXIMUM_DEPTH ? null : givenBefore(code, name[1]!, at);
    const inside = given === null ? null : limitsIn(code, given, at, depth + 1);
    return inside?.map((limit) => `${limit} ${name![2] ?? ''}`) ?? null;
  });
  return all.includes(null) ? null : (all as readonly (readonly string[])[]).flat();
}

/** The axes along which a mask leaves elements out: 0 of a tile of one mode. */
function axesOf(limits: readonly string[], code: string, at: number): ReadonlySet<number> | null {
  const written = limits.map((limit) => {
    const [counted = ''] = limit.split('<');
    if (!countsLanes(code, counted, at)) return null;
    const index = /\[\s*(None\s*,\s*:|:\s*,\s*None)\s*\]/.exec(
      `${limit} ${givenIndices(counted, code, at)}`,
    )?.[1];
    if (index === undefined) return limits.length === 1 ? 'all' : null;
    return index.startsWith('None') ? 1 : 0;
  });
  if (written.includes(null) || written.length === 0) return null;
  if (written.includes('all')) return new Set([0]);
  return new Set(written as readonly number[]);
}

/** How a name was given that counts the lanes. */
const givenIndices = (counted: string, code: string, at: number): string =>
  [...counted.matchAll(/[A-Za-z_]\w*/g)].map((found) => givenBefore(code, found[0], at)).join(' ');

const EXP = '(?:tl|gl|ttgl|tl\\.math|libdevice)\\.exp2?';

/** Whether exponentials of a value are summed along an axis, before it is given anything else. */
function sumsExponentials(behind: string, name: string, axes: ReadonlySet<number>): boolean {
  const n = escaped(name);
  const again = new RegExp(`^[ \\t]*${n}\\s*(?::[^=\\n]*)?=(?!=)|^[ \\t]*${n}\\s*[-+*/]=`, 'm').exec(behind);
  const own = again === null ? behind : behind.slice(0, again.index);
  const isAlong = (rest: string): boolean => {
    const axis = /^\s*(?:,\s*(?:axis\s*=\s*)?(-?\d+)\s*[,)]|\))/.exec(rest);
    if (axis === null) return false;
    return axis[1] === undefined
      ? axes.size > 0
      : axes.has(Number(axis[1])) || (axis[1] === '-1' && axes.has(1));
  };
  const direct = new RegExp(
    `\\b(?:tl|gl|ttgl)\\.sum\\(\\s*${EXP}\\(\\s*${n}\\b[^()\\n]*(?:\\([^()\\n]*\\)[^()\\n]*)*\\)`,
    'g',
  );
  if ([...own.matchAll(direct)].some((found) => isAlong(own.slice(found.index + found[0].length))))
    return true;
  const named = new RegExp(
    `^[ \\t]*(\\w+)\\s*=\\s*${EXP}\\(\\s*${n}\\b[^()\\n]*(?:\\([^()\\n]*\\)[^()\\n]*)*\\)[ \\t]*$`,
    'gm',
  );
  return [...own.matchAll(named)].some((found) => {
    const given = escaped(found[1]!);
    const rest = own.slice(found.index + found[0].length);
    const changed = new RegExp(`^[ \\t]*${given}\\s*(?::[^=\\n]*)?[-+*/]?=(?!=)`, 'm').exec(rest);
    const until = changed === null ? rest : rest.slice(0, changed.index);
    return [...until.matchAll(new RegExp(`\\b(?:tl|gl|ttgl)\\.sum\\(\\s*${given}\\b`, 'g'))].some((sum) =>
      isAlong(until.slice(sum.index + sum[0].length)),
    );
  });
}

/** A factor, or another type, leaves zeros what they are. */
function scaledNames(behind: string, name: string): readonly string[] {
  const n = escaped(name);
  const scaled = new RegExp(
    `^[ \\t]*(\\w+)\\s*=\\s*${n}\\s*(?:\\*\\s*[\\w.]+|\\.to\\([^()\\n]*\\))[ \\t]*$`,
    'gm',
  );
  const again = new RegExp(`^[ \\t]*${n}\\s*(?::[^=\\n]*)?=(?!=)`, 'm').exec(behind);
  const own = again === null ? behind : behind.slice(0, again.index + 200);
  return [...own.matchAll(scaled)].map((found) => found[1]!);
}

function checkFunction(code: string): readonly RuleFinding[] {
  return [...code.matchAll(LOADS)].flatMap((found): readonly RuleFinding[] => {
    const open = found.index + found[0].length - 1;
    const close = closing(code, open);
    const args = close < 0 ? '' : code.slice(open + 1, close);
    const zero = ZERO.exec(args);
    const mask = MASK.exec(args);
    const rest = close < 0 ? '' : code.slice(close + 1).split('\n', 1)[0]!;
    if (zero === null || mask === null || !/^\s*(?:\.to\([^()]*\))?\s*(?:\*\s*[\w.]+)?\s*$/.test(rest))
      return [];
    const limits = limitsIn(code, argumentFrom(args, mask.index + mask[0].length), found.index);
    const axes = limits === null ? null : axesOf(limits, code, found.index);
    if (axes === null) return [];
    const name = found[1]!;
    const behind = code.slice(close + 1 + rest.length);
    const names = [name, ...scaledNames(behind, name)];
    const isSummed = names.some((each) => {
      const from =
        each === name
          ? 0
          : (new RegExp(`^[ \\t]*${escaped(each)}\\s*=[^\\n]*`, 'm').exec(behind)?.index ?? 0);
      const line = each === name ? 0 : behind.indexOf('\n', from);
      return sumsExponentials(behind.slice(Math.max(0, line)), each, axes);
    });
    if (!isSummed) return [];
    const [start, end] = zero.indices![1]!;
    const span = { start: open + 1 + start, end: open + 1 + end };
    const right = 'float("-inf")';
    const message = `what the mask leaves out is 0, and its exponential is summed as that of the others is: other=${right} adds nothing`;
    return [{ span, message, fixes: [{ title: `Write ${right}`, span, newText: right }] }];
  });
}

/** Findings of `missing-mask` about what a mask leaves behind. */
export function checkMaskedZeros({ text, model }: RuleContext): readonly RuleFinding[] {
  if (model.dialect !== 'python' || !mentions(text, /\bother\s*=\s*0/) || !mentions(text, /\.exp2?\(/))
    return [];
  if (!mentions(text, /\btriton\b/)) return [];
  const code = codeOf(text, 'python');
  const starts = definitionsIn(code);
  return starts.flatMap((start, i) =>
    checkFunction(code.slice(start, starts[i + 1])).map(({ span, message, fixes }) => {
      const moved = { start: span.start + start, end: span.end + start };
      return { span: moved, message, fixes: fixes!.map((fix) => ({ ...fix, span: moved })) };
    }),
  );
}
