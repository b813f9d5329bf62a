// Mutated sources: whatever stands in a file, it is read and evaluated in bounded time, without an exception.

import { openDocument } from '../../server/src/analysis/document/document.ts';
import { hoverAt } from '../../server/src/features/hover/hover-at.ts';
import { hoverMarkdown } from '../../server/src/features/hover/markdown.ts';
import type { Dialect } from '../../server/src/frontends/common/scope.ts';
import type { Random } from '../../test/support/random.ts';
import { type Source, sources } from './corpus.ts';
import type { Kind, KindOptions } from './kind.ts';
import { without } from './shrink.ts';
import {
  applied,
  CPP_MATERIAL,
  type Material,
  NOTATION_MATERIAL,
  PYTHON_MATERIAL,
  randomEdit,
} from './text-edit.ts';

interface SourceInput {
  /** Where it comes from. */
  readonly of: string;
  readonly dialect: Dialect;
  readonly text: string;
  readonly hovers: readonly number[];
}

const MATERIALS: Readonly<Record<Dialect, Material>> = {
  cpp: CPP_MATERIAL,
  python: PYTHON_MATERIAL,
  notation: NOTATION_MATERIAL,
};

/** Lines of a file that are taken at most: large files are read in parts, so that many mutations are tried. */
const MOST_LINES = 400;
const HOVERS = 5;
const ODD = [
  '\0',
  '\ufeff',
  '\u2028',
  '\ud800',
  'é',
  '𝟠',
  '\x1b[31m',
  '\r',
  '__proto__',
  'constructor',
  'toString',
];

/** A piece of a text is repeated or nested: what costs more than it seems. */
function enlarged(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const piece = text.slice(at, at + 1 + random.below(80));
  const times = 2 ** (1 + random.below(7));
  const [open, close] = random.pick([
    ['(', ')'],
    ['{', '}'],
    ['[', ']'],
    ['Int<', '>{}'],
    ['f(', ')'],
    ['Shape<', ',_2>'],
    ['', ''],
  ]);
  return (
    text.slice(0, at) +
    open!.repeat(times) +
    (open === '' ? piece.repeat(times) : piece) +
    close!.repeat(times) +
    text.slice(at + piece.length)
  );
}

function mutated(random: Random, text: string, other: string, material: Material): string {
  const count = 1 + random.below(8);
  for (let i = 0; i < count; i++) {
    const dice = random.below(12);
    if (dice === 0) text = enlarged(random, text);
    else if (dice === 1) {
      const at = random.below(text.length + 1);
      text = text.slice(0, at) + random.pick(ODD) + text.slice(at);
    } else text = applied(text, randomEdit(random, text, material, [other]));
  }
  return text;
}

export function sourcesKind({ grammars, corpus }: KindOptions): Kind<SourceInput> {
  const { own, others } = sources(corpus);
  const draw = (random: Random): Source =>
    others.length > 0 && random.below(4) > 0 ? random.pick(others) : random.pick(own);
  const partOf = (random: Random, text: string): string => {
    const lines = text.split('\n');
    const from = Math.max(0, random.below(lines.length) - MOST_LINES / 2);
    return lines.slice(from, from + MOST_LINES).join('\n');
  };
  return {
    generate(random) {
      const source = draw(random);
      const text = mutated(
        random,
        partOf(random, source.text()),
        partOf(random, draw(random).text()),
        MATERIALS[source.dialect],
      );
      const hovers = Array.from({ length: HOVERS }, () => random.below(1 << 20));
      return { of: source.path, dialect: source.dialect, text, hovers };
    },
    units: () => 1,
    async check({ dialect, text, hovers }, meter) {
      const document = meter.time('reading', () => openDocument(grammars, dialect, text));
      try {
        const model = meter.time('sites', () => document.model);
        meter.time('findings', () => model.findings());
        for (const site of model.sites) meter.time('value', () => model.evaluate(site));
        for (const at of hovers)
          meter.time('hover', () => {
            const options = { picture: true, derivation: true, links: () => [] };
            const found = hoverAt(document, grammars, at % (text.length + 1), options);
            return found === null ? '' : hoverMarkdown(found.content, { images: true, links: false });
          });
        return null;
      } finally {
        document.dispose();
      }
    },
    *smaller(input) {
      for (const lines of without(input.text.split('\n'))) yield { ...input, text: lines.join('\n') };
      if (input.text.length < 2000)
        for (const words of without(input.text.match(/\w+|\s+|[^\w\s]/g) ?? []))
          yield { ...input, text: words.join('') };
      for (const hovers of without(input.hovers)) yield { ...input, hovers };
    },
    text: ({ of, text, hovers }) => `--- of ${of}, hovers at ${hovers.join(' ')}\n${text}`,
  };
}
