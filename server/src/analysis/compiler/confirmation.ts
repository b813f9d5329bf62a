// What a compiler's answers say of the declarations of a document.

import type { Failure } from '../../algebra/integer/failure.ts';
import type { Value } from '../../evaluate/model/value.ts';
import { MARKED, outcomeText } from '../../render/text/text.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import type { OpenDocument } from '../document/document.ts';
import type { Site, SiteEvaluation } from '../values/model.ts';
import { type Agreement, agreement, bestOf, worstOf } from './agreement.ts';
import { printedTypes } from './printed-types.ts';
import type { Probed } from './probes.ts';
import { type CompilerValue, readTypes } from './read-type.ts';

export interface Confirmation {
  readonly site: Site;
  /**
   * `confirmed`: the compiler says the same, of a type with run-time integers all that a type says. `completed`: it says
   * what is not known here. `not asked`: it says nothing that can be compared.
   */
  readonly verdict: 'confirmed' | 'completed' | 'differs' | 'not asked';
  /** What is shown of it. */
  readonly shown: string;
  /** What the compiler says, one for each of the unit's instantiations that differ. */
  readonly theirs: readonly string[];
  /** The types as the compiler prints them. */
  readonly types: readonly string[];
  /** Whether run-time integers stand in the value, of which the type says nothing. */
  readonly hasRunTime: boolean;
  /** Whether values are shown of instantiations that the unit does not make. */
  readonly isPart: boolean;
  /** Why nothing was compared; null where it was. */
  readonly reason: string | null;
}

/** What a compiler prints: of the probes in each of its readings, and its first errors. */
interface CompilerOutput {
  readonly readings: readonly (readonly string[])[];
  readonly errors: readonly string[];
}

/** A difference with an instantiation that is not the one that is shown, or with an assumption, is none. */
const GIVEN = /assumed|setting/;

/** The verdicts on the probed declarations, from what the compiler's readings print of them, and its errors. */
export function confirmations(
  document: OpenDocument,
  grammars: Grammars,
  { sites }: Probed,
  { readings, errors }: CompilerOutput,
): readonly Confirmation[] {
  const fatal = errors.find((line) => FATAL.test(line));
  const notPrinted = fatal === undefined ? NOT_PRINTED : `the compiler stops before it: ${fatal}`;
  const types = printedTypes(readings);
  const all = sites.flatMap((_, i) => types.get(i) ?? []);
  const read = new Map(readTypes(grammars, all).map((value, i) => [all[i]!, value]));
  return sites.map((site, i) => {
    const printed = types.get(i) ?? [];
    return confirmation(
      document,
      site,
      printed,
      printed.map((type) => read.get(type)!),
      notPrinted,
    );
  });
}

function confirmation(
  { model }: OpenDocument,
  site: Site,
  types: readonly string[],
  theirs: readonly CompilerValue[],
  notPrinted: string,
): Confirmation {
  const ours = model.evaluations(site).map(({ evaluation }) => evaluation);
  const view = model.evaluate(site);
  const base = {
    site,
    shown: outcomeText(view.value, MARKED),
    theirs: [...new Set(theirs.flatMap(textOf))],
    types,
    hasRunTime: false,
    isPart: false,
    reason: null,
  };
  const unasked = (reason: string): Confirmation => ({ ...base, verdict: 'not asked', reason });
  if (types.length === 0) return unasked(notPrinted);
  const said = theirs.filter(({ kind }) => kind !== 'unread');
  if (said.length === 0) return unasked('no layout can be read from its type');
  const shown = ours.length > 0 ? ours : [view];
  const { values, answers } = compared(shown, said);
  const isPart = values.includes('differs');
  switch (worstOf(answers)) {
    case 'equal':
    case 'static':
      return { ...base, verdict: 'confirmed', hasRunTime: answers.includes('static'), isPart };
    case 'more':
      return { ...base, verdict: 'completed', isPart };
    case 'unread':
      return unasked('a part of its type cannot be read');
    default:
      if (shown.some(isGiven)) return unasked('its value rests on what is assumed');
      if (site.isInTemplate && (shown.length > 1 || theirs.length > 1))
        return unasked('the instantiations that are known here are others than those of the unit');
      return { ...base, verdict: 'differs' };
  }
}

const NOT_PRINTED = 'the compiler skips it, or does not instantiate its template';

/** An error behind which a compiler reads nothing: g++ and clang write the first, nvcc the second. */
const FATAL = /: fatal error: |\bcatastrophic error\b/;

const isGiven = ({ parameters }: SiteEvaluation): boolean =>
  parameters.some(({ source }) => GIVEN.test(source));

/** How far each value agrees with the answer that is nearest to it, and each answer with the nearest value. */
function compared(
  shown: readonly SiteEvaluation[],
  theirs: readonly CompilerValue[],
): { readonly values: readonly Agreement[]; readonly answers: readonly Agreement[] } {
  const table = shown.map(({ value }) => theirs.map((other) => agreement(value, other)));
  return {
    values: table.map(bestOf),
    answers: theirs.map((_, i) => bestOf(table.map((row) => row[i]!))),
  };
}

function textOf(theirs: CompilerValue): readonly string[] {
  if (theirs.kind === 'unread') return [];
  return [
    theirs.kind === 'constant' ? String(theirs.value) : outcomeText(theirs.value as Value | Failure, MARKED),
  ];
}

/** What a confirmation does not say, behind it. */
export function limitsText({ hasRunTime, isPart }: Pick<Confirmation, 'hasRunTime' | 'isPart'>): string {
  const limits = [
    ...(hasRunTime ? ['but for run-time integers'] : []),
    ...(isPart ? ['in the instantiations of this file'] : []),
  ];
  return limits.length === 0 ? '' : `, ${limits.join(', ')}`;
}
