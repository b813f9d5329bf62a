// A site with what it stands for in its unit.

import { languageOf } from '../../evaluate/hosts/languages.ts';
import { scopePath, type UnitMemo } from '../../evaluate/model/environment.ts';
import type { Expr, Span } from '../../frontends/common/expression.ts';
import { fileSpan } from '../../frontends/common/gap-map.ts';
import type { Dialect, PlacedUnit } from '../../frontends/common/scope.ts';
import type { Site } from './model.ts';
import { type EvaluableNode, isEmbedded, isOperation, textAt } from './sites.ts';

/** Of `void` there is no value at all. */
const NUMBER =
  /^(?:(?:void|bool|char|short|int|long|signed|unsigned|float|double)(?: |$))+$|^(?:u?int(?:8|16|32|64)|size)_t$/;

/** `float`, `uint32_t[4]`. */
const isNumbers = (type: Expr | null): boolean => {
  const element = type?.kind === 'index' ? type.object : type;
  return element?.kind === 'name' && NUMBER.test(element.name);
};

const NOWHERE: Span = { start: 0, end: 0 };

/** An edit elsewhere moves it: it stands where its unit stands now. */
export class PlacedSite implements Site {
  readonly role: Site['role'];
  readonly name: string | null;
  readonly depth: number;
  readonly dialect: Dialect;
  readonly memo: UnitMemo;
  readonly node: EvaluableNode;
  #placed: PlacedUnit | null = null;
  #span: Span = NOWHERE;
  #valueSpan: Span | null = null;
  constructor(memo: UnitMemo, node: EvaluableNode, dialect: Dialect) {
    this.memo = memo;
    this.node = node;
    this.role = node.kind;
    this.depth = node.depth;
    // Layout text in a host's comment speaks the notation.
    this.dialect = textAt(node) === null ? dialect : 'notation';
    this.name = node.kind === 'declaration' ? node.declaration.name : null;
  }

  get span(): Span {
    if (this.#placed !== this.memo.placed) this.#put();
    return this.#span;
  }

  get valueSpan(): Span | null {
    if (this.#placed !== this.memo.placed) this.#put();
    return this.#valueSpan;
  }

  #put(): void {
    const { node } = this;
    const { placed } = this.memo;
    this.#placed = placed;
    this.#span = fileSpan(placed, node);
    if (node.kind !== 'declaration') this.#valueSpan = this.#span;
    else {
      const init = node.declaration.init?.span ?? null;
      this.#valueSpan = init === null ? null : fileSpan(placed, init);
    }
  }

  get isEmbedded(): boolean {
    const text = textAt(this.node);
    return text !== null && isEmbedded(text.notation);
  }

  get within(): object | null {
    const path = scopePath(this.memo.placed.unit.scope, this.node.start);
    return path.find((s) => s.kind === 'function') ?? null;
  }

  get isInTemplate(): boolean {
    const { units } = languageOf(this.dialect);
    return units.isTemplated(this.memo.placed.unit.scope, this.node.start);
  }

  get isOperation(): boolean {
    return this.node.kind === 'expression' && isOperation(this.node.expr);
  }

  get isNumber(): boolean {
    if (this.dialect !== 'cpp' || this.node.kind !== 'declaration') return false;
    const { kind, type, init } = this.node.declaration;
    if (kind === 'type') return init !== null && isNumbers(init);
    return (kind === 'parameter' || kind === 'value-parameter') && init === null && isNumbers(type);
  }
}
