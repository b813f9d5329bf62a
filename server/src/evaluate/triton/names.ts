// The names of Triton and Gluon that the notation evaluates, as completion tells them: taken from the tables that the
// evaluation itself looks in.

import { SIGNATURES } from '../../hardware/triton/signatures.ts';
import { BRIDGES } from './bridges.ts';
import { LAYOUT_FUNCTION_NAMES } from './layouts.ts';
import { LINEAR_MAKERS, LINEAR_OPERATION_NAMES } from './linear-operations.ts';

interface TritonName {
  readonly name: string;
  readonly signature: string;
  readonly doc: string;
}

/** What of a function can be told beyond its name. */
const TOLD: Readonly<Record<string, readonly [signature: string, doc: string]>> = {
  to_linear_layout: ['(layout, shape)', 'The linear layout of a tensor of the shape.'],
  convert_layout: ['(A, B, shape, bits)', 'What moves from one layout to another, and by which means.'],
  bank_conflicts: ['(registers, shared, shape, bits)', 'How many lanes of an access wait for a bank.'],
  make_cga_layout: ['(ctas_per_cga, cta_split_num, cta_order)', 'How blocks divide a tensor, as bases.'],
  to_linear: ['(L)', 'The linear layout of a CuTe layout whose sums do not carry.'],
  tv_to_linear: ['(TV, shape)', 'Registers, lanes and warps of a layout of threads and values over a tile.'],
  LinearLayout: ['(bases, out_dims)', 'A linear layout over F2 by the images of the powers of two.'],
};

const constructors: readonly TritonName[] = Object.entries(SIGNATURES).map(([name, parameters]) => ({
  name,
  signature: `(${parameters.map((p) => p.name).join(', ')})`,
  doc: 'A layout of Gluon.',
}));

const functions: readonly string[] = [
  'LinearLayout',
  'convert_layout',
  ...LAYOUT_FUNCTION_NAMES,
  ...Object.keys(LINEAR_MAKERS).flatMap((maker) => (maker === '' ? [] : [`LinearLayout.${maker}`])),
  ...Object.keys(BRIDGES),
];

const OF_LINEAR = ['(L, …)', 'An operation on linear layouts.'] as const;
const OF_CLASS = ['(…)', 'Makes a layout.'] as const;

/** `taken`: names that are told already, such as those that CuTe has, too. */
export const tritonNames = (taken: ReadonlySet<string>): readonly TritonName[] => [
  ...constructors,
  ...[...functions, ...LINEAR_OPERATION_NAMES]
    .filter((name) => !taken.has(name))
    .map((name) => {
      const [signature, doc] = TOLD[name] ?? (name.includes('.') ? OF_CLASS : OF_LINEAR);
      return { name, signature, doc };
    }),
];
