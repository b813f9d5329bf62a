// Grids of as many blocks as there are tiles, rounded up to no cluster, of launches that ask for one by the runtime's attribute:
// `config.gridDim = dim3(ceil_div(rows, 64))` of `attribute.val.clusterDim.x = 4`.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { functionNameAt } from '../../document/written/around.ts';
import { callsBy } from '../../indexing/callers.ts';
import { argumentsAt, escaped } from '../../indexing/text/code.ts';
import { functionCodeAt } from '../../indexing/text/function-code.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

const LAUNCHES = ['cudaLaunchKernelEx', 'cudaLaunchKernelExC'];
const MODES = ['x', 'y', 'z'] as const;

/** Something that rounds or checks, or a comment before the grid that says what the extent is a multiple of. */
const CARES = /%|round|align|multiple|divisib|schedul|persistent|\bmin\b|\bmax\b|&\s*~/i;

/** `ceil_div(rows, 64)`, `(rows + 64 - 1) / 64`: the blocks of an extent. */
const TILES = [
  /^(?:\w+::)*(?:ceil_?div|cdiv|div_?up|div_ceil|ceildiv)\(\s*(\w+)\s*,\s*[\w:]+\s*\)$/i,
  /^\(\s*(\w+)\s*\+\s*([\w:]+)\s*-\s*1\s*\)\s*\/\s*\2$/,
];

/** The only match in a text; null where there are more or none. */
function onlyMatch(pattern: RegExp, code: string): RegExpExecArray | null {
  const [first, ...more] = [...code.matchAll(pattern)];
  return more.length > 0 ? null : ((first as RegExpExecArray | undefined) ?? null);
}

/** A number, or a constant of the file by its name. */
function constantOf(written: string, file: string): number | null {
  if (/^\d+$/.test(written)) return Number(written);
  if (!/^\w+$/.test(written)) return null;
  const given = onlyMatch(new RegExp(`\\b${written}\\s*=(?!=)\\s*([^;,]*)`, 'g'), file);
  const isConstant = given !== null && /\bconstexpr\b[^;{}]*$/.test(file.slice(0, given.index));
  return isConstant && /^\d+\s*$/.test(given[1]!) ? Number(given[1]) : null;
}

/** The blocks of the cluster in each dimension, as far as they are constants. */
function clusterOf(code: string, file: string): readonly (number | null)[] {
  const whole = onlyMatch(/\bclusterDim\s*=\s*(?:dim3\s*)?([{(])/g, code);
  if (whole !== null)
    return argumentsAt(code, whole.index + whole[0].length - 1).map(({ written }) =>
      constantOf(written, file),
    );
  return MODES.map((mode) => {
    const given = onlyMatch(new RegExp(`\\bclusterDim\\s*\\.\\s*${mode}\\s*=\\s*([^;]*)`, 'g'), code);
    return given === null ? null : constantOf(given[1]!.trim(), file);
  });
}

/** What the grid is made of. */
function gridOf(code: string): ReturnType<typeof argumentsAt> {
  const given = onlyMatch(/\bgridDim\s*=\s*(?:(dim3)\s*)?([{(]|\w+\s*;)/g, code);
  if (given === null || /\bgridDim\s*\.\s*[xyz]\s*[-+*/]?=/.test(code)) return [];
  const [all, , behind] = given;
  if (/^[{(]$/.test(behind!)) return argumentsAt(code, given.index + all.length - 1);
  const name = behind!.replace(/\s*;$/, '');
  if (new RegExp(`\\b${name}\\s*\\.\\s*[xyz]\\s*[-+*/]?=|\\b${name}\\s*=`).test(code)) return [];
  const made = onlyMatch(new RegExp(`\\bdim3\\s+(?:const\\s+)?${name}\\s*([{(])`, 'g'), code);
  return made === null ? [] : argumentsAt(code, made.index + made[0].length - 1);
}

/** Whether a name is a parameter of the function that nothing gives another value. */
function isParameter(code: string, name: string): boolean {
  const body = code.indexOf('{');
  const head = code.slice(0, body);
  return (
    new RegExp(
      `\\b(?:int|unsigned|size_t|u?int\\d+_t|long)\\s+(?:const\\s+)?${escaped(name)}\\s*(?:[,)]|$)`,
    ).test(head) && !new RegExp(`(?<![\\w.>])${escaped(name)}\\s*[-+*/]?=(?!=)`).test(code.slice(body))
  );
}

/** Findings of `cluster-shape` about grids that nothing rounds up to the cluster. */
export function checkClusterGrids(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (!mentions(text, 'cudaLaunchAttributeClusterDimension')) return [];
  const file = codeOf(text, 'cpp');
  return LAUNCHES.flatMap((name) => callsBy(model, name)).flatMap((site): readonly RuleFinding[] => {
    const around = functionCodeAt(site, text);
    const name = functionNameAt(site);
    if (around === null || name === null || CARES.test(around.code)) return [];
    const { code, start } = around;
    if (onlyMatch(/\bcudaLaunchKernelExC?\s*\(/g, code) === null || model.neverRuns(site)) return [];
    // Callers of the file may have extents that fit.
    if ((file.match(new RegExp(`\\b${escaped(name)}\\s*(?:<[^<>;]*>)?\\s*\\(`, 'g')) ?? []).length !== 1)
      return [];
    const cluster = clusterOf(code, file);
    return gridOf(code).flatMap(({ at, written }, i): readonly RuleFinding[] => {
      const size = cluster[i];
      const extent = TILES.map((form) => form.exec(written)?.[1]).find((found) => found !== undefined);
      if (
        size == null ||
        size < 2 ||
        extent === undefined ||
        !isParameter(code, extent) ||
        CARES.test(around.written.slice(0, at))
      )
        return [];
      const message = `the cluster has ${size} blocks in dimension ${MODES[i]}, and the grid ${written.replace(/\s+/g, ' ')}: where that is no multiple of ${size} the launch is refused: round it up`;
      return [
        { span: { start: start + at, end: start + at + written.length }, severity: 'information', message },
      ];
    });
  });
}
