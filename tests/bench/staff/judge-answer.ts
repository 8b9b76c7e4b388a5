/** How an answer to a question of the staff set is judged; the rules are those of its README. */
import type { StaffQuestion } from './question-set.ts';

export type Outcome = 'answer' | 'weak' | 'not-found' | 'greeting';
export type Verdict = 'right' | 'hedged' | 'wrong' | 'false refusal' | 'too long';

const MAX_ANSWER_CHARACTERS = 400;
const FOLDED: Record<string, string> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ؤ: 'و',
  ئ: 'ي',
  ـ: '',
  '٪': '%',
  '٫': '.',
  '٬': ',',
  '،': ',',
  '؛': ';',
  '؟': '?',
};

/** A text as gold strings are looked for in it. */
export function normaliseAnswer(text: string): string {
  const folded = Array.from(text.normalize('NFKC'), (letter) => FOLDED[letter] ?? letter)
    .join('')
    .toLowerCase()
    .replaceAll(/[\p{Mn}\p{Cf}]/gu, '')
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
  return folded
    .replaceAll(/(?<=\d),(?=\d{3})/gu, '')
    .replaceAll(/[*_`|«»“”"'’‘()[\]–—‐‑−-]/gu, ' ')
    .replaceAll(/[,;!?](?=\s|$)|[>›→]/gu, ' ')
    .replaceAll(/\.(?=\s|$)/gu, ' ')
    .trim()
    .replaceAll(/\s+/gu, ' ');
}

/** Decimal digits of every script stand in rows of ten. */
function digitValue(digit: string): number {
  let value = 0;
  let code = digit.codePointAt(0) ?? 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    value += 1;
  }
  return value;
}

/** Whether the text has the gold string, which may neither begin nor end inside a number. */
export function containsGold(text: string, gold: string): boolean {
  const wanted = normaliseAnswer(gold);
  if (wanted === '') return false;
  const border = /^\d/u.test(wanted) ? String.raw`(?<!\d)(?<!\d[.:])` : '';
  const right = /\d$/u.test(wanted) ? String.raw`(?!\d)(?![.:]\d)` : '';
  return new RegExp(border + wanted.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`) + right, 'u').test(
    normaliseAnswer(text),
  );
}

export const containsAnyGold = (text: string, golds: readonly string[]): boolean =>
  golds.some((gold) => containsGold(text, gold));

export function judgeAnswer(
  { expect, gold }: Pick<StaffQuestion, 'expect' | 'gold'>,
  outcome: Outcome,
  answer: string,
): Verdict {
  if (expect !== 'answer') {
    if (outcome === 'weak' && expect === 'refuse') return 'hedged';
    return outcome === (expect === 'refuse' ? 'not-found' : 'greeting') ? 'right' : 'wrong';
  }
  if (outcome === 'not-found' || outcome === 'greeting') return 'false refusal';
  if (!containsAnyGold(answer, gold)) return outcome === 'weak' ? 'hedged' : 'wrong';
  return answer.trim().length <= MAX_ANSWER_CHARACTERS ? 'right' : 'too long';
}
