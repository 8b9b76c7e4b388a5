import { normaliseWord } from '#gateway/text/analysis/normalise.ts';
import { tokenise } from '#gateway/text/analysis/tokenise.ts';
import { weighRarity } from './bm25.ts';
import { analyseQuestion } from './question.ts';
import { composeQuote, type Quote } from './compose-quote.ts';
import { type WeighedStatement, weighStatements } from './weigh-statements.ts';

/** A ranked passage as an answer is taken from it. `score` is `rank`'s relevance. */
export interface AnswerPassage {
  text: string;
  sectionTitle: string;
  score: number;
}

/**
 * Words quoted as they stand, with the indexes of the passages they come from; or nothing that covers the question.
 * `support`, in 0..1, is what `leastSupport` is compared with: how sure it is that the quoted words answer.
 */
export type ExtractedAnswer = { support: number } & (
  | { kind: 'quoted'; text: string; from: number[] }
  | { kind: 'not-found' }
);

export interface AnswerLimits {
  /** Longest answer, in UTF-16 units; a longer one is cut after a word, with an ellipsis. */
  maxCharacters: number;
  /** Sentences, list items or table rows, 2 unless given. A list that answers as a whole is one of them. */
  maxSentences?: number;
  /** `weighQuestion` of the searched segments. Without it rarity is counted in the passages, and refusal is weaker. */
  weights?: ReadonlyMap<string, number>;
  /** Under this support nothing is answered, `LEAST_SUPPORT` unless given; 0 answers whatever there is. */
  leastSupport?: number;
}

/** Under this support nothing is answered. */
export const LEAST_SUPPORT = 0.45;
/** A further statement must be worth this share of the best one. */
const WORTH_ADDING = 0.5;

/**
 * An answer in the passages' own words: the statements that cover most of the question's weight, at most
 * `maxSentences`. Coverage is the share of that weight which the best statement has, words of its neighbours and of its
 * section title counting half. Sentences that only ask are passed over for what answers them.
 */
export function extractAnswer(
  question: string,
  passages: readonly AnswerPassage[],
  {
    maxCharacters,
    maxSentences = 2,
    weights = weighInPassages(question, passages),
    leastSupport = LEAST_SUPPORT,
  }: AnswerLimits,
): ExtractedAnswer {
  const statements = weighStatements(weights, passages);
  const ranked = statements.flatMap(quotable).sort((one, other) => other.value - one.value);
  const best = ranked[0];
  let total = 0;
  for (const weight of weights.values()) total += weight;
  if (!best || total === 0) return { kind: 'not-found', support: 0 };
  const coverage = best.credit / total;
  const relevance = passages[best.passage]?.score ?? 0;
  const support = (coverage + relevance) / 2;
  if (support < leastSupport) return { kind: 'not-found', support };
  const further = distinct(ranked)
    .slice(1, maxSentences)
    .filter(({ value, direct }) => direct > 0 && value >= best.value * WORTH_ADDING);
  const quote: Quote = composeQuote([best, ...further], statements, maxCharacters);
  return { kind: 'quoted', support, ...quote };
}

/** Two sources often say the same sentence; it is quoted once, from the better placed. */
function distinct(statements: readonly WeighedStatement[]): WeighedStatement[] {
  const firsts = new Map<string, WeighedStatement>();
  for (const statement of statements) {
    const words = tokenise(statement.text)
      .map(({ word }) => normaliseWord(word))
      .join(' ');
    if (!firsts.has(words)) firsts.set(words, statement);
  }
  return [...firsts.values()];
}

/** What only asks is quoted only where a passage holds nothing else. */
function quotable(statements: readonly WeighedStatement[]): readonly WeighedStatement[] {
  const telling = statements.filter(({ asks }) => !asks);
  return telling.length > 0 ? telling : statements;
}

function weighInPassages(question: string, passages: readonly AnswerPassage[]): Map<string, number> {
  const { stems } = analyseQuestion(question);
  const all = weighStatements(new Map(), passages).flat();
  return new Map(
    stems.map((stem) => [stem, weighRarity(all.filter(({ stems }) => stems.has(stem)).length, all.length)]),
  );
}
