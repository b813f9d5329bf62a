// What others can see of units, to be compared across an edit.

import { returnsValue } from '../../frontends/common/body-edits.ts';
import {
  effectText,
  memberFunctionKey,
  memberFunctions,
  mutationKey,
  mutationsIn,
} from '../../frontends/common/mutations.ts';
import type { Declaration, Module, Scope, Unit } from '../../frontends/common/scope.ts';
import type { ReplacedUnit } from './matching.ts';

/** The names that a scope declares, and the namespaces in it. */
export const declaredIn = ({ declarations, children }: Scope): readonly string[] => [
  ...declarations.map((d) => d.name),
  ...children.flatMap((child) => (child.kind === 'namespace' ? declaredIn(child) : [])),
];

/** The conditions of the preprocessor, to be compared. */
export const conditionsOf = (module: Module): unknown =>
  (module.conditionals ?? []).map((c) => [c.condition, [...c.names], [...c.declared], c.suppositions]);

/** `using namespace`, an assumption, a namespace's alias: they change what other units see in ways that names do not tell. */
const changesLookup = (unit: Unit): boolean =>
  (unit.scope.usings?.length ?? 0) > 0 ||
  unit.directives.some((d) => d.kind === 'assume') ||
  unit.scope.declarations.some((d) => d.kind === 'namespace') ||
  unit.scope.children.some((s) => s.kind === 'namespace');

/** What modules units import, and as what: the comments around are nothing to others. */
const importsOf = (units: readonly ReplacedUnit[]): string =>
  units
    .flatMap(({ placed: { unit, text }, rank }) =>
      unit.scope.declarations.flatMap((d) =>
        d.kind === 'import' ? [`${rank} ${d.name} ${text.slice(d.span.start, d.span.end)}`] : [],
      ),
    )
    .join('\n');

/** Whether units that are replaced by others let all units see something else, in ways that names do not tell. */
export const changeLookup = (gone: readonly ReplacedUnit[], added: readonly ReplacedUnit[]): boolean =>
  [...gone, ...added].some(({ placed }) => changesLookup(placed.unit)) ||
  importsOf(gone) !== importsOf(added);

/** The names that mean something else after the edit: declared differently, elsewhere, or not at all before or after. */
export function reboundNames(
  added: readonly ReplacedUnit[],
  gone: readonly ReplacedUnit[],
  queried: ReadonlySet<string>,
): Set<string> {
  const before = signaturesOf(gone, queried);
  const after = signaturesOf(added, queried);
  const names = new Set<string>();
  for (const [name, face] of before) if (after.get(name) !== face) names.add(name);
  for (const name of after.keys()) if (!before.has(name)) names.add(name);
  // A class is told from others by its declaration, which is a new one even where it says the same.
  for (const { placed } of added)
    for (const d of placed.unit.scope.declarations) if (d.kind === 'class') names.add(d.name);
  return names;
}

/** By name, what others can see of its declarations, and of what is done with it where that was asked for. */
function signaturesOf(
  units: readonly ReplacedUnit[],
  queried: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  // Nobody depends on what nobody has asked for.
  const withMutations = [...queried].some((name) => name.startsWith(mutationKey('')));
  const faces = new Map<string, string>();
  for (const { placed, rank } of units) {
    const { unit, text, namespace } = placed;
    for (const d of unit.scope.declarations) {
      const face = `${rank} ${namespace.join('::')} ${signatureOf(d, text)}${unit.head ?? ''}`;
      faces.set(d.name, `${faces.get(d.name) ?? ''}\n${face}`);
    }
    for (const { declaration } of memberFunctions(unit)) {
      const key = memberFunctionKey(declaration.name);
      faces.set(key, `${faces.get(key) ?? ''}\n${signatureOf(declaration, text)}`);
    }
    if (!withMutations) continue;
    const mutations = mutationsIn(unit);
    // Of an attribute also those have asked who ask for a name, whatever it is.
    for (const name of mutations.names)
      for (const asked of name.startsWith('.') ? [name, name.slice(1)] : [name]) {
        const key = mutationKey(asked);
        if (queried.has(key)) faces.set(key, `${faces.get(key) ?? ''}\n${mutations.textOf(name)}`);
      }
  }
  return faces;
}

/** A function that returns no value is seen by its parameters alone, and by what it does to them. */
function signatureOf(d: Declaration, text: string): string {
  const body =
    d.kind === 'function' && d.bodyScope !== null && !returnsValue(d.bodyScope) ? d.bodyScope : null;
  if (body === null) return text.slice(d.span.start, d.span.end);
  const first = [
    ...body.children,
    ...body.declarations.filter((p) => p.kind !== 'parameter'),
    ...body.expressions,
  ];
  const bodyStart = Math.min(d.span.end, ...first.map((x) => x.span.start));
  const effects = body.declarations.map((p) => (p.kind === 'parameter' ? effectText(body, p.name) : ''));
  return `${text.slice(d.span.start, bodyStart)} ${effects.join('|')}`;
}
