// The names by which a template of a file is asked for from outside: its own, and those of what names it in the file.

import { referencesOf } from '../../frontends/common/references.ts';
import type { Module, Scope, Unit } from '../../frontends/common/scope.ts';

/** More names than these are common ones, and would find every file. */
const MAXIMUM_NAMES = 12;

type Naming = ReadonlyMap<string, ReadonlySet<string>>;

/** What names what in a document, through its edits: most of what is typed names nothing else. */
export class TemplateReferences {
  #module: Module | null = null;
  #signatures: readonly UnitSignature[] = [];
  #naming: Naming = new Map();

  /** The name, and those of the file's declarations that name it, directly or through others. */
  leadingTo(name: string, module: Module): readonly string[] {
    const naming = this.#namingIn(module);
    const names = new Set([name]);
    for (const wanted of names) {
      for (const declared of naming.get(wanted) ?? []) names.add(declared);
      if (names.size >= MAXIMUM_NAMES) break;
    }
    return [...names].slice(0, MAXIMUM_NAMES);
  }

  /** What the units that name a name declare, no more than are asked for. */
  #namingIn(module: Module): Naming {
    if (module === this.#module) return this.#naming;
    const now = module.units.map(({ unit }) => unitSignatureOf(unit));
    const before = this.#signatures;
    if (now.length !== before.length || !now.every((face, i) => isSameFace(face, before[i]!)))
      this.#naming = referencesOfSignatures(now);
    this.#signatures = now;
    this.#module = module;
    return this.#naming;
  }
}

/** What a unit declares, no more than is asked for, and what it names. */
interface UnitSignature {
  readonly declared: readonly string[];
  readonly named: ReadonlySet<string>;
}

const faces = new WeakMap<Unit, UnitSignature>();

function unitSignatureOf(unit: Unit): UnitSignature {
  let face = faces.get(unit);
  if (face === undefined) {
    const declared = declaredIn(unit.scope).slice(0, MAXIMUM_NAMES);
    face = { declared, named: new Set(referencesOf(unit).keys()) };
    faces.set(unit, face);
  }
  return face;
}

const isSameFace = (a: UnitSignature, b: UnitSignature): boolean =>
  a === b ||
  (a.declared.join() === b.declared.join() &&
    a.named.size === b.named.size &&
    [...a.named].every((name) => b.named.has(name)));

function referencesOfSignatures(all: readonly UnitSignature[]): Naming {
  const naming = new Map<string, Set<string>>();
  for (const { declared, named } of all) {
    for (const name of named) {
      let names = naming.get(name);
      if (names === undefined) {
        names = new Set();
        naming.set(name, names);
      }
      if (names.size < MAXIMUM_NAMES) for (const d of declared) names.add(d);
    }
  }
  return naming;
}

/** The templates at the level of the file. */
export const templatesIn = ({ units }: Module): ReadonlySet<string> =>
  new Set(units.flatMap(({ unit }) => templatesOf(unit.scope)));

const templatesOf = (scope: Scope): readonly string[] => [
  ...scope.declarations.flatMap((d) => (d.template != null && d.bodyScope !== null ? [d.name] : [])),
  ...scope.children.flatMap((child) => (child.kind === 'namespace' ? templatesOf(child) : [])),
];

const declaredIn = (scope: Scope): readonly string[] => [
  ...scope.declarations.map((d) => d.name),
  ...scope.children.flatMap((child) => (child.kind === 'namespace' ? declaredIn(child) : [])),
];
