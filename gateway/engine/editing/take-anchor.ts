import { append } from '#common/long-lists.ts';
import type { Block } from '#gateway/engine/document.ts';
import { CONTEXT_WORDS, type EditAnchor } from './document-edit.ts';
import {
  comparePlaces,
  createHeadingPath,
  type DocumentItem,
  foldedWords,
  type ItemPlace,
  itemsOf,
} from './document-items.ts';

/** An anchor with the items that it names. */
export interface TakenAnchor {
  anchor: Omit<EditAnchor, 'readingId'>;
  items: DocumentItem[];
}

/** Takes the anchor of a run of items from blocks that come in order; undefined where the run is not in them. */
export function createAnchorTaker(first: ItemPlace, last: ItemPlace) {
  const path = createHeadingPath();
  const items: DocumentItem[] = [];
  let headings: string[] = [];
  let before: string[] = [];
  const after: string[] = [];
  let isEnded = false;
  let number = 0;
  function addItem(item: DocumentItem): void {
    if (comparePlaces(item, last) > 0) {
      if (after.length < CONTEXT_WORDS) append(after, foldedWords(item.text));
    } else if (comparePlaces(item, first) < 0)
      before = [...before, ...foldedWords(item.text)].slice(-CONTEXT_WORDS);
    else {
      if (items.length === 0) headings = path.current();
      items.push(item);
      isEnded = comparePlaces(item, last) === 0;
    }
  }
  return {
    add(blocks: readonly Block[]): void {
      for (const block of blocks) {
        for (const item of itemsOf(block, number)) addItem(item);
        path.add(block);
        number += 1;
      }
    },
    /** Whether no later block matters. */
    isDone: (): boolean => after.length >= CONTEXT_WORDS,
    end(): TakenAnchor | undefined {
      const [head] = items;
      if (!head || !isEnded || comparePlaces(head, first) !== 0) return undefined;
      const cell = items.length === 1 ? head.cells?.[0] : undefined;
      const firstCell = cell === undefined ? {} : { firstCell: foldedWords(cell).join(' ') };
      const context = { before, after: after.slice(0, CONTEXT_WORDS) };
      return { anchor: { headings, ...firstCell, ...context, first, last }, items };
    },
  };
}
