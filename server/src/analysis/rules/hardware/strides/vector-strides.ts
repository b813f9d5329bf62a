// Views of rows of elements as vectors of 16 bytes, whose rows are counted in vectors, `make_shape(M, N / kVec)`, and are as far
// apart as if vectors were elements: `make_stride(ld, _1{})` for `make_stride(ld / kVec, _1{})`.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { settledNumberAt } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { callsIn } from '../../../document/written/calls-by-name.ts';
import { itemsAt, operandsAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { compactIn, type Written } from '../../../document/written/source-text.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import { launchedByUnit } from '../../../launches/launched-by-unit.ts';
import { launchesOf } from '../../../launches/launches.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

const UNIT = /^(?:(?:cute::)?(?:_1|Int<1>)(?:\{\}|\(\))|1)$/;
const NAME = /^[A-Za-z_]\w*$/;
/** A pointer to elements that is taken for one to vectors of 16 bytes. */
const CAST =
  /^(?:cute::)?(?:reinterpret_cast|recast_ptr)<(?:const)?(?:(?:cute|cutlass)::)?(?:uint128_t|u?int4|float4|double2)(?:const)?\*?>\((\w+)(?:\+[^()]*)?\)$/;
/** How many elements a vector of 16 bytes has. */
const COUNTS: readonly number[] = [2, 4, 8, 16];

const givenTo = (site: Site): Site => initialiserOf(site) ?? site;

const isOfVectors = (pointer: Site, written: Written): boolean => {
  const tagged = writtenCall(givenTo(pointer));
  const [only, ...more] = tagged?.name === 'make_gmem_ptr' ? tagged.args : [];
  return only !== undefined && more.length === 0 && CAST.test(written(givenTo(only)));
};

/** The items of `make_shape(M, N)`, and of its name. */
function itemsOf(site: Site | undefined): readonly Site[] {
  if (site === undefined) return [];
  const given = givenTo(site);
  const call = writtenCall(given);
  return (/^make_(?:shape|stride)$/.test(call?.name ?? '') ? call!.args : itemsAt(given)) ?? [];
}

/** Shape and stride of `make_tensor(p, shape, stride)` and `make_tensor(p, make_layout(shape, stride))`. */
function modesOf({ args }: WrittenCall): readonly [readonly Site[], readonly Site[]] {
  const layout = args.length === 2 ? writtenCall(givenTo(args[1]!)) : null;
  const [shape, stride] = layout?.name === 'make_layout' ? layout.args : args.slice(1);
  return [itemsOf(shape), itemsOf(stride)];
}

/** Whether all launches of the kernel give the stride as a multiple of the length of a row, in elements. */
function isLaunchedSo(
  site: Site,
  stride: string,
  row: string,
  context: RuleContext,
  written: Written,
): boolean {
  const scope = functionAround(site);
  const parameters =
    scope?.declarations.filter(({ kind }) => kind === 'parameter').map(({ name }) => name) ?? [];
  const [i, j] = [stride, row].map((name) => parameters.indexOf(name));
  const launches = scope?.name == null || i! < 0 || j! < 0 ? [] : (launchesOf(context, scope.name) ?? []);
  return (
    launches.length > 0 &&
    launches.every(({ args }) => {
      const [by, of] = [args[i!], args[j!]];
      if (args.length !== parameters.length || by === undefined || of === undefined) return false;
      const length = written(of);
      const sides = operandsAt(givenTo(by));
      const isMultiple =
        sides?.operator === '*' && [sides.left, sides.right].some((side) => written(side) === length);
      return NAME.test(length) && (isMultiple || written(by) === length);
    })
  );
}

function checkMade(site: Site, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const call = writtenCall(site);
  const written = compactIn(codeOf(text, 'cpp'));
  if (call === null || call.args.length < 2 || !isOfVectors(call.args[0]!, written)) return [];
  const [shape, stride] = modesOf(call);
  const unit = stride.findIndex((each) => UNIT.test(written(each)));
  if (shape.length !== 2 || stride.length !== 2 || unit < 0) return [];
  const vectors = operandsAt(givenTo(shape[unit]!));
  const rows = stride[1 - unit]!;
  if (vectors?.operator !== '/' || !NAME.test(written(rows))) return [];
  const [row, by, far] = [written(vectors.left), written(vectors.right), written(rows)];
  const count = settledNumberAt(model, vectors.right);
  if (!NAME.test(row) || !/^\w+$/.test(by) || count === undefined || !COUNTS.includes(count)) return [];
  const body = functionCodeAt(site, text)?.code.replace(/\s+/g, ' ') ?? '';
  // A variable, or a parameter that the function itself divides, may count vectors.
  if (
    initialiserOf(rows) !== null ||
    new RegExp(String.raw`\b(?:${far}|${row}) ?(?:/|>>|\*)?=(?!=)`).test(body)
  )
    return [];
  const isDivided = new RegExp(String.raw`(?<![\w.])${far} ?/ ?${by}\b`).test(body);
  if (far !== row && !isDivided && !isLaunchedSo(site, far, row, context, written)) return [];
  if (model.neverRuns(site)) return [];
  const message = `elements of mode ${unit} are vectors of ${count}, and there are ${row} / ${by} of them, where those of mode ${1 - unit} are ${far} vectors apart, which counts elements: the stride is ${far} / ${by}`;
  const fixes = [{ title: `Write ${far} / ${by}`, span: rows.span, newText: `${far} / ${by}` }];
  return [{ span: rows.span, message, fixes }];
}

/** Findings of `leading-dimension` about vectors whose rows are counted in elements. */
export const checkVectorStrides = launchedByUnit<RuleContext, RuleFinding>(
  ({ sites }) =>
    callsIn(sites, ['make_tensor'])
      .filter(({ site }) => site.dialect === 'cpp')
      .map(({ site }) => site),
  checkMade,
);
