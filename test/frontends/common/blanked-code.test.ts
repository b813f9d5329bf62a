import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { blankedCode } from '../../../server/src/frontends/common/blanked-code.ts';
import { HOST_TOKENS, type Host } from '../../../server/src/frontends/common/host-tokens.ts';
import { seeded } from '../../support/random.ts';

test('comments and strings are spaces, numbers and line breaks stay', () => {
  const { code } = blankedCode(
    'int a = 1\'000; // "x\nchar b = \'"\'; /* ( \n */ f("//", 0x1f);',
    HOST_TOKENS.cpp,
  );
  equal(code, "int a = 1'000;      \nchar b =    ;      \n    f(    , 0x1f);");
  deepEqual(
    blankedCode('int a; // b\n/* // c */ d("//"); // e', HOST_TOKENS.cpp).lineComments,
    [7, 11, 32, 36],
  );
  equal(blankedCode('a = """x\n"""  # b', HOST_TOKENS.python).code, 'a =     \n        ');
});

const PIECES: Readonly<Record<Host, readonly string[]>> = {
  cpp: [
    '"',
    "'",
    '//',
    '/*',
    '*/',
    '\n',
    '\\',
    'R"(',
    ')"',
    "1'000",
    'x',
    ' ',
    'auto a = "b";\n',
    '// c\n',
    'f(1);\n',
  ],
  python: ['"', "'", '"""', "'''", '#', '\n', '\\', '12', 'x', ' ', 'a = "b"\n', '# c\n', 'f(1)\n'],
};

for (const host of ['cpp', 'python'] as const)
  test(`after an edit of ${host} the code is what reading the whole text gives`, () => {
    const random = seeded(7);
    const pieces = PIECES[host];
    const some = (count: number): string => Array.from({ length: count }, () => random.pick(pieces)).join('');
    let text = Array.from(
      { length: 60 },
      () => `${host === 'cpp' ? 'call(a, 3); /* b */' : 'call(a, 3) # b'}\n`,
    ).join('');
    let read = blankedCode(text, HOST_TOKENS[host]);
    for (let edit = 0; edit < 3000; edit++) {
      const at = random.below(text.length + 1);
      const removed = random.oneIn(4) ? random.below(30) : 0;
      // What was typed is taken back in the end: else everything would be a comment soon.
      const typed = text.slice(0, at) + some(random.between(1, 3)) + text.slice(at + removed);
      for (const edited of [typed, random.oneIn(8) ? typed.slice(0, 4000) : text]) {
        read = blankedCode(edited, HOST_TOKENS[host], read);
        const whole = blankedCode(edited, HOST_TOKENS[host]);
        equal(read.code, whole.code);
        deepEqual(read.lineComments, whole.lineComments);
        text = edited;
      }
    }
  });

test('a text that was not edited is not read again', () => {
  const read = blankedCode('f(1); // a', HOST_TOKENS.cpp);
  deepEqual(blankedCode('f(1); // a', HOST_TOKENS.cpp, read), read);
});
