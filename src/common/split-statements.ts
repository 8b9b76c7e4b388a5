import { statementWords } from './statement-words.ts';

/** Characters of a statement. */
const MAX_CHARACTERS = 300;
const SENTENCE_END = /(?<=[.!?؟؛…]["»”)\]]?)\s+/u;

/**
 * The rows and sentences of a text, each at most 300 characters, longer ones cut behind a word. A sentence of one word,
 * such as an abbreviation, stays with the next.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  for (const line of text.split('\n')) {
    let open = '';
    let words = 0;
    for (const piece of line.trim().split(SENTENCE_END)) {
      open = open === '' ? piece : `${open} ${piece}`;
      words += statementWords(piece).length;
      if (words < 2) continue;
      statements.push(cut(open));
      open = '';
      words = 0;
    }
    if (words > 0) statements.push(cut(open));
  }
  return [...new Set(statements)];
}

function cut(statement: string): string {
  if (statement.length <= MAX_CHARACTERS) return statement;
  const beginning = statement.slice(0, MAX_CHARACTERS);
  const end = beginning.lastIndexOf(' ');
  return end > 0 ? beginning.slice(0, end).trimEnd() : beginning;
}

/** Of each statement how many of its words the question has, each once, and then the shorter statement. */
export function estimateOverlaps(statements: readonly string[], question: string): number[] {
  const questionWords = bareWords(question);
  return statements.map((statement) => {
    const words = bareWords(statement);
    const shared = [...words].filter((word) => questionWords.has(word)).length;
    return shared - words.size / 1000;
  });
}

const bareWords = (text: string): Set<string> => new Set(statementWords(text).map(({ word }) => bare(word)));

/** Without the article, which questions often leave out. */
const bare = (word: string): string => word.replace(/^(?:وال|بال|ال|لل)(?=..)/u, '');
