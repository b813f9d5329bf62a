import { checkPycuteProduct } from '../pycute-product.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkListTiler } from './list-tilers.ts';
import { checkOrderStrides } from './order-strides.ts';
import { checkPythonSlice, isOfOtherTensors } from './python-slices.ts';
import { checkTvTiler } from './tv-tilers.ts';

/** Functions of CuTe that take values; types go between the brackets of `Shape<…>`. */
const OF_VALUES = /^make_(?:shape|stride|coord|step|tile|tuple|layout)$/;

const STATIC = /^(?:cute::)?(?:_\d+|(?:Int|C)<[^<>()]*>)$/;

/** `make_shape(_128, _64{})`: the name of a type where an object of it is meant. */
function checkTypes({ site, call }: CalledSite, { text }: RuleContext): readonly RuleFinding[] {
  if (site.dialect !== 'cpp' || !OF_VALUES.test(call.name)) return [];
  return call.args.flatMap(({ span }) => {
    const name = text.slice(span.start, span.end);
    if (!STATIC.test(name)) return [];
    const newText = `${name}{}`;
    const message = `${name} is a type, and ${call.name} takes values: ${newText}`;
    return [{ span, message, fixes: [{ title: `Write ${newText}`, span, newText }] }];
  });
}

export const wrongKind: Rule = {
  id: 'wrong-kind',
  severity: 'error',
  title: 'Argument of the wrong kind',
  checkCall: (called, context) =>
    [checkTypes, checkPythonSlice, checkListTiler, checkTvTiler, checkOrderStrides].flatMap((check) =>
      check(called, context),
    ),
  isAnswered: isOfOtherTensors,
  checkSite: checkPycuteProduct,
};
