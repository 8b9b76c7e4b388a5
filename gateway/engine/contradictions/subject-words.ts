import { foldText } from '#common/fold-text.ts';
import { mayBeMonth } from '#gateway/engine/analysis/months.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { isStopWord } from '#gateway/engine/analysis/stop-words.ts';
import { tokenise, wordSet } from '#gateway/engine/analysis/tokenise.ts';
import { HEADING_SEPARATOR } from '#gateway/engine/splitting/split-document.ts';
import { createWordMemo } from '#gateway/engine/tables/word-memo.ts';

const MAX_STEMS = 20_000;
const stems = createWordMemo(MAX_STEMS, (word) => stemWord(word));

/** The stem of a folded word, remembered: most words of a bot are the same few. */
export const stemOf = (word: string): string => stems.of(word);

/** Words that headings and titles of one subject have or lack. */
const GENERAL_WORDS = new Set(
  [
    ...wordSet(`
  fee fees charge charges rate rates price prices pricing tariff tariffs cost costs table list schedule details information
  info overview general new current updated latest old version copy final page guide document
  رسم رسوم الرسوم سعر أسعار الأسعار تعرفة التعرفة تكلفة جدول الجدول قائمة القائمة تفاصيل التفاصيل معلومات عام عامة الحالية
  الجديدة جديد القديمة محدث محدثة نسخة نهائية صفحة دليل الدليل مستند
`),
  ].map((word) => stemWord(word)),
);
const HAS_DIGIT = /\d/;

/** What headings and titles say that a statement is about. */
export interface Subject {
  /** The last heading, folded, and its words. */
  lastHeading: string;
  heading: ReadonlySet<string>;
  /** Of the headings between the first and the last. */
  between: ReadonlySet<string>;
  /** Of the unit's title and of the first heading above others: names of documents. */
  document: ReadonlySet<string>;
}

/** The words that tell subjects apart; of titles neither dates nor versions, since the same tariff comes every month. */
export function readSubject(unitTitle: string, sectionTitle: string): Subject {
  const path = sectionTitle.split(HEADING_SEPARATOR).filter((heading) => heading !== '');
  const last = path.at(-1) ?? '';
  const title = subjectWords(unitTitle).filter((word) => !HAS_DIGIT.test(word));
  const names = [...title, ...subjectWords(path.length > 1 ? (path[0] ?? '') : '')];
  return {
    lastHeading: foldText(last),
    heading: new Set(subjectWords(last)),
    between: new Set(subjectWords(path.slice(1, -1).join(' '))),
    document: new Set(names.filter((word) => !mayBeMonth(word))),
  };
}

const subjectWords = (text: string): string[] =>
  tokenise(text).flatMap(({ word }) => {
    const stem = stemOf(word);
    return isStopWord(word) || GENERAL_WORDS.has(stem) ? [] : [mayBeMonth(word) ? word : stem];
  });

/**
 * Whether two statements with the same key have the same subject, judged by title and headings. A short statement needs a
 * matching heading; a long statement without a heading needs a common title word. Headings such as "Gold card" and "Platinum
 * card", where each side has a word that the other side lacks, name two subjects.
 */
export function isSameSubject(a: Subject, b: Subject, isShort: boolean): boolean {
  if (!isWithin(a.document, b.document) && shares(a.document, b.document)) return false;
  if (!isWithin(a.between, b.between)) return false;
  if (a.lastHeading === '' && b.lastHeading === '') return !isShort && shares(a.document, b.document);
  if (a.lastHeading === b.lastHeading) return true;
  if (a.heading.size !== b.heading.size) return !isShort && Math.min(a.heading.size, b.heading.size) === 0;
  return isWithin(a.heading, b.heading) && (!isShort || a.heading.size > 0);
}

const isWithin = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size > b.size ? isWithin(b, a) : [...a].every((word) => b.has(word));

const shares = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].some((word) => b.has(word));
