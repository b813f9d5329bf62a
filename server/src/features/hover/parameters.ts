// What hovers say of the names that a value depends on: those that were given a value, and those that are open.

import type { GivenParameter, Missing, SiteEvaluation } from '../../analysis/values/model.ts';
import { supplyText } from '../../analysis/values/unknown.ts';
import type { Dialect } from '../../frontends/common/scope.ts';
import { readable } from '../../render/text/text.ts';
import type { HoverContent } from './content.ts';

const isSupposed = (p: GivenParameter): boolean => p.source === 'supposed';

/** What is supposed of a macro that tells the two compilations of CUDA apart is where the value is seen. */
const suppositionText = ({ name, value }: GivenParameter): string =>
  name !== '__CUDA_ARCH__'
    ? readable(`${name} ${value} (supposed)`)
    : value === 'is not defined'
      ? `in host code (${name} not defined)`
      : `in device code (${name} ${value === 'is defined' ? 'defined' : value})`;

/** What has to hold between sizes, `M % BM == 0`: without it the value is another one. */
const isCondition = ({ value }: GivenParameter): boolean => /(?:^| )(?:==|<=?) /.test(value);

/** How many other suppositions are shown. */
const MAXIMUM_SUPPOSED = 3;

const isOption = ({ name }: GivenParameter): boolean => name.startsWith('--');

/** `--tile-n = (128, 64)` of a command line and `tile_n = (_128,_64)` of the call that it is handed to say the same. */
const saying = ({ name, value }: GivenParameter): string =>
  `${name.replace(/^--/, '').replaceAll('-', '_')}=${value.replace(/\b_(?=\d)|\s/g, '').toLowerCase()}`;

/** The parameters that say something, each once: an option of the command line rather than what it is handed on to. */
function told(parameters: readonly GivenParameter[]): readonly GivenParameter[] {
  const options = new Set(parameters.filter(isOption).map(saying));
  const said = new Set<string>();
  return parameters.filter((p) => {
    if (isSupposed(p) || p.value === '?' || p.value === p.name) return false;
    const key = isOption(p) ? `--${saying(p)}` : saying(p);
    if (said.has(key) || options.has(key)) return false;
    said.add(key);
    return true;
  });
}

/**
 * What parameters stand for, those of one source together: `kBlockM = 128, Element = half_t (assumed here)`. Then what
 * was supposed of them: `kBlockM ≠ 1 (supposed)`.
 */
export function parameterLines({
  parameters,
}: Pick<SiteEvaluation, 'parameters'>): HoverContent['parameters'] {
  const bySource = new Map<string, string[]>();
  for (const p of told(parameters)) {
    const texts = bySource.get(p.source) ?? [];
    bySource.set(p.source, [...texts, `${p.name} = ${p.value}`]);
  }
  const supposed = parameters.filter(isSupposed);
  let left = MAXIMUM_SUPPOSED;
  const shown = supposed.filter((p) => isCondition(p) || left-- > 0);
  const more = supposed.length - shown.length;
  return [
    ...[...bySource].map(([source, texts]) => `${texts.join(', ')} (${source})`),
    ...shown.map(suppositionText),
    ...(more > 0 ? [`and ${more} more suppositions`] : []),
  ];
}

/** How many open names are explained. */
const MAXIMUM_MISSING = 3;

/** What would give the open names a value. `isRunTime`: of the value itself only integers of run time are open. */
export function supplied(
  missing: readonly Missing[],
  { parameters }: SiteEvaluation,
  dialect: Dialect,
  isRunTime = false,
): HoverContent['open'] {
  // A parameter that has an argument is unknown in the argument: it can be given no other.
  const isGiven = ({ kind, name }: Missing): boolean =>
    kind === 'template-parameter' && parameters.some((p) => p.name === name && !isSupposed(p));
  const given = missing.filter(isGiven).map(({ use }) => use);
  const others = missing.filter((m) => m.kind !== 'declaration' && !isGiven(m)).slice(0, MAXIMUM_MISSING);
  const when = isRunTime
    ? 'sizes that are known when the program runs'
    : 'not known in full where it is instantiated';
  return [
    ...(given.length === 0 ? [] : [`${given.join(', ')}: ${when}`]),
    ...others.map((m) => supplyText(m, dialect === 'cpp' ? '//' : '#')),
  ];
}
