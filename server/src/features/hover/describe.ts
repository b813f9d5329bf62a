// Evaluations as hovers: what is said about a value, in the order in which it helps.

import { type Failure, isFailure, Violation } from '../../algebra/integer/failure.ts';
import { type AnyLayout, Layout } from '../../algebra/layout/layout.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import { isLegoValue } from '../../algebra/lego/value.ts';
import { coalesce } from '../../algebra/operation/coalesce.ts';
import { isRelationValue } from '../../algebra/relation/value.ts';
import type { Missing, Place, SiteEvaluation } from '../../analysis/values/model.ts';
import { chainLines } from '../../analysis/values/unknown.ts';
import { cppTemplate } from '../../evaluate/cpp/cute/types.ts';
import { modesText } from '../../evaluate/model/symbolic.ts';
import { TypeValue, Unknown, type Value } from '../../evaluate/model/value.ts';
import type { Dialect } from '../../frontends/common/scope.ts';
import { isTritonValue } from '../../hardware/triton/value.ts';
import { type HardwareValue, hardwareLines, hardwareSummary, isHardwareValue } from '../../hardware/value.ts';
import { type Form, isStaticallyKnown } from '../../render/emit/form.ts';
import { layoutScene, shapeOf } from '../../render/picture/layout-scene.ts';
import { drawnLayout, heldScene } from '../../render/picture/scene-of.ts';
import { namesLayout } from '../../render/text/layout-words.ts';
import { PLAIN, readable, styleOf, type TextStyle, typeText, valueText } from '../../render/text/text.ts';
import { compositionBounds } from './bounds.ts';
import { type Derivation, type HoverContent, NO_CONTENT, pictured } from './content.ts';
import { derivationOf } from './derivation.ts';
import { indexExpressionOf } from './index-expression.ts';
import { instancesOf, pictureOfInstances } from './instances.ts';
import { layoutIn, summaryOf } from './layout-summary.ts';
import { legoContent } from './lego.ts';
import { parameterLines, supplied } from './parameters.ts';
import { tritonContent } from './triton.ts';
import { versionNotes } from './versions.ts';

interface HoverOptions {
  readonly dialect: Dialect;
  /** How integers are marked; the dialect's own way unless the text was written otherwise. */
  readonly style?: TextStyle;
  readonly picture: boolean;
  readonly derivation: boolean;
  /** The text that is hovered, so that a source form that repeats it is left out. */
  readonly source: string;
  readonly name: string | null;
  /** Source forms, verified. */
  readonly forms: readonly Form[];
  readonly links: HoverContent['links'];
  /** The link to a place in a source; null where there is none. */
  readonly linkTo?: (place: Place) => string | null;
  /** The names that the value needs and that have no value. */
  readonly missing?: readonly Missing[];
}

const squeeze = (text: string): string => text.replace(/\s+/g, '');

/** Host code is full of values that are not known and are no layouts; only the notation is about nothing else. */
const isWorthSaying = (unknown: Unknown, { dialect, source, name }: HoverOptions): boolean =>
  dialect === 'notation' ||
  (unknown.category !== 'not-a-layout' &&
    !namesTemplate(unknown, source) &&
    [source, name ?? '', ...unknown.chain].some(namesLayout));

/** `Tensor` of `Tensor t = …`: the library's template, which alone has no value. */
const namesTemplate = ({ category }: Unknown, source: string): boolean =>
  category === 'missing-name' && cppTemplate(source.split('::'), []) !== undefined;

/** What every part of a hover is written from. */
interface Hovered {
  readonly evaluation: SiteEvaluation;
  readonly options: HoverOptions;
  readonly style: TextStyle;
  /** What is said of a value of any kind. */
  readonly base: HoverContent;
  readonly derivation: Derivation | null;
  readonly missing: readonly Missing[];
}

/** Null for values that a hover has nothing to say about. */
export function hoverOf(evaluation: SiteEvaluation, options: HoverOptions): HoverContent | null {
  const { value } = evaluation;
  const style = options.style ?? styleOf(options.dialect);
  const base: HoverContent = {
    ...NO_CONTENT,
    instances: instancesOf(evaluation, style),
    picture: options.picture ? pictureOfInstances(evaluation) : null,
    parameters: parameterLines(evaluation),
  };
  const derivation = derivationOf(evaluation, style, options);
  const hovered = { evaluation, options, style, base, derivation, missing: options.missing ?? [] };
  if (isFailure(value)) return failureContent(value, hovered);
  return value instanceof Unknown ? unknownContent(value, hovered) : valueContent(value, hovered);
}

function failureContent(value: Failure, hovered: Hovered): HoverContent {
  const { evaluation, options, base, derivation, missing } = hovered;
  if (value instanceof Violation) {
    const cute = value.detail.cute === undefined ? '' : ` C++ CuTe refuses it: “${value.detail.cute}”.`;
    return { ...base, problem: `${value.message}.${cute}`, derivation };
  }
  const chain = missing[0] === undefined ? [] : chainLines(missing[0]);
  const problem = `not known: ${readable(value.reason)}`;
  return { ...base, problem, chain, derivation, open: supplied(missing, evaluation, options.dialect) };
}

function valueContent(value: Value, hovered: Hovered): HoverContent | null {
  const { evaluation, options, style, base, derivation, missing } = hovered;
  const isDifferent = base.instances.length > 0;
  const isRunTime = isStaticallyKnown(layoutIn(value) ?? value);
  const open = isDifferent ? [] : supplied(missing, evaluation, options.dialect, isRunTime);
  const text = value instanceof TypeValue ? typeText(value, style) : valueText(value, style);
  if (isOwnName(text, missing, options) || text === '?') {
    const problem = isDifferent ? differs(evaluation) : unknownIntegerNote(missing);
    return { ...base, problem, derivation, open };
  }
  // `int` says as much of itself.
  if (value instanceof TypeValue && valueText(value, PLAIN) === '?' && !isDifferent)
    return options.name === null && squeeze(value.name) === squeeze(options.source)
      ? null
      : { ...base, value: [text], derivation };
  const held = value instanceof TypeValue && value.instance !== null ? value.instance : value;
  if (isHardwareValue(held)) return hardwareContent(held, open, hovered);
  // What it comes to is read when the rest is there (relation.ts).
  if (isRelationValue(held)) return { ...base, value: [text], derivation, open };
  if (isLegoValue(held))
    return {
      ...base,
      value: [text],
      ...legoContent(held, options.picture, options.dialect),
      derivation,
      open,
      links: options.links,
    };
  const layout = layoutIn(value);
  return layout === null
    ? plainContent(text, open, hovered)
    : layoutContent(value, layout, text, open, hovered);
}

type Open = HoverContent['open'];

/** Beside the values of instantiations the general one is told only as far as it can be read. */
const told = (text: string, { instances }: HoverContent): string =>
  instances.length > 0 ? shortened(text) : text;

/** The value in the host's own words, where that says something new. */
function newForm(text: string, { dialect, forms, source }: HoverOptions): HoverContent['form'] {
  const language = dialect === 'python' ? 'python' : 'cpp';
  const form = forms.find(({ id }) => id === language);
  if (dialect === 'notation' || form === undefined) return null;
  const isNew = squeeze(form.text) !== squeeze(source) && squeeze(form.text) !== squeeze(text);
  return isNew ? { language, text: form.text } : null;
}

/** An integer, a tuple, a type without a layout. */
function plainContent(text: string, open: Open, hovered: Hovered): HoverContent | null {
  const { options, base, derivation, missing } = hovered;
  const asked = missing.some((m) => m.kind === 'template-parameter') ? open : [];
  const saysMore = base.instances.length > 0 || derivation !== null || asked.length > 0;
  if (squeeze(text) === squeeze(options.source) && !saysMore) return null;
  const form = newForm(text, options);
  return { ...base, value: [told(text, base)], form, derivation, open: asked, links: options.links };
}

/** An atom or a tiling. */
function hardwareContent(held: HardwareValue, open: Open, hovered: Hovered): HoverContent {
  const { evaluation, options, base, derivation } = hovered;
  // With open numbers its parts are too long to be read.
  if (base.instances.length > 0) return { ...base, problem: differs(evaluation), links: options.links };
  if (isTritonValue(held))
    return {
      ...base,
      ...tritonContent(held, evaluation.origin, options.picture),
      derivation,
      open,
      links: options.links,
    };
  return {
    ...base,
    value: hardwareText(held),
    summary: hardwareSummary(held),
    picture: base.picture ?? pictured(options.picture ? heldScene(held) : null),
    derivation,
    open,
    links: options.links,
  };
}

/** A layout, or what holds one. */
function layoutContent(
  value: Value,
  layout: AnyLayout,
  text: string,
  open: Open,
  hovered: Hovered,
): HoverContent {
  const { evaluation, options, style, base, derivation } = hovered;
  const named = options.name === null ? text : `${options.name} = ${text}`;
  const drawn = drawnLayout(value) ?? layout;
  const scene = options.picture
    ? layoutScene(drawn, printPlain(drawn), {
        threadsAndValues: isThreadValue(options.name, evaluation, layout),
      })
    : null;
  return {
    ...base,
    value: [told(text, base)],
    form: newForm(text, options),
    summary: style.python ? summaryOf(layout).replaceAll('Sw<', 'S<') : summaryOf(layout),
    picture: base.picture ?? pictured(scene, `offsets of ${named}`),
    derivation,
    open,
    more: [
      ...versionNotes(layout),
      ...moreOf(value, layout, style),
      ...compositionBounds(evaluation),
      ...indexExpressionOf(layout, options.dialect),
    ],
    links: options.links,
  };
}

/** The symbol of an integer that is not known says no more than the name that is hovered. */
const isOwnName = (text: string, missing: readonly Missing[], { name, source }: HoverOptions): boolean =>
  text === (name ?? source) &&
  (name !== null || (missing[0]?.kind === 'template-parameter' && missing[0].name === text));

/** Why there is no more to say of an integer than its name, if that. */
function unknownIntegerNote([cause]: readonly Missing[]): string {
  switch (cause?.kind) {
    case 'template-parameter':
      return `not known: ${cause.use === cause.name ? `${cause.name} is` : `${cause.use} depends on`} a template parameter`;
    case 'name':
      return `not known: ${cause.use} is not known here`;
    case 'declaration':
      return cause.reason === null ? RUN_TIME : `not known: ${readable(cause.reason)}`;
    default:
      return RUN_TIME;
  }
}

const RUN_TIME = 'known only when the program runs';

const MAXIMUM_GENERAL = 160;
const shortened = (text: string): string =>
  text.length <= MAXIMUM_GENERAL ? text : `${text.slice(0, MAXIMUM_GENERAL - 1)}…`;

/** An atom or a tiling as cute::print lists it. */
function hardwareText(value: HardwareValue): readonly string[] {
  const { title, lines } = hardwareLines(value);
  const width = Math.max(...lines.map(({ label }) => label.length)) + 1;
  return [title, ...lines.map(({ label, text }) => `  ${`${label}:`.padEnd(width)} ${text}`)];
}

/** CuTe and its users name such layouts TV: `layoutA_TV`, `TiledLayout_TV`, `tv_layout`. */
function isThreadValue(name: string | null, evaluation: SiteEvaluation, layout: AnyLayout): boolean {
  const shape = shapeOf(layout);
  if (!Array.isArray(shape) || shape.length !== 2) return false;
  const words = `${name ?? ''} ${evaluation.origin?.operation ?? ''}`;
  return /(^|[^a-zA-Z])tv([^a-z]|$)|TV|ThrVal/.test(words);
}

/** The missing name that a reason speaks of; else the first one that is needed. */
const causeOf = ({ reason }: Unknown, missing: readonly Missing[]): Missing | undefined =>
  missing.find((m) => m.reason === reason) ??
  missing.find((m) => reason.includes(m.use)) ??
  missing.find((m) => reason.includes(m.name)) ??
  missing[0];

const differs = ({ isOfRounds }: SiteEvaluation): string =>
  isOfRounds === true ? 'differs from round to round' : 'depends on the instantiation';

/** What is said of a template's value that is known in its instantiations at most, and of what is not known at all. */
function unknownContent(value: Unknown, hovered: Hovered): HoverContent | null {
  const { evaluation, options, base, missing } = hovered;
  const { instances = [] } = evaluation;
  const [first] = missing;
  const unknown = instances.flatMap((i) => (i.value instanceof Unknown ? [i.value] : []));
  const isKnownSomewhere = base.instances.length > 0;
  const isOwn = first?.kind === 'template-parameter' && first.name === options.name;
  // What stands in the way in an instantiation says more than that there are parameters.
  const worst = unknown[0] ?? value;
  const modes = modesText(value);
  if (!isKnownSomewhere && !isOwn && modes === null && !isWorthSaying(worst, options)) return null;
  const told = modes === null ? base : { ...base, modes };
  if (isKnownSomewhere && unknown.length === 0) return { ...told, problem: differs(evaluation) };
  const cause = causeOf(worst, missing);
  const one = evaluation.isOfRounds === true ? 'round' : 'instantiation';
  const where = isKnownSomewhere ? ` in every ${one}` : unknown.length > 0 ? ` in any ${one}` : '';
  return {
    ...told,
    problem: `not known${where}: ${readable(worst.reason)}`,
    chain: cause === undefined ? worst.chain : chainLines(cause),
    open: supplied(missing, evaluation, options.dialect),
  };
}

function moreOf(value: Value, layout: AnyLayout, style: TextStyle): HoverContent['more'] {
  const more: HoverContent['more'][number][] = [];
  // Python prints a run-time integer as `?` even where it is known here.
  if (style.python && valueText(value, PLAIN) !== valueText(value, style).replaceAll('S<', 'Sw<')) {
    const known = valueText(layout, PLAIN);
    if (!known.includes('?')) more.push({ label: 'with the values known here', text: known, code: true });
  }
  // Of modes of one element nothing is left but a stride: C++ CuTe's 0, in CuTe DSL what it was.
  const isOne = layout instanceof Layout && !/[^1(),]/.test(printPlain(layout.shape));
  if (layout instanceof Layout && !(style.python && isOne)) {
    const merged = coalesce(layout);
    const text = isFailure(merged) ? null : valueText(merged, style);
    if (text !== null && text !== valueText(layout, style))
      more.push({ label: 'coalesced', text, code: true });
  }
  return more;
}
