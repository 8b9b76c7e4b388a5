import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import { pickQuantised } from '#gateway/engine/vectors/quantise-vectors.ts';
import type { Ports } from '#gateway/modules/embeddings/ports/ports.ts';
import type { UnitVectors, VectorSpace } from '#gateway/modules/embeddings/ports/vectors.ts';
import type { StoredPassage } from '#gateway/modules/units/model.ts';

/** By ordinal: the passage of another generation of the unit with the same text, whose vector is copied. */
export type VectorCopies = Map<number, { generation: number; ordinal: number }>;

const PASSAGES_PER_LOOK = 500;

/** Passages of a unit that need no vector of a server, since another generation has vectors of their texts in this space. */
export async function findCopies(
  { index, vectors }: Pick<Ports, 'index' | 'vectors'>,
  { botId, id: space }: VectorSpace,
  { unitId, generation, done, passages: count }: UnitVectors,
): Promise<VectorCopies> {
  const copies: VectorCopies = new Map();
  const sets = await vectors.sets(botId, unitId, space);
  const others = sets.filter((set) => set.generation !== generation);
  if (others.length === 0) return copies;
  for (let from = done; from < count; from += PASSAGES_PER_LOOK) {
    const length = Math.min(PASSAGES_PER_LOOK, count - from);
    const ordinals = Array.from({ length }, (_, place) => from + place);
    const passages = await index.readPassages(botId, unitId, generation, ordinals);
    for (const set of others) {
      const open = passages.filter(({ ordinal }) => !copies.has(ordinal));
      if (open.length === 0) break;
      const texts = open.map(({ text }) => text);
      const same = await index.withTexts(botId, unitId, set.generation, texts);
      const embedded = same.filter(({ ordinal }) => ordinal < set.done);
      const places = new Map(embedded.map((passage) => [keyOf(passage), passage.ordinal]));
      for (const passage of open) {
        const ordinal = places.get(keyOf(passage));
        if (ordinal !== undefined) copies.set(passage.ordinal, { generation: set.generation, ordinal });
      }
      await yieldToEventLoop();
    }
  }
  return copies;
}

/** What is put to a model is made of both. */
const keyOf = ({ sectionTitle, text }: Pick<StoredPassage, 'sectionTitle' | 'text'>): string =>
  JSON.stringify([sectionTitle, text]);

/** Packed vectors of these passages, by ordinal; vectors that were swept meanwhile, and texts that got none, leave the copies. */
export async function readCopies(
  { vectors }: Pick<Ports, 'vectors'>,
  { botId, id: space, dims }: VectorSpace,
  unitId: number,
  { copies, ordinals }: { copies: VectorCopies; ordinals: readonly number[] },
): Promise<Map<number, Uint8Array>> {
  const copied = new Map<number, Uint8Array>();
  let part: Awaited<ReturnType<typeof vectors.partOf>>;
  let partGeneration = 0;
  for (const ordinal of ordinals) {
    const from = copies.get(ordinal);
    if (!from) continue;
    const { generation } = from;
    const isInPart =
      part !== undefined &&
      partGeneration === generation &&
      from.ordinal >= part.first &&
      from.ordinal < part.first + part.count;
    if (!isInPart) part = await vectors.partOf({ botId, unitId, generation, space }, from.ordinal);
    partGeneration = generation;
    const vector =
      part && pickQuantised(part.bytes, { count: part.count, dims, row: from.ordinal - part.first });
    if (vector) copied.set(ordinal, vector);
    else copies.delete(ordinal);
  }
  return copied;
}
