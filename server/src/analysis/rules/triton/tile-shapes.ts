// Shapes of Triton's tiles that do not fit each other.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { scopePath } from '../../../evaluate/model/environment.ts';
import type { CallExpr, Expr } from '../../../frontends/common/expression.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { siteOf } from '../../document/written/expressions.ts';
import { JUDGES, judgeBroadcast, type Mismatch } from '../../tiles/judges.ts';
import { loopOf } from '../../tiles/loops.ts';
import type { TritonModules } from '../../tiles/modules.ts';
import { operatorsIn } from '../../tiles/operators.ts';
import { pathText } from '../../tiles/reaching.ts';
import { type SettledShapes, TileReader } from '../../tiles/reader.ts';
import { defaultsOf, differs, extentText, isByName, shapeText } from '../../tiles/shape.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { tilesOf } from './tile-context.ts';

const modulesOf = (context: RuleContext): TritonModules => tilesOf(context).modules;

const settled = new WeakMap<RuleContext, Map<PlacedSite['memo'], SettledShapes>>();

/** One for each part of the file: what a place asks for others have asked for before. */
function settledIn(context: RuleContext, { memo }: PlacedSite): SettledShapes {
  const ofContext = settled.get(context) ?? new Map<PlacedSite['memo'], SettledShapes>();
  settled.set(context, ofContext);
  const shapes = ofContext.get(memo) ?? (new Map() as SettledShapes);
  ofContext.set(memo, shapes);
  return shapes;
}

class Check {
  readonly #context: RuleContext;
  readonly #site: PlacedSite;
  readonly #reader: TileReader;
  constructor(context: RuleContext, site: PlacedSite) {
    this.#context = context;
    this.#site = site;
    this.#reader = new TileReader(tilesOf(context), site, { settled: settledIn(context, site) });
  }

  operators(e: Expr): readonly RuleFinding[] {
    return operatorsIn(e).flatMap((operator) => {
      const { left, right } = operator;
      const found = judgeBroadcast(this.#reader.shapeOf(left), this.#reader.shapeOf(right), 'the shapes');
      return found === null ? [] : this.#findings(operator, found);
    });
  }

  call(call: CallExpr): readonly RuleFinding[] {
    const { callee, args, keywords } = call;
    const inside = [...args, ...keywords.map(({ value }) => value)].flatMap((e) => this.operators(e));
    const path = pathText(callee);
    const name = path === null ? null : modulesOf(this.#context).functionOf(path);
    const of = name === null ? this.#reader.objectOf(callee) : null;
    const judge = JUDGES.get(name ?? `.${of?.method}`) ?? JUDGES.get(name ?? of?.method ?? '');
    const found = judge?.(this.#reader.argumentsOf(call, of?.shape ?? null), call) ?? null;
    return found === null ? inside : [...inside, ...this.#findings(call, found)];
  }

  /** Who hands a function that is no kernel what it is judged by. */
  #callers(e: Expr): readonly string[] {
    const { memo } = this.#site;
    const path = scopePath(memo.placed.unit.scope, e.span.start);
    const scope = path.findLast(({ kind }) => kind === 'function');
    if (scope === undefined || modulesOf(this.#context).isOfKernel(scope)) return [];
    const callers = tilesOf(this.#context).helpers.callersOf(scope, memo);
    return callers.length === 0
      ? []
      : [`as ${callers.join(' and ')} ${callers.length > 1 ? 'call' : 'calls'} it`];
  }

  /** A variable that a round of a loop leaves in another shape than it had before: Triton refuses that. */
  carried({ name, init, element }: Declaration): readonly RuleFinding[] {
    const loop =
      init === null || element !== null ? null : loopOf(this.#site.memo.placed.unit.scope, name, init);
    const [before, after] = [loop?.before ?? null, init].map((e) =>
      e === null ? null : this.#reader.shapeOf(e),
    );
    if (before == null || after == null) return [];
    const at = before.findIndex((extent, i) => i < after.length && differs(extent, after[i]!));
    if (before.length === after.length && at < 0) return [];
    const message = `${name} is ${shapeText(before)} before the loop, and ${shapeText(after)} after a round of it`;
    const pair = before.length === after.length ? { pair: [before[at]!, after[at]!] as const } : {};
    return this.#findings(init!, { message, of: [before, after], ...pair });
  }

  /** None where evaluation tells already. */
  #findings(e: Expr, { message, of, fix, pair, isOfTarget = false }: Mismatch): readonly RuleFinding[] {
    const site = siteOf(this.#site, e);
    const isOpen = pair !== undefined && isByName(...pair);
    if (isOpen && modulesOf(this.#context).mayAgree(pair[0].name!, pair[1].name!)) return [];
    const names = isOpen ? pair.map(extentText) : [];
    if (isFailure(this.#context.model.evaluate(site).value)) return [];
    const defaults = defaultsOf(...of);
    const textOf = (part: Expr): string => {
      const { start, end } = siteOf(this.#site, part).span;
      return this.#context.text.slice(start, end);
    };
    const rests = [
      ...(names.length === 0 ? [] : [`unless ${names.join(' and ')} are one number`]),
      ...(defaults.length === 0
        ? []
        : [
            `where ${defaults.join(' and ')} ${defaults.length > 1 ? 'have their defaults' : 'has its default'}`,
          ]),
    ];
    const fixes =
      fix === undefined
        ? {}
        : {
            fixes: [
              { title: fix.title, span: siteOf(this.#site, fix.of).span, newText: fix.form(textOf(fix.of)) },
            ],
          };
    return [
      {
        span: site.span,
        message: [message, ...rests, ...this.#callers(e)].join(', '),
        ...(rests.length > 0 || isOfTarget ? { severity: 'warning' as const } : {}),
        ...fixes,
      },
    ];
  }
}

const checkOf = (site: Site, context: RuleContext): Check | null =>
  site instanceof PlacedSite && site.dialect === 'python' && modulesOf(context).isUsed
    ? new Check(context, site)
    : null;

function checkCall({ site }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const expr = site instanceof PlacedSite && site.node.kind === 'expression' ? site.node.expr : null;
  return expr?.kind === 'call' ? (checkOf(site, context)?.call(expr) ?? []) : [];
}

function checkDeclaration(site: Site, context: RuleContext): readonly RuleFinding[] {
  const declared =
    site instanceof PlacedSite && site.node.kind === 'declaration' ? site.node.declaration : null;
  const init = declared?.init ?? null;
  if (init === null || declared!.element !== null || init.kind === 'mutated') return [];
  const check = checkOf(site, context);
  return check === null ? [] : [...check.operators(init), ...check.carried(declared!)];
}

export const tileShapes: Rule = {
  id: 'tile-shapes',
  severity: 'error',
  title: 'Shapes of tiles that do not fit',
  checkCall,
  checkDeclaration,
};
