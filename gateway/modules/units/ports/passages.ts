import type { BlockBatch, DocumentFacts } from '#gateway/engine/document.ts';
import type { DocumentConverter } from '#gateway/modules/files/ports/files.ts';
import type { PictureAt, SectionSummary, StoredPassage } from '#gateway/modules/units/model.ts';

/** One generation of a unit. No number is given twice, also after the database was restored to an earlier state. */
export interface GenerationKey {
  botId: number;
  unitId: number;
  generation: number;
}

/** Passages and segments by generation; readers use only the generation that the unit names. */
export interface PassageIndex {
  /** Writes passages of a generation that nobody sees yet, in small transactions. Writing an ordinal again replaces it. */
  writePassages(botId: number, unitId: number, generation: number, passages: StoredPassage[]): Promise<void>;
  /** Takes back what was written from an ordinal on, in small transactions. */
  removePassages(botId: number, unitId: number, generation: number, fromOrdinal: number): Promise<void>;
  writeSegment(
    botId: number,
    unitId: number,
    generation: number,
    indexVersion: number,
    /**
     * By number, see `gateway/engine/segments/segment.ts`. Taken as they are made and written in small transactions; all
     * of them when this resolves.
     */
    parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void>;
  /** The version that a segment was built by; undefined where there is none. */
  segmentVersion(botId: number, unitId: number, generation: number): Promise<number | undefined>;
  /** The parts of these numbers; one that is not stored is absent from the map. */
  readSegmentParts(
    botId: number,
    unitId: number,
    generation: number,
    parts: readonly number[],
  ): Promise<Map<number, Uint8Array>>;
  /** The part of this number of many segments of a bot, by unit; a part that is not stored is absent from the map. */
  readPartOfUnits(
    botId: number,
    part: number,
    units: readonly Omit<GenerationKey, 'botId'>[],
  ): Promise<Map<number, Uint8Array>>;
  readPassages(
    botId: number,
    unitId: number,
    generation: number,
    ordinals: number[],
  ): Promise<StoredPassage[]>;
  pagePassages(
    botId: number,
    unitId: number,
    generation: number,
    offset: number,
    limit: number,
  ): Promise<{ items: StoredPassage[]; total: number }>;
  /** The passages of the generation that have one of these texts. */
  withTexts(
    botId: number,
    unitId: number,
    generation: number,
    texts: readonly string[],
  ): Promise<Pick<StoredPassage, 'ordinal' | 'sectionTitle' | 'text'>[]>;
  /** Whether two generations of a unit say the same, passage by passage. */
  hasSameText(botId: number, unitId: number, generation: number, other: number): Promise<boolean>;
  sections(botId: number, unitId: number, generation: number): Promise<SectionSummary[]>;
  /** The given generations that are published or being written. */
  filterCurrent(generations: readonly GenerationKey[]): Promise<GenerationKey[]>;
}

/** Callbacks of a reader while it reads a document. */
export interface ReadingListener {
  /** Takes the document bit by bit; the reader waits meanwhile. What it throws ends the reading. */
  onBatch: (batch: BlockBatch) => Promise<void> | void;
  /** Is told when a picture of text is begun to be recognised, which takes seconds each. */
  onPicture?: (picture: PictureAt) => void;
}

/**
 * Bytes of a source to blocks, within limits of time and memory. Rejects with ReadFailure, with `file-changed` where
 * `sha256` is given and is not that of the bytes.
 */
export interface DocumentReader extends DocumentConverter {
  /**
   * The document goes to the listener; what is known of it beside comes last. With `url`, a page that is a sign-in page,
   * an error page, a wall or a shell is refused, unless that reason is `accepted`.
   */
  read(
    source: {
      blob: string;
      format: string;
      name: string;
      charset?: string;
      url?: string;
      accepted?: readonly string[];
      sha256?: string;
    },
    listener: ReadingListener,
    signal?: AbortSignal,
  ): Promise<DocumentFacts>;
}
