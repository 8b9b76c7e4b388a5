import { foldText, latinDigits } from '#common/fold-text.ts';
import { splitStatements } from '#common/split-statements.ts';
import { type StatementWord, statementWords } from '#common/statement-words.ts';
import { mayBeMonth } from '#gateway/engine/analysis/months.ts';
import { isStopWord } from '#gateway/engine/analysis/stop-words.ts';
import { wordSet } from '#gateway/engine/analysis/tokenise.ts';
import { type Cell, tableRows } from '#gateway/engine/suggestions/table-rows.ts';
import { stemOf } from './subject-words.ts';

/** A row or sentence with numbers, taken apart into what it is about and its numbers. */
export interface KeyedStatement {
  /** As the passage has it. */
  quote: string;
  /** Stems of its words, and the numbers that only name something: years, pages, steps. */
  key: string;
  /** Amounts of the statement, sorted, in ASCII digits, each with its percent or currency sign. */
  values: string;
  /** Says little by itself: two of them are about the same thing under the same heading alone. */
  isShort: boolean;
}

/** The number behind such a word names a thing, as in "page 5". */
const NAMING_WORDS = wordSet(`
  page pages step figure fig table section article chapter question item form part line row number no level clause annex
  appendix rule law decree
  صفحة ص خطوة الخطوة شكل الشكل جدول الجدول قسم القسم مادة المادة فصل الفصل سؤال السؤال بند البند نموذج رقم الرقم المستوى
  قانون القانون مرسوم قرار القرار ملحق الملحق
`);
/** A year stands behind such words. */
const YEAR_WORDS = wordSet(
  'in since year of by during until fy from to عام سنة لعام لسنة بعام العام السنة منذ في من حتى خلال',
);
/** What documents say of themselves, each another number, and rightly so. */
const OF_DOCUMENT =
  /\b(?:last (?:updated?|reviewed|modified|changed)|updated on|version|revision|published|copyright|page \d)|اخر تحديث|تاريخ (?:التحديث|النشر|الاصدار|المراجعه|الطباعه)|الاصدار|حقوق|نسخه رقم/;
const YEAR = /^(?:1[34]\d\d|19\d\d|20\d\d)$/;
const DIGIT = /\p{Nd}/u;
const LETTER = /\p{L}/u;
/** Seven digits and more with spaces, brackets or hyphens among them, other than a date. */
const PHONE = /\+?\(?\d[\d ()-]{5,}\d/g;
const DATE = /^\d{1,4}-\d{1,2}-\d{1,4}$/;
const PHONE_DIGITS = 7;
const LABEL = /^[^:：|\d]{2,60}[:：]\s/u;

const MIN_WORDS = 3;
const MIN_SUBJECTS = 2;
const MIN_SUBJECTS_ALONE = 5;
const MIN_SUBJECTS_OF_ROW_ALONE = 3;

/** The rows and sentences of a passage that say a number of something. */
export function keyStatements(text: string): KeyedStatement[] {
  if (!DIGIT.test(text)) return [];
  const rows = tableRows(text);
  const lines = new Set(rows.map(({ line }) => line));
  const prose = text.split('\n').filter((line) => DIGIT.test(line) && !lines.has(line));
  return [
    ...rows.flatMap(({ line, cells }) => keyRow(line, cells)),
    ...splitStatements(prose.join('\n')).flatMap(keySentence),
  ];
}

/** Each cell with a number, by the first cell that has letters, the cells without numbers between, and its column. */
function keyRow(line: string, cells: readonly Cell[]): KeyedStatement[] {
  const first = cells.findIndex(({ value }) => LETTER.test(value));
  const label = cells[first];
  if (label === undefined || OF_DOCUMENT.test(foldText(label.value))) return [];
  const subjects = foldText(label.value).split(' ').map(stemOf);
  return cells.slice(first + 1).flatMap(({ column, value }, index): KeyedStatement[] => {
    if (!DIGIT.test(value)) {
      subjects.push(...foldText(value).split(' ').map(stemOf));
      return [];
    }
    const { words, values } = takeApart(statementWords(value));
    if (values === '') return [];
    const name = column === '' ? [`#${index}`] : foldText(column).split(' ').map(stemOf);
    const key = [subjects.join(' '), name.join(' '), words.join(' ')].join('|');
    return [{ quote: line, key, values, isShort: subjects.length + name.length < MIN_SUBJECTS_OF_ROW_ALONE }];
  });
}

function keySentence(quote: string): KeyedStatement[] {
  if (!DIGIT.test(quote)) return [];
  const isLabelled = LABEL.test(quote);
  const statement = statementWords(isLabelled ? quote : withoutPhones(latinDigits(quote)));
  if (OF_DOCUMENT.test(statement.map(({ word }) => word).join(' '))) return [];
  const { words, values, subjects } = takeApart(statement);
  const isEnough = isLabelled ? subjects > 0 : words.length >= MIN_WORDS && subjects >= MIN_SUBJECTS;
  if (values === '' || !isEnough) return [];
  return [{ quote, key: words.join(' '), values, isShort: subjects < MIN_SUBJECTS_ALONE }];
}

const withoutPhones = (text: string): string =>
  text.replace(PHONE, (number) =>
    DATE.test(number) || number.replace(/\D/g, '').length < PHONE_DIGITS ? number : ' ',
  );

/** `subjects`: words that are no stop words. */
function takeApart(statement: readonly StatementWord[]) {
  const words: string[] = [];
  const values: string[] = [];
  let subjects = 0;
  for (const [place, { word, isNumber }] of statement.entries()) {
    const before = statement[place - 1];
    if (isNumber && !isName(word, before)) values.push(word);
    else words.push(isNumber ? word : stemOf(word));
    if (!isNumber && !isStopWord(word)) subjects += 1;
  }
  // A range that a PDF turned round says the same.
  return { words, values: values.sort().join(' '), subjects };
}

/** Of what the number is, it is the name: page 5, March 2025. */
function isName(number: string, before: StatementWord | undefined): boolean {
  if (before === undefined || before.isNumber) return false;
  if (NAMING_WORDS.has(before.word)) return true;
  return YEAR.test(number) && (YEAR_WORDS.has(before.word) || mayBeMonth(before.word));
}
