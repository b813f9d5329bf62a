// The layouts of Gluon by their constructors, and what is asked of them.

import { type Failure, isFailure, refuse } from '../../algebra/integer/failure.ts';
import { basesOfSplits } from '../../hardware/triton/cga.ts';
import { construct } from '../../hardware/triton/construct.ts';
import { bankConflicts } from '../../hardware/triton/conversion/bank-conflicts.ts';
import { defaultNvmmaShared, identityPadded } from '../../hardware/triton/defaults.ts';
import { type Encoding, type IntLists, rankOf, TritonLayout } from '../../hardware/triton/encoding.ts';
import { isEncodingName } from '../../hardware/triton/signatures.ts';
import { toLinearLayout } from '../../hardware/triton/to-linear-layout.ts';
import type { Builtin, BuiltinCall } from '../model/builtin.ts';
import { Unknown, type Value } from '../model/value.ts';
import { guarded } from '../values/guarded.ts';
import { asArgument, asElement, asEncoding, asIntegers, fieldValue } from './arguments.ts';

const argument = ({ args, keywords }: BuiltinCall, index: number, name: string): Value | undefined =>
  args[index] ?? keywords.get(name);

const asLayout = (made: Encoding | Failure): Value | Failure =>
  isFailure(made) ? made : new TritonLayout(made);

const flag = (value: Value | undefined): boolean => value === true || value === 1;

/** `NVMMASharedLayout.get_default_for(block_shape, dtype, transposed, fp4_padded, cga_layout)` */
function nvmmaDefault(call: BuiltinCall): Value | Failure {
  const shape = asIntegers(argument(call, 0, 'block_shape'), 'block_shape');
  const element = asElement(argument(call, 1, 'dtype'));
  if (element === null) return new Unknown('unsupported', 'the width of the element type is not known');
  const cga = argument(call, 4, 'cga_layout');
  const bases = cga === undefined ? null : asArgument(cga);
  return asLayout(
    defaultNvmmaShared(
      shape,
      element.bits,
      flag(argument(call, 2, 'transposed')),
      flag(argument(call, 3, 'fp4_padded')),
      (bases ?? []) as IntLists,
    ),
  );
}

const paddedIdentity = (call: BuiltinCall): Value | Failure =>
  asLayout(
    identityPadded(
      asArgument(argument(call, 0, 'interval_padding_pairs') ?? []) as IntLists,
      asIntegers(argument(call, 1, 'shape'), 'shape'),
      asIntegers(argument(call, 2, 'order'), 'order'),
    ),
  );

/** `to_linear_layout(layout, shape)` */
function linearized(call: BuiltinCall): Value | Failure {
  const encoding = asEncoding(argument(call, 0, 'layout'), 'the first argument of to_linear_layout');
  return toLinearLayout(encoding, asIntegers(argument(call, 1, 'shape'), 'shape'));
}

/** `bank_conflicts(registers, shared, shape, bits)` */
function conflicts(call: BuiltinCall): Value | Failure {
  const shape = asIntegers(argument(call, 2, 'shape'), 'shape');
  const registers = toLinearLayout(asEncoding(argument(call, 0, 'registers'), 'the first layout'), shape);
  const shared = toLinearLayout(asEncoding(argument(call, 1, 'shared'), 'the second layout'), shape);
  if (isFailure(registers)) return registers;
  if (isFailure(shared)) return shared;
  const bits =
    asElement(argument(call, 3, 'bits'))?.bits ?? refuse('wrong-kind', 'bits is the width of an element');
  return bankConflicts(registers, shared, bits);
}

/** `make_cga_layout(ctas_per_cga, cta_split_num, cta_order)` */
function cgaBases(call: BuiltinCall): Value | Failure {
  const list = (index: number, name: string) => asIntegers(argument(call, index, name), name);
  const made = basesOfSplits(list(0, 'ctas_per_cga'), list(1, 'cta_split_num'), list(2, 'cta_order'));
  return isFailure(made) ? made : fieldValue(made);
}

const FUNCTIONS: Readonly<Record<string, (call: BuiltinCall) => Value | Failure>> = {
  to_linear_layout: linearized,
  bank_conflicts: conflicts,
  make_cga_layout: cgaBases,
  'NVMMASharedLayout.get_default_for': nvmmaDefault,
  'PaddedSharedLayout.with_identity_for': paddedIdentity,
};

/** The names of the functions on layouts; those of a class stand behind its name. */
export const LAYOUT_FUNCTION_NAMES: readonly string[] = Object.keys(FUNCTIONS);

function constructed(name: string, { args, keywords }: BuiltinCall): Value | Failure {
  if (!isEncodingName(name)) return new Unknown('unsupported', `${name} is not computed`);
  const given = new Map([...keywords].map(([key, value]) => [key, asArgument(value)] as const));
  return asLayout(construct(name, args.map(asArgument), given));
}

/** A constructor or function by its path behind the module: `BlockedLayout`, `NVMMASharedLayout.get_default_for`. */
export function layoutFunction(path: readonly string[]): Builtin | undefined {
  const name = path.join('.');
  if (Object.hasOwn(FUNCTIONS, name)) return (call) => guarded(() => FUNCTIONS[name]!(call));
  if (path.length === 1 && isEncodingName(name)) return (call) => guarded(() => constructed(name, call));
  return undefined;
}

/** `layout.order`, `layout.rank` */
export function layoutAttribute({ encoding }: TritonLayout, name: string): Value | undefined {
  if (name === 'rank') return rankOf(encoding) ?? undefined;
  if (name === 'layout' || !Object.hasOwn(encoding, name)) return undefined;
  return fieldValue(encoding[name as keyof Encoding]);
}
