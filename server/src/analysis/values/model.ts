// What the features ask of a document: the places in it that have a value, and the value of each.
// Positions here are absolute UTF-16 offsets into the current text.

import type { Failure } from '../../algebra/integer/failure.ts';
import type { Step } from '../../algebra/integer/trace.ts';
import type { MemberPlace } from '../../evaluate/cpp/types/object-size.ts';
import type { Evaluation } from '../../evaluate/model/evaluation.ts';
import type { Instantiation } from '../../evaluate/model/lookup-result.ts';
import type { Value } from '../../evaluate/model/value.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { Declaration, Dialect, Directive } from '../../frontends/common/scope.ts';
import type { SpanMemo } from './span-memo.ts';

/** A place in the text that has a value. */
export interface Site {
  readonly span: Span;
  /** 'declaration': the name of `auto L = …`, hinted inline. 'expression': any expression inside. 'notation': layout text. */
  readonly role: 'declaration' | 'expression' | 'notation';
  /** The name of the declaration, when it is one. */
  readonly name: string | null;
  /** The expression whose value it is (the initialiser of a declaration), absent for parameters. */
  readonly valueSpan: Span | null;
  /** A call, construction, subscript, composition or layout, as opposed to a name or a part of an operation. */
  readonly isOperation: boolean;
  /** How deep the site is nested in other sites' value spans. */
  readonly depth: number;
  readonly dialect: Dialect;
  /** The innermost function around it, the same object for all of one function; null outside of functions. */
  readonly within: object | null;
  /**
   * Whether it is compiled once for each set of arguments: inside of a template or generic lambda of C++, or of a
   * function of Python with parameters.
   */
  readonly isInTemplate: boolean;
  /** Layout text in a comment or string, or a part of one. */
  readonly isEmbedded: boolean;
  /** A parameter of C++ of a number's type by its words, or a name for such a type: no layout, whatever is known. */
  readonly isNumber: boolean;
}

/** A part of the document that is checked as a whole: a function, or what of a unit stands outside of functions. */
export interface CheckUnit {
  /** The same object for as long as the check unit differs by what `invalidatedSince` tells alone. */
  readonly key: { readonly remembered: unknown[] };
  /** How many changes there were. */
  readonly revision: number;
  /** Where values are different or may be, in kept offsets. */
  readonly invalidatedSince: (changes: number) => readonly Span[];
  readonly sites: readonly Site[];
  /** Launches of kernels, which are no sites. */
  readonly launches: readonly Site[];
  /** The calls by a name, sites or not; members are not looked for. */
  readonly callsBy: (name: string) => readonly Site[];
  /** Whether a span is in the same unit, and moves with it. */
  readonly holds: (span: Span) => boolean;
  /** Spans in offsets that edits elsewhere leave as they are. */
  readonly kept: (span: Span) => Span;
  /** Such a span in the text as it is now. */
  readonly placed: (span: Span) => Span;
}

/** A part of the file that is read on its own: the same object for as long as its text is the same. */
export interface SitesOfUnit {
  /** Its functions, and what stands between them, in order. */
  readonly parts: readonly {
    /** Null: it stands between functions. */
    readonly of: { readonly scope: { readonly name: string | null } } | null;
    readonly sites: readonly Site[];
    /** Launches of kernels, `kernel<<<grid, block>>>(…)`. */
    readonly launches: readonly Site[];
    /** The calls by a name, sites or not, of all names and of one. */
    readonly calls: () => ReadonlyMap<string, readonly Site[]>;
    readonly callsBy: (name: string) => readonly Site[];
    /** Calls of members by their names. */
    readonly methodsBy: (name: string) => readonly Site[];
  }[];
}

/** Something wrong with, or worth saying about, a value. `rule` is the id of the rule in analysis/rules. */
export interface Finding {
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  readonly span: Span;
  /** About layout text in a comment or string. */
  readonly isEmbedded?: true;
  /** The smallest coordinate at which a wrong result differs, with both values. */
  readonly witness?: { readonly coordinate: number; readonly got: string; readonly expected: string };
  /** Facts for quick fixes, such as the nearest admissible sizes. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly related?: readonly { readonly message: string; readonly span: Span }[];
  /** Edits that mend it. */
  readonly fixes?: readonly { readonly title: string; readonly span: Span; readonly newText: string }[];
}

/** A value with how it came about. */
export interface SiteEvaluation {
  /** The value; a Failure when an operation has none; an Unknown (a Value) when something is not known. */
  readonly value: Value | Failure;
  /** The operation that produced it, with its arguments, for `= composition(A, B)` in the hover. */
  readonly origin: Origin | null;
  /** Named unknowns that were given a value on the way, and by what: `kBlockM = 128 (assumed here)`. */
  readonly parameters: readonly GivenParameter[];
  /** Each different value in a template that is instantiated in several ways, of the instantiations that were found. */
  readonly instances?: readonly Instance[];
  /** `instances` are the values in the rounds of loops. */
  readonly isOfRounds?: true;
  /** Told of the value in an instantiation that the reader has chosen: the values in all, that one's first. */
  readonly chosen?: { readonly instances: readonly Instance[] };
  /** The values of these, equal ones again, worked out one by one for whoever needs no more than some of them. */
  readonly instanceValues?: () => Iterable<Value | Failure>;
}

/** A value in one of the ways in which a site is compiled; `label`: what tells that from the others. */
export interface LabelledEvaluation {
  readonly evaluation: SiteEvaluation;
  readonly label: string | null;
}

/** What a call is a call of. */
export interface Callee {
  /** The layout of `L(i, j)`, the object of `G.apply(i, j)`. */
  readonly site: Site;
  /** `apply` of `G.apply(i, j)`, `[]` of `L[i, j]`; null for a plain call. */
  readonly method: string | null;
  /** `s.T` of `s.T(i, j)`, which may be a layout itself. */
  readonly member: Site | null;
  readonly args: readonly Site[];
}

export interface GivenParameter {
  readonly name: string;
  readonly value: string;
  readonly source: string;
  /** A default that an instantiation took: there it is certain. */
  readonly isDefaultTaken?: boolean;
  /** A default of a function that the file itself does not call. */
  readonly isUncalled?: boolean;
}

export interface Instance {
  /** `kBlockM = 128, Element = half_t` */
  readonly label: string;
  readonly value: Value | Failure;
  /** Where the template is instantiated. */
  readonly span: Span;
  /** The file that it is in, where that is another one. */
  readonly uri?: string;
}

/** A place in a document or a file beside it. */
export interface Place {
  /** Null: the document itself. */
  readonly uri: string | null;
  readonly span: Span;
}

export interface Origin {
  readonly operation: string;
  /** Where the operation stands; null where that is not known. */
  readonly place: Place | null;
  /** The same object as long as the operation and its arguments are the same, across edits elsewhere. */
  readonly key: object;
  /** `span` is null for what is written in an included file. `source`: where it is declared, or else written. */
  readonly args: readonly {
    readonly text: string;
    readonly value: Value | Failure;
    readonly span: Span | null;
    readonly source: Place | null;
  }[];
  /** Arguments of Python that are given by name. */
  readonly keywords: ReadonlyMap<string, Value>;
  /** What a member function is called of, or what is called or indexed; null for others. */
  readonly object: Value | null;
  /** Runs the operation again, telling its steps. */
  explain(): readonly Step[];
}

/** A name without a value, with the way to it. */
export interface Missing {
  readonly name: string;
  /** `declaration`: declared, but with something that has no value before the program runs, or is not worked out. */
  readonly kind: 'template-parameter' | 'function-parameter' | 'name' | 'declaration';
  /** What is asked of it where it is used: `Kernel_traits::kBlockM`; else the name. */
  readonly use: string;
  /** The names on the way, outermost first, the missing one not among them. */
  readonly chain: readonly string[];
  readonly declaration: Declaration | null;
  /** The line of the document above which a comment gives it a value, as an offset in it; null: in another file. */
  readonly head: number | null;
  /** Constants on the way that could be given a value instead, the innermost last. */
  readonly instead: readonly { readonly name: string; readonly head: number | null }[];
  /** Why the declaration has no value, or what calls hand over; null where that is plain. */
  readonly reason: string | null;
}

/** A template of C++, or a function of Python whose parameters are fixed when it is compiled. */
export interface TemplateSite {
  readonly name: string;
  readonly span: Span;
  readonly nameSpan: Span;
  /** Where its first line begins, `template <` and decorators included: a comment above it goes there. */
  readonly head: number;
  readonly parameters: readonly TemplateParameter[];
  /** The first few different ones. */
  readonly instantiations: readonly TemplateInstantiation[];
}

export interface TemplateParameter {
  readonly name: string;
  /** `flag`: a bool. */
  readonly kind: 'type' | 'number' | 'flag';
  /** Its default, as written. */
  readonly fallback: string | null;
  /** What a comment assumes of it. */
  readonly assumed: string | null;
}

export interface TemplateInstantiation {
  /** `<half_t,128>`; what is not known is `?`. */
  readonly label: string;
  readonly arguments: readonly { readonly name: string; readonly text: string }[];
  readonly span: Span;
  /** The file that it is in; null: the document itself. */
  readonly uri: string | null;
  /** The function or class that names it; null: none does. */
  readonly caller: string | null;
  /** Whether what is assumed of the parameters leaves it. */
  readonly isLeft: boolean;
}

/** An instantiation with the evaluator of the file that shows it. */
export interface ShownInstantiation extends Instantiation {
  readonly evaluator: Evaluation;
  /** The file that names it; null: the document itself. */
  readonly uri: string | null;
  /** The function or class that names it; null: none does. */
  readonly caller: string | null;
  /** The macro without which there is none such; null: there is without. */
  readonly assumed: GivenParameter | null;
  /** Its arguments, as they are told with a value. */
  readonly parameters: readonly GivenParameter[];
}

export interface DocumentModel {
  readonly dialect: Dialect;
  /** The same object for a document through its edits. */
  readonly lineage: object;
  /**
   * Declarations, notations and operations (calls, constructions, subscripts), by start, outer before
   * inner. Calls of functions that return no layout are left out.
   */
  readonly sites: readonly Site[];
  /** The same sites by the units of the file, in order. */
  readonly sitesByUnit: readonly SitesOfUnit[];
  /** Those of the units that touch a span. */
  sitesNear(span: Span): readonly Site[];
  /** Works the sites out little by little, those near a span or all, for those who give way to others in between. */
  siteSteps(near: Span | null): Iterable<void>;
  /** The check units of the document with their sites. */
  checkUnits(): Iterable<CheckUnit>;
  /** The innermost site at an offset; names inside of expressions have sites of their own here. */
  siteAt(offset: number): Site | null;
  /** The innermost site at an offset and those around it, as far as they are one expression. */
  sitesAt(offset: number): readonly Site[];
  /** What the call that a site is calls; null for what is no call. */
  callee(site: Site): Callee | null;
  /**
   * The value of a site. In a template that all instantiations give the same value, it is that one; whoever asks about
   * all sites of a document asks for the value in the `template` itself, which takes less time. A `view` is that of the
   * instantiation that the reader has chosen: for what is read, not for what is found or written.
   */
  evaluate(site: Site, where?: 'view' | 'shown' | 'template'): SiteEvaluation;
  /**
   * The value in the template itself where it is known there, and else those in its instantiations, each with what tells
   * it from the others: `N = 4`.
   */
  evaluations(site: Site): readonly LabelledEvaluation[];
  /**
   * The different values in the rounds of the loops around a site, where these are known before the program runs and
   * change what the site names: `p = 2`.
   */
  rounds(site: Site): readonly Instance[];
  /** Whether it stands in a branch whose condition is known never to choose it. */
  neverRuns(site: Site): boolean;
  /** Where the data member lies that `smem.a` or `smem->a` of C++ is; null where that is not known or differs. */
  memberPlace(site: Site): MemberPlace | null;
  /** Whether all names in layout text are the notation's own, so that it means the same wherever it stands. */
  isSelfContained(site: Site): boolean;
  /** The value that an `expect` directive of the document names; null for other directives. */
  evaluateExpected(directive: Directive): SiteEvaluation | null;
  /** The templates of the document, outer before inner. */
  templates(): readonly TemplateSite[];
  /**
   * The names that a site's value needs and nobody gives a value, in the order in which they are needed: in the
   * instantiation that is shown or chosen, the first one without a value where there are several, or in the template
   * itself.
   */
  missing(site: Site, where?: 'view' | 'shown' | 'template'): readonly Missing[];
  /** What follows from the value of a site alone, worked out again when that may be another one. */
  memoised<T>(site: Site, values: SpanMemo<T>, work: () => T): T;
  /** Findings of evaluation itself (violations); the rules add theirs. Once `expired` says so: those that are there. */
  findings(expired?: () => boolean): readonly Finding[];
  /** The same, one check unit after the other. */
  collecting(expired: () => boolean): Generator<void, readonly Finding[]>;
  /** Works the findings out little by little, for those who give way to others in between. */
  findingSteps(): Iterable<void>;
}
