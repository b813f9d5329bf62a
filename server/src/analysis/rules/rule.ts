// What a rule is. A rule names one thing that can be wrong; evaluation reports those that it meets while
// computing, and a rule with a `check` looks for what is only visible afterwards.

import type { Reading } from '../../algebra/relation/reading.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { Directive } from '../../frontends/common/scope.ts';
import type { Annotation } from '../document/annotation.ts';
import type { WrittenCall } from '../document/written/call.ts';
import type { DocumentModel, Finding, Site, SiteEvaluation } from '../values/model.ts';

export type Severity = Finding['severity'];

export interface PlacedDirective {
  readonly directive: Directive;
  /** Absolute. */
  readonly span: Span;
}

export interface RuleContext {
  readonly text: string;
  readonly model: DocumentModel;
  readonly directives: readonly PlacedDirective[];
  /** The compute capabilities that the file is compiled for, 8.6 as 86; none: that is not known. */
  readonly architectures: readonly number[];
  /** Answers to questions about relations, by their texts. */
  readonly readings: ReadonlyMap<string, Reading>;
  /** The shape annotations in comments, with the declarations that they are about. */
  annotations(): readonly Annotation[];
}

/** A site whose value an operation makes, with its evaluation: handed to every rule once. Literals alone are not judged. */
export interface EvaluatedSite {
  readonly site: Site;
  readonly evaluation: SiteEvaluation;
}

/** A call, a subscript or a slice as it is written, handed to every rule once, whether or not its value is known. */
export interface CalledSite {
  readonly site: Site;
  readonly call: WrittenCall;
}

export interface Rule {
  /** Also the anchor of its section in docs/rules.md. */
  readonly id: string;
  readonly title: string;
  /** Where no setting says otherwise. */
  readonly severity: Severity;
  /** Findings about one evaluated site; the severity is put in later. */
  checkSite?(evaluated: EvaluatedSite, context: RuleContext): readonly RuleFinding[];
  /** Whether what stands elsewhere in the document answers such a finding, which is not told then. */
  isAnswered?(finding: RuleFinding, context: RuleContext): boolean;
  /** It is information, and told with the defaults of parameters all the same: other numbers seldom change it. */
  readonly isToldByDefault?: true;
  /** Findings about one call as it is written: `Origin` has what is known of those that have a value. */
  checkCall?(called: CalledSite, context: RuleContext): readonly RuleFinding[];
  /** Findings about what is declared, whether or not its value is known. */
  checkDeclaration?(site: Site, context: RuleContext): readonly RuleFinding[];
  /** Findings about the document as a whole. */
  checkDocument?(context: RuleContext): readonly RuleFinding[];
}

/** A finding may be less severe than its rule. */
export type RuleFinding = Omit<Finding, 'rule' | 'severity'> & { readonly severity?: Severity };
