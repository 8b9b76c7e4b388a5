/** A space of comparable vectors: vectors of one model, made in one form. */
interface NewVectorSpace {
  model: string;
  /** How texts are put to the model: a name of `gateway/engine/vectors/embedding-prompts.ts`. */
  form: string;
  /** Numbers a vector. */
  dims: number;
  /** Vectors of the probe's sentences, one behind the other. */
  probe: Float32Array;
}

/** The space of a bot's vectors by one model and server. */
export interface VectorSpace extends NewVectorSpace {
  botId: number;
  id: number;
}

/** Which vectors: of a unit's generation, in a space. */
export interface VectorSetKey {
  botId: number;
  unitId: number;
  generation: number;
  space: number;
}

/** How far the published generation of a unit has vectors. */
export interface UnitVectors {
  unitId: number;
  generation: number;
  /** Of its segment. */
  passages: number;
  /** The first ones that have vectors, or were given up. */
  done: number;
}

/**
 * Vectors of passages from the ordinal `first` on, packed as `gateway/engine/vectors/quantise-vectors.ts` does; no bytes where
 * no server could make any of these.
 */
interface VectorChunk {
  first: number;
  count: number;
  bytes: Uint8Array;
}

/** Vectors of passages, by bot, generation and space. They go with their generation, their unit and their bot. */
export interface VectorStore {
  /** Of this model, the oldest first. */
  spaces(botId: number, model: string): Promise<VectorSpace[]>;
  addSpace(botId: number, space: NewVectorSpace): Promise<VectorSpace>;
  /** Of every unit that can answer now, that published last first; in no space, none has any. */
  unitProgress(botId: number, space: number | null): Promise<UnitVectors[]>;
  /** Passages of those units that were given up: parts without bytes. */
  countSkipped(botId: number, space: number): Promise<number>;
  /**
   * Adds vectors behind those that are there, in one small transaction. False, and nothing is written, when the generation
   * is no longer wanted or others were added at this place meanwhile.
   */
  append(of: VectorSetKey, part: VectorChunk): Promise<boolean>;
  /** Of these units, how many passages of the generation named have vectors; absent from the map: none. */
  embeddedCounts(
    botId: number,
    space: number,
    units: readonly { id: number; generation: number }[],
  ): Promise<Map<number, number>>;
  /** Generations of a unit that have vectors in a space, the newest first, and how many of their passages do. */
  sets(botId: number, unitId: number, space: number): Promise<{ generation: number; done: number }[]>;
  /** The part that has the passage of this ordinal; undefined where none has. */
  partOf(of: VectorSetKey, ordinal: number): Promise<VectorChunk | undefined>;
  /** The next parts whose first ordinal is `from` or later, in order, at most `limit`. */
  read(of: VectorSetKey, from: number, limit: number): Promise<VectorChunk[]>;
  /** Removes the bot's other spaces, and at most `limit` parts of theirs; how many parts went. */
  deleteOtherSpaces(botId: number, space: number, limit: number): Promise<number>;
  /** Since when a person wants no vectors made; null: they are made. */
  pausedOn(botId: number): Promise<Date | null>;
  /** Null: goes on. */
  setPaused(botId: number, on: Date | null): Promise<void>;
}
