/** Sections 4 and 9: each endpoint is where the interface puts it. */

import { OPERATIONS } from '#contract/operations/index.ts';
import type { Operation } from '#contract/operations/operation.ts';
import { type Check, type CheckGroup, type Finding, fails, OK, untestable } from '../check.ts';
import { whyUntestable } from '../judge.ts';
import type { Lab } from '../lab.ts';
import { both, fill } from '../text.ts';
import { cameText } from '../words.ts';
import { ENDPOINT_IDS } from './endpoints.ts';

async function judge(operation: Operation, lab: Lab): Promise<Finding> {
  const exchange = await lab.probe(operation);
  if (exchange.status === 0) {
    const reason = whyUntestable(exchange);
    return reason ? untestable(reason) : fails(both('a response', 'استجابة'), cameText(exchange), exchange);
  }
  return (await lab.isServed(operation))
    ? OK
    : fails(both('an endpoint', 'نقطة نهاية'), cameText(exchange), exchange);
}

const checks: readonly Check[] = ENDPOINT_IDS.map((id, index) => {
  const isOfModel = /chat|transcribe/i.test(id);
  return {
    id: `paths.${id}`,
    section: '4',
    rule: fill(
      both(
        'Endpoint {number} is served at its path{family}, with its version, or without one where it has none.',
        'نقطة النهاية {number} متاحة في مسارها{family} برقم الإصدار المحدد، أو بلا إصدار حيث لا إصدار لها.',
      ),
      {
        number: index + 1,
        family: isOfModel
          ? both(' (`--model-family` names the segment)', ' (اسم العائلة يحدده `--model-family`)')
          : both('', ''),
      },
    ),
    run: (lab) => judge(OPERATIONS[id], lab),
  };
});

export const paths: CheckGroup = { id: 'paths', title: both('Paths', 'المسارات'), checks };
