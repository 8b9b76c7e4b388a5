import { parseConsumption } from '#contract/envelope.ts';
import type { Exchange } from '../calls/exchange.ts';
import { type Check, fails, OK, untestable } from '../check.ts';
import { type Base, ofSuccess } from '../judge.ts';
import type { Lab } from '../lab.ts';
import { valueAt } from '../shapes.ts';
import { both, fill, type Text } from '../text.ts';
import { needs, valueText } from '../words.ts';

/** What a call used is in the next `Consumption`. `again` repeats the base's call after it. */
export function usageGrows(
  id: string,
  rule: Text,
  base: Base,
  again: (lab: Lab) => Promise<Exchange>,
): Check {
  return {
    id: `${id}.Consumption.grows`,
    section: '1',
    rule,
    run: async (lab) => {
      const first = await base.probe(lab);
      const second = await again(lab);
      return ofSuccess(second, base.id, () => {
        const [before, after] = [first, second].map(({ json }) =>
          parseConsumption(String(valueAt(json, 'Consumption'))),
        );
        if (!before || !after) return untestable(needs.other(`${id}.Consumption`));
        const more = fill(both('more than {used}', 'أكثر من {used}'), { used: before.used });
        return after.used > before.used ? OK : fails(more, valueText(after.used), second);
      });
    },
  };
}
