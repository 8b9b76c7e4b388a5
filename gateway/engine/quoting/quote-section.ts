import type { ChosenStatement } from './choose-statements.ts';
import { joinStatements, type Quote } from './compose-quote.ts';
import type { QuestionMatcher } from './question-matcher.ts';
import type { ScoredStatement } from './score-statements.ts';
import { truncateStatement } from './truncate-statement.ts';

/** A passage of so many characters is quoted whole. */
const MAX_WHOLE_CHARACTERS = 300;
/** A list or a table is quoted to this length: what is longer is not read. */
const MAX_LIST_CHARACTERS = 380;
/** What joins two statements takes at most. */
const JOINT_CHARACTERS = 3;
/** An item of a list whose order matters; so many are a procedure. */
const STEP =
  /^\(?(?:\p{Nd}{1,2}|[ivx]{1,4}|[a-h]|[أبجدهـوزح])[.)\-–:]\s|^(?:أولًا|أولاً|ثانيًا|ثانياً|ثالثًا|ثالثاً|first|second|third|step)\b/iu;
const MIN_STEPS = 2;

/**
 * What is quoted of a passage for what it is: all of a short one, the best rows of a list or table, in their order and
 * below the line that introduces them. Undefined where it is long prose, or says nothing and only asks.
 */
export function quoteSection(
  text: string,
  statements: readonly ScoredStatement[],
  subject: QuestionMatcher,
  maxCharacters: number,
): Quote | undefined {
  const informative = statements.filter(({ asks }) => !asks);
  const [first] = informative;
  if (!first) return undefined;
  if (text.length <= Math.min(MAX_WHOLE_CHARACTERS, maxCharacters)) return quoteWhole(text, first.passage);
  const isList = statements.filter(isRow).length * 2 >= statements.length;
  if (!isList) return undefined;
  const limit = Math.min(MAX_LIST_CHARACTERS, maxCharacters);
  if (subject.kind.stepwise && informative.filter(isStep).length >= MIN_STEPS)
    return joinStatements(chooseSteps(informative, limit), limit);
  return joinStatements(chooseRows(informative, statements, subject, limit), limit);
}

const isStep = ({ kind, text }: ScoredStatement) => kind === 'item' && STEP.test(text);

/** Steps from the first on, below the line that introduces them, as many as there is room for. */
function chooseSteps(statements: readonly ScoredStatement[], maxCharacters: number): ChosenStatement[] {
  const first = statements.findIndex(isStep);
  const introduced = statements[first - 1];
  const from = introduced && /[:：]$/u.test(introduced.text) ? first - 1 : first;
  let left = maxCharacters;
  return statements.slice(Math.max(0, from)).flatMap((statement) => {
    left -= statement.text.length + JOINT_CHARACTERS;
    return left >= -JOINT_CHARACTERS ? [{ statement, start: 0, end: statement.text.length }] : [];
  });
}

const isRow = ({ kind }: ScoredStatement) => kind !== 'sentence';

function quoteWhole(text: string, passage: number): Quote {
  const all = { start: 0, end: text.length };
  return { text, from: [passage], spans: [{ passage, inPassage: all, inAnswer: all }] };
}

/** As many of the best statements as `maxCharacters` hold, in reading order; the best one in any case, cut if it must be. */
function chooseRows(
  informative: readonly ScoredStatement[],
  all: readonly ScoredStatement[],
  subject: QuestionMatcher,
  maxCharacters: number,
): ChosenStatement[] {
  const chosen = new Set<ScoredStatement>();
  let left = maxCharacters;
  const take = (statements: readonly (ScoredStatement | undefined)[]): boolean => {
    const missing = statements.filter((one) => one !== undefined && !chosen.has(one)) as ScoredStatement[];
    const joints = JOINT_CHARACTERS * (missing.length - (chosen.size > 0 ? 0 : 1));
    const length = missing.reduce((sum, { text }) => sum + text.length, joints);
    if (length > left) return false;
    for (const statement of missing) chosen.add(statement);
    left -= length;
    return true;
  };
  const [best, ...others] = informative.toSorted((one, other) => other.score - one.score);
  if (!best) return [];
  if (!take([introductionOf(best, all), best]) && !take([best]))
    return [{ statement: best, ...truncateStatement(best, subject, maxCharacters) }];
  for (const other of others) take([introductionOf(other, all), other]);
  return [...chosen]
    .sort((one, other) => one.place - other.place)
    .map((statement) => ({ statement, start: 0, end: statement.text.length }));
}

/** The line above a list or table, where it does not end as a sentence does: "You need:", "Fees in 2026". */
function introductionOf(
  statement: ScoredStatement,
  all: readonly ScoredStatement[],
): ScoredStatement | undefined {
  if (!isRow(statement)) return undefined;
  const above = all.findLast((other) => other.place < statement.place && !isRow(other));
  return above && !/[.!?؟…]["»”)]*$/u.test(above.text) ? above : undefined;
}
