import { type ChosenStatement, chooseStatements, JOINT_CHARACTERS } from './choose-statements.ts';
import { INTRODUCES, joinStatements, type Quote } from './compose-quote.ts';
import type { QuestionMatcher } from './question-matcher.ts';
import type { ScoredStatement } from './score-statements.ts';
import { truncateStatement } from './truncate-statement.ts';

/** A passage of at most this length is quoted whole. */
const MAX_WHOLE_CHARACTERS = 300;
/** Longest quote of a list, a table or an answered question; people do not read more. */
const MAX_LIST_CHARACTERS = 380;
/** As `MAX_QUOTE`, with the words for omitted items. */
const MAX_NOTED_CHARACTERS = 400;
/** Number of statements quoted from a long answer to a question. */
const MAX_STATEMENTS = 2;
/** The beginning of a step: an item of a list whose order matters. */
const STEP =
  /^\(?(?:\p{Nd}{1,2}[.)\-–:]|(?:[ivx]{1,4}|[a-h]|[أبجدهـوزح])[.)])\s|^(?:أولًا|أولاً|ثانيًا|ثانياً|ثالثًا|ثالثاً|first|second|third|step|الخطوة)(?!\p{L})/iu;
const FIRST_STEP =
  /^\(?(?:[1١۱][.)\-–:]|[iaأ][.)])\s|^(?:أولًا|أولاً|first|(?:step|الخطوة)\s+(?:[1١۱]|one|الأولى))(?![\p{L}\p{Nd}])/iu;
/** Fewer steps are no procedure. */
const MIN_STEPS = 2;

/**
 * The quote of a passage by its structure. A short passage is quoted whole, unless it answers several questions; from a
 * longer passage, the part with the best statement, from one question to the next. From this part, for a question about
 * a procedure, the steps from the first on; from a list or table the best rows, in order and below the introducing
 * line; from an answer, the question and the best statements. Undefined for long prose without questions of its own,
 * and for a passage that only asks. `wanted`: the rows that the question chooses, which go before better ones.
 */
export function quoteSection(
  text: string,
  statements: readonly ScoredStatement[],
  subject: QuestionMatcher,
  maxCharacters: number,
  wanted: readonly Pick<ScoredStatement, 'start'>[] = [],
): Quote | undefined {
  const isWanted = ({ start }: ScoredStatement) => wanted.some((row) => row.start === start);
  const byWorth = (a: ScoredStatement, b: ScoredStatement) =>
    Number(isWanted(b)) - Number(isWanted(a)) || b.score - a.score;
  const [best] = statements.filter(({ asks }) => !asks).toSorted(byWorth);
  if (!best) return undefined;
  const isShort = text.length <= Math.min(MAX_WHOLE_CHARACTERS, maxCharacters);
  if (isShort && countQuestions(statements) < 2) return quoteRange(text, best.passage, 0, text.length);
  const part = partAround(best, statements);
  const question = part.filter(({ asks }) => asks);
  const answer = part.filter(({ asks }) => !asks);
  const limit = Math.min(MAX_LIST_CHARACTERS, maxCharacters);
  const { start } = part[0] ?? best;
  const end = endOf(part.at(-1) ?? best);
  const isAnswer = question.length > 0 || part.length < statements.length;
  if (isAnswer && end - start <= limit) return quoteRange(text, best.passage, start, end);
  const isList = answer.filter(isRow).length * 2 >= answer.length;
  const heading = question.map(whole);
  const askedCharacters = question.reduce((sum, statement) => sum + statement.text.length + 1, 0);
  // A question that leaves too little room for its answer is left out.
  const [above, room] = askedCharacters * 2 <= limit ? [heading, askedCharacters] : [[], 0];
  if (subject.kind.stepwise) {
    const steps = findProcedure(answer, best);
    if (steps && (isList || steps.includes(best))) {
      const [first] = steps;
      const isCut = first && first.text.length > maxCharacters - room;
      const parts = isCut
        ? [{ statement: first, ...truncateStatement(first, subject, maxCharacters - room) }]
        : [...above, ...steps.map(whole)];
      return joinStatements(parts, maxCharacters, { language: subject.language });
    }
  }
  if (isList) {
    const rows = chooseRows(answer.toSorted(byWorth), answer, subject, limit - room);
    return joinRows(above, rows, answer, subject, Math.min(MAX_NOTED_CHARACTERS, maxCharacters));
  }
  if (!isAnswer) return undefined;
  const ranked = answer.toSorted((a, b) => b.score - a.score);
  const chosen = chooseStatements(ranked, subject, {
    maxStatements: MAX_STATEMENTS,
    maxCharacters: limit - room,
  }).sort((a, b) => a.statement.place - b.statement.place);
  return joinStatements([...above, ...chosen], maxCharacters, { language: subject.language });
}

/** Whether a question of its own passage stands above the statement. */
export function answersQuestion(statement: ScoredStatement, all: readonly ScoredStatement[]): boolean {
  return all.slice(0, statement.place).some(({ asks }) => asks);
}

const isRow = ({ kind }: ScoredStatement) => kind !== 'sentence';
const isStep = ({ text }: ScoredStatement) => STEP.test(text);
const endOf = ({ start, text }: ScoredStatement) => start + text.length;
const whole = (statement: ScoredStatement): ChosenStatement => ({
  statement,
  start: 0,
  end: statement.text.length,
});

/** Number of questions; adjacent questions count as one. */
function countQuestions(statements: readonly ScoredStatement[]): number {
  return statements.filter(({ asks }, place) => asks && !statements[place - 1]?.asks).length;
}

/** The statements between the question above a statement and the next question; without a question above, the statements before the first question. */
function partAround(statement: ScoredStatement, all: readonly ScoredStatement[]): readonly ScoredStatement[] {
  let from = statement.place;
  while (from > 0 && !all[from]?.asks) from--;
  while (all[from]?.asks && all[from - 1]?.asks) from--;
  const to = all.findIndex(({ asks, place }) => asks && place > statement.place);
  return all.slice(from, to === -1 ? undefined : to);
}

function quoteRange(text: string, passage: number, start: number, end: number): Quote {
  const words = text.slice(start, end);
  const inAnswer = { start: 0, end: words.length };
  return { text: words, from: [passage], spans: [{ passage, inPassage: { start, end }, inAnswer }] };
}

/**
 * The steps around a statement, else the first steps, with the introducing line and the statements that follow. Steps
 * that begin again behind a line of prose are another procedure.
 */
function findProcedure(
  statements: readonly ScoredStatement[],
  best: ScoredStatement,
): readonly ScoredStatement[] | undefined {
  const introduced = (index: number) =>
    INTRODUCES.test(statements[index - 1]?.text ?? '') ? index - 1 : index;
  const starts = statements.flatMap((statement, index) => {
    const previous = statements[index - 1];
    const isAgain = FIRST_STEP.test(statement.text) && !(previous && (isRow(previous) || isStep(previous)));
    const isFirst = isStep(statement) && !statements.slice(0, index).some(isStep);
    return isAgain || isFirst ? [introduced(index)] : [];
  });
  const from = starts.findLast((start) => (statements[start]?.place ?? 0) <= best.place) ?? starts[0];
  if (from === undefined) return undefined;
  const steps = statements.slice(
    from,
    starts.find((start) => start > from),
  );
  return steps.filter(isStep).length >= MIN_STEPS ? steps : undefined;
}

/** As many of the best statements as `maxCharacters` hold, in reading order; the best one in any case, cut if it must be. */
function chooseRows(
  [best, ...others]: readonly ScoredStatement[],
  statements: readonly ScoredStatement[],
  subject: QuestionMatcher,
  maxCharacters: number,
): ChosenStatement[] {
  const chosen = new Set<ScoredStatement>();
  let characters = maxCharacters;
  const take = (wanted: readonly (ScoredStatement | undefined)[]): boolean => {
    const missing = wanted.filter(
      (statement) => statement !== undefined && !chosen.has(statement),
    ) as ScoredStatement[];
    const joints = JOINT_CHARACTERS * (missing.length - (chosen.size > 0 ? 0 : 1));
    const length = missing.reduce((sum, { text }) => sum + text.length, joints);
    if (length > characters) return false;
    for (const statement of missing) chosen.add(statement);
    characters -= length;
    return true;
  };
  if (!best) return [];
  if (!take([introductionOf(best, statements), best]) && !take([best]))
    return [{ statement: best, ...truncateStatement(best, subject, maxCharacters) }];
  for (const other of others) take([introductionOf(other, statements), other]);
  return [...chosen].sort((a, b) => a.place - b.place).map(whole);
}

/** The rows as one text, with words for omitted items; the worst rows are dropped when these words need the room. */
function joinRows(
  above: readonly ChosenStatement[],
  rows: readonly ChosenStatement[],
  all: readonly ScoredStatement[],
  subject: QuestionMatcher,
  maxCharacters: number,
): Quote {
  const parts = [...above, ...rows];
  const quote = joinStatements(parts, maxCharacters, {
    language: subject.language,
    hasMore: omitsItems(rows, all),
  });
  if (quote.spans.length === parts.length || rows.length < 2) return quote;
  // Lines above rows go last.
  const loose = rows.filter(({ statement }) => isRow(statement));
  const [worst] = (loose.length > 1 ? loose : rows).toSorted((a, b) => a.statement.score - b.statement.score);
  return joinRows(
    above,
    rows.filter((row) => row !== worst),
    all,
    subject,
    maxCharacters,
  );
}

/** Whether the list continues above the first or below the last chosen row. */
function omitsItems(rows: readonly ChosenStatement[], all: readonly ScoredStatement[]): boolean {
  const chosen = rows.map(({ statement }) => statement);
  const first = chosen.findIndex(({ kind }) => kind === 'item');
  const last = chosen.findLast(({ kind }) => kind === 'item');
  const isItem = (place: number) =>
    all.some((statement) => statement.place === place && statement.kind === 'item');
  const isIntroduced = INTRODUCES.test(chosen[first - 1]?.text ?? '');
  const startsLate = !isIntroduced && isItem((chosen[first]?.place ?? 0) - 1);
  return last !== undefined && (startsLate || isItem(last.place + 1));
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
