// What stands in loops whose rounds are known before the program runs, `for p in range_constexpr(4)`: it may have another
// value in each of them.

import { neverRunsAt } from '../../evaluate/cpp/instances/discarded.ts';
import { scopePath } from '../../evaluate/model/environment.ts';
import type { Unknown } from '../../evaluate/model/value.ts';
import { type Round, roundsIn } from '../../evaluate/python/plain/loop-rounds.ts';
import { argumentText } from '../../evaluate/values/argument-text.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { namesOf } from '../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { type InstanceValue, shortened } from '../values/instance-values.ts';
import type { ShownInstantiation } from '../values/model.ts';

/** So many rounds are looked at, over all loops around a place. */
const MAXIMUM_ROUNDS = 16;

const loopsAround = (root: Scope, { span }: Expr): readonly Scope[] =>
  scopePath(root, span.start).filter(({ counts }) => counts !== undefined);

/** Whether what is written somewhere is not known because the rounds of a loop around it change what it names. */
export const isOpenInRounds = (written: Expr, { reason }: Unknown, root: Scope): boolean =>
  loopsAround(root, written).some(({ declarations }) =>
    declarations.some(
      ({ init }) => (init?.kind === 'opaque' || init?.kind === 'mutated') && init.reason === reason,
    ),
  );

/**
 * A way in which what is written somewhere is compiled, in those rounds of the loops around it that come to it; none
 * where no round changes what it names.
 */
export function inRounds(written: Expr, way: ShownInstantiation): readonly ShownInstantiation[] {
  const loops = loopsAround(way.env.root, written);
  // A counter alone is what it counts.
  if (loops.some(({ declarations: [counter] }) => written.kind === 'name' && written.name === counter?.name))
    return NONE;
  if (!loops.some((loop) => namesOneOf(written, changingIn(loop)))) return NONE;
  let all: readonly ShownInstantiation[] = [way];
  for (const loop of loops)
    all = all
      .flatMap((each) =>
        roundsIn(each.evaluator, loop, each.env).map((round) => withRound(each, loop, round)),
      )
      .slice(0, MAXIMUM_ROUNDS);
  return all.filter(({ evaluator, env }) => !neverRunsAt(evaluator, written.span.start, env));
}

const NONE: readonly ShownInstantiation[] = [];

const withRound = (
  i: ShownInstantiation,
  { counts }: Scope,
  { env, counter: { name }, item }: Round,
): ShownInstantiation => ({
  ...i,
  env,
  expr: counts!,
  arguments: [...i.arguments, { name, value: item }],
  parameters: [...i.parameters, { name, value: shortened(argumentText(item)), source: 'round of the loop' }],
});

/** Told with what counts the rounds; with arguments of `way` only where these tell it from others. */
export const countedByRound = (value: InstanceValue, way: ShownInstantiation): InstanceValue => ({
  ...value,
  used: new Set(value.instantiation.arguments.slice(way.arguments.length).map(({ name }) => name)),
});

const namesOneOf = (e: Expr, names: ReadonlySet<string>): boolean =>
  [...namesOf(e)].some(({ name }) => names.has(name));

interface Changing extends Pick<Scope, 'declarations' | 'children'> {
  readonly names: ReadonlySet<string>;
}

const changing = new WeakMap<Scope, Changing>();

/** The names that may stand for something else in each round of a loop: its counter, and what is worked out of it. */
function changingIn(loop: Scope): ReadonlySet<string> {
  const { declarations, children } = loop;
  const known = changing.get(loop);
  // An edit may give a block other lists.
  if (known?.declarations === declarations && known.children === children) return known.names;
  const [counter] = declarations;
  const names = new Set(counter === undefined ? [] : [counter.name]);
  const all = declaredIn(loop);
  for (let before = -1; before !== names.size; ) {
    before = names.size;
    for (const { name, init } of all)
      if (init !== null && (init.kind === 'mutated' || namesOneOf(init, names))) names.add(name);
  }
  changing.set(loop, { declarations, children, names });
  return names;
}

const declaredIn = ({ declarations, children }: Scope): readonly Declaration[] => [
  ...declarations,
  ...children.flatMap(declaredIn),
];
