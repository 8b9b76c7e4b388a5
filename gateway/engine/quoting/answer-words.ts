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

/** Words for the one of two questions that has no answer. */
export const notFoundFor = (question: string, language: Language): string =>
  ({
    ar: `لم أجد إجابة عن: «${question.replace(/[\s؟?.]+$/u, '')}».`,
    en: `No answer found for: “${question.replace(/[\s?.]+$/u, '')}”.`,
  })[language];

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
    likely: 'إجابة محتملة، تحقّق منها.',
    none: 'لم أجد إجابة مباشرة.',
    missing: (words: string) => `لا ترد ${words} في أقرب الأقسام.`,
    absent: (words: string, title: string) => `لا ترد ${words} في ${title === '' ? 'القائمة' : title}.`,
    rows: (names: string, more: number) => `الوارد: ${names}${more > 0 ? `، و${more} غيرها` : ''}.`,
    nearest: (title: string) => `أقرب قسم: ${title}`,
    quote: (word: string) => `«${word}»`,
    or: ' أو ',
    comma: '، ',
  },
  en: {
    likely: 'Likely answer, check it.',
    none: 'No direct answer found.',
    missing: (words: string) => `The nearest sections do not mention ${words}.`,
    absent: (words: string, title: string) => `Not listed${title === '' ? '' : ` under ${title}`}: ${words}.`,
    rows: (names: string, more: number) => `Listed: ${names}${more > 0 ? `, and ${more} more` : ''}.`,
    nearest: (title: string) => `Nearest section: ${title}`,
    quote: (word: string) => `“${word}”`,
    or: ' or ',
    comma: ', ',
  },
} as const;

/** With the section quoted, a weak answer is short enough for a chat window. */
const MAX_HEDGE_CHARACTERS = 96;
const MAX_ROWS_CHARACTERS = 90;
const MAX_MISSING_WORDS = 2;
const MAX_ROWS_NAMED = 5;

/** A row that a question chooses and that is not there: the words that were to choose, and the rows there are. */
export interface AbsentRow {
  absent: readonly string[];
  names: readonly string[];
}

interface WeakAnswer {
  quote: string;
  title: string;
  /** Rather an answer than none. */
  isLikely: boolean;
  missing: readonly string[];
  rows?: AbsentRow | undefined;
}

/**
 * A weak answer: first how far it is to be trusted, or which row is not there and which there are; then the missing terms
 * and the section's title as far as there is room, then the section's own words. `quoteStart`: UTF-16 units before the quote.
 */
export function renderWeakAnswer(
  { quote, title, isLikely, missing, rows }: WeakAnswer,
  language: Language,
): { text: string; quoteStart: number } {
  const words = HEDGE[language];
  const join = (all: readonly string[]) => all.slice(0, MAX_MISSING_WORDS).map(words.quote).join(words.or);
  const hedge = rows ? nameRows(rows, title, language) : [isLikely ? words.likely : words.none];
  const add = (part: string) => {
    const length = hedge.reduce((sum, { length: characters }) => sum + characters + 1, part.length);
    if (length <= MAX_HEDGE_CHARACTERS) hedge.push(part);
  };
  if (!rows && missing.length > 0) add(words.missing(join(missing)));
  if (!rows && title !== '') add(words.nearest(title));
  const notice = hedge.join(' ');
  return { text: `${notice}\n${quote}`, quoteStart: notice.length + 1 };
}

/** Which row is not there, and the rows there are: five at most, then how many more. */
function nameRows({ absent, names }: AbsentRow, title: string, language: Language): string[] {
  const words = HEDGE[language];
  const missing = absent.slice(0, MAX_MISSING_WORDS).map(words.quote).join(words.or);
  let shown = Math.min(names.length, MAX_ROWS_NAMED);
  const say = () => words.rows(names.slice(0, shown).join(words.comma), names.length - shown);
  while (shown > 1 && say().length > MAX_ROWS_CHARACTERS) shown--;
  return [words.absent(missing, title), ...(names.length > 0 ? [say()] : [])];
}

/** Notice before a model's answer with too little support in the documents. */
export const hedgeGenerated = (language: Language): string =>
  ({ ar: 'قد لا يجيب هذا عن السؤال:', en: 'This may not answer the question:' })[language];

/** The notice behind an answer that was streamed before its support was known. */
export const hedgeSent = (language: Language): string =>
  ({ ar: '(قد لا يجيب هذا عن السؤال.)', en: '(This may not answer the question.)' })[language];
