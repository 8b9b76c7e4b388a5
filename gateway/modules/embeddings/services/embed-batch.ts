import { embeddingPromptFor } from '#gateway/engine/vectors/embedding-prompts.ts';
import { joinQuantised, quantiseVectors } from '#gateway/engine/vectors/quantise-vectors.ts';
import type { Ports } from '#gateway/modules/embeddings/ports/ports.ts';
import type { UnitVectors, VectorSpace } from '#gateway/modules/embeddings/ports/vectors.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { StoredPassage } from '#gateway/modules/units/model.ts';
import type { BatchSize } from './batch-sizer.ts';
import { embedCharged } from './charged-embed.ts';
import { readCopies, type VectorCopies } from './copy-vectors.ts';
import { PROBE_SENTENCES } from './model-probe.ts';

/** `written` is false when the unit was indexed again or removed meanwhile, or the vectors are not of this space. */
interface EmbeddedBatch {
  /** That got a vector of the server, and of another generation. */
  passages: number;
  copied: number;
  tokens: number;
  written: boolean;
  /** Whether the server's vectors are of the space's length; others are not written. */
  hasMatchingDimensions: boolean;
}

const NO_COST = { tokens: 0 };
/** Characters of all texts together. */
const MAX_BATCH_CHARACTERS = 24_000;

/** The next passages of a unit. */
export interface PassageBatch {
  /** As they are put to a model. */
  texts: string[];
  /** By passage its vector that is copied, packed; undefined where the next text is put to the model. */
  copied: (Uint8Array | undefined)[];
}

/** Passages of a batch, those with a copied vector included. */
const MAX_BATCH_PASSAGES = 64;

/** The next passages of a unit that have no vectors; undefined where they are not all there. */
export async function readBatch(
  ports: Pick<Ports, 'index' | 'vectors'>,
  { space, unit, copies }: { space: VectorSpace; unit: UnitVectors; copies: VectorCopies },
  size: BatchSize,
): Promise<PassageBatch | undefined> {
  const { unitId, generation } = unit;
  const expected = copies.size;
  const ordinals = chooseOrdinals(unit, copies, size);
  const vectors = await readCopies(ports, space, unitId, { copies, ordinals });
  // Some are gone, so another choice is made.
  if (copies.size < expected) return readBatch(ports, { space, unit, copies }, size);
  const open = ordinals.filter((ordinal) => !vectors.has(ordinal));
  const passages = await ports.index.readPassages(space.botId, unitId, generation, open);
  if (passages.length < open.length) return undefined;
  const texts = takeTexts(passages, space.model, size);
  const end = open[texts.length] ?? Infinity;
  const copied = ordinals.filter((ordinal) => ordinal < end).map((ordinal) => vectors.get(ordinal));
  return { texts, copied };
}

/** Either passages with a copied vector alone, or so many texts as the server takes and what is copied between them. */
function chooseOrdinals({ done, passages }: UnitVectors, copies: VectorCopies, size: BatchSize): number[] {
  const ordinals: number[] = [];
  const last = Math.min(passages, done + MAX_BATCH_PASSAGES);
  let texts = 0;
  for (let ordinal = done; ordinal < last; ordinal++) {
    const isText = !copies.has(ordinal);
    if (isText && (copies.has(done) || texts === size.passages)) break;
    if (isText) texts += 1;
    ordinals.push(ordinal);
  }
  return ordinals;
}

/** The next passages of a unit: their texts put to the server, what is copied beside them, written down and paid. */
export async function embedBatch(
  ports: Pick<Ports, 'ledger' | 'models' | 'clock' | 'vectors'>,
  { server, space, unit }: { server: ModelServer; space: VectorSpace; unit: UnitVectors },
  { texts, copied }: PassageBatch,
  signal?: AbortSignal,
): Promise<EmbeddedBatch> {
  const { botId } = space;
  const { unitId, generation, done } = unit;
  const of = { botId, unitId, generation, space: space.id };
  const write = async (vectors: readonly Float32Array[]) => {
    const hasMatchingDimensions =
      vectors.length === texts.length && vectors.every(({ length }) => length === space.dims);
    if (!hasMatchingDimensions) return { hasMatchingDimensions, written: false };
    let row = 0;
    const packed = copied.map((vector) => vector ?? quantiseVectors(vectors.slice(row, ++row)));
    const part = { first: done, count: copied.length, bytes: joinQuantised(packed) };
    return { hasMatchingDimensions, written: await ports.vectors.append(of, part) };
  };
  const order = { botId, server, unitId };
  const { result, cost } =
    texts.length === 0
      ? { result: await write([]), cost: NO_COST }
      : await embedCharged(ports, order, texts, write, signal);
  const passages = result.written ? texts.length : 0;
  return {
    passages,
    copied: result.written ? copied.length - texts.length : 0,
    tokens: cost.tokens,
    ...result,
  };
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
