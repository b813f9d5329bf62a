// Producers that wait for the first phase of barriers that open when a stage is empty: nothing has been there that a consumer
// could give back, so that they wait for ever. They begin with the phase before it (`make_producer_start_state`).

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { functionAround } from '../../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { callsBy, pythonCallsBy } from '../../../indexing/callers.ts';
import { escaped, statementEnd } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

/** Whether a variable is declared as a state of a pipeline of phase 0, and nothing gives it another one before a place. */
function beginsWithZero(code: string, name: string, at: number, text: string): boolean {
  const before = code.slice(0, at);
  const n = escaped(name);
  const declared = new RegExp(
    `(?<=[;{})]\\s*)(?:typename\\s+)?([A-Za-z_][\\w:]*(?:<[^<>;]*>)?)\\s+(?:\\w+\\s*,\\s*)*${n}\\s*(?:;|,|\\{\\s*(?:0\\s*,\\s*0\\b[^{};]*)?\\}|\\(\\s*0\\s*,\\s*0\\b[^();]*\\))`,
  ).exec(before);
  const type = declared?.[1];
  if (declared === null || type === undefined || /\b(?:return|using)\b/.test(type)) return false;
  const last = /(\w+)(?:<[^<>]*>)?$/.exec(type)?.[1] ?? '';
  const isState =
    last === 'PipelineState' ||
    new RegExp(`\\busing\\s+${last}\\s*=\\s*(?:typename\\s+)?[\\w:]*\\bPipelineState\\s*(?:<|;)`).test(
      codeOf(text, 'cpp'),
    );
  if (!isState) return false;
  const behind = before.slice(declared.index + declared[0].length);
  // It is only asked, stepped, or handed to a pipeline.
  const uses = [...behind.matchAll(new RegExp(`(?<![\\w.])${n}\\b`, 'g'))];
  return uses.every(({ index }) => {
    const [left, right] = [
      behind.slice(Math.max(0, index - 60), index),
      behind.slice(index + name.length, index + name.length + 20),
    ];
    if (/^\s*\.\s*(?:index|phase|count)\s*\(/.test(right) || /^\s*\+\+/.test(right) || /\+\+\s*$/.test(left))
      return true;
    return /(?:\.|->)\s*(?:producer|consumer)_\w+\s*\([^();]*$/.test(left);
  });
}

/** `pipeline.producer_acquire(state)` */
function checkAcquire({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const around = functionCodeAt(site, text);
  const state = call.args[0];
  if (call.object === null || around === null || state === undefined) return [];
  const name = text.slice(state.span.start, state.span.end);
  const at = site.span.start - around.start;
  if (!/^\w+$/.test(name) || /\bconsumer_release\b/.test(around.code.slice(0, at))) return [];
  if (!beginsWithZero(around.code, name, at, text) || model.neverRuns(site)) return [];
  const message = `${name} begins with phase 0, and the producer waits for a stage that nobody has given back: make_producer_start_state gives it the phase before`;
  return [{ span: state.span, message }];
}

/** `pipeline.producer_acquire(state)` of CuTe DSL, where the state is made for a consumer. */
function checkPythonAcquire(site: Site, { model }: RuleContext, text: string): readonly RuleFinding[] {
  const call = writtenCall(site);
  const state = call === null ? undefined : argumentAt(call, 0, 'state');
  const made = state === undefined ? null : writtenCall(initialiserOf(state) ?? state);
  const user = made?.name === 'make_pipeline_state' ? argumentAt(made, 0, 'type') : undefined;
  if (state === undefined || user === undefined) return [];
  if (!/\bPipelineUserType\.Consumer$/.test(text.slice(user.span.start, user.span.end))) return [];
  if (model.neverRuns(site)) return [];
  const message = `${text.slice(state.span.start, state.span.end)} is the state of a consumer, of phase 0, and the producer waits for a stage that nobody has given back: PipelineUserType.Producer`;
  return [{ span: state.span, message }];
}

/** `state.phase()`, `k & 1`, `(k / stages) & 1` */
const PHASES = [
  /^(\w+)\.phase\(\)$/,
  /^\(?(\w+)&1\)?$/,
  /^\(?(\w+)%2\)?$/,
  /^\(?\(?(\w+)\/[\w:]+\)?(?:&1|%2)\)?$/,
];
const MEMBER = '&?\\s*([A-Za-z_][\\w.]*(?:->\\w+)*)';

/** `EmptyBarrier::wait(&empty[s], phase)` in a loop, before the bytes of a stage are expected on another barrier. */
function checkWait(site: Site, { model, text }: RuleContext): readonly RuleFinding[] {
  const call = writtenCall(site);
  const around = functionCodeAt(site, text);
  const [barrier, phase, ...more] = call?.args ?? [];
  if (around === null || barrier === undefined || phase === undefined || more.length > 0) return [];
  const { code, start } = around;
  const [given, written] = [barrier, phase].map(({ span }) =>
    code.slice(span.start - start, span.end - start),
  );
  const empty = new RegExp(`^${MEMBER}\\s*(?:\\[|$)`).exec(given!)?.[1];
  const counted = PHASES.map((form) => form.exec(written!.replace(/\s+/g, ''))?.[1]).find(
    (name) => name !== undefined,
  );
  if (empty === undefined || counted === undefined) return [];
  const at = site.span.start - start;
  const loop = code.lastIndexOf('for', at);
  const head = loop < 0 ? '' : code.slice(loop, at);
  if (!/^for\s*\(/.test(head) || /\bif\b|\?|\bcontinue\b/.test(head)) return [];
  const expects = new RegExp(
    `^[^{}]*?\\b(?:\\w+::)?(?:arrive_and_expect_tx|set_barrier_transaction_bytes|expect_transaction)\\s*\\(\\s*${MEMBER}`,
  ).exec(code.slice(site.span.end - start));
  const full = expects?.[1];
  if (full === undefined || full === empty) return [];
  const isZero = /phase\(\)$/.test(written!.replace(/\s+/g, ''))
    ? beginsWithZero(code, counted, at, text)
    : new RegExp(`^for\\s*\\(\\s*(?:[\\w:]+\\s+)?${counted}\\s*=\\s*0\\s*;`).test(head) &&
      !new RegExp(`\\b${counted}\\s*[-+^]?=(?!=)`).test(head.slice(head.indexOf(';')));
  if (!isZero || !isGivenBackLater(code, empty, full) || model.neverRuns(site)) return [];
  const message = `the first round waits for phase 0 of ${empty}, which ends when consumers give a stage back, and they wait for ${full} before: the producer begins with phase 1`;
  return [{ span: phase.span, message }];
}

/** Whether all that the function lets arrive at a barrier of empty stages has waited for a full one, in a loop of its own. */
function isGivenBackLater(code: string, empty: string, full: string): boolean {
  const arrivals = [
    ...code.matchAll(new RegExp(`\\barrive\\w*\\s*\\(\\s*&?\\s*${escaped(empty)}(?![\\w.])`, 'g')),
  ];
  const waits = new RegExp(`wait\\w*\\s*\\(\\s*&?\\s*${escaped(full)}(?![\\w.])`);
  const named = code.match(new RegExp(`(?<![\\w.])${escaped(empty)}(?![\\w.])`, 'g')) ?? [];
  const known = code.match(
    new RegExp(
      `\\b(?:arrive|wait|init|initialize_barrier)\\w*\\s*\\(\\s*&?\\s*${escaped(empty)}(?![\\w.])`,
      'g',
    ),
  );
  // Whoever else is handed the barriers may arrive.
  if (arrivals.length === 0 || named.length !== (known ?? []).length) return false;
  const loops = [...code.matchAll(/\bfor\s*\(/g)].map((found) => ({
    start: found.index,
    end: statementEnd(code, found.index),
  }));
  return arrivals.every(({ index }) =>
    loops.some(({ start, end }) => start < index && index < end && waits.test(code.slice(start, index))),
  );
}

/** Findings of `barrier-use` about what producers wait for first. */
export function checkFirstPhases(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (model.dialect === 'python')
    return mentions(text, 'PipelineUserType')
      ? pythonCallsBy(model, 'producer_acquire').flatMap((site) => checkPythonAcquire(site, context, text))
      : [];
  return [
    ...callsOf(model, 'producer_acquire').flatMap((called) => checkAcquire(called, context)),
    ...(mentions(text, /wait(?:_barrier)?\s*\(/) ? ['wait', 'wait_barrier'] : [])
      .flatMap((name) => callsBy(model, name))
      .filter((site) => functionAround(site) !== null)
      .flatMap((site) => checkWait(site, context)),
  ];
}
