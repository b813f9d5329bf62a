// A literal on its own: a document that holds nothing else, so that no name in it means what somebody declares around it.

import type { Span } from '../../frontends/common/expression.ts';
import type { Dialect } from '../../frontends/common/scope.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { type OpenDocument, openDocument } from '../document/document.ts';
import type { Literal, LiteralForm } from './literal.ts';

interface AloneLiteral {
  readonly analysis: OpenDocument;
  /** Where the literal stands in the document. */
  readonly span: Span;
}

interface Around {
  readonly dialect: Dialect;
  readonly before: string;
  readonly after: string;
}

/** What makes a literal a document of its language. Printed text is read as in the comments of a source. */
const AROUND: Readonly<Record<LiteralForm, Around>> = {
  cpp: { dialect: 'cpp', before: 'auto literal = ', after: ';\n' },
  'cpp-type': { dialect: 'cpp', before: 'using literal = ', after: ';\n' },
  'cute-dsl': {
    dialect: 'python',
    before: 'import cutlass\nimport cutlass.cute as cute\nliteral = ',
    after: '\n',
  },
  pycute: { dialect: 'python', before: 'import pycute\nfrom pycute import *\nliteral = ', after: '\n' },
  gluon: {
    dialect: 'python',
    before:
      'from triton.experimental import gluon\nfrom triton.experimental.gluon import language as gl\n' +
      'from triton.experimental.gluon import language as ttgl\nliteral = ',
    after: '\n',
  },
  printed: { dialect: 'cpp', before: '// ', after: '\n' },
  notation: { dialect: 'notation', before: '', after: '\n' },
};

const DECLARED = /\b(?:using|struct|class|union|enum|typename|concept|namespace|define)\s+([A-Za-z_]\w*)/g;
/** A name that is not a namespace's, with what follows it. */
const NAME = /(?<![\w:.])([A-Za-z]\w*)(?=\s*(\S?))/g;

/** Names of CuTe that are everybody's, unless they are written as templates. */
const EVERYBODYS: ReadonlySet<string> = new Set(['E', 'X']);

/**
 * Names of a literal of C++ that may not be CuTe's where it stands, such as those of types that the source declares. They
 * are declared, and nothing is known of them.
 */
function shadows(literal: string, source: string): string {
  const declared = new Set(Array.from(source.matchAll(DECLARED), ([, name]) => name!));
  const names = new Set<string>();
  for (const [, name, next] of literal.matchAll(NAME))
    if (declared.has(name!) || (EVERYBODYS.has(name!) && next !== '<')) names.add(name!);
  return [...names].map((name) => `struct ${name};\n`).join('');
}

/**
 * Opens a literal of a source; the caller disposes of the document. Loads the grammar that the literal's language needs.
 */
export async function openAlone(
  grammars: Grammars,
  { form, text }: Literal,
  source: string,
): Promise<AloneLiteral> {
  const { dialect, after, before: head } = AROUND[form];
  const isCode = form === 'cpp' || form === 'cpp-type';
  const before = isCode ? shadows(text, source) + head : head;
  await Promise.all([grammars.ready(dialect), grammars.ready('notation')]);
  return {
    analysis: openDocument(grammars, dialect, before + text + after, { isOnlyRead: true }),
    span: { start: before.length, end: before.length + text.length },
  };
}
