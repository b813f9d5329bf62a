// Random edits of a text, as people and tools make them: words typed, lines pasted, brackets broken, pieces deleted.

import type { Random } from '../../test/support/random.ts';

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What may be put in: single tokens, and whole lines. */
export interface Material {
  readonly pieces: readonly string[];
  readonly lines: readonly string[];
}

export const CPP_MATERIAL: Material = {
  pieces: '{ } ( ) [ ] ; < > , = & " \' /* */ // :: _4 3 Tile T auto template<class using typename'.split(
    ' ',
  ),
  lines: [
    '\n#if 0\n',
    '\n#else\n',
    '\n#endif\n',
    '\n// (2,2):(2,1)\n',
    '\n#define kN 5\n',
    '\nnamespace q {\n',
    '\n}\n',
    '\nusing namespace cute;\n',
    '\nauto copied = make_layout(make_shape(_2{}, 3));\n',
    '\ntemplate <class X> struct More { static constexpr int v = X::v; };\n',
  ],
};

export const PYTHON_MATERIAL: Material = {
  pieces: '( ) [ ] : , = # """ \' cute. self. 4 None True if for def return'.split(' '),
  lines: [
    '\n',
    '\nx = 4\n',
    '\nif True:\n',
    '\n    pass\n',
    '\n# (2,2):(2,1)\n',
    '\nl = cute.make_layout((4, 2))\n',
  ],
};

export const NOTATION_MATERIAL: Material = {
  pieces: '( ) : , = # _4 3 K @ ? composition( complement( S<2,3,3> o'.split(' '),
  lines: ['\nA = (2,3):(3,1)\n', '\n# a comment\n', '\nB = composition(A, 2:1)\n', '\n'],
};

/** One edit. `others`: texts that lines are pasted from. */
export function randomEdit(
  random: Random,
  text: string,
  material: Material,
  others: readonly string[],
): TextEdit {
  const start = random.below(text.length + 1);
  switch (random.below(10)) {
    case 0:
    case 1:
      return {
        start,
        end: Math.min(text.length, start + 1 + random.below(random.below(4) === 0 ? 200 : 12)),
        text: '',
      };
    case 2: {
      // A line of another place, or of another file.
      const from = random.pick([text, ...others]).split('\n');
      const at = random.below(from.length);
      const line = lineStart(text, start);
      return { start: line, end: line, text: `${from.slice(at, at + 1 + random.below(4)).join('\n')}\n` };
    }
    case 3: {
      const line = lineStart(text, start);
      const end = text.indexOf('\n', line);
      return { start: line, end: end < 0 ? text.length : end + 1, text: '' };
    }
    case 4:
      return { start, end: start, text: random.pick(material.lines) };
    case 5: {
      // A number or a name becomes another one.
      const word = /\w+/g;
      word.lastIndex = start;
      const found = word.exec(text);
      if (found === null) return { start, end: start, text: ' ' };
      const words = text.match(/\w+/g)!;
      const by = /^\d+$/.test(found[0]) ? String(random.below(20)) : random.pick(words);
      return { start: found.index, end: found.index + found[0].length, text: by };
    }
    case 6:
      return { start, end: start, text: random.pick([' ', '\n', '\r\n', '\t', '  \n']) };
    default:
      return { start, end: start, text: random.pick(material.pieces) };
  }
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/** The text after an edit; an edit of a text that has become shorter is cut. */
export function applied(text: string, { start, end, text: inserted }: TextEdit): string {
  const { start: from, end: to } = within(text, { start, end });
  return text.slice(0, from) + inserted + text.slice(to);
}

export const within = (
  text: string,
  { start, end }: Pick<TextEdit, 'start' | 'end'>,
): Pick<TextEdit, 'start' | 'end'> => ({
  start: Math.min(start, text.length),
  end: Math.min(Math.max(start, end), text.length),
});
