import { detectLanguage } from '#gateway/engine/analysis/language.ts';
import { tokenise } from '#gateway/engine/analysis/tokenise.ts';
import { isArabizi } from '#gateway/engine/question/arabizi.ts';
import type { SmallTalk } from '#gateway/engine/question/small-talk.ts';

/** Language of the words that the gateway adds to an answer. */
export type Language = 'ar' | 'en';

/** A word without digits. */
const WORD = /(?<![\p{L}\p{Nd}])\p{L}+(?![\p{L}\p{Nd}])/u;

/**
 * The language that a question is answered in: the language of its script, Arabic for Arabizi. `otherwise`: for a
 * question of numbers, codes or signs alone.
 */
export function languageOfAnswer(
  question: string,
  otherwise: Language = 'en',
  inArabizi = isArabizi(tokenise(question).map(({ word }) => word)),
): Language {
  if (inArabizi || detectLanguage(question) === 'ar') return 'ar';
  return WORD.test(question) ? 'en' : otherwise;
}

/** The refusal, by the question's language, for a question that the passages do not cover. */
export const NOT_FOUND_WORDS: Readonly<Record<Language, string>> = {
  ar: 'لم أجد إجابة عن هذا السؤال في هذه المصادر. جرّب صياغة أخرى، أو اختر مصادر غيرها.',
  en: 'I did not find an answer to this question in these sources. Try other words, or choose other sources.',
};

/** A short refusal, for a small token limit. Always sent whole: tokens beyond the limit are not charged. */
export const NOT_FOUND_BRIEFLY: Readonly<Record<Language, string>> = {
  ar: 'لم أجد إجابة.',
  en: 'I did not find an answer.',
};

/** Replies to small talk: messages without a question to the knowledge. */
export const REPLIES: Readonly<Record<SmallTalk, Readonly<Record<Language, string>>>> = {
  greeting: { ar: 'مرحبًا! عمّ تريد أن تسأل؟', en: 'Hello! What would you like to know?' },
  wellbeing: {
    ar: 'بخير، شكرًا لسؤالك. عمّ تريد أن تسأل؟',
    en: 'I’m ready to help. What would you like to know?',
  },
  thanks: { ar: 'على الرحب والسعة! اسأل متى احتجت.', en: 'You’re welcome! Ask again whenever you need to.' },
  farewell: { ar: 'إلى اللقاء! اسأل متى احتجت.', en: 'Goodbye! Ask again whenever you need to.' },
  identity: {
    ar: 'أجيب عن الأسئلة من المصادر المضافة هنا. عمّ تريد أن تسأل؟',
    en: 'I answer questions from the sources that were added here. What would you like to know?',
  },
  'no-question': {
    ar: 'ما سؤالك؟ اكتبه في بضع كلمات.',
    en: 'What is your question? A few words are enough.',
  },
};

const HEDGE = {
  ar: {
    opening: 'لم أجد إجابة مباشرة.',
    missing: (words: string) => `لا ذكر لـ${words} في أقرب الأقسام.`,
    nearest: (title: string) => `الأقرب، ${title}:`,
    quote: (word: string) => `«${word}»`,
    and: ' و',
  },
  en: {
    opening: 'No direct answer found.',
    missing: (words: string) => `The nearest sections do not mention ${words}.`,
    nearest: (title: string) => `Nearest, ${title}:`,
    quote: (word: string) => `“${word}”`,
    and: ' or ',
  },
} as const;

/** With the section quoted, a weak answer is short enough for a chat window. */
const MAX_HEDGE_CHARACTERS = 96;
const MAX_MISSING_WORDS = 2;

/**
 * A weak answer: first the notice, then the missing terms and the section's title as far as there is room, then the
 * section's own words. `quoteStart`: UTF-16 units before the quote.
 */
export function renderWeakAnswer(
  { quote, title, missing }: { quote: string; title: string; missing: readonly string[] },
  language: Language,
): { text: string; quoteStart: number } {
  const words = HEDGE[language];
  let hedge: string = words.opening;
  const add = (part: string) => {
    if (hedge.length + 1 + part.length <= MAX_HEDGE_CHARACTERS) hedge += ` ${part}`;
  };
  const named = missing.slice(0, MAX_MISSING_WORDS).map(words.quote);
  if (named.length > 0) add(words.missing(named.join(words.and)));
  if (title !== '') add(words.nearest(title));
  return { text: `${hedge}\n${quote}`, quoteStart: hedge.length + 1 };
}

/** Notice before a model's answer with too little support in the documents. */
export const hedgeGenerated = (language: Language): string =>
  ({ ar: 'قد لا يجيب هذا عن السؤال:', en: 'This may not answer the question:' })[language];

/** The notice behind an answer that was streamed before its support was known. */
export const hedgeSent = (language: Language): string =>
  ({ ar: '(قد لا يجيب هذا عن السؤال.)', en: '(This may not answer the question.)' })[language];
