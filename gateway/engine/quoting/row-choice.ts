import { largest } from '#common/long-lists.ts';
import { isMeasureWord } from './answer-type.ts';
import { addStems } from './find-stems.ts';
import { isNumber } from './number-words.ts';
import type { QuestionMatcher } from './question-matcher.ts';
import type { Statement } from './statements.ts';
import { readRows } from './table-rows.ts';
import type { TextSpan } from './truncate-statement.ts';

/** How a question chooses among the rows of a table or the items of a list, by their first cells. */
export interface RowChoice {
  /** Statements whose first cells have most of what the question chooses by; empty where it asks for all of them. */
  chosen: readonly Statement[];
  /** First cells, in reading order. */
  names: readonly string[];
  /** Terms that choose, by index, and that stand in no row and not among stems of the prose beside the rows. */
  absentBeside(prose: ReadonlySet<number>): number[];
  /** Whether absent terms outweigh what the chosen rows have: the row asked for is not there. */
  isAbsent(absent: readonly number[]): boolean;
}

interface NamedRow {
  statement: Statement;
  name: string;
  /** Stems of the question in the first cell of a table. */
  cell: ReadonlySet<number>;
  /** Stems of the question by which the row can be chosen. */
  stems: ReadonlySet<number>;
}

/** A further cell of so few content words names something, as a first cell does; a longer one tells something about it. */
const MAX_NAMING_WORDS = 2;
const MAX_NAME_CHARACTERS = 40;
/** A word that no row has speaks against a row more than one that it has speaks for it. */
const ABSENT_WEIGHT = 1.5;
const ITEM_NAME = /^(?:[•◦▪‣·–—*-]|\(?\p{Nd}{1,2}[.)\-–])?\s*([^:：]{1,60}?)\s*(?:[:：]\s.*|\s[–—]\s.*)?$/su;

/**
 * The choice of a question among the rows of a passage. A term chooses unless it stands in `titles` (stems of the
 * question in unit, section and column titles), in the line above the rows, or only says what is measured.
 */
export function chooseRow(
  subject: QuestionMatcher,
  words: readonly string[],
  {
    text,
    statements,
    titles,
    vocabulary,
  }: {
    text: string;
    statements: readonly Statement[];
    titles: ReadonlySet<number>;
    vocabulary: ReadonlySet<number>;
  },
): RowChoice {
  const { rows, general } = nameRows(subject, text, statements, titles);
  const isGeneral = namesOf(subject, general, vocabulary);
  const choosing = subject.terms.map(({ weight, stem, isName: isNoun }, term) => {
    const word = words[term] ?? '';
    // What is the name of a row is a name, whatever its form.
    const isName = isNoun || rows.some(({ cell }) => cell.has(stem));
    return !isGeneral[term] && isName && !isMeasureWord(word) ? weight : 0;
  });
  const worths = rows.map(({ statement, stems }) => {
    const has = namesOf(subject, stems, vocabulary);
    return {
      statement,
      has,
      worth: choosing.reduce((sum, weight, term) => sum + (has[term] ? weight : 0), 0),
    };
  });
  const best = largest(worths.map(({ worth }) => worth));
  const chosen =
    best > 0 ? worths.filter(({ worth }) => worth === best).map(({ statement }) => statement) : [];
  /** Weight of terms that only rows beside the chosen ones have. */
  const elsewhere = choosing.reduce((sum, weight, term) => {
    const isOfOthers = worths.some(({ has }) => has[term]);
    return sum + (isOfOthers && !worths.some(({ has, worth }) => has[term] && worth === best) ? weight : 0);
  }, 0);
  const names = rows
    .map(({ name }) => name.trim())
    .filter((name) => name !== '' && name.length <= MAX_NAME_CHARACTERS && !/[.،,؛;]$/u.test(name));
  const areNumbers = names.filter((name) => /^\p{Nd}/u.test(name)).length * 2 > names.length;
  return {
    chosen,
    names,
    absentBeside(prose) {
      const said = new Set(prose);
      addStems(said, subject, chosen);
      const isSaid = namesOf(subject, said, vocabulary);
      return choosing.flatMap((weight, term) =>
        weight > 0 && !isSaid[term] && worths.every(({ has }) => !has[term]) ? [term] : [],
      );
    },
    isAbsent: (absent) =>
      (absent.length > 0 &&
        ABSENT_WEIGHT * absent.reduce((sum, term) => sum + (choosing[term] ?? 0), 0) + elsewhere > best) ||
      (areNumbers && absent.some((term) => isNumber(words[term] ?? ''))),
  };
}

/** The rows with what names them, and the stems that are said of all of them: in titles, column names, the line above. */
function nameRows(
  subject: QuestionMatcher,
  text: string,
  statements: readonly Statement[],
  titles: ReadonlySet<number>,
): { rows: NamedRow[]; general: ReadonlySet<number> } {
  const tables = readRows(text);
  const general = new Set(titles);
  const rows = statements.flatMap((statement, place): NamedRow[] => {
    if (statement.kind === 'sentence') {
      const next = statements[place + 1];
      const isIntroduction = next && next.kind !== 'sentence' && !/[.!?؟…]$/u.test(statement.text);
      if (isIntroduction) addStems(general, subject, [statement]);
      return [];
    }
    const stems = new Set<number>();
    const cells = tables.find(({ start, end }) => statement.start >= start && statement.start < end)?.cells;
    const [first] = cells ?? [];
    if (!cells || !first) {
      addStems(stems, subject, [statement]);
      return [{ statement, name: ITEM_NAME.exec(statement.text)?.[1] ?? '', cell: new Set(), stems }];
    }
    const named = new Set<number>();
    addStems(named, subject, [{ words: wordsIn(statement, first.value).filter(({ stop }) => !stop) }]);
    for (const cell of cells) {
      addStems(general, subject, [{ words: wordsIn(statement, cell.header) }]);
      const words = wordsIn(statement, cell.value).filter(({ stop }) => !stop);
      const isName = cell === first || words.length <= MAX_NAMING_WORDS;
      addStems(stems, subject, [
        { words: isName ? words : words.filter(({ number, date }) => number || date) },
      ]);
    }
    return [{ statement, name: text.slice(first.value.start, first.value.end), cell: named, stems }];
  });
  return { rows, general };
}

/**
 * Whether each term is among the stems of a row's name. By concept only where the passages do not have the word itself:
 * two things of one concept, as spring and autumn, are two rows.
 */
function namesOf(
  { terms }: QuestionMatcher,
  stems: ReadonlySet<number>,
  vocabulary: ReadonlySet<number>,
): boolean[] {
  return terms.map(
    ({ stem, alternatives }) =>
      stems.has(stem) ||
      alternatives.some(
        ({ likeness, stems: all }) =>
          (likeness !== 'concept' || !vocabulary.has(stem)) && all.every((part) => stems.has(part)),
      ),
  );
}

/** The words of a statement within a span of its passage. */
function wordsIn({ words, bounds, start }: Statement, span: TextSpan): Statement['words'] {
  return words.filter(
    (_, index) =>
      start + (bounds[index * 2] ?? 0) >= span.start && start + (bounds[index * 2 + 1] ?? 0) <= span.end,
  );
}
