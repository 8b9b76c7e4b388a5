import { raiseSigns } from '#gateway/engine/reading/raised-signs.ts';

/** Noncharacters that stand around raised and lowered text until its block is complete. */
const MARKS = { sup: ['\ufdd0', '\ufdd1'], sub: ['\ufdd2', '\ufdd3'] } as const;

const FRACTION = /(\p{Nd}?)\ufdd0\s*(\p{Nd}{1,4})\s*\ufdd1\s*[/⁄∕]\s*\ufdd2\s*(\p{Nd}{1,4})\s*\ufdd3/gu;
const RAISED = /\ufdd0([^\ufdd0-\ufdd3]{0,40})\ufdd1/g;
const LOWERED = /\ufdd2([^\ufdd0-\ufdd3]{0,40})\ufdd3/g;

/** The mark before (0) or after (1) the text of an element; empty for text on the line. */
export function markRaised(position: 'sup' | 'sub' | undefined, side: 0 | 1): string {
  return position === undefined ? '' : MARKS[position][side];
}

/**
 * Text with its marked parts as plain signs: `10³`, `H₂O`, `1 1/2`. Digits without a raised form get `^`; raised
 * letters, such as those of ordinals, stay as letters.
 */
export function writeRaised(text: string): string {
  if (!/[\ufdd0-\ufdd3]/.test(text)) return text;
  return text
    .replace(FRACTION, (_, whole: string, above: string, below: string) =>
      whole === '' ? `${above}/${below}` : `${whole} ${above}/${below}`,
    )
    .replace(RAISED, (_, inner: string) => raiseText(inner, 'sup'))
    .replace(LOWERED, (_, inner: string) => raiseText(inner, 'sub'))
    .replace(/[\ufdd0-\ufdd3]/g, '');
}

/** Space around raised letters stays. */
const raiseText = (text: string, position: 'sup' | 'sub'): string =>
  text.replace(/\S(?:.*\S)?/s, (signs) => raiseSigns(signs, position));
