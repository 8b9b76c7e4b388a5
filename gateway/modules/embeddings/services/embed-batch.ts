import { embeddingPromptFor } from '#gateway/engine/vectors/embedding-prompts.ts';
import { quantiseVectors } from '#gateway/engine/vectors/quantise-vectors.ts';
import type { Ports } from '#gateway/modules/embeddings/ports/ports.ts';
import type { UnitVectors, VectorSpace } from '#gateway/modules/embeddings/ports/vectors.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { StoredPassage } from '#gateway/modules/units/model.ts';
import type { BatchSize } from './batch-sizer.ts';
import { embedCharged } from './charged-embed.ts';
import { PROBE_SENTENCES } from './model-probe.ts';

/** `written` is false when the unit was indexed again or removed meanwhile, or the vectors are not of this space. */
interface EmbeddedBatch {
  passages: number;
  tokens: number;
  written: boolean;
  /** Whether the server's vectors are of the space's length; others are not written. */
  hasMatchingDimensions: boolean;
}

/** Characters of all texts together. */
const MAX_BATCH_CHARACTERS = 24_000;

/** The next passages of a unit that have no vectors, as they are put to a model; none where they are not all there. */
export async function readBatch(
  ports: Pick<Ports, 'index'>,
  { botId, model, unit }: { botId: number; model: string; unit: UnitVectors },
  size: BatchSize,
): Promise<string[]> {
  const { unitId, generation, done } = unit;
  const last = Math.min(unit.passages, done + size.passages);
  const ordinals = Array.from({ length: last - done }, (_, index) => done + index);
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
  const { result, cost } = await embedCharged(
    ports,
    { botId, server, unitId },
    texts,
    async (vectors) => {
      const hasMatchingDimensions =
        vectors.length === texts.length && vectors.every(({ length }) => length === space.dims);
      const part = {
        first: done,
        count: texts.length,
        bytes: hasMatchingDimensions ? quantiseVectors(vectors) : new Uint8Array(),
      };
      return {
        hasMatchingDimensions,
        written: hasMatchingDimensions && (await ports.vectors.append(of, part)),
      };
    },
    signal,
  );
  return { passages: result.written ? texts.length : 0, tokens: cost.tokens, ...result };
}

/** At least one. */
function takeTexts(passages: readonly StoredPassage[], model: string, { characters }: BatchSize): string[] {
  const form = embeddingPromptFor(model);
  const texts: string[] = [];
  let all = 0;
  for (const { sectionTitle, text } of passages) {
    const put = form.passage(sectionTitle, text).slice(0, characters).toWellFormed();
    all += put.length;
    if (texts.length > 0 && all > MAX_BATCH_CHARACTERS) break;
    texts.push(put);
  }
  return texts;
}

/** Rejects as the server fails at a short sentence that it once had no trouble with; then it is not the texts. */
export async function checkServer(
  ports: Pick<Ports, 'ledger' | 'models' | 'clock'>,
  { botId, server }: { botId: number; server: ModelServer },
  signal?: AbortSignal,
): Promise<void> {
  const text = embeddingPromptFor(server.model).passage('', PROBE_SENTENCES[0]);
  const order = { botId, server, unitId: null };
  await embedCharged(ports, order, [text], () => undefined, signal);
}
