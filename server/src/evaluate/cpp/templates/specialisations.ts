// Which specialisation of a template is meant: those whose patterns match the arguments, and of them the most
// specialised one ([temp.spec.partial.match]).

import type { Declaration } from '../../../frontends/common/scope.ts';
import type { Entity } from '../../model/entity.ts';
import { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown } from '../../model/value.ts';
import { openArgument, truth } from '../../values/outcome.ts';
import type { Verdict } from '../types/type-identity.ts';
import { Deduction } from './deduction.ts';
import { isMoreSpecialised } from './partial-ordering.ts';
import { quickReject } from './specialisation-filter.ts';

interface SelectedSpecialisation {
  readonly declaration: Declaration;
  readonly bindings: Map<Declaration, Entity>;
}

/** The specialisation for the arguments; null: none matches; Unknown: it cannot be told. */
export function selectSpecialisation(
  ev: Evaluation,
  primary: Declaration,
  candidates: readonly Declaration[],
  args: readonly Entity[],
  homeOf: (d: Declaration) => Environment,
): SelectedSpecialisation | Unknown | null {
  const matches: (SelectedSpecialisation & { verdict: Verdict })[] = [];
  const [given] = args;
  for (const declaration of candidates) {
    if (given !== undefined && quickReject(ev, declaration, given, homeOf(declaration))) continue;
    const { verdict, bindings } = matched(
      ev,
      declaration,
      args,
      homeOf(declaration),
      primary,
      homeOf(primary),
    );
    if (verdict !== 'no') matches.push({ declaration, bindings, verdict });
    // Nothing is more specialised than one without parameters, so the others change nothing any more.
    if (verdict === 'maybe' && isFull(declaration)) return unknownCause(matches[0]!.declaration, args);
  }
  if (matches.length === 0) return null;
  const best = matches.find(
    (m) =>
      m.verdict === 'yes' &&
      matches.every((other) => other === m || isMoreSpecialised(patternsOf(m), patternsOf(other)) === 'yes'),
  );
  return best ?? unknownCause(matches[0]!.declaration, args);
}

/** `template <> struct X<int>` */
const isFull = (d: Declaration): boolean => (d.template?.declarations.length ?? 0) === 0;

const patternsOf = ({ declaration: d }: SelectedSpecialisation): Parameters<typeof isMoreSpecialised>[0] => ({
  parameters: d.template?.declarations ?? [],
  patterns: d.specialization!,
});

function matched(
  ev: Evaluation,
  d: Declaration,
  args: readonly Entity[],
  definingEnv: Environment,
  primary: Declaration,
  primaryHome: Environment,
): { readonly verdict: Verdict; readonly bindings: Map<Declaration, Entity> } {
  const parameters = d.template?.declarations ?? [];
  const root = d.template ?? d.bodyScope ?? definingEnv.root;
  const around = { env: definingEnv, position: root.span.start };
  const deduction = new Deduction(ev, parameters, new Environment(definingEnv.unit, root, around, new Map()));
  const first = deduction.deduceSpecialisation(d.specialization!, args, primary, primaryHome);
  if (first === 'no') return { verdict: 'no', bindings: deduction.deduced };
  const env = new Environment(definingEnv.unit, root, around, deduction.deduced);
  const verdicts = [first, deduction.finish(env)];
  if (parameters.some((p) => !deduction.deduced.has(p))) verdicts.push('maybe');
  for (const requirement of d.template?.requirements ?? []) {
    const holds = truth(ev.value(requirement, env));
    verdicts.push(typeof holds === 'boolean' ? (holds ? 'yes' : 'no') : 'maybe');
  }
  const verdict = verdicts.includes('no') ? 'no' : verdicts.includes('maybe') ? 'maybe' : 'yes';
  return { verdict, bindings: deduction.deduced };
}

/** Why it cannot be told: the first argument that is not known, else the question itself. */
function unknownCause(d: Declaration, args: readonly Entity[]): Unknown {
  return (
    openArgument(args) ??
    new Unknown('unsupported', `which specialisation of ${d.name} is meant is not worked out`, [], d.name)
  );
}
