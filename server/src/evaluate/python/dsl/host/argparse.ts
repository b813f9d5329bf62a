// Programs that read their arguments with argparse: without any on the command line an option has its default.

import { isFailure } from '../../../../algebra/integer/failure.ts';
import { UNDERSCORE } from '../../../../algebra/layout/layout.ts';
import type { Expr } from '../../../../frontends/common/expression.ts';
import type { Environment, UnitMemo } from '../../../model/environment.ts';
import { dependOn } from '../../../model/environment.ts';
import type { Evaluation } from '../../../model/evaluation.ts';
import { TypeValue, Unknown, type Value } from '../../../model/value.ts';
import { entityKey } from '../../../values/key.ts';
import { asOperand } from '../../../values/outcome.ts';
import { type CallExpr, pythonCalls } from '../../plain/calls.ts';
import { printPython } from '../print.ts';

/** `argparse.ArgumentParser(…)`, and a group of its options. */
export const ARGUMENT_PARSER = new TypeValue('ArgumentParser', null);
/** `parser.parse_args()` */
export const PARSED_ARGUMENTS = new TypeValue('Namespace', null);

export function parserMethod(name: string): Value | undefined {
  if (name === 'parse_args') return PARSED_ARGUMENTS;
  return name === 'add_argument_group' || name === 'add_mutually_exclusive_group'
    ? ARGUMENT_PARSER
    : undefined;
}

/** `args.name`: the default of the option, where the file declares one of that name. */
export function parsedArgument(ev: Evaluation, name: string, env: Environment): Value {
  const values: Value[] = [];
  env.unit.useDependencies.add('add_argument');
  for (const memo of ev.db.memos) {
    for (const { call } of pythonCalls(memo.placed.unit).get('add_argument') ?? []) {
      const option = optionOf(call);
      if (option?.name !== name) continue;
      values.push(option.isOptional ? defaultOf(ev, call, memo) : given(name));
      if (memo !== env.unit) dependOn(env.unit, memo);
    }
  }
  const [first] = values;
  if (first === undefined) return given(name);
  if (values.some((v) => v instanceof Unknown || entityKey(v) !== entityKey(first)))
    return values.find((v) => v instanceof Unknown) ?? given(name);
  ev.noteAssumption({ name: `--${name}`, value: printPython(first), source: 'default' });
  return first;
}

const given = (name: string): Unknown =>
  new Unknown('run-time', `${name} is given on the command line`, [], name);

/** What `args` calls the option that `add_argument("-m", "--mode", …)` adds. */
function optionOf({ args, keywords }: CallExpr): { name: string; isOptional: boolean } | null {
  const flags = args.flatMap((a) => (a.kind === 'string' ? [a.value] : []));
  const dest = keywords.find((k) => k.name === 'dest')?.value;
  const long = flags.find((f) => f.startsWith('--')) ?? flags[0];
  if (long === undefined) return null;
  const isOptional = long.startsWith('-') && !isTrue(keywords.find((k) => k.name === 'required')?.value);
  if (dest !== undefined) return dest.kind === 'string' ? { name: dest.value, isOptional } : null;
  return { name: long.replace(/^--?/, '').replaceAll('-', '_'), isOptional };
}

const isTrue = (e: Expr | undefined): boolean => e !== undefined && !(e.kind === 'boolean' && !e.value);

function defaultOf(ev: Evaluation, { keywords }: CallExpr, memo: UnitMemo): Value {
  const keyword = (name: string): Expr | undefined => keywords.find((k) => k.name === name)?.value;
  if (keyword('**') !== undefined) return given('an option');
  const written = keyword('default');
  const action = keyword('action');
  if (written === undefined) {
    if (action === undefined) return UNDERSCORE;
    const flag =
      action.kind === 'string' ? { store_true: false, store_false: true }[action.value] : undefined;
    return flag ?? new Unknown('unsupported', 'the default of this action is not worked out');
  }
  const value = ev.evaluate(written, memo.env);
  if (isFailure(value)) return asOperand(value);
  // The type is applied to a default that is a string.
  const type = keyword('type');
  const isText = type === undefined || (type.kind === 'name' && type.name === 'str');
  if (typeof value === 'string' && !isText) {
    const isDigits = type?.kind === 'name' && type.name === 'int' && /^\d{1,9}$/.test(value);
    return isDigits ? Number(value) : new Unknown('unsupported', 'how the default is read is not worked out');
  }
  return asOperand(value);
}
