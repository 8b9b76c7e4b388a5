import type { WeighedStatement } from './weigh-statements.ts';

/** An answer's text and the passages it was taken from, by index, in the order of the text. */
export interface Quote {
  text: string;
  from: number[];
}

const BULLET = /^[•◦▪‣·–—*-]\s+/u;

/**
 * The chosen statements as one readable text: those of a passage in reading order, the best one's passage first, a gap
 * shown by an ellipsis, items and rows on lines of their own. A list whose heading or introduction answers, rather than
 * any one of its items, is quoted whole as far as `maxCharacters` allow.
 */
export function composeQuote(
  chosen: readonly WeighedStatement[],
  statements: readonly (readonly WeighedStatement[])[],
  maxCharacters: number,
): Quote {
  const parts: WeighedStatement[] = [];
  for (const passage of new Set(chosen.map((statement) => statement.passage))) {
    const all = statements[passage] ?? [];
    const places = new Set(
      chosen.flatMap((statement) => (statement.passage === passage ? withItsList(statement, all) : [])),
    );
    parts.push(...all.filter(({ place }) => places.has(place)));
  }
  let text = '';
  const from = new Set<number>();
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1];
    const words = parts.length === 1 ? part.text.replace(BULLET, '') : part.text;
    const added = before ? join(before, part) + words : words;
    // The best statement comes in whatever its length; what does not fit after it is left out.
    if (before && text.length + added.length > maxCharacters) break;
    text += added;
    from.add(part.passage);
  }
  return { text: cutAfterWord(text, maxCharacters), from: [...from] };
}

/** Places of the statement and, where it stands for a list, of the list. */
function withItsList(statement: WeighedStatement, all: readonly WeighedStatement[]): number[] {
  const isItem = (place: number) => all[place]?.kind === 'item';
  const announces = /[:：]$/u.test(statement.text) && isItem(statement.place + 1);
  const standsForList = statement.kind === 'item' && statement.direct < statement.credit / 2;
  if (!announces && !standsForList) return [statement.place];
  let first = statement.place;
  let last = statement.place;
  if (standsForList) while (isItem(first - 1)) first--;
  while (isItem(last + 1)) last++;
  if (standsForList && /[:：]$/u.test(all[first - 1]?.text ?? '')) first--;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function join(before: WeighedStatement, after: WeighedStatement): string {
  if (before.passage !== after.passage || before.kind !== 'sentence' || after.kind !== 'sentence')
    return '\n';
  return after.place === before.place + 1 ? ' ' : ' … ';
}

function cutAfterWord(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = firstOf(text, most - 2);
  const space = cut.search(/\s\S*$/u);
  const words = (space > most / 2 ? cut.slice(0, space) : cut).trimEnd();
  // Where there is no room for both, a beginning says more than an ellipsis.
  return words === '' ? firstOf(text, most) || firstOf(text, 2) : `${words} …`;
}

/** The beginning of a text, no pair of surrogates cut in two. */
function firstOf(text: string, count: number): string {
  const first = text.slice(0, Math.max(0, count));
  return first.isWellFormed() ? first : first.slice(0, -1);
}
