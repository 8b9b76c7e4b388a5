import { estimateTokens } from '#common/estimate-tokens.ts';
import type { Ports } from '#gateway/modules/embeddings/ports/ports.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import { quotaExceededFault } from '#gateway/modules/usage/services/quota-exceeded.ts';

/** How background embedding is entered in the ledger: the gateway works for itself, without a key. */
const LEDGER_ENTRY = { ledger: 'text', keyId: 'gateway', action: 'embedPassages' } as const;
const NO_KEY = { id: '', name: '' };
/** Room for what our estimate misses: a share of it, and the marks that models put around every text. */
const ESTIMATE_MARGIN = { share: 0.25, aText: 8 };

/** Tokens, the highest possible cost of these texts. */
export function maxTokensOf(texts: readonly string[]): number {
  return Math.ceil(estimateAll(texts) * (1 + ESTIMATE_MARGIN.share)) + ESTIMATE_MARGIN.aText * texts.length;
}

export function estimateAll(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}

export interface EmbeddingCost {
  tokens: number;
  estimated: boolean;
}

/**
 * Vectors of texts, paid by the bot: 402 when its quota does not allow them. `save` stores the vectors before they are
 * paid, so every paid vector is stored. A call that the model server never got, or refused, costs nothing.
 */
export async function embedCharged<Result>(
  ports: Pick<Ports, 'ledger' | 'models' | 'clock'>,
  { botId, server, unitId }: { botId: number; server: ModelServer; unitId: number | null },
  texts: readonly string[],
  save: (vectors: Float32Array[]) => Promise<Result> | Result,
  signal?: AbortSignal,
): Promise<{ result: Result; cost: EmbeddingCost }> {
  const requestId = crypto.randomUUID();
  const amount = maxTokensOf(texts);
  const wanted = { ...LEDGER_ENTRY, botId, requestId, amount, on: ports.clock.now() };
  const outcome = await ports.ledger.reserve(wanted);
  if (!outcome.reserved)
    throw quotaExceededFault(outcome.shortage, { ledger: LEDGER_ENTRY.ledger, needed: amount, key: NO_KEY });
  let cost: EmbeddingCost = { tokens: 0, estimated: false };
  try {
    const { vectors, tokens } = await ports.models.embed(server, texts, signal);
    cost = { tokens: Math.min(amount, tokens ?? estimateAll(texts)), estimated: tokens === null };
    return { result: await save(vectors), cost };
  } finally {
    await ports.ledger.settle(botId, requestId, { amount: cost.tokens, estimated: cost.estimated, unitId });
  }
}
