/** Quotes of the statements that most likely answer, from one passage or from all. */
import { chooseStatements } from './choose-statements.ts';
import { composeQuote, type Quote } from './compose-quote.ts';
import type { QuestionMatcher } from './question-matcher.ts';
import { answersQuestion, quoteSection } from './quote-section.ts';
import type { ScoredStatement } from './score-statements.ts';

/** Number of statements quoted from long prose. */
const MAX_STATEMENTS = 2;

/** The quote of one passage: a short passage whole, else its best statements. */
export function quotePassage(
  subject: QuestionMatcher,
  text: string,
  statements: readonly ScoredStatement[],
  limit: number,
): Quote {
  const whole = quoteSection(text, statements, subject, limit);
  if (whole) return whole;
  const ranking = [...quotable(statements)].sort((a, b) => b.score - a.score);
  return composeQuote(
    chooseStatements(ranking, subject, { maxStatements: MAX_STATEMENTS, maxCharacters: limit }),
    // The statements of a passage are found by its index.
    Array.from({ length: (ranking[0]?.passage ?? 0) + 1 }, () => statements),
    limit,
    subject.language,
  );
}

/** The best statements of all passages, except answers to another question of the same passage. */
export function quoteStatements(
  subject: QuestionMatcher,
  ranking: readonly ScoredStatement[],
  scored: readonly (readonly ScoredStatement[])[],
  maxCharacters: number,
): Quote {
  const free = ranking.filter((statement) => !answersQuestion(statement, scored[statement.passage] ?? []));
  const chosen = chooseStatements(free.length > 0 ? free : ranking, subject, {
    maxStatements: MAX_STATEMENTS,
    maxCharacters,
  });
  return composeQuote(chosen, scored, maxCharacters, subject.language);
}

/** Questions in the passages whose answer, the statement behind them, is quoted. */
export function questionsAnswered(
  { spans }: Quote,
  scored: readonly (readonly ScoredStatement[])[],
): ScoredStatement[] {
  return spans.flatMap(({ passage, inPassage }) => {
    const before = scored[passage]?.findLast(({ start, text }) => start + text.length <= inPassage.start);
    return before?.asks ? [before] : [];
  });
}

/** The quotable statements of a passage: questions only when the passage has no other statements. */
export function quotable(statements: readonly ScoredStatement[]): readonly ScoredStatement[] {
  const informative = statements.filter(({ asks }) => !asks);
  return informative.length > 0 ? informative : statements;
}
