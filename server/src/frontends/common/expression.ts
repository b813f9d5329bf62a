// The one expression form that every front end lowers to and the evaluator reads: C++ and CUDA,
// Python, and the text notation. It says what was written, not what it means; a front end resolves
// no names. Positions are UTF-16 offsets relative to the unit (see scope.ts) the expression stands in.

export interface Span {
  readonly start: number;
  readonly end: number;
}

interface Node<K extends string> {
  readonly kind: K;
  readonly span: Span;
}

/** `4`, `0x10`, `_4` (isStatic), `4_c`. In the text notation an unmarked integer's staticness is the reader's option. */
export interface IntegerExpr extends Node<'integer'> {
  readonly value: number;
  /** The type of a literal of C++: `int`, `unsigned` for `4u`. */
  readonly type?: string;
  /** true: `_4`; false: a plain `4`. */
  readonly marked: boolean;
  /** A plain `4` of layout text in which static integers are marked, as C++ prints them. */
  readonly isRunTime?: boolean;
}
interface BooleanExpr extends Node<'boolean'> {
  readonly value: boolean;
}
interface StringExpr extends Node<'string'> {
  readonly value: string;
}
/** `_` of a slice or tiler; Python's `None` and `:` in a coordinate too. */
interface UnderscoreExpr extends Node<'underscore'> {
  /** Python's None, which an index tells apart from `:`. */
  readonly isNone?: true;
}
/** `x`; in the text notation also `_kBlockM`, a static symbol (marked). */
export interface NameExpr extends Node<'name'> {
  readonly name: string;
  readonly marked?: boolean;
}
/** `Scope::name`, and `typename T::X`. A leading `::` has scope null. */
interface QualifiedExpr extends Node<'qualified'> {
  readonly scope: Expr | null;
  readonly name: NameExpr;
}
/** `object.name`, `object->name`, `cute.make_layout`. */
export interface MemberExpr extends Node<'member'> {
  readonly object: Expr;
  readonly name: NameExpr;
}
/** `Layout<Shape<_4,_8>, Stride<_8,_1>>`, `size<0>`, `Int<N>`: template arguments applied to a name. */
interface TemplateExpr extends Node<'template'> {
  readonly target: Expr;
  readonly args: readonly Expr[];
}
export interface Keyword {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: Expr;
}
/** `f(a, b)`, `f(a, stride=b)`, `tensor(_, 3)`. Whether it calls, indexes or converts is the evaluator's to say. */
export interface CallExpr extends Node<'call'> {
  readonly callee: Expr;
  readonly args: readonly Expr[];
  readonly keywords: readonly Keyword[];
  /** What stands in the angles of `kernel<<<grid, block>>>(…)`. */
  readonly launch?: readonly Expr[];
}
/** `X{}`, `Layout<…>{a, b}`, `Shape<_4>{}`: brace initialisation of a type. */
interface ConstructExpr extends Node<'construct'> {
  readonly type: Expr;
  readonly args: readonly Expr[];
}
/** `x[i]`, `x[i, j]`. */
interface IndexExpr extends Node<'index'> {
  readonly object: Expr;
  readonly args: readonly Expr[];
  /** `x[i] = …` of Python: what stands there before is not asked for. */
  readonly isAssigned?: boolean;
}
export interface UnaryExpr extends Node<'unary'> {
  readonly operator: '-' | '+' | '!' | '~' | '*' | '**' | '&';
  readonly operand: Expr;
}
export interface BinaryExpr extends Node<'binary'> {
  /** As in the host; Python's `//` and `**`, C++'s `/` of ints. */
  readonly operator: string;
  readonly left: Expr;
  readonly right: Expr;
  /** `x++`, which is read as `x += 1`: its value is the one before. */
  readonly isPostfix?: boolean;
}
interface ConditionalExpr extends Node<'conditional'> {
  readonly condition: Expr;
  readonly then: Expr;
  readonly otherwise: Expr;
}
/** `T const`, `T&`: a type with const, volatile or a reference. */
interface QualifiedTypeExpr extends Node<'qualified-type'> {
  readonly type: Expr;
  /** `const`, `volatile`, `const volatile`, with `&` or `&&` behind them; `?`: some of them stand inside of the type. */
  readonly qualifiers: string;
}
/** `decltype(e)`. */
interface DecltypeExpr extends Node<'decltype'> {
  readonly operand: Expr;
  /** `decltype((x))`, which is a reference to x. */
  readonly isParenthesised?: boolean;
}
/** `[](…) { return …; }` and `lambda x: …`; parameters and the returned expression's unit scope. */
interface LambdaExpr extends Node<'lambda'> {
  readonly parameters: readonly string[];
  readonly body: Expr;
  /** `-> int`: what it returns becomes one. */
  readonly type?: Expr;
}
/** `[f(x) for x in xs if c]` of Python: the element once for each item of the source for which the conditions hold. */
interface ComprehensionExpr extends Node<'comprehension'> {
  /** The names of the target, and which part of an item each takes. */
  readonly targets: readonly { readonly name: string; readonly element: readonly number[] | null }[];
  readonly element: Expr;
  readonly source: Expr;
  readonly conditions: readonly Expr[];
  /** Without it a list. A dictionary is made of pairs. */
  readonly makes?: 'generator' | 'dict' | 'set';
  /** The element is a comprehension too, whose elements are taken one after the other: `for x in xs for y in x`. */
  readonly isFlattened?: true;
}
/**
 * What statements leave in a name of Python that is changed rather than assigned once. Nobody wrote it, so it has no
 * parts; `before` is the name where the statements begin.
 */
export interface MutatedExpr extends Node<'mutated'> {
  readonly name: string;
  /**
   * `xs.append(value)` once, or in a loop; or in each round of one, of which `value` is a comprehension; or whatever the
   * rounds of a loop leave, of which `value` is one; or an item of it is assigned, if it is a list at all.
   */
  readonly how: 'appended' | 'grown' | 'gathered' | 'carried' | 'touched';
  readonly before: Expr;
  readonly value: Expr | null;
  /** Where the body of the loop begins. */
  readonly body: number;
  /** The loop is one of the compiled program: integers that differ from round to round are run-time ones. */
  readonly isCompiled: boolean;
  /** Why it is not known, if it is not. */
  readonly reason: string;
}
/** `f(xs)...` in a list of arguments: the pattern once for every element of the packs that it names. */
interface ExpansionExpr extends Node<'expansion'> {
  readonly pattern: Expr;
}
/** `(xs + ...)`, `(... && f(xs))`, `(0 + ... + xs)`: one side names packs, the other is null or the initial value. */
interface FoldExpr extends Node<'fold'> {
  readonly operator: string;
  readonly left: Expr | null;
  readonly right: Expr | null;
}
/** `sizeof...(Ts)`. */
interface PackSizeExpr extends Node<'pack-size'> {
  readonly pack: Expr;
}
/** `(a, b)`, `[a, b]`, `<a; b>`, `{a, b}`. `<…>` and `[…;…]` are tilers in the text notation. */
export interface TupleExpr extends Node<'tuple'> {
  readonly items: readonly Expr[];
  readonly bracket: '(' | '[' | '<' | '{';
}
/** `{"register": [[1], [2]]}`. */
interface DictExpr extends Node<'dict'> {
  readonly entries: readonly { readonly key: Expr; readonly value: Expr }[];
}
/** `GroupBy(..).OrderBy(GenP([2, 3], p)), p(i, j) = 3*i + j` of the text notation: a value, with names defined for it. */
interface WhereExpr extends Node<'where'> {
  readonly body: Expr;
  /** A function definition's value is a lambda. */
  readonly definitions: readonly Keyword[];
}
/** `shape:stride` of the text notation. */
interface LayoutExpr extends Node<'layout'> {
  readonly shape: Expr;
  readonly stride: Expr;
}
/** `A o B o C`, one node for the whole chain. */
interface ComposeExpr extends Node<'compose'> {
  readonly operands: readonly Expr[];
}
/** `Sw<3,4,3>`, `S<3,4,3>`, `Swizzle<3,4,3>` of the text notation. */
export interface SwizzleExpr extends Node<'swizzle'> {
  readonly bits: number;
  readonly base: number;
  readonly shift: number;
}
/** `16@0`, `1@0@1` (path as printed: [0, 1]), `1/2@0`, `e0`, `6e1`. */
interface BasisExpr extends Node<'basis'> {
  readonly numerator: Expr;
  readonly denominator: number;
  /** As printed, innermost first. */
  readonly printed: readonly number[];
  /** `2@1`, or `2e1` as the paper writes it. */
  readonly form: 'cute' | 'paper';
}
/** `f5`. */
interface BinaryStrideExpr extends Node<'binary-stride'> {
  readonly bits: number;
}
/** `{ [c] -> [2c] : 0 <= c < 4 }`: a set or relation of integers, as ISL writes it. */
export interface RelationExpr extends Node<'relation'> {
  readonly text: string;
}
/** `smem_ptr[16b](unset)` and other pointers as CuTe prints them. */
interface PointerExpr extends Node<'pointer'> {
  readonly space: string;
  readonly bits: number;
}
/** `?`, `?{i64}`, `?{div=8}`. */
interface DynamicExpr extends Node<'dynamic'> {
  readonly divisor: number;
  /** The name of the integer, which is declared nowhere. */
  readonly name?: string;
}
/** Something the front end does not lower; `reason` is shown to the user. */
export interface OpaqueExpr extends Node<'opaque'> {
  readonly reason: string;
  /** Whether it is some integer: the counter of a loop over a range. */
  readonly isInteger?: boolean;
  /** Whether it is a floating-point number. */
  readonly isFloat?: boolean;
}

export type Expr =
  | IntegerExpr
  | BooleanExpr
  | StringExpr
  | UnderscoreExpr
  | NameExpr
  | QualifiedExpr
  | MemberExpr
  | TemplateExpr
  | CallExpr
  | ConstructExpr
  | IndexExpr
  | UnaryExpr
  | BinaryExpr
  | ConditionalExpr
  | DecltypeExpr
  | QualifiedTypeExpr
  | LambdaExpr
  | ComprehensionExpr
  | MutatedExpr
  | ExpansionExpr
  | FoldExpr
  | PackSizeExpr
  | TupleExpr
  | DictExpr
  | WhereExpr
  | LayoutExpr
  | ComposeExpr
  | SwizzleExpr
  | BasisExpr
  | BinaryStrideExpr
  | RelationExpr
  | PointerExpr
  | DynamicExpr
  | OpaqueExpr;
