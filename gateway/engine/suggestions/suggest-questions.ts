import { titleKey } from '#common/title-key.ts';
import { detectLanguage } from '#gateway/engine/analysis/language.ts';
import { askAbout } from './ask-heading.ts';
import { askedIn, draftQuestions } from './draft-questions.ts';

/** A section as questions are made from it: its heading path, and the text below it where that is at hand. */
interface SuggestibleSection {
  title: string;
  text?: string;
}

/** How telling questions are; «ماذا ورد عن ...؟» comes last. */
const RANKS = { asked: 0, how: 1, what: 1, row: 2, fact: 2, general: 3 } as const;
const OTHER_LANGUAGE = 10;

/**
 * At most `limit` (3) questions that the sections themselves answer, in the given language where there are enough of
 * them: questions that the text asks, then those its headings lead to, in reading order, then those of its tables and
 * figures. Fewer when the sections have too few telling headings, none without any.
 */
export function suggestQuestions(
  sections: readonly SuggestibleSection[],
  language: 'ar' | 'en',
  limit = 3,
): string[] {
  const ofHeadings = sections.flatMap(({ title, text = '' }) => [
    ...askedIn(text).map(([question]) => ({ question, kind: 'asked' as const })),
    ...askAbout(title),
  ]);
  const drafts = draftQuestions(
    sections.map(({ title, text = '' }) => ({ title, text })),
    language,
    limit,
  );
  const rank = ({ question, kind }: { question: string; kind: keyof typeof RANKS }): number =>
    (detectLanguage(question) === language ? 0 : OTHER_LANGUAGE) + RANKS[kind];
  const distinct = new Map<string, string>();
  for (const { question } of [...ofHeadings, ...drafts].toSorted((a, b) => rank(a) - rank(b))) {
    const key = titleKey(question).toLowerCase();
    if (!distinct.has(key)) distinct.set(key, question);
  }
  return [...distinct.values()].slice(0, limit);
}
