// A site with what it stands for in its unit.

import { scopePath, type UnitState } from '../evaluate/frame.ts';
import type { Span } from '../frontends/expression.ts';
import type { Dialect } from '../frontends/scope.ts';
import { spanInFile } from '../frontends/spacing.ts';
import type { Place } from './document-sites.ts';
import type { Site } from './model.ts';
import { isTemplated } from './parameters.ts';

export class PlacedSite implements Site {
  readonly span: Span;
  readonly role: Site['role'];
  readonly name: string | null;
  readonly valueSpan: Span | null;
  readonly depth: number;
  readonly dialect: Dialect;
  readonly state: UnitState;
  readonly place: Place;
  constructor(state: UnitState, place: Place, dialect: Dialect) {
    this.state = state;
    this.place = place;
    this.span = spanInFile(state.placed, place);
    this.role = place.kind;
    this.depth = place.depth;
    // Layout text in a host's comment speaks the notation.
    this.dialect = place.kind === 'notation' ? 'notation' : dialect;
    if (place.kind === 'declaration') {
      const { declaration } = place;
      this.name = declaration.name;
      const init = declaration.init?.span ?? null;
      this.valueSpan = init === null ? null : spanInFile(state.placed, init);
    } else {
      this.name = null;
      this.valueSpan = this.span;
    }
  }

  get within(): object | null {
    const path = scopePath(this.state.placed.unit.scope, this.place.start);
    return path.find((s) => s.kind === 'function') ?? null;
  }

  get isInTemplate(): boolean {
    return isTemplated(this.dialect, this.state, this.place.start);
  }
}
