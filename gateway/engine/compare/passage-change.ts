/** A passage of one of the two texts. */
export interface ComparedPassage {
  ordinal: number;
  sourceId: number;
  text: string;
  sectionTitle: string;
  page?: number | null;
}

/**
 * `only`: nothing but tashkeel, the form of digits or the section title differs. The text of `before` may come from
 * several passages, where borders shifted; it has the place of the first.
 */
export interface PassageChange {
  kind: 'added' | 'removed' | 'changed' | 'moved';
  only: 'tashkeel' | 'digits' | 'section' | null;
  before: ComparedPassage | null;
  after: ComparedPassage | null;
}

/** Changes in the order of the later text. `same`: passages of the later text that are not among the changes. */
export interface PassageComparison {
  counts: Record<PassageChange['kind'] | 'same', number>;
  changes: PassageChange[];
}

/** A change with its place in the later text; what was removed stands between two passages. */
export interface PlacedChange extends PassageChange {
  place: number;
}

/** Awaited between pieces of work of some milliseconds. */
export type Pause = () => Promise<void>;
