// The command line. Each command's work is in a file of its own; this one reads words and writes results.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parentPort, workerData } from 'node:worker_threads';
import type { Ask } from '../algebra/relation/question.ts';
import { isNotationDialect } from '../evaluate/notation/dialects.ts';
import { askAbout } from '../features/compiler/ask.ts';
import { confirmText, reportOf } from '../features/compiler/report.ts';
import { nodeIslHost } from '../isl/host.node.ts';
import { longSpan, profileTo } from '../profile/profile.ts';
import { type Grammars, loadGrammars } from '../syntax/grammars.ts';
import { optionsFor } from '../workspace/compiler/question.ts';
import { compilerOfHost } from '../workspace/compiler/run.node.ts';
import { grammarFiles } from '../workspace/host/files.node.ts';
import { packageVersion } from '../workspace/host/version.node.ts';
import { adviceLines } from './advise.ts';
import { check } from './check/command.node.ts';
import { serveChecks } from './check/threads.node.ts';
import { assumedParameters, type CommandLine, HELP, parseArguments, UsageError } from './common/arguments.ts';
import { compiledFileOpener, fileOpener, includeFolders } from './common/headers.node.ts';
import { printable } from './common/printable.ts';
import { Progress } from './common/progress.ts';
import { isUnreadable, type SourceFile, sourceFiles, type Unreadable } from './common/walk.node.ts';
import { doctorLines } from './doctor.node.ts';
import { drawExpression, drawPlace } from './draw.ts';
import { drawRequest } from './draw-request.ts';
import { emitExpression, isTarget, TARGETS } from './emit.ts';
import { Evaluator, resultText } from './eval.ts';
import { constantsOf, type FindRequest, findLayout, findText, rangesOf, sizesOf } from './find.ts';
import { hoverAt, textHover } from './hover.ts';
import { lineIn, type Place, placeIn } from './place.node.ts';
import { emitRelation, evaluateWithRelations } from './relations.ts';
import { countFile, emptyStatistics, statisticsJson, statisticsText } from './stats.ts';

/** A reader that has enough, such as `head`, ends the command. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const write = (text: string): boolean => process.stdout.write(printable(text));
const complain = (text: string): boolean => process.stderr.write(printable(`layout-lens: ${text}\n`));

const tellUnreadable = ({ path, reason }: Unreadable): void => {
  complain(`cannot read ${path}: ${reason}`);
};

async function evaluate({ operands, flags, values }: CommandLine, grammars: Grammars): Promise<number> {
  const dialect = values.get('dialect') ?? 'cute';
  if (!isNotationDialect(dialect)) throw new UsageError(`--dialect is cute, dsl or pycute, not ${dialect}`);
  await grammars.ready('notation');
  const staticMarks = flags.has('static-marks');
  const evaluator = new Evaluator(grammars, { staticMarks, dialect });
  const { ask } = nodeIslHost();
  let failed = false;
  if (flags.has('jsonl')) {
    if (operands.length > 0) throw new UsageError('eval --jsonl reads its expressions from standard input');
    for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
      if (line.trim() === '') continue;
      write(`${JSON.stringify(await evaluateLine(evaluator, line, ask))}\n`);
    }
    return 0;
  }
  if (operands.length === 0) throw new UsageError('eval needs an expression');
  for (const expression of operands) {
    const result = await evaluateWithRelations(evaluator, expression, ask);
    failed ||= !result.ok;
    if (flags.has('json')) write(`${JSON.stringify(result)}\n`);
    else if (!result.ok) complain(resultText(result, staticMarks));
    else {
      write(`${resultText(result, staticMarks)}\n`);
      for (const { code, message } of result.warnings) complain(`warning[${code}]: ${message}`);
    }
  }
  return failed ? 1 : 0;
}

async function evaluateLine(evaluator: Evaluator, line: string, ask: Ask): Promise<unknown> {
  let expression: unknown;
  try {
    expression = JSON.parse(line);
  } catch {
    return { ok: false, code: 'malformed-json', message: 'the line is not a JSON string' };
  }
  if (typeof expression !== 'string')
    return { ok: false, code: 'malformed-json', message: 'the line is not a JSON string' };
  return evaluateWithRelations(evaluator, expression, ask);
}

async function emit({ operands, flags, values }: CommandLine, grammars: Grammars): Promise<number> {
  await grammars.ready('notation');
  const to = values.get('to');
  if (to === undefined || !TARGETS.includes(to))
    throw new UsageError(`emit needs --to with one of ${TARGETS.join(', ')}`);
  const [expression] = operands;
  if (expression === undefined || operands.length > 1) throw new UsageError('emit needs one expression');
  const names =
    values
      .get('names')
      ?.split(',')
      .map((name) => name.trim()) ?? [];
  const evaluator = new Evaluator(grammars, { staticMarks: false });
  const inverse = flags.has('inverse');
  if (to === 'isl' && names.length > 0) throw new UsageError('--names is not for isl');
  const emitted = isTarget(to)
    ? await emitExpression(evaluator, expression, { to, inverse, names }, nodeIslHost().ask)
    : await emitRelation(evaluator, expression, { inverse }, nodeIslHost().ask);
  if (flags.has('json')) write(`${JSON.stringify(emitted)}\n`);
  else if (emitted.ok) write(`${emitted.lines.join('\n')}\n`);
  else complain(`error[${emitted.code}]: ${emitted.message}`);
  return emitted.ok ? 0 : 1;
}

async function find({ operands, flags, values, lists }: CommandLine): Promise<number> {
  if (operands.length > 0) throw new UsageError('find reads a table or an expression from standard input');
  const language = values.get('language') ?? 'c';
  if (language !== 'c' && language !== 'python') throw new UsageError(`find knows no language ${language}`);
  const assumed = assumedParameters(lists.get('assume') ?? []);
  const request: FindRequest = {
    host: language === 'c' ? 'cpp' : 'python',
    shape: sizesOf(values.get('shape')),
    over: rangesOf(values.get('over')),
    constants: constantsOf(assumed),
  };
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const result = findLayout(Buffer.concat(chunks).toString('utf8'), request);
  if (flags.has('json')) write(`${JSON.stringify(result)}\n`);
  else if (result.ok) write(`${findText(result)}\n`);
  else complain(`error[${result.code}]: ${result.message}`);
  return result.ok ? 0 : 1;
}

async function draw(args: CommandLine, grammars: Grammars): Promise<number> {
  const { operands } = args;
  const [word] = operands;
  if (word === undefined || operands.length > 1)
    throw new UsageError('draw needs one expression, or FILE:LINE:COLUMN');
  const request = drawRequest(args);
  // `((2,2),8):8:1` is no file.
  const place = existsSync(word.replace(/:\d+:\d+$/, '')) ? await placeIn(word, args, grammars) : null;
  if (place !== null && 'reason' in place) {
    tellUnreadable(place);
    return 2;
  }
  await grammars.ready('notation');
  const evaluator = new Evaluator(grammars, { staticMarks: false });
  const result = await (place === null
    ? drawExpression(evaluator, word, nodeIslHost().ask, request)
    : drawPlace(grammars, place, request));
  if (typeof result === 'string') {
    complain(result);
    return 2;
  }
  if (!result.ok) complain(`error[${result.code}]: ${result.message}`);
  else if (typeof result.picture === 'string') write(`${result.picture}\n`);
  else if (process.stdout.isTTY) throw new UsageError('a PNG goes to a file: draw --to png … > picture.png');
  else process.stdout.write(result.picture);
  return result.ok ? 0 : 1;
}

/** The place that is the command's only operand; the exit status where it cannot be read. */
async function onePlace(args: CommandLine, grammars: Grammars): Promise<Place | number> {
  const { command, operands } = args;
  const place = operands.length === 1 ? await placeIn(operands[0]!, args, grammars) : null;
  if (place === null) throw new UsageError(`${command} needs FILE:LINE:COLUMN`);
  if (!('reason' in place)) return place;
  tellUnreadable(place);
  return 2;
}

async function hover(args: CommandLine, grammars: Grammars): Promise<number> {
  const { flags } = args;
  const place = await onePlace(args, grammars);
  if (typeof place === 'number') return place;
  const { source, at } = place;
  const answer = await (source === null
    ? textHover(grammars, place.path, place.text, at)
    : hoverAt(grammars, source.file, at, nodeIslHost().ask, source.open));
  if (typeof answer === 'string') {
    complain(answer);
    return 2;
  }
  if (flags.has('json')) write(`${JSON.stringify(answer)}\n`);
  else if (answer === null) complain('nothing there has a value');
  else write(`${answer.text}\n`);
  return 0;
}

async function advise(args: CommandLine, grammars: Grammars): Promise<number> {
  const place = await onePlace(args, grammars);
  if (typeof place === 'number') return place;
  const { source, at } = place;
  const lines = source === null ? null : adviceLines(grammars, source.file, at, source.open);
  if (typeof lines === 'string') {
    complain(lines);
    return 2;
  }
  if (lines === null)
    complain('no buffer in shared memory that anything known accesses stands there, and no copy to mend');
  else write(`${lines.join('\n')}\n`);
  return 0;
}

/** Works on every file, and on the next one when one fails; what could not be worked on is told and returned. */
async function eachFile(
  paths: readonly string[],
  grammars: Grammars,
  work: (file: SourceFile) => void | Promise<void>,
  progress: Progress | null = null,
): Promise<readonly Unreadable[]> {
  const unreadable: Unreadable[] = [];
  const skip = (file: Unreadable): void => {
    unreadable.push(file);
    progress?.clear();
    tellUnreadable(file);
  };
  for (const file of sourceFiles(paths)) {
    if (isUnreadable(file)) {
      skip(file);
      continue;
    }
    await Promise.all([grammars.ready(file.dialect), grammars.ready('notation')]);
    try {
      await longSpan(file.path, () => work(file));
    } catch (error) {
      // A defect of ours in one file is no reason to lose the others.
      skip({ path: file.path, reason: `internal error: ${error instanceof Error ? error.message : error}` });
    }
    progress?.done(file.path);
  }
  progress?.clear();
  return unreadable;
}

async function confirm({ operands, flags, values, lists }: CommandLine, grammars: Grammars): Promise<number> {
  const compiler = values.get('compiler');
  if (operands.length !== 1) throw new UsageError('confirm needs FILE[:LINE[:COLUMN]]');
  if (compiler === undefined) throw new UsageError('confirm needs --compiler with g++, clang++ or nvcc');
  const { path, isAt } = lineIn(operands[0]!);
  const standard = values.has('std') ? [`-std=${values.get('std')}`] : [];
  const assumed = assumedParameters(lists.get('assume') ?? []);
  const files = compiledFileOpener(grammars, path, lists.get('include') ?? [], assumed);
  let status = 0;
  const unreadable = await eachFile([path], grammars, async (file) => {
    const document = files.open(file);
    const isThere = isAt(file.text);
    const asked = await askAbout(compilerOfHost(), {
      grammars,
      document,
      path: resolve(path),
      sites: document.model.sites.filter(({ span }) => isThere(span)),
      compiler,
      options: optionsFor(compiler, files.compiling(), standard),
    });
    document.dispose();
    if (typeof asked === 'string') {
      complain(asked);
      status = 2;
      return;
    }
    const report = reportOf(file.text, asked);
    write(flags.has('json') ? `${JSON.stringify(report)}\n` : confirmText(report, file.path));
    if (report.declarations.some(({ verdict }) => verdict === 'differs')) status = 1;
  });
  return unreadable.length > 0 ? 2 : status;
}

async function doctor({ operands, lists }: CommandLine, grammars: Grammars): Promise<number> {
  const open = fileOpener(grammars, operands, await includeFolders(operands, lists.get('include') ?? []));
  for await (const line of doctorLines(grammars, nodeIslHost().ask, operands, open)) write(`${line}\n`);
  return 0;
}

async function stats({ operands, flags, lists }: CommandLine, grammars: Grammars): Promise<number> {
  if (operands.length === 0) throw new UsageError('stats needs a file or folder');
  const assumed = assumedParameters(lists.get('assume') ?? []);
  const open = fileOpener(
    grammars,
    operands,
    await includeFolders(operands, lists.get('include') ?? []),
    assumed,
  );
  const total = emptyStatistics();
  const progress = new Progress('read', process.stderr, process.env);
  const count = (file: SourceFile): void => countFile(grammars, file, total, open);
  const unreadable = await eachFile(operands, grammars, count, progress);
  if (flags.has('json')) write(`${JSON.stringify({ ...statisticsJson(total), unreadable })}\n`);
  else write(statisticsText(total));
  return unreadable.length > 0 ? 2 : 0;
}

const commands: Readonly<Record<string, (args: CommandLine, grammars: Grammars) => Promise<number>>> = {
  eval: evaluate,
  emit,
  draw,
  find,
  hover,
  advise,
  check: (args, grammars) => check(args, grammars, { write, complain, unreadable: tellUnreadable }),
  confirm,
  stats,
  doctor,
};

async function main(words: readonly string[]): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    write(HELP);
    return 0;
  }
  if (words.includes('--version')) {
    write(`${packageVersion()}\n`);
    return 0;
  }
  const args = parseArguments(words);
  const grammars = await loadGrammars(grammarFiles);
  if (process.env.LAYOUT_LENS_PROFILE) profileTo(complain);
  return longSpan(args.command, () => commands[args.command]!(args, grammars));
}

const words = process.argv.slice(2);
const first = words[0] ?? '';
if (parentPort !== null) await serveChecks(parentPort, workerData);
else if (/^--(stdio|node-ipc|pipe|socket)/.test(first)) {
  await import('../main.node.ts');
} else {
  try {
    process.exitCode = await main(words);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    complain(`${error.message}\nTry: layout-lens --help`);
    process.exitCode = 2;
  }
}
