/** Ranges of numbers: both ends are taken, what lies beyond is refused, and so is what is no number. */
import type { Call } from '../calls/call.ts';
import type { Check } from '../check.ts';
import { accepts, type Base, refuses } from '../judge.ts';
import type { Lab } from '../lab.ts';
import { both, fill } from '../text.ts';
import { valueText } from '../words.ts';

interface Range {
  name: string;
  section: string;
  min: number;
  max: number;
  isWhole: boolean;
}

/** `call` makes a call in which the field has the value; `taken` are the values that must be accepted. */
export function rangeChecks(
  id: string,
  { name, section, min, max, isWhole }: Range,
  base: Base,
  call: (lab: Lab, value: unknown) => Call | Promise<Call>,
  taken: readonly number[] = [min, max],
): Check[] {
  const step = isWhole ? 1 : 0.1;
  const rounded = (value: number) => Math.round(value * 10) / 10;
  const refused: [string, unknown][] = [
    ['below', rounded(min - step)],
    ['above', rounded(max + step)],
    ...(isWhole ? ([['fraction', min + 0.5]] as [string, unknown][]) : []),
    ['word', 'many'],
  ];
  const facts = {
    name,
    min,
    max,
    kind: isWhole ? both('a whole number', 'عدد صحيح') : both('a number', 'رقم'),
  };
  return [
    ...taken.map((value) =>
      accepts(
        {
          id: `${id}.${name}.${value}`,
          section,
          rule: fill(both('`{name}` may be {value}.', 'يقبل الحقل `{name}` القيمة {value}.'), {
            name,
            value,
          }),
        },
        (lab) => call(lab, value),
        base,
      ),
    ),
    ...refused.map(([suffix, value]) =>
      refuses(
        {
          id: `${id}.${name}.${suffix}`,
          section,
          rule: fill(
            both(
              '`{name}` is {kind} from {min} to {max}; {value}: 400.',
              'الحقل `{name}` {kind} من {min} إلى {max}، والقيمة {value}: 400.',
            ),
            { ...facts, value: valueText(value) },
          ),
        },
        base,
        (lab) => call(lab, value),
      ),
    ),
  ];
}
