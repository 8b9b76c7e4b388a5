import type { ModelServer, StoredPassage } from '#gateway/model.ts';
import type { Ports, UnitVectors, VectorSpace } from '#gateway/ports.ts';
import { formOf } from '#gateway/search/meaning/forms.ts';
import { packVectors } from '#gateway/search/meaning/pack-vectors.ts';
import { embedCharged } from './charged-embed.ts';
import type { BatchSize } from './sizing.ts';

/** `written` is false when the unit was indexed again or removed meanwhile, or the vectors are not of this space. */
export interface EmbeddedBatch {
  passages: number;
  tokens: number;
  written: boolean;
  /** The server's vectors are of another length than the space's. */
  fits: boolean;
}

/** Characters of all texts together. */
const CHARACTERS_AT_ONCE = 24_000;

/** The next passages of a unit that have no vectors, as they are put to a model; none where they are not all there. */
export async function readBatch(
  ports: Pick<Ports, 'index'>,
  { botId, model, unit }: { botId: number; model: string; unit: UnitVectors },
  size: BatchSize,
): Promise<string[]> {
  const { unitId, generation, done } = unit;
  const last = Math.min(unit.passages, done + size.passages);
  const ordinals = Array.from({ length: last - done }, (_, at) => done + at);
  const passages = await ports.index.readPassages(botId, unitId, generation, ordinals);
  return passages.length < ordinals.length ? [] : takeTexts(passages, model, size);
}

/** Texts of the next passages of a unit: put to the server, written down, and paid. */
export async function embedBatch(
  ports: Pick<Ports, 'ledger' | 'models' | 'clock' | 'vectors'>,
  { server, space, unit }: { server: ModelServer; space: VectorSpace; unit: UnitVectors },
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<EmbeddedBatch> {
  const { botId } = space;
  const { unitId, generation, done } = unit;
  const of = { botId, unitId, generation, space: space.id };
  const { kept, cost } = await embedCharged(
    ports,
    { botId, server, unitId },
    texts,
    async (vectors) => {
      const fits = vectors.length === texts.length && vectors.every(({ length }) => length === space.dims);
      const part = {
        first: done,
        count: texts.length,
        bytes: fits ? packVectors(vectors) : new Uint8Array(),
      };
      return { fits, written: fits && (await ports.vectors.append(of, part)) };
    },
    signal,
  );
  return { passages: kept.written ? texts.length : 0, tokens: cost.tokens, ...kept };
}

/** At least one. */
function takeTexts(passages: readonly StoredPassage[], model: string, { characters }: BatchSize): string[] {
  const form = formOf(model);
  const texts: string[] = [];
  let all = 0;
  for (const { sectionTitle, text } of passages) {
    const put = form.passage(sectionTitle, text).slice(0, characters).toWellFormed();
    all += put.length;
    if (texts.length > 0 && all > CHARACTERS_AT_ONCE) break;
    texts.push(put);
  }
  return texts;
}
