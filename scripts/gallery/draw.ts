// Draws the pictures of the gallery with what `layout-lens draw` is made of.

import { type DrawRequest, drawExpression, drawPlace } from '../../server/src/cli/commands/draw.ts';
import { Evaluator } from '../../server/src/cli/commands/eval.ts';
import { openAlone } from '../../server/src/cli/common/open.ts';
import { nodeIslHost } from '../../server/src/isl/host.node.ts';
import type { Grammars } from '../../server/src/syntax/grammars.ts';
import { dialectOfPath } from '../../server/src/workspace/host/dialects.ts';
import { lineColumnOf, lineStarts } from '../../server/src/workspace/host/line-column.ts';
import type { Entry } from './entries.ts';

const USUAL: Omit<DrawRequest, 'to' | 'theme'> = {
  limits: { rows: 64, columns: 64, width: 10_000, characters: 100, hasOverview: true },
  show: null,
  by: null,
  bits: null,
  slice: null,
};

/** Throws for an entry without a picture. */
export async function drawEntry(
  grammars: Grammars,
  { id, of, request }: Entry,
  how: Pick<DrawRequest, 'to' | 'theme'>,
): Promise<string | Uint8Array> {
  const whole: DrawRequest = { ...USUAL, ...request, ...how };
  await grammars.ready('notation');
  const result =
    'expression' in of
      ? await drawExpression(
          new Evaluator(grammars, { staticMarks: false }),
          of.expression,
          nodeIslHost().ask,
          whole,
        )
      : await drawSource(grammars, of, whole);
  if (typeof result === 'string' || !result.ok)
    throw new Error(`${id}: ${typeof result === 'string' ? result : result.message}`);
  return result.picture;
}

async function drawSource(
  grammars: Grammars,
  { file: path, source }: { readonly file: string; readonly source: string },
  request: DrawRequest,
): ReturnType<typeof drawPlace> {
  const dialect = dialectOfPath(path);
  if (dialect === null) throw new Error(`${path} is no source`);
  await grammars.ready(dialect);
  const [before = ''] = source.split('⟨');
  const text = source.replace('⟨', '');
  const at = lineColumnOf(lineStarts(text), before.length);
  const file = { dialect, text };
  return drawPlace(grammars, { path, text, at, source: { file, open: openAlone(grammars) } }, request);
}
