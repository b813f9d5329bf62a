// Checks that the committed parsers of tree-sitter-layout belong to their grammars.
//
//   node scripts/check-grammar.mjs                       what can be checked with nothing but node
//   node scripts/check-grammar.mjs --regenerate          also generate anew and compare, when the
//                                                        locked version of tree-sitter can be had
//   node scripts/check-grammar.mjs --write-lock VERSION  after generating: record what was made of what
//
// 1. Every file has the hash that was recorded when the parser was generated.
// 2. src/grammar.json is what grammar.js evaluates to, by an evaluator of our own.
// 3. parser.c and the .wasm have the node types and fields of node-types.json and of each other.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { evaluateGrammar } from './grammar-dsl.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'tree-sitter-layout');
const lockPath = join(folder, 'grammar.lock.json');

const PARSERS = [
  { folder: 'notation', wasm: 'tree-sitter-layout.wasm' },
  { folder: 'literals', wasm: 'tree-sitter-layout-literals.wasm' },
];
const GENERATED = PARSERS.flatMap(({ folder: own }) =>
  [
    'grammar.json',
    'node-types.json',
    'parser.c',
    'tree_sitter/alloc.h',
    'tree_sitter/array.h',
    'tree_sitter/parser.h',
  ].map((name) => `${own}/src/${name}`),
);
const SOURCES = [
  'common/rules.js',
  'tree-sitter.json',
  ...PARSERS.flatMap(({ folder: own }) => [
    `${own}/grammar.js`,
    ...readdirSync(join(folder, own, 'src'))
      .filter((name) => /\.[ch]$/.test(name) && name !== 'parser.c')
      .map((name) => `${own}/src/${name}`),
  ]),
];
const FILES = [...SOURCES, ...GENERATED, ...PARSERS.map(({ wasm }) => wasm)];

const read = (path) => readFileSync(join(folder, path));
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');
const json = (path) => JSON.parse(read(path).toString('utf8'));

function checkHashes(lock) {
  return FILES.filter((path) => lock.files[path] !== hash(read(path))).map(
    (path) => `${path} is not the file that was there when the parser was generated`,
  );
}

function checkGrammarJson(own) {
  const { $schema: _, ...committed } = json(`${own}/src/grammar.json`);
  const evaluated = JSON.parse(JSON.stringify(evaluateGrammar(join(folder, own, 'grammar.js'))));
  const keys = new Set([...Object.keys(committed), ...Object.keys(evaluated)]);
  return [...keys]
    .filter((key) => !isDeepStrictEqual(committed[key], evaluated[key]))
    .map((key) => {
      if (key !== 'rules') return `${own}/src/grammar.json differs from grammar.js in ${key}`;
      const rules = [...new Set([...Object.keys(committed.rules), ...Object.keys(evaluated.rules)])];
      const different = rules.filter(
        (name) => !isDeepStrictEqual(committed.rules[name], evaluated.rules[name]),
      );
      return `${own}/src/grammar.json differs from grammar.js in the rules ${different.join(', ')}`;
    });
}

const unquote = (literal) =>
  literal.replace(/\\(?:u([0-9A-Fa-f]{4})|(.))/g, (_, code, character) =>
    code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** The strings of a table of parser.c, such as ts_field_names. */
function tableOf(source, name) {
  const start = source.indexOf(`static const char * const ${name}[] = {`);
  if (start < 0) throw new Error(`parser.c has no ${name}`);
  const body = source.slice(start, source.indexOf('};', start));
  return [...body.matchAll(/\] = "((?:[^"\\]|\\.)*)"/g)].map((match) => unquote(match[1]));
}

async function checkTables({ folder: own, wasm }) {
  const { Language, Parser } = await import('web-tree-sitter');
  await Parser.init();
  const language = await Language.load(new Uint8Array(read(wasm)));
  const source = read(`${own}/src/parser.c`).toString('utf8');
  const wrong = [];
  const compare = (what, a, b) => {
    const [left, right] = [new Set(a), new Set(b)];
    const odd = [...left]
      .filter((name) => !right.has(name))
      .concat([...right].filter((name) => !left.has(name)));
    if (odd.length > 0) wrong.push(`${own}: ${what}: ${odd.join(', ')}`);
  };
  const named = json(`${own}/src/node-types.json`)
    .filter((type) => type.named)
    .map((type) => type.type);
  const isVisible = (name) =>
    !name.startsWith('_') && !name.endsWith('_repeat1') && name !== 'ERROR' && name !== 'end';
  const types = language.types.filter((name) => name !== '' && isVisible(name));
  const symbols = tableOf(source, 'ts_symbol_names').filter(isVisible);
  compare('the .wasm and parser.c differ in node types', types, symbols);
  compare(
    'node-types.json and parser.c differ in named nodes',
    named,
    symbols.filter(
      (name) =>
        named.includes(name) || (/^[a-z_]{2,}$/.test(name) && name in json(`${own}/src/grammar.json`).rules),
    ),
  );
  compare(
    'the .wasm and parser.c differ in fields',
    language.fields.filter(Boolean),
    tableOf(source, 'ts_field_names'),
  );
  return wrong;
}

/** Generates anew where the locked version of the generator can be had. */
function regenerate(lock) {
  const out = mkdtempSync(join(tmpdir(), 'layout-grammar-'));
  try {
    const run = spawnSync(join(root, 'scripts/generate-grammar.sh'), ['--out', out], { encoding: 'utf8' });
    if (run.status !== 0) {
      console.log(
        `not generated anew: ${(run.stderr || run.error?.message || 'no generator').trim().split('\n').pop()}`,
      );
      return [];
    }
    const version = /tree-sitter (\S+)/.exec(run.stdout)?.[1];
    if (version !== lock.treeSitter) {
      console.log(
        `not compared: tree-sitter ${version} is to be had, the parser was generated by ${lock.treeSitter}`,
      );
      return [];
    }
    const wrong = GENERATED.filter((path) => hash(readFileSync(join(out, path))) !== hash(read(path)));
    if (wrong.length === 0) console.log(`generated anew by tree-sitter ${version}: the same files`);
    return wrong.map((path) => `tree-sitter ${version} generates another ${path}`);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

const [option, version] = process.argv.slice(2);
if (option === '--write-lock' && version !== undefined) {
  const files = Object.fromEntries(FILES.map((path) => [path, hash(read(path))]));
  writeFileSync(lockPath, `${JSON.stringify({ treeSitter: version, files }, null, 2)}\n`);
} else {
  const lock = JSON.parse(readFileSync(lockPath, 'utf8'));
  const wrong = checkHashes(lock);
  for (const parser of PARSERS)
    wrong.push(...checkGrammarJson(parser.folder), ...(await checkTables(parser)));
  if (option === '--regenerate') wrong.push(...regenerate(lock));
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) {
    console.error('run scripts/generate-grammar.sh');
    process.exitCode = 1;
  } else {
    console.log('tree-sitter-layout: the generated files belong to the grammars');
  }
}
