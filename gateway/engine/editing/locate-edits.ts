import type { Block } from '#gateway/engine/document.ts';
import { CONTEXT_WORDS, type DocumentEdit, type EditLocation } from './document-edit.ts';
import {
  CELL_SEPARATOR,
  createHeadingPath,
  type DocumentItem,
  foldedWords,
  type ItemPlace,
  itemsOf,
} from './document-items.ts';

/** Words on each side by which a place is found whose own words changed, and by which one of several is told. */
const NEAR_WORDS = 5;
const NEXT_WORDS = 2;

/**
 * The fewer words a run has, the more of its surroundings have to be the same: headings, words before, words after. A long
 * text that stands once was moved; two words under another heading are of something else.
 */
const requiredAgreement = (words: number): number => (words >= 12 ? 0 : words >= 6 ? 1 : 2);

/** Characters of what stands in the place of an edit now. */
const MAX_NOW = 4000;

/** A run of items with the words that were looked for. */
interface Match {
  first: ItemPlace;
  last: ItemPlace;
  headings: string;
  before: string[];
  after: string[];
}

/** A run of words that is being looked for. */
interface Search {
  items: readonly string[];
  matches: Match[];
  begun: { match: Match; count: number }[];
}

const near = (words: readonly string[], side: 'before' | 'after', count = NEAR_WORDS): string =>
  (side === 'before' ? words.slice(-count) : words.slice(0, count)).join(' ');

const createSearch = (items: readonly string[]): Search => ({ items, matches: [], begun: [] });

const wordsOf = (texts: readonly string[]): string[] => texts.map((text) => foldedWords(text).join(' '));

/** What an edit made of its items, as items. */
function itemsAfter({ kind, before, after, anchor }: DocumentEdit): string[] {
  if (kind === 'hide') return [];
  const texts = anchor.firstCell === undefined || kind === 'insert' ? after : [after.join(CELL_SEPARATOR)];
  return wordsOf(kind === 'insert' ? [...before, ...texts] : texts);
}

/** The searches for an edit: for its items, for its result, and for the place of its items. */
function createEditSearch(edit: DocumentEdit) {
  const result = itemsAfter(edit);
  return {
    edit,
    source: createSearch(wordsOf(edit.before)),
    made: result.length > 0 ? createSearch(result) : undefined,
    place: createPlaceSearch(edit),
  };
}
type EditSearch = ReturnType<typeof createEditSearch>;

/** Finds edits in a reading that comes block by block, holding some words of it and no block. */
export function createLocator(readingId: number, edits: readonly DocumentEdit[]) {
  const path = createHeadingPath();
  const searches = edits.map(createEditSearch);
  const open = new Set<Match>();
  let before: string[] = [];
  let number = 0;

  function follow(search: Search, item: DocumentItem, words: string, headings: string): void {
    const place = { block: item.block, row: item.row };
    search.begun.push({ match: { first: place, last: place, headings, before, after: [] }, count: 0 });
    search.begun = search.begun.filter((begun) => {
      if (search.items[begun.count] !== words) return false;
      begun.count += 1;
      begun.match.last = place;
      if (begun.count < search.items.length) return true;
      search.matches.push(begun.match);
      open.add(begun.match);
      return false;
    });
  }

  function addItem(item: DocumentItem): void {
    const list = foldedWords(item.text);
    const words = list.join(' ');
    const headings = path.current().join('\n');
    for (const match of open) {
      match.after.push(...list.slice(0, NEAR_WORDS));
      if (match.after.length >= NEAR_WORDS) open.delete(match);
    }
    for (const { source, made, place } of searches) {
      follow(source, item, words, headings);
      if (made) follow(made, item, words, headings);
      place.add(item, list, { headings, before: near(before, 'before') });
    }
    before = [...before, ...list].slice(-CONTEXT_WORDS);
  }

  return {
    add(blocks: readonly Block[]): void {
      for (const block of blocks) {
        for (const item of itemsOf(block, number)) addItem(item);
        path.add(block);
        number += 1;
      }
    },
    /** After the last block: where each edit is, by its id. */
    end: (): Map<number, EditLocation> =>
      new Map(
        searches.map((search): [number, EditLocation] => [search.edit.id, locationOf(search, readingId)]),
      ),
  };
}

function locationOf({ edit, source, made, place }: EditSearch, readingId: number): EditLocation {
  const { kind } = edit;
  const match = choose(edit, readingId, source.matches);
  const isMade = made !== undefined && choose(edit, readingId, made.matches, 1) !== undefined;
  if (isMade && (kind === 'insert' || !match)) return { state: 'ended' };
  if (match) return { state: 'applied', first: match.first, last: match.last };
  const isGone = kind === 'hide' && source.matches.length === 0 && place.isJoined();
  return isGone ? { state: 'ended' } : { state: 'conflict', now: place.now() };
}

/** The one match that agrees best with the anchor, and well enough; undefined where two agree as well. */
function choose(
  { anchor, before }: DocumentEdit,
  readingId: number,
  matches: readonly Match[],
  leastAgreement = 0,
): Match | undefined {
  if (anchor.readingId === readingId) {
    const { block, row } = anchor.first;
    const own = matches.find(({ first }) => first.block === block && first.row === row);
    if (own) return own;
  }
  const headings = anchor.headings.join('\n');
  const scored = matches.map((match) => {
    const agreements = [
      match.headings === headings,
      near(match.before, 'before', NEXT_WORDS) === near(anchor.before, 'before', NEXT_WORDS),
      near(match.after, 'after', NEXT_WORDS) === near(anchor.after, 'after', NEXT_WORDS),
    ];
    return { match, score: agreements.filter(Boolean).length };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  const [first, second] = scored.filter(({ score }) => score === best);
  const words = wordsOf(before).join(' ').split(' ').length;
  return first && !second && best >= Math.max(leastAgreement, requiredAgreement(words))
    ? first.match
    : undefined;
}

/** Looks for what stands where the items of an anchor stood: after the same words, or in the row of the same first cell. */
function createPlaceSearch({ anchor, before: items }: DocumentEdit) {
  const { firstCell } = anchor;
  const headings = anchor.headings.join('\n');
  const before = near(anchor.before, 'before');
  const after = near(anchor.after, 'after');
  let now: string | undefined;
  let missing = 0;
  let next: string[] | undefined;
  let isJoined = false;
  return {
    add(item: DocumentItem, words: readonly string[], point: { headings: string; before: string }): void {
      if (next && next.length < NEAR_WORDS) {
        next.push(...words);
        if (near(next, 'after') === after) isJoined = true;
      }
      if (missing > 0) {
        missing -= 1;
        now = `${now}\n${item.text}`.slice(0, MAX_NOW);
      }
      const isOfRow =
        firstCell !== undefined &&
        foldedWords(item.cells?.[0] ?? '').join(' ') === firstCell &&
        firstCell !== '';
      const isOfPlace = before !== '' && point.before === before;
      if (point.headings !== headings || now !== undefined || !(isOfRow || isOfPlace)) return;
      next = [...words];
      isJoined = near(next, 'after') === after;
      now = item.text.slice(0, MAX_NOW);
      missing = isOfRow ? 0 : items.length - 1;
    },
    now: () => (isJoined && after !== '' ? null : (now ?? null)),
    /** Whether the words before and after follow each other. */
    isJoined: () => isJoined,
  };
}
