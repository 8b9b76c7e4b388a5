import type { ChosenStatement } from './choose-statements.ts';
import type { WeighedStatement } from './weigh-statements.ts';

/** An answer's text and the passages it was taken from, by index, in the order of the text. */
export interface Quote {
  text: string;
  from: number[];
  /** The same, exactly: each is a stretch of a passage that stands in the text as it stands there. */
  spans: QuoteSpan[];
}

/** A stretch of a passage, in UTF-16 offsets into its text. */
export interface QuoteSpan {
  passage: number;
  start: number;
  end: number;
}

const BULLET = /^[•◦▪‣·–—*-]\s+/u;

/**
 * The chosen statements as one readable text: those of a passage in reading order, the best one's passage first, what
 * is left out shown by an ellipsis, items and rows on lines of their own. A list whose heading or introduction answers,
 * rather than any one of its items, is quoted whole as far as `room` (characters) allows. The first of the chosen is
 * quoted in any case.
 */
export function composeQuote(
  chosen: readonly ChosenStatement[],
  statements: readonly (readonly WeighedStatement[])[],
  room: number,
): Quote {
  const best = chosen[0];
  if (!best) return { text: '', from: [], spans: [] };
  const parts = [...new Set(chosen.map(({ statement }) => statement.passage))].flatMap((passage) =>
    orderParts(chosen, passage, statements[passage] ?? []),
  );
  const quote = joinParts(parts, room);
  const holdsBest = quote.spans.some(
    ({ passage, start }) => passage === best.statement.passage && start === best.statement.start + best.start,
  );
  return holdsBest || chosen.length === 1 ? quote : joinParts([best], room);
}

/** What is quoted of one passage, in reading order. */
function orderParts(
  chosen: readonly ChosenStatement[],
  passage: number,
  all: readonly WeighedStatement[],
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
  return [...parts.values()].sort((one, other) => one.statement.place - other.statement.place);
}

function joinParts(parts: readonly ChosenStatement[], room: number): Quote {
  let text = '';
  const from = new Set<number>();
  const spans: QuoteSpan[] = [];
  for (const [index, part] of parts.entries()) {
    const { statement } = part;
    const bullet =
      parts.length === 1 && part.start === 0 ? (BULLET.exec(statement.text)?.[0].length ?? 0) : 0;
    const start = part.start + bullet;
    const before = parts[index - 1];
    const added = before ? join(before, part) : part.start > 0 ? '… ' : '';
    const words = statement.text.slice(start, part.end);
    const after = part.end < statement.text.length ? ' …' : '';
    if (before && text.length + added.length + words.length + after.length > room) break;
    // The joint shows what is left out behind the part before it.
    text =
      (before && added.startsWith(' …') && text.endsWith(' …') ? text.slice(0, -2) : text) +
      added +
      words +
      after;
    from.add(statement.passage);
    spans.push({
      passage: statement.passage,
      start: statement.start + start,
      end: statement.start + part.end,
    });
  }
  return { text, from: [...from], spans };
}

/** Places of the statement and, where it stands for a list, of the list. */
function withItsList(statement: WeighedStatement, all: readonly WeighedStatement[]): number[] {
  const isItem = (place: number) => all[place]?.kind === 'item';
  const announces = /[:：]$/u.test(statement.text) && isItem(statement.place + 1);
  const { direct, before, title } = statement.signs;
  const standsForList = statement.kind === 'item' && direct < (before + title) / 2;
  if (!announces && !standsForList) return [statement.place];
  let first = statement.place;
  let last = statement.place;
  if (standsForList) while (isItem(first - 1)) first--;
  while (isItem(last + 1)) last++;
  if (standsForList && /[:：]$/u.test(all[first - 1]?.text ?? '')) first--;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function join(before: ChosenStatement, after: ChosenStatement): string {
  const [one, other] = [before.statement, after.statement];
  if (one.passage !== other.passage || one.kind !== 'sentence' || other.kind !== 'sentence')
    return after.start > 0 ? '\n… ' : '\n';
  const adjoins = other.place === one.place + 1 && before.end === one.text.length && after.start === 0;
  return adjoins ? ' ' : ' … ';
}
