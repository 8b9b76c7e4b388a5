/** What checks of answers start from: questions about two units, asked until their texts are found. */

import type { Exchange } from '../calls/exchange.ts';
import { answerCall, type Fields } from '../calls/requests.ts';
import { type Finding, untestable } from '../check.ts';
import type { Lab } from '../lab.ts';
import { both, fill } from '../text.ts';
import { firstUnit, questionAboutFirst, questionAboutSecond } from '../units.ts';
import { needs, valueText } from '../words.ts';

/** The check that says whether questions are answered at all. */
export const ANSWER_OK = 'answer.ok';
/** The whole answer about the first unit. */
export const wholeAnswer = async (lab: Lab): Promise<Exchange> => (await questionAboutFirst(lab)).exchange;
export const ANSWER_BASE = { id: ANSWER_OK, probe: wholeAnswer };
/** A question about the first unit. */
export const ask = async (lab: Lab, fields: Fields) => answerCall((await firstUnit(lab)).title, fields);

const NOT_FOUND_YET = both(
  'the text was not found within {seconds} s; allow more with `--wait`: {said}',
  'لم يُعثر على النص خلال {seconds} ث، ويمكن إطالة المهلة بالخيار `--wait`: {said}',
);
export const notYet = (lab: Lab, exchange: Exchange): Finding =>
  untestable(
    fill(NOT_FOUND_YET, {
      seconds: lab.options.indexingMs / 1000,
      said: valueText(exchange.json ?? exchange.text),
    }),
  );

/** Gateways refuse to ask units that are not ready, or find nothing in them. */
export const isWaiting = ({ status, failure }: Exchange): boolean =>
  failure === null && (status === 400 || status === 404);

export const ASKED = [
  { id: 'answer.found', question: questionAboutFirst, name: both('first', 'الأولى') },
  { id: 'answer.found.second', question: questionAboutSecond, name: both('second', 'الثانية') },
];

/** Waits until both units are indexed: before that, a missing passage proves nothing. */
export async function needBoth(lab: Lab): Promise<Finding | undefined> {
  for (const { id, question } of ASKED)
    if (!(await question(lab)).isFound) return untestable(needs.other(id));
  return undefined;
}
