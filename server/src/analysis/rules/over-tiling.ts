import { coordinateText } from '../../algebra/check-composition.ts';
import type { EvaluatedSite, Rule, RuleFinding } from './rule.ts';
import { modeText, operationVerdict } from './verdicts.ts';

function checkSite({ site, evaluation }: EvaluatedSite): readonly RuleFinding[] {
  return (operationVerdict(evaluation)?.overTiling ?? []).map(({ mode, coordinates, elements, beyond }) => {
    const first =
      beyond === null ? '' : `; coordinate ${coordinateText(beyond.coordinate)} is element ${beyond.value}`;
    return {
      span: site.valueSpan ?? site.span,
      message: `the tile does not divide${modeText(mode)}: ${coordinates} coordinates for ${elements} elements${first}`,
      ...(beyond === null
        ? {}
        : {
            witness: { coordinate: beyond.index, got: String(beyond.value), expected: `below ${elements}` },
          }),
    };
  });
}

export const overTiling: Rule = {
  id: 'over-tiling',
  severity: 'warning',
  title: 'The tile does not divide',
  description:
    'The number of elements is not a multiple of the tile. CuTe rounds up, so that the result has more coordinates than the layout has elements: the last tile reaches beyond it and must be predicated.',
  checkSite,
};
