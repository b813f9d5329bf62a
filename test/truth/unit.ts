// The text of snippets: for the compiler with what prints the variables, for Layout Lens without it.

import type { Piece, Probe, Snippet } from './snippet.ts';

/** More variables than any snippet has. */
const STEP = 1000;

/** What stands from a line of a unit on. */
export interface UnitLine {
  /** Counted from 1. */
  readonly line: number;
  readonly snippet: number;
  /** Which of the snippet's pieces, those outside first; null: none of them. */
  readonly piece: number | null;
}

interface Unit {
  readonly text: string;
  readonly lines: readonly UnitLine[];
}

const probeText = ({ kind, access }: Probe, number: number): string =>
  kind === 'type' ? `truth::type<${access}>(${number})` : `truth::value(${number}, ${access})`;

/** The number that a probe of a unit prints. */
const probeNumber = (snippet: number, probe: number): number => snippet * STEP + probe;

export const probeOfNumber = (number: number): number => number % STEP;

const HEAD = '#include <cute/tensor.hpp>\nusing namespace cute;\n';

/** A program of several snippets, which runs those from the one on that its argument names. */
export function programOf(snippets: readonly Snippet[]): Unit {
  const lines: UnitLine[] = [];
  const text: string[] = ['#include "probe.hpp"', 'using namespace cute;'];
  const write = (code: string): void => void text.push(...code.split('\n'));
  snippets.forEach((snippet, s) => {
    let piece = 0;
    let number = probeNumber(s, 0);
    const mark = (which: number | null): void =>
      void lines.push({ line: text.length + 1, snippet: s, piece: which });
    mark(null);
    write(`namespace s${s} {`);
    for (const { code, probes } of snippet.outside) {
      mark(piece++);
      write(code);
      for (const probe of probes) write(`inline void probe_${number}() { ${probeText(probe, number++)}; }`);
    }
    mark(null);
    write('inline void run() {');
    for (let n = probeNumber(s, 0); n < number; n++) write(`probe_${n}();`);
    for (const { code, probes } of snippet.inside) {
      mark(piece++);
      write(code);
      for (const probe of probes) write(`${probeText(probe, number++)};`);
    }
    mark(null);
    write('}\n}');
  });
  write('int main(int, char** words) {\nint from = std::atoi(words[1]);');
  snippets.forEach((_, s) => {
    write(`if (from <= ${s}) { truth::begin(${s}); s${s}::run(); }`);
  });
  write('truth::begin(-1);\n}\n');
  return { text: text.join('\n'), lines };
}

/** Where each probed variable is declared, in the text that Layout Lens is given. */
interface Placed {
  readonly probe: Probe;
  readonly start: number;
  readonly end: number;
}

interface Source {
  readonly text: string;
  readonly placed: readonly Placed[];
}

export function sourceOf(snippet: Snippet): Source {
  const placed: Placed[] = [];
  let text = `${HEAD}namespace snippet {\n`;
  const write = ({ code, probes }: Piece): void => {
    const start = text.length;
    text += `${code}\n`;
    for (const probe of probes) placed.push({ probe, start, end: text.length });
  };
  snippet.outside.forEach(write);
  text += 'inline void run() {\n';
  snippet.inside.forEach(write);
  text += '}\n}\n';
  return { text, placed };
}
