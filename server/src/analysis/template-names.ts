// By which names a template of a file is asked for from outside: its own, and those of what names it in the file.

import { mentions } from '../frontends/mentions.ts';
import type { Module, Scope } from '../frontends/scope.ts';

/** More names than these are common ones, and would find every file. */
const MAXIMUM_NAMES = 12;

/** The name, and those of the file's declarations that name it, directly or through others. */
export function namesLeadingTo(name: string, module: Module): readonly string[] {
  const naming = namingIn(module);
  const names = new Set([name]);
  for (const wanted of names) {
    for (const declared of naming.get(wanted) ?? []) names.add(declared);
    if (names.size >= MAXIMUM_NAMES) break;
  }
  return [...names].slice(0, MAXIMUM_NAMES);
}

const namingOf = new WeakMap<Module, ReadonlyMap<string, ReadonlySet<string>>>();

/** By name: what is declared by the units that name it, no more than are asked for. */
function namingIn(module: Module): ReadonlyMap<string, ReadonlySet<string>> {
  const known = namingOf.get(module);
  if (known !== undefined) return known;
  const naming = new Map<string, Set<string>>();
  for (const { unit } of module.units) {
    const declared = declaredIn(unit.scope).slice(0, MAXIMUM_NAMES);
    for (const name of mentions(unit).keys()) {
      let names = naming.get(name);
      if (names === undefined) {
        names = new Set();
        naming.set(name, names);
      }
      if (names.size < MAXIMUM_NAMES) for (const d of declared) names.add(d);
    }
  }
  namingOf.set(module, naming);
  return naming;
}

/** The templates at the level of the file. */
export const templatesIn = ({ units }: Module): ReadonlySet<string> =>
  new Set(units.flatMap(({ unit }) => templatesOf(unit.scope)));

const templatesOf = (scope: Scope): readonly string[] => [
  ...scope.declarations.flatMap((d) => (d.template != null && d.opens !== null ? [d.name] : [])),
  ...scope.children.flatMap((child) => (child.kind === 'namespace' ? templatesOf(child) : [])),
];

const declaredIn = (scope: Scope): readonly string[] => [
  ...scope.declarations.map((d) => d.name),
  ...scope.children.flatMap((child) => (child.kind === 'namespace' ? declaredIn(child) : [])),
];
