// A site with what it stands for in its unit.

import type { UnitState } from '../evaluate/frame.ts';
import type { Span } from '../frontends/expression.ts';
import type { Dialect } from '../frontends/scope.ts';
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
  readonly unit: object;
  readonly unitStart: number;
  constructor(state: UnitState, place: Place, dialect: Dialect) {
    const { start } = state.placed;
    this.state = state;
    this.place = place;
    this.unit = state;
    this.unitStart = start;
    this.span = { start: place.start + start, end: place.end + start };
    this.role = place.kind;
    this.depth = place.depth;
    // Layout text in a host's comment speaks the notation.
    this.dialect = place.kind === 'notation' ? 'notation' : dialect;
    if (place.kind === 'declaration') {
      const { declaration } = place;
      this.name = declaration.name;
      const init = declaration.init?.span ?? null;
      this.valueSpan = init === null ? null : { start: init.start + start, end: init.end + start };
    } else {
      this.name = null;
      this.valueSpan = this.span;
    }
  }

  get isInTemplate(): boolean {
    return isTemplated(this.dialect, this.state, this.place.start);
  }
}
