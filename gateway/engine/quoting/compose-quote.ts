import type { Language } from './answer-words.ts';
import type { ChosenStatement } from './choose-statements.ts';
import type { ScoredStatement } from './score-statements.ts';
import type { TextSpan } from './truncate-statement.ts';

/** An answer's text and the passages it was taken from, by index, in the order of the text. */
export interface Quote {
  text: string;
  from: number[];
  /** The quoted spans, in the order of the text. */
  spans: QuoteSpan[];
}

/** A verbatim part of an answer, by UTF-16 offsets into the passage and into the answer. */
export interface QuoteSpan {
  /** Index of the passage among those given. */
  passage: number;
  inPassage: TextSpan;
  inAnswer: TextSpan;
}

/** Ends a line that introduces a list. */
export const INTRODUCES = /[:：]$/u;

/** Words in place of omitted items of a list. */
const LEFT_OUT = {
  between: { ar: '(بنود غير معروضة هنا)', en: '(some items are left out here)' },
  rest: { ar: '(البقية في المصدر)', en: '(the rest is in the source)' },
} as const;

const BULLET = /^[•◦▪‣·–—*-]\s+/u;

/**
 * The chosen statements as one readable text: those of a passage in reading order, the best one's passage first, what
 * is left out shown by an ellipsis, items and rows on lines of their own. A list whose heading or introduction answers,
 * rather than any one of its items, is quoted whole as far as `maxCharacters` allows. The first of the chosen is
 * quoted in any case.
 */
export function composeQuote(
  chosen: readonly ChosenStatement[],
  statements: readonly (readonly ScoredStatement[])[],
  maxCharacters: number,
  language: Language,
): Quote {
  const best = chosen[0];
  if (!best) return { text: '', from: [], spans: [] };
  const parts = [...new Set(chosen.map(({ statement }) => statement.passage))].flatMap((passage) =>
    orderParts(chosen, passage, statements[passage] ?? []),
  );
  const quote = joinStatements(parts, maxCharacters, { language });
  const holdsBest = quote.spans.some(
    ({ passage, inPassage }) =>
      passage === best.statement.passage &&
      inPassage.start >= best.statement.start + best.start &&
      inPassage.end <= best.statement.start + best.end,
  );
  return holdsBest || chosen.length === 1 ? quote : joinStatements([best], maxCharacters, { language });
}

/** The quoted parts of one passage, in reading order. */
function orderParts(
  chosen: readonly ChosenStatement[],
  passage: number,
  all: readonly ScoredStatement[],
): ChosenStatement[] {
  const parts = new Map<number, ChosenStatement>();
  for (const part of chosen)
    if (part.statement.passage === passage)
      for (const place of withItsList(part.statement, all)) {
        const statement = all[place];
        if (statement && !parts.has(place))
          parts.set(
            place,
            statement === part.statement ? part : { statement, start: 0, end: statement.text.length },
          );
      }
  return [...parts.values()].sort((a, b) => a.statement.place - b.statement.place);
}

/**
 * Statements as one text, in the order given, what is left out shown by ellipses, or in words where it is items of a
 * list. The first is quoted in any case, the others as far as `maxCharacters` allows. `hasMore`: items are left out
 * around those given.
 */
export function joinStatements(
  parts: readonly ChosenStatement[],
  maxCharacters: number,
  { language, hasMore = false }: { language: Language; hasMore?: boolean },
): Quote {
  let text = '';
  let isCut = hasMore;
  const spans: QuoteSpan[] = [];
  for (const [index, part] of parts.entries()) {
    const { statement } = part;
    const alone = parts.length === 1 && part.start === 0;
    const start = part.start + (alone ? (BULLET.exec(statement.text)?.[0].length ?? 0) : 0);
    const words = statement.text.slice(start, part.end);
    const before = parts[index - 1];
    const opening = before ? join(before, part, language) : part.start > 0 ? '… ' : '';
    const ending = part.end < statement.text.length ? ' …' : '';
    // One ellipsis is enough between two parts.
    const said = opening.startsWith(' …') && text.endsWith(' …') ? text.slice(0, -2) : text;
    const fits = said.length + opening.length + words.length + ending.length <= maxCharacters;
    if (before && !fits) {
      isCut ||= parts.slice(index).some((part) => part.statement.kind === 'item');
      break;
    }
    // Where there is no room for both, words say more than an ellipsis.
    const offset = fits ? said.length + opening.length : 0;
    text = fits ? said + opening + words + ending : words;
    spans.push({
      passage: statement.passage,
      inPassage: { start: statement.start + start, end: statement.start + part.end },
      inAnswer: { start: offset, end: offset + words.length },
    });
  }
  if (isCut) {
    const rest = `\n${LEFT_OUT.rest[language]}`;
    while (spans.length > 1 && text.length + rest.length > maxCharacters) {
      spans.pop();
      text = text.slice(0, spans.at(-1)?.inAnswer.end);
    }
    if (text.length + rest.length <= maxCharacters) text += rest;
  }
  return { text, from: [...new Set(spans.map(({ passage }) => passage))], spans };
}

/** Places of the statement and, where it stands for a list, of the list. */
function withItsList(statement: ScoredStatement, all: readonly ScoredStatement[]): number[] {
  const isItem = (place: number) => all[place]?.kind === 'item';
  const announces = INTRODUCES.test(statement.text) && isItem(statement.place + 1);
  const { direct, before, title } = statement.features;
  const standsForList = statement.kind === 'item' && direct < (before + title) / 2;
  if (!announces && !standsForList) return [statement.place];
  let first = statement.place;
  let last = statement.place;
  if (standsForList) while (isItem(first - 1)) first--;
  while (isItem(last + 1)) last++;
  if (standsForList && INTRODUCES.test(all[first - 1]?.text ?? '')) first--;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function join(before: ChosenStatement, after: ChosenStatement, language: Language): string {
  const [first, second] = [before.statement, after.statement];
  if (first.passage !== second.passage) return after.start > 0 ? '\n… ' : '\n';
  const follows = second.place === first.place + 1;
  if (first.kind !== 'sentence' || second.kind !== 'sentence') {
    const isInList = first.kind === 'item' || INTRODUCES.test(first.text);
    const leavesItems = !follows && isInList && second.kind === 'item';
    return `${leavesItems ? `\n${LEFT_OUT.between[language]}` : ''}\n${after.start > 0 ? '… ' : ''}`;
  }
  const adjoins = follows && before.end === first.text.length && after.start === 0;
  // An answer stands below its question.
  if (first.asks !== second.asks) return adjoins ? '\n' : '\n… ';
  return adjoins ? ' ' : ' … ';
}
