import type { Block } from '#gateway/engine/document.ts';
import type { ReadingFacts, ReadingOrigin, StoredReading } from '#gateway/modules/units/model.ts';

/** Parts of a reading are missing, or cannot be decoded. */
export class ReadingDamagedError extends Error {
  constructor(cause?: unknown) {
    super('a stored reading is not as it was written', { cause });
    this.name = 'ReadingDamagedError';
  }
}

/** Writes one reading in small transactions. Whoever gives up leaves a reading without an end, which is swept. */
export interface ReadingWriter {
  /** Takes blocks in reading order. */
  add(blocks: readonly Block[]): Promise<void>;
  /** Makes the reading whole; its id. */
  end(facts: ReadingFacts): Promise<number>;
}

/** What readers made of files and pages. */
export interface ReadingStore {
  /** Begins a reading. Nothing is written before there are blocks enough for a part, or the end. */
  begin(origin: ReadingOrigin): ReadingWriter;
  /** The whole readings of a version of a unit by the id of their source, in its order. */
  ofVersion(
    botId: number,
    unitId: number,
    version?: number | 'live' | 'draft',
  ): Promise<Map<number, StoredReading>>;
  /** The dry readings that sources of a unit took when they were registered, by source. */
  takenBefore(botId: number, unitId: number): Promise<Map<number, StoredReading>>;
  /** Sources of live versions by the hash of their text. */
  sameTexts(botId: number, hashes: readonly string[]): Promise<Map<string, { unitId: number; id: number }[]>>;
  /** A whole reading; undefined where there is none. */
  get(botId: number, id: number): Promise<StoredReading | undefined>;
  /** Blocks in reading order, some hundred at a time. Throws `ReadingDamagedError`. */
  blocks(reading: Pick<StoredReading, 'botId' | 'id' | 'parts' | 'blocks'>): AsyncGenerator<Block[]>;
  /**
   * Removes a slice of a reading that was begun before this moment and that no version has, unless its unit is being
   * indexed; undefined where none is left.
   */
  sweep(begunBefore: Date): Promise<number | undefined>;
}
