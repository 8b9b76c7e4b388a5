/** The whole answer that the prompt demands from a model when the passages do not hold the answer. */
export const NO_ANSWER = 'NOT_FOUND';

/** `NO_ANSWER` as written, escaped for Markdown, and in words. */
const REFUSAL_FORMS = ['_', '\\_', ' '].map((joint) => NO_ANSWER.replace('_', joint));
/** Labels that models like to put before an answer. */
const LABELS = [
  'الجواب هو|الجواب|جواب|الإجابة هي|الإجابة|الاجابة|إجابة|النتيجة|الرد',
  'the answer is|the answer|final answer|answer|response|result|output|reply',
].flatMap((list) => list.split('|'));
const MARK = String.raw`[\p{Cf}\p{M}\p{P}\p{S}\s]`;
const MARKS = new RegExp(`^${MARK}+`, 'u');
const INTRODUCTION = new RegExp(`[:：]${MARK}*$`, 'u');

/** Characters at the beginning of an answer within which a refusal must show. */
export const MAX_REFUSAL_LENGTH = 80;

/**
 * Classifies an answer by its beginning: a refusal, behind any marks, quotes or label; `open` while a refusal is still
 * possible; else an answer.
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

/** Whether words are only an introduction: punctuation alone, or text that ends in a colon. */
export function introducesOnly(words: string): boolean {
  if (words.length > MAX_REFUSAL_LENGTH) return false;
  return !/[\p{L}\p{N}]/u.test(words) || INTRODUCTION.test(words);
}
