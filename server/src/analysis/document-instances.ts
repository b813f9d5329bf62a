// What a template holds in its instantiations: those that the file shows, and those of the files that
// include it.

import { type Failure, isFailure } from '../algebra/failure.ts';
import { argumentText } from '../evaluate/argument-text.ts';
import { Evaluator } from '../evaluate/evaluator.ts';
import type { Result, UnitState } from '../evaluate/frame.ts';
import type { Imports } from '../evaluate/imports.ts';
import type { Instantiation } from '../evaluate/instantiations.ts';
import { BOUND } from '../evaluate/thing.ts';
import { TypeValue, Unknown, type Value } from '../evaluate/value.ts';
import { World } from '../evaluate/world.ts';
import type { Span } from '../frontends/expression.ts';
import type { Declaration, Module } from '../frontends/scope.ts';
import type { Evaluation } from './model.ts';
import { agrees, givenParameters, instantiationLabel, instantiationsIn } from './parameters.ts';
import { hasOpenInteger } from './unknown.ts';

/** A file that includes the document, directly or through others. */
export interface Includer {
  readonly uri: string;
  readonly module: Module;
  readonly imports: Imports;
}

/** An instantiation with the evaluator of the file that shows it. */
export interface ShownInstantiation extends Instantiation {
  readonly evaluator: Evaluator;
  /** The file that names it; null: the document itself. */
  readonly uri: string | null;
  /** Its arguments, as they are told with a value. */
  readonly parameters: Evaluation['parameters'];
}

/** How many including files are looked at. */
const MAXIMUM_INCLUDERS = 6;

/** The worlds of the files that include a document, kept from one version to the next. */
export class IncluderWorlds {
  readonly #worlds = new Map<string, { module: Module; imports: Imports; evaluator: Evaluator }>();

  evaluators(includers: readonly Includer[], like: World): readonly { uri: string; evaluator: Evaluator }[] {
    return includers.slice(0, MAXIMUM_INCLUDERS).map(({ uri, module, imports }) => {
      let known = this.#worlds.get(uri);
      if (known === undefined) {
        const world = new World(like.rules, module, like.parameters, imports);
        world.expressions = like.expressions;
        known = { module, imports, evaluator: new Evaluator(world) };
        this.#worlds.set(uri, known);
      } else if (known.module !== module || known.imports !== imports) {
        known.evaluator.world.update(module, imports);
        known = { module, imports, evaluator: known.evaluator };
        this.#worlds.set(uri, known);
      }
      return { uri, evaluator: known.evaluator };
    });
  }
}

/** The different instantiations of a template of a unit. */
export function shownInstantiations(
  own: Evaluator,
  state: UnitState,
  template: Declaration,
  including: () => readonly { readonly uri: string; readonly evaluator: Evaluator }[],
  text: string,
): readonly ShownInstantiation[] {
  const all = allInstantiations(own, state, template, including, text);
  if (all.length === 0) return all;
  // What the user says about a parameter goes before what files show: the instantiations that say the same are left.
  const given = givenParameters(own, template, state);
  if (given.size === 0) return all;
  return all
    .filter((i) => agrees(i, given))
    .map((i) => ({
      ...i,
      parameters: i.parameters.map((p) => ({ ...p, source: given.get(p.name)?.source ?? p.source })),
    }));
}

/** The different instantiations of a template of a unit, whatever is assumed of its parameters. */
export function allInstantiations(
  own: Evaluator,
  state: UnitState,
  template: Declaration,
  including: () => readonly { readonly uri: string; readonly evaluator: Evaluator }[],
  text: string,
): readonly ShownInstantiation[] {
  const shown = (i: Instantiation, evaluator: Evaluator, uri: string | null): ShownInstantiation => ({
    ...i,
    evaluator,
    uri,
    parameters: instanceParameters(evaluator, template, i, uri, text),
  });
  const found = instantiationsIn(own, template, state).map((i) => shown(i, own, i.state.home.uri));
  if (found.length > 0) return found;
  const keys = new Set<string>();
  for (const { uri, evaluator } of including()) {
    const there = evaluator.world.declared(template.name).find((d) => d.declaration === template);
    if (there === undefined) continue;
    for (const i of instantiationsIn(evaluator, template, there.state)) {
      const key = i.arguments.map((a) => `${a.name}=${argumentText(a.value)}`).join(';');
      if (keys.has(key)) continue;
      keys.add(key);
      found.push(shown(i, evaluator, i.state.home.uri ?? uri));
      if (found.length >= MAXIMUM_INSTANCES) return found;
    }
  }
  return found;
}

/** Values for how many instantiations of a template are shown. */
export const MAXIMUM_INSTANCES = 4;

export const shifted = (span: Span, by: number): Span => ({ start: span.start + by, end: span.end + by });

/** Known in full: the same in every instantiation. */
export function isSettled(value: Value | Failure): boolean {
  if (isFailure(value) || value instanceof Unknown) return false;
  if (value instanceof TypeValue && value.instance === null) return true;
  return !hasOpenInteger(value, false);
}

function instanceParameters(
  evaluator: Evaluator,
  template: Declaration,
  instantiation: Instantiation,
  uri: string | null,
  text: string,
): Evaluation['parameters'] {
  const offset = instantiation.state.placed.start + instantiation.expr.span.start;
  const file = uri?.replace(/^.*\//, '');
  const where = file === undefined ? `line ${text.slice(0, offset).split('\n').length}` : file;
  const label = shortened(`${template.name}${instantiationLabel(evaluator, template, instantiation)}`);
  const source = `from instantiation ${label}, ${where}`;
  return instantiation.arguments.map(({ name, value }) => ({
    name,
    value: shortened(argumentText(value)),
    source,
  }));
}

/**
 * The arguments of an instantiation that a value has taken. Where it took arguments of the function alone, it is said
 * at least which call they are from.
 */
export function usedArguments({ parameters }: ShownInstantiation, result: Result): Evaluation['parameters'] {
  const bound = result.parameters.filter((p) => p.source === BOUND);
  const used = parameters.filter((p) => bound.some((b) => b.name === p.name));
  const [first] = bound;
  if (used.length > 0 || first === undefined || parameters[0] === undefined) return used;
  return [{ name: first.name, value: 'its argument', source: parameters[0].source }];
}

const MAXIMUM_TEXT = 48;
const shortened = (text: string): string =>
  text.length <= MAXIMUM_TEXT ? text : `${text.slice(0, MAXIMUM_TEXT - 1)}…`;

/** `kBlockM = 128, Element = half_t` */
export const instanceLabel = (instantiation: Instantiation): string =>
  instantiation.arguments.map(({ name, value }) => `${name} = ${shortened(argumentText(value))}`).join(', ');
