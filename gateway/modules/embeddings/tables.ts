/** Rows of vectors. */
export interface EmbeddingsTables {
  /** A space of comparable vectors: of one model, with one configuration. `probe`: see `gateway/modules/embeddings/services/model-probe.ts`. */
  vector_space: {
    bot_id: number;
    id: number;
    model: string;
    /** How texts are put to the model: a name of `gateway/engine/vectors/embedding-prompts.ts`. */
    form: string;
    dims: number;
    probe: Uint8Array;
  };
  /** How many passages of a generation have vectors: always the first ones, without a gap. */
  vector_set: { bot_id: number; unit_id: number; generation: number; space: number; done: number };
  /** Vectors of `count` passages from the ordinal `first` on, packed as `gateway/engine/vectors/quantise-vectors.ts` does. */
  vector_part: {
    bot_id: number;
    unit_id: number;
    generation: number;
    space: number;
    first: number;
    count: number;
    bytes: Uint8Array;
  };
  /** A row: no vectors are made for the bot. */
  vector_pause: { bot_id: number; paused_on: number };
}
