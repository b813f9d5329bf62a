// What an operation returns when it has no value. The algebra never throws for user input.

/** The ids of the rules that report a violation; also the codes of the command line. */
export type ViolationCode =
  | 'stride-divisibility' // composition: (20)
  | 'shape-divisibility' // composition: (21)
  | 'inadmissible' // other refusals of composition, divide and product
  | 'non-injective-complement'
  | 'dynamic-complement' // complement of dynamic strides beyond rank 1
  | 'not-invertible'
  | 'not-congruent' // shape and stride, or two arguments, differ in profile
  | 'rank-mismatch'
  | 'coordinate-mismatch'
  | 'out-of-range' // an index that names no mode
  | 'indivisible' // shape_div, upcast, downcast, tile_to_shape
  | 'unsupported' // C++ does not compile it, and no document defines it
  | 'overflow' // a static product leaves 32 bits, where C++ would wrap it
  | 'not-a-power-of-two' // a size of a linear layout
  | 'order-permutation' // an order of dimensions that is no permutation
  | 'basis-length' // a basis of a linear layout has too many numbers, or too few
  | 'view-size' // a GroupBy and an OrderBy of other numbers of elements
  | 'tile-divisibility' // a tile of a TileBy that does not divide the array
  | 'not-bijective' // elements at one position, or positions without an element
  | 'permutation-inverse' // a GenP whose second function is not the inverse
  | 'layout-mismatch' // two tensors of Gluon that lie differently
  | 'swizzle-width' // a swizzle of shared memory that is wider than the tensor
  | 'dynamic-storage' // an owning tensor whose size the compiler does not know
  | 'copy-shapes' // tensors that a copy does not take together
  | 'copy-size' // tensors that a copy takes, and copies wrong
  | 'gemm-shapes' // operands that are not multiplied
  | 'operand-type' // operands whose bits mean other numbers to the instruction
  | 'operand-partition' // an operand that was partitioned as another one
  | 'predicate-shape' // a predicate of another tensor than the one that is copied
  | 'wrong-kind'; // a Layout where a Tile was meant, a number where a shape was

/** The operation is not admissible. */
export class Violation {
  readonly code: ViolationCode;
  /** One sentence with the condition, the mode and the numbers. */
  readonly message: string;
  /** Facts behind the message, for quick fixes and JSON. */
  readonly detail: ViolationDetail;
  constructor(code: ViolationCode, message: string, detail: ViolationDetail = {}) {
    this.code = code;
    this.message = message;
    this.detail = detail;
  }
}

export interface ViolationDetail {
  /** The mode of the argument at fault, as a path: [1, 0] is mode 0 of mode 1. */
  readonly mode?: readonly number[];
  readonly dividend?: number;
  readonly divisor?: number;
  /** The paper's condition: `Cecka 3.3.3 (21)`. */
  readonly source?: string;
  /** C++ CuTe compiles it, but hardly anything that uses the result. */
  readonly compiles?: boolean;
  /** The text of the assertion with which C++ CuTe refuses it, when it does. */
  readonly cute?: string;
}

/** The result depends on an integer that is not known; `needs` names it. Not an error of the user's. */
export class NeedsValue {
  readonly reason: string;
  readonly needs: readonly string[];
  constructor(reason: string, needs: readonly string[] = []) {
    this.reason = reason;
    this.needs = needs;
  }
}

export type Failure = Violation | NeedsValue;
export type Outcome<T> = T | Failure;

// Inside an operation a refusal ends it at once, as a failed static_assert ends a compilation: the
// inner functions (named `…OrThrow`) throw a Failure, and every public operation turns it into its
// result with `caught`. Failures are no Errors, so that throwing one costs no stack trace.

/** Ends the operation with a violation. */
export function refuse(code: ViolationCode, message: string, detail: ViolationDetail = {}): never {
  throw new Violation(code, message, detail);
}

/** Ends the operation because it depends on an integer that is not known. */
export function needsValue(reason: string, needs: readonly string[] = []): never {
  throw new NeedsValue(reason, needs);
}

/** The value of an operation, or its failure thrown on. */
export function orThrow<T>(outcome: Outcome<T>): T {
  if (isFailure(outcome)) throw outcome;
  return outcome;
}

/** The failure that an operation threw; anything else is a defect and goes on. */
export function asFailure(thrown: unknown): Failure {
  if (isFailure(thrown)) return thrown;
  throw thrown;
}

export const isFailure = (x: unknown): x is Failure => x instanceof Violation || x instanceof NeedsValue;
