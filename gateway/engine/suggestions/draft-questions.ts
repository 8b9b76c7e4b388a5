import { withoutMarks } from '#common/fold-text.ts';
import { splitStatements } from '#common/split-statements.ts';
import { titleKey } from '#common/title-key.ts';
import { detectLanguage } from '#gateway/engine/analysis/language.ts';
import { isListLine } from '#gateway/engine/splitting/split-document.ts';
import { askAbout, headingOf, parentOf } from './ask-heading.ts';
import { askRowInArabic } from './ask-row-in-arabic.ts';
import { askRowInEnglish } from './ask-row-in-english.ts';
import { tableRows } from './table-rows.ts';

/** A question with the statements of the text that answer it. `section`: heading path. */
export interface QuestionDraft {
  question: string;
  quotes: string[];
  kind: 'asked' | 'row' | 'how' | 'what' | 'fact';
  section: string;
}

/** A section of a unit, as far as its text is at hand. */
export interface DraftableSection {
  title: string;
  text: string;
}

/** Lines and sentences, found without their words: most of a long text makes no statement. */
const piecesOf = (text: string): string[] => text.split(/\n|(?<=[.!?؟؛…])\s+/u);

const MAX_QUESTION_CHARACTERS = 140;
const MAX_QUOTES = 4;

/** Legal texts, whose headings and lines nobody asks about. */
const LEGAL =
  /حقوق (?:النشر|الطبع)|جميع الحقوق محفوظة|[إا]خلاء (?:ال)?مسؤولية|سياسة الخصوصية|ملفات تعريف الارتباط|شروط الاستخدام|الشروط والأحكام|©|all rights reserved|copyright|disclaimer|privacy (?:policy|notice)|cookies?\b|terms (?:of (?:use|service)|(?:and|&) conditions)|legal notice/iu;

/** `س: ... ؟` or `Q: ... ?` as question-and-answer texts write them, and `ج:` or `A:` before the answer. */
const ASKED =
  /^[•*-]?\s*(?:س\s*\p{Nd}*|سؤال|q\s*\p{Nd}*|question)\s*[:：.\-–]\s*(?<question>[^\n؟?]{8,120}[؟?])\s*(?<rest>.*)$/iu;
const ANSWER = /^(?:ج\s*\p{Nd}*|جواب|الجواب|الإجابة|a\s*\p{Nd}*|answer)\s*[:：.\-–]\s*/iu;
const BARE_QUESTION = /^(?:[•*-]\s*)?(?<question>[^\n؟?]{8,120}[؟?])$/u;
const QUESTION_WORD =
  /(?:^|[\s،])(?:ما|ماذا|متى|[أا]ين|كيف|كم|هل|لماذا|بكم|أي)\s|^(?:what|who|which|when|where|why|how|is|are|can|do|does|will|should|may)\b/iu;

/** Sentences that say how something is done: an order, a way, a place. */
const HOW = {
  ar: /(?:^|[\s،:؛(«]|ثم |أو |و|ف)(?:[أا]رسل|اتصل|افتح|ادخل|اضغط|اختر|اكتب|قدم|احضر|راجع|فعلها?|استخدم|اطلب|سجل|توجه|انتقل|امسح|[أا]دخل|حمل|[أا]عد|[أا]برز|اشترك|[أا]وقف|انقر|املأ|استعدها|زر|اذهب|[أا]ضف|ارفع|تواصل|يمكنك?|عبر|من خلال|(?:من|في|على|[إا]لى) (?:ال)?(?:تطبيق|بوابة|موقع|صفحة|فرع|طريق)|بطريقة)(?=\s|$)/u,
  en: /(?:^|[.:;,] |\bthen |\band |\bor )(?:open|go to|upload|send|write|click|choose|select|download|call|ring|visit|log in|sign in|tap|press|enter|use|submit|apply|complete|fill|point|paste|verify|e-?mail|contact|scan|bring|return|tell)\b|\bcan (?:\w+ ){1,3}(?:from|in|by|through|at) (?:the|your|our|settings)\b|\bcan \w+ online\b|\bin your (?:online )?account\b/iu,
} as const;

/** Headings of two things; not words that begin with «و». */
const COMPOUND = {
  ar: /\sو(?!ثي|ثا|دي|كال|زار|حد|صو|صف|لي|لا|قت|سي|سا|رق|زن|جب|ظي|ظا|فا|صل|اجب|ضع)\p{L}{2}/u,
  en: /\b(?:and|or)\b|[,&]/u,
} as const;

/** «رسم نقل الملكية 40 ريالًا»: a measured thing, then its number with a unit. */
const FACT =
  /^(?:[•*-]\s*)?(?<what>(?:رسم|رسوم|سعر|تكلفة|غرامة|كشفية|بدل|قيمة|إيجار|مدة|سقف|اشتراك|الحد الأدنى ل|الحد الأعلى ل|الحد الأقصى ل)\s?[^\p{Nd}،.:؛()|]{4,50}?)(?:\s(?:هو|هي|تبلغ|يبلغ))?:?\s(?=\p{Nd}[\p{Nd}.,٫٬]*\s?(?:\p{L}{2}|[%٪\p{Sc}]))/u;
/** What such a phrase must not end with, or say without saying of what. */
const VAGUE =
  /(?:^|\s)(?:من|في|إلى|عن|على|قدره|قدرها|التي|الذي|هو|هي|حتى|بين|كل|نحو|حوالي|لا|ب|إضافي)$|^\p{L}+\s(?:ال)?(?:تغيير|عملية|طلب|خدمة|[إا]صدار|باقة|فاقد|معاملة|خدمات|شهري|سنوي|أفراد|شركات)ة?$/u;

/**
 * Questions that a text answers, each with the statements that answer it: questions of the text itself, rows of tables,
 * headings that ask how or what, and sentences that state an amount. All are in the given language; sections take turns.
 * A question that two places answer differently, and statements that stand in several sections, make none.
 */
export function draftQuestions(
  sections: readonly DraftableSection[],
  language: 'ar' | 'en',
  limit: number,
): QuestionDraft[] {
  const isRepeated = findRepeated(sections);
  const bySection = sections
    .filter(({ title }) => !LEGAL.test(title))
    .map((section) =>
      draftsOf(section, language).filter(
        ({ question, quotes }) =>
          question.length <= MAX_QUESTION_CHARACTERS &&
          detectLanguage(question) === language &&
          !quotes.some((quote) => isRepeated(quote) || LEGAL.test(quote)),
      ),
    );
  const longest = Math.max(0, ...bySection.map(({ length }) => length));
  const inTurns = Array.from({ length: longest }, (_, turn) =>
    bySection.flatMap((drafts) => drafts[turn] ?? []),
  );
  return withoutRivals(inTurns.flat()).slice(0, limit);
}

/** Statements in three sections and more are furniture. */
function findRepeated(sections: readonly DraftableSection[]): (statement: string) => boolean {
  const counts = new Map<string, number>();
  for (const { text } of sections)
    for (const piece of new Set(piecesOf(text))) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  return (statement) => (counts.get(statement) ?? 0) > 2;
}

function withoutRivals(drafts: readonly QuestionDraft[]): QuestionDraft[] {
  // «ما رسوم الشحن؟» and «كم رسوم الشحن؟» are one question.
  const byQuestion = Map.groupBy(drafts, ({ question }) =>
    titleKey(question.replace(/^(?:ما|كم)\s/u, '')).toLowerCase(),
  );
  return [...byQuestion.values()].flatMap((same) => {
    const answers = new Set(same.map(({ quotes }) => quotes.join('\n')));
    return answers.size === 1 ? same.slice(0, 1) : [];
  });
}

function draftsOf(section: DraftableSection, language: 'ar' | 'en'): QuestionDraft[] {
  const { title, text } = section;
  const make = (kind: QuestionDraft['kind'], pairs: readonly [string, string[]][]): QuestionDraft[] =>
    pairs.map(([question, quotes]) => ({ question, quotes, kind, section: title }));
  const ofHeadings = askAbout(title).flatMap(({ kind, question }) =>
    kind === 'general' ? [] : make(kind, [[question, quotesFor(kind, section, language)]]),
  );
  return [
    ...ofHeadings,
    ...make(
      'asked',
      askedIn(text).map(([question, answer]) => [question, splitStatements(answer).slice(0, 1)]),
    ),
    ...make('row', rowQuestions(section, language)),
    ...make('fact', language === 'ar' ? factsIn(text) : []),
  ].filter(({ quotes }) => quotes.length > 0);
}

/** Statements below a heading that answer its question. */
function quotesFor(
  kind: 'asked' | 'how' | 'what',
  { title, text }: DraftableSection,
  language: 'ar' | 'en',
): string[] {
  const heading = headingOf(title);
  // «ما الأسعار؟» asks of what nobody knows.
  if ((kind === 'what' && !heading.includes(' ')) || tableRows(text).length > 0) return [];
  const statements = splitStatements(text).filter((statement) => !/[:：؟?]$/u.test(statement));
  const [first] = statements;
  if (first === undefined || first === heading) return [];
  const steps = statements.filter(isListLine);
  if (kind === 'asked') return isListLine(first) ? steps.slice(0, MAX_QUOTES) : [first];
  // One sentence answers one question: «أوقات العمل وقنوات التواصل» are two.
  const isCompound = COMPOUND[language].test(heading);
  if (kind === 'how') {
    const numbered = steps.filter((step) => /^\(?\p{Nd}/u.test(step));
    if (numbered.length > 1) return numbered.slice(0, MAX_QUOTES);
    if (isCompound) return [];
    return statements
      .filter(
        (statement) =>
          HOW[language].test(withoutMarks(statement)) && !/^(?:لا|do not|never)\s/iu.test(statement),
      )
      .slice(0, 1);
  }
  if (steps.length > 1) return steps.slice(0, MAX_QUOTES);
  return isCompound ? [] : [first];
}

/** Questions in the text with their answers: marked as such, or a line of its own before the line that answers. */
export function askedIn(text: string): [question: string, answer: string][] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line, place): [string, string][] => {
    const next = lines[place + 1] ?? '';
    const marked = ASKED.exec(line)?.groups;
    const question = marked?.['question'] ?? BARE_QUESTION.exec(line)?.groups?.['question'];
    if (question === undefined || (marked === undefined && !QUESTION_WORD.test(question))) return [];
    const rest = marked?.['rest'] ?? '';
    const answer = (rest === '' ? next : rest).replace(ANSWER, '');
    return [[question.trim(), /[؟?]$/u.test(answer) ? '' : answer]];
  });
}

/** Questions about the cells of rows, and of a row that holds question and answer. */
function rowQuestions(
  { title, text }: DraftableSection,
  language: 'ar' | 'en',
): [question: string, quotes: string[]][] {
  const headings = { topic: headingOf(title), parent: parentOf(title) };
  return tableRows(text).flatMap(({ line, cells }): [string, string[]][] => {
    const [first, second] = cells;
    if (first === undefined || second === undefined || line.length > 300) return [];
    if (/[؟?]$/u.test(first.value)) return [[first.value, splitStatements(second.value).slice(0, 1)]];
    const ask = language === 'ar' ? askRowInArabic : askRowInEnglish;
    return cells.slice(1).flatMap((cell): [string, string[]][] => {
      const question = ask(first, cell, headings);
      return question === undefined ? [] : [[question, [line]]];
    });
  });
}

function factsIn(text: string): [question: string, quotes: string[]][] {
  return piecesOf(text).flatMap((piece): [string, string[]][] => {
    const what = FACT.exec(withoutMarks(piece))?.groups?.['what'];
    if (what === undefined || VAGUE.test(what) || piece.includes(' | ')) return [];
    return [[`كم ${what}؟`, splitStatements(piece).slice(0, 1)]];
  });
}
