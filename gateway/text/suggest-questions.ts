import { detectLanguage } from './analysis/language.ts';
import { askAboutHeading, type Suggestion } from './question-templates.ts';
import { HEADING_SEPARATOR } from './splitting/split-document.ts';
import { titleKey } from './title-key.ts';

/** A section as questions are made from it: its heading path, and the text below it where that is at hand. */
export interface SuggestibleSection {
  title: string;
  text?: string;
}

const END_OF_NUMBER = String.raw`\s*[:：.–—\-]\s*`;
const NUMBERING = new RegExp(
  [
    String.raw`(?:ال)?(?:فصل|باب|قسم|جزء|مادة|بند|فقرة|محور|وحدة|درس|ملحق|خطوة)\s+(?:[\p{Nd}.]+|\p{L}+(?:\s+عشرة?)?)${END_OF_NUMBER}`,
    String.raw`(?:أولا|ثانيا|ثالثا|رابعا|خامسا|سادسا|سابعا|ثامنا|تاسعا|عاشرا)\u064b?${END_OF_NUMBER}`,
    String.raw`(?:chapter|section|part|article|step|unit|appendix|lesson)\s+(?:[\p{Nd}.]+|[ivxlc]+|[a-z])${END_OF_NUMBER}`,
    String.raw`\p{Nd}+(?:[.\-]\p{Nd}+)*\s*[.):–—\-]?\s+`,
  ]
    .map((form) => `^${form}`)
    .join('|'),
  'iu',
);
const GENERIC =
  /^(?:ال)?(?:مقدمة|تمهيد|خاتمة|فهرس(?: المحتويات)?|محتويات|مراجع|مصادر|ملاحق|ملاحظات|عام|أحكام عامة|أحكام ختامية|أسئلة (?:ال)?(?:متكررة|شائعة))$|^(?:introduction|preface|foreword|conclusion|summary|(?:table of )?contents|references|bibliography|appendix|notes?|general|overview|faqs?|frequently asked questions|index)$/iu;
/** `س: ... ؟` or `Q: ... ?` as question-and-answer texts write them. */
const ASKED =
  /(?:^|\n)[•*-]?\s*(?:س\s*\p{Nd}*|سؤال|q\s*\p{Nd}*|question)\s*[:：.\-–]\s*([^\n؟?]{8,120}[؟?])/giu;

/**
 * At most `most` (3) questions that the sections themselves answer, in the given language where there are enough of
 * them: questions that the text asks, then those its headings lead to, in reading order. Fewer when the sections have
 * too few telling headings, none without any.
 */
export function suggestQuestions(
  sections: readonly SuggestibleSection[],
  language: 'ar' | 'en',
  most = 3,
): string[] {
  const suggestions = sections.flatMap((section) => [
    ...askedIn(section.text ?? '').map((question): Suggestion => ({ question, kind: 'asked' })),
    ...askAbout(section.title),
  ]);
  const order = (suggestion: Suggestion): number =>
    (detectLanguage(suggestion.question) === language ? 0 : 10) +
    ['asked', 'fitting', 'general'].indexOf(suggestion.kind);
  const distinct = new Map<string, Suggestion>();
  for (const suggestion of suggestions.toSorted((one, other) => order(one) - order(other))) {
    const key = titleKey(suggestion.question).toLowerCase();
    if (!distinct.has(key)) distinct.set(key, suggestion);
  }
  return [...distinct.values()].slice(0, most).map(({ question }) => question);
}

function askAbout(title: string): Suggestion[] {
  const heading = (title.split(HEADING_SEPARATOR).at(-1) ?? '')
    .replace(NUMBERING, '')
    .replace(/[\s:：.،,;؛\-–—]+$/u, '')
    .trim();
  if (heading.length < 3 || heading.length > 90 || GENERIC.test(heading) || !/\p{L}{2}/u.test(heading))
    return [];
  return [askAboutHeading(heading, detectLanguage(heading))];
}

function askedIn(text: string): string[] {
  return [...text.matchAll(ASKED)].map(([, question = '']) => question.trim());
}
