/** Words that a model is told to answer with, alone, where the passages do not hold the answer. */
export const NO_ANSWER = 'NOT_FOUND';

/** As it comes out of Markdown too, and in words. */
const REFUSAL_FORMS = ['_', '\\_', ' '].map((joint) => NO_ANSWER.replace('_', joint));
/** What models like to put before their answer. */
const LABELS = [
  'الجواب هو|الجواب|جواب|الإجابة هي|الإجابة|الاجابة|إجابة|النتيجة|الرد',
  'the answer is|the answer|final answer|answer|response|result|output|reply',
].flatMap((list) => list.split('|'));
const MARK = String.raw`[\p{Cf}\p{M}\p{P}\p{S}\s]`;
const MARKS = new RegExp(`^${MARK}+`, 'u');
const INTRODUCTION = new RegExp(`[:：]${MARK}*$`, 'u');

/** Characters of an answer within which a refusal begins, if it is one. */
export const MAX_REFUSAL_LENGTH = 80;

/**
 * What an answer is by its beginning: a refusal, whatever marks, quotes or label stand before it, `open` while it may still
 * become one, or an answer.
 */
export function classifyBeginning(text: string): 'refusal' | 'open' | 'answer' {
  const bare = text.slice(0, MAX_REFUSAL_LENGTH).replace(MARKS, '').toLowerCase();
  const label = LABELS.find((candidate) => bare.startsWith(candidate)) ?? '';
  const sign = bare.slice(label.length).replace(MARKS, '').toUpperCase();
  if (REFUSAL_FORMS.some((form) => sign.startsWith(form))) return 'refusal';
  if (text.length >= MAX_REFUSAL_LENGTH) return 'answer';
  const mayBecome =
    REFUSAL_FORMS.some((form) => form.startsWith(sign)) || LABELS.some((form) => form.startsWith(bare));
  return mayBecome ? 'open' : 'answer';
}

/** Whether words say nothing by themselves: marks alone, or what ends in a colon. */
export function introducesOnly(words: string): boolean {
  if (words.length > MAX_REFUSAL_LENGTH) return false;
  return !/[\p{L}\p{N}]/u.test(words) || INTRODUCTION.test(words);
}
