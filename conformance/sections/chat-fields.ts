/** Section 2.2: fields of a request that whole and streamed chat judge alike. */
import { CHAT_LIMITS } from '#contract/limits.ts';
import type { Call } from '../calls/call.ts';
import { ANSWER_TOKENS, type Fields } from '../calls/requests.ts';
import type { Check } from '../check.ts';
import { type Base, refuses } from '../judge.ts';
import { both } from '../text.ts';
import { rangeChecks } from './ranges.ts';

interface ChatFieldChecks {
  messageType: Check;
  configType: Check;
  ranges: readonly Check[];
}

/** `call` makes a request with these fields; `styles` are the prompt styles that must be accepted, both ends unless given. */
export function chatFieldChecks(
  id: string,
  base: Base,
  call: (fields: Fields) => Call,
  styles?: readonly number[],
): ChatFieldChecks {
  const { PromptStyle, Temperature } = CHAT_LIMITS;
  return {
    messageType: refuses(
      {
        id: `${id}.Message.type`,
        section: '2.2',
        rule: both('`Message` is a text; a list: 400.', 'الحقل `Message` نص، وقائمة بدلًا منه: 400.'),
      },
      base,
      () => call({ Message: ['?'] }),
    ),
    configType: refuses(
      {
        id: `${id}.Config.type`,
        section: '2.2',
        rule: both('`Config` is an object; a word: 400.', 'الحقل `Config` كائن، وكلمة بدلًا منه: 400.'),
      },
      base,
      () => call({ Config: 'fast' }),
    ),
    ranges: [
      ...rangeChecks(
        id,
        { name: 'PromptStyle', section: '2.2', ...PromptStyle, isWhole: true },
        base,
        (_, value) => call({ PromptStyle: value }),
        styles,
      ),
      ...rangeChecks(
        id,
        { name: 'Temperature', section: '2.2', ...Temperature, isWhole: false },
        base,
        (_, value) => call({ Config: { MaxTokens: ANSWER_TOKENS, Temperature: value } }),
      ),
    ],
  };
}
