// What a front end makes of a file: units with scopes, declarations and the expressions worth evaluating.
//
// A unit is the piece of a file that is lowered, cached and reused as a whole: a declaration at
// namespace level, a member of a class, a function, a statement at Python module level, a line of
// notation. Positions inside a unit are relative to its start, so that an edit elsewhere in the
// file leaves the unit as it is.

import type { Supposition } from '../../syntax/cpp/preprocessor-condition.ts';
import type { CallExpr, Expr, Span } from './expression.ts';

export type Dialect = 'cpp' | 'python' | 'notation';

/** How a name came to be. */
export type DeclarationKind =
  | 'value' // auto x = …, static constexpr int N = …, x = …
  | 'type' // using X = …, typedef
  | 'parameter' // of a function
  | 'type-parameter' // template <class T>
  | 'value-parameter' // template <int N>
  | 'macro' // #define N 128
  | 'function'
  | 'class'
  | 'namespace'
  | 'import';

export interface Declaration {
  readonly kind: DeclarationKind;
  readonly name: string;
  readonly nameSpan: Span;
  /** The whole declaration, for folding the value into symbols and for edits. */
  readonly span: Span;
  /** The declared type as written, when there is one other than auto. */
  readonly type: Expr | null;
  /** The initialiser, the aliased type, the default argument, the macro's replacement. */
  readonly init: Expr | null;
  /** For structured bindings and tuple assignments: which element of `init` this name takes. */
  readonly element: readonly number[] | null;
  /**
   * The scope that the declaration opens: a class's members, a function's parameters and body. An edit in a function's
   * body puts another one here.
   */
  bodyScope: Scope | null;
  /** The scope of its template parameters, which contains `opens`; null when it is no template. */
  readonly template?: Scope | null;
  /** `template <> struct X<4>`: the arguments that the specialisation is for. */
  readonly specialization?: readonly Expr[];
  /** Nobody can assign to it: const, constexpr. Without it a run-time integer's value is only known when nothing assigns. */
  readonly isConstant?: boolean;
  /** A parameter or variable that stands for another object, `T&`, or a function that returns such. */
  readonly isReference?: boolean;
  /** Whether a parameter is written `T&&`. */
  readonly isRvalueReference?: boolean;
  /** The scope of the parameters of a function that has no body here. */
  readonly head?: Scope;
  /** Whether a constructor or conversion is `explicit`; `conditional`: `explicit(c)`. */
  readonly explicit?: 'always' | 'conditional';
  /** The `const`, `&`, `&&` behind the parameters of a member function, in order. */
  readonly objectQualifiers?: string;
  /** `concept X = …`: a condition on types. */
  readonly isConcept?: boolean;
  /** `class... Ts`, `Ts... xs`: any number of arguments. */
  readonly isPack?: boolean;
  /** What a lambda captures by a name of its own, seen from behind the captures on: `[n = n + 1]`. */
  readonly isCapture?: boolean;
  /** A member that is defined outside of its class, `int X::f() { … }`: there its plain name does not stand for it. */
  readonly isOutOfClass?: boolean;
  /** The enumeration that an enumerator is of, or that is declared. */
  readonly enumeration?: Enumeration;
  /** A data member, of which every object of the class has its own. */
  readonly isMember?: boolean;
  /** What `alignas(…)` asks for of a class or a data member. */
  readonly alignments?: readonly Expr[];
  /** What a function or class of Python is decorated with, nearest last. */
  readonly decorators?: readonly Expr[];
  /** The parameters and the replacement of a macro. */
  readonly macro?: MacroText;
  /** The macro that defines a constant around its argument, differently in different branches. */
  readonly dispatchMacro?: string;
}

export interface Enumeration {
  /** The scope of its enumerators. */
  readonly scope: Scope;
  readonly name: string;
  readonly isScoped: boolean;
  /** `enum X : uint8_t` */
  readonly type: Expr | null;
  /** Whether all enumerators are written with numbers that an int holds. */
  readonly isOfInts: boolean;
}

/** What a macro is replaced with, as written. */
export interface MacroText {
  /** `(a, b, ...)`; null for a macro without parameters. */
  readonly parameters: readonly string[] | null;
  readonly replacement: string;
}

/** How a variable, or what may be a reference to it or to a part of it, can be changed beyond plain reading. */
export type Escape =
  | { readonly kind: 'assigned' }
  /** A function that returns a reference returns it. */
  | { readonly kind: 'returned' }
  /** `T& name = x`: what changes `name` changes x. A reference to const changes it through a cast alone. */
  | {
      readonly kind: 'bound';
      readonly name: string;
      readonly isConstant: boolean;
      readonly type: Expr | null;
    }
  | ArgumentEscape;

/** A variable as an argument: of a function, of a member function (-1: its object), of what makes an object of a type. */
export interface ArgumentEscape {
  readonly kind: 'argument';
  readonly form: 'function' | 'member' | 'type';
  /** Null where it is called by no name. */
  readonly callee: string | null;
  readonly index: number;
  readonly count: number;
  /** What is done with the result, which may be a reference to the argument. */
  readonly result: Escape | null;
}

/** What is done with the variables of a function, by the variable and, for each, by its text. */
export interface Escapes extends Iterable<[string, ReadonlyMap<string, Escape>]> {
  get(name: string): ReadonlyMap<string, Escape> | undefined;
  keys(): Iterable<string>;
  values(): Iterable<ReadonlyMap<string, Escape>>;
}

/** When the statements of a block run. */
export interface Guard {
  readonly condition: Expr;
  readonly branch: 'then' | 'else';
  /** `if constexpr` */
  readonly isConstant: boolean;
}

export type ScopeKind = 'file' | 'namespace' | 'class' | 'function' | 'block' | 'template';

export interface Scope {
  readonly kind: ScopeKind;
  readonly name: string | null;
  readonly span: Span;
  readonly declarations: readonly Declaration[];
  /** An edit in the body of a function puts another scope in the place of this function's. */
  readonly children: Scope[];
  /** Base classes, in order. */
  readonly bases: readonly Expr[];
  /** Whether a class is a union. */
  readonly isUnion?: boolean;
  /** Whether a class has virtual functions or virtual bases of its own. */
  readonly isPolymorphic?: boolean;
  /** Expressions that are evaluated for their own sake: call statements, static_asserts, returns. */
  readonly expressions: readonly Expr[];
  /** Those of `expressions` that are returned. */
  readonly returns?: readonly Expr[];
  /** What a `static_assert` or an `assert` of Python asks for, and what is left behind `if …: raise …` of Python. */
  readonly assertions?: readonly Expr[];
  /** The parameters of a function, where asking for all of its declarations costs more. */
  readonly parameters?: readonly Declaration[] | undefined;
  /** Whether a name may stand in it, where that is told without reading it. */
  mentions?(name: string): boolean;
  /** Whether a function takes any arguments behind its parameters, `(int, ...)`. */
  readonly isVariadic?: boolean;
  /** Where the brace or colon stands that opens the body of a function. */
  readonly body?: number;
  /** When the block of an `if` runs. Loops have a guard of null and `isLoop`. */
  readonly guard?: Guard | null;
  readonly isLoop?: boolean;
  /** Variables that are assigned to, incremented or whose address is taken, in the whole function around. */
  readonly assigned?: ReadonlySet<string>;
  /** What the head of a loop asks before each round, or behind it, and what is done behind it. */
  readonly loop?: {
    readonly condition: Expr | null;
    readonly steps: readonly Expr[];
    readonly isDo: boolean;
  };
  /** What a loop takes its elements from, `for (auto x : range)`. */
  readonly range?: Expr;
  /** What a `switch` asks. Its block, which has the labels, is the last one in it. */
  readonly choice?: Expr;
  /** `case X:` and `default:` (null) in the block, by where they stand. */
  readonly labels?: readonly { readonly at: number; readonly value: Expr | null }[];
  /** Of a loop of Python over one name that each round counts: what it is over, where no round leaves the loop early. */
  readonly counts?: Expr;
  /** The rounds may change the list that `counts` is. */
  readonly mayChangeCounts?: boolean;
  /** `break`, `continue` and `return;` in the block, and what else changes the order or more, by where they stand. */
  readonly jumps?: readonly {
    readonly kind: 'break' | 'continue' | 'return' | 'other';
    readonly at: number;
  }[];
  /** Variables of the head of a loop that only the loop itself changes, from one round to the next. */
  readonly inductionVariables?: ReadonlySet<string>;
  /**
   * What else may change variables of the whole function around. A name with a dot before it, `.x`, is that of a member
   * or a qualified name.
   */
  readonly escapes?: Escapes;
  /** Of a template: conditions without which it is not there, `requires C` and `__CUTE_REQUIRES(c)`. */
  readonly requirements?: readonly Expr[];
  /** The class of a member function that is defined outside of it: `X<T>` of `X<T>::f() { … }`. */
  readonly owner?: Expr;
  /** What a function, class or module of Python changes in place, and what its loops go through. */
  readonly changes?: InPlaceChanges | undefined;
  /** What the methods of a class of Python assign to attributes of their object, by attribute. */
  readonly attributes?: ReadonlyMap<string, readonly AttributeAssignment[]>;
  /** The names of functions that a class declares as its friends. */
  readonly friends?: readonly string[];
  /** `using namespace X;` in this scope. */
  readonly usings?: readonly Expr[];
  /** The call by a plain name, which may be that of a macro, of which a lambda is an argument. */
  readonly enclosingCall?: CallExpr | null;
}

/**
 * What statements of Python change in place, by name: `xs`, `xs[]` for the items of it, `.xs` for an attribute of whatever
 * object.
 */
export interface InPlaceChanges {
  /** Names of lists whose declarations say what they hold behind each change. */
  readonly followed: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
  /** Attributes that are assigned or deleted, with the names of the objects, none of them self; '' for other places. */
  readonly attributes: ReadonlyMap<string, ReadonlySet<string>>;
  readonly flows: readonly Flow[];
}

/** What names are given that no declaration says: items of a list, by a loop, or what an item is assigned. */
interface Flow {
  readonly names: readonly string[];
  readonly source: Expr;
  /** They are given the items of the source. */
  readonly isOfItems: boolean;
}

/** What an attribute holds behind the assignments of a method. */
export interface AttributeAssignment {
  readonly method: string;
  readonly value: Expr;
  /** How many assignments there are, where the first begins and where the last ends. */
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

/** Spaces that only a unit's text has, in the unit's offsets. */
export interface Gap {
  readonly at: number;
  readonly size: number;
}

/** How the text of a unit differs from what stands in the file, see gap-map.ts. */
export interface GapMap {
  /** The unit's text as it stands in the file. */
  readonly source: string;
  /** The same with the gaps. */
  readonly text: string;
  /** The gaps in their order. */
  readonly gaps: readonly Gap[];
  /** Whether a gap stands behind a statement, and belongs to it, or before one. */
  readonly side: 'before' | 'behind';
  /** What others have seen in bodies of functions is compared across edits. */
  readonly comparesValues?: boolean;
}

export interface Unit {
  readonly scope: Scope;
  /** Layout text in the comments and strings of this unit, already parsed by the notation's grammar. */
  readonly notations: readonly Notation[];
  readonly directives: readonly Directive[];
  /** The macros that its beginning was expanded with; equal texts with equal ones are equal units. */
  readonly head?: string;
  /** Whether bodies in it are read when somebody asks for them. It is not edited. */
  readonly isUnread?: boolean;
  /** Where its offsets are not those of the file. */
  readonly gapMap?: GapMap;
  /** How many edits in bodies of functions have made it from the version that was lowered as a whole. */
  readonly edits?: number;
  /** Where the notation cannot be read, and why. */
  readonly errors?: readonly { readonly span: Span; readonly message: string }[];
}

export interface Notation {
  readonly span: Span;
  readonly expr: Expr;
  readonly within: 'comment' | 'string' | 'document';
}

/** `layout-lens: assume …`, `expect …`, `ignore[…]` in a comment. */
export type Directive =
  | {
      readonly kind: 'assume';
      readonly span: Span;
      readonly bindings: readonly { readonly name: string; readonly value: Expr }[];
    }
  | { readonly kind: 'expect'; readonly span: Span; readonly value: Expr }
  | { readonly kind: 'ignore'; readonly span: Span; readonly rules: readonly string[] }
  | { readonly kind: 'malformed'; readonly span: Span; readonly message: string };

/** A unit where it stands now. */
export interface PlacedUnit {
  readonly start: number;
  readonly unit: Unit;
  /** What the unit was lowered from, with its gaps. */
  readonly text: string;
  /** The namespaces around it, outermost first. */
  readonly namespace: readonly string[];
}

/** A part of the file that is only there under a condition that is not decided here. */
export interface ConditionalRegion extends Span {
  readonly condition: string;
  /** Names that are defined differently otherwise. */
  readonly names: ReadonlySet<string>;
  /** Those of them that are declared otherwise, as far as can be seen. */
  readonly declared: ReadonlySet<string>;
  /** What makes this the right branch; null when nothing is known of it. */
  readonly suppositions: readonly Supposition[] | null;
  /** Whether the other branches are empty, or none is read: then the region says what may be left out or added. */
  readonly isAlone: boolean;
}

export interface Include {
  readonly path: string;
  readonly span: Span;
}

/** A whole file, lowered. */
export interface Module {
  readonly dialect: Dialect;
  readonly units: readonly PlacedUnit[];
  readonly includes: readonly Include[];
  readonly conditionals?: readonly ConditionalRegion[];
}
