import type { ItemPlace } from './document-items.ts';

/** What an edit does with a run of items. */
export type EditKind = 'hide' | 'replace' | 'insert';

/** Words before and after a run of items by which it is found again. */
export const CONTEXT_WORDS = 30;

/** Where an edit belongs, in a reading and in all later ones. Words are folded. */
export interface EditAnchor {
  /** Of the headings above, outermost first. */
  headings: string[];
  /** Of the first cell, where the run is a row of a table. */
  firstCell?: string;
  /** Up to `CONTEXT_WORDS` words on each side. */
  before: string[];
  after: string[];
  /** The reading that it was made on, and the run of items there, ends included. */
  readingId: number;
  first: ItemPlace;
  last: ItemPlace;
}

/** A change of what was read, kept apart from it. */
export interface DocumentEdit {
  id: number;
  kind: EditKind;
  anchor: EditAnchor;
  /** The text of the source, an item each. */
  before: string[];
  /** The text of an item, its cells in place of it for a row, or the paragraphs that are added; empty of what is hidden. */
  after: string[];
}

/**
 * Where an edit is in a reading. `ended`: the source says the same now. `conflict`: the words were changed, or stand nowhere
 * or twice; `now` is what stands in their place, null where that cannot be told.
 */
export type EditLocation =
  | { state: 'applied'; first: ItemPlace; last: ItemPlace }
  | { state: 'ended' }
  | { state: 'conflict'; now: string | null };
